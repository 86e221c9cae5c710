//! The bot whose rating is given, so that ratings of several runs can stand side by side.

use std::fmt;
use std::str::FromStr;

use threehand_engine::options::one_of;

use crate::terminal::failure::Failure;

/// The furthest from 0 that a rating can be set, in points.
const FURTHEST: f64 = 1e6;

/// A bot, by the name that it goes by in a run, and the rating that is to be its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    bot: String,
    rating: f64,
}

impl Anchor {
    /// The bot's place among the names of the bots of a run, and its rating.
    ///
    /// # Errors
    /// If no bot of the run goes by that name.
    pub(crate) fn place(&self, names: &[&str]) -> Result<(usize, f64), Failure> {
        let names = names.iter().copied();
        let place = names.clone().position(|name| name == self.bot).ok_or_else(|| {
            let why =
                format!("no bot of this run goes by `{}`{}", self.bot, one_of(&self.bot, names));
            Failure::setting("anchor", why)
        })?;
        Ok((place, self.rating))
    }
}

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A bot's own name may hold the sign.
        let (bot, rating) = text
            .rsplit_once('=')
            .filter(|(bot, _)| !bot.is_empty())
            .ok_or_else(|| "it is BOT=RATING, such as greedy=0".to_owned())?;
        match rating.parse::<f64>() {
            Ok(rating) if rating.abs() <= FURTHEST => {
                Ok(Self { bot: bot.to_owned(), rating: rating + 0.0 })
            }
            _ => {
                Err(format!("{rating} is no rating: it is a number from -{FURTHEST} to {FURTHEST}"))
            }
        }
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.bot, self.rating)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_is_read_as_it_is_written() {
        for text in ["greedy=0", "greedy:epsilon=0.5=1500", "random#2=-12.5"] {
            assert_eq!(text.parse::<Anchor>().unwrap().to_string(), text);
        }
        assert_eq!("greedy=-0".parse::<Anchor>().unwrap().to_string(), "greedy=0");
        for text in ["", "greedy", "=0", "greedy=", "greedy=NaN", "greedy=inf", "greedy=1e7"] {
            assert!(text.parse::<Anchor>().is_err(), "{text}");
        }
    }
}
