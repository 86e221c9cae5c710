//! A bot of one's own, in the command `threehand`: try
//! `cargo run --release -p first-bot -- tournament --game 9-2-5 --bots hasty,random,greedy`.

use std::process::ExitCode;

use threehand_bots::{Bot, BotRng, Kind, Knowledge, Lab, Settings};
use threehand_engine::{Game, Legal, View};

/// Takes the last of the legal actions: with cards, the highest one.
struct Hasty;

impl<G: Game> Bot<G> for Hasty {
    fn decide(&mut self, view: &View<'_, G>, _: &mut BotRng) -> G::Action {
        let legal = view.legal();
        legal.nth(legal.len() - 1)
    }
}

impl Kind for Hasty {
    const NAME: &'static str = "hasty";
    const ABOUT: &'static str = "the last legal action, which is the highest card";

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Hasty)
    }
}

fn main() -> ExitCode {
    threehand_sim::run(&Lab::standard().bot(Hasty))
}
