//! Tricks of one who wants none, and has no trumps to fear, counted without playing them out.

use super::packed::LANE;

/// Bounds on the tricks of the one (player 0), who wants few, with `leader` on lead.
#[inline]
pub(super) fn bounds(hands: &[u64; 3], leader: usize, left: u32) -> (u32, u32) {
    let cat = hands[0];
    let others = hands[1] | hands[2];
    if leader == 0 {
        let all_win = (0..4).all(|lane| {
            let lane = lane * LANE;
            (cat >> lane).trailing_ones() == (cat >> lane & 0xFFFF).count_ones()
        });
        if all_win {
            return (left, left);
        }
        let mut unsafe_lanes = 0;
        let mut exit = false;
        for lane in 0..4 {
            let (own, foes) = (cat >> (lane * LANE) & 0xFFFF, others >> (lane * LANE) & 0xFFFF);
            if own == 0 {
                continue;
            }
            let leads = foes != 0 && own > foes && {
                // His highest card below all of theirs is led; they can get rid of their highest.
                let led = own & !(u64::MAX >> foes.leading_zeros());
                is_safe(own & !(led & led.wrapping_neg()), foes & (foes - 1))
            };
            if is_safe(own, foes) {
                exit |= leads;
            } else {
                unsafe_lanes += 1;
                if leads {
                    return (0, left);
                }
            }
        }
        return (0, if unsafe_lanes == 0 && exit { 0 } else { left });
    }
    let own = hands[leader];
    let partner = hands[3 - leader];
    let mut safe = true;
    let mut forced = false;
    for lane in 0..4 {
        let shift = lane * LANE;
        let (c, a, b) = (cat >> shift & 0xFFFF, own >> shift & 0xFFFF, partner >> shift & 0xFFFF);
        if c == 0 {
            continue;
        }
        // The lowest cards stand at the highest places.
        forced |= a > c && (b > c || b == 0);
        safe &= is_safe(c, a | b);
    }
    (u32::from(forced), if safe { 0 } else { left })
}

/// Whether the holder of `own` need not win a trick in this suit as long as he does not lead it:
/// his lowest card is below their lowest, his second below their second, and so on.
#[inline]
fn is_safe(own: u64, others: u64) -> bool {
    let (mut own, mut others) = (own, others);
    while own != 0 && others != 0 {
        if own < others {
            return false;
        }
        own &= !(1 << (63 - own.leading_zeros()));
        others &= !(1 << (63 - others.leading_zeros()));
    }
    true
}
