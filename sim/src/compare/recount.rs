//! A comparison counted again: from the values of its blocks where these were kept; else from the sums of a shard, or as
//! far as its tables tell of one another.

use std::collections::BTreeMap;
use std::path::Path;

use super::block_values::BLOCK_VALUES;
use super::characters::Characters;
use super::counted::{BY_BLOCKS, Counted, OF_MATCHES, UNKNOWN, count, unknown};
use super::differences::Differences;
use super::distributions::Distributions;
use super::findings::{Comparison, Shares, Source};
use super::study::Study;
use super::verdicts::Verdicts;
use super::{Compare, CompareFold};
use crate::audit::fault::Fault;
use crate::audit::held::{Held, HeldFile, Line};
use crate::audit::recount::{Recount, Unknown};
use crate::audit::report::list;
use crate::audit::tables;
use crate::experiment::contract::{Fold, Settings as _};
use crate::folder::note::OF_ANOTHER;
use crate::folder::place::{TALLY, to_json};
use crate::stats::{
    AdjustedEstimate, Estimate, Heterogeneity, Mergeable, PairedDifference, ValueRange,
};
use crate::tables::{Table, csv};
use crate::terminal::number::plural;

/// Counts a comparison again: once it is finished, or as far as the values of its blocks are there.
pub(super) fn recount<'s>(compare: &'s Compare<'s>, held: &mut Held) -> Result<Recount<'s>, Fault> {
    let mut recount = Recount::of(None, "by tally.json");
    let counted = compare.rows.as_ref().map(|rows| count(compare, rows, held)).transpose()?;
    let mut why =
        "how the matches were played, since a comparison keeps no rows of them".to_owned();
    match &counted {
        None => why += "; the values and errors of its tables are taken as they are",
        Some(study) => recount.checked.push(format!(
            "{BLOCK_VALUES}: every row of {} is there once, with what a block can come to",
            plural(study.blocks(), "block"),
        )),
    }
    recount.unchecked.push(why);
    if !held.finished() {
        if counted.is_some() {
            recount.unchecked.push(format!("of progress.json {UNKNOWN}"));
            let fold =
                counted.map(|study| Box::new(CompareFold { of: compare, study }) as Box<dyn Fold>);
            return Ok(Recount { fold, by: BY_BLOCKS, unknown: unknown(), ..recount });
        }
    } else if compare.settings.shard().is_some() {
        hold_shard(compare, counted.as_ref(), &held.dir, &mut recount)?;
    } else {
        hold_tables(compare, counted.as_ref(), &held.dir, &mut recount)?;
    }
    Ok(recount)
}

/// Reads the sums of a shard, and holds them against what was counted.
fn hold_shard<'s>(
    compare: &'s Compare<'s>,
    counted: Option<&Study>,
    dir: &Path,
    recount: &mut Recount<'s>,
) -> Result<(), Fault> {
    let path = dir.join(TALLY);
    let study: Study = tables::parse(&path)?;
    let mut sums = compare.study();
    if !study.is_like(&sums) || study.blocks() != compare.blocks.end - compare.blocks.start {
        return Err(Fault::of(&path, OF_ANOTHER));
    }
    sums.merge(&study);
    recount.fold = Some(Box::new(CompareFold { of: compare, study: sums }));
    // The tables are made from these sums, which nothing else tells in full.
    recount.unknown.tables.push(TALLY);
    let Some(counted) = counted else {
        recount.unchecked.push("tally.json, which is taken as it is".to_owned());
        return Ok(());
    };
    tables::hold(dir, (TALLY, &to_json(counted)), &unknown(), BY_BLOCKS)?;
    recount.checked.push(format!("tally.json is what {BLOCK_VALUES} comes to"));
    recount.unchecked.push(format!("of tally.json {UNKNOWN}"));
    Ok(())
}

/// Holds the tables against what was counted; else against what follows from their own values and errors.
fn hold_tables<'s>(
    compare: &'s Compare<'s>,
    counted: Option<&Study>,
    dir: &Path,
    recount: &mut Recount<'s>,
) -> Result<(), Fault> {
    let study = compare.study();
    let told = Told::read(compare, &study, dir)?;
    let margins = &compare.margins;
    let counted = counted.map(|study| Counted { study, told: &told });
    let (source, by): (&dyn Source, _) = match &counted {
        Some(counted) => (counted, BY_BLOCKS),
        None => (&told, "by the other figures"),
    };
    let comparison =
        Comparison::of(compare.game.name(), compare.who(), margins, &study, told.blocks, source);
    let due: [&dyn Table; 4] = [
        &Distributions(&comparison),
        &Characters(&comparison),
        &Differences(&comparison),
        &Verdicts(&comparison),
    ];
    for table in due {
        let due = (table.file(), &*csv(table));
        tables::hold(dir, due, &Unknown::default(), by)?;
    }
    let Some(counted) = counted else {
        let told = "shares, maxima, differences, intervals, p-values, corrections and verdicts of the \
                    tables agree";
        recount.checked.push(told.to_owned());
        return Ok(());
    };
    counted.hold_quantities(compare, dir)?;
    recount
        .checked
        .push(format!("{} are what {BLOCK_VALUES} comes to", list(&due.map(Table::file))));
    if let Some(quantities) = study.distributions.get(OF_MATCHES..).filter(|some| !some.is_empty())
    {
        let told = format!(
            "how often each value of {} came up in a hand, the greatest of them, and the errors: only how many \
             there are and their sum follow",
            list(quantities)
        );
        recount.unchecked.push(told);
    }
    Ok(())
}

/// What the tables tell that follows from nothing else in them.
pub(super) struct Told {
    blocks: u64,
    /// By variant, rung and what is counted.
    shares: BTreeMap<[usize; 3], Shares>,
    /// By variant, rung and figure.
    values: BTreeMap<[usize; 3], Estimate>,
    /// By the two variants, rung and figure.
    differences: BTreeMap<[usize; 4], PairedDifference>,
    /// By the two variants and figure.
    heterogeneities: BTreeMap<[usize; 3], Heterogeneity>,
}

impl Source for Told {
    fn value(&self, rung: usize, variant: usize, figure: usize) -> Option<Estimate> {
        self.values.get(&[variant, rung, figure]).copied()
    }

    fn difference(
        &self,
        rung: usize,
        a: usize,
        b: usize,
        figure: usize,
    ) -> Option<PairedDifference> {
        self.differences.get(&[a, b, rung, figure]).copied()
    }

    fn heterogeneity(&self, a: usize, b: usize, figure: usize) -> Option<Heterogeneity> {
        self.heterogeneities.get(&[a, b, figure]).copied()
    }

    fn shares(&self, rung: usize, variant: usize, number: usize) -> Shares {
        self.shares.get(&[variant, rung, number]).cloned().unwrap_or_default()
    }
}

impl Told {
    fn read(compare: &Compare<'_>, study: &Study, dir: &Path) -> Result<Self, Fault> {
        let blocks = compare.blocks.end - compare.blocks.start;
        let (shares, values, differences, heterogeneities) = Default::default();
        let mut told = Self { blocks, shares, values, differences, heterogeneities };
        let names = &compare.names;
        let variant = |name: &str| names.iter().position(|variant| variant == name);
        let rung = |name: &str| compare.rungs.iter().position(|rung| rung.label == name);
        let figure = |name: &str| study.figure(name);
        let counted = |name: &str| study.distributions.iter().position(|counted| *counted == name);
        each_row(dir, "distributions.csv", |row: [&str; 11]| {
            let key = [variant(row[1])?, rung(row[2])?, counted(row[4])?];
            let (value, count): (usize, i64) = (row[5].parse().ok()?, row[6].parse().ok()?);
            let share = told.estimate(row[7], row[8])?;
            let shares = told.shares.entry(key).or_default();
            let later = shares.last().is_none_or(|(last, ..)| *last < value);
            (later && count > 0).then(|| shares.push((value, count, share)))
        })?;
        for shares in told.shares.values_mut() {
            let all: i128 = shares.iter().map(|(_, count, _)| i128::from(*count)).sum();
            for (_, count, share) in shares {
                *share = Estimate::share(*count as f64 / all as f64, share.se, blocks, 1.0);
            }
        }
        each_row(dir, "characters.csv", |row: [&str; 9]| {
            let key @ [v, rung, f] = [variant(row[1])?, rung(row[2])?, figure(row[4])?];
            let mut value = told.estimate(row[5], row[6])?;
            if let Some(of) = study.maximum(f) {
                value.mean = told.shares.get(&[v, rung, of])?.last()?.0 as f64;
            } else if value.se.is_some() && study.is_measure(f) {
                let least = study.figures[f].lengths.and_then(|of| told.shares.get(&[v, rung, of]));
                let least = least.and_then(|shares| shares.first());
                let range = study.figures[f].range;
                let range = least.map_or(range, |(least, ..)| ValueRange::Above(*least as f64));
                value = match range {
                    ValueRange::SHARE => Estimate::share(value.mean, value.se, blocks, 1.0),
                    range => Estimate::within(range, value.mean, value.se, blocks),
                };
                if float(row[7])?.is_none() {
                    value = value.bare();
                }
            } else {
                // What these follow from, no table tells.
                (value.lo, value.hi) = (float(row[7])?, float(row[8])?);
            }
            told.values.insert(key, value).is_none().then_some(())
        })?;
        each_row(dir, "differences.csv", |row: [&str; 23]| {
            let (a, b) = (variant(row[1])?, variant(row[2])?);
            let (rung, f) = (rung(row[3])?, figure(row[5])?);
            let value = |variant: usize| told.values.get(&[variant, rung, f]);
            let mut estimate = told.estimate(row[6], row[7])?;
            estimate = Estimate::new(value(a)?.mean - value(b)?.mean, estimate.se, blocks);
            let mut p = estimate.p_value(blocks);
            if !study.is_measure(f) {
                (estimate.lo, estimate.hi) = (float(row[8])?, float(row[9])?);
                p = float(row[10])?;
            } else if float(row[8])?.is_none() {
                (estimate, p) = (estimate.bare(), None);
            }
            let mut adjusted = None;
            if let Some((worth, se)) = float(row[22])?.zip(estimate.se) {
                let error = Some(se / worth.sqrt()).filter(|se| se.is_finite() && *se > 0.0)?;
                let told_error = float(row[19])??;
                let agree = (told_error / error - 1.0).abs() < 1e-9;
                let estimate = told.estimate(row[18], row[19]).filter(|_| agree)?;
                adjusted = Some(AdjustedEstimate { estimate, worth });
            }
            let (rho, variance_ratio) = (float(row[12])?, float(row[13])?);
            let paired = PairedDifference { estimate, p, rho, variance_ratio, adjusted };
            let paired = study.figures[f].difference(paired);
            told.differences.insert([a, b, rung, f], paired).is_none().then_some(())
        })?;
        each_row(dir, "verdicts.csv", |row: [&str; 13]| {
            let key = [variant(row[1])?, variant(row[2])?, figure(row[3])?];
            let (q, p) = (float(row[10])?, float(row[11])?);
            if let Some((q, p)) = q.zip(p) {
                let of_any = q >= 0.0 && (0.0..=1.0).contains(&p);
                told.heterogeneities.insert(key, Heterogeneity { q, p });
                return of_any.then_some(());
            }
            (q, p).eq(&(None, None)).then_some(())
        })?;
        Ok(told)
    }

    /// The estimate of a mean and an error as written; `None` where no blocks can have them.
    fn estimate(&self, mean: &str, se: &str) -> Option<Estimate> {
        let (mean, se) = (float(mean)??, float(se)?);
        let is_error = se.is_none_or(|se| se > 0.0 && self.blocks >= 2);
        is_error.then(|| Estimate::new(mean, se, self.blocks))
    }
}

/// Reads the rows of a table, none of whose fields holds a comma; `read` gives `None` of a row that no
/// run writes.
fn each_row<const N: usize>(
    dir: &Path,
    name: &str,
    mut read: impl FnMut([&str; N]) -> Option<()>,
) -> Result<(), Fault> {
    let mut file = HeldFile::table(dir, name)?;
    while let Some(Line { number, bytes }) = file.next_line()? {
        let text = String::from_utf8_lossy(&bytes);
        let fields: Vec<&str> = text.trim_end_matches('\n').split(',').collect();
        let row = <[&str; N]>::try_from(fields).ok().and_then(&mut read);
        row.ok_or_else(|| {
            file.fault(number, "it is no row that a run with these settings writes")
        })?;
    }
    Ok(())
}

/// A number, or nothing in an empty field; `None` if the text is neither.
fn float(text: &str) -> Option<Option<f64>> {
    if text.is_empty() {
        return Some(None);
    }
    text.parse().ok().filter(|number: &f64| number.is_finite()).map(Some)
}
