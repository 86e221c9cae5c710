//! What shows that an answer is right: every world of an ending solved with all hands open, or
//! many worlds played out.

mod sense;

use std::collections::HashMap;

use rand::SeedableRng;
use threehand_bots::games::nine_two_five::position as tricks_position;
use threehand_bots::games::three_legged_kitty::{self as kitty, position as kitty_position};
use threehand_bots::solver::{Aim, Aims, DoubleDummy, MaxN, Position};
use threehand_bots::{Bot, BotRng, Knowledge, Registry, play_out};
use threehand_engine::games::{
    NineTwoFive, ThreeKings, ThreeLeggedKitty, nine_two_five, three_kings, three_legged_kitty,
};
use threehand_engine::{BySeat, CardSet, Game, Hand, Legal, Outcome, Seat, Standing, Worlds};

use crate::common::LAB;
pub(crate) use sense::is_sensible;

/// What each answer comes to: a row of values, one for each world, and each way to solve it.
pub(crate) type Table<A> = Vec<(A, Vec<i32>)>;

/// A game whose endings can be solved in every world that the seat to move can't tell apart.
pub(crate) trait Endings: Knowledge {
    /// The values of all legal actions; `None` if this is no ending with few enough worlds.
    fn table(hand: &Self::Hand) -> Option<Table<Self::Action>>;
}

/// More worlds than this are too many.
const MOST: usize = 8_000;

/// Whether the first row is nowhere less than the second, and whether it is somewhere more.
pub(crate) fn compare(a: &[i32], b: &[i32]) -> (bool, bool) {
    let pairs = || a.iter().zip(b);
    (pairs().all(|(a, b)| a >= b), pairs().any(|(a, b)| a > b))
}

/// All ways to put `free` cards into the two others' hands, that have room for so many, and aside.
/// Each place takes only cards that it may hold.
fn ways(free: CardSet, room: [usize; 2], may: [CardSet; 2]) -> Option<Vec<[CardSet; 2]>> {
    fn choose(
        cards: &[CardSet],
        room: [usize; 2],
        may: [CardSet; 2],
        way: [CardSet; 2],
        ways: &mut Vec<[CardSet; 2]>,
    ) {
        let [first, rest @ ..] = cards else {
            if room == [0, 0] {
                ways.push(way);
            }
            return;
        };
        if room[0] + room[1] > cards.len() || ways.len() > MOST {
            return;
        }
        for hand in 0..2 {
            if room[hand] > 0 && may[hand].contains_all(*first) {
                let (mut room, mut way) = (room, way);
                room[hand] -= 1;
                way[hand] |= *first;
                choose(rest, room, may, way, ways);
            }
        }
        choose(rest, room, may, way, ways);
    }
    let cards: Vec<_> = free.iter().map(CardSet::only).collect();
    let mut all = Vec::new();
    choose(&cards, room, may, [CardSet::EMPTY; 2], &mut all);
    (all.len() <= MOST && !all.is_empty()).then_some(all)
}

/// The hands of all three.
fn hands(seat: Seat, own: CardSet, others: [CardSet; 2]) -> BySeat<CardSet> {
    let mut hands = BySeat([own; 3]);
    hands[seat.left()] = others[0];
    hands[seat.right()] = others[1];
    hands
}

impl Endings for NineTwoFive {
    fn table(hand: &Self::Hand) -> Option<Table<Self::Action>> {
        tricks_table(hand, |_| true)
    }
}

/// Own tricks: if each plays for itself, and if both others play against the seat. Of the worlds those
/// alone whose hands `are_taken`.
pub(crate) fn tricks_table(
    hand: &nine_two_five::Hand,
    are_taken: impl Fn(&BySeat<CardSet>) -> bool,
) -> Option<Table<nine_two_five::Action>> {
    let now = tricks_position(hand).filter(|now| now.tricks_left() <= 6)?;
    let seat = now.turn()?;
    let view = hand.view(seat);
    let others = [seat.left(), seat.right()];
    let may = others.map(|other| view.may_hold(other));
    let ways = ways(view.unseen(), others.map(|other| view.hand_size(other)), may)?;
    let cards = now.playable();
    let mut table: Table<_> =
        cards.iter().map(|card| (nine_two_five::Action::Play(card), Vec::new())).collect();
    let aims = Aims::tricks(now.tricks_left());
    let (mut alone, mut against) = (MaxN::new(), DoubleDummy::new());
    for hands in ways.into_iter().map(|way| hands(seat, view.cards(), way)).filter(are_taken) {
        let world = Position::new(hands, now.trump(), *now.trick());
        let world = world.expect("every seat has its cards");
        let solved = alone.each(&world, &aims).zip(against.each(&world, seat, Aim::Many));
        for (row, ((_, alone), (_, against))) in table.iter_mut().zip(solved) {
            row.1.extend([i32::from(alone[seat]), i32::from(against)]);
        }
    }
    Some(table)
}

/// Whether the contract is kept, or beaten, whatever the other side does.
impl Endings for ThreeLeggedKitty {
    fn table(hand: &Self::Hand) -> Option<Table<Self::Action>> {
        let (now, cat, aim) = kitty_position(hand).filter(|now| now.0.tricks_left() <= 7)?;
        let seat = now.turn()?;
        let view = hand.view(seat);
        let others = [seat.left(), seat.right()];
        let open = others.map(|other| view.open(other));
        let room = [0, 1].map(|n| view.hand_size(others[n]) - open[n].len());
        let may = others.map(|other| view.may_hold(other));
        let ways = ways(view.hidden(), room, may)?;
        let cards = now.playable();
        let mut table: Table<_> =
            cards.iter().map(|card| (three_legged_kitty::Action::Play(card), Vec::new())).collect();
        let bid = view.contract()?;
        let mut solver = DoubleDummy::new();
        for way in ways {
            let held = [way[0] | open[0], way[1] | open[1]];
            let world = Position::new(hands(seat, view.cards(), held), now.trump(), *now.trick());
            let world = world.expect("every seat has its cards");
            for (row, (_, tricks)) in table.iter_mut().zip(solver.each(&world, cat, aim)) {
                let made = bid.is_made_with(view.tricks()[cat] + tricks);
                row.1.push(i32::from(made == (seat == cat)));
            }
        }
        Some(table)
    }
}

/// Own points: if each plays for itself, and if both others play against the seat.
impl Endings for ThreeKings {
    fn table(hand: &Self::Hand) -> Option<Table<Self::Action>> {
        let legal = hand.legal();
        let seat = hand.turn()?;
        let view = hand.view(seat);
        let plays = matches!(legal, three_kings::Legal::Play { .. });
        if !plays || view.stock_len() > 0 || view.cards().len() > 4 {
            return None;
        }
        let others = [seat.left(), seat.right()];
        let known =
            others.map(|other| view.known_card(other).map_or(CardSet::EMPTY, CardSet::only));
        let room = [0, 1].map(|n| view.hand_size(others[n]) - known[n].len());
        let may = others.map(|other| view.may_hold(other));
        let ways = ways(view.unseen(), room, may)?;
        let mut missing: HashMap<_, ()> =
            ways.iter().map(|way| ([way[0] | known[0], way[1] | known[1]], ())).collect();
        let mut table: Table<_> = legal.iter().map(|action| (action, Vec::new())).collect();
        let drawn = <Self as Game>::Worlds::of(&view);
        let mut rng = BotRng::seed_from_u64(1);
        while !missing.is_empty() {
            let world = drawn.draw(&mut rng);
            if missing.remove(&others.map(|other| world.view(other).cards())).is_none() {
                continue;
            }
            for (action, row) in &mut table {
                let mut after = world.clone();
                after.play_unchecked(*action);
                row.extend([max_n(&after)[seat], against(&after, seat)]);
            }
        }
        Some(table)
    }
}

/// The points of the hand if each seat plays for its own, and among equals for its left's.
fn max_n(hand: &three_kings::Hand) -> BySeat<i32> {
    let Some(turn) = hand.turn() else {
        return hand.outcome().expect("nobody is to move").points;
    };
    let values = hand.legal().iter().map(|action| {
        let mut after = hand.clone();
        after.play_unchecked(action);
        max_n(&after)
    });
    values.max_by_key(|points| (points[turn], points[turn.left()])).expect("it has a move")
}

/// The points that the seat gets at least, whatever both others do.
fn against(hand: &three_kings::Hand, seat: Seat) -> i32 {
    let Some(turn) = hand.turn() else {
        return hand.outcome().expect("nobody is to move").points[seat];
    };
    let values = hand.legal().iter().map(|action| {
        let mut after = hand.clone();
        after.play_unchecked(action);
        against(&after, seat)
    });
    if turn == seat { values.max() } else { values.min() }.expect("it has a move")
}

/// Every answer that makes a line of a record: one action, or three throws.
pub(crate) fn answers<G: Game>(hand: &G::Hand) -> Vec<Vec<G::Action>> {
    let seat = hand.turn().expect("somebody is to move");
    let mut open = vec![(hand.clone(), Vec::new())];
    let mut answers = Vec::new();
    while let Some((hand, actions)) = open.pop() {
        for action in hand.legal().iter() {
            let mut actions: Vec<G::Action> = actions.clone();
            actions.push(action);
            let lines = G::lines(&actions.iter().map(|&a| (seat, a)).collect::<Vec<_>>());
            if lines.is_empty() {
                let mut hand = hand.clone();
                hand.play_unchecked(action);
                open.push((hand, actions));
            } else {
                answers.push(actions);
            }
        }
    }
    answers
}

/// How a hand ends from here on.
pub(crate) trait Finish<G: Game> {
    /// Its end.
    fn finish(&mut self, hand: G::Hand, luck: &mut BotRng) -> Outcome<G::Standing>;
}

/// A hand is played out by this bot in all seats.
pub(crate) struct PlayedBy<G: Game>(Box<dyn Bot<G>>);

impl<G: Knowledge> PlayedBy<G> {
    pub(crate) fn bot(spec: &str) -> Self {
        Self(LAB.bots().make(spec).expect("a spec"))
    }
}

impl<G: Knowledge> Finish<G> for PlayedBy<G> {
    fn finish(&mut self, mut hand: G::Hand, luck: &mut BotRng) -> Outcome<G::Standing> {
        play_out::<G>(&mut hand, |_, view| self.0.decide(view, luck))
    }
}

/// The heuristic bids and exchanges; then all hands are opened, and both sides play their best.
pub(crate) struct Solved(pub(crate) DoubleDummy);

impl Finish<ThreeLeggedKitty> for Solved {
    fn finish(
        &mut self,
        mut hand: three_legged_kitty::Hand,
        luck: &mut BotRng,
    ) -> Outcome<three_legged_kitty::Standing> {
        let mut policy = kitty::Heuristic;
        while let Some(turn) = hand.turn() {
            if let Some((position, cat, aim)) = kitty_position(&hand) {
                let bid = hand.contract(cat).expect("the Cat has bid");
                let made = bid.is_made_with(self.0.tricks(&position, cat, aim));
                return scored(&hand, cat, if made { i32::from(bid.number()) } else { 0 });
            }
            let action = policy.decide(&hand.view(turn), luck);
            hand.play_unchecked(action);
        }
        hand.outcome().expect("nobody is to move")
    }
}

/// The end of a hand in which the Cat scores so much, or else both others 5.
fn scored(
    hand: &three_legged_kitty::Hand,
    cat: Seat,
    cat_s: i32,
) -> Outcome<three_legged_kitty::Standing> {
    let before = hand.standing();
    let points = BySeat::from_fn(|seat| match (seat == cat, cat_s) {
        (true, _) => cat_s,
        (false, 0) => 5,
        _ => 0,
    });
    let scores = BySeat::from_fn(|seat| before.scores()[seat] + points[seat]);
    let top = scores.0.into_iter().max().expect("three scores");
    let alone = scores.0.into_iter().filter(|&score| score == top).count() == 1;
    let standing = Standing::from_record(before.dealer().left(), scores, &serde_json::Map::new());
    Outcome { points, standing: standing.expect("scores"), over: top >= 30 && alone }
}

/// The seat's chance to win the match after each answer, in each of the same worlds.
pub(crate) fn chances<G: Knowledge>(
    hand: &G::Hand,
    answers: &[Vec<G::Action>],
    worlds: u32,
    finish: &mut impl Finish<G>,
) -> Vec<Vec<f64>> {
    let seat = hand.turn().expect("somebody is to move");
    let possible = G::Worlds::of(&hand.view(seat));
    let mut rng = BotRng::seed_from_u64(5);
    let mut table = vec![Vec::new(); answers.len()];
    for _ in 0..worlds {
        let world = possible.draw(&mut rng);
        let luck = BotRng::from_rng(&mut rng);
        for (actions, row) in answers.iter().zip(&mut table) {
            let mut hand = world.clone();
            for &action in actions {
                hand.play_unchecked(action);
            }
            row.push(G::equity(&finish.finish(hand, &mut luck.clone()))[seat]);
        }
    }
    table
}

/// The mean of what the first row has more than the second, and its standard error.
pub(crate) fn margin(a: &[f64], b: &[f64]) -> (f64, f64) {
    let n = a.len() as f64;
    let more: Vec<_> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    let mean = more.iter().sum::<f64>() / n;
    let squares: f64 = more.iter().map(|more| (more - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}
