//! The page of a comparison of rule variants.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::report::charts::drawing::Drawing;
use crate::report::charts::{Bar, Chart, Dots, Group, Histogram, Mark, Panel, Row as DotRow};
use crate::report::content::{Content, Source, listed};
use crate::report::names::Measure;
use crate::report::sheet::{Estimated, Row, Sheet};
use crate::report::table::{Table, numbers, words};
use crate::report::unit::Unit;
use crate::stats::LEVEL;
use crate::terminal::number::plural;

/// As many measures are shown at first.
const ROWS: usize = 8;
/// As many pairs of variants, and as many variants in a chart.
const PAIRS: usize = 6;
const VARIANTS: usize = 12;
/// As many histograms below each other.
const PANELS: usize = 8;
/// More values than these are put together, and the last of so small a share are left out.
const BARS: usize = 40;
const TAIL: f64 = 0.005;

/// A comparison as its folder holds it.
struct Page<'a> {
    measures: &'a [Measure],
    /// The measures that are defined somewhere, by their names in files.
    defined: Vec<&'a str>,
    /// Of a measure, variant and bot.
    values: BTreeMap<[&'a str; 3], Row<'a>>,
    /// Of a measure, two variants and a bot.
    differences: BTreeMap<[&'a str; 4], Row<'a>>,
    /// Of a measure and two variants.
    verdicts: BTreeMap<[&'a str; 3], Row<'a>>,
    variants: Vec<&'a str>,
    /// The bots from the weakest to the strongest.
    bots: Vec<&'a str>,
    /// Each two variants that are compared.
    pairs: Vec<[&'a str; 2]>,
}

/// What the page of a comparison shows.
pub(in crate::report) fn content(source: &Source<'_>) -> anyhow::Result<Content> {
    let folder = source.folder;
    let characters = folder.expect("characters.csv")?;
    let none = Sheet::default();
    let (differences, verdicts) = (folder.sheet("differences.csv")?, folder.sheet("verdicts.csv")?);
    let differences = differences.as_ref().unwrap_or(&none);
    let mut pairs: Vec<[&str; 2]> = Vec::new();
    for pair in differences.rows().map(|row| [row.text("a"), row.text("b")]) {
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let page = Page {
        measures: source.measures,
        defined: defined(&characters),
        values: keyed(&characters, ["measure", "variant", "bot"]),
        differences: keyed(differences, ["measure", "a", "b", "bot"]),
        verdicts: keyed(verdicts.as_ref().unwrap_or(&none), ["measure", "a", "b"]),
        variants: characters.distinct("variant"),
        bots: characters.distinct("bot"),
        pairs,
    };
    let shown = page.shown_pairs();
    let mut tables = page.values();
    tables.extend(shown.iter().map(|pair| page.pair_table(*pair)));
    let mut charts: Vec<Chart> = page.roles().into_iter().collect();
    charts.extend(shown.iter().filter_map(|pair| page.forest(*pair)));
    charts.extend(page.leaders());
    if let Some(sheet) = folder.sheet("distributions.csv")? {
        charts.extend(page.distributions(&sheet));
    }
    let title = match page.variants.as_slice() {
        [one] => format!("{one}: how it plays"),
        variants => format!("{} compared", listed(variants)),
    };
    let bots = match page.bots.as_slice() {
        [one] => format!("with {one}"),
        bots => format!("with {}", listed(bots)),
    };
    Ok(Content {
        title,
        facts: folder.count("blocks").map(|blocks| plural(blocks, "block")).into_iter().chain([bots]).collect(),
        tables,
        charts,
        method: vec![
            "Every variant was played on the same cards by the same bots. A block is the cards of one match, hand \
             after hand. Each bot is a rung, named from the weakest to the strongest, and sat at all three seats; \
             every rung but the lowest also played alone against two of the rung below."
                .to_owned(),
            "A difference is the first variant less the second, block by block, so luck of the cards cancels out as \
             far as it can. Verdicts take Holm's correction for the number of tests. An effect holds if three rungs \
             show it and none shows the opposite; it depends on the bots if a test finds that the rungs differ."
                .to_owned(),
        ],
        terms: vec!["Block", "Variant", "Rung", "Role", "Interval", "Holm's correction", "Verdict"],
    })
}

impl Page<'_> {
    /// The strongest bot.
    fn top(&self) -> &str {
        self.bots.last().copied().unwrap_or_default()
    }

    /// The pairs that are shown: all, or those with the first variant, or with that against which all others stand.
    fn shown_pairs(&self) -> Vec<[&str; 2]> {
        let mut pairs = self.pairs.clone();
        if pairs.len() > PAIRS
            && let Some(first) = self.variants.first()
        {
            let with_first = |pair: &[&str; 2]| pair.contains(first);
            if pairs.iter().any(with_first) {
                pairs.retain(with_first);
            }
        }
        pairs.truncate(PAIRS);
        pairs
    }

    /// A measure that the program does not know goes by its name in files.
    fn meaning<'m>(&'m self, name: &'m str) -> &'m str {
        self.measure(name).map_or(name, |measure| &measure.meaning)
    }

    fn measure(&self, name: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.name == name)
    }

    fn value(&self, name: &str, variant: &str, bot: &str) -> Option<Estimated> {
        self.values.get(&[name, variant, bot])?.estimated(["value", "lo", "hi"])
    }

    fn difference<'q>(
        &'q self,
        name: &'q str,
        [a, b]: [&'q str; 2],
        bot: &'q str,
    ) -> Option<&'q Row<'q>> {
        self.differences.get(&[name, a, b, bot])
    }

    fn verdict<'q>(&'q self, name: &'q str, [a, b]: [&'q str; 2]) -> Option<&'q Row<'q>> {
        self.verdicts.get(&[name, a, b])
    }

    /// How much a measure matters: how firm the firmest verdict is on these pairs, and how many standard errors the
    /// largest difference is away from 0 with the strongest bot.
    fn weight(&self, name: &str, pairs: &[[&str; 2]]) -> (u8, f64) {
        let firmness = |pair: &[&str; 2]| match self.verdict(name, *pair)?.text("verdict") {
            "higher" | "lower" => Some(4),
            "depends on the bots" => Some(3),
            "higher on too few rungs" | "lower on too few rungs" => Some(2),
            "not tested" => Some(0),
            _ => Some(1),
        };
        let errors = |pair: &[&str; 2]| {
            let row = self.difference(name, *pair, self.top())?;
            Some((row.value("difference")? / row.value("se")?).abs())
        };
        let firmest = pairs.iter().filter_map(firmness).max().unwrap_or(0);
        (firmest, pairs.iter().filter_map(errors).fold(0.0, f64::max))
    }

    /// The measures that matter most on these pairs, or without pairs those that say what a game is like.
    fn first_measures(&self, pairs: &[[&str; 2]]) -> Vec<&str> {
        let mut names = self.defined.clone();
        if pairs.is_empty() {
            let mut groups = Vec::new();
            names.retain(|name| {
                let Some(measure) = self.measure(name) else { return true };
                let is_new = !groups.contains(&measure.group);
                groups.push(measure.group);
                is_new || measure.role.is_some()
            });
        } else {
            let mut weighed: Vec<_> =
                names.into_iter().map(|name| (self.weight(name, pairs), name)).collect();
            let order = |x: &(u8, f64), y: &(u8, f64)| -> Ordering {
                y.0.cmp(&x.0).then(y.1.total_cmp(&x.1))
            };
            weighed.sort_by(|(x, _), (y, _)| order(x, y));
            names = weighed.into_iter().map(|(_, name)| name).collect();
        }
        names.truncate(ROWS);
        names
    }

    /// What stands in the columns of a table of values: variants with the strongest bot, or bots under the one variant.
    fn columns(&self) -> Vec<(&str, &str, &str)> {
        match self.variants.as_slice() {
            [one] => self.bots.iter().map(|bot| (*bot, *one, *bot)).collect(),
            many => many.iter().map(|variant| (*variant, *variant, self.top())).collect(),
        }
    }

    fn values(&self) -> Vec<Table> {
        let columns = self.columns();
        let heads = || {
            let figures = columns.iter().map(|(head, ..)| numbers(*head));
            std::iter::once(words("measure")).chain(figures).collect::<Vec<_>>()
        };
        let row = |name: &str| {
            let unit = self.measure(name).map_or(Unit::Plain, Measure::unit);
            let cells = columns
                .iter()
                .map(|(_, variant, bot)| unit.estimate(self.value(name, variant, bot).as_ref()));
            std::iter::once(html! { (self.meaning(name)) }).chain(cells).collect::<Vec<Markup>>()
        };
        let first = self.first_measures(&self.pairs);
        let of = if self.variants.len() == 1 {
            "With a bot in all three seats.".to_owned()
        } else {
            format!("With {} in all three seats.", self.top())
        };
        let all = &self.defined;
        vec![
            Table {
                title: if self.pairs.is_empty() {
                    "What the game is like"
                } else {
                    "What matters most"
                }
                .to_owned(),
                note: format!("{of} Brackets hold the ends of 95 % intervals."),
                heads: heads(),
                rows: first.iter().map(|name| row(name)).collect(),
                folded: false,
            },
            Table {
                title: format!("All {} measures", all.len()),
                note: of,
                heads: heads(),
                rows: all.iter().map(|name| row(name)).collect(),
                folded: true,
            },
        ]
    }

    fn pair_table(&self, pair: [&str; 2]) -> Table {
        let [a, b] = pair;
        let heads = self.bots.iter().map(|bot| numbers(*bot)).chain([words("verdict")]);
        let row = |name: &str| {
            let unit = self.measure(name).map_or(Unit::Signed, Measure::unit_of_difference);
            let cells = self.bots.iter().map(|bot| {
                let row = self.difference(name, pair, bot);
                unit.estimate(
                    row.and_then(|row| row.estimated(["difference", "lo", "hi"])).as_ref(),
                )
            });
            let verdict = self.verdict(name, pair).map_or("", |row| row.text("verdict"));
            std::iter::once(html! { (self.meaning(name)) })
                .chain(cells)
                .chain([html! { (verdict) }])
                .collect::<Vec<Markup>>()
        };
        Table {
            title: format!("{a} less {b}"),
            note: "Differences with each bot in all seats; of shares in points of percent."
                .to_owned(),
            heads: std::iter::once(words("measure")).chain(heads).collect(),
            rows: self.first_measures(&[pair]).into_iter().map(row).collect(),
            folded: self.pairs.len() > 1,
        }
    }

    /// A dot for each column of the tables.
    fn dots(&self, name: &str) -> Vec<DotRow> {
        let row = |&(label, variant, bot): &(&str, &str, &str)| {
            let figure = self.value(name, variant, bot)?;
            Some(DotRow { label: label.to_owned(), figure, mark: Mark::Full, due: None })
        };
        self.columns().iter().take(VARIANTS).filter_map(row).collect()
    }

    fn whose(&self) -> String {
        if self.variants.len() == 1 {
            "each bot in all three seats".to_owned()
        } else {
            format!("{} in all three seats", self.top())
        }
    }

    fn roles(&self) -> Option<Chart> {
        let group = |measure: &Measure| Group {
            heading: measure.role.unwrap_or_default().to_owned(),
            rows: self.dots(&measure.name),
        };
        let roles = self.measures.iter().filter(|measure| measure.role.is_some());
        let groups: Vec<_> = roles.map(group).filter(|group| !group.rows.is_empty()).collect();
        let dots = Dots {
            unit: Unit::Signed,
            axis: "points a hand".to_owned(),
            reference: Some((0.0, "")),
            groups,
        };
        (!dots.groups.is_empty()).then(|| Chart {
            name: "points-by-role".to_owned(),
            title: "What each role scores".to_owned(),
            note: format!("Points a hand with {}, with 95 % intervals.", self.whose()),
            drawing: dots.draw(),
        })
    }

    /// The differences of a pair that matter most, those that count the same on one axis.
    fn forest(&self, pair: [&str; 2]) -> Option<Chart> {
        let [a, b] = pair;
        let names = self.first_measures(&[pair]);
        let counted = |name: &str| self.measure(name).map_or("", |measure| measure.counted);
        let mut kinds: Vec<&str> = Vec::new();
        for kind in names.iter().map(|name| counted(name)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let group = |name: &str| {
            let rows = self.bots.iter().filter_map(|bot| {
                let row = self.difference(name, pair, bot)?;
                let figure = row.estimated(["difference", "lo", "hi"])?;
                let is_shown = row.value("p_adjusted").is_some_and(|p| p < LEVEL);
                let mark = if is_shown { Mark::Full } else { Mark::Hollow };
                Some(DotRow { label: (*bot).to_owned(), figure, mark, due: None })
            });
            Group { heading: self.meaning(name).to_owned(), rows: rows.collect() }
        };
        let forest = |kind: &str| {
            let of_kind = names.iter().filter(|name| counted(name) == kind);
            let groups: Vec<_> =
                of_kind.map(|name| group(name)).filter(|group| !group.rows.is_empty()).collect();
            let (unit, axis) = match kind {
                "share" => (Unit::ShareDifference, "points of percent"),
                "points" | "hands" => (Unit::Signed, kind),
                "correlation" => (Unit::Signed, "units of a correlation"),
                _ => (Unit::Signed, "the number counted"),
            };
            let dots = Dots {
                unit,
                axis: format!("difference, in {axis}"),
                reference: Some((0.0, "no difference")),
                groups,
            };
            (!dots.groups.is_empty()).then(|| dots.draw())
        };
        let forests: Vec<_> = kinds.into_iter().filter_map(forest).collect();
        (!forests.is_empty()).then(|| Chart {
            name: format!("difference-{}-{}", file_name(a), file_name(b)),
            title: format!("{a} less {b}"),
            note: "With each bot in all seats, and with 95 % intervals. A full dot is significant after Holm's \
                   correction. What matters most comes first."
                .to_owned(),
            drawing: Drawing::stacked(&forests),
        })
    }

    /// How often who leads wins, after some hands.
    fn leaders(&self) -> Option<Chart> {
        let group = |hands: u32| {
            let rows = self.dots(&format!("leader_wins_after_{hands}"));
            let heading =
                if hands == 1 { "after 1 hand".to_owned() } else { format!("after {hands} hands") };
            Group { heading, rows }
        };
        let groups: Vec<_> =
            [1, 2, 4, 8].map(group).into_iter().filter(|group| !group.rows.is_empty()).collect();
        let dots = Dots {
            unit: Unit::Share,
            axis: "matches won by who led then, in percent".to_owned(),
            reference: Some((1.0 / 3.0, "parity")),
            groups,
        };
        (!dots.groups.is_empty()).then(|| Chart {
            name: "leader".to_owned(),
            title: "When a match is decided".to_owned(),
            note: format!(
                "How often who leads alone after so many hands wins the match, with {}.",
                self.whose()
            ),
            drawing: dots.draw(),
        })
    }

    /// What was counted value by value, a chart each.
    fn distributions(&self, sheet: &Sheet) -> Vec<Chart> {
        let chart = |quantity: &str| {
            let cut = Cell::new(false);
            let panel = |&(label, variant, bot): &(&str, &str, &str)| {
                let rows = sheet.rows().filter(|row| {
                    row.text("quantity") == quantity
                        && row.text("variant") == variant
                        && row.text("bot") == bot
                });
                let (bars, is_cut) = bars(rows);
                cut.set(cut.get() || is_cut);
                (!bars.is_empty()).then(|| Panel { label: label.to_owned(), bars })
            };
            let panels: Vec<_> = self.columns().iter().filter_map(panel).take(PANELS).collect();
            let meaning = self.meaning(quantity).to_owned();
            let histogram =
                Histogram { axis: meaning.clone(), whole: true, reference: None, panels };
            let left_out = if cut.get() {
                " The highest values, half a percent at most, are left out."
            } else {
                ""
            };
            histogram.panels.iter().any(|panel| panel.bars.len() > 1).then(|| Chart {
                name: format!("distribution-{}", file_name(quantity)),
                title: format!("How often: {meaning}"),
                note: format!(
                    "The share of each value, with {}. Thin lines are 95 % intervals.{left_out}",
                    self.whose()
                ),
                drawing: histogram.draw(),
            })
        };
        sheet.distinct("quantity").into_iter().filter_map(chart).collect()
    }
}

/// The rows of a table by these columns.
fn keyed<'s, const N: usize>(
    sheet: &'s Sheet,
    columns: [&str; N],
) -> BTreeMap<[&'s str; N], Row<'s>> {
    sheet.rows().map(|row| (columns.map(|column| row.text(column)), row)).collect()
}

/// The measures that have a value somewhere.
fn defined(characters: &Sheet) -> Vec<&str> {
    let defined = characters.rows().filter(|row| row.value("value").is_some());
    let mut names: Vec<&str> = Vec::new();
    for name in defined.map(|row| row.text("measure")) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The bars of a distribution, a value each, or some together where there are many; and whether values are left out.
fn bars<'r>(rows: impl Iterator<Item = Row<'r>>) -> (Vec<Bar>, bool) {
    let value = |row: Row<'r>| {
        let (value, share) = (row.value("value")?, row.value("share")?);
        Some((value, share, row.value("lo").zip(row.value("hi"))))
    };
    let mut values: Vec<_> = rows.filter_map(value).collect();
    let mut tail = 0.0;
    while let Some((_, share, _)) = values.last()
        && tail + share <= TAIL
    {
        tail += share;
        values.pop();
    }
    let (Some((first, ..)), Some((last, ..))) = (values.first(), values.last()) else {
        return (Vec::new(), false);
    };
    let (first, width) = (*first, ((last - first + 1.0) / BARS as f64).ceil().max(1.0));
    if width == 1.0 {
        let bar = |(value, share, interval)| Bar {
            from: value - 0.45,
            to: value + 0.45,
            share,
            interval,
        };
        return (values.into_iter().map(bar).collect(), tail > 0.0);
    }
    let mut bars: Vec<Bar> = Vec::new();
    for (value, share, _) in values {
        let from = first + ((value - first) / width).floor() * width - 0.5;
        match bars.last_mut() {
            Some(bar) if bar.from == from => bar.share += share,
            _ => bars.push(Bar { from, to: from + width, share, interval: None }),
        }
    }
    (bars, tail > 0.0)
}

/// A text as a part of a file's name.
fn file_name(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    text.chars().map(kept).take(60).collect()
}
