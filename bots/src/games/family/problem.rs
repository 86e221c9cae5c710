//! Positions of games from files, as a person writes them.

use std::str::FromStr;

use threehand_engine::games::Family;
use threehand_engine::games::family::{Action, OpenHand, Target};
use threehand_engine::{BySeat, CardSet, Game as _, NoSuchTrump, Seat, Trump};

use super::endgame::{Solver, promise};
use crate::solver::{
    BadPosition, LEAD, NoPosition, Piles, Problem, Setting, Solution, TRICK, Value, Words,
    cards_each, trump_text,
};

const SETTINGS: &[Setting] = &[
    ("trump", "C, D, H, S or NT, or fewest where the fewest tricks can be called"),
    LEAD,
    TRICK,
    ("targets", "the tricks that seats 0, 1 and 2 want, such as 3-2-2"),
    ("tricks", "the tricks that they have taken, such as 2-0-1"),
    (
        "won",
        "the cards with points that they have taken, such as Q.K2..,...,.7.., or ...,...,... for none",
    ),
    ("broken", "whether the suit that has to be broken is: true or false"),
];

/// With more cards each, solving takes minutes: where any card may be thrown, and where suit is followed.
const MOST: [usize; 2] = [7, 10];

/// The problem of a line.
pub(super) fn read(rules: &Family, line: &str) -> Result<Problem, BadPosition> {
    let (game, rules) = (rules.name(), *rules);
    let words = Words::read(game, SETTINGS, line)?;
    let leader = words.leader(Seat::P0)?;
    let table = words.table(leader)?;
    let plays: Vec<CardSet> = table.iter().map(|&(_, cards)| cards).collect();
    let left = cards_each(&words.hands, leader, &plays)?;
    let most = usize::from(rules.hand_size());
    let reach = MOST[usize::from(rules.follows_suit())];
    match left {
        0 => return Err(BadPosition::Nothing),
        _ if left > most => return Err(BadPosition::TooMany { game, left, most }),
        _ if left > reach => return Err(BadPosition::TooLong { left, most: reach }),
        _ => {}
    }
    let gone = words.find::<Piles>("won")?;
    let is_unsaid = gone.is_none() && left < most;
    let Piles(won) = gone.unwrap_or_default();
    let mut seen = CardSet::EMPTY;
    for cards in words.hands.0.into_iter().chain(plays).chain(won.0) {
        if let Some(card) = (cards - rules.pack()).first() {
            return Err(BadPosition::NotInPack { game, card });
        }
        if let Some(card) = (cards & seen).first() {
            return Err(NoPosition::Twice(card).into());
        }
        seen |= cards;
    }
    if is_unsaid && rules.all_goes_beyond(seen) {
        words.need::<Piles>("won")?;
    }
    let call = call(&rules, &words)?;
    let (trump, mut about) = match call {
        Action::Trump(trump) => (trump, trump_text(trump)),
        _ => (Trump::None, "the fewest tricks".to_owned()),
    };
    let mut hands = words.hands;
    table.iter().for_each(|&(seat, cards)| hands[seat] |= cards);
    let mut open = OpenHand::led_by(leader, &rules, trump, hands, won);
    if rules.counts_targets() {
        let targets: Counts = words.need("targets")?;
        if targets.0.0.into_iter().any(|target| usize::from(target) > most) {
            let why = format!("a hand has {most} tricks");
            return Err(BadPosition::Value { name: "targets", value: targets.to_string(), why });
        }
        about += &format!(" · targets {targets}");
        let is_most = call == Action::Fewest;
        open.targets = targets.0.map(|tricks| Some(Target { tricks, is_most }));
    }
    if let Some(tricks) = words.find::<Counts>("tricks")? {
        about += &format!(" · tricks {tricks}");
        open.tricks = tricks.0;
        let all = left + tricks.0.0.into_iter().map(usize::from).sum::<usize>();
        if all > most {
            let why = format!("with {left} to come these are {all}, and a hand has {most}");
            return Err(BadPosition::Value { name: "tricks", value: tricks.to_string(), why });
        }
    }
    open.is_broken = words.find("broken")?.unwrap_or(left < most);
    for &(seat, cards) in &table {
        let card = cards.first().filter(|&card| cards.len() == 1 && open.playable().contains(card));
        let Some(card) = card else {
            let why = format!("seat {seat} may not play it");
            return Err(BadPosition::Value { name: "trick", value: cards.to_string(), why });
        };
        open = open.after(card);
    }
    Ok(Problem {
        game,
        about,
        turn: open.turn().ok_or(BadPosition::Nothing)?,
        hands: words.hands,
        table,
        order: Box::new(move |cards| rules.falling(cards)),
        seats: Seat::ALL.to_vec(),
        unit: "points",
        long: reach,
        solve: Box::new(move || solve(&rules, open)),
    })
}

/// The trump of a position, or what was called: unless there is but one, it has to be said.
fn call(rules: &Family, words: &Words<'_>) -> Result<Action, BadPosition> {
    let calls = rules.all_calls();
    let Called(call) = match calls[..] {
        [only] => words.find("trump")?.unwrap_or(Called(only)),
        _ => words.need("trump")?,
    };
    if calls.contains(&call) {
        return Ok(call);
    }
    let texts: Vec<_> = calls.into_iter().map(Action::called).collect();
    let why = format!("in {} it is {}", words.game, texts.join(", "));
    Err(BadPosition::Value { name: "trump", value: call.called(), why })
}

/// The value of `trump=`.
struct Called(Action);

impl FromStr for Called {
    type Err = NoSuchTrump;

    fn from_str(text: &str) -> Result<Self, NoSuchTrump> {
        let trump = || text.parse().map(Action::Trump);
        if text.eq_ignore_ascii_case("fewest") {
            Ok(Self(Action::Fewest))
        } else {
            trump().map(Self)
        }
    }
}

fn solve(rules: &Family, open: OpenHand) -> Solution {
    let mut solver = Solver::new(|points, tricks| promise(rules, points, tricks));
    let mut points = |open| Value::Each(solver.end(open).points);
    let value = points(open);
    let cards = open.playable().iter();
    let actions = cards.map(|card| (format!("play {card}"), points(open.after(card)))).collect();
    Solution { value, actions, nodes: solver.nodes() }
}

/// The value of `targets=` and `tricks=`: a number for each seat.
struct Counts(BySeat<u8>);

impl FromStr for Counts {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let counts: Option<Vec<u8>> = text.split('-').map(|word| word.parse().ok()).collect();
        let counts = counts.and_then(|counts| Some(BySeat(counts.try_into().ok()?)));
        counts.map(Self).ok_or("three numbers are needed, such as 3-2-2")
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let BySeat([a, b, c]) = self.0;
        write!(f, "{a}-{b}-{c}")
    }
}
