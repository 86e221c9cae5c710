//! Who takes the trick that is being played.

use threehand_engine::{Card, CardSet, Trick, Trump};

use super::aim::Aim;
use super::reading::{Other, Reading};

/// The trick as it lies, and what all want of it. Cards are those in play.
pub(super) struct Table {
    trick: Trick,
    trump: Trump,
    /// What the cards in it bring.
    lying: f32,
    /// What the trick is worth to the seat on the left and on the right, cards aside.
    gains: [f32; 2],
}

/// A seat's chance of the trick, and what it brings.
pub(super) struct Prospect {
    /// The chance of the seat that chooses.
    pub(super) wins: f32,
    /// What the cards of the trick bring to who takes it.
    pub(super) points: f32,
}

impl Table {
    pub(super) fn of(reading: &Reading<'_>, left: usize) -> Self {
        let order = reading.view.order();
        let trump = reading.trump.map_or(Trump::None, Trump::Suit);
        let leader = reading.view.trick().next().map_or(reading.me, |(seat, _)| seat);
        let mut trick = Trick::led_by(leader);
        reading.view.trick().for_each(|(_, card)| trick.play(order.in_play(card), trump));
        let lying = trick.plays().map(|(_, card)| reading.points(card)).sum();
        let gains = reading.others.map(|other| Aim::of(reading.view, other.seat).gain(left));
        Self { trick, trump, lying, gains }
    }

    /// The cards that lie in it.
    pub(super) fn cards(&self) -> CardSet {
        self.trick.plays().map(|(_, card)| card).collect()
    }

    /// Whether no card lies in it.
    pub(super) const fn is_lead(&self) -> bool {
        self.trick.is_empty()
    }

    /// What comes of playing this card.
    pub(super) fn prospect(&self, reading: &Reading<'_>, card: Card) -> Prospect {
        let mut trick = self.trick;
        trick.play(card, self.trump);
        let led = trick.suit().unwrap_or(card.suit());
        let (winner, best) = trick.best().unwrap_or((reading.me, card));
        let mut points = self.lying + reading.points(card);
        let to_play = || reading.me.around().into_iter().skip(1).take(3 - trick.len());
        let others = || to_play().map(|seat| reading.other(seat));
        points += others().map(|other| reading.points_from(other, led)).sum::<f32>();
        let mut wins = f32::from(u8::from(winner == reading.me));
        for other in others() {
            wins *= 1.0 - self.beats(reading, other, best, points);
        }
        Prospect { wins, points }
    }

    /// The chance that a seat takes a trick from `best`, which wins it as it lies.
    fn beats(&self, reading: &Reading<'_>, other: &Other, best: Card, points: f32) -> f32 {
        let led = self.trick.suit().unwrap_or(best.suit());
        let above = CardSet::FULL.above(best);
        let trumps = self.trump.suit().filter(|&suit| suit != best.suit());
        let trumps = trumps.map_or(CardSet::EMPTY, CardSet::suit);
        let follows = other.has(CardSet::suit(led));
        let gain = self.gains[usize::from(other.seat != reading.others[0].seat)] + points;
        if gain <= 0.0 && !reading.view.must_beat() {
            // It stays below if it can.
            let below = other.has(CardSet::FULL.below(best));
            return if best.suit() == led { follows * (1.0 - below) } else { 0.0 };
        }
        let void = if reading.view.must_follow() { 1.0 - follows } else { 1.0 };
        let higher = other.has(above);
        if best.suit() == led {
            higher + void.min(1.0 - higher) * other.has(trumps)
        } else {
            void * higher
        }
    }
}
