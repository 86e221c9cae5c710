//! Matches of a game that are played side by side, one decision in each at a time.

use std::any::Any;

use threehand_engine::{Action as _, BySeat, Game, Hand, Legal as _, Seat};

use crate::error::DynError;
use crate::hand::{DynHand, TypedHand, checked};
use crate::seeds::Seeds;
use threehand_bots::BotRng;
use threehand_bots::Knowledge;
use threehand_bots::Planes;

/// An action that a place of a batch does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("place {place}: {reason}")]
pub struct BatchError {
    /// The place, counted from 0.
    pub place: usize,
    /// Why not.
    pub reason: DynError,
}

/// Matches that are played side by side, whichever game it is.
///
/// Every place has a match of its own. Place `i` of `n` plays match `i`; where a match is over, match
/// `i + n` begins, and so on. A seat is to move at every place.
pub trait DynBatch: Send + Sync {
    /// How many places there are.
    fn size(&self) -> usize;
    /// How many actions there are: their indices are below.
    fn action_count(&self) -> usize;
    /// Plays an action, by its index, at each place, or at those of `played` alone. Where it ends the hand, the next one
    /// is dealt.
    ///
    /// # Errors
    /// The first action that is not legal: then nothing is changed.
    ///
    /// # Panics
    /// If there is another number of actions than of places.
    fn step(&mut self, actions: &[i32], played: Option<&[bool]>) -> Result<(), BatchError>;
    /// The points of the hands that the last step ended; 0 where it ended none.
    fn points(&self) -> &[BySeat<i32>];
    /// Where the last step ended a hand: 1, and 2 where it ended a match; elsewhere 0.
    fn ended(&self) -> &[u8];
    /// Whose turn it is at each place.
    fn turns(&self, turns: &mut [u8]);
    /// For each place [`action_count`](Self::action_count) bytes, 1 where the action is legal.
    fn masks(&self, masks: &mut [u8]);
    /// For each place the [`Planes`] of the seat to move.
    fn planes(&self, planes: &mut [u8]);
    /// For each place the [`Planes`] of all three seats, from the seat to move to the left.
    fn all_planes(&self, planes: &mut [u8]);
    /// For each place any legal action, each equally likely.
    fn sample(&self, rng: &mut BotRng, actions: &mut [i32]);
    /// A copy that goes its own way.
    fn copy(&self) -> Box<dyn DynBatch>;
    /// The hand at a place.
    ///
    /// # Panics
    /// If there is no such place.
    fn hand(&self, place: usize) -> BatchHand;
    /// Puts a hand of this game at a place, where the last step ended a hand with these points, and a match, or nothing.
    /// Returns whether it did: not if nobody is to move in the hand, or it is of other rules.
    ///
    /// # Panics
    /// If there is no such place.
    fn put(&mut self, place: usize, hand: BatchHand, points: BySeat<i32>, ended: u8) -> bool;
}

/// A hand of a batch with the numbers of its match and of the hand in it.
pub type BatchHand = (Box<dyn DynHand>, u64, usize);

/// A match with its number, and the number of its hand.
#[derive(Clone)]
struct Place<G: Game> {
    hand: G::Hand,
    match_number: u64,
    hand_number: usize,
}

#[derive(Clone)]
pub(crate) struct TypedBatch<G: Game> {
    rules: G,
    seeds: Seeds,
    places: Vec<Place<G>>,
    points: Vec<BySeat<i32>>,
    ended: Vec<u8>,
}

impl<G: Game> TypedBatch<G> {
    pub(crate) fn new(rules: G, size: usize, seeds: Seeds) -> Self {
        let places = (0..size as u64).map(|number| first(&rules, seeds, number)).collect();
        let (points, ended) = (vec![BySeat::default(); size], vec![0; size]);
        Self { rules, seeds, places, points, ended }
    }
}

/// The first hand of a match.
fn first<G: Game>(rules: &G, seeds: Seeds, match_number: u64) -> Place<G> {
    let standing = rules.first_standing(seeds.first_dealer(match_number));
    let deal = rules.deal(&standing, &seeds.deck(match_number, 0));
    Place { hand: rules.start(&standing, &deal), match_number, hand_number: 0 }
}

impl<G: Knowledge> DynBatch for TypedBatch<G> {
    fn size(&self) -> usize {
        self.places.len()
    }

    fn action_count(&self) -> usize {
        G::Action::COUNT
    }

    fn step(&mut self, actions: &[i32], played: Option<&[bool]>) -> Result<(), BatchError> {
        let size = self.places.len();
        assert_eq!(actions.len(), size, "an action for each place");
        let waits = |place: usize| played.is_some_and(|played| !played[place]);
        for (place, (at, &action)) in self.places.iter().zip(actions).enumerate() {
            if waits(place) {
                continue;
            }
            let allowed = checked::<G>(&at.hand, action.into());
            allowed.map_err(|reason| BatchError { place, reason })?;
        }
        let ends = self.points.iter_mut().zip(&mut self.ended);
        let places = self.places.iter_mut().zip(actions).zip(ends).enumerate();
        for (number, ((place, &action), (points, ended))) in places {
            (*points, *ended) = (BySeat([0; 3]), 0);
            if waits(number) {
                continue;
            }
            let action = G::Action::from_index(action as usize).expect("it was checked");
            place.hand.play_unchecked(action);
            if place.hand.turn().is_some() {
                continue;
            }
            let outcome = place.hand.outcome().expect("nobody is to move");
            (*points, *ended) = (outcome.points, 1 + u8::from(outcome.over));
            if outcome.over {
                *place = first(&self.rules, self.seeds, place.match_number + size as u64);
            } else {
                place.hand_number += 1;
                let deck = self.seeds.deck(place.match_number, place.hand_number);
                let deal = self.rules.deal(&outcome.standing, &deck);
                place.hand = self.rules.start(&outcome.standing, &deal);
            }
        }
        Ok(())
    }

    fn points(&self) -> &[BySeat<i32>] {
        &self.points
    }

    fn ended(&self) -> &[u8] {
        &self.ended
    }

    fn turns(&self, turns: &mut [u8]) {
        for (turn, place) in turns.iter_mut().zip(&self.places) {
            *turn = to_move::<G>(&place.hand).number() as u8;
        }
    }

    fn masks(&self, masks: &mut [u8]) {
        masks.fill(0);
        for (mask, place) in masks.chunks_exact_mut(G::Action::COUNT).zip(&self.places) {
            for action in place.hand.legal().iter() {
                mask[action.index()] = 1;
            }
        }
    }

    fn planes(&self, planes: &mut [u8]) {
        for (bytes, place) in planes.chunks_exact_mut(Planes::BYTES).zip(&self.places) {
            let view = place.hand.view(to_move::<G>(&place.hand));
            G::observe(&view, &mut Planes::new(bytes));
        }
    }

    fn all_planes(&self, planes: &mut [u8]) {
        for (bytes, place) in planes.chunks_exact_mut(3 * Planes::BYTES).zip(&self.places) {
            let seats = to_move::<G>(&place.hand).around();
            for (bytes, seat) in bytes.chunks_exact_mut(Planes::BYTES).zip(seats) {
                G::observe(&place.hand.view(seat), &mut Planes::new(bytes));
            }
        }
    }

    fn copy(&self) -> Box<dyn DynBatch> {
        Box::new(self.clone())
    }

    fn hand(&self, place: usize) -> BatchHand {
        let Place { hand, match_number, hand_number } = self.places[place].clone();
        (Box::new(TypedHand::<G>::Drawn(hand)), match_number, hand_number)
    }

    fn put(&mut self, place: usize, hand: BatchHand, points: BySeat<i32>, ended: u8) -> bool {
        let (hand, match_number, hand_number) = hand;
        let Some(hand) = (&*hand as &dyn Any).downcast_ref::<TypedHand<G>>() else { return false };
        let hand = hand.to_play_on().end;
        if hand.turn().is_none() || *hand.rules() != self.rules {
            return false;
        }
        self.places[place] = Place { hand, match_number, hand_number };
        (self.points[place], self.ended[place]) = (points, ended);
        true
    }

    fn sample(&self, rng: &mut BotRng, actions: &mut [i32]) {
        for (action, place) in actions.iter_mut().zip(&self.places) {
            *action = place.hand.any_legal(rng).index() as i32;
        }
    }
}

fn to_move<G: Game>(hand: &G::Hand) -> Seat {
    hand.turn().expect("a hand that is over gave way to the next")
}
