//! Matches that are played side by side, so that a bot that decides many views at once is asked for all of them.

use std::cell::Cell;
use std::sync::Arc;

use threehand_bots::{BatchDecider, BotFailure, Knowledge, ViewBatch};
use threehand_engine::{Action as _, Hand as _, Seat};

use crate::arena::DueMatch;
use crate::forfeit::Forfeit;
use crate::panics::caught;
use crate::table::{Match, Sitting, Table, illegal};

/// By player what decides many views at once, if it is not asked view by view.
pub(crate) type Deciders = [Option<Arc<dyn BatchDecider>>];

/// A match that is being played.
struct Course<G: Knowledge> {
    due: DueMatch,
    sitting: Sitting<G>,
    /// The seat whose player is to decide its view with others; `None` once the match is over.
    asked: Option<Seat>,
}

impl<G: Knowledge> Table<'_, G> {
    /// The matches, each as [`Table::play`] plays it.
    pub(crate) fn play_side_by_side(
        &self,
        deciders: &Deciders,
        all: Vec<DueMatch>,
    ) -> impl Iterator<Item = (DueMatch, Match<G>)> {
        let sit_down = |mut due: DueMatch| {
            let first = self.first_hand(&mut due.decks);
            let sitting = self.sit_down((0, first), &due.decks, due.lineup, None);
            let mut course = Course { due, sitting, asked: None };
            self.go_on(deciders, &mut course);
            course
        };
        let mut courses: Vec<_> = all.into_iter().map(sit_down).collect();
        let mut views = ViewBatch::default();
        while courses.iter().any(|course| course.asked.is_some()) {
            for (player, decider) in deciders.iter().enumerate() {
                let Some(decider) = decider else { continue };
                let is_asked = |course: &&mut Course<G>| {
                    course.asked.is_some_and(|seat| course.due.lineup.1[seat] == player)
                };
                let mut asked: Vec<_> = courses.iter_mut().filter(is_asked).collect();
                for asked in asked.chunks_mut(decider.most().max(1)) {
                    views.clear();
                    asked.iter_mut().for_each(|course| course.show(&mut views));
                    let answers = caught(|| decider.decide(&views));
                    for (place, course) in asked.iter_mut().enumerate() {
                        let answer = match &answers {
                            Ok(answers) => answers[place].clone().map_err(BotFailure::Panicked),
                            Err(failure) => Err(failure.clone()),
                        };
                        self.answer(deciders, course, answer);
                    }
                }
            }
        }
        courses.into_iter().map(|Course { due, sitting, .. }| (due, sitting.part(None)))
    }

    /// Plays what the player that was asked answers, and goes on.
    fn answer(
        &self,
        deciders: &Deciders,
        course: &mut Course<G>,
        answer: Result<usize, BotFailure>,
    ) {
        let seat = course.asked.take().expect("it was asked");
        let hand = course.sitting.played.hands.last_mut().expect("a match has a hand");
        let action = answer.and_then(|index| {
            let action = G::Action::from_index(index);
            action.ok_or_else(|| BotFailure::illegal(index, "the game has no such action"))
        });
        let done = action.and_then(|action| {
            hand.end.play(action).map_err(|why| illegal::<G>(action, &why))?;
            Ok(action)
        });
        match done {
            Ok(action) => {
                if course.due.keep.records {
                    hand.actions.push((seat, action));
                }
                self.go_on(deciders, course);
            }
            Err(failure) => {
                let failure = Some(Forfeit::of(seat, &failure));
                self.end_hand(&mut course.sitting, failure, &mut course.due.decks);
            }
        }
    }

    /// Plays a match on until a player is to decide its view with others, or to its end.
    fn go_on(&self, deciders: &Deciders, course: &mut Course<G>) {
        let Course { due: DueMatch { decks, lineup: (_, seated), keep }, sitting, asked } = course;
        loop {
            let Sitting { bots, rngs, played, .. } = &mut *sitting;
            let hand = played.hands.last_mut().expect("a match has a hand");
            let turn = Cell::new(Seat::P0);
            let done = caught(|| {
                while let Some(seat) = hand.end.turn() {
                    // A bot that could not be made is asked alone, and says so.
                    if deciders[seated[seat]].is_some() && !bots[seat].has_failed() {
                        return Ok(Some(seat));
                    }
                    turn.set(seat);
                    let action = bots[seat].answer(&hand.end.view(seat), &mut rngs[seat])?;
                    hand.end.play(action).map_err(|why| illegal::<G>(action, &why))?;
                    if keep.records {
                        hand.actions.push((seat, action));
                    }
                }
                Ok(None)
            });
            let failure = match done.flatten() {
                Ok(None) => None,
                Ok(seat) => {
                    *asked = seat;
                    return;
                }
                Err(failure) => Some(Forfeit::of(turn.get(), &failure)),
            };
            if !self.end_hand(sitting, failure, decks) {
                return;
            }
        }
    }
}

impl<G: Knowledge> Course<G> {
    /// Adds the view of the seat that is asked.
    fn show(&mut self, views: &mut ViewBatch) {
        let seat = self.asked.expect("it is asked");
        let Sitting { rngs, played, .. } = &mut self.sitting;
        let hand = played.hands.last().expect("a match has a hand");
        views.push(&hand.end.view(seat), &mut rngs[seat]);
    }
}
