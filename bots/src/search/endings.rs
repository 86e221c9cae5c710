//! Hands whose rest can be solved with all cards open.

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{BySeat, Game, Hand as _, Outcome, Seat};

use crate::solver::OneAgainstTwo;

/// A game in which it can be said where the rest of a hand leads if all cards are open and all
/// play their best.
pub trait Endings: Game {
    /// What solves it.
    type Solver: Default + Send;

    /// Where `hand` leads; `None` as long as that would take too long to say.
    fn solve(
        solver: &mut Self::Solver,
        hand: &Self::Hand,
    ) -> Option<Outcome<<Self as Game>::Standing>>;
}

impl Endings for ThreeLeggedKitty {
    type Solver = OneAgainstTwo;

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

impl Endings for NineTwoFive {
    type Solver = ();

    fn solve((): &mut (), _: &Self::Hand) -> Option<Outcome<<Self as Game>::Standing>> {
        None
    }
}

impl Endings for ThreeKings {
    type Solver = ();

    fn solve((): &mut (), _: &Self::Hand) -> Option<Outcome<<Self as Game>::Standing>> {
        None
    }
}
