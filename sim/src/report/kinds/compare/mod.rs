//! The page of a comparison of rule variants.

mod charts;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::kinds::compare::figures::Figure;
use crate::report::charts::Chart;
use crate::report::content::{Content, Source, listed, of_run};
use crate::report::sheet::{Estimated, Row, Sheet};
use crate::report::table::{Table, numbers, words};
use crate::report::unit::Unit;

/// As many measures are shown at first.
const ROWS: usize = 8;
/// As many pairs of variants, and as many variants in a chart.
const PAIRS: usize = 6;

/// A comparison as its folder holds it.
struct Page<'a> {
    measures: &'a [Figure],
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
    let left_out = (shown.len() < page.pairs.len()).then(|| {
        let (shown, all) = (shown.len(), page.pairs.len());
        format!("Of {all} pairs of variants this page shows {shown}; differences.csv has them all.")
    });
    let method = [
        "Every variant was played on the same cards by the same bots. A block is the cards of one match, hand after \
         hand. Each bot is a rung, named from the weakest to the strongest, and sat at all three seats; every rung but \
         the lowest also played alone against two of the rung below.",
        "A difference is the first variant less the second, block by block, so luck of the cards cancels out as far as \
         it can. Verdicts take Holm's correction for the number of tests. An effect holds if three rungs show it and \
         none shows the opposite; it depends on the bots if a test finds that the rungs differ.",
    ];
    Ok(Content {
        title,
        facts: folder
            .count("blocks")
            .map(|blocks| of_run(blocks, &folder.text("shard")))
            .into_iter()
            .chain([bots])
            .collect(),
        tables,
        charts,
        method: method.map(str::to_owned).into_iter().chain(left_out).collect(),
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
            let is_base = |variant: &&&str| self.pairs.iter().all(|pair| pair.contains(*variant));
            let base = self.variants.iter().find(is_base).unwrap_or(first);
            pairs.retain(|pair| pair.contains(base));
        }
        pairs.truncate(PAIRS);
        pairs
    }

    /// A measure that the program does not know goes by its name in files.
    fn meaning<'m>(&'m self, name: &'m str) -> &'m str {
        self.measure(name).map_or(name, |measure| &measure.meaning)
    }

    fn measure(&self, name: &str) -> Option<&Figure> {
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
            let unit = self.measure(name).map_or(Unit::Plain, unit);
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
            let unit = self.measure(name).map_or(Unit::Signed, unit_of_difference);
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
}

/// The unit of the values of a measure.
fn unit(measure: &Figure) -> Unit {
    if measure.is_share() { Unit::Share } else { Unit::Plain }
}

/// The unit of differences between them.
fn unit_of_difference(measure: &Figure) -> Unit {
    if measure.is_share() { Unit::ShareDifference } else { Unit::Signed }
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
