//! Decisions, and those that are legal at some point of a hand.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// One decision. Its text is what a record says after the seat, such as `play 9C`, unless the
/// game joins several in a [line](crate::Game::lines).
pub trait Action: Copy + Debug + Display + Eq + FromStr<Err: Error> + Send + Sync {
    /// One more than the greatest index.
    const COUNT: usize;

    /// A number below [`Action::COUNT`], different for each action of the game.
    fn index(self) -> usize;

    /// The action of this index, if there is one.
    fn from_index(index: usize) -> Option<Self>;
}

/// The actions that are legal at some point of a hand, in a fixed order.
pub trait Legal<A>: Clone + Debug {
    /// How many.
    fn len(&self) -> usize;

    /// The `n`-th, counted from 0.
    ///
    /// # Panics
    /// If there are not more than `n`.
    fn nth(&self, n: usize) -> A;

    /// Whether `action` is one of them.
    fn contains(&self, action: A) -> bool;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them, in order.
    fn iter(self) -> impl Iterator<Item = A> {
        (0..self.len()).map(move |n| self.nth(n))
    }
}

/// Legal actions as a list, for games where speed does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionList<A>(pub Vec<A>);

impl<A: Copy + Debug + PartialEq> Legal<A> for ActionList<A> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn nth(&self, n: usize) -> A {
        self.0[n]
    }

    fn contains(&self, action: A) -> bool {
        self.0.contains(&action)
    }
}

/// The action is not legal: the plain error, for games without reasons of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not among the legal actions")]
pub struct NotLegal<A: Display + Debug>(pub A);

/// The text is no action of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no action of {syntax}")]
pub struct NoSuchAction {
    /// The text.
    pub text: String,
    /// The game, and how its actions are written.
    pub syntax: &'static str,
}
