//! The ten tricks of a Null: the Cat ducks, the two others push tricks onto him.

use threehand_engine::{Card, CardSet, Trump};

use super::play::Table;
use super::seen::Other;

impl Table {
    /// The card to play of those that may be played, in a Null.
    pub(super) fn choose_in_null(&self, legal: CardSet) -> Card {
        if legal.len() == 1 {
            return legal.nth(0);
        }
        let mut best = (f32::NEG_INFINITY, legal.nth(0));
        for card in legal {
            let gain = if self.me == self.cat {
                // Losing now and being rid of a dangerous card are both good.
                0.9 * self.peril(card) - self.takes(card)
            } else {
                self.cat_takes(card) + 0.25 * self.peril(card)
            };
            if gain > best.0 {
                best = (gain, card);
            }
        }
        best.1
    }

    /// How likely a card takes a trick later, when the others play low to it.
    fn peril(&self, card: Card) -> f32 {
        let lower = CardSet::FULL.below(card);
        let higher = CardSet::FULL.above(card);
        let count = |cards| self.left.expected(cards) + self.right.expected(cards);
        let (lower, higher) = (count(lower), count(higher));
        lower / (lower + higher + 0.3) + 0.01 * card.rank().index() as f32
    }

    /// The chance that this player takes the trick with `card`.
    fn takes(&self, card: Card) -> f32 {
        let mut trick = self.trick;
        trick.play(card, Trump::None);
        let led = trick.suit().unwrap_or_else(|| card.suit());
        let mine = trick.best().is_some_and(|(winner, _)| winner == self.me);
        if !mine {
            return 0.0;
        }
        // They stay below him where they can.
        let ducks = |other: &Other| {
            let follows = other.has(CardSet::suit(led));
            let below = other.has(CardSet::FULL.below(card));
            1.0 - follows + follows * below
        };
        match trick.len() {
            3 => 1.0,
            2 => ducks(self.other(trick.turn())),
            _ => ducks(&self.left) * ducks(&self.right),
        }
    }

    /// The chance that the Cat takes the trick if `card` is played against him.
    fn cat_takes(&self, card: Card) -> f32 {
        let mut trick = self.trick;
        trick.play(card, Trump::None);
        let led = trick.suit().unwrap_or_else(|| card.suit());
        let (winner, best) = trick.best().unwrap_or((self.me, card));
        let [cat, friend] = self.cat_and_friend();
        let cat_has_played = trick.plays().any(|(seat, _)| seat == self.cat);
        // What the partner still has to play lies below `best` if it can.
        let friend_stays_below = |best: Card| {
            let follows = friend.has(CardSet::suit(led));
            1.0 - follows + follows * friend.has(CardSet::FULL.below(best))
        };
        match (cat_has_played, trick.len()) {
            (true, 3) => f32::from(u8::from(winner == self.cat)),
            (true, _) if winner == self.cat => friend_stays_below(best),
            (true, _) => 0.0,
            (false, len) => {
                let follows = cat.has(CardSet::suit(led));
                let forced = follows * (1.0 - cat.has(CardSet::FULL.below(best)));
                let forced = forced.max(0.0);
                if len == 2 { forced } else { forced * friend_stays_below(best) + 0.1 * follows }
            }
        }
    }
}
