//! A whole hand from its deal to its points, each seat playing at random: shuffled by a stream of
//! its own, as the simulator does, or by the generator that also plays.

use criterion::{Criterion, criterion_group, criterion_main};
use rand::Rng;
use threehand_bots::{Bots, Knowledge, Lab, Registry as _, Visitor, bot_rng};
use threehand_engine::{Deck, Game, Hand, Outcome, Seat};
use threehand_sim::play::seeds::Seeds;

fn whole<G: Game, R: Rng>(deck: Deck, rng: &mut R) -> Outcome<G::Standing> {
    let rules = G::default();
    let standing = rules.first_standing(Seat::P0);
    rules.start(&standing, &rules.deal(&standing, &deck)).play_out(rng)
}

struct Hands<'a>(&'a mut Criterion);

impl Visitor for Hands<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) {
        let mut rng = bot_rng([1; 32]);
        self.0.bench_function(&format!("hand/{}", G::NAME), |bencher| {
            bencher.iter(|| whole::<G, _>(Deck::shuffled(&mut rng), &mut rng));
        });
        let mut number = 0;
        self.0.bench_function(&format!("hand/{}, from its own stream", G::NAME), |bencher| {
            bencher.iter(|| {
                number += 1;
                whole::<G, _>(Seeds(1).deck(number, 0), &mut rng)
            });
        });
    }
}

fn all(criterion: &mut Criterion) {
    let lab = Lab::standard();
    for game in lab.games() {
        lab.with_game(game, Hands(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
