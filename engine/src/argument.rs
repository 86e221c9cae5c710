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
        Self::from_number(index)
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
///         Name(trump: Trump) = "trump",
///         /// A card is played.
///         Play(card: Card) = "play",
///     }
/// }
///
/// let action: Action = "play 9C".parse()?;
/// assert_eq!(action.to_string(), "play 9C");
/// assert_eq!(Action::from_index(action.index()), Some(action));
/// assert_eq!(Action::COUNT, 5 + 52);
/// # Ok::<(), threehand_engine::NoSuchAction>(())
/// ```
///
/// Actions may be about nothing, or about several things, and the game may say how they are written:
///
/// ```
/// use threehand_engine::{Action as _, Card, Seat, actions};
///
/// actions! {
///     /// One decision.
///     pub enum Action as "a game of gifts: give CARD SEAT or keep" {
///         /// A card is given to a seat.
///         Give(card: Card, to: Seat) = "give",
///         /// No card is given.
///         Keep = "keep",
///     }
/// }
///
/// assert_eq!("give 9C 1".parse(), Ok(Action::Give("9C".parse()?, Seat::P1)));
/// assert_eq!("keep".parse(), Ok(Action::Keep));
/// assert!(["give 9C", "keep 9C", "give 9C 1 1"].iter().all(|text| text.parse::<Action>().is_err()));
/// assert_eq!(Action::COUNT, 3 * 52 + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$of:meta])* $vis:vis enum $name:ident $(as $syntax:literal)? {
        $($(#[$of_action:meta])* $action:ident $(($($part:ident: $about:ty),+))? = $word:literal),*
        $(,)?
    }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$of_action])* $action $(($($about),+))?,)*
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$action $(($($part),+))? => {
                        f.write_str($word)?;
                        $($(::std::write!(f, " {}", $part)?;)+)?
                    })*
                }
                Ok(())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::NoSuchAction;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::NoSuchAction> {
                const SYNTAX: &str = [$($syntax,)? "the game"][0];
                let action = || {
                    let (word, parts) = text.split_once(' ').map_or((text, None), |(a, b)| (a, Some(b)));
                    $(if word == $word {
                        const PARTS: &[&str] = &[$($(stringify!($part)),+)?];
                        let mut parts = parts.into_iter().flat_map(|all| all.splitn(PARTS.len().max(1), ' '));
                        $($(let $part = parts.next()?.parse().ok()?;)+)?
                        return parts.next().is_none().then_some(Self::$action $(($($part),+))?);
                    })*
                    None
                };
                action().ok_or_else(|| $crate::NoSuchAction { text: text.to_owned(), syntax: SYNTAX })
            }
        }

        impl $crate::Action for $name {
            const COUNT: usize = 0 $(+ 1 $($(* <$about as $crate::Argument>::COUNT)+)?)*;

            fn index(self) -> usize {
                let mut start = 0;
                $(
                    #[allow(unused_mut, reason = "an action may be about nothing")]
                    if let Self::$action $(($($part),+))? = self {
                        let (mut index, mut step) = (start, 1);
                        $($(
                            index += step * $crate::Argument::index($part);
                            step *= <$about as $crate::Argument>::COUNT;
                        )+)?
                        let _ = step;
                        return index;
                    }
                    start += 1 $($(* <$about as $crate::Argument>::COUNT)+)?;
                )*
                start
            }

            fn from_index(mut index: usize) -> Option<Self> {
                $(
                    let count = 1 $($(* <$about as $crate::Argument>::COUNT)+)?;
                    if index < count {
                        $($(
                            let $part = index % <$about as $crate::Argument>::COUNT;
                            index /= <$about as $crate::Argument>::COUNT;
                        )+)?
                        let _ = index;
                        return Some(Self::$action $(($($crate::Argument::from_index($part)?),+))?);
                    }
                    index -= count;
                )*
                let _ = index;
                None
            }
        }
    };
}
