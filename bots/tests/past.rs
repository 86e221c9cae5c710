//! A hand can be gone through again from its deal, decision by decision.

mod common;

use common::{LAB, all_specs, any_rules, deal_hand, is_slow, rng_of};
use threehand_bots::{Bot, BotRng, Bots, Knowledge, Random, Registry, Visitor};
use threehand_engine::{Hand, Seat, Worlds, below};

#[test]
fn a_hand_gone_through_again_comes_to_the_same() {
    for game in LAB.games() {
        let asked = LAB.with_game(game, Retrace { hidden: false }).expect("a game of the list");
        assert!(asked > 2_000, "{asked}");
    }
}

#[test]
fn a_world_gone_through_again_shows_the_seat_what_it_has_seen() {
    for game in LAB.games() {
        let asked = LAB.with_game(game, Retrace { hidden: true }).expect("a game of the list");
        assert!(asked > 2_000, "{asked}");
    }
}

/// Goes through hands again; as one who sees all, or as a seat through the worlds it can draw.
struct Retrace {
    hidden: bool,
}

impl Visitor for Retrace {
    type Output = u32;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> u32 {
        let mut plain = all_specs(bots);
        plain.retain(|spec| !is_slow(spec));
        let mut rng = rng_of(21);
        let mut asked = 0;
        let mut rules: G = any_rules(&mut rng);
        let mut standing = rules.first_standing(Seat::P0);
        for number in 0..200 {
            let mut hand = deal_hand(&rules, &standing, [8, 0], number);
            let mut players = Seat::ALL.map(|_| bots.maker(&plain[below(&mut rng, plain.len())])());
            while let Some(seat) = hand.turn() {
                if below(&mut rng, 3) == 0 {
                    self.check::<G>(&hand, seat, &mut rng);
                    asked += 1;
                }
                let action = players[seat.number()].decide(&hand.view(seat), &mut rng);
                hand.play(action).expect("bots play legal actions");
            }
            let outcome = hand.outcome().expect("nobody is to move");
            standing = outcome.standing;
            if outcome.over || below(&mut rng, 20) == 0 {
                rules = any_rules(&mut rng);
                standing = rules.first_standing(Seat::P1);
            }
        }
        asked
    }
}

impl Retrace {
    fn check<G: Knowledge>(&self, hand: &G::Hand, seat: Seat, rng: &mut BotRng) {
        if self.hidden {
            let world = G::Worlds::of(&hand.view(seat)).draw(rng);
            let again = again::<G>(&world, |_| seat, rng);
            assert_eq!(format!("{:?}", again.view(seat)), format!("{:?}", hand.view(seat)));
        } else {
            let again = again::<G>(hand, |turn| turn, rng);
            for seat in Seat::ALL {
                assert_eq!(format!("{:?}", again.view(seat)), format!("{:?}", hand.view(seat)));
            }
        }
    }
}

/// Goes through a hand with wishes at random; `me` says who asks at whose turn.
fn again<G: Knowledge>(hand: &G::Hand, me: impl Fn(Seat) -> Seat, rng: &mut BotRng) -> G::Hand {
    let mut past =
        hand.rules().start(hand.standing(), &G::dealt(hand).expect("the game tells its deals"));
    while let Some(turn) = past.turn() {
        let wish = Random.decide(&past.view(turn), rng);
        let Some(action) = G::done(hand, &past, me(turn), wish) else { break };
        past.play(action).expect("what was done was legal");
    }
    past
}
