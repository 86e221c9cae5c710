//! The whole path of the simulator with random bots: matches through views and boxed bots.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use threehand_bots::{Bots, Knowledge, Lab, Random, Registry as _, Visitor};
use threehand_engine::BySeat;
use threehand_sim::play::seated::Seated;
use threehand_sim::play::seeds::Seeds;
use threehand_sim::play::table::Table;

struct Matches<'a>(&'a mut Criterion);

impl Visitor for Matches<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) {
        let make = |_| Seated::Bot(Box::new(Random));
        let table = Table::new(G::default(), Seeds(1), 1000, &make);
        let block = |number| {
            let mut decks = table.decks(number);
            let hands = (0..6).map(|lineup| {
                let played = table.play(&mut decks, (lineup, BySeat([0; 3])), false);
                std::hint::black_box(played.row(lineup, false));
                played.hands.len()
            });
            hands.sum::<usize>()
        };
        let hands: usize = (0..20).map(block).sum();
        let mut group = self.0.benchmark_group("simulator");
        group.throughput(Throughput::Elements(hands as u64));
        group.bench_function(format!("{}, 20 blocks at random, by hands", G::NAME), |bencher| {
            bencher.iter(|| {
                for number in 0..20 {
                    block(number);
                }
            });
        });
        group.finish();
    }
}

fn all(criterion: &mut Criterion) {
    let lab = Lab::standard();
    for game in lab.games() {
        lab.with_game(game, Matches(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
