//! A generator of random numbers whose numbers are given bytes.

use rand::rand_core::Infallible;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng, TryRng};

/// A generator whose numbers are the given bytes, one each. After them the numbers are those of a seeded
/// generator, so every choice has an end.
pub(crate) struct Bytes<'a> {
    left: &'a [u8],
    after: Xoshiro256PlusPlus,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self { left: data, after: Xoshiro256PlusPlus::seed_from_u64(data.len() as u64) }
    }

    /// The next byte; a random one after the last.
    pub(crate) fn byte(&mut self) -> u8 {
        match self.left.split_off_first() {
            Some(byte) => *byte,
            None => self.after.next_u32().to_le_bytes()[3],
        }
    }
}

impl TryRng for Bytes<'_> {
    type Error = Infallible;

    /// A number whose highest byte is the next byte: it decides the number below a bound.
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(match self.left.split_off_first() {
            Some(byte) => u32::from_be_bytes([*byte, 0x80, 0, 1]),
            None => self.after.next_u32(),
        })
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.next_u32()) << 32 | u64::from(self.next_u32()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| self.byte());
        Ok(())
    }
}
