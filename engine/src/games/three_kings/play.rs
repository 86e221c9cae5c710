//! What each decision does to a hand of Three Kings.

use super::hand::{Exchanged, Hand, Phase};
use super::history::draw_size;
use super::{Action, Meld, Prediction, Trick};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::Seat;

impl Hand {
    /// Takes cards out of a hand to play them.
    #[inline]
    fn take(&mut self, seat: Seat, cards: CardSet) {
        self.hands[seat] -= cards;
        self.played |= cards;
    }

    #[inline]
    pub(super) fn play_card(&mut self, card: Card) {
        let turn = self.trick.turn();
        self.take(turn, CardSet::only(card));
        if self.stock_len() == 0
            && let Some(led) = self.trick.card_led()
        {
            self.void[turn][led.suit().index()] |= led.suit() != card.suit();
        }
        self.trick.play(card);
        self.after_play();
    }

    fn play_meld(&mut self, meld: Meld) {
        let turn = self.trick.turn();
        self.take(turn, meld.cards());
        self.trick.play_meld(meld, &self.rules);
        self.after_play();
    }

    fn throw(&mut self, card: Card) {
        let turn = self.trick.turn();
        self.take(turn, CardSet::only(card));
        self.trick.throw(card, &self.rules);
        if self.trick.thrown().is_empty() {
            self.after_play();
        }
    }

    #[inline]
    fn after_play(&mut self) {
        if let Some(winner) = self.trick.winner() {
            self.end_trick(winner);
        }
        self.ask();
    }

    /// Asks the next player for a prediction, if it is his first card of phase 2 and one can still
    /// be made.
    #[inline]
    fn ask(&mut self) {
        let first_trick = self.phase == Phase::Play && self.stock_len() == 0 && self.asked < 3;
        if first_trick && !self.open().is_empty() {
            self.phase = Phase::Predict;
        }
    }

    #[inline]
    fn end_trick(&mut self, winner: Seat) {
        let last = self.hands[winner].is_empty();
        self.tricks[winner] += 1;
        if self.trick.size() == 3 {
            for (seat, _) in self.trick.melds() {
                self.points[seat] += 1;
            }
        }
        if last {
            self.score_last_trick(winner);
        } else {
            self.points[winner] += 1;
        }
        self.note_reached(winner);
        self.history.push(&self.trick, winner);
        let size = self.trick.size();
        self.trick = Trick::led_by(winner);
        if last {
            self.phase = Phase::Over;
        } else if self.stock_len() > 0 {
            self.draw(size, winner);
        }
    }

    #[inline]
    pub(super) fn draw(&mut self, size: usize, winner: Seat) {
        let each = draw_size(size, usize::from(self.drawn));
        let from = usize::from(self.drawn);
        let seats = winner.around();
        if let [a, b, c] = self.stock[from..][..3 * each] {
            // One each, as after nearly every trick.
            for (seat, card) in seats.into_iter().zip([a, b, c]) {
                self.hands[seat].insert(card);
            }
        } else {
            for (seat, cards) in seats.into_iter().zip(self.stock[from..].chunks(each)) {
                self.hands[seat] |= cards.iter().copied().collect();
            }
        }
        self.drawn += 3 * each as u8;
        if self.stock_len() == 0 {
            self.phase = Phase::Exchange;
        }
    }

    fn exchange(&mut self, card: Card) {
        let upcard = self.upcard.expect("an upcard, once the play began");
        let turn = self.trick.leader();
        self.hands[turn].remove(card);
        self.hands[turn].insert(upcard);
        self.end_exchange(Exchanged::Taken { by: turn, laid_out: card });
    }

    fn end_exchange(&mut self, exchanged: Exchanged) {
        self.exchanged = exchanged;
        self.phase = Phase::Predict;
    }

    fn predict(&mut self, prediction: Option<Prediction>) {
        if let Some(said) = prediction {
            self.predictions = self.predictions.with(self.trick.turn(), said);
        }
        self.asked += 1;
        self.phase = Phase::Play;
    }

    #[inline]
    pub(super) fn act_otherwise(&mut self, action: Action) {
        match action {
            Action::Play(card) => self.play_card(card),
            Action::Meld(meld) => self.play_meld(meld),
            Action::Throw(card) => self.throw(card),
            Action::Predict(prediction) => self.predict(prediction),
            Action::Exchange(card) => self.exchange(card),
            Action::Decline => self.end_exchange(Exchanged::Declined),
            Action::Upcard(card) => {
                let turn = self.trick.leader();
                self.hands[turn].remove(card);
                self.upcard = Some(card);
                self.phase = Phase::Play;
            }
        }
    }
}
