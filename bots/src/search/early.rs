//! What comes before the cards are played by a network, and the play by a search.

use threehand_engine::View;

use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::opinion::Opinion;

/// Decides early in a hand as the policy does, and leaves [the rest](Knowledge::is_late) to a search.
///
/// What a bid brings depends on how the others answer, and playouts answer otherwise than tables do. A network that has
/// learned from play with others knows better, and at once.
pub(super) struct Early<G: Knowledge, P> {
    pub(super) policy: P,
    pub(super) search: Box<dyn Bot<G>>,
}

impl<G: Knowledge, P: Bot<G>> Early<G, P> {
    fn who(&mut self, view: &View<'_, G>) -> &mut dyn Bot<G> {
        if G::is_late(view) { &mut *self.search } else { &mut self.policy }
    }
}

impl<G: Knowledge, P: Bot<G>> Bot<G> for Early<G, P> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        self.who(view).decide(view, rng)
    }

    fn opinion(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Opinion<G::Action> {
        self.who(view).opinion(view, rng)
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::games::ThreeLeggedKitty;
    use threehand_engine::{Deck, Game as _, Hand as _, Legal as _, Seat, Stream};

    use crate::bot::bot_rng;
    use crate::knowledge::Knowledge as _;
    use crate::lab::{Lab, Registry as _};

    #[test]
    fn a_policy_decides_up_to_the_first_lead_and_then_the_search() {
        let lab = Lab::standard();
        let bots = lab.bots::<ThreeLeggedKitty>();
        let make = |text| bots.make(text).expect("a bot");
        let [mut early, mut policy, mut search] =
            ["pimc:worlds=2:early=policy", "policy", "pimc:worlds=2"].map(make);
        let rules = ThreeLeggedKitty::default();
        let standing = rules.first_standing(Seat::P0);
        // How often the policy and the search differ: before the first lead, and from there on.
        let mut differ = [0; 2];
        for number in 0..5 {
            let deck = Deck::shuffled(&mut Stream::new([1, number, 47, 3]));
            let mut hand = rules.start(&standing, &rules.deal(&standing, &deck));
            let mut heuristic = make("heuristic");
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                let seed = [hand.legal().len() as u8; 32];
                let [by_policy, by_search, chosen] = [&mut policy, &mut search, &mut early]
                    .map(|bot| bot.decide(&view, &mut bot_rng(seed)));
                let late = ThreeLeggedKitty::is_late(&view);
                assert_eq!(chosen, if late { by_search } else { by_policy });
                differ[usize::from(late)] += usize::from(by_policy != by_search);
                let action = heuristic.decide(&view, &mut bot_rng(seed));
                hand.play(action).expect("a legal action");
            }
        }
        assert!(differ.iter().all(|&count| count > 3), "{differ:?}");
    }
}
