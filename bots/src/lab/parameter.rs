//! What specs may set, and what they have set.

/// A parameter of a bot.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The parameter's name, as typed: `epsilon`.
    pub name: &'static str,
    /// A name that the parameter went by before, which is still understood.
    pub old_name: Option<&'static str>,
    /// The value where a spec sets none, in its plainest spelling.
    pub default: &'static str,
    /// The values that the parameter may have.
    pub range: Range,
    /// What the parameter does, in a line.
    pub meaning: &'static str,
}

/// The values that a parameter may have.
#[derive(Clone, Copy, Debug)]
pub enum Range {
    /// Whole numbers from 1 to this one.
    Whole(u32),
    /// Numbers from 0 to this one.
    Number(f64),
    /// `auto`, which leaves the choice to the game, and numbers from 0 to this one.
    AutoOrNumber(f64),
    /// `auto`, which leaves the choice to the game, and whole numbers from 1 to this one.
    AutoOrWhole(u32),
    /// These words.
    Words(&'static [&'static str]),
    /// What the function reads into its plainest spelling; and what that is, in words.
    Text(fn(&str) -> Option<String>, &'static str),
}

impl Range {
    /// A value in its plainest spelling; `None` if it is out of the range.
    pub(super) fn plain(&self, text: &str) -> Option<String> {
        match *self {
            Self::Whole(most) => {
                let number = text.parse().ok().filter(|number| (1..=most).contains(number))?;
                Some(number.to_string())
            }
            Self::Number(most) => {
                let number: f64 =
                    text.parse().ok().filter(|number| (0.0..=most).contains(number))?;
                // Adding 0 makes −0 plain.
                Some((number + 0.0).to_string())
            }
            Self::AutoOrNumber(_) | Self::AutoOrWhole(_) if text == "auto" => Some(text.to_owned()),
            Self::AutoOrWhole(most) => Self::Whole(most).plain(text),
            Self::AutoOrNumber(most) => Self::Number(most).plain(text),
            Self::Words(words) => words.contains(&text).then(|| text.to_owned()),
            Self::Text(read, _) => read(text),
        }
    }

    /// The range in words.
    pub(super) fn allowed(&self) -> String {
        match *self {
            Self::Whole(most) => format!("a whole number from 1 to {most}"),
            Self::Number(most) => format!("a number from 0 to {most}"),
            Self::AutoOrNumber(most) => format!("auto or a number from 0 to {most}"),
            Self::AutoOrWhole(most) => format!("auto or a whole number from 1 to {most}"),
            Self::Words([some @ .., one, other]) => {
                let some: String = some.iter().map(|word| format!("{word}, ")).collect();
                format!("{some}{one} or {other}")
            }
            Self::Words(words) => words.concat(),
            Self::Text(_, allowed) => allowed.to_owned(),
        }
    }

    /// The words in the range.
    pub(super) const fn words(&self) -> &'static [&'static str] {
        match *self {
            Self::AutoOrNumber(_) | Self::AutoOrWhole(_) => &["auto"],
            Self::Words(words) => words,
            _ => &[],
        }
    }
}

impl Parameter {
    /// The parameter of this name.
    pub const fn new(
        name: &'static str,
        default: &'static str,
        range: Range,
        meaning: &'static str,
    ) -> Self {
        Self { name, old_name: None, default, range, meaning }
    }

    /// The parameter with a name that it went by before.
    #[must_use]
    pub const fn formerly(mut self, name: &'static str) -> Self {
        self.old_name = Some(name);
        self
    }

    /// The parameter's name, and the name that it went by before, if any.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [Some(self.name), self.old_name].into_iter().flatten()
    }

    /// The parameter's value in these settings, in its plainest spelling.
    pub fn of<'s>(&self, settings: &'s Settings) -> &'s str {
        let mut set = settings.0.iter().filter(|set| set.parameter.name == self.name);
        set.next().map_or(self.default, |set| &set.value)
    }

    /// The value as a number; `None` if it is a word, such as `auto`.
    pub fn number(&self, settings: &Settings) -> Option<f64> {
        self.of(settings).parse().ok()
    }

    /// The value as a whole number.
    ///
    /// # Panics
    /// If the parameter has other values.
    pub fn whole(&self, settings: &Settings) -> u32 {
        self.of(settings).parse().expect("a whole number")
    }
}

/// What a spec has set, in the order of the bot's parameters. All else is at its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings(pub(super) Vec<Set>);

/// A parameter that a spec sets.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub parameter: &'static Parameter,
    /// The name that was typed.
    pub name: &'static str,
    /// The value in its plainest spelling.
    pub value: String,
}

impl PartialEq for Set {
    /// Whatever names were typed, the parameters are the same.
    fn eq(&self, other: &Self) -> bool {
        (self.parameter.name, &self.value) == (other.parameter.name, &other.value)
    }
}

/// How often a bot is absent-minded. Any bot may have it: the registry sees to what it does.
pub const EPSILON: Parameter = Parameter::new(
    "epsilon",
    "0",
    Range::Number(1.0),
    "share of decisions made at random instead, 0 to 1",
);
