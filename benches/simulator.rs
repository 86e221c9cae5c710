//! The whole path of the simulator with random bots: matches through views and boxed bots.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use threehand_bots::{Bot, Random};
use threehand_engine::BySeat;
use threehand_engine::games::NineTwoFive;
use threehand_sim::seeds::Seeds;
use threehand_sim::stats::MatchResult;
use threehand_sim::table::Table;

fn matches(criterion: &mut Criterion) {
    let make = |_| -> Box<dyn Bot<NineTwoFive>> { Box::new(Random) };
    let mut table = Table::new(NineTwoFive::default(), Seeds(1), 1000, 1, &make);
    let lineup = (0, BySeat([0; 3]));
    let hands: usize = (0..200).map(|number| table.play(number, lineup, false).hands.len()).sum();
    let mut group = criterion.benchmark_group("simulator");
    group.throughput(Throughput::Elements(hands as u64));
    group.bench_function("200 matches at random, by hands", |bencher| {
        bencher.iter(|| {
            for number in 0..200 {
                std::hint::black_box(MatchResult::of(0, &table.play(number, lineup, false)));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, matches);
criterion_main!(benches);
