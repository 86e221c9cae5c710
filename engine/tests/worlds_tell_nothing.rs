//! A bot may hold a sampler of worlds: the sampler must not hold what the bot can't see.

use std::fmt::Debug;

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{Deal, Deck, Game, Hand, Legal, Seat, Stream, Worlds, below};

/// Over random hands, the text of a sampler is the same for a hand and for a world of its view.
fn says_no_more_than_the_view<G: Game>()
where
    G::Worlds: Debug,
{
    let rules = G::default();
    let mut rng = Stream::new([77, 0, 0, 0]);
    let mut hidden_differed = 0;
    for _ in 0..40 {
        let standing = rules.first_standing(Seat::P0);
        let deal = Deal::new(Deck::shuffled(&mut rng), rules.hand_sizes(&standing));
        let mut hand = rules.start(&standing, &deal);
        for _ in 0..below(&mut rng, 40) {
            if hand.turn().is_none() {
                break;
            }
            let legal = hand.legal();
            hand.play_unchecked(legal.nth(below(&mut rng, legal.len())));
        }
        for seat in Seat::ALL {
            let worlds = G::Worlds::of(&hand.view(seat));
            let world = worlds.draw(&mut rng);
            hidden_differed += u32::from(format!("{world:?}") != format!("{hand:?}"));
            let again = G::Worlds::of(&world.view(seat));
            assert_eq!(format!("{worlds:?}"), format!("{again:?}"));
        }
    }
    assert!(hidden_differed > 50, "{hidden_differed}");
}

#[test]
fn the_worlds_of_nine_two_five_say_no_more_than_the_view() {
    says_no_more_than_the_view::<NineTwoFive>();
}

#[test]
fn the_worlds_of_three_legged_kitty_say_no_more_than_the_view() {
    says_no_more_than_the_view::<ThreeLeggedKitty>();
}

#[test]
fn the_worlds_of_three_kings_say_no_more_than_the_view() {
    says_no_more_than_the_view::<ThreeKings>();
}
