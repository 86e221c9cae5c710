//! The table as seats see it.

use std::collections::BTreeSet;

use super::trials::Trials;
use crate::card_set::CardSet;
use crate::scene::{Fact, Heap, Pile, Scene, cards_said};
use crate::seat::Seat;
use crate::{Game, Hand, Legal};

/// At every point of each hand, the table that a seat sees has all cards of the pack, each in one
/// place, as long as the game lays its table out at all. The seats see the same piles and facts,
/// and the seat to move sees each card that it may play, give or pay. With all cards open nothing
/// is hidden that a seat sees. A scene is what its JSON says.
///
/// That a scene shows nothing that the seat does not know is checked with [`worlds`](super::worlds):
/// it is the same in every world that the seat can't tell apart.
///
/// Gives the first words of all actions that were seen so.
///
/// # Panics
/// If a scene is not so.
pub fn scenes<G: Game>(trials: &Trials<G>) -> BTreeSet<String> {
    let mut verbs = BTreeSet::new();
    trials.each(|trial| {
        loop {
            check(&trial.hand);
            if !trial.step() {
                break;
            }
            let text = trial.actions.last().expect("the step").1.to_string();
            verbs.insert(text.split(' ').next().unwrap_or_default().to_owned());
        }
    });
    verbs
}

fn check<H: Hand>(hand: &H) {
    let pack = hand.rules().pack();
    let scenes = Seat::ALL.map(|seat| hand.view(seat).scene());
    let open = Scene::open::<H::Game>(hand);
    for scene in scenes.iter().chain([&open]) {
        assert_eq!(scene.turn, hand.turn(), "{scene:?}");
        assert_eq!(labels(scene), labels(&open), "seats see other piles");
        if !scene.is_empty() {
            assert_eq!(scene.len(), pack.len(), "cards on the table: {scene:?}");
        }
        let hidden: usize = piles(scene).map(|pile| pile.hidden).sum();
        let known = scene.placed();
        let places = format!("a card lies in two places, or is not of the pack: {scene:?}");
        assert_eq!(known.len() + hidden, scene.len(), "{places}");
        assert_eq!(known - pack, CardSet::EMPTY, "{places}");
        assert_eq!(scene.shown() - open.shown(), CardSet::EMPTY, "the open table hides a card");
        let json = serde_json::to_string(scene).expect("a scene has a JSON text");
        assert_eq!(serde_json::from_str::<Scene>(&json).ok().as_ref(), Some(scene), "{json}");
    }
    let Some(seat) = hand.turn() else { return };
    let view = hand.view(seat);
    let scene = &scenes[seat.number()];
    for action in view.legal().iter().filter(|_| !scene.is_empty()) {
        let words = H::Game::say(action);
        let cards = cards_said(&words);
        assert_eq!(cards - scene.shown(), CardSet::EMPTY, "`{words}` of {scene:?}");
    }
}

fn piles(scene: &Scene) -> impl Iterator<Item = &Pile> {
    scene.hands.0.iter().chain(scene.heaps.iter().map(|heap| &heap.pile))
}

/// The names of piles and facts, with how many cards each has.
fn labels(scene: &Scene) -> Vec<(&str, usize)> {
    let heaps = scene.heaps.iter().map(|Heap { name, pile }| (name.as_str(), pile.len()));
    let facts = scene.facts.iter().map(|Fact { name, pile, .. }| (name.as_str(), pile.len()));
    heaps.chain(facts).collect()
}
