//! What may be played to a trick, and what that shows.

use super::hand::Hand;
use super::rules::Lead;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::Seat;

impl Hand {
    /// The cards that the player to move can play.
    #[inline(always)]
    pub(super) fn playable(&self) -> CardSet {
        if self.rules.is_plain { self.tricks.playable(&self.hands) } else { self.restricted() }
    }

    /// Plays a card; returns whether it was the last card of the hand.
    #[inline(always)]
    pub(super) fn lay(&mut self, card: Card) -> bool {
        let trump = self.trumps();
        if self.rules.is_plain {
            self.tricks.play(card, trump, &mut self.hands)
        } else {
            self.show(card);
            self.tricks.lay(card, trump, &mut self.hands)
        }
    }

    fn is_first_trick(&self) -> bool {
        self.tricks.taken.0 == [0; 3]
    }

    /// All cards that are trump.
    fn all_trumps(&self) -> CardSet {
        self.trumps().suit().map_or(CardSet::EMPTY, CardSet::suit)
    }

    /// All cards that would win the trick as it lies.
    fn winners(&self) -> CardSet {
        let Some((_, best)) = self.tricks.trick.best() else { return CardSet::FULL };
        let trumps = self.all_trumps();
        let above = CardSet::FULL.above(best);
        if trumps.contains(best) { above } else { above | trumps }
    }

    #[inline(never)]
    fn restricted(&self) -> CardSet {
        let trick = &self.tricks.trick;
        let hand = self.hands[trick.turn()];
        let rules = &*self.rules;
        let if_any = |some: CardSet, all: CardSet| if some.is_empty() { all } else { some };
        let mut cards = hand;
        if trick.is_empty() {
            if let (Lead::Lowest(suit), true) = (rules.lead, self.is_first_trick()) {
                return hand.lowest_of(suit).map_or(hand, CardSet::only);
            }
            if !self.tricks.all_played().meets(rules.broken) {
                cards = if_any(hand - rules.broken, hand);
            }
        } else {
            if rules.follow {
                cards = trick.playable(hand);
                if rules.must_trump && trick.suit().is_some_and(|suit| hand.is_void(suit)) {
                    cards = if_any(hand & self.all_trumps(), hand);
                }
            }
            if rules.beat {
                cards = if_any(cards & self.winners(), cards);
            }
        }
        if !rules.first_free && self.is_first_trick() {
            cards = if_any(cards - rules.score.pointed, cards);
        }
        cards
    }

    /// Notes the cards that a seat shows not to hold when it plays this one.
    #[inline(never)]
    fn show(&mut self, card: Card) {
        let trick = &self.tricks.trick;
        let rules = &*self.rules;
        let mut lacks = CardSet::EMPTY;
        // All that it may have chosen among, as far as is known.
        let mut among = CardSet::FULL;
        if let Some(suit) = trick.suit() {
            let led = CardSet::suit(suit);
            if rules.follow && led.contains(card) {
                among = led;
            } else if rules.follow {
                lacks = led;
                let trumps = self.all_trumps();
                match trumps.contains(card) {
                    true if rules.must_trump => among = trumps,
                    false if rules.must_trump => lacks |= trumps,
                    _ => {}
                }
            }
            if rules.beat {
                let winners = self.winners();
                match winners.contains(card) {
                    true => among = among & winners,
                    false => lacks |= among & winners,
                }
            }
        } else if let (Lead::Lowest(_), true) = (rules.lead, self.is_first_trick()) {
            // It has the lowest card that anybody has.
            let lower = CardSet::FULL.below(card);
            Seat::ALL.into_iter().for_each(|seat| self.tricks.void[seat] |= lower);
            return;
        } else if !self.tricks.all_played().meets(rules.broken) {
            match rules.broken.contains(card) {
                true => lacks = !rules.broken,
                false => among = !rules.broken,
            }
        }
        if !rules.first_free && self.is_first_trick() && rules.score.pointed.contains(card) {
            lacks |= among - rules.score.pointed;
        }
        let seat = trick.turn();
        self.tricks.void[seat] |= lacks;
    }
}
