//! One against two with open hands: how many tricks the one gets.
//!
//! A search over whole tricks asks "at least `k`?" until the value stands between two answers. It
//! plays one of each run of equal cards, keeps bounds on the positions between tricks under exact
//! keys of relative ranks, and counts tricks that can be cashed instead of playing them.

use threehand_engine::{Card, Seat, Trump};

use super::ordering::{Killers, Laid, Moves, NEXT, NO_KILLERS, NOWHERE, beats, follows, leads};
use super::packed::{LANE, Packed, counts, lane_of};
use super::position::Position;
use super::table::{Key, Table};
use super::{cashing, ducking};

/// What the one is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// As many tricks as he can get, as in every contract but Null.
    Many,
    /// As few, as in Null.
    Few,
}

/// An exact solver of one against two who play together.
///
/// It remembers positions from one question to the next. That makes it faster and changes no
/// answer, whatever was asked before.
///
/// ```
/// use threehand_bots::solver::{Aim, DoubleDummy, Position};
/// use threehand_engine::{BySeat, Seat, Trick, Trump};
///
/// let hands = BySeat([
///     "AS QS 2H".parse()?,
///     "KS 3S AH".parse()?,
///     "4S 5S 6S".parse()?,
/// ]);
/// let position = Position::new(hands, Trump::None, Trick::led_by(Seat::P0)).unwrap();
/// let mut solver = DoubleDummy::new();
/// // The heart first: then the ace of hearts must lead into the ace and queen of spades.
/// assert_eq!(solver.tricks(&position, Seat::P0, Aim::Many), 2);
/// assert!(!solver.takes(&position, Seat::P0, Aim::Many, 3));
/// # Ok::<(), threehand_engine::NoSuchCard>(())
/// ```
pub struct DoubleDummy {
    table: Table<Bounds>,
    killers: Killers,
    nodes: u64,
}

/// What is known of the one's tricks in a position, and which lead was right.
#[derive(Clone, Copy, Default)]
struct Bounds {
    lower: u8,
    upper: u8,
    best: u8,
}

/// The player who is alone; his left is player 1, his right player 2.
const ONE: usize = 0;
/// A position as the search sees it.
struct Root {
    cards: Packed,
    /// Who plays next.
    player: usize,
    /// How many cards lie on the table, and what they come to.
    len: usize,
    laid: Laid,
    left: u32,
    trump: bool,
    few: bool,
}

impl Root {
    fn of(position: &Position, one: Seat, aim: Aim) -> Self {
        let suits = position.lanes();
        let trick = position.trick();
        Self {
            cards: Packed::of(position.hands(), one, suits),
            player: trick.turn().steps_from(one),
            len: trick.len(),
            laid: Laid::of(position, one),
            left: position.tricks_left() as u32,
            trump: position.trump() != Trump::None,
            few: aim == Aim::Few,
        }
    }

    /// A first guess at the tricks of the one: a quarter of his high cards, four for a top one.
    fn guess(&self) -> u32 {
        let hand = self.cards.hand(ONE);
        let sum: u32 = (0..4)
            .flat_map(|lane| {
                [(0, 4), (1, 3), (2, 2)].map(|(index, worth)| (LANE * lane + index, worth))
            })
            .map(|(at, worth)| if hand >> at & 1 == 1 { worth } else { 0 })
            .sum();
        sum / 4
    }
}

impl Default for DoubleDummy {
    fn default() -> Self {
        Self::new()
    }
}

impl DoubleDummy {
    /// A solver that has seen nothing. It takes a quarter of a megabyte: make one and keep it.
    pub fn new() -> Self {
        Self { table: Table::new(12), killers: NO_KILLERS, nodes: 0 }
    }

    /// How many of the tricks not yet won the one gets if all play their best.
    pub fn tricks(&mut self, position: &Position, one: Seat, aim: Aim) -> u8 {
        let root = Root::of(position, one, aim);
        let (mut lower, mut upper) = (0, root.left);
        let mut question = root.guess();
        while lower < upper {
            let least = question.clamp(lower + 1, upper);
            if self.ask(&root, least) {
                lower = least;
                question = least + 1;
            } else {
                upper = least - 1;
                question = upper;
            }
        }
        lower as u8
    }

    /// Whether the one gets at least so many of them. Faster than their number.
    pub fn takes(&mut self, position: &Position, one: Seat, aim: Aim, least: u8) -> bool {
        self.ask(&Root::of(position, one, aim), u32::from(least))
    }

    /// Each card that may be played, with the tricks that the one gets once it is.
    pub fn each(
        &mut self,
        position: &Position,
        one: Seat,
        aim: Aim,
    ) -> impl Iterator<Item = (Card, u8)> + use<'_> {
        let position = *position;
        let cards =
            if position.turn().is_some() { position.playable() } else { Default::default() };
        cards.iter().map(move |card| {
            let (after, winner) = position.after(card);
            (card, u8::from(winner == Some(one)) + self.tricks(&after, one, aim))
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

    fn ask(&mut self, root: &Root, k: u32) -> bool {
        match (root.trump, root.few) {
            (true, false) => self.start::<true, false>(root, k),
            (false, false) => self.start::<false, false>(root, k),
            (true, true) => self.start::<true, true>(root, k),
            (false, true) => self.start::<false, true>(root, k),
        }
    }

    fn start<const TRUMP: bool, const FEW: bool>(&mut self, root: &Root, k: u32) -> bool {
        if k == 0 || k > root.left {
            return k == 0;
        }
        if root.len == 0 {
            return self.lead::<TRUMP, FEW>(root.cards, root.player, root.left, k);
        }
        let last = root.len == 2;
        self.follow::<TRUMP, FEW>(root.cards, root.player, last, root.laid, root.left, k)
    }

    /// Whether the one gets at least `k` of the `left` tricks, `leader` to lead; `1 <= k <= left`.
    fn lead<const TRUMP: bool, const FEW: bool>(
        &mut self,
        cards: Packed,
        leader: usize,
        left: u32,
        k: u32,
    ) -> bool {
        self.nodes += 1;
        if left == 1 {
            return last_trick::<TRUMP>(cards, leader) == ONE;
        }
        let hands = [cards.hand(0), cards.hand(1), cards.hand(2)];
        let lens = hands.map(counts);
        let (lower, upper) = match (TRUMP, FEW) {
            (_, false) => cashing::bounds::<TRUMP>(&hands, &lens, leader, left),
            (false, true) => ducking::bounds(&hands, leader, left),
            (true, true) => (0, left),
        };
        if lower >= k || upper < k {
            return lower >= k;
        }
        let key = key::<TRUMP, FEW>(cards, leader);
        let unknown = Bounds { lower: 0, upper: left as u8, best: NOWHERE };
        let mut known = self.table.get(&key).unwrap_or(unknown);
        if u32::from(known.lower) >= k || u32::from(known.upper) < k {
            return u32::from(known.lower) >= k;
        }
        let killer = self.killers[left as usize][leader][0];
        let mut moves = leads::<TRUMP, FEW>(&hands, &lens, leader, known.best, killer);
        let wanted = (leader == ONE) != FEW;
        let mut result = !wanted;
        while let Some(at) = moves.pop() {
            let laid = Laid { led: lane_of(at), best: at, winner: leader };
            let next = cards.without(at);
            if self.follow::<TRUMP, FEW>(next, NEXT[leader], false, laid, left, k) == wanted {
                known.best = at as u8;
                self.killers[left as usize][leader][0] = at as u8;
                result = wanted;
                break;
            }
        }
        if result {
            known.lower = k as u8;
        } else {
            known.upper = k as u8 - 1;
        }
        self.table.put(&key, known, left as u8);
        result
    }

    /// The same with `laid` on the table and `player`, who may be the last, to play to it.
    fn follow<const TRUMP: bool, const FEW: bool>(
        &mut self,
        cards: Packed,
        player: usize,
        last: bool,
        laid: Laid,
        left: u32,
        k: u32,
    ) -> bool {
        let wanted = (player == ONE) != FEW;
        let place = 1 + usize::from(last);
        let killer = self.killers[left as usize][player][place];
        let mut moves = follows::<TRUMP, FEW>(cards, player, last, &laid, killer);
        if last && left > 3 && self.is_known::<TRUMP, FEW>(cards, player, &laid, k, &moves) {
            return wanted;
        }
        while let Some(at) = moves.pop() {
            let next = cards.without(at);
            let mut laid = laid;
            if beats::<TRUMP>(at, laid.best) {
                laid.best = at;
                laid.winner = player;
            }
            let value = if last {
                let due = k - u32::from(laid.winner == ONE);
                if due == 0 || due > left - 1 {
                    due == 0
                } else {
                    self.lead::<TRUMP, FEW>(next, laid.winner, left - 1, due)
                }
            } else {
                self.follow::<TRUMP, FEW>(next, NEXT[player], true, laid, left, k)
            };
            if value == wanted {
                self.killers[left as usize][player][place] = at as u8;
                return wanted;
            }
        }
        !wanted
    }

    /// Whether one of several cards that end the trick leads to a position already known to be
    /// what `player` wants.
    #[inline]
    fn is_known<const TRUMP: bool, const FEW: bool>(
        &self,
        cards: Packed,
        player: usize,
        laid: &Laid,
        k: u32,
        moves: &Moves,
    ) -> bool {
        let wanted = (player == ONE) != FEW;
        moves.rest().len() > 1
            && moves.rest().any(|at| {
                let winner = if beats::<TRUMP>(at, laid.best) { player } else { laid.winner };
                let due = k - u32::from(winner == ONE);
                let known = self.table.get(&key::<TRUMP, FEW>(cards.without(at), winner));
                known.is_some_and(|known| match wanted {
                    true => u32::from(known.lower) >= due,
                    false => u32::from(known.upper) < due,
                })
            })
    }
}

/// Lanes have three bits to spare: they say who leads and which game it is.
#[inline]
fn key<const TRUMP: bool, const FEW: bool>(cards: Packed, leader: usize) -> Key {
    let game = u64::from(TRUMP) << 29 | u64::from(FEW) << 30;
    [cards.lo | (leader as u64) << 13 | game, cards.hi]
}

/// Who wins the last trick.
#[inline]
pub(super) fn last_trick<const TRUMP: bool>(cards: Packed, leader: usize) -> usize {
    let mut best = cards.hand(leader).trailing_zeros();
    let mut winner = leader;
    for player in [NEXT[leader], NEXT[NEXT[leader]]] {
        let at = cards.hand(player).trailing_zeros();
        if beats::<TRUMP>(at, best) {
            best = at;
            winner = player;
        }
    }
    winner
}
