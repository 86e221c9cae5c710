//! Positions of phase 2 of Three Kings, as a person writes them.

use std::str::FromStr;

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Prediction, Predictions, falling};
use threehand_engine::{CardSet, Game as _, Seat};

use super::endgame::{End, Position, Solver};
use crate::solver::{
    BadPosition, LEAD, Problem, Setting, Solution, TRICK, Value, Who, Words, cards_each,
};

const SETTINGS: &[Setting] =
    &[LEAD, TRICK, ("prediction", "who said what, such as 1:last or 2:ace")];

/// The problem of a line.
pub(super) fn read(rules: &ThreeKings, line: &str) -> Result<Problem, BadPosition> {
    let rules = *rules;
    let words = Words::read(ThreeKings::NAME, SETTINGS, line)?;
    let leader = words.leader(Seat::P0)?;
    let predicted = words.find("prediction")?;
    let position = position(&words, &rules, leader, predicted)?;
    let about = match predicted {
        Some(Predicted((seat, said))) => format!("phase 2 · seat {seat} said {said}"),
        None => "phase 2".to_owned(),
    };
    Ok(Problem {
        game: ThreeKings::NAME,
        about,
        turn: position.turn(),
        hands: position.hands(),
        table: words.table(leader)?,
        order: Box::new(|cards| falling(cards).collect()),
        seats: Seat::ALL.to_vec(),
        unit: "points",
        long: 8,
        solve: Box::new(move || solve(&rules, &position)),
    })
}

fn solve(rules: &ThreeKings, position: &Position) -> Solution {
    let mut solver = Solver::new();
    let (best, plays) = solver.plays(rules, position);
    let name =
        |cards| falling(cards).fold("play".to_owned(), |name, card| format!("{name} {card}"));
    let actions = plays.into_iter();
    let each = |end: End| Value::Each(end.points.map(i32::from));
    let actions = actions.map(|(cards, end)| (name(cards), each(end)));
    Solution { value: each(best), actions: actions.collect(), nodes: solver.nodes() }
}

fn position(
    words: &Words<'_>,
    rules: &ThreeKings,
    leader: Seat,
    predicted: Option<Predicted>,
) -> Result<Position, BadPosition> {
    let plays: Vec<_> = words.table(leader)?.into_iter().map(|(_, cards)| cards).collect();
    let bad = |cards: CardSet, why: &str| BadPosition::Value {
        name: "trick",
        value: cards.to_string(),
        why: why.to_owned(),
    };
    for (seat, &cards) in leader.around().into_iter().zip(&plays) {
        if cards.len() != plays[0].len() {
            return Err(bad(cards, "each plays as many cards as the leader"));
        }
        if let (Some(led), Some(card)) = (plays[0].first(), cards.first())
            && plays[0].len() == 1
            && led.suit() != card.suit()
            && !words.hands[seat].is_void(led.suit())
        {
            return Err(BadPosition::Revoked { seat, card, led: led.suit() });
        }
    }
    match cards_each(&words.hands, leader, &plays)? {
        0 => return Err(BadPosition::Nothing),
        left @ 10.. => return Err(BadPosition::TooMany { game: words.game, left, most: 9 }),
        _ => {}
    }
    let predictions = match predicted {
        Some(Predicted((seat, said))) => Predictions::NONE.with(seat, said),
        None => Predictions::NONE,
    };
    Position::new(rules, words.hands, leader, &plays, predictions)
        .ok_or_else(|| bad(plays[0], "three cards are led that are no meld"))
}

/// The value of `prediction=`: who, and what.
#[derive(Clone, Copy)]
struct Predicted((Seat, Prediction));

impl FromStr for Predicted {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let predicted = text.split_once(':').and_then(|(seat, said)| {
            let Who(seat) = seat.parse().ok()?;
            Some(Self((seat, Prediction::named(said)?)))
        });
        predicted.ok_or("it is a seat and last or ace, such as 1:last")
    }
}
