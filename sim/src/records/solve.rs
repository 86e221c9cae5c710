//! `solve`: the exact result of positions with all hands open.

use std::io::{BufReader, Read, stdin};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use indicatif::HumanCount;
use serde_json::json;
use threehand_bots::solver::{Problem, Solution, Value};
use threehand_play::Catalog;

use crate::io::bounded_read::{Lines, plain_file};
use crate::play::named::game_named;
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::stream::{print, print_json, say};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand solve --game 9-2-5 AQ.2.. K3.A.. 54..3. trump=NT lead=0
  threehand solve --game three-legged-kitty AQ4.2.. K3.A.. 5.T3.9. contract=5S cat=0 lead=1 trick=2D
  threehand solve --game three-kings KQ.A.. J9.8.. T.92.. lead=1 prediction=0:last
  threehand solve --game oh-hell.toml AQ.2.. K3.A.. 54..3. trump=H targets=2-0-1
  threehand solve --game 9-2-5 --file positions.txt --json

A hand is its spades, hearts, diamonds and clubs, apart by dots; of three hands the first is that of \
seat 0. trick=KS,3S says what lies on the table, lead=1 who leads or has led to it; unsaid, seat 0 does, \
in Three-Legged Kitty the Cat. 9-2-5 needs trump=C|D|H|S|NT, Three-Legged Kitty contract=5NT and cat=0. \
Three Kings is in phase 2, after the predictions; there trick=KSKHKC is a meld. A game from a file \
needs trump= unless there is but one, and targets=3-2-2 if points go by the tricks that a seat wants. \
tricks=2-0-1 is what the seats have taken, won=Q.K2..,...,.7.. the cards with points among it, and \
broken=false says that the suit is not yet broken that has to be.

In Three-Legged Kitty the Cat plays against the two others, and the value is the tricks that he gets. \
In the other games each seat plays for its own tricks or points, and where that leaves a choice for \
those of its left; the value is what each gets from here on, in a game from a file the points of \
the whole hand.";

/// The longest line that can be a position, in bytes; 52 cards and all that may be said of them take far
/// less.
const LONGEST: u64 = 1 << 16;

/// Positions as typed.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The hands of seats 0, 1 and 2 and what else there is: see below
    #[arg(value_name = "POSITION", required_unless_present = "file", conflicts_with = "file")]
    pub position: Vec<String>,
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// A file with a position a line; after # stands a comment; - is standard input
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Print one JSON object on one line for each position
    #[arg(long)]
    pub json: bool,
    /// No messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// Solves the position that was typed, or one of each line of a file.
pub fn run(catalog: &Catalog<'_>, args: &SolveArgs) -> Result<(), Failure> {
    let game = game_named(catalog, &args.game)?;
    let Some(path) = &args.file else {
        let problem = game.problem(&args.position.join(" "));
        return solve(&problem.map_err(Failure::usage)?, args);
    };
    let (name, file): (String, Box<dyn Read>) = if path == Path::new("-") {
        ("standard input".to_owned(), Box::new(stdin()))
    } else {
        let name = path.display().to_string();
        let file = plain_file(path).with_context(|| name.clone())?;
        (name, Box::new(file))
    };
    for (line, number) in Lines::by_hand(BufReader::new(file), "position", LONGEST).zip(1..) {
        let place = || format!("{name}:{number}");
        let line = String::from_utf8(line.with_context(place)?).with_context(place)?;
        let position = line.split('#').next().unwrap_or_default();
        if !position.trim().is_empty() {
            solve(&game.problem(position).with_context(place)?, args)?;
        }
    }
    Ok(())
}

fn solve(problem: &Problem, args: &SolveArgs) -> Result<(), Failure> {
    if problem.is_long() && !args.quiet {
        let left = problem.cards_left();
        say(&format!(
            "{left} cards each are left, which takes long, and some six times as long with each \
             more; Ctrl-C stops it"
        ));
    }
    let start = Instant::now();
    let solution = (problem.solve)();
    let microseconds = start.elapsed().as_secs_f64() * 1e6;
    if args.json {
        return print_json(&json(problem, &solution, microseconds));
    }
    let (table, nodes) = (table(problem, &solution), HumanCount(solution.nodes));
    print(&format!("{problem}\n{table}\n{nodes} positions in {:.3} ms\n", microseconds / 1e3))
}

/// What a solution is as JSON, with the time that it took.
pub fn json(problem: &Problem, solution: &Solution, microseconds: f64) -> serde_json::Value {
    let actions = solution.actions.iter();
    let actions = actions.map(|(action, value)| json!({"action": action, "value": number(*value)}));
    json!({
        "game": problem.game,
        "value": number(solution.value),
        "best": solution.best().collect::<Vec<_>>(),
        "nodes": solution.nodes,
        "microseconds": microseconds,
        "seat": problem.turn.number(),
        "actions": actions.collect::<Vec<_>>(),
    })
}

fn number(value: Value) -> serde_json::Value {
    match value {
        Value::One(tricks) => json!(tricks),
        Value::Each(tricks) => json!(tricks),
    }
}

/// A line for each action, the best first.
fn table(problem: &Problem, solution: &Solution) -> String {
    let (seats, unit) = (&problem.seats, problem.unit);
    let head = format!("seat {}", problem.turn);
    let tricks = seats.iter().map(|seat| numbers(format!("{unit} of {seat}")));
    let mut grid = Grid::new([words(head)].into_iter().chain(tricks).chain([words("")]));
    for wanted in [true, false] {
        for (action, value) in &solution.actions {
            let best = *value == solution.value;
            if best != wanted {
                continue;
            }
            let tricks = match *value {
                Value::One(tricks) => vec![tricks],
                Value::Each(tricks) => tricks.0.to_vec(),
            };
            let tricks = tricks.iter().map(|tricks| tricks.to_string().replace('-', "−"));
            let mark = if best { "best" } else { "" }.to_owned();
            grid.row([action.clone()].into_iter().chain(tricks).chain([mark]));
        }
    }
    grid.text()
}
