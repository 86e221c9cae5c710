//! A deck from its stream, shuffled and dealt.

use criterion::{Criterion, criterion_group, criterion_main};
use threehand_engine::{BySeat, Deal, Seat};
use threehand_sim::play::seeds::Seeds;

fn deal(criterion: &mut Criterion) {
    let mut number = 0;
    criterion.bench_function("deal", |bencher| {
        bencher.iter(|| {
            number += 1;
            Deal::new(Seeds(1).deck(number, 0), BySeat([16; 3])).hands()[Seat::P0]
        });
    });
}

criterion_group!(benches, deal);
criterion_main!(benches);
