//! Three seats with open hands, each for itself: the tricks that come of it (max^n).
//!
//! A search over whole tricks, in which a seat's best so far bounds what the seat before it can
//! still hope for (shallow pruning). It plays one of each run of equal cards and keeps the
//! positions between tricks under exact keys of relative ranks.

use threehand_engine::{BySeat, Card, Seat, Trump};

use super::cashing;
use super::double_dummy::last_trick;
use super::ordering::{Killers, Laid, NEXT, NO_KILLERS, NOWHERE, beats, follows, leads};
use super::orders::{Orders, Set, Won, both, either, meet};
use super::packed::{Packed, counts, distinct, lane_of};
use super::position::Position;
use super::table::{Key, Table};

/// An exact solver for three seats that each play for themselves.
///
/// Each seat takes the most tricks that it can get and, where that leaves a choice, gives the most to its left, knowing
/// that the others do the same. The solver remembers positions from one question to the next, which changes no answer.
///
/// ```
/// use threehand_bots::solver::{MaxN, Position};
/// use threehand_engine::{BySeat, Seat, Trick, Trump};
///
/// let hands = BySeat(["AS QS 2H".parse()?, "KS 3S AH".parse()?, "4S 5S 6S".parse()?]);
/// let position = Position::new(hands, Trump::None, Trick::led_by(Seat::P0)).unwrap();
/// let mut solver = MaxN::new();
/// assert_eq!(solver.tricks(&position), BySeat([2, 1, 0]));
/// # Ok::<(), threehand_engine::NoSuchCard>(())
/// ```
pub struct MaxN {
    table: Table<Found>,
    killers: Killers,
    nodes: u64,
    few: Box<Orders<1>>,
    many: Box<Orders<3>>,
}

/// What is known of a position between tricks: the tricks still to come, or that its leader gets no worse.
#[derive(Clone, Copy, Default)]
struct Found {
    value: Won,
    /// The lead that was right, and [`EXACT`] if the value is known.
    best: u8,
}

const EXACT: u8 = 0x80;

impl Default for MaxN {
    fn default() -> Self {
        Self::new()
    }
}

impl MaxN {
    /// A solver that has seen nothing. It takes a megabyte: make one and keep it.
    pub fn new() -> Self {
        Self::with_room(14)
    }

    /// One that has room for three times two to the power of `bits` positions, 64 bytes for three.
    pub fn with_room(bits: u32) -> Self {
        Self {
            table: Table::new(bits),
            killers: NO_KILLERS,
            nodes: 0,
            few: Box::new(Orders::new()),
            many: Box::new(Orders::new()),
        }
    }

    /// How the tricks not yet won are shared if each seat plays its best.
    pub fn tricks(&mut self, position: &Position) -> BySeat<u8> {
        self.solve(position, Won::default())
    }

    /// Each card that may be played, with how the tricks are shared once it is.
    pub fn each(
        &mut self,
        position: &Position,
    ) -> impl Iterator<Item = (Card, BySeat<u8>)> + use<'_> {
        let position = *position;
        let cards =
            if position.turn().is_some() { position.playable() } else { Default::default() };
        cards.iter().map(move |card| {
            let (after, winner) = position.after(card);
            let won = winner.map_or(Won::default(), |seat| Won::default().with(seat.number()));
            (card, self.solve(&after, won))
        })
    }

    /// Positions looked at so far, counted between tricks.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions, so that the next question costs what it would cost a new solver.
    pub fn forget(&mut self) {
        self.table.clear();
        self.killers = NO_KILLERS;
    }

    fn solve(&mut self, position: &Position, won: Won) -> BySeat<u8> {
        let left = position.tricks_left() + won.sum() as usize;
        let Self { table, killers, nodes, few, many } = self;
        let value = match (position.trump() != Trump::None, Orders::<1>::has_room(left)) {
            (true, true) => Search::<true, 1> { table, killers, nodes, orders: few.of(left) }
                .start(position, won),
            (false, true) => Search::<false, 1> { table, killers, nodes, orders: few.of(left) }
                .start(position, won),
            (true, false) => Search::<true, 3> { table, killers, nodes, orders: many.of(left) }
                .start(position, won),
            (false, false) => Search::<false, 3> { table, killers, nodes, orders: many.of(left) }
                .start(position, won),
        };
        BySeat(value.0)
    }
}

/// A question being answered, with at most `64 * N` ways to share the tricks.
struct Search<'a, const TRUMP: bool, const N: usize> {
    table: &'a mut Table<Found>,
    killers: &'a mut Killers,
    nodes: &'a mut u64,
    orders: &'a Orders<N>,
}

/// Who chose the position, and the values for which he would: all that he likes better than what he
/// has, if he is named.
#[derive(Clone, Copy)]
struct Chooser<const N: usize> {
    player: usize,
    wanted: Set<N>,
}

/// No player.
const NOBODY: usize = 3;

/// What a trick started with: tricks not yet won, and those won.
#[derive(Clone, Copy)]
struct Count {
    left: u32,
    won: Won,
}

impl<const TRUMP: bool, const N: usize> Search<'_, TRUMP, N> {
    fn start(&mut self, position: &Position, won: Won) -> Won {
        let cards = Packed::of(position.hands(), Seat::P0, position.lanes());
        let player = position.trick().turn().number();
        let count = Count { left: position.tricks_left() as u32, won };
        if count.left == 0 {
            return won;
        }
        // Nobody's choice: any value is wanted.
        let all = self.orders.reach(Won::default());
        let chooser = Chooser { player: NOBODY, wanted: all };
        let value = match position.trick().len() {
            0 => self.lead(cards, player, count, chooser),
            len => {
                let laid = Laid::of(position, Seat::P0);
                self.follow(cards, player, len == 2, laid, count, chooser)
            }
        };
        value.expect("any value is wanted")
    }

    /// The value with `leader` to lead, if it is one that `from` wants; `count.left` is 1 or more.
    fn lead(
        &mut self,
        cards: Packed,
        leader: usize,
        count: Count,
        from: Chooser<N>,
    ) -> Option<Won> {
        let Count { left, won } = count;
        *self.nodes += 1;
        if left == 1 {
            return Some(won.with(last_trick::<TRUMP>(cards, leader)));
        }
        let mut alive = self.orders.reach(won);
        if !meet(&alive, &from.wanted) {
            return None;
        }
        let key = key::<TRUMP>(cards, leader);
        let mut tried = NOWHERE;
        if let Some(found) = self.table.get(&key) {
            let value = found.value.plus(won);
            if found.best & EXACT != 0 {
                return Some(value);
            }
            let above = self.orders.above(leader, value);
            alive = both(&alive, &either(&above, &self.orders.only(value)));
            if !meet(&alive, &from.wanted) {
                return None;
            }
            tried = found.best;
        }
        let hands = [cards.hand(0), cards.hand(1), cards.hand(2)];
        let lens = hands.map(counts);
        let least = won.plus(sure::<TRUMP>(&hands, &lens, leader));
        if least.sum() == left + won.sum() {
            return Some(least);
        }
        alive = both(&alive, &self.orders.reach(least));
        if !meet(&alive, &from.wanted) {
            return None;
        }
        let mut wanted = alive;
        if from.player == leader {
            wanted = both(&wanted, &from.wanted);
        }
        let mut best = None;
        let mut found = Found { best: tried, ..Found::default() };
        let killer = self.killers[left as usize][leader][0];
        let mut moves = leads::<TRUMP, false>(
            &seen_from(leader, hands),
            &seen_from(leader, lens),
            0,
            tried,
            killer,
        );
        while let Some(at) = moves.pop() {
            let laid = Laid { led: lane_of(at), best: at, winner: leader };
            let decides = moves.is_empty() && !self.is_wanted(&from, best);
            if decides {
                wanted = both(&wanted, &from.wanted);
            }
            let asked = Chooser { player: if decides { NOBODY } else { leader }, wanted };
            let value = self.follow(cards.without(at), NEXT[leader], false, laid, count, asked);
            let Some(value) = value.filter(|&value| self.orders.has(&wanted, value)) else {
                if decides {
                    if best.is_some() {
                        self.table.put(&key, found, left as u8);
                    }
                    return None;
                }
                continue;
            };
            best = Some(value);
            found.value = value.less(won);
            found.best = at as u8;
            wanted = both(&wanted, &self.orders.above(leader, value));
            let left_open = either(&wanted, &self.orders.only(value));
            if !meet(&left_open, &from.wanted) {
                self.killers[left as usize][leader][0] = at as u8;
                self.table.put(&key, found, left as u8);
                return None;
            }
            if !meet(&wanted, &wanted) {
                break;
            }
        }
        best?;
        self.killers[left as usize][leader][0] = found.best;
        found.best |= EXACT;
        self.table.put(&key, found, left as u8);
        best
    }

    /// The same with `laid` on the table and `player`, who may be the last, to play to it.
    fn follow(
        &mut self,
        cards: Packed,
        player: usize,
        last: bool,
        laid: Laid,
        count: Count,
        from: Chooser<N>,
    ) -> Option<Won> {
        let Count { left, won } = count;
        let place = 1 + usize::from(last);
        let mut wanted = self.orders.reach(won);
        if !meet(&wanted, &from.wanted) {
            return None;
        }
        let hand = cards.hand(player);
        let following = hand & laid.led;
        let playable = if following == 0 { hand } else { following };
        let choices = distinct(playable, 1 << laid.best);
        if choices & (choices - 1) == 0 {
            return self.put(cards, choices.trailing_zeros(), player, last, laid, count, from);
        }
        let killer = self.killers[left as usize][player][place];
        let seen = Laid { winner: (laid.winner + 3 - player) % 3, ..laid };
        let mut moves = follows::<TRUMP, false>(cards.seen_from(player), 0, last, &seen, killer);
        let mut best = None;
        while let Some(at) = moves.pop() {
            let decides = moves.is_empty() && !self.is_wanted(&from, best);
            if decides {
                wanted = both(&wanted, &from.wanted);
            }
            let asked = Chooser { player: if decides { NOBODY } else { player }, wanted };
            let value = self.put(cards, at, player, last, laid, count, asked);
            let Some(value) = value.filter(|&value| self.orders.has(&wanted, value)) else {
                if decides {
                    return None;
                }
                continue;
            };
            best = Some(value);
            self.killers[left as usize][player][place] = at as u8;
            wanted = both(&wanted, &self.orders.above(player, value));
            let left_open = either(&wanted, &self.orders.only(value));
            if !meet(&left_open, &from.wanted) {
                return None;
            }
            if !meet(&wanted, &wanted) {
                break;
            }
        }
        best
    }

    /// Whether the best so far is a value that `from` wants. If it is not, only the last choice can
    /// still be, and only with such a value: no other needs to be known of it.
    #[inline]
    fn is_wanted(&self, from: &Chooser<N>, best: Option<Won>) -> bool {
        best.is_some_and(|best| self.orders.has(&from.wanted, best))
    }

    /// The value once `player` has put the card at this place on the table.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn put(
        &mut self,
        cards: Packed,
        at: u32,
        player: usize,
        last: bool,
        laid: Laid,
        count: Count,
        from: Chooser<N>,
    ) -> Option<Won> {
        let Count { left, won } = count;
        let next = cards.without(at);
        let mut laid = laid;
        if beats::<TRUMP>(at, laid.best) {
            laid.best = at;
            laid.winner = player;
        }
        if !last {
            return self.follow(next, NEXT[player], true, laid, count, from);
        }
        let won = won.with(laid.winner);
        if left == 1 {
            return Some(won);
        }
        self.lead(next, laid.winner, Count { left: left - 1, won }, from)
    }
}

/// Lanes have three bits to spare: they say who leads, and whether there is a trump.
#[inline]
fn key<const TRUMP: bool>(cards: Packed, leader: usize) -> Key {
    [cards.lo | (leader as u64) << 13 | u64::from(TRUMP) << 15, cards.hi]
}

/// Tricks that each player can make sure of against the two others.
#[inline]
fn sure<const TRUMP: bool>(hands: &[u64; 3], lens: &[u64; 3], leader: usize) -> Won {
    let mut sure = Won::default();
    if TRUMP {
        sure.0 = hands.map(|hand| (hand & 0xFFFF).trailing_ones() as u8);
    }
    let cashed = cashing::alone::<TRUMP>(hands, lens, leader);
    sure.0[leader] = sure.0[leader].max(cashed as u8);
    sure
}

/// What belongs to three players, in the order in which `player` sees them.
#[inline]
fn seen_from<T: Copy>(player: usize, of: [T; 3]) -> [T; 3] {
    [of[player], of[NEXT[player]], of[NEXT[NEXT[player]]]]
}
