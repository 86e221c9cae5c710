//! What specs may set, and what they have set.

/// A parameter of a bot whose values are of the type `T`.
#[derive(Debug)]
pub struct Parameter<T: Value> {
    /// The parameter's name, as typed: `epsilon`.
    pub name: &'static str,
    /// A name that the parameter went by before, which is still understood.
    pub old_name: Option<&'static str>,
    /// The value where a spec sets none.
    pub default: T,
    /// The values that the parameter may have.
    pub range: T::Range,
    /// What the parameter does, in a line.
    pub meaning: &'static str,
}

impl<T: Value> Parameter<T> {
    /// The parameter of this name.
    pub const fn new(
        name: &'static str,
        default: T,
        range: T::Range,
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

    /// The parameter's value in these settings.
    pub fn of(&self, settings: &Settings) -> T {
        let set = settings.values.iter().find(|(name, _)| *name == self.name);
        set.and_then(|(_, text)| T::read(text, &self.range)).unwrap_or_else(|| self.default.clone())
    }
}

/// A parameter, whatever its values.
pub trait AnyParameter: Sync {
    /// The parameter's name, as typed.
    fn name(&self) -> &'static str;
    /// The parameter's name, and the name that it went by before, if any.
    fn names(&self) -> Vec<&'static str>;
    /// The name as it was typed, if that is one of the parameter's names.
    fn spelling(&self, typed: &str) -> Option<&'static str> {
        self.names().into_iter().find(|name| *name == typed)
    }
    /// What the parameter does, in a line.
    fn meaning(&self) -> &'static str;
    /// What may be written, in words.
    fn allowed(&self) -> String;
    /// The words among what may be written.
    fn words(&self) -> Vec<&'static str>;
    /// The value where a spec sets none.
    fn default(&self) -> String;
    /// A value in its plainest spelling; `None` if the parameter can't have it.
    fn plain(&self, text: &str) -> Option<String>;
}

impl<T: Value> AnyParameter for Parameter<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn names(&self) -> Vec<&'static str> {
        [Some(self.name), self.old_name].into_iter().flatten().collect()
    }

    fn meaning(&self) -> &'static str {
        self.meaning
    }

    fn allowed(&self) -> String {
        T::allowed(&self.range)
    }

    fn words(&self) -> Vec<&'static str> {
        T::words(&self.range)
    }

    fn default(&self) -> String {
        self.default.write()
    }

    fn plain(&self, text: &str) -> Option<String> {
        Some(T::read(text, &self.range)?.write())
    }
}

/// What a spec has set: a value each, in its plainest spelling. All else is at its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    pub(super) values: Vec<(&'static str, String)>,
}

/// What a parameter can be.
pub trait Value: Clone + PartialEq + Sync + 'static {
    /// What narrows it.
    type Range: Sync;

    /// The value of this text, if it lies in the range.
    fn read(text: &str, range: &Self::Range) -> Option<Self>;
    /// The value's plainest spelling.
    fn write(&self) -> String;
    /// The range in words.
    fn allowed(range: &Self::Range) -> String;
    /// The words in the range; none where all that it holds are numbers.
    fn words(_range: &Self::Range) -> Vec<&'static str> {
        Vec::new()
    }
}

/// A whole number from 1 to the range.
impl Value for u32 {
    type Range = u32;

    fn read(text: &str, most: &u32) -> Option<Self> {
        text.parse().ok().filter(|count| (1..=*most).contains(count))
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn allowed(most: &u32) -> String {
        format!("a whole number from 1 to {most}")
    }
}

/// A number from 0 to the range.
impl Value for f64 {
    type Range = f64;

    fn read(text: &str, most: &f64) -> Option<Self> {
        let number = text.parse().ok().filter(|number| (0.0..=*most).contains(number));
        // Adding 0 makes −0 plain.
        number.map(|number: f64| number + 0.0)
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn allowed(most: &f64) -> String {
        format!("a number from 0 to {most}")
    }
}

/// `auto`, which leaves the choice to the game, or a number from 0 to the range.
impl Value for Option<f64> {
    type Range = f64;

    fn read(text: &str, most: &f64) -> Option<Self> {
        if text == "auto" { Some(None) } else { f64::read(text, most).map(Some) }
    }

    fn write(&self) -> String {
        self.map_or_else(|| "auto".to_owned(), |number| number.write())
    }

    fn allowed(most: &f64) -> String {
        format!("auto or {}", f64::allowed(most))
    }

    fn words(_: &f64) -> Vec<&'static str> {
        vec!["auto"]
    }
}

/// One of the words of the range.
impl Value for &'static str {
    type Range = &'static [&'static str];

    fn read(text: &str, words: &Self::Range) -> Option<Self> {
        words.iter().find(|word| **word == text).copied()
    }

    fn write(&self) -> String {
        (*self).to_owned()
    }

    fn allowed(words: &Self::Range) -> String {
        match words {
            [some @ .., one, other] => {
                let some: String = some.iter().map(|word| format!("{word}, ")).collect();
                format!("{some}{one} or {other}")
            }
            _ => words.concat(),
        }
    }

    fn words(words: &Self::Range) -> Vec<&'static str> {
        words.to_vec()
    }
}

/// How often a bot is absent-minded. Any bot may have it: the registry sees to what it does.
pub const EPSILON: Parameter<f64> =
    Parameter::new("epsilon", 0.0, 1.0, "share of decisions made at random instead, 0 to 1");
