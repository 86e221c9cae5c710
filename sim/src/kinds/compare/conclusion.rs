//! The conclusion of a comparison: who gains and who pays, which variant is the most even, and how many effects hold.

use std::cmp::Ordering;

use indicatif::HumanCount;
use threehand_stats::{Estimate, Verdict};

use super::findings::{Comparison, Pair, Test};
use crate::experiment::kind::FEWEST_BLOCKS;
use crate::terminal::number::{list, plural};
use crate::terminal::screen::wants_all;

/// The most pairs of variants whose effects are counted, unless all are wanted.
const PAIRS: usize = 3;

/// The verdicts on measures that are tested, in the order in which they are counted.
const TESTED: [Verdict; 7] = [
    Verdict::Holds(Ordering::Greater),
    Verdict::Holds(Ordering::Less),
    Verdict::TooFewRungs(Ordering::Greater),
    Verdict::TooFewRungs(Ordering::Less),
    Verdict::DependsOnTheBots,
    Verdict::Same,
    Verdict::NoDifference,
];

/// How far the best role is ahead of the worst.
pub(super) const SPREAD: &str = "role_spread";

impl Comparison<'_> {
    /// The conclusion, a sentence a line. Its figures are those of the strongest rung.
    pub(super) fn conclusion(&self) -> String {
        let counted = if wants_all() { self.pairs.len() } else { PAIRS.min(self.pairs.len()) };
        let of_pair = |pair| [self.gains(pair), Some(self.effects(pair))];
        let effects = self.pairs[..counted].iter().flat_map(of_pair).flatten();
        let more = (self.pairs.len() - counted) as u64;
        let more = (more > 0).then(|| format!("{} with --all.", plural(more, "more pair")));
        let first = [self.evenness(), self.best_seat(), self.length()].into_iter().flatten();
        let warnings = self.too_few().into_iter().chain(self.capped()).chain(self.misordered());
        let last = more.into_iter().chain(warnings);
        first.chain(effects).chain(last).map(|line| line + "\n").collect()
    }

    /// How many hands a match takes under each variant.
    fn length(&self) -> Option<String> {
        let hands = self.design.figure("hands")?;
        let named = self.design.variants.iter().enumerate();
        let known = named.filter(|(variant, _)| self.value(*variant, hands).is_some());
        let of = known.enumerate().map(|(place, (variant, name))| {
            let unit = if place == 0 { " hands" } else { "" };
            format!("{}{unit} under {name}", self.shown(variant, hands))
        });
        let of: Vec<_> = of.collect();
        let of: Vec<_> = of.iter().map(String::as_str).collect();
        (!of.is_empty()).then(|| format!("A match takes {}.", list(&of)))
    }

    /// That so few blocks say nothing of what does not differ.
    fn too_few(&self) -> Option<String> {
        let is_few = !self.pairs.is_empty() && self.study.blocks < FEWEST_BLOCKS;
        is_few.then(|| {
            let blocks = plural(self.study.blocks, "block");
            format!("With {blocks} hardly any difference can show: take {FEWEST_BLOCKS} at least, and better some hundreds.")
        })
    }

    /// How many matches did not come to their end.
    fn capped(&self) -> Option<String> {
        let truncated = HumanCount(self.study.truncated);
        let matches = plural(self.study.matches, "match");
        (self.study.truncated > 0).then(|| {
            format!(
                "{truncated} of {matches} reached the cap on hands and went to whoever was ahead."
            )
        })
    }

    /// Which bots are weaker than those named before them.
    fn misordered(&self) -> impl Iterator<Item = String> {
        let rungs = &self.design.rungs;
        (1..rungs.len()).filter(|&rung| self.is_weaker(rung)).map(|rung| {
            format!(
                "{} is weaker than {}: it wins less than its third against two. Name the bots from the weakest to the \
                 strongest; the figures here are those of {}.",
                rungs[rung].label,
                rungs[rung - 1].label,
                self.top_bot()
            )
        })
    }

    /// The number of the strongest rung: the last one, unless it is shown to be weaker than the one below it.
    pub(super) fn top(&self) -> usize {
        let mut rungs = (0..self.design.rungs.len()).rev();
        rungs.find(|&rung| rung == 0 || !self.is_weaker(rung)).unwrap_or_default()
    }

    fn top_bot(&self) -> &str {
        &self.design.rungs[self.top()].label
    }

    /// The figures that are a role's mean points, with the role.
    pub(super) fn roles(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let figures = self.design.figures.iter().enumerate();
        figures.filter_map(|(f, figure)| Some((f, figure.role?)))
    }

    fn value(&self, variant: usize, figure: usize) -> Option<Estimate> {
        self.values[variant][self.top()][figure]
    }

    /// A figure of a variant, as the tables show it.
    fn shown(&self, variant: usize, figure: usize) -> String {
        let unit = self.design.figures[figure].unit_of_values();
        self.value(variant, figure).map_or_else(|| "–".to_owned(), |value| unit.text(&value))
    }

    /// Which role gains and which one pays under the first variant.
    fn gains(&self, pair: &Pair) -> Option<String> {
        let (a, b, bot) =
            (&self.design.variants[pair.a], &self.design.variants[pair.b], self.top_bot());
        let test = |(f, role): (usize, _)| Some((f, role, pair.tests[f][self.top()]?));
        let tests: Vec<_> = self.roles().filter_map(test).collect();
        let gain = |(f, role, test): &(usize, &str, Test)| {
            let is_certain = self.is_certain(pair, *f);
            let sign =
                if is_certain { test.paired.estimate.mean.total_cmp(&0.0) } else { test.sign()? };
            let word = match sign {
                Ordering::Greater => "gains",
                Ordering::Less => "loses",
                Ordering::Equal => return None,
            };
            let unit = self.design.figures[*f].unit_of_values();
            let depends = pair.verdict(*f) == Verdict::DependsOnTheBots;
            let depends = if depends { " (it depends on the bots)" } else { "" };
            let always = if is_certain { " in every block" } else { "" };
            Some(format!(
                "{role} {word} {}{always}{depends}",
                unit.text(&size(test.paired.estimate))
            ))
        };
        let gains: Vec<_> = tests.iter().filter_map(gain).collect();
        if !gains.is_empty() {
            let gains = gains.join(", ");
            return Some(format!(
                "Under {a} rather than {b}, in points a hand with {bot} in all seats: {gains}."
            ));
        }
        let most = tests.iter().filter_map(|(.., test)| test.paired.estimate.no_more_than());
        let most = most.reduce(f64::max)?;
        Some(format!(
            "Between {a} and {b} no role significantly gains or loses with {bot} in all seats: {most:.2} points a hand \
             at most."
        ))
    }

    /// How even a variant is against the others, and the sizes: the first of two variants, or else the most even one.
    fn evenness(&self) -> Option<String> {
        let spread = self.design.figure(SPREAD)?;
        let mean = |variant| Some((variant, self.value(variant, spread)?.mean));
        let mut means: Vec<_> = (0..self.design.variants.len()).filter_map(mean).collect();
        means.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (most, subject) = match (&self.pairs[..], &means[..]) {
            ([pair], [(most, _), _]) => (*most, pair.a),
            (_, means) => (means.first()?.0, means.first()?.0),
        };
        let by_subject: Vec<_> =
            self.pairs.iter().filter(|pair| [pair.a, pair.b].contains(&subject)).collect();
        let compared = |&&(variant, _): &&(usize, f64)| {
            variant != subject && by_subject.iter().any(|pair| [pair.a, pair.b].contains(&variant))
        };
        let others: Vec<_> = means.iter().filter(compared).collect();
        let (last, between) = others.split_last()?;
        let size = |&&(variant, _): &&(usize, f64)| {
            format!("{} under {}", self.shown(variant, spread), self.design.variants[variant])
        };
        let between: String = between.iter().map(|one| format!(", {}", size(one))).collect();
        let sizes = format!(
            "With {} in all seats the best role scores {} points a hand more than the worst under {}{between}, and {}.",
            self.top_bot(),
            self.shown(subject, spread),
            self.design.variants[subject],
            size(last),
        );
        let mut clauses: Vec<(String, Vec<&str>)> = Vec::new();
        for pair in by_subject {
            let more_even = if pair.a == subject { Ordering::Less } else { Ordering::Greater };
            let clause = self.evenness_clause(pair, spread, more_even, most == subject);
            let other = &*self.design.variants[pair.a + pair.b - subject];
            match clauses.iter_mut().find(|(known, _)| *known == clause) {
                Some((_, others)) => others.push(other),
                None => clauses.push((clause, vec![other])),
            }
        }
        let all = self.design.variants.len() - 1;
        let tested: usize = clauses.iter().map(|(_, others)| others.len()).sum();
        let rest = if tested < all { "; other variants were not tested against it" } else { "" };
        let words = |(clause, others): &(String, Vec<&str>)| match others.len() {
            2.. if others.len() == all => clause.replace("{}", "every other variant"),
            _ => clause.replace("{}", &others.join(", ")),
        };
        let clauses: Vec<_> = clauses.iter().map(words).collect();
        let subject = &self.design.variants[subject];
        Some(format!("{subject} is {}{rest}.\n{sizes}", clauses.join(", and ")))
    }

    /// What the verdict on a pair says of a variant that is more even in the direction `more_even`; `{}` stands for the
    /// other. Without a verdict the means say whether it is the more even one.
    fn evenness_clause(
        &self,
        pair: &Pair,
        spread: usize,
        more_even: Ordering,
        is_more_even: bool,
    ) -> String {
        let word = |sign: Ordering| if sign == more_even { "more" } else { "less" };
        let seen = if is_more_even { "more" } else { "less" };
        match pair.verdict(spread) {
            Verdict::Holds(sign) => format!("significantly {} even than {{}}", word(sign)),
            Verdict::TooFewRungs(sign) => {
                let bots = self.went(pair, spread, sign).join(", ");
                let untested = self.untested(pair, spread).join(", ");
                let untested = match &*untested {
                    "" => String::new(),
                    bots => format!(" (no test with {bots})"),
                };
                format!("{} even than {{}} with {bots} only{untested}", word(sign))
            }
            Verdict::DependsOnTheBots => {
                let with = |sign| match &self.went(pair, spread, sign)[..] {
                    [] => None,
                    bots => Some(format!("{} with {}", word(sign), list(bots))),
                };
                let with = [more_even, more_even.reverse()].into_iter().filter_map(with);
                let with = with.collect::<Vec<_>>().join(", ");
                let with = if with.is_empty() { with } else { format!(" ({with})") };
                format!("{seen} even than {{}} or not, depending on the bots{with}")
            }
            Verdict::NoDifference => format!("not significantly {seen} even than {{}}"),
            Verdict::Same => "as even as {} within the margin".to_owned(),
            Verdict::NotTested => format!("{seen} even than {{}}, but without a test"),
        }
    }

    /// The seat at the first deal that wins the most under any variant.
    fn best_seat(&self) -> Option<String> {
        let seats = |f: &usize| self.design.figures[*f].name.starts_with("won_first_");
        let seats: Vec<_> = (0..self.design.figures.len()).filter(seats).collect();
        let variants = 0..self.design.variants.len();
        let all = variants.flat_map(|variant| seats.iter().map(move |&f| (variant, f)));
        let won = all.filter_map(|(variant, f)| Some((variant, f, self.value(variant, f)?)));
        let (variant, f, value) = won.max_by(|a, b| a.2.mean.total_cmp(&b.2.mean))?;
        let seat = self.design.figures[f].meaning.trim_start_matches("won by ");
        let is_clear = value.lo.is_some_and(|lo| lo > 1.0 / 3.0);
        Some(format!(
            "Largest seat advantage: {seat} under {} wins {} (even: 33.3 %{}).",
            self.design.variants[variant],
            self.shown(variant, f),
            if is_clear { "" } else { ", within the interval" },
        ))
    }

    /// How many measures have each verdict.
    fn effects(&self, pair: &Pair) -> String {
        let verdicts = pair.verdicts();
        let count = |verdict| verdicts.clone().filter(|other| *other == verdict).count();
        let counts = TESTED.map(|verdict| (Self::phrase(verdict), count(verdict)));
        let tested: usize = counts.iter().map(|(_, count)| count).sum();
        let counts = counts.iter().filter(|(_, count)| *count > 0);
        let counts: Vec<_> = counts.map(|(words, count)| format!("{words} {count}")).collect();
        let (a, b) = (&self.design.variants[pair.a], &self.design.variants[pair.b]);
        match tested {
            0 => format!("Under {a} rather than {b} no measure could be tested."),
            _ => format!(
                "Of {} under {a} rather than {b}: {}.",
                plural(tested as u64, "tested measure"),
                counts.join(", ")
            ),
        }
    }
}

/// A difference without its sign.
fn size(difference: Estimate) -> Estimate {
    Estimate {
        mean: difference.mean.abs(),
        lo: difference.lo.zip(difference.hi).map(|(lo, hi)| lo.abs().min(hi.abs())),
        hi: difference.no_more_than(),
        ..difference
    }
}
