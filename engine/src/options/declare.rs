//! Rule options as values, and the macros that declare them.

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
            #[inline]
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
