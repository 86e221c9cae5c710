//! `check-bot`: tests an external bot in every phase of every game.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use threehand_bots::{BotFailure, BotRng};
use threehand_engine::{BySeat, Seat, below};
use threehand_play::panics::silence_bots;
use threehand_play::{Catalog, DynGame, DynRules, DynView, Program as _, ProgramSeat, Seeds};

use crate::play::external::bot::ExternalBot;
use crate::play::external::bots::did;
use crate::play::external::protocol::{Decide, Hello, Message, PROTOCOL};
use crate::play::external::spec::{ExternalSpec, HELLO};
use crate::play::named::games;
use crate::settings::external::{External, split};
use crate::settings::value;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::{heed_interrupts, interrupted};
use crate::terminal::number::plural;
use crate::terminal::stream::{print, print_bytes};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand check-bot 'python3 examples/external/low_cards.py'
  threehand check-bot --game 9-2-5 ./mybot --deep

All that follows the command is an argument of the command. docs/protocol.md describes the messages.";

/// The seeds of the cards.
const SEEDS: Seeds = Seeds(1);

/// The matches under the rules of the game and under each named variant, and how many of them are played twice.
const MATCHES: (u64, u64) = (8, 4);
const MATCHES_OF_VARIANT: (u64, u64) = (2, 0);

/// The hands of each match.
const HANDS: usize = 3;

/// The matches of random play that are searched for phases that the program has not met.
const RANDOM_MATCHES: u64 = 60;

/// The last lines of standard error that are shown.
const ERRORS: usize = 12;

/// The arguments of `check-bot`.
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
    /// Milliseconds for a decision, as the program sees it
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value::whole::<1, 3_600_000>)]
    pub ms: u64,
    /// Milliseconds for the answer to the first message
    #[arg(long, value_name = "N", default_value_t = HELLO.into(), value_parser = value::whole::<1, 3_600_000>)]
    pub hello: u64,
    /// Keep what is said, a file for each process in this folder
    #[arg(long, value_name = "DIR")]
    pub trace: Option<PathBuf>,
}

/// Checks a program, and prints the result for each game.
///
/// # Errors
/// If the program plays wrong; or what is wrong with the arguments.
pub fn run(catalog: &Catalog<'_>, args: &CheckBotArgs) -> Result<(), Failure> {
    let wrong = |why: String| Failure::usage(anyhow!(why));
    let words = match &args.command[..] {
        [one] => split(one).map_err(wrong)?,
        words => words.to_vec(),
    };
    let external = External::new("bot", words).map_err(wrong)?;
    heed_interrupts()?;
    silence_bots();
    let spec = format!("cmd:bot:ms={}:hello={}", args.ms, args.hello);
    let spec = ExternalSpec::read(&spec).map_err(wrong)?;
    let bot = || ExternalBot::new(external.clone(), spec.clone());
    bot().expect_program().map_err(|why| {
        let is_text = args.command.len() > 1 && args.command[0].contains(' ');
        let more = if is_text { ": all flags stand before the command" } else { "" };
        wrong(why + more)
    })?;
    let (mut wrong, mut is_played) = (0, false);
    for game in games(catalog, args.game.as_deref())? {
        let bot = bot();
        args.trace.as_deref().map_or(Ok(()), |dir| bot.log().trace_to(dir))?;
        match Check::of(game, &bot).run() {
            Ok(plays) => is_played |= plays,
            Err(Failure::BotFailed(_)) => wrong += 1,
            Err(failure) => return Err(failure),
        }
    }
    match (wrong, is_played) {
        (0, true) => Ok(()),
        (0, false) => Err(Failure::BotFailed("the bot plays none of these games".to_owned())),
        _ => Err(Failure::BotFailed(format!("the bot plays wrong in {}", plural(wrong, "game")))),
    }
}

/// The check of a program in a game.
struct Check<'a> {
    game: &'a dyn DynGame,
    bot: &'a ExternalBot,
    /// The number of the program's decisions by phase.
    phases: BTreeMap<String, u64>,
    /// Whether the program chose the same when it was asked the same.
    is_repeatable: bool,
}

impl<'a> Check<'a> {
    fn of(game: &'a dyn DynGame, bot: &'a ExternalBot) -> Self {
        Self { game, bot, phases: BTreeMap::new(), is_repeatable: true }
    }

    /// Plays the game, and prints the verdict; `false` if the program does not play it.
    fn run(mut self) -> Result<bool, Failure> {
        let (name, ms) = (self.game.name(), self.bot.spec().ms);
        let rules = self.game.rules(&[]).expect("no option is wrong");
        let rules_json = rules.to_json();
        let hello = match self.bot.introduce(name, &rules_json) {
            Ok(hello) => hello,
            Err(failure @ BotFailure::GaveUp(_)) => {
                print(&format!("{name}: not played: {failure}\n"))?;
                return Ok(false);
            }
            Err(failure) => {
                let (rules, label) = (&rules_json, "bot");
                let asked = Message::Hello { protocol: PROTOCOL, game: name, rules, label };
                return self.fault("the hello", &failure, &asked, "{\"name\":\"…\"}");
            }
        };
        self.play_rules(&*rules, MATCHES)?;
        let variants = self.game.variants().iter().filter(|variant| !variant.options.is_empty());
        for rules in variants.filter_map(|variant| self.game.rules(variant.options).ok()) {
            self.play_rules(&*rules, MATCHES_OF_VARIANT)?;
        }
        let Hello { name: who, version, .. } = hello;
        let times = self.bot.times();
        let phases = self.phases.iter().map(|(phase, count)| format!("{count} {phase}"));
        let phases = phases.collect::<Vec<_>>().join(", ");
        let mut text = format!("{name}: right · {who} {version} · {times} · {phases}\n");
        if 1_000.0 * times.longest > f64::from(ms) {
            text += &format!("  note: the longest decision took more than {ms} ms\n");
        }
        if !self.is_repeatable {
            text += "  note: runs with this bot are not repeatable: asked the same with the same seeds, it chose \
                     otherwise\n";
        }
        print(&text)?;
        Ok(true)
    }

    /// Plays so many matches under these rules, with the program in each seat in turn and in all of them, and then
    /// matches of random play.
    fn play_rules(
        &mut self,
        rules: &dyn DynRules,
        (matches, twice): (u64, u64),
    ) -> Result<(), Failure> {
        for number in 0..matches {
            let sits = |seat: &Seat| [seat.number() as u64, 3].contains(&(number % 4));
            let seats: Vec<_> = Seat::ALL.into_iter().filter(sits).collect();
            let chosen = self.play_match(rules, number, &seats)?;
            if number < twice {
                self.is_repeatable &= chosen == self.play_match(rules, number, &seats)?;
            }
        }
        (0..RANDOM_MATCHES).try_for_each(|number| self.play_match(rules, number, &[]).map(drop))
    }

    /// Plays the first hands of a match, with the program in these seats. Where it has no seat, it is asked about the
    /// phases that it has not met. Returns its actions.
    fn play_match(
        &mut self,
        rules: &dyn DynRules,
        number: u64,
        seats: &[Seat],
    ) -> Result<Vec<usize>, Failure> {
        let mut bots = BySeat::from_fn(|seat| self.bot.sit((0, BySeat([0; 3])), seat));
        let mut rngs = BySeat::from_fn(|seat| SEEDS.bot(number, 0, seat));
        let mut chosen = Vec::new();
        let deck = |hand| SEEDS.deck(number, hand);
        let mut next = Some(rules.first_hand(SEEDS.first_dealer(number), &deck(0)));
        for number_of_next in 1..=HANDS {
            let Some(mut hand) = next else { break };
            while let Some(seat) = hand.turn() {
                let (view, rng) = (hand.view(seat), &mut rngs[seat]);
                let is_new = seats.is_empty() && !self.phases.contains_key(&phase(&*view));
                let action = if is_new || seats.contains(&seat) {
                    let action = self.ask(&*view, &mut *bots[seat], rng, chosen.len())?;
                    chosen.push(action);
                    action
                } else {
                    let legal = view.legal();
                    legal[below(rng, legal.len())]
                };
                hand.play(action).expect("it is legal");
            }
            next = hand.next_hand(&deck(number_of_next));
        }
        Ok(chosen)
    }

    /// The legal action that the program chooses, after so many decisions `before` in the match.
    fn ask(
        &mut self,
        view: &dyn DynView,
        seat: &mut dyn ProgramSeat,
        rng: &mut BotRng,
        before: usize,
    ) -> Result<usize, Failure> {
        if let Some(signal) = interrupted() {
            return Err(Failure::Interrupted(signal, "interrupted".to_owned()));
        }
        let decide = Decide::of(view, self.bot.spec().ms, &mut rng.clone());
        let failure = match seat.decide(view, rng) {
            Ok(action) if view.legal().contains(&action) => {
                *self.phases.entry(phase(view)).or_default() += 1;
                return Ok(action);
            }
            Ok(action) => {
                let why = "it is not among the actions of `legal`";
                let text = self.game.action_text(action).unwrap_or_default();
                BotFailure::illegal(text, why)
            }
            Err(failure) => failure,
        };
        let place = format!("decision {} of a match, `{}`", before + 1, decide.view.phase);
        let due = format!("{{\"action\":\"…\"}} with one of: {}", decide.view.legal.join(", "));
        self.fault(&place, &failure, &Message::Decide(&decide), &due)
    }

    /// Prints a fault, and fails with it. The message stands on a line of its own, so that it can be sent again.
    fn fault<T>(
        &self,
        place: &str,
        failure: &BotFailure,
        asked: &Message<'_>,
        due: &str,
    ) -> Result<T, Failure> {
        let (game, did) = (self.game.name(), did(failure));
        print(&format!("{game}: wrong at {place}: {did}\n  it was asked\n"))?;
        print_bytes(&asked.line())?;
        let errors = self.bot.log().last_lines();
        let last = &errors[errors.len().saturating_sub(ERRORS)..];
        let head = if last.is_empty() { "" } else { "  on standard error it wrote\n" };
        let lines: String = last.iter().map(|line| format!("    {line}\n")).collect();
        print(&format!("  expected {due}\n{head}{lines}"))?;
        Err(Failure::BotFailed(did))
    }
}

/// The phase of a decision, as a word.
fn phase(view: &dyn DynView) -> String {
    let phase = view.recalled().phase;
    if phase.is_empty() { "decisions".to_owned() } else { phase.to_owned() }
}
