//! Records kept from an earlier version.

use threehand_engine::options::differing;
use threehand_engine::record::{Chain, Record};
use threehand_engine::{Game, Hand as _};

/// Records kept from an earlier version, a line each: every one leads to the end that it says, its
/// match goes on as it does, and it is written back in the same bytes.
///
/// The lines are whole matches of one or more sets of rules, those of the same rules together.
/// Gives how many hands there are under each, with the number of options that differ from the
/// published ones. 10,000 hands take about a second.
///
/// # Panics
/// If a record does not replay.
pub(crate) fn playthroughs<G: Game>(lines: &str) -> Vec<(usize, usize)> {
    let mut parts: Vec<(String, Chain, usize, usize)> = vec![];
    for (i, line) in lines.lines().enumerate() {
        let fault =
            |fault: &dyn std::fmt::Display| -> ! { panic!("{}, line {}: {fault}", G::NAME, i + 1) };
        let record: Record = serde_json::from_str(line).unwrap_or_else(|error| fault(&error));
        let replay = record.replay::<G>().unwrap_or_else(|error| fault(&error));
        if parts.last().is_none_or(|(variant, ..)| *variant != record.variant) {
            let options = differing(replay.end.rules()).len();
            parts.push((record.variant.clone(), Chain::default(), 0, options));
        }
        let (_, chain, hands, _) = parts.last_mut().expect("there is the record's own");
        chain.push(&record, &replay).unwrap_or_else(|error| fault(&error));
        *hands += 1;
        let again = serde_json::to_string(&record).expect("plain values have a JSON text");
        assert_eq!(again, line, "{}, line {} is written otherwise", G::NAME, i + 1);
    }
    for (variant, chain, ..) in &parts {
        chain.finish().unwrap_or_else(|fault| panic!("{variant}: {fault}"));
    }
    parts.into_iter().map(|(_, _, hands, options)| (hands, options)).collect()
}
