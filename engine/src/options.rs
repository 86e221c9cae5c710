//! Rule options: their names, values and errors, and the names of rule variants.

mod declare;

use serde_json::{Map, Value};

use crate::game::Game;

pub use declare::OptionValue;

/// A rule that can be played in more than one way.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The option's name, as typed: `bleed_cap`.
    pub name: &'static str,
    /// What may be chosen, the default first.
    pub values: &'static [&'static str],
    /// What else may be written, in words, where the values are only examples.
    pub also: Option<&'static str>,
    /// The least and the most where any whole number between them may be written.
    pub range: Option<(i32, i32)>,
    /// What it decides, in a line.
    pub meaning: &'static str,
}

impl RuleOption {
    /// The value that is played unless another is asked for.
    pub const fn default(&self) -> &'static str {
        self.values[0]
    }

    /// The values to choose from; none for a number, where no listed value can be meant.
    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.values.iter().copied().filter(|_| self.range.is_none())
    }

    /// Why the option can't have this value.
    pub fn refusal(&self, value: &str) -> OptionError {
        OptionError::BadValue {
            name: self.name,
            value: value.to_owned(),
            allowed: self.allowed(),
            nearest: nearest(value, self.words()),
        }
    }

    /// What may be written, in words: `deficit or free`.
    pub fn allowed(&self) -> String {
        let listed = self.values.join(" or ");
        self.also.map_or(listed, str::to_owned)
    }
}

/// Rules that have a name of their own.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The variant's name, as typed and as written in every file.
    pub name: &'static str,
    /// The options that differ from the defaults, with their values.
    pub options: &'static [(&'static str, &'static str)],
}

/// Why rules can't be made of some options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The game has no such option.
    #[error("{game} has no rule option `{name}`{}", nearest_and_all(nearest, all))]
    Unknown {
        /// The game.
        game: &'static str,
        /// The name that was asked for.
        name: String,
        /// The option that it is most like, if any.
        nearest: Option<&'static str>,
        /// The options that the game has.
        all: Vec<&'static str>,
    },
    /// The option can't have this value.
    #[error("{name} can't be `{value}`: it is {allowed}{}", did_you_mean(nearest))]
    BadValue {
        /// The option.
        name: &'static str,
        /// The value that was asked for.
        value: String,
        /// What may be written.
        allowed: String,
        /// The listed value that it is most like, if any.
        nearest: Option<&'static str>,
    },
    /// The option was given twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// Each option can have its value, but not all of them together.
    #[error("{0}")]
    Together(String),
}

/// `; did you mean …?`, or nothing.
pub fn did_you_mean(nearest: &Option<&str>) -> String {
    nearest.map_or_else(String::new, |word| format!("; did you mean `{word}`?"))
}

fn nearest_and_all(nearest: &Option<&str>, all: &[&str]) -> String {
    let all = all.join(", ");
    match nearest {
        None => format!(": it is one of {all}"),
        like => format!("{} It is one of {all}", did_you_mean(like)),
    }
}

/// `; did you mean …?`, or all words if none is like the one that was typed.
pub fn one_of<'a>(typed: &str, words: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(typed, words.clone()) {
        None => format!(": it is one of {}", words.collect::<Vec<_>>().join(", ")),
        like => did_you_mean(&like),
    }
}

/// The word most like `typed` of those there are, if one is like it at all.
///
/// ```
/// use threehand_engine::options::nearest;
/// assert_eq!(nearest("gredy", ["random", "greedy"]), Some("greedy"));
/// assert_eq!(nearest("952", ["9-2-5", "9-5-2"]), Some("9-5-2"));
/// assert_eq!(nearest("chess", ["random", "greedy"]), None);
/// ```
pub fn nearest<'a>(typed: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    words
        .into_iter()
        .map(|word| (likeness(&typed, &word.to_lowercase()), word))
        .filter(|&(likeness, _)| likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word)
}

/// How like two words are, from 0 to 1; nothing is more like a word than itself with other signs between its letters.
fn likeness(typed: &str, word: &str) -> f64 {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let bare = letters(typed);
    match !bare.is_empty() && bare == letters(word) {
        true => 1.0,
        false => strsim::jaro_winkler(typed, word),
    }
}

/// The rules that these options make, the others at their defaults.
pub fn rules<'a, G: Game>(
    options: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<G, OptionError> {
    rules_of(&G::default(), options)
}

/// The rules of a game that these options make, the others at their defaults.
pub fn rules_of<'a, G: Game>(
    game: &G,
    options: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<G, OptionError> {
    let mut given: Vec<(&'static RuleOption, &str)> = Vec::new();
    for (name, value) in options {
        let option = find(game, name)?;
        if given.iter().any(|(other, _)| other.name == option.name) {
            return Err(OptionError::Twice(option.name));
        }
        given.push((option, value));
    }
    let mut rules = game.published();
    rules.set_options(&given)?;
    Ok(rules)
}

fn find<G: Game>(game: &G, name: &str) -> Result<&'static RuleOption, OptionError> {
    let all = || game.options().iter().map(|option| option.name);
    let found = game.options().iter().find(|option| option.name == name);
    found.ok_or_else(|| OptionError::Unknown {
        game: game.name(),
        name: name.to_owned(),
        nearest: nearest(name, all()),
        all: all().collect(),
    })
}

/// The options that differ from the defaults, in the game's own order.
pub fn differing<G: Game>(rules: &G) -> Vec<(&'static str, String)> {
    rules
        .options()
        .iter()
        .map(|option| (option.name, option.default(), rules.option(option.name)))
        .filter(|(_, default, value)| value != default)
        .map(|(name, _, value)| (name, value))
        .collect()
}

/// What these rules are called: a variant's name, else the game's with the options that differ.
///
/// ```
/// use threehand_engine::games::NineTwoFive;
/// use threehand_engine::options::{rules, variant_name};
/// let named: NineTwoFive = rules([("contracts", "9-5-2")])?;
/// assert_eq!(variant_name(&named), "9-5-2");
/// let other: NineTwoFive = rules([("contracts", "9-5-2"), ("kitty", "discard_then_take")])?;
/// assert_eq!(variant_name(&other), "9-2-5:contracts=9-5-2:kitty=discard_then_take");
/// # Ok::<(), threehand_engine::options::OptionError>(())
/// ```
pub fn variant_name<G: Game>(rules: &G) -> String {
    let differing = differing(rules);
    let same = |variant: &&Variant| {
        variant.options.iter().map(|&(name, value)| (name, value.to_owned())).eq(differing.clone())
    };
    rules.variants().iter().find(same).map_or_else(
        || differing.iter().fold(rules.name().to_owned(), |name, (k, v)| format!("{name}:{k}={v}")),
        |variant| variant.name.to_owned(),
    )
}

/// The options that differ from the defaults as a record holds them: yes/no options as `true` and
/// `false`, numbers as numbers, lists as arrays of numbers, all others as strings.
pub fn to_json<G: Game>(rules: &G) -> Map<String, Value> {
    let value = |text: String| match text.parse::<Value>() {
        Ok(plain @ (Value::Bool(_) | Value::Number(_))) => plain,
        _ => {
            let numbers: Result<Vec<u64>, _> = text.split('-').map(str::parse).collect();
            numbers.map_or(Value::String(text), Value::from)
        }
    };
    differing(rules).into_iter().map(|(name, text)| (name.to_owned(), value(text))).collect()
}

/// The rules that a record's options make; the opposite of [`to_json`].
pub fn from_json<G: Game>(options: &Map<String, Value>) -> Result<G, OptionError> {
    from_json_of(&G::default(), options)
}

/// The rules of a game that a record's options make; the opposite of [`to_json`].
pub fn from_json_of<G: Game>(game: &G, options: &Map<String, Value>) -> Result<G, OptionError> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.len() > 1 => {
            items.iter().map(Value::to_string).collect::<Vec<_>>().join("-")
        }
        other => other.to_string(),
    };
    let texts: Vec<_> = options.iter().map(|(name, value)| (name.as_str(), text(value))).collect();
    rules_of(game, texts.iter().map(|(name, value)| (*name, value.as_str())))
}
