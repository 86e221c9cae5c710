//! `heuristic` at 9-2-5.
//!
//! Whatever there is to decide, it looks at each choice, notes what speaks for and against it (the
//! features), and takes the choice for which they weigh most. A feature is what a club player
//! would name: this card wins for sure, that suit still has its king behind me, a void with trumps
//! in hand. What each weighs, in tricks, was fitted by playing on.

mod bleed;
mod discard;
mod follow;
mod holding;
mod lead;
mod reading;
mod trump;
mod weights;

use threehand_engine::games::nine_two_five::{Action, Legal};
use threehand_engine::{Seat, Suit, Trump, View, below, games};

use crate::bot::{Bot, BotRng};
use reading::Reading;
use weights::{BLEED, DISCARD, FITTED, FOLLOW, FREE, LEAD, TRUMP};

type HandView<'a> = View<'a, games::NineTwoFive>;

/// A good club player of 9-2-5. He takes every trick he can get, whatever the score: a trick is a
/// point for whoever takes it. Where he may keep cards back from the bleed he never does, as none
/// that he gives comes back lower.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

impl Bot<games::NineTwoFive> for Heuristic {
    fn decide(&mut self, view: &HandView<'_>, rng: &mut BotRng) -> Action {
        let legal = view.legal();
        if let Legal::Play(cards) = legal
            && cards.len() == 1
        {
            return Action::Play(cards.nth(0));
        }
        let reading = Reading::of(view);
        let mut best = Best::new(rng);
        for_each_choice(&reading, legal, &mut |action| {
            let mut worth = 0.0;
            features(&reading, view, action, &mut |i, amount| worth += FITTED[i] * amount);
            best.offer(action, worth);
        });
        best.action.expect("something is legal while the hand goes on")
    }
}

/// Cards laid away by the dealer.
const DISCARDS: usize = 4;

/// The choices worth comparing: of cards that do the same, one.
fn for_each_choice(reading: &Reading, legal: Legal, choice: &mut impl FnMut(Action)) {
    match legal {
        Legal::Nothing => {}
        Legal::Trump => Trump::ALL.into_iter().map(Action::Trump).for_each(choice),
        Legal::Discard(cards) => reading.distinct(cards).map(Action::Discard).for_each(choice),
        Legal::Play(cards) => reading.distinct(cards).map(Action::Play).for_each(choice),
        // A higher card of the same suit is never the better gift.
        Legal::Give { cards, to, or_to, .. } => {
            let lowest = |suit| cards.lowest_of(suit);
            let gifts = |to: Seat| {
                Suit::ALL.into_iter().filter_map(lowest).map(move |card| Action::Give(card, to))
            };
            [Some(to), or_to].into_iter().flatten().flat_map(gifts).for_each(choice);
        }
    }
}

/// What speaks for and against a choice.
fn features(
    reading: &Reading,
    view: &HandView<'_>,
    action: Action,
    weigh: &mut impl FnMut(usize, f32),
) {
    match action {
        Action::Keep => {}
        Action::Trump(call) => {
            trump::features(reading, view, call, &mut |i, amount| weigh(TRUMP + i, amount));
        }
        Action::Give(card, to) => {
            bleed::features(reading, view, card, to, &mut |i, amount| weigh(BLEED + i, amount));
        }
        Action::Discard(card) => {
            let to_go = DISCARDS - 1 - view.discard_count();
            let mut weigh = |i: usize, amount| weigh(DISCARD + i, amount);
            discard::features(reading, card, to_go, &mut weigh);
        }
        Action::Play(card) => match view.trick().suit() {
            None => lead::features(reading, card, &mut |i, amount| weigh(LEAD + i, amount)),
            Some(led) if reading.mine.is_void(led) => {
                let mut weigh = |i: usize, amount| weigh(FREE + i, amount);
                follow::free_features(reading, view, card, &mut weigh);
            }
            Some(_) => {
                let mut weigh = |i: usize, amount| weigh(FOLLOW + i, amount);
                follow::features(reading, view, card, &mut weigh);
            }
        },
    }
}

/// The best choice so far; among equals each has the same chance to be it.
struct Best<'r> {
    action: Option<Action>,
    worth: f32,
    equals: usize,
    rng: &'r mut BotRng,
}

impl<'r> Best<'r> {
    fn new(rng: &'r mut BotRng) -> Self {
        Self { action: None, worth: f32::NEG_INFINITY, equals: 0, rng }
    }

    fn offer(&mut self, action: Action, worth: f32) {
        if worth > self.worth {
            self.equals = 0;
        } else if worth < self.worth {
            return;
        }
        self.equals += 1;
        if self.equals == 1 || below(self.rng, self.equals) == 0 {
            (self.action, self.worth) = (Some(action), worth);
        }
    }
}
