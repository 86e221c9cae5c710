//! `play`: a person at the table with two bots.

mod human_match;
mod lines;
mod moment;
mod reply;
mod screen;
mod text;
mod web;

use std::fs::File;
use std::io::stdin;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use threehand_engine::games::family::FILES;
use threehand_engine::{BySeat, Seat};
use threehand_play::{Catalog, DynGame, Seeds, panics::silence_bots};

use self::human_match::{HumanMatch, Setup};
use crate::experiment::prepare;
use crate::experiment::run::command_line;
use crate::files::locked_folder::{GAME, leave_to_run};
use crate::io::atomic_write::{must_be_new, write_whole};
use crate::io::bounded_read::read_file;
use crate::play::external::External;
use crate::play::external::ExternalBots;
use crate::play::named::game_named;
use crate::terminal::failure::Failure;
use crate::terminal::invocation;
use crate::terminal::screen::is_interactive;
use crate::terminal::shown::shell_quoted;
use crate::terminal::stream::say;

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand play --game 9-2-5
  threehand play --game kitty --bots champion,heuristic --seat 1
  threehand play --game three-kings --seed 7 --out game.jsonl
  threehand play --game 9-2-5 --web
  threehand play --game 9-2-5 --bots cmd:mine,heuristic --external mine='python3 mybot.py'

The seed decides the cards, so a match can be played again. --out keeps the hands as records, which \
`replay` and `verify` read; a match that you leave ends there with a forfeit. The file of a game is kept beside them \
as game.toml.";

/// The arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// The bots on your left and on your right [default: heuristic twice, or greedy where there is none]
    #[arg(long, value_name = "SPEC,SPEC", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// A program that plays as the bot cmd:LABEL, in any language; may be given more than once
    #[arg(long, value_name = "LABEL=COMMAND")]
    pub external: Vec<External>,
    /// Your seat
    #[arg(long, value_name = "SEAT", default_value = "0")]
    pub seat: Seat,
    /// Rule options that differ from the defaults
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// The seed of the cards and of the bots [default: random]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The bot that gives advice, and reviews your decisions after a match [default: champion, or
    /// ismcts where there is none]
    #[arg(long, value_name = "SPEC")]
    pub adviser: Option<String>,
    /// Play forced actions for you, and deal the next hand at once
    #[arg(long)]
    pub quick: bool,
    /// Play in the browser, at a link that is printed
    #[arg(long, conflicts_with = "quick")]
    pub web: bool,
    /// A new file for the records of the hands, such as runs/mine/game.jsonl
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The time between two looks for a signal.
const GLANCE: Duration = Duration::from_millis(200);

/// Plays matches until the person leaves.
///
/// # Errors
/// If what was typed is wrong, a bot fails or a file can't be written.
pub fn run(catalog: &Catalog<'_>, args: &PlayArgs) -> Result<(), Failure> {
    silence_bots();
    let seed = args.seed.unwrap_or_else(any_seed);
    let setup = setup(catalog, args, seed)?;
    say(&format!("seed {seed}: the same match again with --seed {seed}"));
    let human_match = &mut HumanMatch::new(setup)?;
    let played = if args.web {
        web::play(human_match)
    } else if is_interactive() {
        screen::play(human_match, args.quick)
    } else {
        lines::play(human_match, &mut stdin().lock(), args.quick)
    };
    let moment = human_match.moment();
    let left = human_match.leave();
    played.and(left)?;
    if moment.end.is_none_or(|end| !end.over) {
        say(&left_text(args, seed, moment.hand));
    }
    Ok(())
}

/// How a person who leaves a match can go on.
fn left_text(args: &PlayArgs, seed: u64, hand: usize) -> String {
    let mut words = invocation::words();
    if args.seed.is_none() {
        words.extend(["--seed".into(), seed.to_string().into()]);
    }
    let kept = args.out.as_ref().map(|out| {
        let out = shell_quoted(out.as_os_str());
        format!(
            "threehand replay {out} shows the hands so far; another --out keeps another match. "
        )
    });
    format!(
        "You left in hand {hand}. {}From the first hand with the same cards: {}",
        kept.unwrap_or_default(),
        command_line(&words)
    )
}

/// The match that the arguments ask for.
fn setup<'c>(catalog: &'c Catalog<'_>, args: &PlayArgs, seed: u64) -> Result<Setup<'c>, Failure> {
    let game = game_named(catalog, &args.game)?;
    let rules = prepare::rules(game, &args.rules)?;
    let names = game.bot_names();
    let usual = |best: &str, other: &str| {
        if names.contains(&best) { best.to_owned() } else { other.to_owned() }
    };
    let bots = match args.bots.len() {
        0 => vec![usual("heuristic", "greedy"); 2],
        2 => args.bots.clone(),
        others => {
            let error = format!("there are two seats for bots, not {others}");
            return Err(Failure::setting("bots", error));
        }
    };
    let bots = prepare::players(game, &bots, &args.external, &[])?;
    let adviser = args.adviser.clone().unwrap_or_else(|| usual("champion", "ismcts"));
    let adviser = game.spec(&adviser);
    let adviser = adviser.map_err(|error| Failure::setting("adviser", error.to_string()))?;
    ExternalBots::of(&bots).introduce(game.name(), &rules.to_json())?;
    let mut bots = bots.into_iter();
    let mut seats = BySeat::from_fn(|_| None);
    (seats[args.seat.left()], seats[args.seat.right()]) = (bots.next(), bots.next());
    let records = args.out.clone();
    if let Some(records) = &records {
        let folder = records.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        leave_to_run(records, "")?;
        keep_game(&folder.join(GAME), game)?;
        make_new(records)?;
    }
    Ok(Setup { game, rules, seeds: Seeds(seed), seat: args.seat, bots: seats, adviser, records })
}

/// Writes the file of a game that does not come along beside records, which need it to be read. They are read by
/// whatever file of a game stands there.
fn keep_game(path: &Path, game: &dyn DynGame) -> Result<(), Failure> {
    let Some(text) = game.file_text() else { return Ok(()) };
    let place = || path.display().to_string();
    if path.exists() {
        let is_same =
            read_file(path, "game", text.len() as u64).is_ok_and(|it| it == text.as_bytes());
        let why =
            "is another game, and records need theirs beside them; choose a file in another folder";
        let refused = || Failure::setting("out", format!("{} {why}", place()));
        return if is_same { Ok(()) } else { Err(refused()) };
    }
    if FILES.iter().all(|(_, along)| *along != text) {
        write_whole(path, text.as_bytes()).with_context(place)?;
    }
    Ok(())
}

/// Creates a file that must be new.
fn make_new(file: &Path) -> Result<(), Failure> {
    let made = File::create_new(file).with_context(|| file.display().to_string());
    made.map(drop).or_else(|error| must_be_new(file).and(Err(error.into())))
}

/// A random seed, short enough to type again.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(0) % 1_000_000
}
