//! The record of a hand as a seat knows it.

use super::action::Bid;
use super::hand::Phase;
use super::rules::Step;
use super::view::Passed;
use super::{Action, Family};
use crate::card_set::CardSet;
use crate::seat::Seat;
use crate::seen::{PhaseWords, Recalled};
use crate::view::View;

impl Phase {
    /// The words for it. Its rule goes by the file.
    pub(super) const fn words(self) -> PhaseWords {
        let (name, due) = match self {
            Self::Trump => ("trump", "call the trump"),
            Self::Give => ("exchange", "give a card"),
            Self::Pull => ("pull", "say from whom it pulls a card"),
            Self::Back => ("back", "give a card back"),
            Self::Discard => ("discard", "discard"),
            Self::Pass => ("pass", "pass a card"),
            Self::Bid => ("bid", "bid"),
            Self::Play => ("play", "play a card"),
            Self::Over => return PhaseWords::OVER,
        };
        PhaseWords { name, due, rule: "" }
    }
}

/// The names of the phases with these steps. Where nobody has a choice of whom to pull from, only `back` shows a pull.
pub(super) fn phases(steps: &[Step]) -> Vec<&'static str> {
    let phase = |step: &Step| match step {
        Step::Exchange => Some(Phase::Give),
        Step::Pull => Some(Phase::Back),
        Step::Trump => Some(Phase::Trump),
        Step::Rest => None,
        Step::Kitty => Some(Phase::Discard),
        Step::Pass => Some(Phase::Pass),
        Step::Bid => Some(Phase::Bid),
    };
    let before = steps.iter().filter_map(phase);
    before.chain([Phase::Play]).map(|phase| phase.words().name).collect()
}

pub(super) fn recall(view: &View<'_, Family>) -> Recalled {
    let mut recalled = Recalled::at(view.hand.phase.words());
    let steps = &view.rules().steps;
    if view.hand.phase != Phase::Over {
        recalled.rule = view.rules().rule_of(view.hand.now());
    }
    for step in steps.iter().take(usize::from(view.hand.step) + 1) {
        recall_step(view, *step, &mut recalled);
    }
    for (seat, card) in view.plays() {
        recalled.line(seat, Action::Play(card));
    }
    recalled
}

fn recall_step(view: &View<'_, Family>, step: Step, recalled: &mut Recalled) {
    match step {
        Step::Rest => {}
        Step::Trump => {
            if let (Some(call), Some(caller)) = (view.call(), view.rules().caller(view.dealer())) {
                recalled.line(caller, call);
            }
        }
        Step::Exchange => {
            for passed in view.exchanged() {
                let cards = passed.cards.map(|(given, _)| given);
                tell(recalled, passed.over, cards, passed.count, |card| {
                    format!("give {card} {}", passed.under)
                });
                if passed.kept {
                    recalled.line(passed.over, Action::Keep);
                }
            }
        }
        Step::Pull => {
            let all: Vec<Passed> = view.pulled().collect();
            for of_puller in all.chunk_by(|one, other| one.over == other.over) {
                for passed in of_puller {
                    for _ in 0..passed.decided {
                        recalled.line(passed.over, Action::Pull(passed.under));
                    }
                }
                for passed in of_puller {
                    let cards = passed.cards.map(|(_, back)| back);
                    tell(recalled, passed.over, cards, passed.returned, |card| {
                        format!("back {card} {}", passed.under)
                    });
                }
            }
        }
        Step::Kitty => {
            let (taker, count) = (view.taker(), view.discard_count());
            tell(recalled, taker, view.discards(), count, |card| format!("discard {card}"));
        }
        Step::Pass => {
            for seat in view.dealer().around() {
                let (count, cards) = view.passes(seat);
                tell(recalled, seat, cards, count, |card| format!("pass {card}"));
            }
        }
        Step::Bid => {
            let first = view.hand.seat_of(view.rules().bid_first);
            for seat in first.around() {
                if let Some(bid) = view.bids()[seat] {
                    recalled.line(seat, Action::Bid(Bid(bid)));
                }
            }
        }
    }
}

/// Names cards of which a seat may know only the number.
fn tell(
    recalled: &mut Recalled,
    seat: Seat,
    cards: Option<CardSet>,
    count: usize,
    words: impl Fn(&str) -> String,
) {
    match cards {
        Some(cards) => {
            cards.iter().for_each(|card| recalled.line(seat, words(&card.to_string())));
        }
        None => (0..count).for_each(|_| recalled.line(seat, words("?"))),
    }
}
