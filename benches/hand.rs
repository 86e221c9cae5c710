//! A whole hand of 9-2-5 played at random, through the checked and the unchecked `play`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use threehand_benches::{at_first_lead, play_randomly};
use threehand_engine::{Hand, Legal, Stream, below};

fn playout(criterion: &mut Criterion) {
    let mut rng = Stream::new([1, 2, 3, 4]);
    let start = at_first_lead(1);
    criterion.bench_function("hand/48 plays unchecked", |bencher| {
        let play = |mut hand| play_randomly(&mut hand, &mut rng, |_| false);
        bencher.iter_batched(|| start.clone(), play, BatchSize::SmallInput);
    });
    criterion.bench_function("hand/48 plays checked", |bencher| {
        let play = |mut hand: threehand_engine::games::nine_two_five::Hand| {
            while hand.turn().is_some() {
                let legal = hand.legal();
                hand.play(legal.nth(below(&mut rng, legal.len()))).expect("it is legal");
            }
        };
        bencher.iter_batched(|| start.clone(), play, BatchSize::SmallInput);
    });
}

criterion_group!(benches, playout);
criterion_main!(benches);
