//! What a seat can say of the other two hands, in chances. Cards are those in play.

use threehand_engine::games::family::Known;
use threehand_engine::{Card, CardSet, Seat, Suit};

/// Another seat's hand, as far as it can be judged.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::family) struct Other {
    pub(in crate::games::family) seat: Seat,
    /// The cards that are known to be there.
    open: CardSet,
    /// The hidden cards that may be there.
    may: CardSet,
    /// The chance of each of these to be there.
    share: f32,
}

impl Other {
    fn of(view: &Known<'_>, seat: Seat, unseen: CardSet, open: [CardSet; 2]) -> Self {
        let [open, elsewhere] = open;
        let may = unseen - view.order().all_in_play(view.lacks(seat)) - open - elsewhere;
        let hidden = view.hand_size(seat).saturating_sub(open.len());
        let share = (hidden as f32 / may.len().max(1) as f32).min(1.0);
        Self { seat, open, may, share }
    }

    /// The chance that it has one of these cards at least.
    pub(in crate::games::family) fn has(&self, cards: CardSet) -> f32 {
        if self.open.meets(cards) {
            return 1.0;
        }
        1.0 - (1.0 - self.share).powi((self.may & cards).len() as i32)
    }

    /// How many of these cards it has on average.
    pub(in crate::games::family) fn expects(&self, cards: CardSet) -> f32 {
        (self.open & cards).len() as f32 + self.share * (self.may & cards).len() as f32
    }

    /// All cards that it may have, the likely ones and the known.
    pub(in crate::games::family) fn may_hold(&self) -> CardSet {
        self.may | self.open
    }
}

/// A view with its cards counted.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::family) struct Reading<'a> {
    pub(in crate::games::family) view: &'a Known<'a>,
    pub(in crate::games::family) me: Seat,
    pub(in crate::games::family) own: CardSet,
    pub(in crate::games::family) trump: Option<Suit>,
    /// The seat on the left and the seat on the right.
    pub(in crate::games::family) others: [Other; 2],
    /// All cards that one of them may hold.
    pub(in crate::games::family) out: CardSet,
    /// The cards that bring points or cost some.
    pub(in crate::games::family) pointed: CardSet,
}

impl<'a> Reading<'a> {
    pub(in crate::games::family) fn of(view: &'a Known<'a>, me: Seat) -> Self {
        let order = view.order();
        let unseen = order.all_in_play(view.unseen());
        let seats = [me.left(), me.right()];
        let open = seats.map(|seat| unseen & order.all_in_play(open(view, me, seat)));
        let other = |i: usize| Other::of(view, seats[i], unseen, [open[i], open[1 - i]]);
        let others = [0, 1].map(other);
        let trump = view.trump().and_then(|trump| order.trump_in_play(trump).suit());
        let own = order.all_in_play(view.cards());
        let [left, right] = others.map(|other| other.may_hold());
        let pointed = order.all_in_play(view.pointed());
        Self { view, me, own, trump, others, out: left | right, pointed }
    }

    pub(in crate::games::family) fn other(&self, seat: Seat) -> &Other {
        &self.others[usize::from(seat != self.others[0].seat)]
    }

    /// What it brings to take this card in a trick.
    pub(in crate::games::family) fn points(&self, card: Card) -> f32 {
        -self.view.burden(self.view.order().named(card)) as f32
    }

    /// What the card brings that a seat plays to this suit, on average.
    pub(in crate::games::family) fn points_from(&self, other: &Other, suit: Suit) -> f32 {
        if self.pointed.is_empty() {
            return 0.0;
        }
        let mean = |cards: CardSet| {
            let sum: f32 = (cards & self.pointed).iter().map(|card| self.points(card)).sum();
            sum / cards.len().max(1) as f32
        };
        let all = other.may_hold();
        let follows = other.has(CardSet::suit(suit));
        follows * mean(all.of(suit)) + (1.0 - follows) * mean(all)
    }
}

/// The cards that are known to have gone to a seat.
fn open(view: &Known<'_>, me: Seat, seat: Seat) -> CardSet {
    let mut open = CardSet::EMPTY;
    // What is given lies with who was under, and what returns with who was over; pulls go the other way.
    let given = view.exchanged().filter_map(|pair| Some((pair, pair.cards?)));
    let pulled = view.pulled().filter_map(|pair| Some((pair, pair.cards?)));
    let pulled = pulled.map(|(pair, (first, back))| (pair, (back, first)));
    for (pair, (to_under, to_over)) in given.chain(pulled) {
        if seat == pair.under {
            open = (open | to_under) - to_over;
        } else if seat == pair.over {
            open = (open | to_over) - to_under;
        }
    }
    let (_, passed) = view.passes(me);
    if view.passes_to(me) == Some(seat) {
        open |= passed.unwrap_or_default();
    }
    open
}
