//! One bot against two of another, in all three seats on the same cards.
//!
//! `one_against_two GAME ONE TWO BLOCKS [FIRST]` prints the share of matches that ONE wins
//! (parity is 1/3, a shared win counts its part) with half a 95 % interval over blocks, by
//! Student's t, and what its decisions cost. `FIRST` is the number of the first block: other blocks,
//! other cards.

use std::time::Duration;

use rand::SeedableRng as _;
use statrs::distribution::{ContinuousCDF as _, StudentsT};
use threehand_bots::registry::{Roster, Spec, Visitor, with_game};
use threehand_bots::{BotRng, play_out};
use threehand_engine::{BySeat, Deal, Deck, Seat, Standing, Stream, View};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (game, run) = match Run::read(&words) {
        Ok(run) => run,
        Err(why) => {
            eprintln!("{why}\nusage: one_against_two GAME ONE TWO BLOCKS [FIRST]");
            std::process::exit(2);
        }
    };
    if with_game(game, run).is_none() {
        eprintln!("no game is called `{game}`");
        std::process::exit(2);
    }
}

struct Run {
    one: Spec,
    two: Spec,
    first: u64,
    blocks: u64,
}

impl Run {
    fn read(words: &[String]) -> Result<(&str, Self), String> {
        let (game, one, two, blocks, first) = match words {
            [game, one, two, blocks] => (game, one, two, blocks, "0"),
            [game, one, two, blocks, first] => (game, one, two, blocks, first.as_str()),
            _ => return Err("four words are asked for, or five".to_owned()),
        };
        let bot = |text: &str| text.parse::<Spec>().map_err(|e| e.to_string());
        let number = |text: &str| text.parse::<u64>().map_err(|e| format!("`{text}`: {e}"));
        let (one, two) = (bot(one)?, bot(two)?);
        Ok((game, Self { one, two, first: number(first)?, blocks: number(blocks)?.max(2) }))
    }
}

/// The time that this process has had on a processor, as Linux counts it; elsewhere none.
fn cpu_time() -> Duration {
    let counts = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = counts.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// What the decisions of the one cost.
#[derive(Default)]
struct Clock {
    spent: Duration,
    decisions: u32,
}

impl Visitor for Run {
    type Output = ();

    fn visit<G: Roster>(self) {
        let rules = G::default();
        let mut clock = Clock::default();
        let (mut sum, mut squares) = (0.0, 0.0);
        for block in self.first..self.first + self.blocks {
            let parts = Seat::ALL.map(|seat| self.part_won(&rules, seat, block, &mut clock));
            let share = parts.iter().sum::<f64>() / 3.0;
            sum += share;
            squares += share * share;
        }
        let n = self.blocks as f64;
        let mean = sum / n;
        let error = ((squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt();
        let student = StudentsT::new(0.0, 1.0, n - 1.0).expect("two blocks at least");
        let quantile = student.inverse_cdf(0.975);
        let milliseconds = clock.spent.as_secs_f64() * 1e3 / f64::from(clock.decisions);
        println!(
            "{:18} {:40} {:32} {:5} blocks  {:.3} ± {:.3}  {milliseconds:7.3} ms a decision",
            G::NAME,
            self.one.to_string(),
            self.two.to_string(),
            self.blocks,
            mean,
            quantile * error
        );
    }
}

impl Run {
    /// Plays the match of this block with the one in this seat; 1 if he wins it alone.
    fn part_won<G: Roster>(&self, rules: &G, one: Seat, block: u64, clock: &mut Clock) -> f64 {
        let mut bots =
            BySeat::from_fn(
                |seat| {
                    if seat == one { self.one.make(rules) } else { self.two.make(rules) }
                },
            );
        let mut rngs = BySeat::from_fn(|seat| {
            BotRng::from_rng(&mut Stream::new([
                19,
                block,
                one.number() as u64,
                seat.number() as u64,
            ]))
        });
        let mut standing = rules.first_standing(Seat::from_number(block as usize % 3));
        for number in 0..1_000 {
            let deck = Deck::shuffled(&mut Stream::new([17, block, number, 0]));
            let mut hand = rules.start(&standing, &Deal::new(deck, rules.hand_sizes(&standing)));
            let outcome = play_out(&mut hand, |seat, view: &View<'_, G>| {
                let started = (seat == one).then(cpu_time);
                let action = bots[seat].decide(view, &mut rngs[seat]);
                if let Some(started) = started {
                    clock.spent += cpu_time().saturating_sub(started);
                    clock.decisions += 1;
                }
                action
            });
            standing = outcome.standing;
            if outcome.over {
                break;
            }
        }
        let best = Seat::ALL.map(|seat| standing.placing(seat)).into_iter().max();
        let winners = Seat::ALL.into_iter().filter(|&seat| Some(standing.placing(seat)) == best);
        if Some(standing.placing(one)) == best { 1.0 / winners.count() as f64 } else { 0.0 }
    }
}
