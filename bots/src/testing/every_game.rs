//! All checks at once.

use std::collections::HashSet;

use super::{Trials, blindness, conformance, knowledge, specs};
use crate::knowledge::Knowledge;
use crate::lab::{Bots, Games, Lab, Visitor};

/// Makes all checks on every game of a [`Lab`](crate::Lab) and all its bots over so many hands:
/// [`conformance`] and [`blindness`] of its [`specs`], and [`knowledge`].
///
/// 20 hands are enough to find what is broken; bots that search make it a matter of minutes.
///
/// ```
/// use threehand_bots::{Lab, Random, testing};
/// use threehand_engine::games::ThreeLeggedKitty;
/// testing::every_game(&Lab::new().game::<ThreeLeggedKitty>().bot(Random), 5);
/// ```
///
/// # Panics
/// If a game or a bot breaks a promise; if two have the same name.
pub fn every_game(lab: &Lab<impl Games>, hands: usize) {
    let kinds = lab.kinds().iter().map(|kind| kind.name);
    for names in [lab.games(), kinds.collect()] {
        let mut seen = HashSet::new();
        let twice = names.iter().find(|name| !seen.insert(**name));
        assert_eq!(twice, None, "a name that comes twice");
    }
    lab.each_game(Check { hands });
}

#[derive(Clone)]
struct Check {
    hands: usize,
}

impl Visitor for Check {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<G>) {
        let (specs, trials) = (specs(bots), Trials::new(self.hands));
        conformance(bots, &specs, &trials);
        blindness(bots, &specs, &trials);
        knowledge(bots, &trials);
    }
}
