//! Ways to deal hidden cards into piles, each drawn equally often.

use rand::Rng;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::hidden::Paths;

/// All ways to deal cards into `N` piles (at most eight) of fixed sizes, where each pile takes only
/// cards that it may hold. Counted exactly and drawn uniformly, without rejection.
///
/// ```
/// use threehand_engine::{CardSet, Deals, Stream};
///
/// let cards: CardSet = "AS KS 2H 3H".parse()?;
/// let spades: CardSet = "AS KS".parse()?;
/// // The first pile has no hearts.
/// let deals = Deals::new(cards, [1, 3], [spades, CardSet::FULL]);
/// assert_eq!(deals.count(), 2.0);
/// let [first, second] = deals.draw(&mut Stream::new([1, 0, 0, 0]));
/// assert!(first.len() == 1 && second == cards - first);
/// # Ok::<(), threehand_engine::NoSuchCard>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deals<const N: usize> {
    cards: Vec<Card>,
    paths: Paths,
}

impl<const N: usize> Deals<N> {
    /// The ways to deal `cards` into piles of these `sizes`, which may hold cards of `allowed`.
    ///
    /// # Panics
    /// If there are more than eight piles, or if the sizes do not add up to the cards.
    pub fn new(cards: CardSet, sizes: [usize; N], allowed: [CardSet; N]) -> Self {
        assert!(N <= 8, "at most eight piles");
        assert_eq!(sizes.iter().sum::<usize>(), cards.len(), "each card goes to a pile");
        let cards: Vec<Card> = cards.iter().collect();
        // How full the piles are, a byte each.
        let filled = |state: u64, pile: usize| (state >> (8 * pile) & 0xFF) as usize;
        let answers = |question: usize, state, way: &mut dyn FnMut(u32, u64)| {
            for pile in 0..N {
                if filled(state, pile) < sizes[pile] && allowed[pile].contains(cards[question]) {
                    way(pile as u32, state + (1 << (8 * pile)));
                }
            }
        };
        let paths = Paths::count_up(cards.len(), 0, answers, |_| true);
        Self { cards, paths }
    }

    /// How many ways there are (a count beyond 2⁵³ is rounded).
    pub fn count(&self) -> f64 {
        self.paths.total()
    }

    /// One of them: the piles.
    ///
    /// # Panics
    /// If there is none.
    pub fn draw<R: Rng>(&self, rng: &mut R) -> [CardSet; N] {
        let mut piles = [CardSet::EMPTY; N];
        self.paths.draw(rng, |question, pile| piles[pile as usize].insert(self.cards[question]));
        piles
    }
}
