//! The time that a bot's decisions take on the machine at hand.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use threehand_engine::{Deck, Seat, Stream};

use crate::bot::{bot_rng, play_out};
use crate::knowledge::Knowledge;
use crate::lab::{Bots, Spec};

/// How long a measurement lasts at least, and the hands that it plays at least.
const LASTS: Duration = Duration::from_secs(2);
const HANDS: u64 = 3;
/// How often each hand is played. The shortest time of a decision counts, so that other programs matter little.
const REPEATS: usize = 3;

/// What was measured, by game and bot: a second measurement might come to another bot.
static MEASURED: Mutex<BTreeMap<(&str, String), f64>> = Mutex::new(BTreeMap::new());

/// The milliseconds that a decision of this bot takes here, on average over all decisions of a match of three of them.
/// Measured once in each process.
pub(crate) fn milliseconds<G: Knowledge>(bots: &Bots<G>, spec: &Spec) -> f64 {
    let key = (bots.game().name(), spec.stands_for().to_string());
    let mut measured = MEASURED.lock().unwrap_or_else(PoisonError::into_inner);
    *measured.entry(key).or_insert_with(|| measure(bots, spec))
}

fn measure<G: Knowledge>(bots: &Bots<G>, spec: &Spec) -> f64 {
    let (rules, make) = (bots.game(), bots.maker(spec));
    let mut standing = rules.first_standing(Seat::P0);
    let mut times: Vec<Duration> = Vec::new();
    let begun = Instant::now();
    for number in 0_u64.. {
        if number >= HANDS && begun.elapsed() >= LASTS {
            break;
        }
        let deck = Deck::shuffled(&mut Stream::new([number; 4]));
        let dealt = rules.start(&standing, &rules.deal(&standing, &deck));
        let first = times.len();
        for _ in 0..REPEATS {
            let (mut hand, mut bot, mut rng) = (dealt.clone(), make(), bot_rng([0; 32]));
            let mut place = first;
            let outcome = play_out::<G>(&mut hand, |_, view| {
                let start = Instant::now();
                let action = bot.decide(view, &mut rng);
                let time = start.elapsed();
                match times.get_mut(place) {
                    Some(shortest) => *shortest = time.min(*shortest),
                    None => times.push(time),
                }
                place += 1;
                action
            });
            standing = if outcome.over { rules.first_standing(Seat::P0) } else { outcome.standing };
        }
    }
    times.iter().sum::<Duration>().as_secs_f64() * 1e3 / times.len() as f64
}
