//! All checks at once.

use std::collections::HashSet;

use super::{Trials, blindness, candidates, conformance, endgame, equity, past, specs};
use crate::knowledge::Knowledge;
use crate::lab::{AnyKind, Bots, Registry, Visitor};
use crate::puzzles;

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
pub fn every_game(lab: &impl Registry, hands: usize) {
    let kinds = lab.kinds().into_iter().map(AnyKind::name);
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

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let (specs, trials) = (specs(bots), Trials::new(self.hands));
        conformance(bots, &specs, &trials);
        blindness(bots, &specs, &trials);
        knowledge(bots, &trials);
    }
}

/// What is known of a game holds: its [`candidates`], [`past`], [`equity`] and [`endgame`].
///
/// Its puzzles can be read, and its champions are bots of the list, if there is a bot called
/// `champion`.
///
/// # Panics
/// If something does not.
pub fn knowledge<G: Knowledge>(bots: &Bots<'_, G>, trials: &Trials<G>) {
    let has_champion = bots.names().any(|name| name == "champion");
    for strongest in G::CHAMPIONS.iter().filter(|_| has_champion) {
        let grows = |pair: &[(u32, u32)]| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1;
        assert!(strongest.counts.windows(2).all(grows), "{}: {strongest:?}", G::NAME);
        let budget = strongest.from();
        let spec = bots.spec(&format!("champion:budget={budget}ms"));
        spec.unwrap_or_else(|why| panic!("{}: the champion of {budget}ms: {why}", G::NAME));
    }
    assert!(G::CHAMPIONS.is_sorted_by(|a, b| a.from() < b.from()), "{}: its champions", G::NAME);
    let blend = G::BLEND;
    assert!((0.0..=1.0).contains(&blend), "{}: a blend of {blend}", G::NAME);
    assert!(G::THRESHOLD >= 0.0, "{}: a threshold of {}", G::NAME, G::THRESHOLD);
    puzzles::of_game::<G>();
    candidates(trials);
    past(trials);
    equity(trials);
    endgame(trials);
}
