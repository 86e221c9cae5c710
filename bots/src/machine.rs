//! The time that a bot's decisions take on the machine at hand.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use threehand_engine::{Deck, Seat, Stream};

use crate::bot::{bot_rng, play_out};
use crate::knowledge::Knowledge;
use crate::lab::{Bots, Spec};

/// How long a measurement lasts, but for the end of its last hand.
const LASTS: Duration = Duration::from_secs(2);

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
    let (rules, mut bot, rng) = (bots.game(), bots.maker(spec)(), bot_rng([0; 32]));
    let mut standing = rules.first_standing(Seat::P0);
    let (begun, mut time, mut decisions) = (Instant::now(), Duration::ZERO, 0);
    for number in (0_u64..).take_while(|_| begun.elapsed() < LASTS) {
        let deck = Deck::shuffled(&mut Stream::new([number; 4]));
        let mut hand = rules.start(&standing, &rules.deal(&standing, &deck));
        let outcome = play_out::<G>(&mut hand, |_, view| {
            // The shortest of three times counts, so that other programs matter little.
            let tries = [(); 3].map(|()| {
                let start = Instant::now();
                let action = bot.decide(view, &mut rng.clone());
                (start.elapsed(), action)
            });
            time += tries.map(|(time, _)| time).into_iter().min().expect("three");
            decisions += 1;
            tries[0].1
        });
        standing = if outcome.over { standing } else { outcome.standing };
    }
    time.as_secs_f64() * 1e3 / f64::from(decisions)
}
