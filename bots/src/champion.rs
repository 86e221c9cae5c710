//! `champion`: one of the other bots, the strongest that was found for the game and the budget.

use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::lab::{Bots, EPSILON, Kind, Parameter, Range, Settings, Spec};
use crate::machine;

/// The kind of bot `champion`, of the games that have [champions](Knowledge::CHAMPIONS).
#[derive(Clone, Copy, Debug)]
pub struct Champion;

/// About what a decision may cost: milliseconds of one core.
pub const BUDGET: Parameter = Parameter::new(
    "budget",
    "5ms",
    Range::Text(plain_budget, "whole milliseconds or seconds from 1ms to 10s"),
    "about what a decision costs, 1ms to 10s",
);

/// Whose time the budget is.
const MACHINE: Parameter = Parameter::new(
    "machine",
    "any",
    Range::Words(&["any", "this"]),
    "any: the same bot on every machine; this: a measurement fits the bot to this one",
);

/// The longest budget, in milliseconds.
const MOST: u32 = 10_000;

/// A budget as whole seconds, or else as milliseconds: `50ms`, `2s`.
fn plain_budget(text: &str) -> Option<String> {
    let ms = milliseconds(text)?;
    Some(if ms % 1000 == 0 { format!("{}s", ms / 1000) } else { format!("{ms}ms") })
}

fn milliseconds(budget: &str) -> Option<u32> {
    let (number, unit) = match budget.strip_suffix("ms") {
        Some(number) => (number, 1),
        None => (budget.strip_suffix('s')?, 1000),
    };
    let is_plain = number.bytes().all(|digit| digit.is_ascii_digit());
    let number: u32 = number.parse().ok().filter(|_| is_plain)?;
    number.checked_mul(unit).filter(|ms| (1..=MOST).contains(ms))
}

/// A bot that was found strongest where a decision may cost so much or more.
#[derive(Clone, Copy, Debug)]
pub struct Strongest {
    /// The bot's spec, with `{}` in the place of how much it looks at.
    pub spec: &'static str,
    /// Milliseconds that a decision takes in matches, from the least budget that this bot is for up, and how much
    /// the bot looks at in that time. Between two of them the count grows evenly.
    pub counts: &'static [(u32, u32)],
}

impl Strongest {
    /// The least budget that it is for, in milliseconds.
    pub(crate) fn from(&self) -> u32 {
        self.counts[0].0
    }

    /// Its spec at this budget.
    fn at(&self, budget: u32) -> String {
        let after = self.counts.partition_point(|&(ms, _)| ms <= budget);
        let count = match (self.counts[after - 1], self.counts.get(after)) {
            ((below, count), Some(&(above, more))) => {
                let grown = u64::from(budget - below) * u64::from(more - count);
                u64::from(count) + grown / u64::from(above - below)
            }
            ((_, count), None) => u64::from(count),
        };
        self.spec.replacen("{}", &count.to_string(), 1)
    }
}

impl Kind for Champion {
    const NAME: &'static str = "champion";
    const ABOUT: &'static str = "the one of these that was chosen for the game and the budget";
    const PARAMETERS: &'static [Parameter] = &[BUDGET, MACHINE, EPSILON];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        unreachable!("another bot plays in its place")
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        milliseconds(BUDGET.of(settings)).and_then(strongest::<G>).is_some()
    }

    fn stands_for<G: Knowledge>(&self, settings: &Settings, bots: &Bots<G>) -> Option<String> {
        let mut budget = milliseconds(BUDGET.of(settings))?;
        if MACHINE.of(settings) == "this" {
            // The times of longer budgets grow as their counts.
            let measured = budget.min(5);
            let bot = bots.spec(&strongest::<G>(measured)?).ok()?;
            let slowness = machine::milliseconds(bots, &bot) / f64::from(measured);
            budget = ((f64::from(budget) / slowness).round() as u32).clamp(1, MOST);
        }
        strongest::<G>(budget)
    }

    /// A bot that was fitted to another machine may look at another number of worlds.
    fn may_stand_for<G: Knowledge>(&self, settings: &Settings, noted: &Spec) -> bool {
        let noted = noted.to_string();
        let is_of = |strongest: &Strongest| counted(&noted).eq(counted(strongest.spec));
        MACHINE.of(settings) == "this" && G::CHAMPIONS.iter().any(is_of)
    }
}

/// The spec of the strongest bot for so many milliseconds.
fn strongest<G: Knowledge>(budget: u32) -> Option<String> {
    let strongest = G::CHAMPIONS.iter().rfind(|strongest| strongest.from() <= budget)?;
    Some(strongest.at(budget))
}

/// The parts of a spec but for the number of worlds, which a spec leaves out at its default.
fn counted(spec: &str) -> impl Iterator<Item = &str> {
    spec.split(':').filter(|part| !part.starts_with("worlds="))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_whole_milliseconds_or_seconds() {
        for (text, written) in [
            ("1ms", "1ms"),
            ("050ms", "50ms"),
            ("1000ms", "1s"),
            ("1500ms", "1500ms"),
            ("10s", "10s"),
        ] {
            assert_eq!(plain_budget(text).as_deref(), Some(written), "{text}");
        }
        for text in [
            "", "5", "0ms", "ms", "s", "+5ms", "-5ms", "1.5s", "11s", "10001ms", "5 ms", "4294968s",
        ] {
            assert_eq!(plain_budget(text), None, "{text}");
        }
    }

    #[test]
    fn a_bot_looks_at_as_much_as_the_budget_allows() {
        let bot = Strongest { spec: "x:worlds={}:y=1", counts: &[(2, 10), (4, 30), (10_000, 60)] };
        for (budget, spec) in
            [(2, "x:worlds=10:y=1"), (3, "x:worlds=20:y=1"), (10_000, "x:worlds=60:y=1")]
        {
            assert_eq!(bot.at(budget), spec);
        }
    }
}
