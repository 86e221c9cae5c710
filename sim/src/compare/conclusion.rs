//! What a comparison comes to, in a few sentences: who gains and who pays, which variant is the more even, and how many
//! effects hold.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::findings::{Comparison, Pair, Test};
use super::text::shown;
use crate::stats::{Estimate, RUNGS_REQUIRED, Verdict};
use crate::terminal::number::plural;
use crate::terminal::screen::wants_all;

/// As many pairs of variants are told of at first.
const PAIRS: usize = 3;

/// The measures by which a variant is even or not.
const EVENNESS: [&str; 2] = ["role_spread", "unevenness"];

/// The figures of who wins by the place at the first deal, and whose they are.
const CHAIRS: [(&str, &str); 3] = [
    ("won_first_dealer", "the first dealer"),
    ("won_first_left", "the seat left of the first dealer"),
    ("won_first_right", "the seat right of the first dealer"),
];

impl Comparison<'_> {
    /// The conclusion. All its figures are those of the strongest rung.
    pub(super) fn conclusion(&self) -> String {
        let mut text = String::new();
        match &self.pairs[..] {
            [] => self.tell_roles(&mut text),
            [pair] => {
                self.tell_gains(pair, &mut text);
                self.tell_more_even(pair, &mut text);
                self.tell_chairs(pair, &mut text);
                self.tell_effects(pair, &mut text);
            }
            pairs => {
                self.tell_most_even(&mut text);
                self.tell_best_chair(&mut text);
                let told = if wants_all() { pairs.len() } else { PAIRS.min(pairs.len()) };
                for pair in &pairs[..told] {
                    self.tell_effects(pair, &mut text);
                }
                if told < pairs.len() {
                    let more = plural((pairs.len() - told) as u64, "more pair");
                    let _ = writeln!(text, "{more} with --all.");
                }
            }
        }
        text
    }

    /// The strongest rung, whose figures are told.
    pub(super) fn top(&self) -> usize {
        self.rungs.len() - 1
    }

    /// The figures that are a role's mean points, with the role.
    fn roles(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let figures = self.study.figures.iter().enumerate();
        figures.filter_map(|(f, figure)| Some((f, figure.role?)))
    }

    /// The figures of who wins by the place at the first deal, with whose they are.
    fn chairs(&self) -> impl Iterator<Item = (usize, &'static str)> {
        CHAIRS.into_iter().filter_map(|(name, whose)| Some((self.study.figure(name)?, whose)))
    }

    fn value(&self, variant: usize, figure: usize) -> Option<Estimate> {
        self.values[variant][self.top()][figure]
    }

    /// A figure of a variant, as the tables show it.
    fn told(&self, variant: usize, figure: usize) -> String {
        shown(&self.study.figures[figure], self.value(variant, figure), false)
    }

    /// Which role gains what under the only variant.
    fn tell_roles(&self, text: &mut String) {
        let points = |(f, role)| Some((role, f, self.value(0, f)?.mean));
        let mut roles: Vec<_> = self.roles().filter_map(points).collect();
        roles.sort_by(|a, b| b.2.total_cmp(&a.2));
        let each = roles.iter().map(|&(role, f, _)| format!("{role} {}", self.told(0, f)));
        let (bot, each) = (&self.rungs[self.top()].label, each.collect::<Vec<_>>().join(", "));
        let _ =
            writeln!(text, "With {bot} in all seats the roles score, in points a hand: {each}.");
        if let Some(spread) = self.study.figure(EVENNESS[0]).filter(|&f| self.value(0, f).is_some())
        {
            let _ = writeln!(
                text,
                "The best role is {} points a hand ahead of the worst.",
                self.told(0, spread)
            );
        }
    }

    /// Which role gains and which one pays under the first variant.
    fn tell_gains(&self, pair: &Pair, text: &mut String) {
        let top = self.top();
        let (a, b) = (&self.variants[pair.a], &self.variants[pair.b]);
        let bot = &self.rungs[top].label;
        let (mut gains, mut most): (Vec<String>, Option<f64>) = (Vec::new(), None);
        for (f, role) in self.roles() {
            let Some(test) = &pair.tests[f][top] else { continue };
            let estimate = test.paired.estimate;
            most = most.into_iter().chain(estimate.no_more_than()).reduce(f64::max);
            let word = match test.sign() {
                Some(Ordering::Greater) => "gains",
                Some(Ordering::Less) => "loses",
                _ => continue,
            };
            let size = Estimate {
                mean: estimate.mean.abs(),
                lo: estimate.lo.zip(estimate.hi).map(|(lo, hi)| lo.abs().min(hi.abs())),
                hi: estimate.no_more_than(),
                ..estimate
            };
            gains.push(format!(
                "{role} {word} {}",
                shown(&self.study.figures[f], Some(size), false)
            ));
        }
        let _ = match (gains.is_empty(), most) {
            (false, _) => writeln!(
                text,
                "Under {a} rather than {b}, in points a hand with {bot} in all seats: {}.",
                gains.join(", ")
            ),
            (true, Some(most)) => writeln!(
                text,
                "Between {a} and {b} no role is shown to gain or to lose, with {bot} in all seats: {most:.2} points a \
                 hand at most."
            ),
            (true, None) => Ok(()),
        };
    }

    /// Which of two variants is the more even. The more even one, or else the first, comes first with its figures.
    fn tell_more_even(&self, pair: &Pair, text: &mut String) {
        let [Some(spread), Some(unevenness)] = EVENNESS.map(|name| self.study.figure(name)) else {
            return;
        };
        let Some(test) = &pair.tests[spread][self.top()] else { return };
        let name = |variant: usize| &self.variants[variant];
        let bot = &self.rungs[self.top()].label;
        let more_even = |variant| format!("With {bot} {} is the more even", name(variant));
        let ((x, y), found) = match test.sign() {
            Some(Ordering::Greater) => ((pair.b, pair.a), more_even(pair.b)),
            Some(Ordering::Less) => ((pair.a, pair.b), more_even(pair.a)),
            _ => (
                (pair.a, pair.b),
                format!("With {bot} neither variant is shown to be the more even"),
            ),
        };
        let _ = writeln!(
            text,
            "{found}: the best role is {} points a hand ahead of the worst under {}, and {} under {} ({} less {}: {}; verdict: {}). \
             The unevenness of the roles is {} and {}.",
            self.told(x, spread),
            name(x),
            self.told(y, spread),
            name(y),
            name(pair.a),
            name(pair.b),
            shown(&self.study.figures[spread], Some(test.paired.estimate), true),
            self.sentence(pair, spread),
            self.told(x, unevenness),
            self.told(y, unevenness),
        );
    }

    /// Whose place at the first deal wins more or less often, where that is shown most clearly.
    fn tell_chairs(&self, pair: &Pair, text: &mut String) {
        let top = self.top();
        let name = |variant: usize| &self.variants[variant];
        let bot = &self.rungs[top].label;
        let tests = self.chairs();
        let tests =
            tests.filter_map(|(figure, whose)| Some((figure, whose, pair.tests[figure][top]?)));
        let tests: Vec<_> = tests.collect();
        let errors = |test: &Test| test.errors().unwrap_or(0.0);
        let clear = tests.iter().filter(|(.., test)| test.sign().is_some_and(Ordering::is_ne));
        let _ = match clear.max_by(|(.., a), (.., b)| errors(a).total_cmp(&errors(b))) {
            Some(&(figure, whose, test)) => writeln!(
                text,
                "Who sits where at the first deal: with {bot} {whose} wins {} of the matches under {}, and {} under {} \
                 (difference {}; verdict: {}).",
                self.told(pair.a, figure),
                name(pair.a),
                self.told(pair.b, figure),
                name(pair.b),
                shown(&self.study.figures[figure], Some(test.paired.estimate), true),
                self.sentence(pair, figure),
            ),
            None => {
                let most =
                    tests.iter().filter_map(|(.., test)| test.paired.estimate.no_more_than());
                let Some(most) = most.reduce(f64::max) else { return };
                writeln!(
                    text,
                    "Who sits where at the first deal: with {bot} no seat is shown to win more often under one of them; \
                     {:.1} points of share at most.",
                    100.0 * most
                )
            }
        };
    }

    /// Which place at the first deal wins the most under any of many variants.
    fn tell_best_chair(&self, text: &mut String) {
        let of = |variant| {
            let won = move |(figure, whose)| {
                Some((variant, figure, whose, self.value(variant, figure)?.mean))
            };
            self.chairs().filter_map(won)
        };
        let best = (0..self.variants.len()).flat_map(of).max_by(|a, b| a.3.total_cmp(&b.3));
        let Some((variant, figure, whose, _)) = best else { return };
        let _ = writeln!(
            text,
            "Who sits where at the first deal: with {} no place wins more of the matches under any of them than \
             {whose} under {}, {}; a third would be even.",
            self.rungs[self.top()].label,
            self.variants[variant],
            self.told(variant, figure),
        );
    }

    /// Which of many variants is the most even, which are not told apart from it, and which one is the least even.
    fn tell_most_even(&self, text: &mut String) {
        let Some(spread) = self.study.figure(EVENNESS[0]) else { return };
        let of = |variant| Some((variant, self.value(variant, spread)?.mean));
        let mut found: Vec<_> = (0..self.variants.len()).filter_map(of).collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        let ([(most, _), others @ ..], [.., (least, _)]) = (&found[..], &found[..]) else { return };
        let told = |variant| format!("{} ({})", self.variants[variant], self.told(variant, spread));
        let _ = write!(
            text,
            "With {} in all seats the roles are the least apart under {}, by the points a hand of the best role less those \
             of the worst, and the furthest apart under {}. ",
            self.rungs[self.top()].label,
            told(*most),
            told(*least),
        );
        let of_most: Vec<_> =
            self.pairs.iter().filter(|pair| [pair.a, pair.b].contains(most)).collect();
        let test = |pair: &Pair| pair.tests[spread][self.top()];
        // Roles that are so even that their difference is not tested have intervals all the same.
        let is_clear = |pair: &Pair| match test(pair).and_then(|test| test.sign()) {
            Some(sign) => sign.is_ne(),
            None => self.are_apart(pair, spread),
        };
        let _ = match &of_most[..] {
            [pair] if others.len() > 1 => {
                let difference = test(pair).map(|test| test.paired.estimate);
                writeln!(
                    text,
                    "{} less {}: {}, {} after correction; other variants were not tested against each other.",
                    self.variants[pair.a],
                    self.variants[pair.b],
                    shown(&self.study.figures[spread], difference, true),
                    if is_clear(pair) { "significant" } else { "not significant" },
                )
            }
            pairs => {
                let level = pairs
                    .iter()
                    .filter(|pair| !is_clear(pair))
                    .map(|pair| told(pair.a + pair.b - most));
                let level: Vec<_> = level.collect();
                match &level[..] {
                    [] => writeln!(
                        text,
                        "{} is shown to differ in that from each of the others.",
                        self.variants[*most]
                    ),
                    level => {
                        let level = level.join(", ");
                        writeln!(
                            text,
                            "{} is not shown to differ in that from {level}, after correction.",
                            self.variants[*most]
                        )
                    }
                }
            }
        };
    }

    /// Whether the intervals of a figure under two variants do not overlap.
    fn are_apart(&self, pair: &Pair, figure: usize) -> bool {
        let ends = |variant| {
            let value = self.value(variant, figure)?;
            value.lo.zip(value.hi)
        };
        let apart =
            |((a_lo, a_hi), (b_lo, b_hi)): ((f64, f64), (f64, f64))| a_hi < b_lo || b_hi < a_lo;
        ends(pair.a).zip(ends(pair.b)).is_some_and(apart)
    }

    /// How many effects hold on all rungs, and in which direction.
    fn tell_effects(&self, pair: &Pair, text: &mut String) {
        let (a, b) = (&self.variants[pair.a], &self.variants[pair.b]);
        let verdicts: Vec<Verdict> =
            (0..self.study.figures.len()).map(|f| pair.verdict(f)).collect();
        let of = |wanted: &dyn Fn(Verdict) -> bool| verdicts.iter().filter(|v| wanted(**v)).count();
        let tested = of(&|verdict| verdict != Verdict::NotTested);
        let [higher, lower] = [Ordering::Greater, Ordering::Less]
            .map(|sign| of(&|verdict| verdict == Verdict::Holds(sign)));
        let few = of(&|verdict| matches!(verdict, Verdict::TooFewRungs(_)));
        let depends = of(&|verdict| verdict == Verdict::DependsOnTheBots);
        let silent = of(&|verdict| verdict == Verdict::NoDifference);
        let same = of(&|verdict| verdict == Verdict::Same);
        let verb = |count: usize, one: &str, more: &str| {
            format!("{count} {}", if count == 1 { one } else { more })
        };
        let _ = write!(text, "{a} less {b}, of {}: ", plural(tested as u64, "tested measure"));
        let _ = match self.rungs.len() {
            1 => write!(text, "{}, ", verb(few, "differs", "differ")),
            RUNGS_REQUIRED.. => write!(
                text,
                "{} higher and {lower} lower on {RUNGS_REQUIRED} bots or more, {} on fewer bots, {} on the bots, ",
                verb(higher, "is", "are"),
                verb(few, "differs", "differ"),
                verb(depends, "depends", "depend"),
            ),
            _ => write!(
                text,
                "{} with some bot, {} on the bots, ",
                verb(few, "differs", "differ"),
                verb(depends, "depends", "depend"),
            ),
        };
        let _ = write!(text, "{} no difference", verb(silent, "shows", "show"));
        if same > 0 {
            let _ = write!(text, ", {} the same within a margin", verb(same, "is", "are"));
        }
        text.push_str(".\n");
    }
}
