//! A hand decided by each bot among its like, through views.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use threehand_benches::second_hand;
use threehand_bots::bot_rng;
use threehand_bots::registry::{Kind, Roster, Spec};
use threehand_engine::Hand;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};

fn decisions<G: Roster>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("decision");
    // A hand of a bot that searches takes a second.
    group.sample_size(10);
    let hands: Vec<_> = (0..64).map(second_hand::<G>).collect();
    for kind in Kind::ALL {
        let spec: Spec = kind.name().parse().expect("a bot's name is its spec");
        let mut bot = spec.make(&G::default());
        let mut rng = bot_rng([1; 32]);
        let mut hands = hands.iter().cycle();
        let mut next = || hands.next().expect("an endless row").clone();
        let name = format!("{}, hand of {}", G::NAME, kind.name());
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

fn all(criterion: &mut Criterion) {
    decisions::<NineTwoFive>(criterion);
    decisions::<ThreeLeggedKitty>(criterion);
    decisions::<ThreeKings>(criterion);
}

criterion_group!(benches, all);
criterion_main!(benches);
