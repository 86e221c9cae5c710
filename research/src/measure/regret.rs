//! What bots lose by single decisions, as a far longer search sees it.
//!
//! A position is one in 24 of the decisions with a choice, in matches of three `pimc:worlds=16`. A tree
//! search that gives no choice up values every choice, and each bot decides four times. Its regret is the
//! mean difference between the best choice and its own, in chances to win the match.

use anyhow::anyhow;
use rayon::prelude::*;
use threehand_bots::search::{
    Descents, Endgame, Evaluation, Inference, Patience, Stakes, TreeSearch,
};
use threehand_bots::{Bot, BotRng, Bots, Knowledge, Maker, Visitor, bot_rng};
use threehand_engine::{Action as _, Game, Hand as _, Seat, View, below};
use threehand_sim::terminal::failure::Failure;

use crate::matches::{deal, first_dealer, play_match, three_of};
use crate::sample::{MANY, mean_and_error};
use crate::specs;
use crate::streams::Purpose;

/// The end of its help.
pub const EXAMPLES: &str = "\
Examples:
  research regret --game 9-2-5 --bots heuristic,mc,pimc,ismcts
  research regret --game three-kings --bots pimc:worlds=16,pimc:worlds=16:of=8 --positions 100 --worlds 500

A regret compares a search with a longer one of its kind, almost without the luck of the cards; `less` \
is the regret of the bot before, less its own. ± is 1.96 standard errors over positions. The judge \
does not predict matches. Its values are random, so even a bot that always takes the best choice seems \
to lose a little, more with fewer worlds; `less` is free of that bias. Positions, and the decisions of \
a bot, do not depend on the other bots.";

/// One in so many decisions is a position.
const RARITY: usize = 24;
/// How often each bot decides at a position.
const TRIES: u32 = 4;
/// The bot that plays the matches.
const TABLE: &str = "pimc:worlds=16";

/// Regrets as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// The bots that decide
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Positions
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..))]
    positions: u32,
    /// Worlds in which each choice is judged
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    worlds: u32,
}

impl Visitor for &Args {
    type Output = Result<String, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let specs = specs(bots, "--bots", &self.bots)?;
        let table = bots.spec(TABLE).map_err(Failure::usage)?;
        if G::heuristic().is_none() {
            let name = G::NAME;
            return Err(Failure::usage(anyhow!("--game: {name} has no heuristic to judge by")));
        }
        let makers: Vec<_> = specs.iter().map(|spec| bots.maker(spec)).collect();
        let positions = find::<G>(self.positions as usize, &bots.maker(&table));
        let count = positions.len();
        let start = || (judge::<G>(), makers.iter().map(|maker| maker()).collect::<Vec<_>>());
        let judged =
            positions.par_iter().enumerate().map_init(start, |(judge, bots), (place, at)| {
                let view = at.0.view(at.1);
                // The last position has number 0.
                let rng = |who| Purpose::Judgement.generator((count - 1 - place) as u64, who);
                let judge = judge.as_mut().expect("the game has a heuristic");
                let values = judge.judge(&view, self.worlds, &mut rng(0));
                bots.iter_mut().map(|bot| regret(&mut **bot, &view, &values, &mut rng(1))).collect()
            });
        let judged: Vec<Result<Vec<f64>, G::Action>> = judged.collect();
        let regrets: Vec<_> = judged.into_iter().collect::<Result<_, _>>().map_err(|action| {
            anyhow!("no choice that was judged stands for `{action}`: its regret is not known")
        })?;
        let mut text = String::new();
        for (place, spec) in specs.iter().enumerate() {
            let of = |place: usize| regrets.iter().map(move |regrets| regrets[place]);
            let (name, spec) = (G::NAME, spec.to_string());
            let (mean, error) = mean_and_error(&of(place).collect::<Vec<_>>());
            text += &format!("{name:18} {spec:44} {count:5} positions");
            text += &format!("  {mean:.5} ± {:.5}", MANY * error);
            if let Some(before) = place.checked_sub(1) {
                let less: Vec<f64> = of(before).zip(of(place)).map(|(a, b)| a - b).collect();
                let (less, error) = mean_and_error(&less);
                text += &format!("  less {less:+.5} ± {:.5}", MANY * error);
            }
            text.push('\n');
        }
        Ok(text)
    }
}

/// The first positions of the matches of three such bots, with the seat to move.
fn find<G: Knowledge>(count: usize, table: &Maker<'_, G>) -> Vec<(G::Hand, Seat)> {
    let mut pick = bot_rng([1; 32]);
    let mut positions = Vec::with_capacity(count);
    let mut choices = Vec::new();
    for number in 0.. {
        if positions.len() == count {
            break;
        }
        let mut bots = three_of(table);
        let mut rng = Purpose::RegretLuck.generator(number, 0);
        play_match(&G::default(), first_dealer(number), |hand, standing| {
            let mut hand = deal(&G::default(), standing, Purpose::RegretDecks.deck(number, hand));
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                choices.clear();
                G::candidates(&view, &mut choices);
                if positions.len() < count && choices.len() > 1 && below(&mut pick, RARITY) == 0 {
                    positions.push((hand.clone(), seat));
                }
                let action = bots[seat].decide(&view, &mut rng);
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

/// The mean regret of a bot at a position with these values of choices; or an action of the bot that no
/// choice stands for.
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
