//! `check-bot`: plays every phase of every game against a program, and says what is wrong.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::anyhow;
use clap::Args;
use threehand_bots::{BotFailure, BotRng};
use threehand_engine::{BySeat, Seat, below};
use threehand_play::{
    Catalog, DynGame, DynHand, DynRules, DynView, Program as _, ProgramSeat, Seeds,
};

use super::bot::ExternalBot;
use super::protocol::{Decide, Hello, Message};
use super::setting::{External, split};
use super::spec::ExternalSpec;
use crate::experiment::interrupt::{heed_interrupts, interrupted};
use crate::games::named::games;
use crate::settings::value;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::stream::{print, print_bytes};
use threehand_play::panics::silence_bots;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand check-bot 'python3 examples/external/low_cards.py'
  threehand check-bot --game 9-2-5 ./mybot --deep

All that follows the command is an argument of the command. docs/protocol.md says what a program reads and writes.";

/// The cards on which a program is checked.
const SEEDS: Seeds = Seeds(1);

/// Matches that are played in the rules of the game, and how many of them are played again.
const MATCHES: (u64, u64) = (8, 4);

/// The same in each variant that has a name.
const MATCHES_OF_VARIANT: (u64, u64) = (2, 0);

/// Hands of each match.
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
pub fn run(catalog: &Catalog<'_>, args: &CheckBotArgs) -> Result<(), Failure> {
    let wrong = |told: String| Failure::usage(anyhow!(told));
    let words = match &args.command[..] {
        [one] => split(one).map_err(wrong)?,
        words => words.to_vec(),
    };
    let external = External::new("bot", words).map_err(wrong)?;
    heed_interrupts()?;
    silence_bots();
    let spec = ExternalSpec::read(&format!("cmd:bot:ms={}", args.ms));
    let spec = spec.expect("the flag takes what a spec takes");
    let bot = || ExternalBot::new(external.clone(), spec.clone());
    if bot().files()?.is_empty() {
        let program = &external.command[0];
        let more = if args.command.len() > 1 { ": all flags stand before the command" } else { "" };
        return Err(wrong(format!("there is no program `{program}`{more}")));
    }
    let games = games(catalog, args.game.as_deref())?;
    let check = |game: &&dyn DynGame| check(*game, &bot());
    let verdicts = games.iter().map(check).collect::<Result<Vec<_>, _>>()?;
    let wrong = verdicts.iter().filter(|verdict| **verdict == Verdict::Wrong).count() as u64;
    if wrong > 0 {
        let told = format!("the bot plays wrong in {}", plural(wrong, "game"));
        return Err(Failure::BotFailed(told));
    }
    if verdicts.iter().all(|verdict| *verdict == Verdict::NotPlayed) {
        let told = "the bot says that it plays none of these games";
        return Err(Failure::BotFailed(told.to_owned()));
    }
    Ok(())
}

/// How a program plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
    NotPlayed,
}

/// Checks a program in a game, and prints what was found.
fn check(game: &dyn DynGame, bot: &ExternalBot) -> Result<Verdict, Failure> {
    let (name, ms) = (game.name(), bot.spec().ms);
    let rules = default_rules(game).to_json();
    let introduced = match bot.introduce(name, &rules) {
        Ok(introduced) => introduced,
        Err(failure @ BotFailure::GaveUp(_)) => {
            print(&format!("{name}: not played: {failure}\n"))?;
            return Ok(Verdict::NotPlayed);
        }
        Err(failure) => {
            print(&format!("{name}: wrong at the hello: {}\n  it was asked\n", did(&failure)))?;
            print_bytes(&Message::hello(name, &rules, "bot").line())?;
            print(&format!("  expected {{\"name\":\"…\"}}\n{}", standard_error(bot)))?;
            return Ok(Verdict::Wrong);
        }
    };
    let mut check = Check { game, bot, phases: BTreeMap::new(), is_repeatable: true };
    match check.play() {
        Ok(()) => {}
        Err(Ended::Wrong) => return Ok(Verdict::Wrong),
        Err(Ended::Failed(failure)) => return Err(failure),
    }
    let Hello { name: who, version, .. } = introduced;
    let (times, phases) = (bot.times(), check.phases.iter());
    let phases: Vec<_> = phases.map(|(phase, count)| format!("{count} {phase}")).collect();
    let mut text = format!("{name}: right · {who} {version} · {times} · {}\n", phases.join(", "));
    if times.longest.as_millis() > u128::from(ms) {
        let _ = writeln!(
            text,
            "  note: the longest decision took more than the {ms} ms that it was told"
        );
    }
    if !check.is_repeatable {
        text += "  note: asked the same with the same seeds, it chose otherwise: runs with it can't be repeated\n";
    }
    print(&text)?;
    Ok(Verdict::Right)
}

fn default_rules(game: &dyn DynGame) -> Box<dyn DynRules> {
    game.rules(&[]).expect("no option is wrong")
}

/// A game that is played against a program.
struct Check<'a> {
    game: &'a dyn DynGame,
    bot: &'a ExternalBot,
    /// The program's decisions by phase.
    phases: BTreeMap<String, u64>,
    /// Whether the program chose the same when it was asked the same.
    is_repeatable: bool,
}

/// Why a game is not played on.
enum Ended {
    /// The program failed, which was printed.
    Wrong,
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for Ended {
    fn from(failure: E) -> Self {
        Self::Failed(failure.into())
    }
}

impl Check<'_> {
    /// Plays the rules of the game, and each variant that has a name.
    fn play(&mut self) -> Result<(), Ended> {
        let variants = self.game.variants().iter().map(|variant| variant.options);
        let variants = variants.filter(|options| !options.is_empty());
        let named: Vec<_> = variants.filter_map(|options| self.game.rules(options).ok()).collect();
        self.play_rules(&*default_rules(self.game), MATCHES)?;
        named.iter().try_for_each(|rules| self.play_rules(&**rules, MATCHES_OF_VARIANT))
    }

    /// Plays so many matches. In turn the program sits in each seat, and in all of them.
    fn play_rules(
        &mut self,
        rules: &dyn DynRules,
        (matches, again): (u64, u64),
    ) -> Result<(), Ended> {
        for number in 0..matches {
            let sits = |seat: Seat| [seat.number() as u64, 3].contains(&(number % 4));
            let chosen = self.play_match(rules, number, sits)?;
            if number < again {
                self.is_repeatable &= chosen == self.play_match(rules, number, sits)?;
            }
        }
        self.ask_unseen(rules)
    }

    /// Plays the first hands of a match, with the program in the seats where it `sits`. Returns the
    /// program's actions.
    fn play_match(
        &mut self,
        rules: &dyn DynRules,
        number: u64,
        sits: impl Fn(Seat) -> bool,
    ) -> Result<Vec<usize>, Ended> {
        let mut bots = BySeat::from_fn(|_| self.bot.sit());
        let mut rngs = BySeat::from_fn(|seat| SEEDS.bot(number, 0, seat));
        let mut chosen = Vec::new();
        let mut next = Some(first_hand(rules, number));
        for number_of_next in 1..=HANDS {
            let Some(mut hand) = next else { break };
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                let action = if sits(seat) {
                    let action =
                        self.ask(&*view, &mut *bots[seat], &mut rngs[seat], chosen.len())?;
                    *self.phases.entry(phase(&*view)).or_default() += 1;
                    chosen.push(action);
                    action
                } else {
                    any_legal(&*view, &mut rngs[seat])
                };
                hand.play(action).expect("it is legal");
            }
            next = hand.next_hand(&SEEDS.deck(number, number_of_next));
        }
        Ok(chosen)
    }

    /// Asks the program about the phases that random play comes to and the program did not.
    fn ask_unseen(&mut self, rules: &dyn DynRules) -> Result<(), Ended> {
        for number in 0..RANDOM_HANDS {
            let mut rng = SEEDS.bot(number, 1, Seat::P0);
            let mut hand = first_hand(rules, number);
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                if !self.phases.contains_key(&phase(&*view)) {
                    self.ask(&*view, &mut *self.bot.sit(), &mut rng, 0)?;
                    self.phases.insert(phase(&*view), 1);
                }
                hand.play(any_legal(&*view, &mut rng)).expect("it is legal");
            }
        }
        Ok(())
    }

    /// The legal action that the program chooses, after so many decisions `before` in the match. Prints what it
    /// did wrong.
    fn ask(
        &self,
        view: &dyn DynView,
        seat: &mut dyn ProgramSeat,
        rng: &mut BotRng,
        before: usize,
    ) -> Result<usize, Ended> {
        if let Some(signal) = interrupted() {
            return Err(Failure::Interrupted(signal, "interrupted".to_owned()).into());
        }
        let decide = Decide::of(view, self.bot.spec().ms, &mut rng.clone());
        let legal = |action: usize| match view.legal().contains(&action) {
            true => Ok(action),
            false => {
                let why = "it is not among the actions of `legal`";
                Err(BotFailure::illegal(view.action_text(action), why))
            }
        };
        match seat.decide(view, rng).and_then(legal) {
            Ok(action) => Ok(action),
            Err(failure) => {
                self.print_fault(&failure, &decide, before + 1)?;
                Err(Ended::Wrong)
            }
        }
    }

    /// Prints what went wrong at a decision. The message stands on a line of its own, so that it can be sent again.
    fn print_fault(
        &self,
        failure: &BotFailure,
        decide: &Decide,
        number: usize,
    ) -> Result<(), Failure> {
        let (game, phase, did) = (self.game.name(), &decide.view.phase, did(failure));
        print(&format!(
            "{game}: wrong at decision {number} of a match, `{phase}`: {did}\n  it was asked\n"
        ))?;
        print_bytes(&Message::Decide(decide).line())?;
        let (legal, errors) = (decide.view.legal.join(", "), standard_error(self.bot));
        print(&format!("  expected {{\"action\":\"…\"}} with one of: {legal}\n{errors}"))
    }
}

fn first_hand(rules: &dyn DynRules, number: u64) -> Box<dyn DynHand> {
    rules.first_hand(SEEDS.first_dealer(number), &SEEDS.deck(number, 0))
}

/// Any legal action, each equally likely.
fn any_legal(view: &dyn DynView, rng: &mut BotRng) -> usize {
    let legal = view.legal();
    legal[below(rng, legal.len())]
}

/// What is to be decided, as a word.
fn phase(view: &dyn DynView) -> String {
    let phase = view.phase();
    if phase.is_empty() { "decisions".to_owned() } else { phase.to_owned() }
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
fn standard_error(bot: &ExternalBot) -> String {
    let lines = bot.log().early();
    let last = &lines[lines.len().saturating_sub(SAID)..];
    let shown = last.iter().map(|line| format!("    {line}\n"));
    if last.is_empty() {
        return String::new();
    }
    format!("  on standard error it wrote\n{}", shown.collect::<String>())
}
