//! What bots give away by single decisions, as a far longer search sees it.
//!
//! One in 24 of the decisions is taken, among those with a choice, in matches of three
//! `pimc:worlds=16`. At each, every choice is judged by a tree search that gives none up, and each
//! bot decides four times. Its regret is the chance to win the match by which its choice falls short
//! of the best one, on average.

use std::io::Write;

use anyhow::anyhow;
use rayon::prelude::*;
use threehand_bots::search::{
    Descents, Endgame, Evaluation, Inference, Patience, Stakes, TreeSearch,
};
use threehand_bots::{Bot, BotRng, Bots, Knowledge, Maker, Registry, Visitor, bot_rng};
use threehand_engine::{Action as _, Game, Hand as _, Seat, View, below};

use crate::cli::specs;
use crate::lab::{Failure, with_named_game};
use crate::matches::{deal, first_dealer, play_match, three_of};
use crate::sample::{MANY, mean_and_error};
use crate::streams::Purpose;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research regret --game 9-2-5 --bots heuristic,mc,pimc,ismcts
  research regret --game three-kings --bots pimc:worlds=16,pimc:worlds=16:of=8 --positions 100 --worlds 500

A regret tells how near a search comes to a longer one of its kind, with next to no luck of the \
cards in it; `less` is by how much less it is than that of the bot before. ± is 1.96 standard errors \
over positions. The judge knows no more than it can find, and does not foretell matches. It finds the \
best choice by means that have some chance in them, so even a bot that always takes it would seem to \
give a little away, the more the fewer worlds; `less` is free of that. Positions, and what a bot does \
there, do not depend on the other bots.";

/// One in so many decisions is a position.
const RARITY: usize = 24;
/// How often each bot decides at a position.
const TRIES: u32 = 4;
/// Who plays the matches that the positions are taken from.
const TABLE: &str = "pimc:worlds=16";

/// Regrets as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    game: String,
    /// The bots that decide
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Decisions to judge
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..))]
    positions: u32,
    /// Worlds in which each choice is judged
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    worlds: u32,
}

/// Measures the bots, and writes a line for each.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    with_named_game(lab, &args.game, Regret { args, out })?
}

struct Regret<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Regret<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let Args { positions, worlds, .. } = *self.args;
        let specs = specs(bots, "--bots", &self.args.bots)?;
        let table = bots.spec(TABLE).map_err(Failure::usage)?;
        if G::heuristic().is_none() {
            let name = G::NAME;
            return Err(Failure::usage(anyhow!("--game: {name} has no heuristic to judge by")));
        }
        let makers: Vec<_> = specs.iter().map(|spec| bots.maker(spec)).collect();
        let positions = find::<G>(positions as usize, &bots.maker(&table));
        let start = || (judge::<G>(), makers.iter().map(|maker| maker()).collect::<Vec<_>>());
        let judged: Vec<Result<Vec<f64>, G::Action>> = positions
            .par_iter()
            .enumerate()
            .map_init(start, |(judge, bots), (place, (hand, seat))| {
                let view = hand.view(*seat);
                // The last position has number 0.
                let number = (positions.len() - 1 - place) as u64;
                let luck = |who| Purpose::Judgement.generator(number, who);
                let judge = judge.as_mut().expect("the game has a heuristic");
                let values = judge.judge(&view, worlds, &mut luck(0));
                bots.iter_mut()
                    .map(|bot| regret(&mut **bot, &view, &values, &mut luck(1)))
                    .collect()
            })
            .collect();
        let regrets: Vec<_> = judged.into_iter().collect::<Result<_, _>>().map_err(|action| {
            anyhow!("no choice that was judged stands for `{action}`: its regret is not known")
        })?;
        let mut before: Option<Vec<f64>> = None;
        for (place, spec) in specs.iter().enumerate() {
            let own: Vec<f64> = regrets.iter().map(|regrets| regrets[place]).collect();
            let (name, spec, count) = (G::NAME, spec.to_string(), positions.len());
            let (mean, error) = mean_and_error(&own);
            write!(self.out, "{name:18} {spec:44} {count:5} positions")?;
            write!(self.out, "  {mean:.5} ± {:.5}", MANY * error)?;
            if let Some(before) = before {
                let less: Vec<f64> =
                    before.iter().zip(&own).map(|(one, other)| one - other).collect();
                let (less, error) = mean_and_error(&less);
                write!(self.out, "  less {less:+.5} ± {:.5}", MANY * error)?;
            }
            writeln!(self.out)?;
            before = Some(own);
        }
        Ok(())
    }
}

/// The first positions of the matches of three such bots, with whose decision each is.
fn find<G: Knowledge>(count: usize, table: &Maker<'_, G>) -> Vec<(G::Hand, Seat)> {
    let mut pick = bot_rng([1; 32]);
    let mut positions = Vec::with_capacity(count);
    let mut choices = Vec::new();
    for number in 0.. {
        if positions.len() == count {
            break;
        }
        let mut bots = three_of(table);
        let mut luck = Purpose::RegretLuck.generator(number, 0);
        play_match(&G::default(), first_dealer(number), |hand, standing| {
            let mut hand = deal(&G::default(), standing, Purpose::RegretDecks.deck(number, hand));
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                choices.clear();
                G::candidates(&view, &mut choices);
                if positions.len() < count && choices.len() > 1 && below(&mut pick, RARITY) == 0 {
                    positions.push((hand.clone(), seat));
                }
                let action = bots[seat].decide(&view, &mut luck);
                hand.play(action).expect("bots play legal actions");
            }
            hand.outcome().expect("nobody is to move")
        });
    }
    positions
}

/// The search that judges; `None` if the game has no heuristic.
fn judge<G: Knowledge>() -> Option<TreeSearch<G, impl Bot<G>, impl Endgame<G>>> {
    let inference = Inference { candidates: 8, error: 0.3 };
    let descents = Descents {
        iterations: 1,
        exploration: 0.7,
        evaluation: Evaluation {
            inference,
            threshold: 0.0,
            patience: Patience { own: f64::MAX, others: f64::MAX },
            early: false,
            yielding: 0.0,
        },
        solves: true,
        stakes: Stakes::Match,
    };
    Some(TreeSearch::new(descents, G::heuristic()?, G::endgame()))
}

/// What a bot gives away on average, where each choice is worth so much; or an action of the bot
/// that none of the choices stands for.
fn regret<G: Game>(
    bot: &mut dyn Bot<G>,
    view: &View<'_, G>,
    values: &[(G::Action, f64)],
    rng: &mut BotRng,
) -> Result<f64, G::Action> {
    let best = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    let regrets = (0..TRIES).map(|_| {
        let action = bot.decide(view, rng);
        // A choice stands for those like it that follow in the order of actions.
        let chosen = values.iter().rfind(|(choice, _)| choice.index() <= action.index());
        chosen.map(|(_, value)| best - value).ok_or(action)
    });
    Ok(regrets.sum::<Result<f64, _>>()? / f64::from(TRIES))
}
