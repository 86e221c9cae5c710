//! A part of a run that can be played by itself, anywhere.

use std::ops::Range;
use std::str::FromStr;

/// The `number`-th of `count` parts of a run, each a row of neighbouring blocks. A block depends on
/// the run's seed and its own number alone, so the parts make the same files as the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u64,
    /// Of how many.
    pub count: u64,
}

impl Shard {
    /// The blocks of the part in a run of so many: none is left out or in two parts, and no part holds two
    /// blocks more than another.
    pub fn part(self, all: u64) -> Range<u64> {
        let start = |number| (u128::from(all) * u128::from(number) / u128::from(self.count)) as u64;
        start(self.number - 1)..start(self.number)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, count)| {
            Some(Self { number: number.parse().ok()?, count: count.parse().ok()? })
        });
        parts.filter(|shard| (1..=shard.count).contains(&shard.number)).ok_or_else(|| {
            "it is k/n, the k-th of n parts, such as 1/4 for the first of four".to_owned()
        })
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_hold_each_block_once_and_in_order() {
        for (all, count) in [(10, 3), (7, 7), (1_000, 6), (u64::MAX, 5)] {
            let mut next = 0;
            for number in 1..=count {
                let blocks = Shard { number, count }.part(all);
                assert_eq!(blocks.start, next);
                assert!((all / count..=all / count + 1).contains(&(blocks.end - blocks.start)));
                next = blocks.end;
            }
            assert_eq!(next, all);
        }
    }

    #[test]
    fn only_a_part_that_there_is_can_be_named() {
        assert_eq!("2/7".parse(), Ok(Shard { number: 2, count: 7 }));
        for text in ["0/7", "8/7", "1/0", "1", "a/b", "-1/7", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
