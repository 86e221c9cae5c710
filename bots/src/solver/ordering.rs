//! The order in which a search tries cards. It changes how long a solution takes, never its value.

use threehand_engine::{Seat, Suit};

use super::packed::{LANE, Packed, counts, distinct, lane_of};
use super::position::Position;
use super::weights::{WEIGHTS, Weights};

/// Who plays after whom.
pub(super) const NEXT: [usize; 3] = [1, 2, 0];

/// The bits of the lane of trumps.
const TRUMPS: u64 = 0xFFFF;

/// For tricks left, player and place in the trick: the card that was right last time.
pub(super) type Killers = [[[u8; 3]; 3]; 18];

/// No card was yet.
pub(super) const NO_KILLERS: Killers = [[[NOWHERE; 3]; 3]; 18];

/// No place.
pub(super) const NOWHERE: u8 = 64;

/// A trick on the table.
#[derive(Clone, Copy)]
pub(super) struct Laid {
    /// The bits of the lane led.
    pub(super) led: u64,
    /// Where the best card stood: the cards of its lane at places before this one beat it.
    pub(super) best: u32,
    pub(super) winner: usize,
}

impl Laid {
    /// The trick on the table of a position, where there is one; `first` is player 0.
    pub(super) fn of(position: &Position, first: Seat) -> Self {
        let suits = position.lanes();
        let lane = |suit: Suit| suits.iter().position(|&s| s == suit).unwrap_or(0) as u32 * LANE;
        match (position.trick().suit(), position.trick().best()) {
            (Some(led), Some((winner, best))) => Self {
                led: lane_of(lane(led)),
                best: lane(best.suit()) + position.held().above(best).len() as u32,
                winner: winner.steps_from(first),
            },
            _ => Self { led: 0, best: 0, winner: 0 },
        }
    }
}

/// Whether the card at `at`, played now, takes the trick from a best card that stood at `best`.
#[inline]
pub(super) const fn beats<const TRUMP: bool>(at: u32, best: u32) -> bool {
    at < best && (at / LANE == best / LANE || TRUMP && at < LANE)
}

/// Cards to try, each with a score; the greatest comes first.
pub(super) struct Moves {
    /// Scores times 64 and places.
    scored: [i32; 20],
    len: usize,
}

impl Moves {
    #[inline]
    pub(super) const fn new() -> Self {
        Self { scored: [0; 20], len: 0 }
    }

    #[inline]
    const fn push(&mut self, score: i32, at: u32) {
        self.scored[self.len] = score << 6 | at as i32;
        self.len += 1;
    }

    /// Whether all are tried.
    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The places of those not yet tried, in no order.
    #[inline]
    pub(super) fn rest(&self) -> impl ExactSizeIterator<Item = u32> {
        self.scored[..self.len].iter().map(|scored| *scored as u32 & 63)
    }

    /// The place of the next to try.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let mut best = 0;
        for i in 1..self.len {
            if self.scored[i] > self.scored[best] {
                best = i;
            }
        }
        let at = self.scored[best] as u32 & 63;
        self.len = self.len.checked_sub(1)?;
        self.scored[best] = self.scored[self.len];
        Some(at)
    }
}

const fn weights<const TRUMP: bool, const FEW: bool>(player: usize) -> &'static Weights {
    const ALL: &[[Weights; 3]; 3] = &WEIGHTS;
    &ALL[if FEW {
        2
    } else if TRUMP {
        0
    } else {
        1
    }][player]
}

/// What a card led is worth, by how it stands to the others' cards. `best` is tried first.
#[inline]
pub(super) fn leads<const TRUMP: bool, const FEW: bool>(
    hands: &[u64; 3],
    lens: &[u64; 3],
    leader: usize,
    best: u8,
    killer: u8,
) -> Moves {
    let w = &weights::<TRUMP, FEW>(leader).lead;
    let seats = [leader, NEXT[leader], NEXT[NEXT[leader]]];
    let [hand, next, last] = seats.map(|seat| hands[seat]);
    let [own_len, next_len, last_len] = seats.map(|seat| lens[seat]);
    let next_void = if TRUMP && next & TRUMPS != 0 { w.next_ruffs } else { w.next_throws };
    let last_void = if TRUMP && last & TRUMPS != 0 { w.last_ruffs } else { w.last_throws };
    let mut moves = Moves::new();
    let mut rest = distinct(hand, 0);
    while rest != 0 {
        let shift = rest.trailing_zeros() / LANE * LANE;
        let lane = lane_of(shift);
        let len = |lens: u64| (lens >> shift & 0xFFFF) as i32;
        let held = ((hand | next | last) >> shift).trailing_ones();
        // Seen from below, the lowest card is the top.
        let top = 1 << if FEW { shift + held - 1 } else { shift };
        let trump = TRUMP && lane == TRUMPS;
        let below = if trump { w.trump_below } else { w.below };
        let mut of_suit =
            w.length * len(own_len) + w.next_length * len(next_len) + w.last_length * len(last_len);
        if trump {
            of_suit += w.trump;
        }
        if next & lane == 0 {
            of_suit += next_void;
        }
        if last & lane == 0 {
            of_suit += last_void;
        }
        if next & top != 0 {
            of_suit += w.next_has_top;
        } else if last & top != 0 {
            of_suit += w.last_has_top;
        }
        if len(own_len) == 1 {
            of_suit += w.single;
        }
        let mut cards = rest & lane;
        rest &= !lane;
        while cards != 0 {
            let at = cards.trailing_zeros();
            cards &= cards - 1;
            let index = if FEW { held - 1 - at % LANE } else { at % LANE };
            let mut score = of_suit + below * index as i32;
            if index == 0 {
                score += w.top;
            } else if hand & top != 0 {
                score += w.under_own_top;
            } else if index == 1 {
                score += w.second;
            }
            if at == u32::from(killer) {
                score += w.killer;
            }
            if cards == 0 {
                score += w.lowest;
            }
            if at == u32::from(best) {
                score += 1 << 20;
            }
            moves.push(score, at);
        }
    }
    moves
}

/// What a card played to a trick is worth.
#[inline]
pub(super) fn follows<const TRUMP: bool, const FEW: bool>(
    cards: Packed,
    player: usize,
    last: bool,
    laid: &Laid,
    killer: u8,
) -> Moves {
    let mut moves = Moves::new();
    let hand = cards.hand(player);
    let following = hand & laid.led;
    let mut rest = distinct(if following == 0 { hand } else { following }, 1 << laid.best);
    if rest & (rest - 1) == 0 {
        moves.push(0, rest.trailing_zeros());
        return moves;
    }
    let w = &weights::<TRUMP, FEW>(player).follow[usize::from(last)];
    let friendly = player != 0 && laid.winner != 0;
    let third = if last { 0 } else { cards.hand(NEXT[player]) };
    let third = match third & laid.led {
        0 if TRUMP => third & TRUMPS,
        followers => followers,
    };
    let (one, other) = if player == 0 { (1, 2) } else { (0, 3 - player) };
    let (one, other) = (cards.hand(one), cards.hand(other));
    let lens = if following == 0 { counts(hand) } else { 0 };
    while rest != 0 {
        let at = rest.trailing_zeros();
        rest &= rest - 1;
        let (lane, shift) = (lane_of(at), at / LANE * LANE);
        let held = if FEW { ((cards.lo | cards.hi) >> shift).trailing_ones() } else { 0 };
        let index = if FEW { held - 1 - at % LANE } else { at % LANE };
        let top = 1 << if FEW { shift + held - 1 } else { shift };
        let mut score;
        if beats::<TRUMP>(at, laid.best) {
            let sure = last || third == 0 || !beats::<TRUMP>(third.trailing_zeros(), at);
            score = w.winner_below * index as i32;
            score += match (friendly, sure) {
                (true, _) => w.takes_over,
                (false, true) => w.wins,
                (false, false) => w.may_win,
            };
        } else {
            score = w.loser_below * index as i32;
            if friendly {
                score += w.friendly;
            }
        }
        if at == u32::from(killer) {
            score += w.killer;
        }
        if following != 0 {
            if index == 0 {
                score += w.top;
            }
            moves.push(score, at);
            continue;
        }
        score += w.thrown_below * index as i32;
        if index == 0 {
            score += w.thrown_top;
        }
        if TRUMP && lane == TRUMPS {
            score += w.trump;
        } else {
            let len = (lens >> shift & 0xFFFF) as i32;
            score += w.length * len;
            if len <= 2 {
                score += if len == 1 { w.single } else { w.pair };
            }
            if index != 0 && hand & top != 0 {
                score += w.under_own_top;
            }
            if one & lane == 0 {
                score += w.void_one;
            }
            if other & lane == 0 {
                score += w.void_other;
            }
            if index == 1 {
                score += w.second;
            }
        }
        moves.push(score, at);
    }
    moves
}
