//! The last tricks of 9-2-5 with all cards open.

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Hand, Legal, Standing};
use threehand_engine::{BySeat, Hand as _, Outcome, Seat};

use crate::search::Endgame;
use crate::solver::{MaxN, Position};

/// From so many tricks before the end on, hands are solved.
const SOLVED: usize = 4;

/// Solves the last tricks, each seat being after as many of them as it can get.
#[derive(Default)]
pub(super) struct LastTricks(MaxN);

impl Endgame<NineTwoFive> for LastTricks {
    fn solve(&mut self, hand: &Hand) -> Option<Outcome<Standing>> {
        let taken = hand.tricks();
        if usize::from(NineTwoFive::TRICKS - taken.0.iter().sum::<u8>()) > SOLVED {
            return None;
        }
        let more = self.0.tricks(&position(hand)?);
        let tricks = BySeat::from_fn(|seat| taken[seat] + more[seat]);
        Some(hand.standing().settle(hand.rules(), tricks))
    }
}

/// The position of a hand; `None` while its cards are not yet being played.
pub fn position(hand: &Hand) -> Option<Position> {
    let Legal::Play(_) = hand.legal() else { return None };
    let view = hand.view(Seat::P0);
    let hands = BySeat::from_fn(|seat| hand.view(seat).cards());
    Some(Position::of_hand(hands, view.trump()?, *view.trick()))
}
