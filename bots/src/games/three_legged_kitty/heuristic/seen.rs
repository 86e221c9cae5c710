//! What a seat can say of the other two hands, in chances.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::{Card, CardSet, Seat, Suit, Trump, View};

/// Another seat's hand as far as it can be judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Other {
    pub(super) seat: Seat,
    /// The cards that are known to be there.
    pub(super) open: CardSet,
    /// All that may be there.
    pub(super) may: CardSet,
    /// For each hidden card that may be there, the chance that it is not.
    absent: f32,
}

impl Other {
    pub(super) fn of(view: &View<'_, ThreeLeggedKitty>, seat: Seat) -> Self {
        let open = view.open(seat);
        let may = view.may_hold(seat);
        let hidden = (view.hand_size(seat) - open.len()) as f32;
        // Of the hidden cards that fit his voids he has his number; the rest lie elsewhere.
        let room = ((may - open).len() as f32).max(1.0);
        Self { seat, open, may, absent: (1.0 - hidden / room).clamp(0.0, 1.0) }
    }

    /// The chance that he has one of these cards at least.
    #[inline]
    pub(super) fn has(&self, cards: CardSet) -> f32 {
        if self.open.meets(cards) {
            return 1.0;
        }
        1.0 - self.absent.powi((self.may & cards).len() as i32)
    }

    /// How many of these cards he has on average.
    #[inline]
    pub(super) fn expected(&self, cards: CardSet) -> f32 {
        let open = (self.open & cards).len();
        open as f32 + (1.0 - self.absent) * ((self.may & cards).len() - open) as f32
    }

    /// The chance that he can beat `best` in a trick where `led` must be followed.
    #[inline]
    pub(super) fn beats(&self, best: Card, led: Suit, trump: Trump) -> f32 {
        let follows = self.has(CardSet::suit(led));
        let ruffs = |above: CardSet| (1.0 - follows) * self.has(above);
        if best.suit() == led {
            let higher = self.has(CardSet::FULL.above(best));
            match trump.suit() {
                Some(suit) if suit != led => (higher + ruffs(CardSet::suit(suit))).min(1.0),
                _ => higher,
            }
        } else {
            ruffs(CardSet::FULL.above(best))
        }
    }
}
