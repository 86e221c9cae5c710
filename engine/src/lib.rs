//! Card games for three players, exactly: rules, what each seat may see, the worlds that it can't
//! tell apart, and records that anyone can check.
//!
//! A [`Game`] is a set of rules. It turns a [`Deal`] into a [`Hand`], which is played action by
//! action; a bot sees a [`View`] of it, and [`Worlds`] draws hands that this view leaves possible.
//!
//! ```
//! use threehand_engine::games::NineTwoFive;
//! use threehand_engine::{Deal, Deck, Game, Hand, Legal, Seat, Stream, below};
//!
//! let rules = NineTwoFive::default();
//! let standing = rules.first_standing(Seat::P0);
//! let mut rng = Stream::new([1, 0, 0, 0]);
//! let deal = rules.deal(&standing, &Deck::shuffled(&mut rng));
//! let mut hand = rules.start(&standing, &deal);
//! while hand.turn().is_some() {
//!     let legal = hand.legal();
//!     hand.play(legal.nth(below(&mut rng, legal.len())))?;
//! }
//! let outcome = hand.outcome().expect("the hand is over");
//! assert_eq!(outcome.points.0.iter().sum::<i32>(), 0);
//! # Ok::<(), <NineTwoFive as Game>::Illegal>(())
//! ```

mod action;
mod argument;
mod card;
mod card_set;
mod deals;
mod deck;
mod game;
pub mod games;
mod hidden;
mod illegal;
pub mod json;
pub mod options;
mod perft;
mod played;
mod random;
pub mod record;
mod saved;
pub mod scene;
mod seat;
mod seen;
mod select;
mod standing;
mod story;
#[cfg(feature = "testing")]
pub mod testing;
mod trick;
mod trick_play;
mod trick_playout;
mod view;

pub use action::{Action, ActionList, Legal, NoSuchAction, NotLegal};
pub use argument::Argument;
pub use card::{Card, NoSuchCard, Rank, Suit};
pub use card_set::CardSet;
pub use deals::Deals;
pub use deck::{Deal, Deck};
pub use game::{Bounds, Game, Hand, Quantity, Win};
pub use illegal::Illegal;
pub use perft::perft;
pub use played::Played;
pub use random::{Stream, below, fraction};
pub use saved::{SavedHand, SavedView};
pub use scene::Scene;
pub use seat::{BySeat, NoSuchSeat, Seat};
pub use seen::{Recalled, Seen};
pub use select::{Products, Sums, side_by_side};
pub use standing::{Outcome, Reach, Scores, Standing};
pub use trick::{NoSuchTrump, Trick, Trump};
pub use view::{OwnedView, View, Worlds};
