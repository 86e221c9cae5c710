//! Forecasts of auctions of Three-Legged Kitty, beside what came.
//!
//! At every third call the seat draws 60 worlds. `promised` is how much the lowest bid of a type raises its
//! chance to win the match over a pass, if `heuristic` plays on in all seats. `brought` is the same in the
//! hand as it lies, where the bots play on.
//!
//! After the auction the next seat to act draws 60 worlds again. A forecast is the share of worlds in which
//! the contract is made, played out by `heuristic` or solved with open cards.

use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::games::three_legged_kitty::{Contract, Heuristic};
use threehand_bots::{Bot as _, BotRng, Knowledge as _, Maker, Registry, play_out};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Hand, Legal};
use threehand_engine::{Game, Hand as _, Seat, View, Worlds as _};
use threehand_sim::terminal::failure::Failure;

use crate::matches::{deal, play_match, three_of};
use crate::sample::mean;
use crate::specs;
use crate::streams::Purpose;

/// The end of its help.
pub const EXAMPLES: &str = "\
Examples:
  research forecast --bots pimc:worlds=16 --matches 20
  research forecast --bots heuristic,pimc:worlds=16:yielding=0.5

Three bots of a kind play the matches. `promised` is how much the lowest bid of a type raises the \
caller's chance to win the match over a pass, in 60 worlds that `heuristic` plays on; `brought` is the \
same with the cards as they lie. For contracts: the share that was made, the forecasts by playing 60 \
worlds out and by solving them, and the mean squared error (Brier score) of blends.";

const WORLDS: u32 = 60;
const BLENDS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// One in so many calls is looked at.
const RARITY: u64 = 3;
/// Ranges of the number of the high bid.
const LEVELS: [(u8, u8); 5] = [(0, 0), (1, 3), (4, 6), (7, 8), (9, 10)];

/// Forecasts as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The bots: three of a kind play its matches
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Matches
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    matches: u64,
}

/// Has each bot play its matches; forecasts and results.
pub fn run(lab: &impl Registry, args: &Args) -> Result<String, Failure> {
    let bots = lab.bots::<ThreeLeggedKitty>();
    let mut text = String::new();
    for spec in specs(&bots, "--bots", &args.bots)? {
        let maker = bots.maker(&spec);
        let matches: Vec<_> =
            (0..args.matches).into_par_iter().map(|number| Forecasts::of(&maker, number)).collect();
        text += &format!("{spec}: a bid over a pass, in chances to win the match\n");
        let calls: Vec<_> = matches.iter().flat_map(|of| &of.calls).collect();
        for (low, high) in LEVELS {
            let of: Vec<_> =
                calls.iter().filter(|call| (low..=high).contains(&call.high)).collect();
            let promised = mean(of.iter().map(|call| call.promised));
            let brought = mean(of.iter().map(|call| call.brought));
            let count = of.len();
            text += &format!("  high bid {low:2} to {high:2}  {count:5} bids");
            text += &format!("  promised {promised:+.3}  brought {brought:+.3}\n");
        }
        let contracts: Vec<_> = matches.iter().flat_map(|of| &of.contracts).collect();
        let average =
            |of: fn(&ContractForecast) -> f64| mean(contracts.iter().map(|contract| of(contract)));
        let [made, played, solved] =
            [average(|of| of.made), average(|of| of.played), average(|of| of.solved)];
        text += &format!("{} contracts: made {made:.3}, foretold by playing out", contracts.len());
        text += &format!(" {played:.3}, by solving {solved:.3}\n");
        for blend in BLENDS {
            let brier = mean(
                contracts
                    .iter()
                    .map(|of| ((1.0 - blend) * of.solved + blend * of.played - of.made).powi(2)),
            );
            text += &format!("  blend {blend:.2}  squared error {brier:.4}\n");
        }
    }
    Ok(text)
}

/// The gain of a bid over a pass: as the caller sees it, and as it comes.
struct Call {
    high: u8,
    promised: f64,
    brought: f64,
}

/// The forecasts of a contract, and its result: 1 if it was made.
struct ContractForecast {
    played: f64,
    solved: f64,
    made: f64,
}

/// The forecasts of a match.
#[derive(Default)]
struct Forecasts {
    calls: Vec<Call>,
    contracts: Vec<ContractForecast>,
}

impl Forecasts {
    /// Plays a match of three such bots, and draws worlds on the way.
    fn of(maker: &Maker<'_, ThreeLeggedKitty>, number: u64) -> Self {
        let rules = ThreeLeggedKitty::default();
        let mut forecasts = Self::default();
        let mut solver = Contract::default();
        let mut bots = three_of(maker);
        let mut rngs = Purpose::ForecastLuck.generators(number, 0);
        let mut rng = BotRng::seed_from_u64(number);
        let mut call = number;
        play_match(&rules, Seat::P0, |hand, standing| {
            let mut hand = deal(&rules, standing, Purpose::ForecastDecks.deck(number, hand));
            let mut forecast = None;
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                if matches!(view.legal(), Legal::Call { .. }) {
                    call += 1;
                    if call.is_multiple_of(RARITY) {
                        forecasts.calls.extend(compare(maker, &hand, seat, call, &mut rng));
                    }
                } else if view.cat().is_some() && forecast.is_none() {
                    forecast = Some(forecast_contract(&view, &mut solver, &mut rng));
                }
                let action = bots[seat].decide(&view, &mut rngs[seat]);
                hand.play(action).expect("bots play legal actions");
            }
            let outcome = hand.outcome().expect("nobody is to move");
            if let (Some([played, solved]), Some(cat)) = (forecast, hand.view(Seat::P0).cat()) {
                let made = f64::from(u8::from(outcome.points[cat] > 0));
                forecasts.contracts.push(ContractForecast { played, solved, made });
            }
            outcome
        });
        forecasts
    }
}

/// Compares the lowest bid of each type with a pass, in drawn worlds and in the true hand.
fn compare(
    maker: &Maker<'_, ThreeLeggedKitty>,
    hand: &Hand,
    seat: Seat,
    number: u64,
    rng: &mut BotRng,
) -> Vec<Call> {
    let view = hand.view(seat);
    let Legal::Call { pass: true, bids } = view.legal() else { return Vec::new() };
    let mut lowest = [None; 6];
    for bid in bids.iter() {
        lowest[bid.strain().index()].get_or_insert(Action::Bid(bid));
    }
    let chance = |start: &Hand, action, decide: &mut dyn FnMut(Seat, &View<'_, _>) -> Action| {
        let mut hand = start.clone();
        hand.play_unchecked(action);
        ThreeLeggedKitty::default().equity(&play_out(&mut hand, decide))[seat]
    };
    let brought = |action| {
        let mut bots = three_of(maker);
        let mut rngs = Purpose::ForecastTrials.generators(number, 0);
        chance(hand, action, &mut |seat, view| bots[seat].decide(view, &mut rngs[seat]))
    };
    let possible = <ThreeLeggedKitty as Game>::Worlds::of(&view);
    let worlds: Vec<Hand> = (0..WORLDS).map(|_| possible.draw(rng)).collect();
    let mut promised = |action| {
        let mut heuristic = |_, view: &View<'_, _>| Heuristic.decide(view, rng);
        mean(worlds.iter().map(|world| chance(world, action, &mut heuristic)))
    };
    let pass = (promised(Action::Pass), brought(Action::Pass));
    let high = view.high_bid().map_or(0, |(_, bid)| bid.number());
    let call = |action| Call {
        high,
        promised: promised(action) - pass.0,
        brought: brought(action) - pass.1,
    };
    lowest.into_iter().flatten().map(call).collect()
}

/// The share of worlds in which the contract is made: played out, and solved.
fn forecast_contract(
    view: &View<'_, ThreeLeggedKitty>,
    solver: &mut Contract,
    rng: &mut BotRng,
) -> [f64; 2] {
    let possible = <ThreeLeggedKitty as Game>::Worlds::of(view);
    let cat = view.cat().expect("the auction is over");
    let (mut played, mut solved) = (0, 0);
    for _ in 0..WORLDS {
        let mut world = possible.draw(rng);
        while let Some(seat) = world.turn()
            && !matches!(world.legal(), Legal::Play(_))
        {
            let action = Heuristic.decide(&world.view(seat), rng);
            world.play_unchecked(action);
        }
        solved += u32::from(solver.makes(&world) == Some(true));
        let outcome = play_out(&mut world, |_, view| Heuristic.decide(view, rng));
        played += u32::from(outcome.points[cat] > 0);
    }
    [played, solved].map(|count| f64::from(count) / f64::from(WORLDS))
}
