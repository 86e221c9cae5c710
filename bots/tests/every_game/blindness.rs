//! No bot sees what its seat does not: with all that is hidden dealt anew, it does the same.

use threehand_bots::testing::{Trials, blindness};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use crate::{LAB, all_specs};

#[test]
fn a_bot_does_the_same_whatever_the_hidden_cards_are() {
    LAB.each_game(Blindness { hands: 120 });
}

#[test]
#[ignore = "takes minutes"]
fn a_bot_does_the_same_whatever_the_hidden_cards_are_over_2_000_hands() {
    LAB.each_game(Blindness { hands: 2_000 });
}

#[derive(Clone)]
struct Blindness {
    hands: usize,
}

impl Visitor for Blindness {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let trials = Trials::new(self.hands).seed(11).hands_of_a_match(30);
        let asked = blindness(bots, &all_specs(bots), &trials);
        assert!(asked > 6 * self.hands, "only {asked} decisions of {} were asked again", G::NAME);
    }
}
