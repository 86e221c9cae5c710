//! Hands whose rest can be solved with all cards open.

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty, three_legged_kitty};
use threehand_engine::{BySeat, Game, Hand as _, Outcome, Seat, View};

use super::MatchValue as _;
use crate::solver::{Aims, EachAlone, KingsEnd, KingsEnding, OneAgainstTwo, Position};

/// A game in which it can be said where the rest of a hand leads if all cards are open and all
/// play their best.
pub trait Endings: Game {
    /// What solves it.
    type Solver: Default + Send;

    /// Whether a walk through a tree ends where the rest can be solved. It does where only a few
    /// cards are left, so that what is still hidden misleads less than what a tree has yet to learn.
    const ENDS_WALKS: bool;

    /// Whether what is decided here is better judged by how hands end with open cards than by how
    /// they are played out.
    fn is_late(_: &View<'_, Self>) -> bool {
        true
    }

    /// Where `hand` leads; `None` as long as that would take too long to say.
    fn solve(
        solver: &mut Self::Solver,
        hand: &Self::Hand,
    ) -> Option<Outcome<<Self as Game>::Standing>>;
}

impl Endings for ThreeLeggedKitty {
    type Solver = OneAgainstTwo;
    const ENDS_WALKS: bool = false;

    /// Once the cards are played. A bid is worth what can be made of it with hidden cards.
    fn is_late(view: &View<'_, Self>) -> bool {
        matches!(view.legal(), three_legged_kitty::Legal::Play(_))
    }

    /// From the first card of play: all that counts is whether the Cat makes his contract.
    fn solve(
        solver: &mut OneAgainstTwo,
        hand: &Self::Hand,
    ) -> Option<Outcome<<Self as Game>::Standing>> {
        let makes = solver.makes(hand)?;
        let cat = hand.view(Seat::P0).cat()?;
        let bid = hand.contract(cat)?;
        let tricks = (0..=Self::CARDS).find(|&tricks| bid.is_made_with(tricks) == makes)?;
        Some(hand.settle(BySeat::from_fn(|seat| if seat == cat { tricks } else { 0 })))
    }
}

/// From so many tricks before the end on, hands of 9-2-5 are solved.
const SOLVED: usize = 4;

/// Solves the last tricks of 9-2-5, each seat being after as many of them as it can get.
pub struct LastTricks {
    solver: EachAlone,
    aims: [Aims; SOLVED + 1],
}

impl Default for LastTricks {
    fn default() -> Self {
        Self { solver: EachAlone::new(), aims: std::array::from_fn(Aims::tricks) }
    }
}

impl Endings for NineTwoFive {
    type Solver = LastTricks;
    const ENDS_WALKS: bool = false;

    fn solve(
        LastTricks { solver, aims }: &mut LastTricks,
        hand: &Self::Hand,
    ) -> Option<Outcome<<Self as Game>::Standing>> {
        let taken = hand.tricks();
        if usize::from(Self::TRICKS - taken.0.iter().sum::<u8>()) > SOLVED {
            return None;
        }
        let position = Position::of_nine_two_five(hand)?;
        let more = solver.tricks(&position, &aims[position.tricks_left()]);
        let tricks = BySeat::from_fn(|seat| taken[seat] + more[seat]);
        Some(hand.standing().settle(hand.rules(), tricks))
    }
}

/// From so many cards a seat on, phase 2 of Three Kings is solved.
const CARDS_SOLVED: usize = 3;

/// Solves the last cards of Three Kings, each seat being after its chance to win the match.
pub struct LastCards(KingsEnding);

impl Default for LastCards {
    fn default() -> Self {
        Self(KingsEnding::with_room(8))
    }
}

impl Endings for ThreeKings {
    type Solver = LastCards;
    const ENDS_WALKS: bool = true;

    fn solve(
        LastCards(solver): &mut LastCards,
        hand: &Self::Hand,
    ) -> Option<Outcome<<Self as Game>::Standing>> {
        let view = hand.view(Seat::P0);
        let holds_more = |&seat: &Seat| view.hand_size(seat) > CARDS_SOLVED;
        if view.stock_len() > 0 || Seat::ALL.iter().any(holds_more) {
            return None;
        }
        let mut worth = |end: &KingsEnd| Self::chances(&end.outcome(hand));
        Some(solver.end_by(hand, &mut worth)?.outcome(hand))
    }
}
