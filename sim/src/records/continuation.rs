//! A recorded hand continued by other bots, under other rules, or after another action.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use threehand_bots::Spec;
use threehand_engine::options::{did_you_mean, nearest};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Seat};
use threehand_play::{
    Arena, Catalog, Continued, Decks, DynError, DynGame, DynHand, DynRules, Forfeit, Player, Seeds,
};

use super::replay::{ReplayArgs, hand_json, hand_text, print_hand};
use super::scores::all_signed;
use super::selection::{Selection, in_game};
use super::worlds;
use crate::experiment::prepare;
use crate::files::manifest::SavedManifest;
use crate::io::atomic_write::folder_of;
use crate::settings::config::settings_in;
use crate::settings::value;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;
use crate::terminal::stdout_redirect::StdoutRedirect;
use crate::terminal::stream::print_json;

/// The most worlds of `--worlds`.
const MOST_WORLDS: u64 = 1_000_000;

/// The most legal actions that an error names.
const NAMED: usize = 12;

/// How a hand is continued, as typed.
#[derive(Debug, Args)]
#[command(next_help_heading = "What if")]
pub struct ContinuationArgs {
    /// Play one hand on from its action N, which counts from 0; the actions before it stay
    #[arg(long, value_name = "N")]
    pub from: Option<usize>,
    /// Who plays on: one bot for all seats, or three by seat [default: those of the record]
    #[arg(long, value_name = "SPEC,…", requires = "from", value_delimiter = ',', value_parser = value::item)]
    pub bots: Vec<String>,
    /// Rule options other than those of the record; the actions before N must be legal by them
    #[arg(long, value_name = "KEY=VALUE,…", requires = "from", value_delimiter = ',', value_parser = value::item)]
    pub rules: Vec<String>,
    /// What is done at action N instead, in the words of a record, such as 'play AS'
    #[arg(long = "do", value_name = "ACTION", requires = "from")]
    pub first: Option<String>,
    /// Play on in N worlds that fit what a seat saw, and show the points that each seat gains; with --do
    /// beside what was done, in the same worlds
    #[arg(long, value_name = "N", requires = "from", conflicts_with = "match_on", allow_negative_numbers = true, value_parser = value::whole::<1, MOST_WORLDS>)]
    pub worlds: Option<u64>,
    /// The seat whose knowledge the worlds fit [default: the seat whose turn it is]
    #[arg(long, value_name = "SEAT", requires = "worlds", allow_negative_numbers = true, value_parser = value::whole::<0, 2>)]
    pub seat: Option<u64>,
    /// Play the match on to its end, with the cards of the run's seed
    #[arg(long, requires = "from")]
    pub match_on: bool,
}

/// Continues the selected hand from an action, and prints the outcome.
///
/// # Errors
/// What is wrong with the record or the command, or which bot failed.
pub(super) fn run(
    catalog: &Catalog<'_>,
    args: &ReplayArgs,
    from: usize,
    seeds: Seeds,
) -> Result<(), Failure> {
    let (record, place) = args.selection.only("from")?;
    let (json, text) = in_game(catalog, (&record, &place), |game| {
        let (selection, args) = (&args.selection, &args.continuation);
        let continuation = Continuation::of(game, &record, args, (from, seeds))?;
        if args.bots.is_empty() {
            are_those_of_the_run(&continuation.specs, &selection.file)?;
        }
        match args.worlds {
            Some(count) => worlds::compare(&continuation, args.seat, count),
            None => continuation.play_once(args.match_on.then_some(selection)),
        }
    })?;
    if args.json { print_json(&json) } else { print_hand(&text) }
}

/// The words of a line of a record without its seat, and the indices of its actions.
pub(super) type Line<'a> = (&'a str, Vec<usize>);

/// A recorded hand that is to be continued.
pub(super) struct Continuation<'a> {
    game: &'a dyn DynGame,
    pub(super) record: &'a Record,
    /// The number of actions of the record that are kept.
    pub(super) from: usize,
    /// The rules that were asked for.
    rules: Box<dyn DynRules>,
    /// The hand after the kept actions, under these rules.
    pub(super) hand: Box<dyn DynHand>,
    /// The bots by seat.
    pub(super) specs: BySeat<Spec>,
    /// The first line, as typed; `None` where the bots decide.
    pub(super) first: Option<Line<'a>>,
    pub(super) seeds: Seeds,
}

impl<'a> Continuation<'a> {
    fn of(
        game: &'a dyn DynGame,
        record: &'a Record,
        args: &'a ContinuationArgs,
        (from, seeds): (usize, Seeds),
    ) -> Result<Self, Failure> {
        game.replay(record)?;
        let end = record.actions.len();
        if from > end {
            let message = format!("{from} is beyond the end of the hand, which has {end} actions");
            return Err(Failure::setting("from", message));
        }
        let rules = other_rules(game, &*game.rules_of(record)?, &args.rules)?;
        let specs = specs(game, &args.bots, &record.bots)?;
        let hand = begun(game, record, &*rules, from)?;
        let first = args.first.as_deref().map(|words| match actions(&*hand, words) {
            Ok(actions) => Ok((without_seat(words), actions)),
            Err(why) => Err(Failure::setting("do", why)),
        });
        Ok(Self { game, record, from, rules, hand, specs, first: first.transpose()?, seeds })
    }

    /// The next line of the record; `None` at its end.
    ///
    /// # Errors
    /// If they are not legal under the rules that were asked for.
    pub(super) fn recorded(&self) -> Result<Option<Line<'a>>, Failure> {
        let Some(line) = self.record.actions.get(self.from) else { return Ok(None) };
        let after = begun(self.game, self.record, &*self.rules, self.from + 1)?;
        let actions = after.actions().split_off(self.hand.actions().len());
        let actions = actions.into_iter().map(|(_, action)| action).collect();
        Ok(Some((without_seat(line), actions)))
    }

    /// The bots with the randomness of a seed, and a cap on hands.
    pub(super) fn arena(&self, seeds: Seeds, max_hands: usize) -> Box<dyn Arena + 'a> {
        let players = self.specs.clone().map(Player::BuiltIn).0;
        self.game.arena(&*self.rules, &players, seeds, max_hands)
    }

    /// Continues once, to the end of the hand; of the match if its selection is given.
    fn play_once(&self, match_of: Option<&Selection>) -> Result<(Value, String), Failure> {
        let Self { game, record, seeds, .. } = self;
        let mut hand = self.hand.copy();
        for &action in self.first.iter().flat_map(|(_, actions)| actions) {
            hand.play(action).expect("it was tried");
        }
        let (cards, max_hands) = match match_of {
            None => (*seeds, record.hand.saturating_add(1)),
            Some(selection) => run_of(*game, record, selection)?,
        };
        let mut decks = Decks::new(cards, record.match_number);
        let lineup = (record.lineup, BySeat([0, 1, 2]));
        let arena = self.arena(*seeds, max_hands);
        let redirect = StdoutRedirect::start();
        let Continued { hands, truncated, forfeit } =
            arena.play_on((record.hand, &*hand), &mut decks, lineup);
        drop(redirect);
        if let Some(forfeit) = &forfeit {
            return Err(self.failed(forfeit));
        }
        let specs = self.specs.clone().map(|spec| spec.to_string());
        let (mut texts, mut jsons) = (vec![self.comparison(&*hands[0])], Vec::new());
        for (number, hand) in hands.iter().enumerate() {
            let place = (record.match_number, record.lineup, record.hand + number);
            let mut record = hand.record(place, specs.clone()).expect("the hand was dealt");
            record.truncated = number + 1 == hands.len() && truncated && match_of.is_some();
            texts.push(hand_text(&record, &**hand));
            jsons.push(hand_json(*game, &record, &**hand)?);
        }
        let mut json = self.json();
        json["recorded"] = json!({ "points": record.points, "scores_after": record.scores_after });
        json["hands"] = jsons.into();
        Ok((json, texts.join("\n")))
    }

    /// A sentence on the continuation, with the points of the hand beside the recorded ones.
    fn comparison(&self, hand: &dyn DynHand) -> String {
        let first = match &self.first {
            Some((words, _)) => format!("`{}` is done, and then ", shown(words)),
            None => String::new(),
        };
        let who = match &self.specs {
            BySeat([a, b, c]) if a == b && b == c => format!("{a} plays in all seats"),
            BySeat([a, b, c]) => format!("{a}, {b} and {c} play"),
        };
        let recorded = match &self.record.forfeit {
            Some(_) => "a forfeit".to_owned(),
            None => all_signed(self.record.points),
        };
        let now = hand.end().map_or_else(String::new, |end| all_signed(end.points));
        format!(
            "From action {} on {first}{who} (seed {}). Points as recorded: {recorded}; now: {now}.\n",
            self.from, self.seeds.0
        )
    }

    /// The start of a JSON object: the hand and how it is continued.
    pub(super) fn json(&self) -> Value {
        let Self { record, rules, from, specs, first, seeds, .. } = self;
        json!({
            "game": record.game,
            "variant": rules.variant(),
            "match": record.match_number,
            "lineup": record.lineup,
            "hand": record.hand,
            "from": from,
            "do": first.as_ref().map(|(words, _)| words),
            "bots": specs.clone().map(|spec| spec.to_string()),
            "seed": seeds.0,
        })
    }

    /// The failure of a bot.
    pub(super) fn failed(&self, forfeit: &Forfeit) -> Failure {
        let Forfeit { seat, reason, .. } = forfeit;
        Failure::BotFailed(format!("{} at seat {seat} failed: {reason}", self.specs[*seat]))
    }
}

/// The words of a line without its seat.
fn without_seat(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
}

/// The rules with other options.
fn other_rules(
    game: &dyn DynGame,
    rules: &dyn DynRules,
    typed: &[String],
) -> Result<Box<dyn DynRules>, Failure> {
    let is_set = |name: &str| typed.iter().any(|pair| pair.split('=').next() == Some(name));
    let kept = rules.options().into_iter().filter(|(name, _)| !is_set(name));
    let kept = kept.map(|(name, value)| format!("{name}={value}"));
    prepare::rules(game, &kept.chain(typed.iter().cloned()).collect::<Vec<_>>())
}

/// The hand after so many actions of its record, under these rules.
fn begun(
    game: &dyn DynGame,
    record: &Record,
    rules: &dyn DynRules,
    actions: usize,
) -> Result<Box<dyn DynHand>, Failure> {
    game.begun(record, rules, actions).map_err(|fault| {
        let message = format!("the record does not go by {}: {fault}", rules.variant());
        Failure::setting("rules", message)
    })
}

/// The bots by seat: those typed, or those of the record.
fn specs(
    game: &dyn DynGame,
    typed: &[String],
    recorded: &BySeat<String>,
) -> Result<BySeat<Spec>, Failure> {
    let refused = |message: String| Failure::setting("bots", message);
    let texts = match typed {
        [] => recorded.clone(),
        [one] => BySeat::from_fn(|_| one.clone()),
        [a, b, c] => BySeat([a, b, c].map(Clone::clone)),
        _ => {
            let message =
                format!("name one bot for all seats or three by seat, not {}", typed.len());
            return Err(refused(message));
        }
    };
    let spec = |seat: Seat| {
        game.spec(&texts[seat]).map_err(|error| match typed.is_empty() {
            true => {
                let who = shown(&texts[seat]);
                refused(format!(
                    "`{who}` at seat {seat} of the record can't play on: name who does"
                ))
            }
            false => refused(error.to_string()),
        })
    };
    Ok(BySeat([spec(Seat::P0)?, spec(Seat::P1)?, spec(Seat::P2)?]))
}

/// Checks that bots of a record stand for what they stood for in its run, if there is one beside.
fn are_those_of_the_run(specs: &BySeat<Spec>, records: &Path) -> Result<(), Failure> {
    // A link leads to the run that its file belongs to.
    let records = &records.canonicalize().unwrap_or_else(|_| records.to_owned());
    let dir = if records.is_dir() { records } else { folder_of(records) };
    let Ok(written) = SavedManifest::of_any_version(dir) else { return Ok(()) };
    let noted = written.texts("specs").into_iter().zip(written.texts("stands_for"));
    for (spec, noted) in noted {
        let is_other =
            |player: &Spec| player.to_string() == spec && player.stands_for().to_string() != noted;
        if specs.0.iter().any(is_other) {
            let message = format!(
                "`{spec}` was another bot in this run, {noted}: name who plays on, --bots {spec} for that of today"
            );
            return Err(Failure::setting("bots", message));
        }
    }
    Ok(())
}

/// The legal actions that words stand for at the turn of a hand; else why there are none.
fn actions(hand: &dyn DynHand, words: &str) -> Result<Vec<usize>, String> {
    let (turn, rules) = (hand.turn().ok_or("the hand is over there")?, hand.rules());
    let words = words.strip_prefix(&format!("{turn} ")).unwrap_or(words);
    let legal = hand.legal();
    // The tables of judged decisions have the words for a person.
    if let Some(&action) = legal.iter().find(|&&action| hand.say(action) == words) {
        return Ok(vec![action]);
    }
    let texts = legal.iter().map(|&action| hand.text(action));
    let may: Vec<String> = texts.filter(|text| rules.read_line(text).is_ok()).collect();
    let actions = rules.read_line(words).map_err(|error| {
        format!("{error}{}", did_you_mean(&nearest(words, may.iter().map(String::as_str))))
    })?;
    let mut after = hand.copy();
    for &action in &actions {
        after.play(action).map_err(|error| {
            let why = match error {
                DynError::Illegal { reason, .. } => reason,
                error => error.to_string(),
            };
            let mut named = may[..may.len().min(NAMED)].to_vec();
            if may.len() > NAMED {
                named.push(format!("or one of {} others", may.len() - NAMED));
            }
            format!("{why}; seat {turn} may {}", named.join(", "))
        })?;
    }
    Ok(actions)
}

/// The seed and the cap on hands of the run whose records the file holds.
fn run_of(
    game: &dyn DynGame,
    record: &Record,
    selection: &Selection,
) -> Result<(Seeds, usize), Failure> {
    let refused = |message: String| Failure::setting("match-on", message);
    let file: PathBuf = match selection.file.is_dir() {
        true => selection.file.join("config.toml"),
        false => selection.file.with_file_name("config.toml"),
    };
    let said = file.display();
    let config = settings_in(&file).ok_or_else(|| {
        refused(format!(
            "{said} can't be read, and without the seed of a run nobody knows the next cards"
        ))
    })?;
    let number = |key: &str| {
        let value = config.get(key)?;
        value::whole::<0, { u64::MAX }>(&value.to_string().replace('"', "")).ok()
    };
    let (Some(seed), Some(hands)) = (number("seed"), number("max-hands")) else {
        return Err(refused(format!("{said} does not say both `seed` and `max-hands`")));
    };
    let seeds = Seeds(seed);
    let deck = seeds.deck(record.match_number, record.hand);
    if !game.replay(record)?.is_dealt_from(&deck) {
        let message = format!("{said}: its seed does not deal the cards of this hand");
        return Err(refused(message));
    }
    Ok((seeds, hands as usize))
}
