//! What a person reads at the end of a comparison.

use std::cmp::Ordering;
use std::fmt::Write;

use threehand_stats::{Estimate, RUNGS_REQUIRED, Verdict};

use super::conclusion::SPREAD;
use super::figures::{Figure, GROUPS};
use super::findings::{Comparison, Pair};
use crate::tables::column::Columns;
use crate::terminal::grid::{Column, Grid, GridCell, numbers, words};
use crate::terminal::number::plural;
use crate::terminal::screen::wants_all;
use crate::terminal::unit::Unit;

const fn mark(sign: Option<Ordering>) -> &'static str {
    match sign {
        Some(Ordering::Greater) => "+",
        Some(Ordering::Less) => "−",
        Some(Ordering::Equal) => "·",
        None => "",
    }
}

/// The most rows, unless all are wanted.
const ROWS: usize = 8;

impl Comparison<'_> {
    /// How much a row matters on these pairs: the firmest verdict, and how many standard errors the largest difference is
    /// away from 0 on the strongest rung.
    fn weight(&self, pairs: &[Pair], figure: usize) -> (u8, f64) {
        let firmness = |pair: &Pair| match pair.verdict(figure) {
            Verdict::Holds(_) => 4,
            Verdict::DependsOnTheBots => 3,
            Verdict::TooFewRungs(_) => 2,
            Verdict::Same | Verdict::NoDifference => 1,
            Verdict::NotTested if self.is_certain(pair, figure) => 5,
            Verdict::NotTested => 0,
        };
        let errors = |pair: &Pair| pair.tests[figure][self.top()].as_ref()?.errors();
        let firmest = pairs.iter().map(firmness).max().unwrap_or(0);
        (firmest, pairs.iter().filter_map(errors).fold(0.0, f64::max))
    }

    /// The conclusion, the tables, and what they mean in words.
    pub(super) fn text(&self) -> String {
        let mut text = self.conclusion() + "\n";
        let rows = self.rows();
        for (heading, rows) in &rows {
            if let Some(heading) = heading {
                let _ = writeln!(text, "{heading}");
            }
            let table = match &self.pairs[..] {
                [pair] => self.pair_table(pair, rows),
                _ => self.values_table(rows),
            };
            text.push_str(&table.text());
            text.push_str(if heading.is_some() { "\n" } else { "" });
        }
        if self.pairs.len() > 1 && wants_all() {
            for pair in &self.pairs {
                text.push_str(&self.pair_section(pair));
            }
        }
        let shown: usize = rows.iter().map(|(_, rows)| rows.len()).sum();
        let more = self.defined().len().saturating_sub(shown);
        if more > 0 {
            let _ = writeln!(text, "\n{} with --all.", plural(more as u64, "more row"));
        }
        text + &self.explanation()
    }

    /// The figures that are defined somewhere.
    pub(super) fn defined(&self) -> Vec<usize> {
        let is_defined =
            |f: &usize| self.values.iter().flatten().any(|values| values[*f].is_some());
        (0..self.design.figures.len()).filter(is_defined).collect()
    }

    /// The rows of the table: all by groups, where all are wanted, or else those that matter most.
    fn rows(&self) -> Vec<(Option<&'static str>, Vec<usize>)> {
        let defined = self.defined();
        if wants_all() {
            let of = |group| {
                let rows =
                    defined.iter().copied().filter(|&f| self.design.figures[f].group == group);
                (Some(group), rows.collect::<Vec<_>>())
            };
            return GROUPS.map(of).into_iter().filter(|(_, rows)| !rows.is_empty()).collect();
        }
        vec![(None, self.first_rows(&self.pairs))]
    }

    /// The rows that matter most on these pairs, or without pairs those that tell what a game is like.
    pub(super) fn first_rows(&self, pairs: &[Pair]) -> Vec<usize> {
        let mut rows = self.defined();
        if pairs.is_empty() {
            rows.retain(|&f| self.is_headline(f));
        } else {
            let mut weighed: Vec<_> =
                rows.into_iter().map(|f| (self.weight(pairs, f), f)).collect();
            weighed.sort_by(|(x, _), (y, _)| y.0.cmp(&x.0).then(y.1.total_cmp(&x.1)));
            rows = weighed.into_iter().map(|(_, f)| f).collect();
            // What the first sentence is about stands first.
            let of_sentence = self.design.figure(SPREAD);
            rows.sort_by_key(|f| Some(*f) != of_sentence);
        }
        rows.truncate(ROWS);
        rows
    }

    /// Whether a figure is among those that tell what a game is like: what the roles score, and the first of each group.
    fn is_headline(&self, figure: usize) -> bool {
        let Figure { group, role, .. } = self.design.figures[figure];
        let first = self.design.figures.iter().position(|other| other.group == group);
        role.is_some() || first == Some(figure)
    }

    /// A figure of a rung and variant.
    fn cell(&self, rung: usize, variant: usize, f: usize) -> GridCell {
        self.design.figures[f].unit_of_values().cell(self.values[variant][rung][f])
    }

    /// What stands in the columns of a table of values, with the rung and the variant: all variants on the strongest rung,
    /// or all rungs under the only variant. The last variants and the weakest rungs go first where there is no room.
    pub(super) fn sides(&self) -> Vec<(Column, (usize, usize))> {
        let variants = 0..self.design.variants.len();
        if variants.len() > 1 {
            return variants.map(|v| (self.column(v), (self.top(), v))).collect();
        }
        let order = |rung: usize| (self.design.rungs.len() - 1 - rung) as u8;
        let rungs = self.design.rungs.iter().enumerate();
        rungs.map(|(rung, bot)| (numbers(&*bot.label).goes(order(rung)), (rung, 0))).collect()
    }

    /// The values of these figures.
    pub(super) fn values_table(&self, rows: &[usize]) -> Grid {
        let columns = self.sides().into_iter().fold(self.measures(), |columns, side| {
            let (column, (rung, variant)) = side;
            columns.seen(column, move |&f| self.cell(rung, variant, f))
        });
        columns.grid(rows.iter().copied())
    }

    /// The column with the names of figures.
    fn measures(&self) -> Columns<'_, usize> {
        Columns::of("")
            .seen(words("measure"), |&f: &usize| self.design.figures[f].meaning.as_str().into())
    }

    /// The column of a variant, whose figures may lose their intervals.
    fn column(&self, variant: usize) -> Column {
        numbers(&*self.design.variants[variant]).bares(3)
    }

    /// Two variants side by side, with their differences.
    pub(super) fn pair_table(&self, pair: &Pair, rows: &[usize]) -> Grid {
        let top = self.top();
        let paired = |f: usize| pair.tests[f][top].map(|test| test.paired);
        let mut columns = self.measures();
        for variant in [pair.a, pair.b] {
            let column = self.column(variant);
            columns = columns.seen(column, move |&f| self.cell(top, variant, f));
        }
        columns = columns
            .seen(numbers("difference"), |&f| {
                let unit = self.design.figures[f].unit_of_differences();
                unit.cell(paired(f).map(|paired| paired.estimate))
            })
            .seen(Unit::Signed.column("correlation").goes(5), |&f| {
                Unit::Signed.cell(paired(f).and_then(|p| p.rho))
            });
        for (rung, player) in self.design.rungs.iter().enumerate() {
            let column = words(&*player.label).goes(4);
            columns = columns.seen(column, move |&f| mark(pair.signs(f)[rung]).into());
        }
        columns
            .seen(words("verdict"), |&f| self.verdict(pair, f).0.into())
            .seen(words("by").goes(6), |&f| self.verdict(pair, f).1.into())
            .grid(rows.iter().copied())
    }

    /// A pair of many: what differs on some rung.
    fn pair_section(&self, pair: &Pair) -> String {
        let (a, b) = (&self.design.variants[pair.a], &self.design.variants[pair.b]);
        let differs = |f: &usize| match pair.verdict(*f) {
            Verdict::NotTested => self.is_certain(pair, *f),
            verdict => verdict != Verdict::NoDifference,
        };
        let rows: Vec<_> = self.defined().into_iter().filter(differs).collect();
        match &rows[..] {
            [] => String::new(),
            rows => format!(
                "\n{a} rather than {b}:\n{}\n",
                self.pair_table(pair, rows).text().trim_end()
            ),
        }
    }

    /// What the figures and verdicts mean.
    fn explanation(&self) -> String {
        let mut text = String::from("\n");
        if !self.pairs.is_empty() {
            let _ = writeln!(
                text,
                "All figures are those of {}. A verdict counts the bots with a significant difference (5 %, Holm's correction \
                 for all tests of the bot); on fewer than {RUNGS_REQUIRED} it holds \"only\" there. It depends on the bots where \
                 differences vary more from bot to bot than by chance. An interval may exclude 0 although the corrected \
                 test finds nothing. \"At most\" is the end of the widest 95 % interval of any bot. By \
                 bot: + − · with {}. Bots keep the weights fitted to the published rules; a bot that searches plays out \
                 the rules of each variant.",
                self.design.rungs[self.top()].label,
                if self.pairs.len() > 1 { "--all --wide" } else { "--wide" }
            );
        }
        text.push_str(if self.study.blocks > 1 {
            "± is half a 95 % interval over blocks; brackets hold the ends of an uneven one. Each is of one figure, not corrected \
             for their number.\n"
        } else {
            "One block has no spread to take an error from.\n"
        });
        text
    }

    /// Whether a bot is shown to be weaker than the one before it, under each variant.
    pub(super) fn is_weaker(&self, rung: usize) -> bool {
        let Some(skill) = self.design.figure("skill") else { return false };
        let most = |rungs: &Vec<Vec<Option<Estimate>>>| rungs[rung][skill]?.hi;
        self.values.iter().all(|rungs| most(rungs).is_some_and(|most| most < 1.0 / 3.0))
    }
}
