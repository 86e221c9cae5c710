//! Phase 2 of Three Kings with open hands, each seat for itself (max^n).
//!
//! A plain search by the rules that plays one of each run of equal cards and keeps the positions
//! between tricks under exact keys. Aces and parts of melds equal no other card.

use threehand_engine::games::three_kings::{
    Hand, Legal, Meld, Melds, PlayedTrick, Prediction, Predictions, ThreeKings,
};
use threehand_engine::{BySeat, CardSet, Hand as _, Legal as _, Rank, Seat, Suit};

use super::end::LOST_ACE;
use super::position::{Best, Laid, State, choices};
use super::{End, Position};
use crate::solver::table::{Key, Table};

/// An end with what it is worth.
type Known = (End, BySeat<f64>);

/// What an end is worth to each seat.
type Worth<'a> = dyn FnMut(&End) -> BySeat<f64> + 'a;

/// An exact solver of phase 2 of Three Kings, from the exchange on.
///
/// Each seat plays for what the end is worth to it: its points in the hand, or what the caller
/// says. What that leaves open goes by its own points, those of its left, those of its right, and
/// last by who wins the last trick: rather itself, then its left.
pub struct Solver {
    table: Table<Found>,
    /// What ends were found to be worth.
    worths: Box<[Option<Known>]>,
    round: u64,
    nodes: u64,
}

#[derive(Clone, Copy, Default)]
struct Found {
    points: [i8; 3],
    /// Who wins the last trick, whether the prediction comes true, and who loses an ace.
    rest: u8,
}

/// Numbers that keys have room for.
const ROUNDS: u64 = 1 << 5;

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver that has seen nothing. It takes a megabyte: make one and keep it.
    pub fn new() -> Self {
        Self::with_room(14)
    }

    /// One that has room for three times two to the power of `bits` positions, 64 bytes for three.
    /// As it starts anew every few hands, a small one is faster where little is to be found out.
    pub fn with_room(bits: u32) -> Self {
        let ends = 1 << bits.saturating_sub(4);
        Self {
            table: Table::new(bits),
            worths: vec![None; ends].into_boxed_slice(),
            round: 0,
            nodes: 0,
        }
    }

    /// How the hand ends if each seat plays for its points; `None` before phase 2 and after it.
    pub fn end(&mut self, hand: &Hand) -> Option<End> {
        self.search(hand, None)
    }

    /// How it ends if each seat plays for what `worth` says, such as its chance to win the match.
    pub fn end_by(
        &mut self,
        hand: &Hand,
        worth: &mut dyn FnMut(&End) -> BySeat<f64>,
    ) -> Option<End> {
        self.search(hand, Some(worth))
    }

    /// Every play of a position, with how it ends after that: the points are those still to come.
    pub fn plays(&mut self, rules: &ThreeKings, position: &Position) -> (End, Vec<(CardSet, End)>) {
        let Position { state, laid } = *position;
        let player = position.turn().number();
        self.next_round();
        let mut search = Search { solver: self, rules: *rules, root: [0; 3], worth: None };
        let mut ends = Vec::new();
        choices(rules, &state, &laid, player, true, |cards, meld| {
            ends.push((cards, search.put(state, laid, player, cards, meld)));
        });
        let best = ends.iter().map(|&(_, end)| end);
        let best = best.reduce(|best, end| search.better(player, best, end));
        (best.expect("who is to move has a card"), ends)
    }

    /// Positions looked at so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.table.clear();
        self.round = 0;
    }

    /// Other rules or another worth are another question.
    fn next_round(&mut self) {
        self.round += 1;
        if self.round == ROUNDS {
            self.forget();
            self.round = 1;
        }
        self.worths.fill(None);
    }

    fn search<'a>(&'a mut self, hand: &Hand, worth: Option<&'a mut Worth<'a>>) -> Option<End> {
        if hand.turn().is_none() || hand.view(Seat::P0).stock_len() > 0 {
            return None;
        }
        self.next_round();
        let root = BySeat::from_fn(|seat| hand.view(seat).points()[seat] as i8);
        Some(Search { solver: self, rules: *hand.rules(), root: root.0, worth }.of(hand))
    }
}

struct Search<'a> {
    solver: &'a mut Solver,
    rules: ThreeKings,
    /// The points with which the question starts.
    root: [i8; 3],
    worth: Option<&'a mut Worth<'a>>,
}

impl Search<'_> {
    /// The end of a hand in phase 2: by its own rules up to the next whole play.
    fn of(&mut self, hand: &Hand) -> End {
        let view = hand.view(Seat::P0);
        let Some(turn) = hand.turn() else { return self.over(hand) };
        let whole = matches!(hand.legal(), Legal::Play { .. } | Legal::Answer { .. })
            && view.trick().thrown().is_empty();
        if !whole {
            let ends = hand.legal().iter().map(|action| {
                let mut next = hand.clone();
                next.play_unchecked(action);
                self.of(&next)
            });
            let ends: Vec<_> = ends.collect();
            let best = ends.into_iter().reduce(|best, end| self.better(turn.number(), best, end));
            return best.expect("who is to move has an action");
        }
        let trick = view.trick();
        let leader = trick.leader().number();
        let meld = |cards| Meld::of(cards).map(Best::Meld);
        let best = trick.best().and_then(|(_, cards)| match trick.size() {
            1 => cards.first().map(Best::Card),
            _ => meld(cards),
        });
        let laid = Laid {
            leader,
            len: trick.len(),
            led: trick.card_led(),
            best,
            winner: trick.best().map_or(leader, |(seat, _)| seat.number()),
        };
        let mut points = view.points().map(|points| points as i8).0;
        for (seat, _) in trick.melds() {
            points[seat.number()] += 1;
        }
        let hands = BySeat::from_fn(|seat| hand.view(seat).cards()).0;
        let state = State { hands, points, predictions: view.predictions(), first: is_first(hand) };
        self.turn(state, laid, true)
    }

    /// The end of a hand that is over.
    fn over(&self, hand: &Hand) -> End {
        let view = hand.view(Seat::P0);
        let lost_ace = view.history().last().filter(|last| {
            let led = last.plays[last.leader].first();
            let ace = last.size() == 1 && led.is_some_and(|card| card.rank() == Rank::Ace);
            ace && last.winner != last.leader
        });
        let lost_ace = lost_ace.map(|trick| trick.leader);
        let last = view.trick().leader();
        let hit = Seat::ALL.iter().any(|&seat| hand.kept(seat) == Some(true));
        let points = view.points().map(|points| points as i8);
        let brought = self.brought(view.predictions(), last, hit);
        End { points, last, brought, lost_ace }
    }

    /// The end with the next player to play, who may still have to be asked for a prediction.
    fn turn(&mut self, state: State, laid: Laid, asked: bool) -> End {
        let player = (laid.leader + laid.len) % 3;
        if state.first && !asked {
            let mut best = self.turn(state, laid, true);
            for said in state.predictions.open(&self.rules).iter() {
                let predictions = state.predictions.with(Seat::cyclic(player), said);
                let end = self.turn(State { predictions, ..state }, laid, true);
                best = self.better(player, best, end);
            }
            return best;
        }
        if laid.len > 0 || state.first || state.hands[player].len() < 2 {
            return self.choose(state, laid, player);
        }
        self.solver.nodes += 1;
        let key = self.key(&state, player);
        if let Some(found) = self.solver.table.get(&key) {
            return self.recall(&state, found);
        }
        let end = self.choose(state, laid, player);
        let found = self.note(&state, &end);
        self.solver.table.put(&key, found, state.hands[player].len() as u8);
        end
    }

    fn choose(&mut self, state: State, laid: Laid, player: usize) -> End {
        let mut best = None;
        choices(&self.rules.clone(), &state, &laid, player, false, |cards, meld| {
            let end = self.put(state, laid, player, cards, meld);
            best = Some(best.map_or(end, |best| self.better(player, best, end)));
        });
        best.expect("who is to move has a card")
    }

    /// The end once the player has put these cards on the table.
    fn put(
        &mut self,
        mut state: State,
        mut laid: Laid,
        player: usize,
        cards: CardSet,
        meld: Option<Meld>,
    ) -> End {
        state.hands[player] -= cards;
        state.points[player] += i8::from(meld.is_some());
        laid.put(&self.rules, player, cards, meld);
        if laid.len < 3 {
            return self.turn(state, laid, false);
        }
        if state.hands[player].is_empty() {
            return self.last_trick(state, laid);
        }
        state.points[laid.winner] += 1;
        state.first = false;
        self.turn(state, Laid::by(laid.winner), false)
    }

    fn last_trick(&self, mut state: State, laid: Laid) -> End {
        let Laid { leader, winner, .. } = laid;
        let ace = laid.led.is_some_and(|led| led.rank() == Rank::Ace);
        let ace_won = ace && leader == winner;
        state.points[winner] += self.rules.last_trick_points(ace_won) as i8;
        let lost_ace = (ace && !ace_won).then_some(Seat::cyclic(leader));
        if lost_ace.is_some() {
            state.points[leader] -= LOST_ACE;
        }
        let last = Seat::cyclic(winner);
        let brought = self.brought(state.predictions, last, ace_won);
        for (points, brought) in state.points.iter_mut().zip(brought.0) {
            *points += brought;
        }
        End { points: BySeat(state.points), last, brought, lost_ace }
    }

    /// What predictions bring. The winner of the last trick has predicted one thing at most, so
    /// that an ace counts for it, or it does not.
    fn brought(&self, predictions: Predictions, last: Seat, hit: bool) -> BySeat<i8> {
        predictions.bring(&self.rules, last, hit).map(|points| points as i8)
    }

    /// The one of two ends that the player prefers.
    fn better(&mut self, player: usize, a: End, b: End) -> End {
        if a == b {
            return a;
        }
        let seat = Seat::cyclic(player);
        let rank = |end: &End| {
            let points = seat.around().map(|seat| end.points[seat]);
            (points, std::cmp::Reverse(end.last.steps_from(seat)), end.brought.0, end.lost_ace)
        };
        let by_worth = if self.worth.is_some() {
            (self.worth(&b)[seat] + 0.0).total_cmp(&(self.worth(&a)[seat] + 0.0))
        } else {
            std::cmp::Ordering::Equal
        };
        if by_worth.then_with(|| rank(&b).cmp(&rank(&a))).is_gt() { b } else { a }
    }

    fn worth(&mut self, end: &End) -> BySeat<f64> {
        let Some(worth) = &mut self.worth else { return BySeat::default() };
        let [a, b, c] = end.points.0.map(|points| points as u8 as usize);
        let place = a + 37 * b + 331 * c + end.last.number() * 7;
        let places = self.solver.worths.len();
        let known = &mut self.solver.worths[place % places];
        match known {
            Some((same, worth)) if same == end => *worth,
            _ => known.insert((*end, worth(end))).1,
        }
    }

    /// A table keeps what is still to come, and where worth asks for more the points so far.
    fn key(&self, state: &State, leader: usize) -> Key {
        let close = state.hands.iter().all(|&hand| Melds::of(hand, &self.rules).is_empty());
        let [planes_lo, planes_hi] = planes(&state.hands, close);
        let said = predicted(state.predictions);
        let mut lo = planes_lo | (leader as u64) << 13 | u64::from(close) << 15 | (said & 7) << 29;
        let mut hi = planes_hi | (self.solver.round & 7) << 13 | (said >> 3) << 31;
        hi |= (self.solver.round >> 3) << 29;
        if self.worth.is_some() {
            let won = [0, 1, 2].map(|i| (state.points[i] - self.root[i]) as u64 & 15);
            lo |= (won[0] & 7) << 45 | (won[1] & 7) << 61;
            hi |= (won[2] & 7) << 45 | (won[0] >> 3) << 61 | (won[1] >> 3) << 62;
            hi |= (won[2] >> 3) << 63;
        }
        [lo, hi]
    }

    fn note(&self, state: &State, end: &End) -> Found {
        let points = [0, 1, 2].map(|i| end.points.0[i] - state.points[i]);
        let hit = end.brought.0.iter().any(|&brought| brought > 0);
        let lost_ace = end.lost_ace.map_or(0, |seat| 1 + seat.number() as u8);
        Found { points, rest: end.last.number() as u8 | u8::from(hit) << 2 | lost_ace << 3 }
    }

    fn recall(&self, state: &State, found: Found) -> End {
        let last = Seat::cyclic(usize::from(found.rest & 3));
        End {
            points: BySeat([0, 1, 2].map(|i| state.points[i] + found.points[i])),
            last,
            brought: self.brought(state.predictions, last, found.rest & 4 != 0),
            lost_ace: usize::from(found.rest >> 3).checked_sub(1).map(Seat::cyclic),
        }
    }
}

/// Who holds which cards, as two planes of a lane a suit. Without melds only the order of the cards
/// counts, and which are aces: `close` closes the gaps.
#[inline]
fn planes(hands: &[CardSet; 3], close: bool) -> [u64; 2] {
    const ACE: u16 = 1 << 12;
    let mut planes = [0; 2];
    for suit in Suit::ALL {
        let [a, b, c] = hands.map(|hand| hand.ranks(suit));
        let mut lane = [a | c, b | c];
        if close {
            let mut held = (a | b | c) & !ACE;
            let mut closed = lane.map(|plane| plane & ACE);
            let mut place = 1;
            while held != 0 {
                let card = held & held.wrapping_neg();
                for (closed, plane) in closed.iter_mut().zip(lane) {
                    *closed |= if plane & card != 0 { place } else { 0 };
                }
                place <<= 1;
                held ^= card;
            }
            lane = closed;
        }
        for (plane, lane) in planes.iter_mut().zip(lane) {
            *plane |= u64::from(lane) << (16 * suit.index());
        }
    }
    planes
}

/// Who has predicted what, as a number of four bits: none, one of six, or one of six pairs.
fn predicted(predictions: Predictions) -> u64 {
    let [last, ace] =
        Prediction::ALL.map(|said| predictions.of(said).map(|seat| seat.number() as u64));
    match (last, ace) {
        (None, None) => 0,
        (Some(last), None) => 1 + last,
        (None, Some(ace)) => 4 + ace,
        (Some(last), Some(ace)) => 7 + 2 * last + u64::from((ace + 3 - last) % 3 == 2),
    }
}

/// Whether the trick being played is the first of phase 2.
fn is_first(hand: &Hand) -> bool {
    const DRAWN: usize = ThreeKings::STOCK / 3;
    let sizes = hand.view(Seat::P0).history().iter().map(PlayedTrick::size);
    let played: Vec<usize> = sizes.collect();
    let before: usize = played.iter().sum();
    before - played.last().copied().unwrap_or(0) < DRAWN
}
