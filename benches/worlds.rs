//! The sampler of worlds: counting them once a decision, and drawing one.

use criterion::{Criterion, criterion_group, criterion_main};
use threehand_benches::first_lead;
use threehand_bots::{Bots, Knowledge, Lab, Registry as _, Visitor};
use threehand_engine::{Hand, Seat, Stream, Worlds};

struct Samplers<'a>(&'a mut Criterion);

impl Visitor for Samplers<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) {
        let hand = first_lead::<G>(1);
        let mut rng = Stream::new([5, 0, 0, 0]);
        for seat in Seat::ALL {
            let view = hand.view(seat);
            let name = |what| format!("worlds/{}, {what}, seat {seat}", G::NAME);
            self.0.bench_function(&name("count"), |bencher| {
                bencher.iter(|| G::Worlds::of(&view).count());
            });
            let worlds = G::Worlds::of(&view);
            self.0.bench_function(&name("draw"), |bencher| {
                bencher.iter(|| worlds.draw(&mut rng));
            });
        }
    }
}

fn all(criterion: &mut Criterion) {
    let lab = Lab::standard();
    for game in lab.games() {
        lab.with_game(game, Samplers(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
