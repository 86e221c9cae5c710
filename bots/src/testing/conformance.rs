//! What every bot owes to whoever plays with it.

use rand::{Rng, SeedableRng};
use threehand_engine::testing::Trials;
use threehand_engine::{BySeat, Hand};

use super::place::at;
use crate::bot::BotRng;
use crate::knowledge::Knowledge;
use crate::lab::{Bots, Spec};

/// Every bot plays by the rules and is a function of its seeds, and its spec is its own text.
///
/// Each bot plays all hands, in all three seats, and is made anew for each match. A twin of it is
/// asked the same with the same luck, and has to choose the same action and to draw as much. A bot
/// that does not search plays 2,000 hands in a second or so.
///
/// # Panics
/// If a bot breaks a promise.
pub fn conformance<G: Knowledge>(bots: &Bots<'_, G>, specs: &[Spec], trials: &Trials<G>) {
    for spec in specs {
        is_its_own_text(bots, spec);
        plays_by_rules_and_seeds(bots, spec, trials);
    }
}

fn is_its_own_text<G: Knowledge>(bots: &Bots<'_, G>, spec: &Spec) {
    let text = spec.to_string();
    match bots.spec(&text) {
        Ok(again) => assert_eq!(again, *spec, "{}: `{text}` is read as another spec", G::NAME),
        Err(why) => panic!("{}: `{text}` is not read again: {why}", G::NAME),
    }
}

fn plays_by_rules_and_seeds<G: Knowledge>(bots: &Bots<'_, G>, spec: &Spec, trials: &Trials<G>) {
    let maker = bots.maker(spec);
    let three = || BySeat::from_fn(|_| maker());
    let (mut players, mut twins) = (three(), three());
    trials.each(|trial| {
        let mut rng = BotRng::from_rng(&mut trial.rng);
        if trial.number() == 0 {
            (players, twins) = (three(), three());
        }
        while let Some(seat) = trial.hand.turn() {
            let action = at(
                || format!("{spec} in seat {seat}"),
                || {
                    let view = trial.hand.view(seat);
                    let mut luck = rng.clone();
                    let action = players[seat].decide(&view, &mut luck);
                    if let Err(why) = trial.hand.check(action) {
                        panic!("`{action}` is illegal: {why}; {view:?}");
                    }
                    let twin = twins[seat].decide(&view, &mut rng);
                    assert_eq!(twin, action, "decides by more than its seeds: {view:?}");
                    let left = [rng.clone(), luck].map(|mut rng| rng.next_u64());
                    assert_eq!(left[0], left[1], "draws by more than its seeds: {view:?}");
                    action
                },
            );
            trial.play(action);
        }
    });
}
