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
    /// The result.
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

/// A way to add up products of small numbers.
pub trait Products: Copy {
    /// What the products of each row with `units`, place by place, add up to, all rows together. What does not fit 32
    /// bits wraps.
    fn dot<const N: usize, const R: usize>(self, rows: [&[i16; N]; R], units: &[i16; N]) -> i32;
}

/// Sums and products of many whole numbers side by side. Its `run` is to be `#[inline(always)]`, and so what it calls,
/// else it stays as slow as the oldest processor.
pub trait Sums {
    /// The result.
    type Output;

    /// Does them.
    fn run(self, products: impl Products) -> Self::Output;
}

/// Does the sums with the widest vectors that this processor has; the result is the same on all.
#[inline(always)]
pub fn side_by_side<S: Sums>(sums: S) -> S::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(products) = x86::Avx2::detect() {
        return x86::side_by_side(sums, products);
    }
    sums.run(Plain)
}

/// The way of any processor.
#[derive(Clone, Copy)]
struct Plain;

impl Products for Plain {
    #[inline(always)]
    fn dot<const N: usize, const R: usize>(self, rows: [&[i16; N]; R], units: &[i16; N]) -> i32 {
        let mut sum = 0_i32;
        for row in rows {
            for place in 0..N {
                sum = sum.wrapping_add(i32::from(row[place]) * i32::from(units[place]));
            }
        }
        sum
    }
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
    use std::arch::x86_64::{
        _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_setzero_si256, _pdep_u64,
    };
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

    use super::{Products, Select, Sums, Work};

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

    /// Proof that the processor has AVX2, and all of [`Bmi`].
    #[derive(Clone, Copy)]
    pub(super) struct Avx2(());

    impl Avx2 {
        #[inline(always)]
        pub(super) fn detect() -> Option<Self> {
            (is_x86_feature_detected!("avx2") && Bmi::detect().is_some()).then_some(Self(()))
        }
    }

    impl Products for Avx2 {
        /// Sixteen products at a time. Left to itself, the compiler makes 32 bits of each number first.
        #[inline(always)]
        fn dot<const N: usize, const R: usize>(
            self,
            rows: [&[i16; N]; R],
            units: &[i16; N],
        ) -> i32 {
            #[target_feature(enable = "avx2")]
            #[inline]
            fn dot<const N: usize, const R: usize>(rows: [&[i16; N]; R], units: &[i16; N]) -> i32 {
                let (wide, rest) = units.as_chunks::<16>();
                let mut sums = _mm256_setzero_si256();
                let mut sum = 0;
                for row in rows {
                    let (row, row_rest) = row.as_chunks::<16>();
                    for (weights, units) in row.iter().zip(wide) {
                        // SAFETY: 16 numbers of 16 bits are 256 bits, wherever they begin.
                        let (weights, units) = unsafe {
                            let weights = _mm256_loadu_si256(weights.as_ptr().cast());
                            (weights, _mm256_loadu_si256(units.as_ptr().cast()))
                        };
                        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(weights, units));
                    }
                    for (&weight, &unit) in row_rest.iter().zip(rest) {
                        sum = i32::wrapping_add(sum, i32::from(weight) * i32::from(unit));
                    }
                }
                let upper = _mm256_extracti128_si256::<1>(sums);
                let four = _mm_add_epi32(_mm256_castsi256_si128(sums), upper);
                let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
                let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
                sum.wrapping_add(_mm_cvtsi128_si32(one))
            }
            // SAFETY: there is an `Avx2` only where the processor has AVX2.
            unsafe { dot(rows, units) }
        }
    }

    #[inline]
    pub(super) fn side_by_side<S: Sums>(sums: S, products: Avx2) -> S::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn side_by_side<S: Sums>(sums: S, products: Avx2) -> S::Output {
            sums.run(products)
        }
        // SAFETY: there is an `Avx2` only where the processor has all of these.
        unsafe { side_by_side(sums, products) }
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

    /// Products of rows of 45: two lots of sixteen, and a rest.
    struct Dot<'a>([&'a [i16; 45]; 3], &'a [i16; 45]);

    impl Sums for Dot<'_> {
        type Output = i32;

        #[inline(always)]
        fn run(self, products: impl Products) -> i32 {
            products.dot(self.0, self.1)
        }
    }

    #[test]
    fn every_way_comes_to_the_same_sums() {
        let mut rng = Stream::new([2, 7, 1, 8]);
        let mut row = |shift: u32| std::array::from_fn(|_| rng.next_u32() as i16 >> shift);
        for shift in (0..16).cycle().take(1_000) {
            let [a, b, c, units] = [(); 4].map(|()| row(shift));
            let rows = [&a, &b, &c];
            let products = rows.into_iter().flatten().zip(units.iter().cycle());
            let sum: i64 = products.map(|(&a, &b)| i64::from(a) * i64::from(b)).sum();
            assert_eq!(side_by_side(Dot(rows, &units)), sum as i32, "{rows:?} {units:?}");
            assert_eq!(Dot(rows, &units).run(Plain), sum as i32);
        }
        let [low, units] = [[i16::MIN; 45]; 2];
        assert_eq!(side_by_side(Dot([&low; 3], &units)), Dot([&low; 3], &units).run(Plain));
    }
}
