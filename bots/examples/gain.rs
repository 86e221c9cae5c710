//! What one bot gains over another on the same cards, hand by hand.
//!
//! `gain GAME ONE TWO HANDS [FIRST]` takes every fourth hand of matches of three absent-minded
//! `heuristic`, from its deal on, and has it played by three TWO, then with ONE in each seat. The
//! gain is ONE's chance to win the match after the hand, less that of the TWO in its place, times
//! the hands in a match: about by how much its share of matches lies above 1/3, from far fewer
//! hands than matches need. ± is 1.96 standard errors over hands. `FIRST` is the number of the
//! first match.

use rand::SeedableRng as _;
use threehand_bots::registry::{Roster, Spec, Visitor, with_game};
use threehand_bots::{BotRng, play_out};
use threehand_engine::{BySeat, Deal, Deck, Outcome, Seat, Stream, View};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let played = Run::read(&words).and_then(|(game, run)| {
        with_game(game, run).ok_or_else(|| format!("no game is called `{game}`"))
    });
    if let Err(why) = played {
        eprintln!("{why}\nusage: gain GAME ONE TWO HANDS [FIRST]");
        std::process::exit(2);
    }
}

struct Run {
    one: Spec,
    two: Spec,
    hands: u32,
    first: u64,
}

impl Run {
    fn read(words: &[String]) -> Result<(&str, Self), String> {
        let (game, one, two, hands, first) = match words {
            [game, one, two, hands] => (game, one, two, hands, "0"),
            [game, one, two, hands, first] => (game, one, two, hands, first.as_str()),
            _ => return Err("four words are asked for, or five".to_owned()),
        };
        let bot = |text: &str| text.parse::<Spec>().map_err(|e| e.to_string());
        let number = |text: &str| text.parse::<u32>().map_err(|e| format!("`{text}`: {e}"));
        let (one, two) = (bot(one)?, bot(two)?);
        let first = u64::from(number(first)?);
        Ok((game, Self { one, two, hands: number(hands)?.max(2), first }))
    }
}

/// Plays a hand to its end.
fn play<G: Roster>(
    rules: &G,
    standing: &G::Standing,
    specs: BySeat<Spec>,
    block: u64,
    number: u64,
) -> Outcome<G::Standing> {
    let mut bots = BySeat::from_fn(|seat| specs[seat].make(rules));
    let mut rngs = BySeat::from_fn(|seat| {
        BotRng::from_rng(&mut Stream::new([19, block, number, seat.number() as u64]))
    });
    let deck = Deck::shuffled(&mut Stream::new([18, block, number, 0]));
    let mut hand = rules.start(standing, &Deal::new(deck, rules.hand_sizes(standing)));
    play_out(&mut hand, |seat, view: &View<'_, G>| bots[seat].decide(view, &mut rngs[seat]))
}

impl Visitor for Run {
    type Output = ();

    fn visit<G: Roster>(self) {
        let rules = G::default();
        let absent: Spec = "heuristic:epsilon=0.05".parse().expect("a spec");
        let (mut sum, mut squares, mut points) = (0.0, 0.0, 0.0);
        let (mut measured, mut matches, mut hands) = (0, 0_u32, 0_u32);
        while measured < self.hands {
            let block = self.first + u64::from(matches);
            matches += 1;
            let mut standing = rules.first_standing(Seat::from_number(block as usize % 3));
            for number in 0..1_000 {
                if (number + block).is_multiple_of(4) {
                    let base = play(&rules, &standing, BySeat([self.two; 3]), block, number);
                    let mut gain = 0.0;
                    for seat in Seat::ALL {
                        let mut specs = BySeat([self.two; 3]);
                        specs[seat] = self.one;
                        let outcome = play(&rules, &standing, specs, block, number);
                        gain += (G::chances(&outcome)[seat] - G::chances(&base)[seat]) / 3.0;
                        points += f64::from(outcome.points[seat] - base.points[seat]) / 3.0;
                    }
                    sum += gain;
                    squares += gain * gain;
                    measured += 1;
                }
                hands += 1;
                // Other cards and other luck than where the hand is measured.
                let outcome = play(&rules, &standing, BySeat([absent; 3]), block, number + 1_000);
                standing = outcome.standing;
                if outcome.over {
                    break;
                }
            }
        }
        let n = f64::from(measured);
        let mean = sum / n;
        let error = ((squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt();
        let length = f64::from(hands) / f64::from(matches);
        println!(
            "{:18} {:32} {:28} {measured:5} hands  gain {:+.3} ± {:.3}  points a hand {:+.3}",
            G::NAME,
            self.one.to_string(),
            self.two.to_string(),
            mean * length,
            1.96 * error * length,
            points / n,
        );
    }
}
