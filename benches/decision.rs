//! A hand decided by each bot among its like, through views.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use threehand_benches::second_hand;
use threehand_bots::{Bots, Knowledge, Lab, Registry as _, Visitor, bot_rng};
use threehand_engine::Hand;

struct Decisions<'a>(&'a mut Criterion);

impl Visitor for Decisions<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let mut group = self.0.benchmark_group("decision");
        // A hand of a bot that searches takes a second.
        group.sample_size(10);
        let hands: Vec<_> = (0..64).map(second_hand::<G>).collect();
        for kind in bots.names() {
            let mut bot = bots.make(kind).expect("a bot's name is its spec");
            let mut rng = bot_rng([1; 32]);
            let mut hands = hands.iter().cycle();
            let mut next = || hands.next().expect("an endless row").clone();
            let name = format!("{}, hand of {}", G::NAME, kind);
            group.bench_function(&name, |bencher| {
                let play = |mut hand: G::Hand| {
                    while let Some(seat) = hand.turn() {
                        let action = bot.decide(&hand.view(seat), &mut rng);
                        hand.play_unchecked(action);
                    }
                    hand
                };
                bencher.iter_batched(&mut next, play, BatchSize::SmallInput);
            });
        }
    }
}

fn all(criterion: &mut Criterion) {
    let lab = Lab::standard();
    for game in lab.games() {
        lab.with_game(game, Decisions(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
