//! Hands written as records, read and played again.

use super::text;
use super::trials::{Trial, Trials};
use crate::played::Played;
use crate::record::{Chain, Forfeit, Record};
use crate::seat::BySeat;
use crate::{Game, Hand, Standing};

/// A hand that was played is written as a record, and the record read and replayed comes to the
/// same hand, which is written in the same bytes. The records of a match follow one another.
///
/// Gives how many hands there were; 10,000 take about a second.
///
/// # Panics
/// If something else comes of a record.
pub fn records<G: Game>(trials: &Trials<G>) -> usize {
    let mut hands = 0;
    let mut chain = Chain::default();
    let mut new = false;
    trials.each(|trial| {
        let outcome = Some(trial.finish());
        if trial.number() == 0 {
            chain = Chain::default();
            new = trial.rules().first_standing(trial.standing.dealer()) == trial.standing;
        }
        let Trial { deal, actions, hand, .. } = &*trial;
        let played = Played { deal: *deal, actions: actions.clone(), end: hand.clone(), outcome };
        // Only a match that starts anew has a hand of number 0.
        let number = trial.number() + usize::from(!new);
        let line = line_of::<G>(&played, trial.match_number(), number);
        let record: Record = serde_json::from_str(&line).expect("what was written can be read");
        let replay =
            record.replay_of(&trial.rules()).unwrap_or_else(|fault| panic!("{fault}: {line}"));
        assert_eq!(text(&replay.end), text(hand), "a record leads to another hand: {line}");
        let again = line_of::<G>(&replay, trial.match_number(), number);
        assert_eq!(again, line, "a record that was replayed is written otherwise");
        if new {
            let pushed = chain.push(&record, &replay);
            pushed.unwrap_or_else(|fault| panic!("does not follow the record before: {fault}"));
        }
        hands += 1;
    });
    hands
}

fn line_of<G: Game>(played: &Played<G>, match_number: u64, hand: usize) -> String {
    assert!(played.outcome.is_some(), "the hand was played to its end");
    let record = record_of::<G>(played, match_number, hand);
    serde_json::to_string(&record).expect("plain values have a JSON text")
}

/// The record of a hand that was played by nobody in particular.
pub fn record_of<G: Game>(played: &Played<G>, match_number: u64, hand: usize) -> Record {
    Record::of(played, (match_number, 0, hand), BySeat::from_fn(|seat| format!("bot {seat}")))
}

/// The record of a trial that failed; the failure is its forfeit, unless the hand is over.
pub(super) fn failed_record<G: Game>(trial: &Trial<'_, G>, reason: &str) -> Record {
    let Trial { deal, actions, hand, .. } = trial;
    let played = Played::<G> {
        deal: *deal,
        actions: actions.clone(),
        end: hand.clone(),
        outcome: hand.outcome(),
    };
    let forfeit = hand.turn().map(|seat| Forfeit { seat, reason: reason.to_owned() });
    Record { forfeit, ..record_of::<G>(&played, trial.match_number(), trial.number()) }
}
