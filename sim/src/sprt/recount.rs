//! A sequential test counted again from the rows of its blocks.

use super::evidence::{BLOCKS, read_row, row};
use super::{Test, TestFold};
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use crate::experiment::contract::Experiment as _;
use crate::play::duel::{Duel, DuelBlock};
use crate::terminal::number::plural;

/// Counts a test again from `blocks.csv`, up to the block that decides.
pub(super) fn recount<'s>(test: &'s Test<'s>, held: &mut Held) -> Result<Recount<'s>, Fault> {
    let mut evidence = test.evidence();
    let numbers = held.numbers(&test.blocks());
    let Some(file) = &mut held.files[0] else {
        return Ok(Recount::of(Box::new(TestFold { test, evidence }), BLOCKS));
    };
    for number in numbers {
        if evidence.decision.is_some() {
            break;
        }
        let line = file.due_line(|| format!("block {number}"))?;
        let at = line.number;
        let wrong = |told: &str| file.fault(at, told);
        let block = read_row(number, &line.bytes)
            .ok_or_else(|| wrong("it is no row of the block that is due"))?;
        file.compare(&[line], row(number, &block, &test.of).as_bytes(), "as a run writes it")?;
        if let Err(told) = can_be(&block, test.settings.stage.max_hands) {
            return Err(file.fault(at, told));
        }
        evidence.add(&block);
    }
    let up_to = if evidence.is_shard { "" } else { ", up to the one that decides" };
    let told = format!(
        "{BLOCKS}: {}, each with what six matches can come to{up_to}",
        plural(evidence.blocks(), "block"),
    );
    let why = "how the matches were played, since a test keeps no records";
    let mut recount = Recount::of(Box::new(TestFold { test, evidence }), "by blocks.csv");
    recount.unknown.push("failures");
    recount.checked.push(told);
    recount.unchecked.push(why.to_owned());
    Ok(recount)
}

/// Whether six matches can come to this.
fn can_be(block: &DuelBlock, max_hands: u64) -> Result<(), String> {
    let DuelBlock { won: [a, b], hands, forfeits, .. } = *block;
    let matches = Duel::matches(1);
    let all = 6 * matches as i64;
    if a + b != all {
        return Err(format!("the bots won {a} and {b} sixths, but of six matches it is {all}"));
    }
    let forfeits = forfeits[0].saturating_add(forfeits[1]);
    if forfeits > matches {
        return Err(format!("{forfeits} forfeits, but a block has {matches} matches"));
    }
    if hands < matches - forfeits || hands > matches * max_hands {
        return Err(format!("hands are {hands}, which {matches} matches can't have"));
    }
    Ok(())
}
