//! How well it can be foretold whether a contract of Three-Legged Kitty is made.
//!
//! `foretold SPEC MATCHES` has three bots of one kind play matches. Once each auction is over, the next
//! to act looks into 60 worlds: in which part of them is the contract made if `heuristic` plays
//! them out, and in which if the play is solved with open cards? It prints how often it was made
//! truly, what was foretold on average, and the mean squared error (Brier score) of blends of both.

use rand::SeedableRng as _;
use threehand_bots::registry::Spec;
use threehand_bots::solver::OneAgainstTwo;
use threehand_bots::{Bot, BotRng, heuristic};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::Legal;
use threehand_engine::{BySeat, Deal, Deck, Game, Hand, Seat, Stream, View, Worlds as _};

const WORLDS: u32 = 60;
const BLENDS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

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
    let contracts: Vec<Contract> = (0..matches).flat_map(|number| played(spec, number)).collect();
    let mean = |of: &dyn Fn(&Contract) -> f64| {
        contracts.iter().map(of).sum::<f64>() / contracts.len() as f64
    };
    println!(
        "{spec}, {} contracts: made {:.3}, foretold by playing out {:.3}, by solving {:.3}",
        contracts.len(),
        mean(&|contract| contract.made),
        mean(&|contract| contract.played),
        mean(&|contract| contract.solved),
    );
    for blend in BLENDS {
        let brier = mean(&|Contract { played, solved, made }| {
            ((1.0 - blend) * solved + blend * played - made).powi(2)
        });
        println!("  blend {blend:.2}  squared error {brier:.4}");
    }
}

/// The contracts of a match of three such bots.
fn played(spec: Spec, number: u64) -> Vec<Contract> {
    let rules = ThreeLeggedKitty::default();
    let mut solver = OneAgainstTwo::new();
    let mut bots = BySeat::from_fn(|_| spec.make(&rules));
    let mut rngs = BySeat::from_fn(|seat| {
        BotRng::from_rng(&mut Stream::new([29, number, 0, seat.number() as u64]))
    });
    let mut rng = BotRng::seed_from_u64(number);
    let mut standing = rules.first_standing(Seat::P0);
    let mut contracts = Vec::new();
    for hand_number in 0..1_000 {
        let deck = Deck::shuffled(&mut Stream::new([31, number, hand_number, 0]));
        let mut hand = rules.start(&standing, &Deal::new(deck, rules.hand_sizes(&standing)));
        let mut foretold = None;
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            if view.cat().is_some() && foretold.is_none() {
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
    contracts
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
        let mut makes = None;
        while let Some(seat) = world.turn() {
            if makes.is_none() && matches!(world.legal(), Legal::Play(_)) {
                makes = solver.makes(&world);
            }
            let action = heuristic::ThreeLeggedKitty.decide(&world.view(seat), rng);
            world.play_unchecked(action);
        }
        let outcome = world.outcome().expect("nobody is to move");
        played += u32::from(outcome.points[cat] > 0);
        solved += u32::from(makes == Some(true));
    }
    (f64::from(played) / f64::from(WORLDS), f64::from(solved) / f64::from(WORLDS))
}
