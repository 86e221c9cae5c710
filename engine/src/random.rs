//! Randomness whose values never change: a keyed stream, and whole numbers below a bound.

use rand::rand_core::Infallible;
use rand::{Rng, SeedableRng, TryRng};
use rand_chacha::ChaCha8Rng;

/// A stream of random numbers that is a function of its key alone, on every machine.
///
/// It is ChaCha with 8 rounds, the four numbers of the key in little-endian order as the cipher's
/// 32 key bytes. Streams of different keys are independent.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of this key.
    #[inline]
    pub fn new(key: [u64; 4]) -> Self {
        let mut seed = [0; 32];
        for (bytes, number) in seed.chunks_exact_mut(8).zip(key) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        Self(ChaCha8Rng::from_seed(seed))
    }
}

impl TryRng for Stream {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

/// A whole number, uniform over 0 … `bound` − 1.
///
/// Exact, by Lemire's method of multiplication with rejection ("Fast random integer generation in
/// an interval", 2019); one 32-bit number a call, nearly always.
///
/// # Panics
/// If `bound` is 0 or does not fit 32 bits.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: usize) -> usize {
    let bound = u32::try_from(bound).expect("a bound of 32 bits");
    assert!(bound > 0, "no whole number is below 0");
    below_32(rng, bound) as usize
}

/// A number below a bound that is known to be above 0; else 0.
#[inline(always)]
pub(crate) fn below_32<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// A fraction, uniform over the 2⁵³ multiples of 2⁻⁵³ in [0, 1).
#[inline]
pub fn fraction<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_every_number_of_its_key() {
        let first = |key| Stream::new(key).next_u64();
        let plain = first([1, 2, 3, 4]);
        assert_eq!(plain, first([1, 2, 3, 4]));
        for key in [[0, 2, 3, 4], [1, 0, 3, 4], [1, 2, 0, 4], [1, 2, 3, 0]] {
            assert_ne!(plain, first(key));
        }
    }

    #[test]
    fn below_gives_each_number_equally_often() {
        let mut rng = Stream::new([7, 0, 0, 0]);
        for bound in [1, 2, 3, 7, 52] {
            let n = 20_000 * bound;
            let mut counts = vec![0_u32; bound];
            for _ in 0..n {
                counts[below(&mut rng, bound)] += 1;
            }
            // 20,000 expected in each, standard deviation under 142: five of them.
            assert!(counts.iter().all(|c| c.abs_diff(20_000) < 710), "{counts:?}");
        }
    }

    #[test]
    fn fractions_fill_the_unit_interval() {
        let mut rng = Stream::new([8, 0, 0, 0]);
        let mean = (0..100_000).map(|_| fraction(&mut rng)).sum::<f64>() / 1e5;
        assert!((mean - 0.5).abs() < 0.005, "{mean}");
    }
}
