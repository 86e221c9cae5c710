//! What one seat may know and do, and the worlds that this leaves possible.

use std::fmt::{self, Debug};
use std::ops::Deref;

use rand::Rng;

use crate::game::{Game, Hand};
use crate::scene::Scene;
use crate::seat::Seat;
use crate::seen::Seen;

/// What one seat may know of a hand, and nothing else.
///
/// A view borrows the hand but has no way to the hand: all that a bot can ask for is what the bot's
/// seat has seen.
/// The game's own questions are those of its [`Known`](Game::Known), which a view goes by.
pub struct View<'a, G: Game> {
    whole: &'a G::Hand,
    known: G::Known<'a>,
    seat: Seat,
}

impl<G: Game> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for View<'_, G> {}

impl<'a, G: Game> Deref for View<'a, G> {
    type Target = G::Known<'a>;

    #[inline]
    fn deref(&self) -> &G::Known<'a> {
        &self.known
    }
}

impl<G: Game> Debug for View<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.known.fmt(f)
    }
}

impl<'a, G: Game> View<'a, G> {
    #[inline]
    pub(crate) fn of(hand: &'a G::Hand, seat: Seat) -> Self {
        Self { whole: hand, known: hand.known(seat), seat }
    }

    /// Whose view it is.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'a G {
        self.whole.rules()
    }

    /// How the match stood when the hand was dealt.
    pub fn standing(&self) -> &'a G::Standing {
        self.whole.standing()
    }

    /// Whose decision is next.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        self.whole.turn()
    }

    /// What this seat may do now.
    ///
    /// # Panics
    /// If it is not this seat's turn: the legal actions of others show their cards.
    pub fn legal(&self) -> G::Legal {
        self.assert_turn();
        self.whole.legal()
    }

    /// Any of these actions, each equally likely: the `below(rng, n)`-th of `n`, at a fraction of
    /// the time that it takes to list them.
    ///
    /// # Panics
    /// If it is not this seat's turn.
    #[inline(always)]
    pub fn any_legal<R: Rng>(&self, rng: &mut R) -> G::Action {
        self.assert_turn();
        self.whole.any_legal(rng)
    }

    /// The table as this seat sees it, to be drawn.
    pub fn scene(&self) -> Scene {
        Scene::of(self.whole, self)
    }

    /// All that this seat knows, to be written as JSON.
    pub fn seen(&self) -> Seen {
        Seen::of(self.whole, self)
    }

    /// The same view, to be kept. It holds nothing that the seat does not know.
    pub fn to_owned(&self) -> OwnedView<G> {
        OwnedView { veiled: self.whole.veiled(self.seat), seat: self.seat }
    }

    #[inline]
    fn assert_turn(&self) {
        assert!(self.turn() == Some(self.seat), "only the seat to move has actions");
    }
}

/// A view that borrows nothing, to be kept or sent elsewhere.
///
/// What the seat does not know is not in it: it comes of [`Hand::veiled`].
#[derive(Clone, Debug)]
pub struct OwnedView<G: Game> {
    veiled: G::Hand,
    seat: Seat,
}

impl<G: Game> OwnedView<G> {
    /// The view.
    pub fn view(&self) -> View<'_, G> {
        self.veiled.view(self.seat)
    }
}

/// A sampler of the worlds that a view leaves possible.
///
/// A world is a whole hand: a deal, and the hidden choices made since, that would have shown the
/// seat exactly what it has seen. Every such world is drawn equally often.
pub trait Worlds<H: Hand>: Sized + Send + Sync {
    /// Counts the worlds of a view. Costs far more than a draw: make it once a decision.
    fn of(view: &View<'_, H::Game>) -> Self;

    /// One of them.
    fn draw<R: Rng>(&self, rng: &mut R) -> H;

    /// How many worlds there are (a count beyond 2⁵³ is rounded); `None` where they can't be
    /// counted.
    fn count(&self) -> Option<f64> {
        None
    }
}
