//! `check-bot`: plays every phase of every game against a program, and says what is wrong.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use threehand_bots::{BotFailure, BotRng, Bots, Knowledge, Registry, Visitor};
use threehand_engine::{BySeat, Hand as _, Legal as _, Seat, View, options};

use super::program::{Introduced, Program};
use super::protocol::{Decide, Message};
use super::seat::AtProgram;
use super::setting::{External, split};
use super::spec::ExternalSpec;
use crate::experiment::interrupt::{heed_interrupts, interrupted};
use crate::games::named::with_named_game;
use crate::play::asking::silence_bots;
use crate::play::seated::Seated;
use crate::play::seeds::Seeds;
use crate::settings::value;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::stream::{print, print_bytes};

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand check-bot 'python3 examples/external/low_cards.py'
  threehand check-bot --game 9-2-5 ./mybot --deep

All that follows the command is an argument of the command. docs/protocol.md says what a program reads and writes.";

/// The cards on which a program is checked.
const SEEDS: Seeds = Seeds(1);

/// Matches that are played in the rules of the game, and in each variant that has a name; and hands of each match.
const MATCHES: (u64, u64) = (8, 2);
const HANDS: usize = 3;

/// Hands of random play, whose phases a program is asked about that it did not come to by itself.
const RANDOM_HANDS: u64 = 60;

/// As many lines of standard error are shown.
const SAID: usize = 12;

/// A check as typed.
#[derive(Debug, Args)]
pub struct CheckBotArgs {
    /// The program and its arguments, as words or as one text
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "CMD"
    )]
    pub command: Vec<String>,
    /// One game [default: all]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Milliseconds that the program is told it has for a decision
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value::whole::<1, 3_600_000>)]
    pub ms: u64,
}

/// Checks a program, and prints what was found.
///
/// # Errors
/// If the program plays wrong; or what is wrong with what was typed.
pub fn run(lab: &impl Registry, args: &CheckBotArgs) -> Result<(), Failure> {
    let wrong = |told: String| Failure::usage(anyhow!(told));
    let words = match &args.command[..] {
        [one] => split(one).map_err(wrong)?,
        words => words.to_vec(),
    };
    let external = External::new("bot", words).map_err(wrong)?;
    heed_interrupts()?;
    silence_bots();
    let spec = ExternalSpec::read("cmd:bot").expect("a spec");
    if Program::new(external.clone(), spec).files()?.is_empty() {
        let program = &external.command[0];
        let more = if args.command.len() > 1 { ": all flags stand before the command" } else { "" };
        return Err(wrong(format!("there is no program `{program}`{more}")));
    }
    let check = Check { external: &external, ms: args.ms };
    let found = match &args.game {
        Some(name) => vec![with_named_game(lab, name, check)?],
        None => lab.each_game(check),
    };
    let found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
    let wrong = found.iter().filter(|found| **found == Found::Wrong).count() as u64;
    if wrong > 0 {
        let told = format!("the bot plays wrong in {}", plural(wrong, "game"));
        return Err(Failure::BotFailed(told));
    }
    if found.iter().all(|found| *found == Found::NotPlayed) {
        return Err(Failure::BotFailed(
            "the bot says that it plays none of these games".to_owned(),
        ));
    }
    Ok(())
}

/// What was found in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Right,
    Wrong,
    NotPlayed,
}

#[derive(Clone, Copy)]
struct Check<'a> {
    external: &'a External,
    ms: u64,
}

/// Why a game is not played on.
enum Ended {
    /// Something went wrong at a decision.
    Wrong(Box<Fault>),
    /// A signal of this number came.
    Interrupted(u8),
}

/// What went wrong at a decision.
struct Fault {
    failure: BotFailure,
    /// The decision that the program was asked for.
    asked: Decide,
    /// How many decisions it had made in the match.
    before: usize,
}

impl Visitor for Check<'_> {
    type Output = Result<Found, Failure>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> Self::Output {
        let spec = ExternalSpec::read(&format!("cmd:bot:ms={}", self.ms));
        let spec = spec.expect("the flag takes what a spec takes");
        let program = Arc::new(Program::new(self.external.clone(), spec));
        let rules = options::to_json(&G::default());
        match program.introduce(G::NAME, &rules) {
            Err(failure @ BotFailure::GaveUp(_)) => {
                print(&format!("{}: not played: {failure}\n", G::NAME))?;
                return Ok(Found::NotPlayed);
            }
            Err(failure) => {
                print(&format!(
                    "{}: wrong at the hello: {}\n  it was asked\n",
                    G::NAME,
                    did(&failure)
                ))?;
                print_bytes(&Message::hello(G::NAME, &rules, "bot").line())?;
                print(&format!("  expected {{\"name\":\"…\"}}\n{}", said(&program)))?;
                return Ok(Found::Wrong);
            }
            Ok(Introduced { name, version }) => {
                let mut phases = BTreeMap::new();
                let (played, repeats) = play::<G>(&program, &mut phases);
                let mut text = String::new();
                let counts = phases.iter().map(|(phase, count)| format!("{count} {phase}"));
                let counts: Vec<_> = counts.collect();
                match played {
                    Ok(()) => {}
                    Err(Ended::Interrupted(signal)) => {
                        return Err(Failure::Interrupted(signal, "interrupted".to_owned()));
                    }
                    Err(Ended::Wrong(fault)) => {
                        tell(G::NAME, &fault, &program)?;
                        return Ok(Found::Wrong);
                    }
                }
                let _ = writeln!(
                    text,
                    "{}: right · {name} {version} · {} · {}",
                    G::NAME,
                    program.times(),
                    counts.join(", ")
                );
                if program.times().longest.as_millis() > u128::from(self.ms) {
                    let _ = writeln!(
                        text,
                        "  note: the longest decision took more than the {} ms that it was told",
                        self.ms
                    );
                }
                if !repeats {
                    text += "  note: asked the same with the same seeds, it chose otherwise: runs with it can't be \
                             repeated\n";
                }
                print(&text)?;
            }
        }
        Ok(Found::Right)
    }
}

/// Plays a game with a program; says besides whether it plays the same again under the same seeds.
fn play<G: Knowledge>(
    program: &Arc<Program>,
    phases: &mut BTreeMap<String, u64>,
) -> (Result<(), Ended>, bool) {
    let mut repeats = true;
    let mut all = || -> Result<(), Ended> {
        for (variant, rules) in variants::<G>().into_iter().enumerate() {
            for number in 0..if variant == 0 { MATCHES.0 } else { MATCHES.1 } {
                // In turn the program sits in each seat, and in all of them.
                let seats = Seat::ALL
                    .map(|seat| number % 4 == 3 || number % 4 == u64::from(seat.number() as u8));
                let chosen = match_of::<G>(&rules, number, BySeat(seats), program, phases)?;
                if number < 4 && variant == 0 {
                    let again = match_of::<G>(&rules, number, BySeat(seats), program, phases)?;
                    repeats &= chosen == again;
                }
            }
            unseen::<G>(&rules, program, phases)?;
        }
        Ok(())
    };
    (all(), repeats)
}

/// The rules of the game, and of each variant that has a name.
fn variants<G: Knowledge>() -> Vec<G> {
    let named = G::VARIANTS.iter().filter(|variant| !variant.options.is_empty());
    let named = named.filter_map(|variant| options::rules(variant.options.iter().copied()).ok());
    std::iter::once(G::default()).chain(named).collect()
}

/// Plays the first hands of a match; gives the program's actions.
fn match_of<G: Knowledge>(
    rules: &G,
    number: u64,
    seats: BySeat<bool>,
    program: &Arc<Program>,
    phases: &mut BTreeMap<String, u64>,
) -> Result<Vec<G::Action>, Ended> {
    let mut bots: BySeat<Seated<G>> = BySeat::from_fn(|seat| match seats[seat] {
        true => Seated::Other(Box::new(AtProgram::new(Arc::clone(program)))),
        false => Seated::Bot(Box::new(threehand_bots::Random)),
    });
    let mut rngs = BySeat::from_fn(|seat| SEEDS.bot(number, 0, seat));
    let mut standing = rules.first_standing(SEEDS.first_dealer(number));
    let mut chosen = Vec::new();
    for hand in 0..HANDS {
        let mut hand = rules.start(&standing, &rules.deal(&standing, &SEEDS.deck(number, hand)));
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            let action = match seats[seat] {
                true => {
                    let action =
                        asked(&view, &mut bots[seat], &mut rngs[seat], chosen.len(), program)?;
                    *phases.entry(phase(&view)).or_default() += 1;
                    chosen.push(action);
                    action
                }
                false => view.any_legal(&mut rngs[seat]),
            };
            hand.play_unchecked(action);
        }
        let outcome = hand.outcome().expect("nobody is to move");
        if outcome.over {
            break;
        }
        standing = outcome.standing;
    }
    Ok(chosen)
}

/// Asks a program about the phases that random play comes to and the program did not.
fn unseen<G: Knowledge>(
    rules: &G,
    program: &Arc<Program>,
    phases: &mut BTreeMap<String, u64>,
) -> Result<(), Ended> {
    for number in 0..RANDOM_HANDS {
        let mut rng = SEEDS.bot(number, 1, Seat::P0);
        let standing = rules.first_standing(SEEDS.first_dealer(number));
        let mut hand = rules.start(&standing, &rules.deal(&standing, &SEEDS.deck(number, 0)));
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            if let Entry::Vacant(unseen) = phases.entry(phase(&view)) {
                let mut bot = Seated::Other(Box::new(AtProgram::new(Arc::clone(program))));
                asked(&view, &mut bot, &mut rng, 0, program)?;
                unseen.insert(1);
            }
            let action = view.any_legal(&mut rng);
            hand.play_unchecked(action);
        }
    }
    Ok(())
}

/// What is to be decided, as a word.
fn phase<G: Knowledge>(view: &View<'_, G>) -> String {
    let phase = G::recall(view).phase;
    if phase.is_empty() { "decisions".to_owned() } else { phase.to_owned() }
}

/// The legal action that a program chooses.
fn asked<G: Knowledge>(
    view: &View<'_, G>,
    bot: &mut Seated<G>,
    rng: &mut BotRng,
    before: usize,
    program: &Program,
) -> Result<G::Action, Ended> {
    let decide = Decide::of(view, program.spec().ms, &mut rng.clone());
    let fault = |failure| Ended::Wrong(Box::new(Fault { failure, asked: decide, before }));
    if let Some(signal) = interrupted() {
        return Err(Ended::Interrupted(signal));
    }
    match bot.answer(view, rng) {
        Err(failure) => Err(fault(failure)),
        Ok(action) if view.legal().contains(action) => Ok(action),
        Ok(action) => {
            let why = "it is not among the actions of `legal`";
            Err(fault(BotFailure::illegal(action, why)))
        }
    }
}

/// Says what went wrong at a decision. The message stands on a line of its own, so that it can be sent again.
fn tell(game: &str, fault: &Fault, program: &Program) -> Result<(), Failure> {
    let Fault { failure, asked, before } = fault;
    let (number, phase, did) = (before + 1, &asked.view.phase, did(failure));
    let text = format!(
        "{game}: wrong at decision {number} of a match, `{phase}`: {did}\n  it was asked\n"
    );
    print(&text)?;
    print_bytes(&Message::Decide(asked).line())?;
    let legal = asked.view.legal.join(", ");
    let said = said(program);
    print(&format!("  expected {{\"action\":\"…\"}} with one of: {legal}\n{said}"))
}

/// What a program did that fails.
pub(super) fn did(failure: &BotFailure) -> String {
    match failure {
        BotFailure::Illegal { action, why } => {
            format!("it answered {{\"action\":\"{action}\"}}: {why}")
        }
        BotFailure::GaveUp(error) => format!("it answered {{\"error\":\"{error}\"}}"),
        BotFailure::Garbage(answer) => format!("its answer was not understood: {answer}"),
        failure => format!("it {failure}"),
    }
}

/// The last lines that a program wrote to standard error.
fn said(program: &Program) -> String {
    let lines = program.said();
    let last = &lines[lines.len().saturating_sub(SAID)..];
    let shown = last.iter().map(|line| format!("    {line}\n"));
    if last.is_empty() {
        return String::new();
    }
    format!("  on standard error it wrote\n{}", shown.collect::<String>())
}
