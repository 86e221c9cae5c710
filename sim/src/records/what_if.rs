//! A recorded hand played on otherwise: by other bots, by other rules, or after another choice.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use threehand_bots::{Bots, Knowledge, Registry, Spec, Visitor};
use threehand_engine::options::{self, did_you_mean, nearest, variant_name};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Game, Hand as _, Legal as _, Played, Seat};

use super::chosen::{Chosen, in_its_game};
use super::replay::{ReplayArgs, hand_json, print_hand, tell};
use super::words::signed;
use super::worlds;
use crate::experiment::prepare;
use crate::play::forfeit::Forfeit;
use crate::play::seated::Seated;
use crate::play::seeds::Seeds;
use crate::play::table::{Decks, Table};
use crate::settings::value;
use crate::terminal::aside::Aside;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;
use crate::terminal::stream::print_json;

/// The most worlds that are looked at.
const MOST_WORLDS: u64 = 1_000_000;

/// The next legal actions that an error names at most.
const NAMED: usize = 12;

/// What is played otherwise, as typed.
#[derive(Debug, Args)]
#[command(next_help_heading = "What if")]
pub struct WhatIfArgs {
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
    pub doing: Option<String>,
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

/// Plays the one hand that was asked for on from an action.
///
/// # Errors
/// What is wrong with the record or the command, or which bot failed.
pub(super) fn run(
    lab: &impl Registry,
    args: &ReplayArgs,
    from: usize,
    seeds: Seeds,
) -> Result<(), Failure> {
    let (record, place) = args.chosen.only("from")?;
    let (chosen, args, json) = (&args.chosen, &args.what_if, args.json);
    let what_if = WhatIf { record: &record, chosen, args, from, seeds };
    let told = in_its_game(lab, (&record, &place), what_if)?;
    if json { print_json(&told.json) } else { print_hand(&told.text) }
}

/// What came out.
pub(super) struct Told {
    /// As one JSON object.
    pub(super) json: Value,
    /// For a reader.
    pub(super) text: String,
}

struct WhatIf<'a> {
    record: &'a Record,
    chosen: &'a Chosen,
    args: &'a WhatIfArgs,
    from: usize,
    seeds: Seeds,
}

/// A hand that is to be played on.
pub(super) struct Begun<'a, G: Game> {
    /// The record.
    pub(super) record: &'a Record,
    /// The first of its actions that is not kept.
    pub(super) from: usize,
    /// The hand before that action, by the rules that were asked for.
    pub(super) played: Played<G>,
    /// Who plays on.
    pub(super) specs: BySeat<Spec>,
    /// What is done first, as typed and as actions.
    pub(super) doing: Option<(&'a str, Vec<G::Action>)>,
    /// Where all luck comes from.
    pub(super) seeds: Seeds,
}

impl Visitor for WhatIf<'_> {
    type Output = Result<Told, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let Self { record, chosen, args, from, seeds } = self;
        record.replay::<G>()?;
        let end = record.actions.len();
        if from > end {
            let told = format!("{from} is beyond the end of the hand, which has {end} actions");
            return Err(Failure::setting("from", told));
        }
        let rules = other_rules(&record.rules::<G>()?, &args.rules)?;
        let specs = specs(bots, &args.bots, &record.bots)?;
        let played = begin(record, rules, from)?;
        let doing = args.doing.as_deref().map(|words| {
            let actions = actions::<G>(&played.end, words);
            actions
                .map(|actions| (plain(words), actions))
                .map_err(|why| Failure::setting("do", why))
        });
        let begun = Begun { record, from, played, specs, doing: doing.transpose()?, seeds };
        match args.worlds {
            Some(count) => worlds::look(bots, &begun, args.seat.map(|seat| seat as usize), count),
            None => begun.play_once(bots, args.match_on.then_some(chosen)),
        }
    }
}

/// The words of a line without its seat.
pub(super) fn plain(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
}

/// The rules with other options.
fn other_rules<G: Knowledge>(rules: &G, typed: &[String]) -> Result<G, Failure> {
    let is_set = |name: &str| typed.iter().any(|pair| pair.split('=').next() == Some(name));
    let kept = options::differing(rules).into_iter().filter(|(name, _)| !is_set(name));
    let kept = kept.map(|(name, value)| format!("{name}={value}"));
    prepare::typed_rules(&kept.chain(typed.iter().cloned()).collect::<Vec<_>>())
}

/// The hand after so many actions of its record, by these rules.
pub(super) fn begin<G: Game>(
    record: &Record,
    rules: G,
    actions: usize,
) -> Result<Played<G>, Failure> {
    record.begun(rules, actions).map_err(|fault| {
        let told = format!("the record does not go by {}: {fault}", variant_name(&rules));
        Failure::setting("rules", told)
    })
}

/// Who plays on.
fn specs<G: Knowledge>(
    bots: &Bots<'_, G>,
    typed: &[String],
    recorded: &BySeat<String>,
) -> Result<BySeat<Spec>, Failure> {
    let refused = |told: String| Failure::setting("bots", told);
    let texts = match typed {
        [] => recorded.clone(),
        [one] => BySeat::from_fn(|_| one.clone()),
        [a, b, c] => BySeat([a, b, c].map(Clone::clone)),
        _ => {
            let told = format!("name one bot for all seats or three by seat, not {}", typed.len());
            return Err(refused(told));
        }
    };
    let spec = |seat: Seat| {
        bots.spec(&texts[seat]).map_err(|error| match typed.is_empty() {
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

/// The actions that words stand for at the turn of a hand, where they are legal; else why not.
fn actions<G: Game>(hand: &G::Hand, words: &str) -> Result<Vec<G::Action>, String> {
    let turn = hand.turn().ok_or("the hand is over there")?;
    let words = words.strip_prefix(&format!("{turn} ")).unwrap_or(words);
    // The words of a person, as the tables of decisions have them.
    if let Some(action) = hand.legal().iter().find(|&action| G::say(action) == words) {
        return Ok(vec![action]);
    }
    let has_line = |words: &String| hand.rules().read_line(words).is_ok();
    let mut may = hand.legal().iter().map(|action| action.to_string()).filter(has_line);
    let actions = hand.rules().read_line(words).map_err(|error| {
        let may: Vec<_> = may.by_ref().collect();
        format!("{error}{}", did_you_mean(&nearest(words, may.iter().map(String::as_str))))
    })?;
    let mut after = hand.clone();
    for &action in &actions {
        after.play(action).map_err(|error| {
            let mut named: Vec<_> = may.by_ref().take(NAMED).collect();
            match may.by_ref().count() {
                0 => {}
                more => named.push(format!("or one of {more} others")),
            }
            format!("{error}; seat {turn} may {}", named.join(", "))
        })?;
    }
    Ok(actions)
}

impl<G: Knowledge> Begun<'_, G> {
    /// Plays on once, to the end of the hand or of the match.
    fn play_once(&self, bots: &Bots<'_, G>, match_of: Option<&Chosen>) -> Result<Told, Failure> {
        let Self { record, specs, seeds, .. } = self;
        let mut played = self.played.clone();
        for &action in self.doing.iter().flat_map(|(_, actions)| actions) {
            played.play(action).expect("it was tried");
        }
        let here = (*seeds, record.hand.saturating_add(1));
        let (cards, hands) = match_of.map_or(Ok(here), |chosen| run_of::<G>(record, chosen))?;
        let makers = BySeat::from_fn(|seat| bots.maker(&specs[seat]));
        let make = |seat: usize| Seated::Bot(makers.0[seat]());
        let table = Table::new(*played.end.rules(), *seeds, hands, &make);
        let mut decks = Decks::new(cards, record.match_number);
        let lineup = (record.lineup, BySeat([0, 1, 2]));
        let aside = Aside::take();
        let rest = table.play_on((record.hand, played), &mut decks, lineup, true);
        drop(aside);
        if let Some(forfeit) = &rest.forfeit {
            return Err(self.failed(forfeit));
        }
        let last = rest.hands.len() - 1;
        let names = specs.clone().map(|spec| spec.to_string());
        let (mut texts, mut jsons) = (vec![self.told(&rest.hands[0])], Vec::new());
        for (number, played) in rest.hands.iter().enumerate() {
            let place = (record.match_number, record.lineup, record.hand + number);
            let mut told = Record::of(played, place, names.clone());
            told.truncated = number == last && rest.truncated && match_of.is_some();
            texts.push(tell(&told, played)?);
            jsons.push(hand_json(&told, played)?);
        }
        let mut json = self.json();
        json["recorded"] = json!({ "points": record.points, "scores_after": record.scores_after });
        json["hands"] = jsons.into();
        Ok(Told { json, text: texts.join("\n") })
    }

    /// What was asked for, and what it came to beside what was recorded.
    fn told(&self, played: &Played<G>) -> String {
        let Self { record, doing, .. } = self;
        let points = |points: BySeat<i32>| points.map(signed).0.join(" ");
        let first = match doing {
            Some((words, _)) => format!("`{}` is done, and then ", shown(words)),
            None => String::new(),
        };
        let by =
            if record.forfeit.is_some() { "a forfeit".to_owned() } else { points(record.points) };
        let now = played.outcome.map_or_else(String::new, |outcome| points(outcome.points));
        format!(
            "From action {} on {first}{} (seed {}). Points as recorded: {by}; now: {now}.\n",
            self.from,
            self.who(),
            self.seeds.0
        )
    }

    /// Who plays on, in words.
    pub(super) fn who(&self) -> String {
        let BySeat([a, b, c]) = &self.specs;
        match a == b && b == c {
            true => format!("{a} plays in all seats"),
            false => format!("{a}, {b} and {c} play"),
        }
    }

    /// What was asked for, as the start of a JSON object.
    pub(super) fn json(&self) -> Value {
        let Self { record, from, played, specs, doing, seeds } = self;
        json!({
            "game": record.game,
            "variant": variant_name(played.end.rules()),
            "match": record.match_number,
            "lineup": record.lineup,
            "hand": record.hand,
            "from": from,
            "do": doing.as_ref().map(|(words, _)| words),
            "bots": specs.clone().map(|spec| spec.to_string()),
            "seed": seeds.0,
        })
    }

    /// That a bot failed.
    pub(super) fn failed(&self, forfeit: &Forfeit) -> Failure {
        let Forfeit { seat, reason, .. } = forfeit;
        Failure::BotFailed(format!("{} at seat {seat} failed: {reason}", self.specs[*seat]))
    }
}

/// The seed that the cards of a record's match come from, and the cap on hands: those of the run that the file is of.
fn run_of<G: Game>(record: &Record, chosen: &Chosen) -> Result<(Seeds, usize), Failure> {
    let refused = |told: String| Failure::setting("match-on", told);
    let file: PathBuf = match chosen.file.is_dir() {
        true => chosen.file.join("config.toml"),
        false => chosen.file.with_file_name("config.toml"),
    };
    let said = file.display();
    let text = std::fs::read_to_string(&file).map_err(|_| {
        refused(format!(
            "{said} can't be read, and without the seed of a run nobody knows the next cards"
        ))
    })?;
    let config: Option<toml::Table> = toml::from_str(&text).ok();
    let number = |key: &str| {
        let value = config.as_ref()?.get(key)?;
        value::whole::<0, { u64::MAX }>(&value.to_string().replace('"', "")).ok()
    };
    let (Some(seed), Some(hands)) = (number("seed"), number("max-hands")) else {
        return Err(refused(format!("{said} does not say both `seed` and `max-hands`")));
    };
    let seeds = Seeds(seed);
    let played = record.begun(record.rules::<G>()?, 0)?;
    let (rules, standing) = (played.end.rules(), played.end.standing());
    if rules.deal(standing, &seeds.deck(record.match_number, record.hand)) != played.deal {
        let told = format!("{said}: its seed does not deal the cards of this hand");
        return Err(refused(told));
    }
    Ok((seeds, hands as usize))
}
