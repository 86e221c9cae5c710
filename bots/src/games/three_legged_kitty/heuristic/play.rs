//! The ten tricks of a suit or no-trump contract, as Cat and as one of the two against him.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::{Card, CardSet, Seat, Suit, Trick, Trump, View};

use super::seen::Other;

/// What a player goes by who chooses a card.
pub(super) struct Table {
    pub(super) me: Seat,
    pub(super) cat: Seat,
    pub(super) trump: Trump,
    pub(super) trick: Trick,
    pub(super) own: CardSet,
    pub(super) left: Other,
    pub(super) right: Other,
}

impl Table {
    pub(super) fn of(view: &View<'_, ThreeLeggedKitty>, cat: Seat) -> Self {
        let [me, left, right] = view.seat().around();
        Self {
            me,
            cat,
            trump: view.trump(),
            trick: *view.trick(),
            own: view.cards(),
            left: Other::of(view, left),
            right: Other::of(view, right),
        }
    }

    fn is_friend(&self, seat: Seat) -> bool {
        (seat == self.cat) == (self.me == self.cat)
    }

    /// How likely one of those against this player has a card of `cards`.
    fn against_has(&self, cards: CardSet) -> f32 {
        let has = |other: &Other| if self.is_friend(other.seat) { 0.0 } else { other.has(cards) };
        1.0 - (1.0 - has(&self.left)) * (1.0 - has(&self.right))
    }

    /// How many cards of `cards` those against this player have on average.
    fn against_expected(&self, cards: CardSet) -> f32 {
        let expected =
            |other: &Other| if self.is_friend(other.seat) { 0.0 } else { other.expected(cards) };
        expected(&self.left) + expected(&self.right)
    }

    /// The chance that this player's side takes the trick with `card` next.
    fn wins(&self, card: Card) -> f32 {
        let mut trick = self.trick;
        trick.play(card, self.trump);
        let led = trick.suit().unwrap_or_else(|| card.suit());
        let (winner, best) = trick.best().unwrap_or((self.me, card));
        let ours = self.is_friend(winner);
        match trick.len() {
            3 => f32::from(u8::from(ours)),
            2 => {
                let last = self.other(trick.turn());
                let beaten = last.beats(best, led, self.trump);
                match (ours, self.is_friend(last.seat)) {
                    (true, true) => 1.0,
                    (true, false) => 1.0 - beaten,
                    (false, true) => beaten,
                    (false, false) => 0.0,
                }
            }
            _ => self.lead_wins(card),
        }
    }

    /// The Cat and the partner of a player against him.
    pub(super) fn cat_and_friend(&self) -> [&Other; 2] {
        let cat = self.other(self.cat);
        [cat, self.other(if cat.seat == self.left.seat { self.right.seat } else { self.left.seat })]
    }

    pub(super) fn other(&self, seat: Seat) -> &Other {
        if seat == self.left.seat { &self.left } else { &self.right }
    }

    /// The chance that the side takes a trick led with `card`.
    fn lead_wins(&self, card: Card) -> f32 {
        let led = card.suit();
        let [left, right] =
            [&self.left, &self.right].map(|other| other.beats(card, led, self.trump));
        if self.me == self.cat {
            return (1.0 - left) * (1.0 - right);
        }
        let [cat, friend] = self.cat_and_friend();
        let by_cat = if cat.seat == self.left.seat { left } else { right };
        // The partner saves the trick if he has the card that the Cat can't beat.
        let reach = CardSet::suit(led) & (cat.may | friend.may);
        let saves = reach.last().map_or(0.0, |top| friend.has(CardSet::only(top)));
        1.0 - by_cat * (1.0 - 0.8 * saves)
    }

    /// How often a card will take a trick later, if it is kept now.
    fn worth(&self, card: Card) -> f32 {
        let above = CardSet::FULL.above(card);
        let is_high = 1.0 - self.against_has(above);
        let rank = card.rank().index() as f32 / 12.0;
        if self.trump.is(card) {
            return 0.4 + 0.5 * is_high + 0.1 * rank;
        }
        let guards = self.own.below(card).len() as f32;
        let threats = self.against_expected(above);
        let guarded = if threats > 0.0 && guards >= threats { 0.2 } else { 0.0 };
        let alive = if self.trump == Trump::None { 1.0 } else { 0.8 };
        alive * is_high.max(guarded * rank) + 0.05 * rank
    }

    /// The card to play of those that may be played.
    pub(super) fn choose(&self, legal: CardSet) -> Card {
        if legal.len() == 1 {
            return legal.nth(0);
        }
        let leads = self.trick.is_empty();
        let mut best = (f32::NEG_INFINITY, legal.nth(0));
        for card in legal {
            let gain = self.wins(card) - 0.6 * self.worth(card);
            let gain = if leads { gain + self.lead_bonus(card) } else { gain };
            if gain > best.0 {
                best = (gain, card);
            }
        }
        best.1
    }

    /// What speaks for leading a card beyond the trick itself.
    fn lead_bonus(&self, card: Card) -> f32 {
        let suit = card.suit();
        let length = self.own.of(suit).len() as f32;
        let Some(trump) = self.trump.suit() else {
            // The long suit is to be set up first.
            return 0.06 * length;
        };
        if self.me == self.cat {
            let out = self.against_expected(CardSet::suit(trump));
            if suit == trump {
                return if out < 0.15 { -0.6 } else { 0.1 + 0.1 * (length - out).clamp(-2.0, 3.0) };
            }
            return 0.03 * length;
        }
        if suit == trump { -0.15 } else { self.ruff_hope(suit) }
    }

    /// A short side suit is led in the hope of trumping it later.
    fn ruff_hope(&self, suit: Suit) -> f32 {
        let short = self.own.of(suit).len() == 1;
        let has_trumps = self.trump.suit().is_some_and(|trump| !self.own.is_void(trump));
        if short && has_trumps { 0.05 } else { 0.0 }
    }
}
