//! `list`: games, variants and bots.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use serde_json::{Value, json};
use threehand_bots::registry::{BUDGETS, GAMES, Kind, Roster, Spec, Visitor, with_game};

use crate::cli::{ListArgs, Listed};
use crate::failure::Failure;

/// Prints what there is.
pub fn run(args: &ListArgs) -> Result<(), Failure> {
    let wants = |what| args.what.is_none_or(|asked| asked == what);
    let mut out = anstream::stdout().lock();
    if args.json {
        let mut all = serde_json::Map::new();
        if wants(Listed::Games) {
            all.insert("games".to_owned(), each_game(GameJson).into());
        }
        if wants(Listed::Variants) {
            all.insert("variants".to_owned(), each_game(VariantsJson).concat().into());
        }
        if wants(Listed::Bots) {
            all.insert("bots".to_owned(), bots_json());
        }
        writeln!(out, "{}", Value::from(all))?;
        return Ok(());
    }
    let mut parts = Vec::new();
    if wants(Listed::Games) {
        parts.extend(each_game(GameText));
    }
    if wants(Listed::Variants) {
        parts.extend(each_game(VariantsText));
    }
    if wants(Listed::Bots) {
        parts.push(bots_text());
    }
    write!(out, "{}", parts.join("\n"))?;
    Ok(())
}

fn each_game<V: Visitor + Copy>(visitor: V) -> Vec<V::Output> {
    GAMES.iter().filter_map(|game| with_game(game, visitor)).collect()
}

#[derive(Clone, Copy)]
struct GameText;

impl Visitor for GameText {
    type Output = String;

    fn visit<G: Roster>(self) -> String {
        let mut text = format!("game {}: --rules key=value, the default first\n", G::NAME);
        for option in G::OPTIONS {
            let values = match option.also {
                Some(also) => format!("{}, or {also}", option.default()),
                None => option.values.join(", "),
            };
            let _ = writeln!(text, "  {:<15} {values}", option.name);
            let _ = writeln!(text, "  {:<15}   {}", "", option.meaning);
        }
        text
    }
}

#[derive(Clone, Copy)]
struct VariantsText;

impl Visitor for VariantsText {
    type Output = String;

    fn visit<G: Roster>(self) -> String {
        let mut text = format!("variants of {}\n", G::NAME);
        for variant in G::VARIANTS {
            let options: Vec<_> = variant.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let rules = match options[..] {
                [] => "the rules as published".to_owned(),
                _ => format!("--rules {}", options.join(",")),
            };
            let _ = writeln!(text, "  {:<15} {rules}", variant.name);
        }
        text
    }
}

fn bots_text() -> String {
    let mut text = format!("bots, weakest first; all play {}\n", GAMES.join(", "));
    for kind in Kind::ALL {
        let _ = writeln!(text, "  {:<15} {}", kind.name(), kind.about());
        for parameter in kind.parameters() {
            let setting = format!(":{}={}", parameter.name, parameter.default());
            let _ = writeln!(text, "  {:<15}   {setting:<18} {}", "", parameter.meaning);
        }
        if kind == Kind::Champion {
            for budget in BUDGETS {
                for (game, spec) in champions(budget) {
                    let _ = writeln!(text, "  {:<15}   {budget} at {game}: {spec}", "");
                }
            }
        }
    }
    text
}

/// What `champion` stands for with a budget, game by game.
fn champions(budget: &str) -> impl Iterator<Item = (&'static str, Spec)> {
    let spec: Spec = format!("champion:budget={budget}").parse().expect("a budget");
    GAMES.iter().filter_map(move |&game| Some((game, with_game(game, StandsFor(spec))?)))
}

#[derive(Clone, Copy)]
struct StandsFor(Spec);

impl Visitor for StandsFor {
    type Output = Spec;

    fn visit<G: Roster>(self) -> Spec {
        self.0.stands_for::<G>()
    }
}

#[derive(Clone, Copy)]
struct GameJson;

impl Visitor for GameJson {
    type Output = Value;

    fn visit<G: Roster>(self) -> Value {
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

    fn visit<G: Roster>(self) -> Vec<Value> {
        let variants = G::VARIANTS.iter().map(|variant| {
            let rules: serde_json::Map<_, _> =
                variant.options.iter().map(|&(k, v)| (k.to_owned(), v.into())).collect();
            json!({ "game": G::NAME, "variant": variant.name, "rules": rules })
        });
        variants.collect()
    }
}

fn bots_json() -> Value {
    let bots = Kind::ALL.into_iter().map(|kind| {
        let parameters = kind.parameters().iter().map(|parameter| {
            json!({
                "parameter": parameter.name,
                "default": parameter.default(),
                "meaning": parameter.meaning,
            })
        });
        let mut bot = json!({
            "bot": kind.name(),
            "about": kind.about(),
            "games": GAMES,
            "parameters": parameters.collect::<Vec<_>>(),
        });
        if kind == Kind::Champion {
            let of = |budget| champions(budget).map(|(game, spec)| (game, spec.to_string()));
            let stands_for = BUDGETS.map(|budget| (budget, of(budget).collect::<BTreeMap<_, _>>()));
            bot["stands_for"] = json!(BTreeMap::from(stands_for));
        }
        bot
    });
    bots.collect::<Vec<_>>().into()
}
