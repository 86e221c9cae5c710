//! The sampler of worlds: counting them once a decision, and drawing one.

use criterion::{Criterion, criterion_group, criterion_main};
use threehand_benches::at_first_lead;
use threehand_engine::games::nine_two_five;
use threehand_engine::{Hand, Seat, Stream, Worlds};

fn worlds(criterion: &mut Criterion) {
    let hand = at_first_lead(1);
    let mut rng = Stream::new([5, 0, 0, 0]);
    for seat in Seat::ALL {
        let view = hand.view(seat);
        criterion.bench_function(&format!("worlds/count, seat {seat}"), |bencher| {
            bencher.iter(|| nine_two_five::Worlds::of(&view).count());
        });
        let worlds = nine_two_five::Worlds::of(&view);
        criterion.bench_function(&format!("worlds/draw, seat {seat}"), |bencher| {
            bencher.iter(|| worlds.draw(&mut rng));
        });
    }
}

criterion_group!(benches, worlds);
criterion_main!(benches);
