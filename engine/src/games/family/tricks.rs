//! What may be played to a trick, and what that shows.

use super::hand::Hand;
use super::rules::{Lead, Rules};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::Seat;
use crate::trick::{Trick, Trump};

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

    /// Whether a card of the suit that has to be broken was played.
    #[inline]
    pub(super) fn is_broken(&self) -> bool {
        self.tricks.all_played().meets(self.rules.broken)
    }

    #[inline(never)]
    fn restricted(&self) -> CardSet {
        let (trick, is_first) = (&self.tricks.trick, self.is_first_trick());
        let hand = self.hands[trick.turn()];
        self.rules.restricted(trick, hand, self.trumps(), is_first, self.is_broken())
    }

    /// The rule that forbids to play a card of the hand now, besides that of following suit.
    #[inline]
    pub(super) fn why_not(&self, card: Card) -> &'static str {
        let (trick, rules) = (&self.tricks.trick, &*self.rules);
        let (hand, trumps) = (self.hands[trick.turn()], all_trumps(self.trumps()));
        let Some(led) = trick.suit() else {
            return match rules.lead {
                Lead::Lowest(_) if self.is_first_trick() => "the first lead is another card",
                _ if rules.broken.contains(card) && !self.is_broken() => {
                    "its suit may not be led before it is broken"
                }
                _ => NO_POINTS,
            };
        };
        if rules.must_trump && hand.is_void(led) && hand.meets(trumps) && !trumps.contains(card) {
            "who can't follow suit must trump"
        } else if rules.beat && !winners(trick, trumps).contains(card) {
            "who can beat the trick must beat it"
        } else {
            NO_POINTS
        }
    }

    /// Notes the cards that a seat shows not to hold when it plays this one.
    #[inline(never)]
    fn show(&mut self, card: Card) {
        let trick = &self.tricks.trick;
        let rules = &*self.rules;
        let trumps = all_trumps(self.trumps());
        let mut lacks = CardSet::EMPTY;
        // All that it may have chosen among, as far as is known.
        let mut among = CardSet::FULL;
        if let Some(suit) = trick.suit() {
            let led = CardSet::suit(suit);
            if rules.follow && led.contains(card) {
                among = led;
            } else if rules.follow {
                lacks = led;
                match trumps.contains(card) {
                    true if rules.must_trump => among = trumps,
                    false if rules.must_trump => lacks |= trumps,
                    _ => {}
                }
            }
            if rules.beat {
                let winners = winners(trick, trumps);
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
        } else if !self.is_broken() {
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

impl Rules {
    /// The cards of a hand that may be played to a trick: the first of the hand or another, before or
    /// after the suit is broken that has to be.
    #[inline]
    pub(super) fn restricted(
        &self,
        trick: &Trick,
        hand: CardSet,
        trump: Trump,
        is_first: bool,
        is_broken: bool,
    ) -> CardSet {
        let if_any = |some: CardSet, all: CardSet| if some.is_empty() { all } else { some };
        let trumps = all_trumps(trump);
        let mut cards = hand;
        if trick.is_empty() {
            if let (Lead::Lowest(suit), true) = (self.lead, is_first) {
                return hand.lowest_of(suit).map_or(hand, CardSet::only);
            }
            if !is_broken {
                cards = if_any(hand - self.broken, hand);
            }
        } else {
            if self.follow {
                cards = trick.playable(hand);
                if self.must_trump && trick.suit().is_some_and(|suit| hand.is_void(suit)) {
                    cards = if_any(hand & trumps, hand);
                }
            }
            if self.beat {
                cards = if_any(cards & winners(trick, trumps), cards);
            }
        }
        if !self.first_free && is_first {
            cards = if_any(cards - self.score.pointed, cards);
        }
        cards
    }
}

const NO_POINTS: &str = "no card with points may be played to the first trick";

/// All cards that are trump.
fn all_trumps(trump: Trump) -> CardSet {
    trump.suit().map_or(CardSet::EMPTY, CardSet::suit)
}

/// All cards that would win the trick as it lies.
fn winners(trick: &Trick, trumps: CardSet) -> CardSet {
    let Some((_, best)) = trick.best() else { return CardSet::FULL };
    let above = CardSet::FULL.above(best);
    if trumps.contains(best) { above } else { above | trumps }
}
