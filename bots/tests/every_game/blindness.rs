//! No bot sees what its seat does not: with all that is hidden dealt anew, it does the same.

use threehand_bots::testing::{Trials, blindness};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use crate::{LAB, all_specs};

#[test]
fn a_bot_does_the_same_whatever_the_hidden_cards_are() {
    LAB.each_game(Blindness);
}

#[derive(Clone)]
struct Blindness;

impl Visitor for Blindness {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let trials = Trials::new(250).seed(11).hands_of_a_match(30);
        let asked = blindness(bots, &all_specs(bots), &trials);
        assert!(asked > 1_500, "only {asked} decisions of {} were asked again", G::NAME);
    }
}
