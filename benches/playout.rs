//! A random playout from the first lead, by cards: the fast one, and the general `play` it equals.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use threehand_benches::{first_lead, play_any};
use threehand_bots::{Bots, Knowledge, Lab, Registry as _, Visitor, bot_rng};
use threehand_engine::{Hand, Legal, below};
use threehand_play::cards_left;

struct Playouts<'a>(&'a mut Criterion);

impl Visitor for Playouts<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) {
        let leads: Vec<_> = (0..64).map(first_lead::<G>).collect();
        let cards = cards_left::<G>(&leads[0]);
        let mut leads = leads.iter().cycle();
        let mut next = || leads.next().expect("an endless row");
        let mut rng = bot_rng([1; 32]);
        let mut group = self.0.benchmark_group("playout");
        group.throughput(Throughput::Elements(cards));
        group.bench_function(format!("{}/fast", G::NAME), |bencher| {
            bencher.iter(|| next().play_out(&mut rng));
        });
        group.bench_function(format!("{}/unchecked", G::NAME), |bencher| {
            bencher.iter(|| {
                let mut hand = next().clone();
                while hand.turn().is_some() {
                    play_any(&mut hand, &mut rng);
                }
                hand.outcome()
            });
        });
        group.bench_function(format!("{}/checked", G::NAME), |bencher| {
            bencher.iter(|| {
                let mut hand = next().clone();
                while hand.turn().is_some() {
                    let legal = hand.legal();
                    hand.play(legal.nth(below(&mut rng, legal.len()))).expect("it is legal");
                }
                hand.outcome()
            });
        });
        group.finish();
    }
}

fn all(criterion: &mut Criterion) {
    let lab = Lab::standard();
    for game in lab.games() {
        lab.with_game(game, Playouts(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
