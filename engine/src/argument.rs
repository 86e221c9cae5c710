//! What actions are about, and the macro that makes actions of words and what they are about.

use crate::card::Card;
use crate::seat::Seat;
use crate::trick::Trump;

/// What an action is about, such as the card of `play 9C`.
pub trait Argument: Copy {
    /// How many there are.
    const COUNT: usize;

    /// A number below [`Argument::COUNT`], different for each.
    fn index(self) -> usize;

    /// The one of this index; `None` if the index is too great.
    fn from_index(index: usize) -> Option<Self>;

    /// Its text.
    fn text(self) -> String;

    /// The one of this text.
    fn read(text: &str) -> Option<Self>;
}

/// Makes arguments of types with texts: how many there are, the index of each, and the one of an index.
macro_rules! arguments {
    ($($type:ty, $count:expr, $index:expr, $of:expr;)+) => {$(
        impl $crate::Argument for $type {
            const COUNT: usize = $count;

            fn index(self) -> usize {
                $index(self)
            }

            fn from_index(index: usize) -> Option<Self> {
                $of(index)
            }

            fn text(self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )+};
}

pub(crate) use arguments;

arguments! {
    Card, Self::COUNT, Self::index, |i| (i < Self::COUNT).then(|| Self::from_index(i));
    Trump, Self::ALL.len(), Self::index, |i| Self::ALL.get::<usize>(i).copied();
    Seat, 3, Self::number, Self::from_number;
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
    ($(#[$of:meta])* $vis:vis enum $name:ident $(as $syntax:tt)? {
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
                        $($(::std::write!(f, " {}", $crate::Argument::text(*$part))?;)+)?
                    })*
                }
                Ok(())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::NoSuchAction;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::NoSuchAction> {
                let syntax = [$($syntax,)? "the game"][0];
                let action = || {
                    let (word, parts) = text.split_once(' ').map_or((text, None), |(a, b)| (a, Some(b)));
                    $(if word == $word {
                        const PARTS: &[&str] = &[$($(stringify!($part)),+)?];
                        let read = || {
                            let mut parts = parts.into_iter().flat_map(|all| all.splitn(PARTS.len().max(1), ' '));
                            $($(let $part = <$about as $crate::Argument>::read(parts.next()?)?;)+)?
                            parts.next().is_none().then_some(Self::$action $(($($part),+))?)
                        };
                        if let Some(action) = read() {
                            return Some(action);
                        }
                    })*
                    None
                };
                action().ok_or_else(|| $crate::NoSuchAction { text: text.to_owned(), syntax })
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
