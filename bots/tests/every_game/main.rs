//! What every bot owes at every game, and the testing kit that asks for it.

mod blindness;
mod conformance;
mod high_card;
mod kit;
mod knowledge;
mod lab;
mod ladder;
mod learned;
mod puzzles;
mod specs;

use threehand_bots::{Bots, Knowledge, Lab, Spec, Standard, testing};

/// The games and the bots of this project.
static LAB: Standard = Lab::standard();

/// A bot of each kind but the champion, which is one of the others, and of each way to search;
/// those that search look at little.
fn all_specs<G: Knowledge>(bots: &Bots<'_, G>) -> Vec<Spec> {
    const WAYS: [&str; 5] = [
        "pimc:worlds=2",
        "pimc:worlds=2:of=3",
        "pimc:worlds=2:blend=0.5",
        "ismcts:iterations=8",
        "ismcts:iterations=8:of=3",
    ];
    let ways = WAYS.map(|text| bots.spec(text).expect("a spec"));
    testing::specs(bots).into_iter().chain(ways).collect()
}

/// Whether a bot takes a thousand times as long as one that doesn't search.
fn is_slow(spec: &Spec) -> bool {
    let text = spec.to_string();
    ["worlds", "iterations"].iter().any(|word| text.contains(word))
}
