//! Small fixed pieces of work on one thread, whose instructions `benches/instructions` counts:
//! `instructions NAME` does one piece, `instructions` lists the names.

use std::hint::black_box;
use std::process::ExitCode;

use threehand_bots::{Bots, Knowledge, Lab, Visitor, bot_rng};
use threehand_engine::{BySeat, Deck, Game, Hand, Legal, Outcome, Seat, Stream, Worlds, below};
use threehand_play::{MakeBot, Seated, Seeds, Table};

/// The pieces of work of every game; `GAME/PIECE` is a name.
const PIECES: [&str; 7] = ["deal", "playout", "play", "worlds", "match", "greedy", "heuristic"];

struct Do<'a>(&'a str);

impl Visitor for Do<'_> {
    type Output = Option<()>;

    fn visit<G: Knowledge>(self, bots: &Bots<G>) -> Option<()> {
        match self.0 {
            "deal" => deals::<G>(3_000),
            "playout" => playouts::<G>(5_000),
            "play" => plays::<G>(1_000),
            "worlds" => worlds::<G>(20),
            "match" => matches(bots, "random", 30),
            "greedy" => matches(bots, "greedy", 10),
            "heuristic" => matches(bots, "heuristic", 5),
            _ => return None,
        }
        Some(())
    }
}

fn deals<G: Game>(count: u64) {
    let rules = G::default();
    let standing = rules.first_standing(Seat::P0);
    for number in 0..count {
        black_box(rules.deal(&standing, &Seeds(1).deck(number, 0)).hands());
    }
}

fn playouts<G: Game>(count: u64) {
    let leads: Vec<_> = (0..16).map(first_lead::<G>).collect();
    let mut rng = bot_rng([1; 32]);
    for (_, lead) in (0..count).zip(leads.iter().cycle()) {
        black_box(lead.play_out(&mut rng));
    }
}

fn plays<G: Game>(count: u64) {
    let hands: Vec<_> = (0..16).map(second_hand::<G>).collect();
    let mut rng = bot_rng([1; 32]);
    for (_, hand) in (0..count).zip(hands.iter().cycle()) {
        let mut hand = hand.clone();
        while hand.turn().is_some() {
            let legal = hand.legal();
            hand.play(legal.nth(below(&mut rng, legal.len()))).expect("it is legal");
        }
        black_box(hand.outcome());
    }
}

fn worlds<G: Game>(count: u64) {
    let mut rng = bot_rng([1; 32]);
    for number in 0..count {
        let mut hand = first_lead::<G>(number);
        for _ in 0..number {
            play_any(&mut hand, &mut rng);
        }
        let Some(seat) = hand.turn() else { continue };
        let worlds = G::Worlds::of(&hand.view(seat));
        for _ in 0..50 {
            black_box(worlds.draw(&mut rng));
        }
    }
}

fn matches<G: Knowledge>(bots: &Bots<G>, spec: &str, count: u64) {
    let spec = bots.spec(spec).expect("a bot that plays every game");
    let maker = bots.maker(&spec);
    let bots: Vec<MakeBot<'_, G>> = vec![Box::new(move |_, _| Seated::Bot(maker()))];
    let table = Table { rules: G::default(), seeds: Seeds(1), max_hands: 1000, bots };
    for number in 0..count {
        let played = table.play(&mut Seeds(1).decks(number), (0, BySeat([0; 3])), false, None);
        black_box(played.row(0, false));
    }
}

/// The second hand of the `n`-th match of a fixed row, as dealt: its standing is not that of a first hand.
fn second_hand<G: Game>(n: u64) -> G::Hand {
    let rules = G::default();
    let mut rng = Stream::new([n, 0, 0, 0]);
    let mut standing = rules.first_standing(Seat::P0);
    let first = deal(&rules, &standing, &mut rng);
    let Outcome { standing: next, over, .. } = first.play_out(&mut rng);
    if !over {
        standing = next;
    }
    deal(&rules, &standing, &mut rng)
}

fn deal<G: Game>(rules: &G, standing: &G::Standing, rng: &mut Stream) -> G::Hand {
    rules.start(standing, &rules.deal(standing, &Deck::shuffled(rng)))
}

/// The same hand at its first lead, or a later one if all pass.
fn first_lead<G: Game>(n: u64) -> G::Hand {
    let mut hand = second_hand::<G>(n);
    let mut rng = Stream::new([n, 1, 0, 0]);
    while hand.turn().is_some() {
        if hand.legal().nth(0).to_string().starts_with("play ") {
            return hand;
        }
        play_any(&mut hand, &mut rng);
    }
    first_lead::<G>(n + 1_000_000)
}

/// Plays any legal action.
fn play_any<H: Hand>(hand: &mut H, rng: &mut impl rand::Rng) {
    let legal = hand.legal();
    hand.play_unchecked(legal.nth(below(rng, legal.len())));
}

fn main() -> ExitCode {
    let lab = Lab::standard();
    let Some(name) = std::env::args().nth(1) else {
        for game in lab.games() {
            for piece in PIECES {
                println!("{game}/{piece}");
            }
        }
        return ExitCode::SUCCESS;
    };
    let done =
        name.split_once('/').and_then(|(game, piece)| lab.with_game(game, Do(piece)).flatten());
    if done.is_none() {
        eprintln!("there is no {name}: without an argument the names are listed");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
