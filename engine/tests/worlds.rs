//! The sampler of 9-2-5: what it draws could be the true hand, and each such hand is drawn
//! equally often.

#[path = "oracle/all_worlds.rs"]
mod all_worlds;
mod common;

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use all_worlds::{World, all_worlds};
use common::{Hand, after, play_randomly, random_deltas, random_rules, shuffled};
use threehand_engine::games::NineTwoFive;
use threehand_engine::{Game, Hand as _, Legal as _, Seat, Stream, Worlds as _, below};

type Worlds = <NineTwoFive as Game>::Worlds;

#[test]
fn explore() {
    let mut rng = Stream::new([1, 0, 6, 925]);
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    let t = Instant::now();
    let mut tried = 0;
    let mut mism = 0;
    while tried < 3000 && t.elapsed().as_secs() < 100 {
        tried += 1;
        let rules = random_rules(&mut rng);
        let dealer = Seat::from_number(below(&mut rng, 3));
        let deltas = random_deltas(&mut rng, 2);
        let mut hand = rules.start(&after(dealer, deltas), &shuffled(&mut rng));
        let seat = Seat::from_number(below(&mut rng, 3));
        let left = below(&mut rng, 4);
        let stop = 48 - if seat == dealer { 4 * left } else { left };
        play_randomly(&mut hand, &mut rng, |hand| hand.view(seat).plays().count() < stop);
        let view = hand.view(seat);
        let w = Worlds::of(&view);
        let t1 = Instant::now();
        let all = all_worlds(&view, 100_000);
        let kind = format!("deals {} bleed {:?} kitty {:?} public {:?} done {}", seat == dealer, view.bled().map(|b| (b.giver == seat, b.receiver==seat)).collect::<Vec<_>>(), rules.kitty(), rules.bleed_view(), all.is_some());
        *kinds.entry(kind).or_default() += 1;
        if let Some(all) = all {
            if all.len() as f64 != w.count() { mism += 1;
            println!("MISMATCH {} {} {:?} {:?} seat {seat}", all.len(), w.count(), rules, view); }
            assert!(all.contains(&World::of(&hand)));
        } else { println!("too many: {} after {:?}", w.count(), t1.elapsed()); }
    }
    println!("{tried} {mism} {:?}", t.elapsed());
    for (k, n) in kinds { println!("{n:5} {k}"); }
}
