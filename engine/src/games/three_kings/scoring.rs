//! What the last trick brings, and who comes to the points of a set.

use super::hand::{Hand, Phase};
use super::standing::{Reached, Result, Standing};
use crate::card::{Card, Rank};
use crate::seat::{BySeat, Seat};
use crate::standing::{Outcome, Standing as _};

impl Hand {
    /// The last trick with its ace and the prediction, all at once.
    pub(super) fn score_last_trick(&mut self, winner: Seat) {
        let leader = self.trick.leader();
        let ace_led = self.trick.card_led().is_some_and(|card| card.rank() == Rank::Ace);
        let ace_won = ace_led && leader == winner;
        self.points[winner] += self.rules.last_trick_points(ace_won);
        if ace_led && !ace_won {
            self.points[leader] -= 5;
        }
        let brought = self.predictions.bring(&self.rules, winner, ace_won);
        for seat in Seat::ALL {
            self.points[seat] += brought[seat];
            self.brought[seat] = brought[seat] as i8;
        }
    }

    /// Notes who has come to the points that end a set.
    #[inline]
    pub(super) fn note_reached(&mut self, winner: Seat) {
        let before = self.standing.scores();
        let leader = self.trick.leader();
        let due = self.rules.set_points();
        for seat in Seat::ALL {
            if self.reached[seat].is_none() && before[seat] + self.points[seat] >= due {
                self.reached[seat] = Some(Reached {
                    trick: self.tricks.0.iter().sum::<u8>() - 1,
                    lost: seat != winner,
                    place: seat.steps_from(leader) as u8,
                });
            }
        }
    }

    /// The outcome from the end of the hand alone: the points, the `most` that each seat had after any
    /// trick from here on, who won the last trick and what each prediction brought. It is not known
    /// who was first to reach the points of a set.
    pub fn settle_end(
        &self,
        points: BySeat<i32>,
        most: BySeat<i32>,
        last_trick_winner: Seat,
        brought: BySeat<i32>,
    ) -> Outcome<Standing> {
        let reached = BySeat::from_fn(|seat| {
            let most = self.standing.scores()[seat] + most[seat];
            let touched = self.reached[seat].is_some() || most >= self.rules.set_points();
            let lost = seat != last_trick_winner;
            touched.then_some(Reached { trick: 0, lost, place: 0 })
        });
        let result = Result { points, last_trick_winner, brought, reached };
        self.standing.settle(&self.rules, &result)
    }

    /// The ace that was led to the last trick, if one was and the hand is over.
    pub(super) fn last_ace(&self) -> Option<Card> {
        let last = self.history.tricks().last().filter(|_| self.phase == Phase::Over)?;
        let led = last.plays[last.leader];
        led.first().filter(|card| led.len() == 1 && card.rank() == Rank::Ace)
    }
}
