//! The sampler of worlds: counting them once a decision, and drawing one.

use criterion::{Criterion, criterion_group, criterion_main};
use threehand_benches::first_lead;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{Game, Hand, Seat, Stream, Worlds};

fn worlds<G: Game>(criterion: &mut Criterion) {
    let hand = first_lead::<G>(1);
    let mut rng = Stream::new([5, 0, 0, 0]);
    for seat in Seat::ALL {
        let view = hand.view(seat);
        let name = |what| format!("worlds/{}, {what}, seat {seat}", G::NAME);
        criterion.bench_function(&name("count"), |bencher| {
            bencher.iter(|| G::Worlds::of(&view).count());
        });
        let worlds = G::Worlds::of(&view);
        criterion.bench_function(&name("draw"), |bencher| {
            bencher.iter(|| worlds.draw(&mut rng));
        });
    }
}

fn all(criterion: &mut Criterion) {
    worlds::<NineTwoFive>(criterion);
    worlds::<ThreeLeggedKitty>(criterion);
    worlds::<ThreeKings>(criterion);
}

criterion_group!(benches, all);
criterion_main!(benches);
