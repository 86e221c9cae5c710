//! What the page of a comparison shows.

use threehand_stats::{Distribution, Estimate, SIGNIFICANCE_LEVEL, Verdict};

use super::conclusion::SPREAD;
use super::figures::{Figure, distributions};
use super::findings::{Comparison, Pair};
use super::settings::CompareSettings;
use crate::tables::column::Columns;
use crate::tables::page::{
    Bar, Chart, Dot, Dots, Group, Histogram, PageContent, PageTable, Panel, Plot, blocks_of_run,
    first_of, listed,
};
use crate::terminal::grid::{numbers, words};
use crate::terminal::unit::Unit;

/// As many pairs of variants are shown, of each with each those with the first.
const PAIRS: usize = 6;
/// The most effects of the chart beside the answer.
const EFFECTS: usize = 5;
/// As many variants in a chart of dots, and as many histograms below each other.
const VARIANTS: usize = 12;
const PANELS: usize = 8;
/// More values than these are put together, and the last of so small a share are left out.
const BARS: usize = 40;
const TAIL: f64 = 0.005;

const METHOD: [&str; 2] = [
    "Every variant was played on the same cards by the same bots. A block is the cards of one match, hand after hand. \
     Each bot, named from the weakest to the strongest, sat at all three seats; every bot but the weakest also played alone \
     against two of the next weaker one.",
    "A difference is the first variant minus the second, block by block, so luck of the cards cancels out as far as it \
     can. Verdicts take Holm's correction for the number of tests. An effect holds if three bots show it and none shows \
     the opposite; with fewer the verdict says \"only\". An effect depends on the bots if a test finds that they differ.",
];

impl Comparison<'_> {
    /// The content of the page of a comparison with these settings.
    pub(super) fn page_content(&self, settings: &CompareSettings) -> PageContent {
        let pairs: Vec<&Pair> = self.pairs.iter().take(PAIRS).collect();
        let mut tables = self.value_tables();
        tables.extend(pairs.iter().map(|&pair| PageTable {
            is_folded: self.pairs.len() > 1,
            ..PageTable::new(
                self.title(pair),
                "Differences of shares are in percentage points. By bot: + − · for significantly higher, lower, neither.",
                self.pair_table(pair, &self.first_rows(std::slice::from_ref(pair))),
            )
        }));
        let charts = pairs.first().map(|&pair| self.effects_chart(pair)).into_iter();
        let charts = charts.chain([self.roles_chart()]);
        let charts = charts.chain(pairs.iter().map(|&pair| self.forest(pair)));
        let charts = charts.chain([self.leader_chart()]).chain(self.distribution_charts());
        let variants: Vec<&str> = self.design.variants.iter().map(String::as_str).collect();
        let bots: Vec<&str> = self.design.rungs.iter().map(|rung| &*rung.label).collect();
        let left_out = (pairs.len() < self.pairs.len()).then(|| {
            let (shown, all) = (pairs.len(), self.pairs.len());
            format!(
                "Of {all} pairs of variants this page shows {shown}; differences.csv has them all."
            )
        });
        PageContent {
            title: match &variants[..] {
                [one] => format!("{one}: how it plays"),
                variants => format!("{} compared", listed(variants)),
            },
            facts: vec![
                blocks_of_run(settings.blocks, settings.shard),
                format!("with {}", listed(&bots)),
            ],
            verdicts: (self.pairs.len() > 1).then(|| self.verdicts_table(&pairs)),
            tables,
            charts: charts.flatten().collect(),
            method: METHOD.map(str::to_owned).into_iter().chain(left_out).collect(),
            terms: &["Block", "Variant", "Role", "Interval", "Holm's correction", "Verdict"],
        }
    }

    fn title(&self, pair: &Pair) -> String {
        format!("{} rather than {}", self.design.variants[pair.a], self.design.variants[pair.b])
    }

    /// Who sits where in tables and charts of values.
    fn whose(&self) -> String {
        match self.design.variants.len() {
            1 => "each bot in all three seats".to_owned(),
            _ => format!("{} in all three seats", self.design.rungs[self.top()].label),
        }
    }

    /// The values of all variants; of two they stand in the table of their differences as well.
    fn value_tables(&self) -> Vec<PageTable> {
        let note = format!("With {}, and with 95 % intervals.", self.whose());
        let first = |title: &str| {
            PageTable::new(title, note.clone(), self.values_table(&self.first_rows(&self.pairs)))
        };
        let first = match self.pairs.len() {
            0 => Some(first("What the game is like")),
            1 => None,
            _ => Some(first("What matters most")),
        };
        let all = self.defined();
        let title = format!("All {} measures", all.len());
        let all = PageTable::new(title, note.clone(), self.values_table(&all));
        first.into_iter().chain([PageTable { is_folded: true, ..all }]).collect()
    }

    /// A row for each of these pairs: which variant is more even, and how many measures differ.
    fn verdicts_table(&self, pairs: &[&Pair]) -> PageTable {
        let spread = self.design.figure(SPREAD);
        let difference = |pair: &Pair| Some(pair.tests[spread?][self.top()]?.paired.estimate);
        let says = |pair: &Pair| spread.map_or_else(String::new, |f| self.verdict(pair, f).0);
        let counted = |pair: &Pair| {
            let count = |is: fn(&Verdict) -> bool| pair.verdicts().filter(is).count();
            let tested = count(|verdict| *verdict != Verdict::NotTested);
            let holding = count(|verdict| matches!(verdict, Verdict::Holds(_)));
            let some = |verdict: &Verdict| {
                matches!(verdict, Verdict::TooFewRungs(_) | Verdict::DependsOnTheBots)
            };
            match count(some) {
                0 => format!("{holding} of {tested}"),
                some => format!("{holding} of {tested}; {some} with some bots"),
            }
        };
        let columns = Columns::of("")
            .seen(words("variants"), |&pair: &&Pair| self.title(pair).into())
            .seen(numbers("best role less worst"), |&pair| Unit::Signed.cell(difference(pair)))
            .seen(words("verdict"), |&pair| says(pair).into())
            .seen(words("effects that hold"), |&pair| counted(pair).into());
        PageTable::new(
            "Verdicts by pair",
            format!(
                "In points a hand with {}, and with 95 % intervals. An effect holds if three bots show it and none the opposite.",
                self.whose()
            ),
            columns.grid(pairs.iter().copied()),
        )
    }

    /// The largest effects between two variants, a dot each, with the sides named.
    fn effects_chart(&self, pair: &Pair) -> Option<Chart> {
        // How even the variants are comes first, as in the answer.
        let spread = self.design.figure(SPREAD);
        let others = self.first_rows(std::slice::from_ref(pair)).into_iter();
        let others = others.filter(|&f| Some(f) != spread);
        let rows: Vec<usize> = spread.into_iter().chain(others).take(EFFECTS).collect();
        let [a, b] = [pair.a, pair.b].map(|variant| self.design.variants[variant].clone());
        let top = self.top();
        let group = |f: usize| {
            let test = pair.tests[f][top].as_ref()?;
            let is_hollow = !matches!(pair.verdict(f), Verdict::Holds(_));
            let dot = Dot { is_hollow, ..Dot::new("", test.paired.estimate) };
            let figure = &self.design.figures[f];
            let unit = if figure.unit == "share" { ", in percentage points" } else { "" };
            Some(Group { heading: format!("{}{unit}", figure.meaning), rows: vec![dot] })
        };
        let mut plots = self.by_unit(&rows, "", group);
        for plot in &mut plots {
            if let Plot::Dots(dots) = plot {
                dots.axis.clear();
            }
        }
        if let Some(Plot::Dots(dots)) = plots.first_mut() {
            dots.sides = Some([b.clone(), a.clone()]);
        }
        let title = match self.pairs.len() {
            1 => "Largest effects".to_owned(),
            _ => format!("Largest effects of {a} rather than {b}"),
        };
        Chart::of(
            "effects",
            title,
            format!(
                "{a} less {b}, with {} in all seats and 95 % intervals. A full dot: the verdict holds over the bots; \
                 a hollow one: it does not. Each unit has a scale of its own.",
                self.design.rungs[top].label
            ),
            plots,
        )
    }

    /// What each role scores.
    fn roles_chart(&self) -> Option<Chart> {
        let sides = self.sides();
        let group = |(figure, role): (usize, &str)| {
            let dot = |(column, (rung, variant)): &(_, (usize, usize))| {
                let value: Estimate = self.values[*variant][*rung][figure]?;
                Some(Dot::new(label(column), value))
            };
            let rows: Vec<_> = sides.iter().take(VARIANTS).filter_map(dot).collect();
            (!rows.is_empty()).then(|| Group { heading: role.to_owned(), rows })
        };
        let dots = Dots {
            unit: Unit::Signed,
            axis: "points a hand".to_owned(),
            reference: Some((0.0, "")),
            sides: None,
            groups: self.roles().filter_map(group).collect(),
        };
        let more = first_of(VARIANTS, sides.len(), "columns of the tables");
        let note = format!("Points a hand with {}, with 95 % intervals.{more}", self.whose());
        Chart::of("points-by-role", "What each role scores", note, vec![Plot::Dots(dots)])
    }

    /// How often the sole leader after some hands wins the match, by variant and bot.
    fn leader_chart(&self) -> Option<Chart> {
        let (variants, bots) = (&self.design.variants, &self.design.rungs);
        let cells =
            (0..variants.len()).flat_map(|v| (0..bots.len()).rev().map(move |bot| (v, bot)));
        let cells: Vec<(usize, usize)> = cells.collect();
        let label = |(v, bot): (usize, usize)| match (variants.len(), bots.len()) {
            (1, _) => bots[bot].label.clone(),
            (_, 1) => variants[v].clone(),
            _ => format!("{}, {}", variants[v], bots[bot].label),
        };
        let group = |hands: u32| {
            let figure = self.design.figure(&format!("leader_wins_after_{hands}"))?;
            let dot = |&(v, bot): &_| Some(Dot::new(label((v, bot)), self.values[v][bot][figure]?));
            let rows: Vec<_> = cells.iter().take(VARIANTS).filter_map(dot).collect();
            let heading = self.design.figures[figure].meaning.clone();
            (!rows.is_empty()).then_some(Group { heading, rows })
        };
        let dots = Dots {
            unit: Unit::Share,
            axis: "matches won by who led then, in percent".to_owned(),
            reference: Some((1.0 / 3.0, "parity")),
            sides: None,
            groups: [1, 2, 4, 8].into_iter().filter_map(group).collect(),
        };
        let note = format!(
            "How often who leads alone after so many hands wins the match, with each bot in all three seats and 95 % \
             intervals.{}",
            first_of(VARIANTS, cells.len(), "pairs of a variant and a bot")
        );
        Chart::of("leader", "When a match is decided", note, vec![Plot::Dots(dots)])
    }

    /// The differences of a pair that matter most, those that count the same on one axis.
    fn forest(&self, pair: &Pair) -> Option<Chart> {
        let rows = self.first_rows(std::slice::from_ref(pair));
        let group = |f: usize| {
            let rows = self.design.rungs.iter().zip(&pair.tests[f]).filter_map(|(rung, test)| {
                let test = test.as_ref()?;
                let is_hollow = test.p_adjusted.is_none_or(|p| p >= SIGNIFICANCE_LEVEL);
                Some(Dot { is_hollow, ..Dot::new(&*rung.label, test.paired.estimate) })
            });
            let rows: Vec<_> = rows.collect();
            let heading = self.design.figures[f].meaning.clone();
            (!rows.is_empty()).then_some(Group { heading, rows })
        };
        let [a, b] = [pair.a, pair.b].map(|variant| file_name(&self.design.variants[variant]));
        Chart::of(
            format!("difference-{a}-{b}"),
            self.title(pair),
            "With each bot in all seats, and with 95 % intervals. A full dot is significant after Holm's correction. What \
             matters most comes first.",
            self.by_unit(&rows, "no difference", group),
        )
    }

    /// Differences of these figures, a plot for those that count the same, with a label at 0.
    fn by_unit(
        &self,
        rows: &[usize],
        at_0: &'static str,
        group: impl Fn(usize) -> Option<Group>,
    ) -> Vec<Plot> {
        let unit = |f: usize| self.design.figures[f].unit;
        let mut kinds: Vec<&str> = Vec::new();
        for unit in rows.iter().map(|&f| unit(f)) {
            if !kinds.contains(&unit) {
                kinds.push(unit);
            }
        }
        let plot = |kind: &str| {
            let of_kind = rows.iter().filter(|&&f| unit(f) == kind);
            let groups = of_kind.filter_map(|&f| group(f)).collect();
            let (unit, axis) = match kind {
                "share" => (Unit::ShareDifference, "percentage points"),
                "points" | "hands" => (Unit::Signed, kind),
                "correlation" => (Unit::Signed, "units of a correlation"),
                _ => (Unit::Signed, "the number counted"),
            };
            let axis = format!("difference, in {axis}");
            let reference = Some((0.0, at_0));
            Plot::Dots(Dots { unit, axis, reference, sides: None, groups })
        };
        kinds.into_iter().map(plot).collect()
    }

    /// What was counted value by value, a chart each.
    fn distribution_charts(&self) -> impl Iterator<Item = Option<Chart>> {
        let quantities = distributions(self.design.game).into_iter().enumerate();
        quantities.map(|(number, quantity)| {
            let sides = self.sides();
            let panel = |(column, (rung, variant)): &(_, (usize, usize))| {
                let mut cell = self.study.of_cell(*rung, *variant);
                let bars = cell.nth(number).map_or_else(Vec::new, bars);
                (!bars.is_empty()).then(|| Panel { label: label(column).to_owned(), bars })
            };
            let panels: Vec<_> = sides.iter().filter_map(panel).take(PANELS).collect();
            let figure = self.design.figures.iter().find(|figure| figure.name == *quantity);
            let meaning = figure.map_or(quantity, |Figure { meaning, .. }| meaning);
            let note = format!(
                "The share of each value, with {}. Thin lines are 95 % intervals. Of the highest values up to half a percent is \
                 left out.{}",
                self.whose(),
                first_of(PANELS, sides.len(), "columns of the tables")
            );
            let axis = meaning.to_owned();
            let histogram = Histogram { axis, is_whole: true, reference: None, panels };
            Chart::of(
                format!("distribution-{}", file_name(quantity)),
                format!("How often: {meaning}"),
                note,
                vec![Plot::Histogram(histogram)],
            )
        })
    }
}

fn label(column: &crate::terminal::grid::Column) -> &str {
    &column.head
}

/// The bars of a distribution, a value each, or some together where there are many.
fn bars(counted: &Distribution) -> Vec<Bar> {
    let mut values: Vec<_> =
        counted.shares().map(|(value, _, share)| (value as f64, share)).collect();
    let mut tail = 0.0;
    while let Some((_, share)) = values.last()
        && tail + share.mean <= TAIL
    {
        tail += share.mean;
        values.pop();
    }
    let (Some(&(first, _)), Some(&(last, _))) = (values.first(), values.last()) else {
        return Vec::new();
    };
    let width = ((last - first + 1.0) / BARS as f64).ceil().max(1.0);
    if width == 1.0 {
        let bar = |(value, share)| Bar { from: value - 0.45, to: value + 0.45, share };
        return values.into_iter().map(bar).collect();
    }
    let mut bars: Vec<Bar> = Vec::new();
    for (value, share) in values {
        let from = first + ((value - first) / width).floor() * width - 0.5;
        match bars.last_mut() {
            Some(bar) if bar.from == from => bar.share.mean += share.mean,
            _ => bars.push(Bar { from, to: from + width, share: share.mean.into() }),
        }
    }
    bars
}

/// A text as a part of a file's name.
fn file_name(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    text.chars().map(kept).take(60).collect()
}
