//! A playout comes to what `legal` and `play` come to with the same random numbers.

use std::fmt::Debug;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{Deal, Deck, Game, Hand, Legal, Outcome, Seat, Stream, below};

fn play_any<H: Hand, R: Rng>(hand: &mut H, rng: &mut R) {
    let legal = hand.legal();
    hand.play_unchecked(legal.nth(below(rng, legal.len())));
}

fn random_rules<G: Game>(rng: &mut Stream) -> G {
    let mut rules = G::default();
    for option in G::OPTIONS {
        let value = option.values[below(rng, option.values.len())];
        rules.set_option(option.name, value).expect("its own value");
    }
    rules
}

/// Plays hands of matches under random rules. From some decision of each, reached at random, and
/// from its start, its first lead (about) and its end, the playout and the general way go on with
/// equal generators and must come to the same outcome and the same next number.
fn playouts_agree<G: Game>(hands: usize, seed: u64)
where
    Outcome<G::Standing>: Debug + PartialEq,
{
    let mut rng = Stream::new([seed, 0, 0, 0x70_6C_61_79]);
    let mut numbers = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rules = G::default();
    let mut standing = rules.first_standing(Seat::P0);
    let mut decisions = 60;
    for number in 0..hands {
        if number % 25 == 24 {
            rules = random_rules(&mut rng);
            standing = rules.first_standing(Seat::from_number(number));
        }
        let deal = Deal::new(Deck::shuffled(&mut rng), rules.hand_sizes(&standing));
        let mut hand = rules.start(&standing, &deal);
        let from = below(&mut rng, decisions + 1);
        let mut step = 0;
        while hand.turn().is_some() && step < from {
            play_any(&mut hand, &mut rng);
            step += 1;
        }
        let mut fast = numbers.clone();
        let outcome = hand.play_out(&mut fast);
        while hand.turn().is_some() {
            play_any(&mut hand, &mut numbers);
            step += 1;
        }
        decisions = step;
        assert_eq!(Some(outcome), hand.outcome(), "hand {number} from decision {from}");
        assert_eq!(fast, numbers, "hand {number} from decision {from}");
        if outcome.over {
            rules = random_rules(&mut rng);
        }
        standing = if outcome.over {
            rules.first_standing(Seat::from_number(number))
        } else {
            outcome.standing
        };
    }
}

#[test]
fn playouts_of_nine_two_five_agree_with_play() {
    playouts_agree::<NineTwoFive>(150_000, 1);
}

#[test]
fn playouts_of_three_legged_kitty_agree_with_play() {
    playouts_agree::<ThreeLeggedKitty>(150_000, 2);
}

#[test]
fn playouts_of_three_kings_agree_with_play() {
    playouts_agree::<ThreeKings>(150_000, 3);
}
