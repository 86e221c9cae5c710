//! `list`: games, variants, bots and measures.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use threehand_bots::{BUDGET, BotKind, Champion, Kind as _};
use threehand_engine::options::RuleOption;
use threehand_play::{Catalog, DynGame};

use super::measures::{measures_json, measures_text};
use crate::play::named::{games, options_of};
use crate::terminal::failure::Failure;
use crate::terminal::stream::{print, print_json};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand list
  threehand list bots
  threehand list measures --game 9-2-5";

/// A list as typed.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// What to list [default: everything but measures]
    #[arg(value_enum)]
    pub what: Option<Listed>,
    /// Only of this game
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Print it as one JSON object on one line
    #[arg(long)]
    pub json: bool,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listed {
    /// Games with their rule options.
    Games,
    /// Bots with their parameters.
    Bots,
    /// Named variants.
    Variants,
    /// What runs measure, with units and where it stands.
    Measures,
}

type Games<'c> = [&'c dyn DynGame];

/// Prints what there is.
///
/// # Errors
/// If no game has the name that was asked for.
pub fn run(catalog: &Catalog<'_>, args: &ListArgs) -> Result<(), Failure> {
    let games = games(catalog, args.game.as_deref())?;
    let along = catalog.games_of_files().map(|game| game as &dyn DynGame);
    let along: &Games<'_> = &along.filter(|_| args.game.is_none()).collect::<Vec<_>>();
    let all = [games.as_slice(), along].concat();
    let wanted = [Listed::Games, Listed::Variants, Listed::Bots, Listed::Measures]
        .into_iter()
        .filter(|what| args.what.map_or(*what != Listed::Measures, |asked| asked == *what));
    if args.json {
        let of = |what| match what {
            Listed::Games => ("games", all.iter().map(|game| game_json(*game)).collect()),
            Listed::Variants => {
                ("variants", all.iter().flat_map(|game| variants_json(*game)).collect())
            }
            Listed::Bots => ("bots", bots_json(catalog, &games)),
            Listed::Measures => {
                ("measures", games.iter().flat_map(|game| measures_json(*game)).collect())
            }
        };
        let all: Map<String, Value> =
            wanted.map(of).map(|(key, all)| (key.to_owned(), Value::Array(all))).collect();
        return print_json(&all.into());
    }
    let of = |what| match what {
        Listed::Games => {
            games.iter().map(|game| options_text(*game)).chain(files_text(along)).collect()
        }
        Listed::Variants => all.iter().map(|game| variants_text(*game)).collect(),
        Listed::Bots => vec![bots_text(catalog, &games, along)],
        Listed::Measures => vec![games.iter().map(|game| measures_text(*game)).collect()],
    };
    print(&wanted.flat_map(of).collect::<Vec<String>>().join("\n"))
}

/// The rule options of a game.
pub(super) fn options_text(game: &dyn DynGame) -> String {
    let mut text = format!("game {}: --rules key=value, the default first\n", game.name());
    let wide = widest(game.rule_options().iter().map(|option| option.name));
    for option in game.rule_options() {
        let values = match option.also {
            Some(also) => format!("{}, or {also}", option.default()),
            None => option.values.join(", "),
        };
        let _ = writeln!(text, "  {:<wide$} {values}", option.name);
        let _ = writeln!(text, "  {:<wide$}   {}", "", option.meaning);
    }
    text
}

/// The games that come along as files, a line each.
fn files_text(games: &Games<'_>) -> Option<String> {
    let mut text = "games from files: threehand rules NAME prints rules and options\n".to_owned();
    let wide = widest(games.iter().map(|game| game.name()));
    for game in games {
        let about = game.page().lines().nth(2).and_then(|about| about.split(". ").next());
        let _ = writeln!(text, "  {:<wide$} {}", game.name(), about.unwrap_or_default());
    }
    (!games.is_empty()).then_some(text)
}

fn variants_text(game: &dyn DynGame) -> String {
    let mut text = format!("variants of {}\n", game.name());
    let wide = widest(game.variants().iter().map(|variant| variant.name));
    for variant in game.variants() {
        let rules = match variant.options {
            [] => "the rules as published".to_owned(),
            _ => format!("--rules {}", options_of(variant)),
        };
        // What does not fit a narrow screen in one piece may be broken between options.
        let fits = wide + rules.len() < NARROW;
        let rules = if fits { rules } else { rules.replace("--rules ", "").replace(',', ", ") };
        let _ = writeln!(text, "  {:<wide$} {rules}", variant.name);
    }
    text
}

/// What an entry and its name have room for on a screen of 80 columns.
const NARROW: usize = 77;

/// The width of the column of these names.
fn widest<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).fold(15, usize::max)
}

/// The kinds of bot that play any of these games, each with the names of those.
fn kinds(
    catalog: &Catalog<'_>,
    games: &Games<'_>,
) -> impl Iterator<Item = (BotKind, Vec<&'static str>)> {
    let playing: Vec<_> = games.iter().map(|game| (game.name(), game.bot_names())).collect();
    let kinds = catalog.kinds().iter().map(move |kind| {
        let plays = playing.iter().filter(|(_, bots)| bots.contains(&kind.name));
        (*kind, plays.map(|(game, _)| *game).collect::<Vec<_>>())
    });
    kinds.filter(|(_, games)| !games.is_empty())
}

fn bots_text(catalog: &Catalog<'_>, games: &Games<'_>, of_files: &Games<'_>) -> String {
    let names: Vec<_> = games.iter().map(|game| game.name()).collect();
    let all = kinds(catalog, games).all(|(_, played)| played.len() == games.len());
    let all = if all { format!("; all play {}", names.join(", ")) } else { String::new() };
    let mut text = format!("bots, weakest first but for policy{all}\n");
    if !of_files.is_empty() {
        let play_all = |(_, played): &(BotKind, Vec<_>)| played.len() == of_files.len();
        let bots = kinds(catalog, of_files).filter(play_all).map(|(kind, _)| kind.name);
        let bots = bots.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "in every game from a file: {bots}");
    }
    for (kind, played) in kinds(catalog, games) {
        let _ = writeln!(text, "  {:<15} {}", kind.name, kind.about);
        if all.is_empty() {
            let _ = writeln!(text, "  {:<15}   plays {}", "", played.join(", "));
        }
        for parameter in kind.parameters {
            let setting = format!(":{}={}", parameter.name, parameter.default);
            let _ = writeln!(text, "  {:<15}   {setting:<18} {}", "", parameter.meaning);
        }
        if kind.name == Champion::NAME {
            for budget in BUDGETS {
                for (game, spec) in champions(games, budget) {
                    let _ = writeln!(text, "  {:<15}   {budget} at {game}: {spec}", "");
                }
            }
        }
    }
    text
}

/// The budgets for which the bot behind `champion` is listed.
const BUDGETS: [&str; 4] = ["1ms", "5ms", "50ms", "500ms"];

/// The spec for which `champion` stands with a budget, by game.
fn champions<'a>(
    games: &'a Games<'_>,
    budget: &str,
) -> impl Iterator<Item = (&'static str, String)> + use<'a> {
    let spec = format!("{}:{}={budget}", Champion::NAME, BUDGET.name);
    games.iter().filter_map(move |game| {
        let spec = game.spec(&spec).ok()?;
        Some((game.name(), spec.stands_for().to_string()))
    })
}

fn game_json(game: &dyn DynGame) -> Value {
    let option = |option: &RuleOption| {
        json!({
            "option": option.name,
            "default": option.default(),
            "values": option.values,
            "also": option.also,
            "meaning": option.meaning,
        })
    };
    json!({
        "game": game.name(),
        "rules_version": game.rules_version(),
        "roles": game.roles(),
        "options": game.rule_options().iter().map(option).collect::<Vec<_>>(),
    })
}

fn variants_json(game: &dyn DynGame) -> impl Iterator<Item = Value> {
    game.variants().iter().map(|variant| {
        let rules: Map<_, _> =
            variant.options.iter().map(|&(k, v)| (k.to_owned(), v.into())).collect();
        json!({ "game": game.name(), "variant": variant.name, "rules": rules })
    })
}

fn bots_json(catalog: &Catalog<'_>, games: &Games<'_>) -> Vec<Value> {
    let bot = |(kind, played): (BotKind, Vec<_>)| {
        let parameters = kind.parameters.iter().map(|parameter| {
            json!({
                "parameter": parameter.name,
                "default": parameter.default,
                "meaning": parameter.meaning,
            })
        });
        let mut bot = json!({
            "bot": kind.name,
            "about": kind.about,
            "games": played,
            "parameters": parameters.collect::<Vec<_>>(),
        });
        if kind.name == Champion::NAME {
            let stands_for: BTreeMap<_, BTreeMap<_, _>> =
                BUDGETS.map(|budget| (budget, champions(games, budget).collect())).into();
            bot["stands_for"] = json!(stands_for);
        }
        bot
    };
    kinds(catalog, games).map(bot).collect()
}
