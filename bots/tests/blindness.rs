//! No bot sees what its seat does not: with all that is hidden dealt anew, it does the same.

mod common;

use common::{LAB, all_specs, any_rules, deal_hand, rng_of};
use rand::Rng;
use threehand_bots::{Bots, Knowledge, Registry, Spec, Visitor};
use threehand_engine::{Hand, Seat, Worlds, below};

/// Hands played for each game; one decision in five is asked again.
const HANDS: u64 = 250;

#[test]
fn a_bot_does_the_same_whatever_the_hidden_cards_are() {
    for game in LAB.games() {
        let asked = LAB.with_game(game, Blindness).expect("a game of the list");
        assert!(asked > 1_500, "only {asked} decisions of {game} were asked again");
    }
}

struct Blindness;

impl Visitor for Blindness {
    type Output = u32;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> u32 {
        let specs = all_specs(bots);
        let mut rng = rng_of(11);
        let mut rules: G = any_rules(&mut rng);
        let mut standing = rules.first_standing(Seat::P0);
        let mut asked = 0;
        for number in 0..HANDS {
            let mut hand = deal_hand(&rules, &standing, [2, 0], number);
            // Decisions are reached by bots of all kinds, as their hands look different.
            let mut players = Seat::ALL.map(|_| bots.maker(&specs[below(&mut rng, specs.len())])());
            while let Some(seat) = hand.turn() {
                if below(&mut rng, 5) == 0 {
                    ask_again(bots, &specs, &hand, seat, rng.next_u64());
                    asked += 1;
                }
                let action = players[seat.number()].decide(&hand.view(seat), &mut rng);
                hand.play(action).expect("bots play legal actions");
            }
            let outcome = hand.outcome().expect("nobody is to move");
            standing = outcome.standing;
            if outcome.over {
                rules = any_rules(&mut rng);
                standing = rules.first_standing(Seat::from_number(below(&mut rng, 3)));
            }
        }
        asked
    }
}

/// Asks every bot for its decision here and in a world that the seat can't tell apart.
fn ask_again<G: Knowledge>(
    bots: &Bots<'_, G>,
    specs: &[Spec],
    hand: &G::Hand,
    seat: Seat,
    seed: u64,
) {
    let view = hand.view(seat);
    let world = G::Worlds::of(&view).draw(&mut rng_of(seed));
    let other = world.view(seat);
    assert_eq!(format!("{view:?}"), format!("{other:?}"), "the worlds look the same");
    for spec in specs {
        let [(here, after), (there, after_there)] = [view, other].map(|view| {
            let mut rng = rng_of(seed);
            let action = bots.maker(spec)().decide(&view, &mut rng);
            (action, rng.next_u64())
        });
        assert_eq!(here, there, "{spec} sees more than {view:?}");
        assert_eq!(after, after_there, "{spec} draws by what it can't see in {view:?}");
    }
}
