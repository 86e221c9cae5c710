//! A seat in which an external bot plays one match.

use std::time::Duration;

use threehand_bots::{BotFailure, BotRng};
use threehand_play::{DynView, ProgramSeat};

use super::bot::{ExternalBot, Place};
use super::process::Process;
use super::protocol::{Decide, Message, read_action};
use super::spec::BANK;

/// The letters that are shown of an action that the game does not have.
const LONGEST: usize = 80;

/// A seat in which an external bot plays one match.
pub(super) struct ExternalSeat {
    pub(super) bot: ExternalBot,
    pub(super) place: Place,
    /// `None` before the first decision, and after a failure.
    pub(super) process: Option<Process>,
    /// The time beyond the limits that is left in this match.
    pub(super) bank: Duration,
}

impl ProgramSeat for ExternalSeat {
    fn decide(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<usize, BotFailure> {
        self.ask(view, rng).inspect_err(|failure| self.bot.add_failure(failure))
    }
}

impl ExternalSeat {
    fn ask(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<usize, BotFailure> {
        let (bot, limit) = (&self.bot, self.bot.spec().limit());
        let (mut process, mut lines) = match self.process.take() {
            Some(process) => (process, Vec::new()),
            None => {
                self.place.rules = view.rules_json();
                (bot.process(view.game(), &self.place)?, Message::Match.line())
            }
        };
        lines.extend(Message::Decide(&Decide::of(view, bot.spec().ms, rng)).line());
        let limit_text = || {
            let (limit, bank) = (limit.as_millis(), BANK.as_millis());
            format!("the {limit} ms allowed, and {bank} ms a match beyond")
        };
        let asked = process.ask(&lines, limit + self.bank, limit_text);
        if let Err(BotFailure::TimedOut(_)) = &asked {
            bot.add_time(limit + self.bank);
        }
        let (line, spent) = asked?;
        bot.add_time(spent);
        self.bank = self.bank.saturating_sub(spent.saturating_sub(limit));
        let (action, text) =
            action(view, &line).inspect_err(|failure| process.note_failure(failure))?;
        // An illegal action ends the match, and the process with it.
        if view.legal().contains(&action) {
            self.process = Some(process);
        } else {
            let failure = BotFailure::illegal(text, "this is not one of `legal`");
            process.note_failure(&failure);
            self.bot.add_failure(&failure);
        }
        Ok(action)
    }
}

/// The action that a program answers, with its text.
fn action(view: &dyn DynView, line: &[u8]) -> Result<(usize, String), BotFailure> {
    let text = read_action(line)?;
    let action = view.action_index(&text).map_err(|why| {
        // A record cuts the middle of a long reason, and with it the words that name the kind of failure.
        if text.chars().nth(LONGEST).is_none() {
            return BotFailure::illegal(&text, why);
        }
        let start: String = text.chars().take(LONGEST).collect();
        let why = format!("{} has no action of that length", view.game());
        BotFailure::illegal(start + "…", why)
    })?;
    Ok((action, text))
}

impl Drop for ExternalSeat {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.bot.take_back(self.place.clone(), process);
        }
    }
}
