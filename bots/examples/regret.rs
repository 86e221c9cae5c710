//! What bots give away by single decisions, as a far longer search sees it.
//!
//! `regret GAME POSITIONS WORLDS SPEC…` takes one in 24 of the decisions, among those with a choice, in
//! matches of three `pimc:worlds=16`. At each, every choice is judged in WORLDS likely worlds by a tree
//! search that gives none up, and each bot decides four times. Its regret is the chance to win the
//! match by which its choice falls short of the best one, on average; `less` is by how much less that is
//! than what the bot before gives away. ± is 1.96 standard errors over positions.
//!
//! It tells how near a search comes to a longer one of its kind, with next to no luck of the cards in
//! it. It knows no more than the search that judges, and does not foretell matches: see
//! `results/ladder`. Which choice is best is found by the same means that have some
//! chance in them, so that even who always finds it would seem to give a little away, the more the fewer
//! WORLDS; `less` is free of that. Positions, and what a bot does there, do not depend on the other bots.

use rand::SeedableRng as _;
use threehand_bots::registry::{Roster, Spec, Visitor, with_game};
use threehand_bots::search::{Descents, Inference, Manner, Stakes, TreeSearch};
use threehand_bots::{Bot, BotRng, bot_rng, play_out};
use threehand_engine::{Action as _, BySeat, Deal, Deck, Seat, Stream, View, below};

/// One in so many decisions is a position.
const RARITY: usize = 24;
/// How often each bot decides at a position.
const TRIES: u32 = 4;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let measured = Run::read(&words).and_then(|(game, run)| {
        with_game(game, run).ok_or_else(|| format!("no game is called `{game}`"))
    });
    if let Err(why) = measured {
        eprintln!("{why}\nusage: regret GAME POSITIONS WORLDS SPEC…");
        std::process::exit(2);
    }
}

struct Run {
    positions: usize,
    worlds: u32,
    specs: Vec<Spec>,
}

impl Run {
    fn read(words: &[String]) -> Result<(&str, Self), String> {
        let [game, positions, worlds, specs @ ..] = words else {
            return Err("three words and specs are asked for".to_owned());
        };
        let count = |text: &str, least: u32| match text.parse::<u32>() {
            Ok(count) if count >= least => Ok(count),
            Ok(_) => Err(format!("`{text}`: at least {least} are needed")),
            Err(why) => Err(format!("`{text}`: {why}")),
        };
        let specs = specs.iter().map(|text| text.parse().map_err(|e| format!("{e}")));
        let specs = specs.collect::<Result<Vec<Spec>, _>>()?;
        if specs.is_empty() {
            return Err("no bot is named".to_owned());
        }
        let positions = count(positions, 2)? as usize;
        Ok((game, Self { positions, worlds: count(worlds, 1)?, specs }))
    }
}

impl Visitor for Run {
    type Output = ();

    fn visit<G: Roster>(self) {
        let rules = G::default();
        let mut measured: Vec<_> = self
            .specs
            .iter()
            .map(|spec| Measured { bot: spec.make(&rules), regrets: vec![] })
            .collect();
        let mut judge = judge::<G>();
        let table: Spec = "pimc:worlds=16".parse().expect("a spec");
        let mut pick = bot_rng([1; 32]);
        let mut left = self.positions as u64;
        'matches: for number in 0.. {
            let mut bots = BySeat::from_fn(|_| table.make(&rules));
            let mut luck = BotRng::from_rng(&mut Stream::new([24, number, 0, 0]));
            let mut standing = rules.first_standing(Seat::from_number(number as usize % 3));
            for hand in 0..1_000 {
                let deck = Deck::shuffled(&mut Stream::new([25, number, hand, 0]));
                let deal = Deal::new(deck, rules.hand_sizes(&standing));
                let mut hand = rules.start(&standing, &deal);
                let outcome = play_out(&mut hand, |seat, view: &View<'_, G>| {
                    let mut choices = Vec::new();
                    G::choices(view, &mut choices);
                    if left > 0 && choices.len() > 1 && below(&mut pick, RARITY) == 0 {
                        left -= 1;
                        let luck = |who| BotRng::from_rng(&mut Stream::new([26, left, who, 0]));
                        let values = judge.judge(view, self.worlds, &mut luck(0));
                        for bot in &mut measured {
                            bot.add(view, &values, &mut luck(1));
                        }
                    }
                    bots[seat].decide(view, &mut luck)
                });
                if left == 0 {
                    break 'matches;
                }
                standing = outcome.standing;
                if outcome.over {
                    break;
                }
            }
        }
        for (place, (spec, bot)) in self.specs.iter().zip(&measured).enumerate() {
            let (regret, error) = mean_and_error(bot.regrets.iter().copied());
            print!("{:18} {:44} {:5} positions", G::NAME, spec.to_string(), self.positions);
            print!("  {regret:.5} ± {error:.5}");
            if let Some(before) = place.checked_sub(1).map(|place| &measured[place]) {
                let less = before.regrets.iter().zip(&bot.regrets).map(|(one, other)| one - other);
                let (less, error) = mean_and_error(less);
                print!("  less {less:+.5} ± {error:.5}");
            }
            println!();
        }
    }
}

/// The search that judges.
fn judge<G: Roster>() -> TreeSearch<G, G::Heuristic> {
    let inference = Inference { of: 8, error: 0.3 };
    let descents = Descents {
        iterations: 1,
        exploration: 0.7,
        manner: Manner { inference, doubt: 0.0, yielding: 0.0 },
        solves: true,
        stakes: Stakes::Match,
    };
    TreeSearch::new(descents, G::Heuristic::default())
}

/// A bot, and what it gave away at each position.
struct Measured<G: Roster> {
    bot: Box<dyn Bot<G>>,
    regrets: Vec<f64>,
}

impl<G: Roster> Measured<G> {
    /// Has the bot decide; `values` is what each choice is worth.
    fn add(&mut self, view: &View<'_, G>, values: &[(G::Action, f64)], rng: &mut BotRng) {
        let best = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        let regrets = (0..TRIES).map(|_| {
            let action = self.bot.decide(view, rng);
            // A choice stands for those like it that follow in the order of actions.
            let chosen = values.iter().rfind(|(choice, _)| choice.index() <= action.index());
            best - chosen.expect("a choice like the action").1
        });
        self.regrets.push(regrets.sum::<f64>() / f64::from(TRIES));
    }
}

/// The mean, with 1.96 standard errors.
fn mean_and_error(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> (f64, f64) {
    let n = numbers.len() as f64;
    let mean = numbers.clone().sum::<f64>() / n;
    let squares: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (n * (n - 1.0))).sqrt())
}
