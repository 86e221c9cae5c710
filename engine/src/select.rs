//! The n-th card of a set as fast as the processor allows, for loops that do little else; and sums of many small
//! numbers.
//!
//! This is the one module with unsafe code. Processors since 2013 find the n-th set bit with one
//! instruction, `pdep`, but a binary that runs on all of them may use it only where it has asked.
#![allow(unsafe_code, reason = "calls code for processor features once they are detected")]

use rand::Rng;

use crate::random::below_32;

/// A way to find the n-th set bit.
pub(crate) trait Select: Copy {
    /// The `n`-th set bit of `bits` alone, counted from 0; 0 or any bit where there are not more
    /// than `n`.
    fn nth_bit(self, bits: u64, n: u32) -> u64;
}

/// A loop that is compiled once for each way to select. Its `run` is to be `#[inline(always)]`, and
/// so what it calls, else it stays as slow as the oldest processor.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run(self, select: impl Select) -> Self::Output;
}

/// Does the work in the fastest way that this processor has.
#[inline(always)]
pub(crate) fn fastest<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(select) = x86::Bmi::detect() {
        return x86::run(work, select);
    }
    work.run(Broadword)
}

/// Sums and products of many whole numbers side by side. Its `run` is to be `#[inline(always)]`, and so what it calls,
/// else it stays as slow as the oldest processor.
pub trait Sums {
    /// What comes of them.
    type Output;

    /// Does them.
    fn run(self) -> Self::Output;
}

/// Does sums with the widest vectors that this processor has: AVX2 takes half the time. They come to the same.
#[inline(always)]
pub fn side_by_side<S: Sums>(sums: S) -> S::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        return x86::side_by_side(sums);
    }
    sums.run()
}

/// The place of the `n`-th set bit, counted from 0; a number above 63 where there are not more than
/// `n`.
#[inline]
pub(crate) fn nth_place(bits: u64, n: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if x86::Bmi::detect().is_some() {
        return x86::nth_place(bits, n);
    }
    nth_place_broadword(bits, n)
}

/// How many bits are set.
#[inline]
pub(crate) fn count_bits(bits: u64) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if x86::Bmi::detect().is_some() {
        return x86::count(bits);
    }
    bits.count_ones()
}

/// The place of any set bit, each equally likely: the `below(rng, n)`-th of `n`.
#[inline]
pub(crate) fn any_place<R: Rng + ?Sized>(bits: u64, rng: &mut R) -> u32 {
    fastest(AnyPlace { bits, rng })
}

struct AnyPlace<'a, R: ?Sized> {
    bits: u64,
    rng: &'a mut R,
}

impl<R: Rng + ?Sized> Work for AnyPlace<'_, R> {
    type Output = u32;

    #[inline(always)]
    fn run(self, select: impl Select) -> u32 {
        let n = below_32(self.rng, self.bits.count_ones());
        select.nth_bit(self.bits, n).trailing_zeros()
    }
}

/// The way of any processor.
#[derive(Clone, Copy)]
pub(crate) struct Broadword;

impl Select for Broadword {
    #[inline(always)]
    fn nth_bit(self, bits: u64, n: u32) -> u64 {
        1 << (nth_place_broadword(bits, n) & 63)
    }
}

/// For each rank and byte, where the byte's set bit of this rank is; 0 if there is none.
const PLACES: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[rank][byte] = place;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// The same by sums over bytes side by side (Vigna, "Broadword implementation of rank/select
/// queries", 2008).
#[inline]
const fn nth_place_broadword(bits: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // Each byte: how many bits are set in it and the bytes below.
    let sums = bytes.wrapping_mul(ONES);
    let n = (n & 63) as u64;
    let passed = (((n * ONES) | TOPS) - sums) & TOPS;
    let start = ((passed >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
    if start > 56 {
        return start;
    }
    let rank = n - (sums << 8 >> start & 0xFF);
    start + PLACES[(rank & 7) as usize][(bits >> start & 0xFF) as usize] as u32
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::_pdep_u64;
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

    use super::{Select, Sums, Work};

    /// Proof that the processor has BMI1, BMI2, `lzcnt` and `popcnt`.
    #[derive(Clone, Copy)]
    pub(super) struct Bmi(());

    /// What was found: 0 before anybody asked.
    static FOUND: AtomicU8 = AtomicU8::new(0);
    const NONE: u8 = 1;
    const ALL: u8 = 2;

    impl Bmi {
        /// One comparison, after the first time.
        #[inline(always)]
        pub(super) fn detect() -> Option<Self> {
            let found = match FOUND.load(Relaxed) {
                0 => Self::look(),
                found => found,
            };
            (found == ALL).then_some(Self(()))
        }

        #[cold]
        fn look() -> u8 {
            let has = is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let found = if has { ALL } else { NONE };
            FOUND.store(found, Relaxed);
            found
        }
    }

    impl Select for Bmi {
        #[inline(always)]
        fn nth_bit(self, bits: u64, n: u32) -> u64 {
            // SAFETY: there is a `Bmi` only where the processor has BMI2.
            unsafe { _pdep_u64(1 << (n & 63), bits) }
        }
    }

    #[inline]
    pub(super) fn count(bits: u64) -> u32 {
        #[target_feature(enable = "popcnt")]
        fn count(bits: u64) -> u32 {
            bits.count_ones()
        }
        // SAFETY: called where the processor has all of them.
        unsafe { count(bits) }
    }

    #[inline]
    pub(super) fn nth_place(bits: u64, n: u32) -> u32 {
        #[target_feature(enable = "bmi2")]
        fn nth_place(bits: u64, n: u32) -> u32 {
            _pdep_u64(1 << (n & 63), bits).trailing_zeros()
        }
        // SAFETY: called where the processor has all of them.
        unsafe { nth_place(bits, n) }
    }

    /// Only for a processor with AVX2.
    #[inline]
    pub(super) fn side_by_side<S: Sums>(sums: S) -> S::Output {
        #[target_feature(enable = "avx2")]
        fn side_by_side<S: Sums>(sums: S) -> S::Output {
            sums.run()
        }
        // SAFETY: called where the processor has AVX2.
        unsafe { side_by_side(sums) }
    }

    pub(super) fn run<W: Work>(work: W, select: Bmi) -> W::Output {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run<W: Work>(work: W, select: Bmi) -> W::Output {
            work.run(select)
        }
        // SAFETY: there is a `Bmi` only where the processor has all of these.
        unsafe { run(work, select) }
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::random::Stream;

    struct Both(u64);

    impl Work for Both {
        type Output = ();

        #[inline(always)]
        fn run(self, select: impl Select) {
            let mut rest = self.0;
            for n in 0..self.0.count_ones() {
                let lowest = rest & rest.wrapping_neg();
                assert_eq!(select.nth_bit(self.0, n), lowest, "{n} of {:b}", self.0);
                assert_eq!(nth_place(self.0, n), lowest.trailing_zeros(), "{n} of {:b}", self.0);
                rest ^= lowest;
            }
        }
    }

    #[test]
    fn every_way_finds_each_set_bit_in_turn() {
        let mut rng = Stream::new([3, 1, 4, 1]);
        for _ in 0..20_000 {
            let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
            for bits in [a, a & b, a & b & c, a | b] {
                fastest(Both(bits));
                Both(bits).run(Broadword);
            }
        }
        for bits in [0, 1, 1 << 63, u64::MAX] {
            fastest(Both(bits));
            assert!(nth_place(bits, bits.count_ones()) > 63 || bits == u64::MAX);
        }
    }
}
