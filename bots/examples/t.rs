use std::time::Instant;
use threehand_bots::solver::*;
use threehand_engine::*;
fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let count: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let mode = std::env::args().nth(3).unwrap();
    let reps: usize = std::env::args().nth(4).map_or(3, |x| x.parse().unwrap());
    let mut s = EachAlone::new();
    let mut t = vec![];
    let mut nodes = 0;
    let mut sum = [0u64; 3];
    for i in 0..count {
        let mut rng = Stream::new([i, 77, 0, 0]);
        let deck = Deck::shuffled(&mut rng);
        let deal = Deal::new(deck, BySeat([n; 3]));
        let p = Position::new(
            deal.hands(),
            Trump::ALL[i as usize % 5],
            Trick::led_by(Seat::from_number(i as usize / 5)),
        )
        .unwrap();
        let aims = if mode == "t" {
            Aims::tricks(n)
        } else {
            Aims::of(n, |t| {
                BySeat::from_fn(|s| {
                    let x = t.map(|v| (f64::from(v) - n as f64 / 3.0) * 0.35);
                    let w = x.map(f64::exp);
                    w[s] / w.0.iter().sum::<f64>()
                })
            })
        };
        let mut best = f64::MAX;
        for r in 0..reps {
            s.forget();
            let n0 = s.nodes();
            let a = Instant::now();
            let v = s.tricks(&p, &aims);
            best = best.min(a.elapsed().as_secs_f64());
            if r == 0 {
                nodes += s.nodes() - n0;
                for k in 0..3 {
                    sum[k] += v.0[k] as u64 * (k as u64 + 1) * (i + 1);
                }
            }
        }
        t.push(best * 1e6);
    }
    t.sort_by(f64::total_cmp);
    println!(
        "n {n} mode {mode} mean {:.1} us median {:.1} p90 {:.1} max {:.1} nodes/solve {:.0} check {:?}",
        t.iter().sum::<f64>() / t.len() as f64,
        t[t.len() / 2],
        t[t.len() * 9 / 10],
        t[t.len() - 1],
        nodes as f64 / count as f64,
        sum
    );
}
