//! The worlds that a seat of Three Kings can't tell apart.
//!
//! What a seat can't see is where each unseen card lies now (in one of the two other hands or in
//! the stock), in what order the stock lies, and how each of the others came by his cards: which
//! he was dealt and which he drew from where. A drawn card can't have been played before it was
//! drawn. Taken from the last draw back to the first, the cards that a draw can have brought are
//! all that its seat held or played later, less those already accounted for: a number that all
//! can count, whatever the cards are. So each way to spread the unseen cards has equally many
//! pasts, and only the spreading needs [`Paths`].

use rand::Rng;

use super::hand::Exchanged;
use super::history::Draw;
use super::order::place;
use super::{Hand, ThreeKings};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::hidden::Paths;
use crate::random::below;
use crate::seat::Seat;
use crate::view::View;

/// The worlds of one view of Three Kings; all are drawn equally often.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The hand with only those cards of it that the seat has seen: the others' hands are empty,
    /// and the places of the stock where it drew nothing all say the same.
    public: Hand,
    seat: Seat,
    unseen: CardSet,
    /// Where each unseen card lies, in their order.
    paths: Paths,
    /// For each spreading, the orders of the stock and the pasts of the other hands.
    pasts: f64,
}

/// What lies in an unseen card's way: the left hand, the right hand or the stock.
const PILES: [u32; 3] = [0, 1, 2];

/// How many unseen cards lie in each pile so far, and how many of them the seat that is throwing
/// cards can still throw; packed into one number for [`Paths`].
#[derive(Clone, Copy, Default)]
struct Counts {
    piles: [u8; 3],
    throwable: u8,
}

impl Counts {
    fn pack(self) -> u64 {
        let [left, right, stock] = self.piles.map(u64::from);
        left << 24 | right << 16 | stock << 8 | u64::from(self.throwable)
    }

    fn unpack(packed: u64) -> Self {
        let byte = |place: u32| (packed >> (8 * place)) as u8;
        Self { piles: [byte(3), byte(2), byte(1)], throwable: byte(0) }
    }
}

/// Cards that a seat other than the viewer's still has to throw: all see those that lie there, so
/// his hand has enough that are lower.
struct Throw {
    pile: u32,
    below: u8,
    due: u8,
}

fn throw(view: &View<'_, ThreeKings>) -> Option<Throw> {
    let turn = view.turn()?;
    let below = view.trick().thrown().iter().map(place).min()?;
    let known = view.known_card(turn).is_some_and(|card| place(card) < below);
    let due = 3 - view.trick().thrown().len() - usize::from(known);
    (turn != view.seat()).then(|| Throw {
        pile: u32::from(turn == view.seat().right()),
        below,
        due: due as u8,
    })
}

fn spread(view: &View<'_, ThreeKings>, unseen: CardSet) -> Paths {
    let others = [view.seat().left(), view.seat().right()];
    let [left, right] =
        others.map(|seat| view.hand_size(seat) - usize::from(view.known_card(seat).is_some()));
    let sizes = [left, right, view.stock_len()];
    let throw = throw(view);
    let cards: Vec<Card> = unseen.iter().collect();
    Paths::count_up(
        cards.len(),
        Counts::default().pack(),
        |question, state, way| {
            let card = cards[question];
            let counts = Counts::unpack(state);
            for pile in PILES {
                let i = pile as usize;
                let void = others.get(i).is_some_and(|&seat| view.is_void(seat, card.suit()));
                if void || usize::from(counts.piles[i]) == sizes[i] {
                    continue;
                }
                let mut next = counts;
                next.piles[i] += 1;
                if let Some(throw) = &throw
                    && throw.pile == pile
                    && place(card) < throw.below
                    && next.throwable < throw.due
                {
                    next.throwable += 1;
                }
                way(pile, next.pack());
            }
        },
        |state| throw.as_ref().is_none_or(|t| Counts::unpack(state).throwable == t.due),
    )
}

impl Hand {
    /// Goes back through the draws of a seat, latest first: `brought(pool, place)` is told each
    /// place of the stock with the cards that can have come from there, and takes one of them.
    /// What is left at the end was dealt. `held` is what the seat holds now.
    fn go_back(
        &self,
        seat: Seat,
        held: CardSet,
        mut brought: impl FnMut(&mut Vec<Card>, usize),
    ) -> Vec<Card> {
        // The upcard came to nobody from the stock.
        let own = |cards: CardSet| self.upcard.map_or(cards, |upcard| cards.without(upcard));
        let mut pool = Vec::with_capacity(ThreeKings::PLAYS + 1);
        pool.extend(own(held));
        if let Exchanged::Taken { by, laid_out } = self.exchanged
            && by == seat
        {
            pool.push(laid_out);
        }
        let on_table = self.trick.plays().find(|(who, _)| *who == seat);
        pool.extend(on_table.map_or(CardSet::EMPTY, |(_, cards)| own(cards)));
        if self.trick.turn() == seat {
            pool.extend(own(self.trick.thrown()));
        }
        let mut tricks = self.history.tricks().iter().enumerate().rev().peekable();
        let draws: Vec<Draw> = self.history.draws_of(seat).collect();
        for draw in draws.into_iter().rev() {
            while let Some((_, later)) = tricks.next_if(|(i, _)| *i > draw.trick) {
                pool.extend(own(later.plays[seat]));
            }
            for place in draw.places.rev() {
                brought(&mut pool, place);
            }
        }
        for (_, trick) in tricks {
            pool.extend(own(trick.plays[seat]));
        }
        pool
    }
}

impl crate::Worlds<Hand> for Worlds {
    fn of(view: &View<'_, ThreeKings>) -> Self {
        let mut public = view.hand.clone();
        let unseen = view.unseen();
        let mut pasts: f64 = (1..=view.stock_len()).map(|n| n as f64).product();
        for other in [view.seat().left(), view.seat().right()] {
            public.go_back(other, public.hands[other], |pool, _| {
                pasts *= pool.len() as f64;
                pool.pop();
            });
        }
        for other in [view.seat().left(), view.seat().right()] {
            public.hands[other] = CardSet::EMPTY;
            public.dealt[other] = CardSet::EMPTY;
        }
        public.stock = view.hand.seen_stock(view.seat());
        Self { seat: view.seat(), unseen, paths: spread(view, unseen), pasts, public }
    }

    fn count(&self) -> Option<f64> {
        Some(self.paths.total() * self.pasts)
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Hand {
        let mut world = self.public.clone();
        let mut piles = [CardSet::EMPTY; PILES.len()];
        let mut cards = self.unseen.iter().rev();
        self.paths.draw(rng, |_, pile| {
            piles[pile as usize].insert(cards.next().expect("a card for each question"));
        });
        let [left, right, mut stock] = piles;
        for place in &mut world.stock[usize::from(self.public.drawn)..] {
            *place = stock.nth(below(rng, stock.len()));
            stock.remove(*place);
        }
        for (other, mut held) in [(self.seat.left(), left), (self.seat.right(), right)] {
            if let Some((_, upcard)) = self.public.upcard_holder().filter(|(by, _)| *by == other) {
                held.insert(upcard);
            }
            world.hands[other] = held;
            let dealt = self.public.go_back(other, held, |pool, place| {
                world.stock[place] = pool.swap_remove(below(rng, pool.len()));
            });
            world.dealt[other] = dealt.into_iter().collect();
            if self.public.standing.last_trick_winner() == Some(other)
                && let Some(upcard) = self.public.upcard
            {
                world.dealt[other].insert(upcard);
            }
        }
        world
    }
}
