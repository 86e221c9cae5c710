//! What bots foretell of auctions of Three-Legged Kitty, and what comes of it.
//!
//! `foretold SPEC MATCHES` has three bots of one kind play matches.
//!
//! At every third call the seat looks into 60 worlds: by how much does the lowest bid of a type raise
//! its chance to win the match over a pass, if `heuristic` plays on at all seats (promised)? Then
//! both are truly played on, by the bots, with the cards as they lie (brought).
//!
//! Once the auction is over, the next to act looks again: in which part of the worlds is the contract
//! made if `heuristic` plays them out, and in which if the play is solved with open cards? It
//! prints how often it was made truly, what was foretold on average, and the mean squared error (Brier
//! score) of blends of both.

use rand::SeedableRng as _;
use threehand_bots::registry::Spec;
use threehand_bots::search::MatchValue as _;
use threehand_bots::solver::OneAgainstTwo;
use threehand_bots::{Bot as _, BotRng, heuristic, play_out};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Hand as KittyHand, Legal};
use threehand_engine::{BySeat, Deal, Deck, Game, Hand as _, Seat, Stream};
use threehand_engine::{View, Worlds as _};

const WORLDS: u32 = 60;
const BLENDS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The numbers of the high bid that are told apart.
const LEVELS: [(u8, u8); 5] = [(0, 0), (1, 3), (4, 6), (7, 8), (9, 10)];

/// By how much a bid is better than a pass: as the caller sees it, and as it comes.
struct Call {
    high: u8,
    promised: f64,
    brought: f64,
}

/// What was foretold of a contract, and what came of it: 1 if it was made.
struct Contract {
    played: f64,
    solved: f64,
    made: f64,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = match &words[..] {
        [spec, matches] => spec.parse::<Spec>().ok().zip(matches.parse::<u64>().ok()),
        _ => None,
    };
    let Some((spec, matches)) = asked else {
        eprintln!("usage: foretold SPEC MATCHES");
        std::process::exit(2);
    };
    let (mut calls, mut contracts) = (Vec::new(), Vec::new());
    for number in 0..matches {
        play_match(spec, number, &mut calls, &mut contracts);
    }
    println!("{spec}: a bid over a pass, in chances to win the match");
    for (low, high) in LEVELS {
        let level = |call: &&Call| (low..=high).contains(&call.high);
        let of: Vec<&Call> = calls.iter().filter(level).collect();
        println!(
            "  high bid {low:2} to {high:2}  {:5} bids  promised {:+.3}  brought {:+.3}",
            of.len(),
            mean(of.iter().map(|call| call.promised)),
            mean(of.iter().map(|call| call.brought)),
        );
    }
    println!(
        "{} contracts: made {:.3}, foretold by playing out {:.3}, by solving {:.3}",
        contracts.len(),
        mean(contracts.iter().map(|contract| contract.made)),
        mean(contracts.iter().map(|contract| contract.played)),
        mean(contracts.iter().map(|contract| contract.solved)),
    );
    for blend in BLENDS {
        let error = |Contract { played, solved, made }: &Contract| {
            ((1.0 - blend) * solved + blend * played - made).powi(2)
        };
        let brier = mean(contracts.iter().map(error));
        println!("  blend {blend:.2}  squared error {brier:.4}");
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

/// A match of three such bots, with what is foretold at its calls and of its contracts.
fn play_match(spec: Spec, number: u64, calls: &mut Vec<Call>, contracts: &mut Vec<Contract>) {
    let rules = ThreeLeggedKitty::default();
    let mut solver = OneAgainstTwo::new();
    let mut bots = BySeat::from_fn(|_| spec.make(&rules));
    let mut rngs = BySeat::from_fn(|seat| {
        BotRng::from_rng(&mut Stream::new([29, number, 0, seat.number() as u64]))
    });
    let mut rng = BotRng::seed_from_u64(number);
    let mut standing = rules.first_standing(Seat::P0);
    let mut asked = number;
    for hand_number in 0..1_000 {
        let deck = Deck::shuffled(&mut Stream::new([31, number, hand_number, 0]));
        let mut hand = rules.start(&standing, &Deal::new(deck, rules.hand_sizes(&standing)));
        let mut foretold = None;
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            if matches!(view.legal(), Legal::Call { .. }) {
                asked += 1;
                if asked.is_multiple_of(3) {
                    compare(spec, &hand, asked, calls, &mut rng);
                }
            } else if view.cat().is_some() && foretold.is_none() {
                foretold = Some(foretell(&view, &mut solver, &mut rng));
            }
            let action = bots[seat].decide(&view, &mut rngs[seat]);
            hand.play(action).expect("bots play legal actions");
        }
        let outcome = hand.outcome().expect("nobody is to move");
        if let (Some((played, solved)), Some(cat)) = (foretold, hand.view(Seat::P0).cat()) {
            let made = f64::from(u8::from(outcome.points[cat] > 0));
            contracts.push(Contract { played, solved, made });
        }
        standing = outcome.standing;
        if outcome.over {
            break;
        }
    }
}

/// Compares the lowest bid of each type with a pass, in drawn worlds and in the true hand.
fn compare(spec: Spec, hand: &KittyHand, number: u64, calls: &mut Vec<Call>, rng: &mut BotRng) {
    let Some(seat) = hand.turn() else { return };
    let view = hand.view(seat);
    let Legal::Call { pass: true, bids } = view.legal() else { return };
    let mut lowest = [None; 6];
    for bid in bids.iter() {
        let place = &mut lowest[bid.strain().index()];
        *place = place.or(Some(Action::Bid(bid)));
    }
    let chance =
        |start: &KittyHand, action, decide: &mut dyn FnMut(Seat, &View<'_, _>) -> Action| {
            let mut hand = start.clone();
            hand.play_unchecked(action);
            ThreeLeggedKitty::chances(&play_out(&mut hand, decide))[seat]
        };
    let brought = |action| {
        let mut bots = BySeat::from_fn(|_| spec.make(hand.rules()));
        let mut rngs = BySeat::from_fn(|seat| {
            BotRng::from_rng(&mut Stream::new([37, number, 0, seat.number() as u64]))
        });
        chance(hand, action, &mut |seat, view| bots[seat].decide(view, &mut rngs[seat]))
    };
    let possible = <ThreeLeggedKitty as Game>::Worlds::of(&view);
    let worlds: Vec<KittyHand> = (0..WORLDS).map(|_| possible.draw(rng)).collect();
    let mut promised = |action| {
        let mut heuristic = |_, view: &View<'_, _>| heuristic::ThreeLeggedKitty.decide(view, rng);
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
fn foretell(
    view: &View<'_, ThreeLeggedKitty>,
    solver: &mut OneAgainstTwo,
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
            let action = heuristic::ThreeLeggedKitty.decide(&world.view(seat), rng);
            world.play_unchecked(action);
        }
        solved += u32::from(solver.makes(&world) == Some(true));
        let outcome = play_out(&mut world, |_, view| heuristic::ThreeLeggedKitty.decide(view, rng));
        played += u32::from(outcome.points[cat] > 0);
    }
    (f64::from(played) / f64::from(WORLDS), f64::from(solved) / f64::from(WORLDS))
}
