//! Whether the Cat makes his contract with all cards open.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Hand, Legal, Standing, Strain};
use threehand_engine::{BySeat, Hand as _, Outcome, Seat};

use crate::search::Endgame;
use crate::solver::{Aim, DoubleDummy, Position};

/// Solves hands from the first card of play: all that counts is whether the Cat makes his contract.
#[derive(Default)]
pub struct Contract(DoubleDummy);

impl Contract {
    /// Whether the Cat makes his contract if all play their best from here on; `None` while the
    /// cards are not yet being played.
    pub fn makes(&mut self, hand: &Hand) -> Option<bool> {
        let (position, cat, aim) = position(hand)?;
        let bid = hand.contract(cat)?;
        let taken = hand.tricks()[cat];
        Some(match aim {
            Aim::Many => {
                let least = bid.fewest_tricks().saturating_sub(taken);
                self.0.takes(&position, cat, aim, least)
            }
            Aim::Few => match (bid.most_tricks() + 1).checked_sub(taken) {
                Some(least) => !self.0.takes(&position, cat, aim, least),
                None => false,
            },
        })
    }
}

impl Endgame<ThreeLeggedKitty> for Contract {
    fn solve(&mut self, hand: &Hand) -> Option<Outcome<Standing>> {
        let makes = self.makes(hand)?;
        let cat = hand.view(Seat::P0).cat()?;
        let bid = hand.contract(cat)?;
        let all = 0..=ThreeLeggedKitty::CARDS;
        let tricks = all.into_iter().find(|&tricks| bid.is_made_with(tricks) == makes)?;
        Some(hand.settle(BySeat::from_fn(|seat| if seat == cat { tricks } else { 0 })))
    }
}

/// The position of a hand, with the Cat and what he is after; `None` while its cards are not yet
/// being played.
pub fn position(hand: &Hand) -> Option<(Position, Seat, Aim)> {
    let Legal::Play(_) = hand.legal() else { return None };
    let view = hand.view(Seat::P0);
    let aim = match view.contract()?.strain() {
        Strain::Null => Aim::Few,
        Strain::Suit(_) | Strain::NoTrump => Aim::Many,
    };
    let hands = BySeat::from_fn(|seat| hand.view(seat).cards());
    Some((Position::of_hand(hands, view.trump(), *view.trick()), view.cat()?, aim))
}
