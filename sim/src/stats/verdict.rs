//! What several rungs of bots say together about a difference.

use std::cmp::Ordering;

/// The level below which a corrected p-value is significant.
pub const LEVEL: f64 = 0.05;

/// How many rungs have to agree.
pub const RUNGS: usize = 3;

/// What the rungs say of a difference. On each rung it is significantly above 0, below 0, or
/// neither (`Equal`); or it could not be tested there (`None`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same direction on three rungs or more, and the other on none.
    Holds(Ordering),
    /// The same direction on all rungs that there are, but fewer than three could test it.
    TooFewRungs(Ordering),
    /// Significant on some rungs, and not so or the other way on others.
    DependsOnTheBots,
    /// Significant on none.
    NoDifference,
    /// Tested on none: not defined, or without spread.
    NotTested,
}

impl Verdict {
    /// The verdict of these rungs.
    pub fn of(rungs: &[Option<Ordering>]) -> Self {
        let count = |sign| rungs.iter().filter(|rung| **rung == Some(sign)).count();
        let tested = rungs.iter().flatten().count();
        match (count(Ordering::Greater), count(Ordering::Less)) {
            _ if tested == 0 => Self::NotTested,
            (0, 0) => Self::NoDifference,
            (above, 0) if above >= RUNGS => Self::Holds(Ordering::Greater),
            (0, below) if below >= RUNGS => Self::Holds(Ordering::Less),
            (above, 0) if above == tested && tested < RUNGS => Self::TooFewRungs(Ordering::Greater),
            (0, below) if below == tested && tested < RUNGS => Self::TooFewRungs(Ordering::Less),
            _ => Self::DependsOnTheBots,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_rungs_have_to_agree_and_none_to_object() {
        use Ordering::{Equal, Greater, Less};
        let (up, down, no) = (Some(Greater), Some(Less), Some(Equal));
        for (rungs, verdict) in [
            (&[up, up, up][..], Verdict::Holds(Greater)),
            (&[down, no, down, down], Verdict::Holds(Less)),
            (&[up, up, up, down], Verdict::DependsOnTheBots),
            (&[up, up, no], Verdict::DependsOnTheBots),
            (&[up, no], Verdict::DependsOnTheBots),
            (&[up, up], Verdict::TooFewRungs(Greater)),
            (&[None, down, down], Verdict::TooFewRungs(Less)),
            (&[no, no, None], Verdict::NoDifference),
            (&[None, None], Verdict::NotTested),
        ] {
            assert_eq!(Verdict::of(rungs), verdict, "{rungs:?}");
        }
    }
}
