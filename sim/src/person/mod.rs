//! `play`: a person at the table with two bots.

mod advice;
mod draw;
mod lines;
mod offer;
mod party;
mod screen;
mod web;

use std::fs::File;
use std::io::stdin;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::{BySeat, Seat, options};

use self::party::{AnyParty, PERSON, Party, Setting, Stuck};
use crate::experiment::prepare;
use crate::external::External;
use crate::games::named::with_named_game;
use crate::play::asking::silence_bots;
use crate::play::players::programs;
use crate::play::seeds::Seeds;
use crate::terminal::failure::Failure;
use crate::terminal::screen::is_interactive;
use crate::terminal::stream::say;
use crate::whole::{must_be_new, write_whole};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand play --game 9-2-5
  threehand play --game kitty --bots champion,heuristic --seat 1
  threehand play --game three-kings --seed 7 --out game.jsonl
  threehand play --game 9-2-5 --web
  threehand play --game 9-2-5 --bots cmd:mine,heuristic --external mine='python3 mybot.py'

The seed decides the cards, so a match can be played again. --out keeps the hands as records, which \
`replay` and `verify` read; a match that you leave ends there with a forfeit.";

/// A match as typed.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// The bots on your left and on your right
    #[arg(
        long,
        value_name = "SPEC,SPEC",
        value_delimiter = ',',
        default_value = "heuristic,heuristic"
    )]
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
    /// The seed of the cards and of the bots [default: another one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The bot that is asked for advice, and that looks at your decisions after a match
    #[arg(long, value_name = "SPEC", default_value = "champion")]
    pub adviser: String,
    /// What is forced is played for you, and the next hand is dealt at once
    #[arg(long)]
    pub quick: bool,
    /// Play in the browser, at a link that is printed
    #[arg(long, conflicts_with = "quick")]
    pub web: bool,
    /// A new file for the records of the hands
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Plays matches until the person leaves.
///
/// # Errors
/// If what was typed is wrong, a bot fails or a file can't be written.
pub fn run(lab: &impl Registry, args: &PlayArgs) -> Result<(), Failure> {
    silence_bots();
    with_named_game(lab, &args.game, Play(args, &threehand_play::Catalog::of(lab)))?
}

/// How often it is looked whether a signal has come.
const GLANCE: Duration = Duration::from_millis(200);

/// Keeps the records of a match, where they are wanted.
type Keep<'a> = &'a mut dyn FnMut(&dyn AnyParty) -> Result<(), Failure>;

/// Ends a match, however it was played, and keeps its records. Whoever leaves between two hands leaves the next one.
fn end(
    party: &mut dyn AnyParty,
    keep: Keep<'_>,
    played: Result<(), Failure>,
) -> Result<(), Failure> {
    let goes_on = party.offer().end.is_some_and(|end| !end.over);
    let left = if goes_on { party.deal().map_err(failed) } else { Ok(()) };
    keep(party)?;
    played.and(left)
}

fn failed(stuck: Stuck) -> Failure {
    match stuck {
        Stuck::BotFailed { .. } => Failure::BotFailed(stuck.to_string()),
        Stuck::NoSuchChoice => Failure::Failed(stuck.into()),
    }
}

struct Play<'a>(&'a PlayArgs, &'a threehand_play::Catalog<'a>);

impl Visitor for Play<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let args = self.0;
        let seed = args.seed.unwrap_or_else(any_seed);
        let game = self.1.game(G::NAME).expect("the game was found by its name");
        let setting = setting((bots, game), args, seed)?;
        let mut records = args.out.as_deref().map(Records::new).transpose()?;
        say(&format!("seed {seed}: the same match again with --seed {seed}"));
        let mut party = Party::new(setting).map_err(failed)?;
        let keep: Keep<'_> =
            &mut |party| records.as_mut().map_or(Ok(()), |records| records.keep(party));
        if args.web {
            web::serve(&mut party, keep)
        } else if is_interactive() {
            screen::play(&mut party, args.quick, keep)
        } else {
            lines::play(&mut party, &mut stdin().lock(), args.quick, keep)
        }
    }
}

/// Who sits where, by what was typed.
fn setting<'a, G: Knowledge>(
    (bots, game): (&Bots<'a, G>, &dyn threehand_play::DynGame),
    args: &PlayArgs,
    seed: u64,
) -> Result<Setting<'a, G>, Failure> {
    let rules = prepare::typed_rules(&args.rules)?;
    if args.bots.len() != 2 {
        let told = format!("there are two seats for bots, not {}", args.bots.len());
        return Err(Failure::setting("bots", told));
    }
    let players = prepare::players(game, &args.bots, &args.external)?;
    let adviser = bots.spec(&args.adviser);
    let adviser = adviser.map_err(|error| Failure::setting("adviser", error.to_string()))?;
    for (label, program) in programs(&players) {
        let introduced = program.introduce(G::NAME, &options::to_json(&rules));
        let failed = |failure| Failure::BotFailed(format!("{label} can't play: it {failure}"));
        introduced.map_err(failed)?;
    }
    let sits = |seat: Seat| {
        let place = [args.seat.left(), args.seat.right()].into_iter().position(|it| it == seat);
        place.map(|place| &players[place])
    };
    let mut makers = prepare::makers(bots, &players).into_iter();
    let [left, right] = [makers.next(), makers.next()];
    let mut makers = BySeat([None, None, None]);
    (makers[args.seat.left()], makers[args.seat.right()]) = (left, right);
    Ok(Setting {
        rules,
        seeds: Seeds(seed),
        seat: args.seat,
        names: BySeat::from_fn(|seat| match sits(seat) {
            None => PERSON.to_owned(),
            Some(player) => player.who.to_string(),
        }),
        called: BySeat::from_fn(|seat| match sits(seat) {
            None => PERSON.to_owned(),
            Some(player) => player.label.clone(),
        }),
        makers,
        adviser: (adviser.to_string(), bots.maker(&adviser)),
    })
}

/// A seed that nobody chose.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    // A number that a person can type again.
    RandomState::new().hash_one(0) % 1_000_000
}

/// The file of records, written anew with each hand that ends.
struct Records {
    path: PathBuf,
    /// The lines of the matches that are over, and those of the match that is played.
    before: String,
    now: String,
    match_number: u64,
}

impl Records {
    fn new(path: &Path) -> Result<Self, Failure> {
        let made = File::create_new(path).with_context(|| format!("{}", path.display()));
        match made {
            Ok(_) => Ok(Self {
                path: path.to_owned(),
                before: String::new(),
                now: String::new(),
                match_number: 0,
            }),
            Err(error) => must_be_new(path).and(Err(error.into())),
        }
    }

    fn keep(&mut self, party: &dyn AnyParty) -> Result<(), Failure> {
        let is_new = self.before.is_empty() && self.now.is_empty();
        let records = party.records();
        let number = records.first().map_or(0, |record| record.match_number);
        if number != self.match_number {
            self.before += &self.now;
            self.match_number = number;
        }
        let line = |record| serde_json::to_string(record).expect("a record has a JSON text") + "\n";
        self.now = records.iter().map(line).collect();
        let text = [self.before.as_str(), &self.now].concat();
        let written = write_whole(&self.path, text.as_bytes());
        if is_new && written.is_err() {
            // The file holds nothing, and so must not keep the command from being given again.
            let _ = std::fs::remove_file(&self.path);
        }
        written.with_context(|| self.path.display().to_string())?;
        Ok(())
    }
}
