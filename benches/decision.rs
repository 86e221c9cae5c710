//! A decision of each bot, the mean over whole hands of 9-2-5 among its like.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use threehand_benches::bled_hand;
use threehand_bots::bot_rng;
use threehand_bots::registry::{Kind, Spec};
use threehand_engine::Hand;

fn decisions(criterion: &mut Criterion) {
    for kind in Kind::ALL {
        let spec: Spec = kind.name().parse().expect("a bot's name is its spec");
        let mut bot = spec.make(bled_hand(0).rules());
        let mut rng = bot_rng([1; 32]);
        let mut number = 0;
        let mut next = || {
            number += 1;
            bled_hand(number % 64)
        };
        criterion.bench_function(&format!("decision/hand of {}", kind.name()), |bencher| {
            let play = |mut hand: threehand_engine::games::nine_two_five::Hand| {
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

criterion_group!(benches, decisions);
criterion_main!(benches);
