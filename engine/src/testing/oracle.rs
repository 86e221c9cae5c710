//! A game against a second implementation of it.

use super::trials::{Trial, Trials};
use crate::deck::Deal;
use crate::game::{Action, Game, Hand, Legal, Outcome};
use crate::random::{Stream, below};
use crate::seat::Seat;

/// The same game a second time: plain and slow, written from its rules with nothing of the first,
/// to hold the first to.
pub trait Oracle<G: Game>: Sized {
    /// The hand that this deal starts.
    fn start(rules: &G, standing: &G::Standing, deal: &Deal) -> Self;

    /// Whose decision is next; `None` once the hand is over.
    fn turn(&self) -> Option<Seat>;

    /// How many actions are legal.
    fn count(&self) -> usize;

    /// Whether an action is legal.
    fn allows(&self, action: G::Action) -> bool;

    /// Does it.
    fn act(&mut self, action: G::Action);

    /// Compares all else: the cards of each seat, and what lies on the table.
    ///
    /// # Panics
    /// If something is not the same.
    fn assert_same_table(&self, hand: &G::Hand);

    /// Compares how it ended.
    ///
    /// # Panics
    /// If something is not the same, or it is not over.
    fn assert_same_end(&self, hand: &G::Hand, outcome: &Outcome<G::Standing>);

    /// Compares a hand with this one: turn, legal actions and [all else](Self::assert_same_table).
    ///
    /// # Panics
    /// If something is not the same.
    fn assert_same(&self, hand: &G::Hand) {
        assert_eq!(hand.turn(), self.turn(), "the turn");
        assert_eq!(hand.legal().len(), self.count(), "how many of {:?} are legal", hand.legal());
        for action in hand.legal().iter() {
            assert!(self.allows(action), "{action} is legal only in the first implementation");
        }
        self.assert_same_table(hand);
    }
}

/// Plays each hand in both implementations, which are to be the same at every decision and at the
/// end; now and then also tries actions of all that there are, legal or not.
///
/// `note` is told of each action before it is played, with the two hands there, and of their ends:
/// a place to count what was met, so that a test can't pass without it. Takes what the second
/// implementation takes, mostly.
///
/// # Panics
/// If the two go apart.
pub fn agreement<G: Game<Hand: PartialEq>, O: Oracle<G>>(
    trials: &Trials<G>,
    mut note: impl FnMut(&Trial<'_, G>, &O, Option<G::Action>),
) {
    trials.each(|trial| {
        let mut slow = O::start(&trial.rules(), &trial.standing, &trial.deal);
        while trial.hand.turn().is_some() {
            slow.assert_same(&trial.hand);
            if below(&mut trial.rng, 16) == 0 {
                only_legal_actions_are_accepted(&trial.hand, &slow, 3, &mut trial.rng);
            }
            let action = trial.next_action();
            note(trial, &slow, Some(action));
            trial.play(action);
            slow.act(action);
        }
        slow.assert_same(&trial.hand);
        only_legal_actions_are_accepted(&trial.hand, &slow, 1, &mut trial.rng);
        let outcome = trial.finish();
        slow.assert_same_end(&trial.hand, &outcome);
        note(trial, &slow, None);
    });
}

/// Plays random actions of all that there are, every so often all of them.
fn only_legal_actions_are_accepted<H: Hand + PartialEq>(
    hand: &H,
    slow: &impl Oracle<H::Game>,
    tries: usize,
    rng: &mut Stream,
) {
    type ActionOf<H> = <<H as Hand>::Game as Game>::Action;
    let all = below(rng, 100) == 0;
    let tries = if all { ActionOf::<H>::COUNT } else { tries };
    for i in 0..tries {
        let index = if all { i } else { below(rng, ActionOf::<H>::COUNT) };
        let Some(action) = ActionOf::<H>::from_index(index) else {
            continue;
        };
        let mut tried = hand.clone();
        let accepted = tried.play(action).is_ok();
        assert_eq!(accepted, slow.allows(action), "whether `{action}` is accepted");
        let mut due = hand.clone();
        if accepted {
            due.play_unchecked(action);
        }
        assert!(tried == due, "`{action}` leads to {tried:?} instead of {due:?}");
    }
}
