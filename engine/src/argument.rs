//! What actions are about, and the macro that makes actions of words and what they are about.

use std::fmt::Display;
use std::str::FromStr;

use crate::card::Card;
use crate::seat::Seat;
use crate::trick::Trump;

/// What an action is about, such as the card of `play 9C`.
pub trait Argument: Copy + Display + FromStr {
    /// How many there are.
    const COUNT: usize;

    /// A number below [`Argument::COUNT`], different for each.
    fn index(self) -> usize;

    /// The one of this index; `None` if the index is too great.
    fn from_index(index: usize) -> Option<Self>;
}

impl Argument for Card {
    const COUNT: usize = Self::COUNT;

    fn index(self) -> usize {
        self.index()
    }

    fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then(|| Self::from_index(index))
    }
}

impl Argument for Trump {
    const COUNT: usize = Self::ALL.len();

    fn index(self) -> usize {
        self.index()
    }

    fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }
}

impl Argument for Seat {
    const COUNT: usize = 3;

    fn index(self) -> usize {
        self.number()
    }

    fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }
}

/// Declares the actions of a game, each a word and what it is about, with their texts and indices.
///
/// ```
/// use threehand_engine::{Action as _, Card, Trump, actions};
///
/// actions! {
///     /// One decision.
///     pub enum Action {
///         /// The dealer names the trump.
///         Name(Trump) = "trump",
///         /// A card is played.
///         Play(Card) = "play",
///     }
/// }
///
/// let action: Action = "play 9C".parse()?;
/// assert_eq!(action.to_string(), "play 9C");
/// assert_eq!(Action::from_index(action.index()), Some(action));
/// assert_eq!(Action::COUNT, 5 + 52);
/// # Ok::<(), threehand_engine::NoSuchAction>(())
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$of:meta])* $vis:vis enum $name:ident {
        $($(#[$of_action:meta])* $action:ident($about:ty) = $word:literal),* $(,)?
    }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$of_action])* $action($about),)*
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$action(about) => ::std::write!(f, "{} {about}", $word),)*
                }
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::NoSuchAction;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::NoSuchAction> {
                let action = || {
                    let (word, about) = text.split_once(' ')?;
                    match word {
                        $($word => about.parse().ok().map(Self::$action),)*
                        _ => None,
                    }
                };
                action().ok_or_else(|| $crate::NoSuchAction(text.to_owned()))
            }
        }

        impl $crate::Action for $name {
            const COUNT: usize = 0 $(+ <$about as $crate::Argument>::COUNT)*;

            fn index(self) -> usize {
                let mut start = 0;
                $(
                    if let Self::$action(about) = self {
                        return start + $crate::Argument::index(about);
                    }
                    start += <$about as $crate::Argument>::COUNT;
                )*
                start
            }

            fn from_index(mut index: usize) -> Option<Self> {
                $(
                    if index < <$about as $crate::Argument>::COUNT {
                        return $crate::Argument::from_index(index).map(Self::$action);
                    }
                    index -= <$about as $crate::Argument>::COUNT;
                )*
                let _ = index;
                None
            }
        }
    };
}
