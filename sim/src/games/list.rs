//! `list`: games, variants and bots.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use threehand_bots::{AnyKind, BUDGET, Bots, Champion, Kind as _, Knowledge, Registry, Visitor};

use super::measures::{MeasuresJson, MeasuresText};
use super::named::with_named_game;
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

/// Prints what there is.
///
/// # Errors
/// If no game has the name that was asked for.
pub fn run(lab: &impl Registry, args: &ListArgs) -> Result<(), Failure> {
    let wants = |what| args.what.map_or(what != Listed::Measures, |asked| asked == what);
    if args.json {
        let mut all = serde_json::Map::new();
        if wants(Listed::Games) {
            all.insert("games".to_owned(), of_games(lab, args, GameJson)?.into());
        }
        if wants(Listed::Variants) {
            all.insert("variants".to_owned(), of_games(lab, args, VariantsJson)?.concat().into());
        }
        if wants(Listed::Bots) {
            all.insert("bots".to_owned(), bots_json(lab, args)?);
        }
        if wants(Listed::Measures) {
            all.insert("measures".to_owned(), of_games(lab, args, MeasuresJson)?.concat().into());
        }
        return print_json(&all.into());
    }
    let mut parts = Vec::new();
    if wants(Listed::Games) {
        parts.extend(of_games(lab, args, GameText)?);
    }
    if wants(Listed::Variants) {
        parts.extend(of_games(lab, args, VariantsText)?);
    }
    if wants(Listed::Bots) {
        parts.push(bots_text(lab, args)?);
    }
    if wants(Listed::Measures) {
        parts.push(of_games(lab, args, MeasuresText)?.concat());
    }
    print(&parts.join("\n"))
}

/// What a visitor says of the game that was asked for, or of each.
fn of_games<V: Visitor + Clone>(
    lab: &impl Registry,
    args: &ListArgs,
    visitor: V,
) -> Result<Vec<V::Output>, Failure> {
    match &args.game {
        Some(game) => Ok(vec![with_named_game(lab, game, visitor)?]),
        None => Ok(lab.each_game(visitor)),
    }
}

#[derive(Clone, Copy)]
struct GameText;

impl Visitor for GameText {
    type Output = String;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> String {
        options_text::<G>()
    }
}

/// The options of a game.
pub(super) fn options_text<G: Knowledge>() -> String {
    let mut text = format!("game {}: --rules key=value, the default first\n", G::NAME);
    let wide = widest(G::OPTIONS.iter().map(|option| option.name));
    for option in G::OPTIONS {
        let values = match option.also {
            Some(also) => format!("{}, or {also}", option.default()),
            None => option.values.join(", "),
        };
        let _ = writeln!(text, "  {:<wide$} {values}", option.name);
        let _ = writeln!(text, "  {:<wide$}   {}", "", option.meaning);
    }
    text
}

#[derive(Clone, Copy)]
struct VariantsText;

impl Visitor for VariantsText {
    type Output = String;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> String {
        let mut text = format!("variants of {}\n", G::NAME);
        let wide = widest(G::VARIANTS.iter().map(|variant| variant.name));
        for variant in G::VARIANTS {
            let options: Vec<_> = variant.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let rules = match options[..] {
                [] => "the rules as published".to_owned(),
                _ => format!("--rules {}", options.join(",")),
            };
            let _ = writeln!(text, "  {:<wide$} {rules}", variant.name);
        }
        text
    }
}

/// How wide the column of these names is.
fn widest<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).fold(15, usize::max)
}

/// A kind of bot, with the games that it plays.
type Player<'a> = (&'a dyn AnyKind, Vec<&'static str>);

/// The bots that play the game that was asked for, or any.
fn players<'a>(lab: &'a impl Registry, args: &ListArgs) -> Result<Vec<Player<'a>>, Failure> {
    let playing = of_games(lab, args, Playing)?;
    let plays = |kind: &'a dyn AnyKind| {
        let plays = playing.iter().filter(|(_, bots)| bots.contains(&kind.name()));
        (kind, plays.map(|(game, _)| *game).collect::<Vec<_>>())
    };
    Ok(lab.kinds().into_iter().map(plays).filter(|(_, games)| !games.is_empty()).collect())
}

fn bots_text(lab: &impl Registry, args: &ListArgs) -> Result<String, Failure> {
    let games: Vec<_> = of_games(lab, args, Playing)?.into_iter().map(|(game, _)| game).collect();
    let players = players(lab, args)?;
    let all = players.iter().all(|(_, played)| played.len() == games.len());
    let all = if all { format!("; all play {}", games.join(", ")) } else { String::new() };
    let mut text = format!("bots, weakest first{all}\n");
    for (kind, played) in players {
        let _ = writeln!(text, "  {:<15} {}", kind.name(), kind.about());
        if all.is_empty() {
            let _ = writeln!(text, "  {:<15}   plays {}", "", played.join(", "));
        }
        for parameter in kind.parameters() {
            let setting = format!(":{}={}", parameter.name(), parameter.default());
            let _ = writeln!(text, "  {:<15}   {setting:<18} {}", "", parameter.meaning());
        }
        if kind.name() == Champion::NAME {
            for budget in BUDGETS {
                for (game, spec) in champions(lab, args, budget)? {
                    let _ = writeln!(text, "  {:<15}   {budget} at {game}: {spec}", "");
                }
            }
        }
    }
    Ok(text)
}

/// The budgets of which it is said what `champion` stands for.
const BUDGETS: [&str; 4] = ["1ms", "5ms", "50ms", "500ms"];

/// What `champion` stands for with a budget, game by game.
fn champions(
    lab: &impl Registry,
    args: &ListArgs,
    budget: &str,
) -> Result<Vec<(&'static str, String)>, Failure> {
    let spec = format!("{}:{}={budget}", Champion::NAME, BUDGET.name);
    Ok(of_games(lab, args, StandsFor(&spec))?.into_iter().flatten().collect())
}

#[derive(Clone, Copy)]
struct StandsFor<'a>(&'a str);

impl Visitor for StandsFor<'_> {
    type Output = Option<(&'static str, String)>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let spec = bots.spec(self.0).ok()?;
        Some((G::NAME, bots.stands_for(&spec).to_string()))
    }
}

/// The names of the bots that play a game.
#[derive(Clone, Copy)]
struct Playing;

impl Visitor for Playing {
    type Output = (&'static str, Vec<&'static str>);

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        (G::NAME, bots.names().collect())
    }
}

#[derive(Clone, Copy)]
struct GameJson;

impl Visitor for GameJson {
    type Output = Value;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> Value {
        let options = G::OPTIONS.iter().map(|option| {
            json!({
                "option": option.name,
                "default": option.default(),
                "values": option.values,
                "also": option.also,
                "meaning": option.meaning,
            })
        });
        json!({
            "game": G::NAME,
            "rules_version": G::RULES_VERSION,
            "roles": G::ROLES,
            "options": options.collect::<Vec<_>>(),
        })
    }
}

#[derive(Clone, Copy)]
struct VariantsJson;

impl Visitor for VariantsJson {
    type Output = Vec<Value>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> Vec<Value> {
        let variants = G::VARIANTS.iter().map(|variant| {
            let rules: serde_json::Map<_, _> =
                variant.options.iter().map(|&(k, v)| (k.to_owned(), v.into())).collect();
            json!({ "game": G::NAME, "variant": variant.name, "rules": rules })
        });
        variants.collect()
    }
}

fn bots_json(lab: &impl Registry, args: &ListArgs) -> Result<Value, Failure> {
    let bots = players(lab, args)?.into_iter().map(|(kind, games)| {
        let name = kind.name();
        let parameters = kind.parameters().iter().map(|parameter| {
            json!({
                "parameter": parameter.name(),
                "default": parameter.default(),
                "meaning": parameter.meaning(),
            })
        });
        let mut bot = json!({
            "bot": name,
            "about": kind.about(),
            "games": games,
            "parameters": parameters.collect::<Vec<_>>(),
        });
        if name == Champion::NAME {
            let stands_for: BTreeMap<_, BTreeMap<_, _>> = BUDGETS
                .into_iter()
                .map(|budget| Ok((budget, champions(lab, args, budget)?.into_iter().collect())))
                .collect::<Result<_, Failure>>()?;
            bot["stands_for"] = json!(stands_for);
        }
        Ok(bot)
    });
    bots.collect()
}
