//! No bot sees what its seat does not.

use rand::{Rng, SeedableRng};
use threehand_engine::testing::Trials;
use threehand_engine::{BySeat, Hand, Seat, Worlds, below};

use super::place::at;
use crate::bot::BotRng;
use crate::knowledge::Knowledge;
use crate::lab::{Bots, Maker, Spec};

/// Every bot decides the same, and draws as much luck, whatever the cards are that its seat can't
/// see.
///
/// Hands are played by bots drawn from these. At one decision in five a world is drawn that the seat
/// can't tell from the true hand, and every bot, made anew, is asked in both. Gives back how often
/// the world was another hand than the true one: nothing was shown unless that is large. What takes
/// the time are the worlds.
///
/// # Panics
/// If a bot sees what it should not; if the seat can tell the world from the true hand.
pub fn blindness<G: Knowledge>(bots: &Bots<'_, G>, specs: &[Spec], trials: &Trials<G>) -> usize {
    let makers: Vec<_> = specs.iter().map(|spec| (spec, bots.maker(spec))).collect();
    let mut asked = 0;
    trials.each(|trial| {
        let mut rng = BotRng::from_rng(&mut trial.rng);
        let drawn = BySeat::from_fn(|_| &makers[below(&mut rng, makers.len())]);
        let mut players = drawn.map(|(_, make)| make());
        while let Some(seat) = trial.hand.turn() {
            if below(&mut rng, 5) == 0 {
                let world = G::Worlds::of(&trial.hand.view(seat)).draw(&mut rng);
                asked += usize::from(format!("{world:?}") != format!("{:?}", trial.hand));
                decide_the_same::<G>(&makers, [&trial.hand, &world], seat, rng.next_u64());
            }
            let action = at(
                || format!("{} in seat {seat}", drawn[seat].0),
                || players[seat].decide(&trial.hand.view(seat), &mut rng),
            );
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
    let [here, there] = hands.map(|hand| format!("{:?}", hand.view(seat)));
    assert_eq!(here, there, "seat {seat} can tell a world from the true hand");
    for (spec, make) in makers {
        at(
            || format!("{spec} in seat {seat}"),
            || {
                let [(here, after), (there, after_there)] = hands.map(|hand| {
                    let mut rng = BotRng::seed_from_u64(seed);
                    let action = make().decide(&hand.view(seat), &mut rng);
                    (action, rng.next_u64())
                });
                let view = hands[0].view(seat);
                assert_eq!(here, there, "decides by what the seat can't see: {view:?}");
                assert_eq!(after, after_there, "draws by what the seat can't see: {view:?}");
            },
        );
    }
}
