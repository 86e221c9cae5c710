//! A game against a second implementation of it.

use std::fmt::Debug;

use super::conformance::just_the_legal_actions_can_be_played;
use super::trials::{Trial, Trials};
use crate::deck::Deal;
use crate::random::below;
use crate::seat::Seat;
use crate::{Game, Hand, Legal};

/// The same game a second time: plain and slow, written from its rules with nothing of the first,
/// to hold the first to.
pub trait Oracle<G: Game>: Sized {
    /// A decision, as the second implementation has it.
    type Act: Debug + PartialEq;

    /// What crosses from one hand of a match to the next, as the second implementation has it.
    type Match: Debug + PartialEq;

    /// What it calls this action.
    fn act_of(action: G::Action) -> Self::Act;

    /// What it calls this standing.
    fn match_of(standing: &G::Standing) -> Self::Match;

    /// The hand that this deal starts.
    fn start(rules: &G, standing: &G::Standing, deal: &Deal) -> Self;

    /// Whose decision is next; `None` once the hand is over.
    fn turn(&self) -> Option<Seat>;

    /// All that is legal, in any order.
    fn legal(&self) -> Vec<Self::Act>;

    /// Plays an action.
    fn act(&mut self, act: Self::Act);

    /// Compares all else: the cards of each seat, and what lies on the table.
    ///
    /// # Panics
    /// If something is not the same.
    fn assert_same_table(&self, hand: &G::Hand);

    /// Once the hand is over: the points of the seats, what crosses to the next hand, and whether
    /// the match is over.
    fn end(&self) -> Option<([i32; 3], Self::Match, bool)>;

    /// Compares a hand with this one: turn, legal actions, end and [all else](Self::assert_same_table).
    ///
    /// # Panics
    /// If something is not the same.
    fn assert_same(&self, hand: &G::Hand) {
        assert_eq!(hand.turn(), self.turn(), "the turn");
        let (legal, acts) = (hand.legal(), self.legal());
        assert_eq!(legal.len(), acts.len(), "{legal:?} but {acts:?}");
        for action in hand.legal().iter() {
            assert!(acts.contains(&Self::act_of(action)), "{action} is not in {acts:?}");
        }
        let outcome = hand.outcome();
        let end = outcome.map(|end| (end.points.0, Self::match_of(&end.standing), end.over));
        assert_eq!(
            end,
            self.end(),
            "points, what crosses to the next hand, and if that is the end"
        );
        self.assert_same_table(hand);
    }

    /// How many sequences of `depth` legal actions start here; a hand that ends earlier counts once.
    fn perft(&self, depth: usize) -> u64
    where
        Self: Clone,
    {
        if depth == 0 || self.turn().is_none() {
            return 1;
        }
        let children = self.legal().into_iter().map(|act| {
            let mut child = self.clone();
            child.act(act);
            child.perft(depth - 1)
        });
        children.sum()
    }
}

/// Plays each hand in both implementations, which are to be the same at every decision and at the
/// end; now and then also tries actions of all that there are, legal or not.
///
/// Calls `note` before each action and at the end, with both hands: a test counts there what it met,
/// so that it can't pass without it. Most of the time goes into the second implementation.
///
/// # Panics
/// If the two go apart.
pub fn agreement<G: Game, O: Oracle<G>>(
    trials: &Trials<G>,
    mut note: impl FnMut(&Trial<'_, G>, &O, Option<G::Action>),
) {
    trials.each(|trial| {
        let mut slow = O::start(&trial.rules(), &trial.standing, &trial.deal);
        while trial.hand.turn().is_some() {
            slow.assert_same(&trial.hand);
            if below(&mut trial.rng, 1_000) == 0 {
                just_the_legal_actions_can_be_played::<G>(&trial.hand);
            }
            let action = trial.next_action();
            note(trial, &slow, Some(action));
            trial.play(action);
            slow.act(O::act_of(action));
        }
        slow.assert_same(&trial.hand);
        note(trial, &slow, None);
    });
}
