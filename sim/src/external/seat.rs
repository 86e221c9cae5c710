//! A seat at which a program plays one match.

use std::sync::Arc;
use std::time::Duration;

use threehand_bots::{BotFailure, BotRng, Knowledge};
use threehand_engine::{Action as _, View};
use threehand_play::{DynView, ProgramSeat, dyn_view};

use super::process::{Process, Trouble};
use super::program::Program;
use super::protocol::{Decide, Message, read_action};
use super::spec::BANK;
use crate::play::seated::Decider;

/// A seat at which a program plays one match.
pub struct AtProgram {
    program: Arc<Program>,
    /// `None` before the first decision, and after a failure.
    process: Option<Process>,
    /// What the program may take beyond its limits in this match.
    bank: Duration,
}

impl AtProgram {
    /// A seat at which this program plays.
    pub const fn new(program: Arc<Program>) -> Self {
        Self { program, process: None, bank: BANK }
    }
}

/// As many letters of an action that the game does not have are told.
const LONGEST: usize = 80;

impl Decide {
    /// The decision of the seat to move. The seed comes from the bot's luck, so that a program that leaves nothing
    /// else to chance plays the same again.
    pub fn of(view: &dyn DynView, ms: u32, rng: &mut BotRng) -> Self {
        use rand::Rng as _;
        Self { seed: rng.next_u64() >> 11, ms, view: view.seen() }
    }
}

/// A program as a player of a table.
pub struct Seatable(pub Arc<Program>);

impl threehand_play::Program for Seatable {
    fn spec(&self) -> String {
        self.0.spec().to_string()
    }

    fn sit(&self) -> Box<dyn ProgramSeat> {
        Box::new(AtProgram::new(Arc::clone(&self.0)))
    }
}

impl ProgramSeat for AtProgram {
    fn decide(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<usize, BotFailure> {
        let (program, limit) = (&self.program, self.program.spec().limit());
        let mut lines = Vec::new();
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                lines = Message::Match.line();
                program.process(view.game(), &view.rules_json())?
            }
        };
        let decide = Decide::of(view, program.spec().ms, rng);
        lines.extend(Message::Decide(&decide).line());
        let asked = process.ask(&lines, limit + self.bank, program.log());
        let (line, spent) = asked.map_err(|trouble| match trouble {
            Trouble::Failed(failure) => failure,
            Trouble::Late => program.late(),
        })?;
        program.took(spent);
        self.bank = self.bank.saturating_sub(spent.saturating_sub(limit));
        let text = read_action(&line)?;
        let action = view.action_index(&text).map_err(|why| {
            // A reason that is too long for a record loses its middle, and with it what tells the kind.
            let long = text.chars().nth(LONGEST).is_some();
            let action: String = text.chars().take(LONGEST).collect();
            let (action, why) = match long {
                true => (action + "…", format!("{} has no action of that length", view.game())),
                false => (action, why),
            };
            BotFailure::Illegal { action, why }
        })?;
        // A program that chooses what it may not is ended with its match, which the table sees to.
        if view.legal().contains(&action) {
            self.process = Some(process);
        }
        Ok(action)
    }
}

impl<G: Knowledge> Decider<G> for AtProgram {
    fn answer(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Result<G::Action, BotFailure> {
        let index = ProgramSeat::decide(self, &*dyn_view(view), rng)?;
        Ok(G::Action::from_index(index).expect("the index is of an action of the game"))
    }
}

impl Drop for AtProgram {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.program.take_back(process);
        }
    }
}
