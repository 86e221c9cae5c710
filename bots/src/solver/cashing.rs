//! Tricks that can be counted without playing them out.

use super::packed::LANE;

/// The bits of the trump lane.
const TRUMPS: u64 = 0xFFFF;
/// The highest place of every lane.
const TOPS: u64 = 0x0001_0001_0001_0001;

#[inline]
const fn run(hand: u64, shift: u32) -> u32 {
    (hand >> shift).trailing_ones()
}

/// Cards outside the trump lane, from the counts of a hand's lanes.
#[inline]
const fn plain_of(len: u64) -> u32 {
    (((len >> LANE) + (len >> (2 * LANE)) + (len >> (3 * LANE))) & 0x3F) as u32
}

/// Tricks that a seat on lead can cash, trumps first.
struct Cash {
    trumps: u32,
    plain: u32,
    /// Whether an opponent has trumps left after that.
    ruffed: bool,
}

/// Counts what `own` cashes from the top. `foe` is an opponent; `third` is one too if `ALONE`,
/// else the partner.
#[inline]
fn cash<const TRUMP: bool, const ALONE: bool>(
    hands: &[u64; 3],
    lens: &[u64; 3],
    seats: [usize; 3],
) -> Cash {
    let [own, foe, third] = seats.map(|seat| hands[seat]);
    let [own_len, foe_len, third_len] = seats.map(|seat| lens[seat]);
    let count = |len: u64, shift: u32| (len >> shift & 0xFFFF) as u32;
    let (mut foe_ruffs, mut third_ruffs) = (false, false);
    let mut trumps = 0;
    if TRUMP {
        let top = run(own, 0);
        foe_ruffs = count(foe_len, 0) > top;
        third_ruffs = count(third_len, 0) > top;
        trumps = if foe_ruffs || third_ruffs { top } else { count(own_len, 0) };
    }
    let mut plain = 0;
    for lane in u32::from(TRUMP)..4 {
        let shift = lane * LANE;
        let mut top = run(own, shift);
        if top == 0 && (own >> shift & 0xFFFF == 0 || (foe | third) >> shift & 0xFFFF != 0) {
            continue;
        }
        let (a, b) = (count(foe_len, shift), count(third_len, shift));
        if top >= a && top >= b {
            // The last of the others' cards fall: the low cards win as well.
            top = count(own_len, shift);
        }
        if foe_ruffs {
            top = top.min(a);
        }
        if ALONE && third_ruffs {
            top = top.min(b);
        }
        plain += top;
    }
    if TRUMP && !ALONE && third_ruffs {
        // The partner must have something to throw, or he would have to ruff.
        plain = plain.min(plain_of(third_len));
    }
    Cash { trumps, plain, ruffed: foe_ruffs || ALONE && third_ruffs }
}

/// Tricks that `leader` can cash against the two others.
#[inline]
pub(super) fn alone<const TRUMP: bool>(hands: &[u64; 3], lens: &[u64; 3], leader: usize) -> u32 {
    let seats = [leader, (leader + 1) % 3, (leader + 2) % 3];
    let own = cash::<TRUMP, true>(hands, lens, seats);
    own.trumps + own.plain
}

/// Bounds on the tricks of the one (player 0) with `leader` on lead.
#[inline]
pub(super) fn bounds<const TRUMP: bool>(
    hands: &[u64; 3],
    lens: &[u64; 3],
    leader: usize,
    left: u32,
) -> (u32, u32) {
    let mut lower = if TRUMP { run(hands[0], 0) } else { 0 };
    let others = if TRUMP { run(hands[1], 0).max(run(hands[2], 0)) } else { 0 };
    let mut upper = left - others.max(losers::<TRUMP>(hands));
    if leader == 0 {
        let own = cash::<TRUMP, true>(hands, lens, [0, 1, 2]);
        lower = lower.max(own.trumps + own.plain);
        if hands[0] & TOPS == 0
            && (hands[1] | hands[2]) & tops_of_lanes(hands[0]) == tops_of_lanes(hands[0])
        {
            // Whatever he leads, its top card is against him, and its holder goes on.
            let led = tops_of_lanes(hands[0]);
            let mut least = left;
            for player in 1..3 {
                if hands[player] & led != 0 {
                    let cashed = cash::<TRUMP, false>(hands, lens, [player, 0, 3 - player]);
                    least = least.min((cashed.trumps + cashed.plain).max(1));
                }
            }
            upper = upper.min(left - least);
        }
        return (lower, upper);
    }
    let (own, partner) = (hands[leader], hands[3 - leader]);
    let first = cash::<TRUMP, false>(hands, lens, [leader, 0, 3 - leader]);
    let mut sure = first.trumps + first.plain;
    let mut entries = partner & tops_of_lanes(own);
    if first.ruffed {
        entries &= tops_of_lanes(hands[0]) | 1;
    }
    if entries != 0 {
        let second = cash::<TRUMP, false>(hands, lens, [3 - leader, 0, leader]);
        let gain = second.trumps + second.plain;
        let free = !TRUMP
            || (own & TRUMPS == 0 || first.plain + gain <= plain_of(lens[leader]))
                && (partner & TRUMPS == 0
                    || first.plain + second.plain <= plain_of(lens[3 - leader]));
        if free {
            sure = (sure + gain).min(left);
        } else if hands[0] & TRUMPS == 0 || entries & (tops_of_lanes(hands[0]) | 1) != 0 {
            sure = sure.max(gain);
        }
    }
    upper = upper.min(left - sure);
    let led = tops_of_lanes(own);
    if hands[0] & led == led {
        let safe = !TRUMP || partner & TRUMPS == 0 || tops_of_lanes(partner) & led | 1 == led | 1;
        if safe {
            let own = cash::<TRUMP, true>(hands, lens, [0, 1, 2]);
            lower = lower.max(own.trumps + own.plain);
        }
    }
    (lower, upper)
}

/// Tricks that the one loses whatever he does: one in each suit, but trumps, in which an opponent has
/// a card above all of his.
///
/// Who has that card keeps it until the suit is led; the one's first card of the suit is then lost,
/// as it is where he throws it on another. If all that an opponent has left are such cards, the one
/// has a single card of each of these suits and no other, so that there is no wrong one to throw:
/// the partner leads one of these suits, or cards that nobody can take.
#[inline]
fn losers<const TRUMP: bool>(hands: &[u64; 3]) -> u32 {
    let held = tops_of_lanes(hands[0]);
    // A stop below the lowest place of each lane keeps the subtraction within it.
    let stopped = hands[0] | TOPS << 13;
    let above = (stopped - TOPS) & !stopped;
    let lanes = (held << 13) - held;
    let lost = tops_of_lanes((hands[1] | hands[2]) & above & lanes);
    (if TRUMP { lost & !1 } else { lost }).count_ones()
}

/// The highest place of each lane in which the hand has a card.
#[inline]
const fn tops_of_lanes(hand: u64) -> u64 {
    let mut any = hand | hand >> 8 & 0x00FF_00FF_00FF_00FF;
    any |= any >> 4;
    any |= any >> 2;
    any |= any >> 1;
    any & TOPS
}
