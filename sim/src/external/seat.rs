//! A seat in which an external bot plays one match.

use std::time::Duration;

use threehand_bots::{BotFailure, BotRng};
use threehand_play::{DynView, ProgramSeat};

use super::bot::ExternalBot;
use super::process::Process;
use super::protocol::{Decide, Message, read_action};
use super::spec::BANK;

/// The most letters that are shown of an action that the game does not have.
const LONGEST: usize = 80;

/// A seat in which an external bot plays one match.
pub(super) struct ExternalSeat {
    bot: ExternalBot,
    /// `None` before the first decision, and after a failure.
    process: Option<Process>,
    /// The time beyond its limits that the bot has left in this match.
    bank: Duration,
}

impl ExternalSeat {
    /// A seat for this bot.
    pub(super) const fn new(bot: ExternalBot) -> Self {
        Self { bot, process: None, bank: BANK }
    }
}

impl ProgramSeat for ExternalSeat {
    fn decide(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<usize, BotFailure> {
        let (bot, limit) = (&self.bot, self.bot.spec().limit());
        let mut lines = Vec::new();
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                lines = Message::Match.line();
                bot.process(view.game(), &view.rules_json())?
            }
        };
        let decide = Decide::of(view, bot.spec().ms, rng);
        lines.extend(Message::Decide(&decide).line());
        let late = || {
            let (limit, bank) = (limit.as_millis(), BANK.as_millis());
            format!("the {limit} ms allowed, and {bank} ms a match beyond")
        };
        let (line, spent) = process.ask(&lines, limit + self.bank, late, bot.log())?;
        bot.add_time(spent);
        self.bank = self.bank.saturating_sub(spent.saturating_sub(limit));
        let text = read_action(&line)?;
        let action = view.action_index(&text).map_err(|why| {
            // A reason that is too long for a record loses its middle, and with it what tells the kind.
            if text.chars().nth(LONGEST).is_none() {
                return BotFailure::Illegal { action: text, why };
            }
            let start: String = text.chars().take(LONGEST).collect();
            BotFailure::illegal(
                start + "…",
                format!("{} has no action of that length", view.game()),
            )
        })?;
        // The process of a bot that chooses an illegal action ends with its match, which the table sees to.
        if view.legal().contains(&action) {
            self.process = Some(process);
        }
        Ok(action)
    }
}

impl Drop for ExternalSeat {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.bot.take_back(process);
        }
    }
}
