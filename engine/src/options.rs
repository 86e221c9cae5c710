//! Rule options: their names, values and errors, and the names of rule variants.

use serde_json::{Map, Value};

use crate::game::Game;

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
    let mut rules = G::default();
    let mut given = Vec::new();
    for (name, value) in options {
        let option = find::<G>(name)?;
        if given.contains(&option.name) {
            return Err(OptionError::Twice(option.name));
        }
        given.push(option.name);
        rules.set_option(option.name, value).ok_or_else(|| OptionError::BadValue {
            name: option.name,
            value: value.to_owned(),
            allowed: option.allowed(),
            nearest: nearest(value, option.words()),
        })?;
    }
    Ok(rules)
}

fn find<G: Game>(name: &str) -> Result<&'static RuleOption, OptionError> {
    G::OPTIONS.iter().find(|option| option.name == name).ok_or_else(|| OptionError::Unknown {
        game: G::NAME,
        name: name.to_owned(),
        nearest: nearest(name, G::OPTIONS.iter().map(|option| option.name)),
        all: G::OPTIONS.iter().map(|option| option.name).collect(),
    })
}

/// The options that differ from the defaults, in the game's own order.
pub fn differing<G: Game>(rules: &G) -> Vec<(&'static str, String)> {
    G::OPTIONS
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
    G::VARIANTS.iter().find(same).map_or_else(
        || differing.iter().fold(G::NAME.to_owned(), |name, (k, v)| format!("{name}:{k}={v}")),
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
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.len() > 1 => {
            items.iter().map(Value::to_string).collect::<Vec<_>>().join("-")
        }
        other => other.to_string(),
    };
    let texts: Vec<_> = options.iter().map(|(name, value)| (name.as_str(), text(value))).collect();
    rules(texts.iter().map(|(name, value)| (*name, value.as_str())))
}

/// What a rule option is set to.
pub trait OptionValue: Copy {
    /// What it means to the game: itself, or a number.
    type Plain;

    /// What may be chosen, the default first.
    const VALUES: &'static [&'static str];
    /// What else may be written, in words, where the values are only examples.
    const ALSO: Option<&'static str> = None;
    /// The least and the most where any whole number between them may be written.
    const RANGE: Option<(i32, i32)> = None;

    /// The value of this text.
    fn read(text: &str) -> Option<Self>;

    /// The value's text.
    fn text(self) -> String;

    /// The value as the game uses it.
    fn plain(self) -> Self::Plain;
}

impl OptionValue for bool {
    type Plain = Self;

    const VALUES: &'static [&'static str] = &["false", "true"];

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn text(self) -> String {
        self.to_string()
    }

    fn plain(self) -> Self {
        self
    }
}

/// Declares enums whose values are the words of a rule option, the default first.
#[macro_export]
macro_rules! choice {
    ($($(#[$of:meta])* $name:ident { $(#[$of_default:meta])* $default:ident = $default_word:literal
        $(, $(#[$of_value:meta])* $value:ident = $word:literal)* $(,)? })+) => {$(
        $(#[$of])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            $(#[$of_default])*
            #[default]
            $default,
            $($(#[$of_value])* $value,)*
        }

        impl $crate::options::OptionValue for $name {
            type Plain = Self;

            const VALUES: &'static [&'static str] = &[$default_word $(, $word)*];

            fn read(text: &str) -> Option<Self> {
                match text {
                    $default_word => Some(Self::$default),
                    $($word => Some(Self::$value),)*
                    _ => None,
                }
            }

            fn text(self) -> String {
                match self {
                    Self::$default => $default_word,
                    $(Self::$value => $word,)*
                }
                .to_owned()
            }

            #[inline]
            fn plain(self) -> Self {
                self
            }
        }
    )+};
}

/// Declares a whole number that a rule option is set to: its default, the least and the most.
///
/// ```
/// use threehand_engine::{options::OptionValue, whole_number};
/// whole_number! {
///     /// Points that end a match.
///     Target = 15, from 5 to 60
/// }
/// assert_eq!(Target::default().plain(), 15);
/// assert_eq!(Target::read("60").map(Target::plain), Some(60));
/// assert!(["61", "4", "+15", "015", "15.0", ""].iter().all(|text| Target::read(text).is_none()));
/// ```
#[macro_export]
macro_rules! whole_number {
    ($(#[$of:meta])* $name:ident = $default:literal, from $least:literal to $most:literal) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(i32);

        impl Default for $name {
            fn default() -> Self {
                Self($default)
            }
        }

        impl $crate::options::OptionValue for $name {
            type Plain = i32;

            const VALUES: &'static [&'static str] =
                &[stringify!($default), stringify!($least), stringify!($most)];
            const ALSO: Option<&'static str> =
                Some(concat!("a whole number from ", $least, " to ", $most));
            const RANGE: Option<(i32, i32)> = Some(($least, $most));

            fn read(text: &str) -> Option<Self> {
                let number = text.parse().ok().filter(|number: &i32| number.to_string() == text)?;
                ($least..=$most).contains(&number).then_some(Self(number))
            }

            fn text(self) -> String {
                self.0.to_string()
            }

            #[inline]
            fn plain(self) -> i32 {
                self.0
            }
        }
    };
}

/// Declares the rules of a game by their options: each a value that the rules have, with its type and what it decides.
/// `rule_options! {}` inside the `impl Game` makes them known.
#[macro_export]
macro_rules! rule_options {
    ($(#[$of:meta])* $vis:vis struct $rules:ident {
        $($name:ident: $value:ty = $meaning:literal),* $(,)?
    }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        $vis struct $rules {
            $(pub(crate) $name: $value,)*
        }

        impl $rules {
            const RULE_OPTIONS: &'static [$crate::options::RuleOption] =
                &[$($crate::options::RuleOption {
                    name: stringify!($name),
                    values: <$value as $crate::options::OptionValue>::VALUES,
                    also: <$value as $crate::options::OptionValue>::ALSO,
                    range: <$value as $crate::options::OptionValue>::RANGE,
                    meaning: $meaning,
                }),*];

            $(
                #[doc = $meaning]
                #[inline]
                pub fn $name(&self) -> <$value as $crate::options::OptionValue>::Plain {
                    $crate::options::OptionValue::plain(self.$name)
                }
            )*

            fn set_rule(&mut self, name: &str, value: &str) -> Option<()> {
                $(if name == stringify!($name) {
                    self.$name = $crate::options::OptionValue::read(value)?;
                    return Some(());
                })*
                None
            }

            fn rule(&self, name: &str) -> Option<String> {
                $(if name == stringify!($name) {
                    return Some($crate::options::OptionValue::text(self.$name));
                })*
                None
            }
        }
    };
    () => {
        const OPTIONS: &'static [$crate::options::RuleOption] = Self::RULE_OPTIONS;

        fn set_option(&mut self, name: &str, value: &str) -> Option<()> {
            self.set_rule(name, value)
        }

        fn option(&self, name: &str) -> String {
            self.rule(name).unwrap_or_else(|| panic!("{} has no rule option {name}", Self::NAME))
        }
    };
}
