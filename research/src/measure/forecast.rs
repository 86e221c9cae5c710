//! How well bots forecast auctions of Three-Legged Kitty.
//!
//! At every third call the seat looks into 60 worlds: by how much does the lowest bid of a type raise
//! its chance to win the match over a pass, if `heuristic` plays on at all seats (promised)? Then
//! both are truly played on, by the bots, with the cards as they lie (brought).
//!
//! Once the auction is over, the next to act looks again: in which part of the worlds is the contract
//! made if `heuristic` plays them out, and in which if the play is solved with open cards?

use std::io::Write;

use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::games::three_legged_kitty::{Contract, Heuristic};
use threehand_bots::{Bot as _, BotRng, Knowledge as _, Maker, Registry, play_out};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Hand, Legal};
use threehand_engine::{Game, Hand as _, Seat, View, Worlds as _};

use crate::cli::specs;
use crate::lab::Failure;
use crate::matches::{deal, play_match, three_of};
use crate::sample::mean;
use crate::streams::Purpose;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research forecast --bots pimc:worlds=16 --matches 20
  research forecast --bots heuristic,pimc:worlds=16:yielding=0.5

Three bots of a kind play the matches. Promised is by how much the lowest bid of a type raises the \
caller's chance to win the match over a pass, in 60 worlds that `heuristic` plays on; brought is what \
it does with the cards as they lie. Of contracts it says how often they were made, what was forecast \
by playing 60 worlds out and by solving them, and the mean squared error (Brier score) of blends.";

const WORLDS: u32 = 60;
const BLENDS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// One in so many calls is looked at.
const RARITY: u64 = 3;
/// The numbers of the high bid that are told apart.
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

/// Has each bot play its matches, and writes what was forecast and what came.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let bots = lab.bots::<ThreeLeggedKitty>();
    for spec in specs(&bots, "--bots", &args.bots)? {
        let maker = bots.maker(&spec);
        let matches: Vec<_> =
            (0..args.matches).into_par_iter().map(|number| Forecasts::of(&maker, number)).collect();
        writeln!(out, "{spec}: a bid over a pass, in chances to win the match")?;
        write_calls(
            &matches.iter().flat_map(|forecasts| &forecasts.calls).collect::<Vec<_>>(),
            out,
        )?;
        let contracts = matches.iter().flat_map(|forecasts| &forecasts.contracts);
        write_contracts(&contracts.collect::<Vec<_>>(), out)?;
    }
    Ok(())
}

fn write_calls(calls: &[&Call], out: &mut dyn Write) -> Result<(), Failure> {
    for (low, high) in LEVELS {
        let of: Vec<_> = calls.iter().filter(|call| (low..=high).contains(&call.high)).collect();
        let promised = mean(of.iter().map(|call| call.promised));
        let brought = mean(of.iter().map(|call| call.brought));
        let count = of.len();
        writeln!(
            out,
            "  high bid {low:2} to {high:2}  {count:5} bids  promised {promised:+.3}  brought {brought:+.3}"
        )?;
    }
    Ok(())
}

fn write_contracts(contracts: &[&Made], out: &mut dyn Write) -> Result<(), Failure> {
    let average = |of: fn(&Made) -> f64| mean(contracts.iter().map(|contract| of(contract)));
    let (count, made) = (contracts.len(), average(|contract| contract.made));
    let (played, solved) =
        (average(|contract| contract.played), average(|contract| contract.solved));
    writeln!(
        out,
        "{count} contracts: made {made:.3}, foretold by playing out {played:.3}, by solving {solved:.3}"
    )?;
    for blend in BLENDS {
        let brier = mean(contracts.iter().map(|Made { played, solved, made }| {
            ((1.0 - blend) * solved + blend * played - made).powi(2)
        }));
        writeln!(out, "  blend {blend:.2}  squared error {brier:.4}")?;
    }
    Ok(())
}

/// By how much a bid is better than a pass: as the caller sees it, and as it comes.
struct Call {
    high: u8,
    promised: f64,
    brought: f64,
}

/// What was forecast of a contract, and what came of it: 1 if it was made.
struct Made {
    played: f64,
    solved: f64,
    made: f64,
}

/// The forecasts of a match.
#[derive(Default)]
struct Forecasts {
    calls: Vec<Call>,
    contracts: Vec<Made>,
}

impl Forecasts {
    /// Plays a match of three such bots, and looks into worlds on the way.
    fn of(maker: &Maker<'_, ThreeLeggedKitty>, number: u64) -> Self {
        let mut forecasts = Self::default();
        let mut solver = Contract::default();
        let mut bots = three_of(maker);
        let mut luck = Purpose::ForecastLuck.generators(number, 0);
        let mut rng = BotRng::seed_from_u64(number);
        let mut asked = number;
        play_match(&ThreeLeggedKitty::default(), Seat::P0, |hand, standing| {
            let deck = Purpose::ForecastDecks.deck(number, hand);
            let mut hand = deal(&ThreeLeggedKitty::default(), standing, deck);
            let mut forecast = None;
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                if matches!(view.legal(), Legal::Call { .. }) {
                    asked += 1;
                    if asked.is_multiple_of(RARITY) {
                        compare(maker, &hand, asked, &mut forecasts.calls, &mut rng);
                    }
                } else if view.cat().is_some() && forecast.is_none() {
                    forecast = Some(forecast_contract(&view, &mut solver, &mut rng));
                }
                let action = bots[seat].decide(&view, &mut luck[seat]);
                hand.play(action).expect("bots play legal actions");
            }
            let outcome = hand.outcome().expect("nobody is to move");
            if let (Some((played, solved)), Some(cat)) = (forecast, hand.view(Seat::P0).cat()) {
                let made = f64::from(u8::from(outcome.points[cat] > 0));
                forecasts.contracts.push(Made { played, solved, made });
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
    number: u64,
    calls: &mut Vec<Call>,
    rng: &mut BotRng,
) {
    let Some(seat) = hand.turn() else { return };
    let view = hand.view(seat);
    let Legal::Call { pass: true, bids } = view.legal() else { return };
    let mut lowest = [None; 6];
    for bid in bids.iter() {
        let place = &mut lowest[bid.strain().index()];
        *place = place.or(Some(Action::Bid(bid)));
    }
    let chance = |start: &Hand, action, decide: &mut dyn FnMut(Seat, &View<'_, _>) -> Action| {
        let mut hand = start.clone();
        hand.play_unchecked(action);
        ThreeLeggedKitty::default().equity(&play_out(&mut hand, decide))[seat]
    };
    let brought = |action| {
        let mut bots = three_of(maker);
        let mut luck = Purpose::ForecastTrials.generators(number, 0);
        chance(hand, action, &mut |seat, view| bots[seat].decide(view, &mut luck[seat]))
    };
    let possible = <ThreeLeggedKitty as Game>::Worlds::of(&view);
    let worlds: Vec<Hand> = (0..WORLDS).map(|_| possible.draw(rng)).collect();
    let mut promised = |action| {
        let mut heuristic = |_, view: &View<'_, _>| Heuristic.decide(view, rng);
        mean(worlds.iter().map(|world| chance(world, action, &mut heuristic)))
    };
    let pass = (promised(Action::Pass), brought(Action::Pass));
    for action in lowest.into_iter().flatten() {
        calls.push(Call {
            high: view.high_bid().map_or(0, |(_, bid)| bid.number()),
            promised: promised(action) - pass.0,
            brought: brought(action) - pass.1,
        });
    }
}

/// The part of worlds in which the contract is made: played out, and with the play solved.
fn forecast_contract(
    view: &View<'_, ThreeLeggedKitty>,
    solver: &mut Contract,
    rng: &mut BotRng,
) -> (f64, f64) {
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
    (f64::from(played) / f64::from(WORLDS), f64::from(solved) / f64::from(WORLDS))
}
