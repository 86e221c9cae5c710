//! What every bot owes to whoever plays with it.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use rand::{Rng, SeedableRng};
use threehand_engine::testing::Trials;
use threehand_engine::{BySeat, Hand, Seat, Worlds, below};

use crate::bot::BotRng;
use crate::knowledge::Knowledge;
use crate::lab::{BotKind, Bots, Maker, Range, Spec};

/// Every bot plays by the rules and is a function of its seeds, and its spec is read back from its text.
///
/// Each bot plays all hands, in all three seats, and is made anew for each match. A twin of it is
/// asked the same with the same seed, and has to choose the same action and to draw as much. A bot
/// that does not search plays 2,000 hands in a second or so.
///
/// # Panics
/// If a bot breaks a promise.
pub fn conformance<G: Knowledge>(bots: &Bots<G>, specs: &[Spec], trials: &Trials<G>) {
    for spec in specs {
        assert_eq!(bots.spec(&spec.to_string()).as_ref(), Ok(spec), "{}: {spec}", G::NAME);
        let maker = bots.maker(spec);
        let three = || BySeat::from_fn(|_| maker());
        let (mut players, mut twins) = (three(), three());
        trials.each(|trial| {
            let mut rng = BotRng::from_rng(&mut trial.rng);
            if trial.number() == 0 {
                (players, twins) = (three(), three());
            }
            while let Some(seat) = trial.hand.turn() {
                let action = named(spec, seat, || {
                    let view = trial.hand.view(seat);
                    let mut twin_rng = rng.clone();
                    let action = players[seat].decide(&view, &mut rng);
                    if let Err(why) = trial.hand.check(action) {
                        panic!("`{action}` is illegal: {why}; {view:?}");
                    }
                    let twin = twins[seat].decide(&view, &mut twin_rng);
                    assert_eq!(twin, action, "decides by more than its seeds: {view:?}");
                    assert_eq!(twin_rng, rng, "draws by more than its seeds: {view:?}");
                    action
                });
                trial.play(action);
            }
        });
    }
}

/// Every bot decides the same, and draws as much, whatever the cards are that its seat can't see.
///
/// Hands are played by bots drawn from these. At one decision in five a world of the seat's
/// information set is drawn, and every bot, made anew, is asked in both. Returns how often
/// the world was another hand than the true one: nothing was shown unless that is large. What takes
/// the time are the worlds.
///
/// # Panics
/// If a bot sees what it should not; if the world looks different to the seat.
pub fn blindness<G: Knowledge>(bots: &Bots<G>, specs: &[Spec], trials: &Trials<G>) -> usize {
    let makers: Vec<_> = specs.iter().map(|spec| (spec, bots.maker(spec))).collect();
    let mut asked = 0;
    trials.each(|trial| {
        let mut rng = BotRng::from_rng(&mut trial.rng);
        let drawn = BySeat::from_fn(|_| &makers[below(&mut rng, makers.len())]);
        let mut players = drawn.map(|(_, make)| make());
        while let Some(seat) = trial.hand.turn() {
            if below(&mut rng, 5) == 0 {
                let world = G::Worlds::of(&trial.hand.view(seat)).draw(&mut rng);
                asked += usize::from(text(&world) != text(&trial.hand));
                decide_the_same::<G>(&makers, [&trial.hand, &world], seat, rng.next_u64());
            }
            let action = named(drawn[seat].0, seat, || {
                players[seat].decide(&trial.hand.view(seat), &mut rng)
            });
            trial.play(action);
        }
    });
    asked
}

fn decide_the_same<G: Knowledge>(
    makers: &[(&Spec, Maker<'_, G>)],
    hands: [&G::Hand; 2],
    seat: Seat,
    seed: u64,
) {
    let [here, there] = hands.map(|hand| text(&hand.view(seat)));
    assert_eq!(here, there, "seat {seat} can tell a world from the true hand");
    for (spec, make) in makers {
        named(spec, seat, || {
            let [(action, drawn), (in_world, drawn_in_world)] = hands.map(|hand| {
                let mut rng = BotRng::seed_from_u64(seed);
                let action = make().decide(&hand.view(seat), &mut rng);
                (action, rng.next_u64())
            });
            assert_eq!(action, in_world, "decides by what the seat can't see: {here}");
            assert_eq!(drawn, drawn_in_world, "draws by what the seat can't see: {here}");
        });
    }
}

/// A spec of each kind of bot that plays the game. Whole numbers that are greater by default, such
/// as how many worlds a bot looks at, are 4. A kind that stands for another is left out.
///
/// # Panics
/// If one is no spec.
pub fn specs<G: Knowledge>(bots: &Bots<G>) -> Vec<Spec> {
    let specs = bots.kinds().map(|kind| {
        let text = lowered(kind);
        bots.spec(&text).unwrap_or_else(|why| panic!("{}: `{text}` is no spec: {why}", G::NAME))
    });
    specs.filter(|spec| spec.stands_for() == spec).collect()
}

fn lowered(kind: BotKind) -> String {
    let counts = kind.parameters.iter().filter(|parameter| {
        let is_more = || parameter.default.parse().is_ok_and(|number: u32| number > 4);
        matches!(parameter.range, Range::Whole(_)) && is_more()
    });
    counts.fold(kind.name.to_owned(), |text, count| format!("{text}:{}=4", count.name))
}

/// Runs this. A panic goes on with the bot's spec and seat in front of its message.
fn named<T>(spec: &Spec, seat: Seat, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        match message.or_else(|| panic.downcast_ref::<&str>().copied()) {
            Some(message) => panic!("{spec} in seat {seat}: {message}"),
            None => resume_unwind(panic),
        }
    })
}

/// All that something is, as far as its text says.
pub(super) fn text(of: &impl Debug) -> String {
    format!("{of:?}")
}
