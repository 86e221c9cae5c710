//! The decisions of a recorded hand, as another bot sees them.

use serde::Serialize;
use threehand_bots::{Bots, Judged as Worth, Knowledge, Unit};
use threehand_engine::record::Record;
use threehand_engine::{Hand as _, Played, Seat};

use super::opinions::{Annotator, Thought};
use crate::play::asking::caught;
use crate::play::seeds::Seeds;
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::percent;
use crate::terminal::shown::shown;

/// Which bot is asked about decisions, and with what luck.
#[derive(Clone, Copy)]
pub(super) struct Annotation<'a> {
    /// The bot, as typed.
    pub(super) spec: &'a str,
    /// Where its luck comes from, of each hand by itself.
    pub(super) seeds: Seeds,
}

/// What a bot thinks of the decisions of a hand.
pub(super) struct Judged {
    /// The bot's spec.
    pub(super) annotator: String,
    /// The decisions with more than one legal choice.
    pub(super) decisions: Vec<Decision>,
}

/// A decision with more than one legal choice.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Decision {
    /// The place of its line in the actions of the record, from 0.
    pub(super) action: usize,
    /// Who decided.
    pub(super) seat: Seat,
    /// What was done.
    pub(super) done: String,
    /// What the bot would have done.
    pub(super) choice: String,
    /// Whether that is the same, or comes to the same.
    pub(super) same: bool,
    /// What the figures are: chances to win the match, or points.
    pub(super) unit: &'static str,
    /// What the bot thinks that what was done was worth; where it puts a figure on it, as the following.
    pub(super) worth_done: Option<f64>,
    /// What the bot's own choice was worth.
    pub(super) worth_choice: Option<f64>,
    /// How much less what was done was worth, in the worlds in which both were tried.
    pub(super) loss: Option<f64>,
    /// The standard error of that.
    pub(super) se: Option<f64>,
    /// In how many worlds both were tried.
    pub(super) worlds: Option<usize>,
    /// What was done, and what the bot would have done, as a person reads it.
    #[serde(skip)]
    said: [String; 2],
    /// Whether a record has a line for the bot's choice.
    #[serde(skip)]
    pub(super) has_line: bool,
}

impl Annotation<'_> {
    /// Asks the bot about each decision of a hand that has more than one legal choice.
    ///
    /// # Errors
    /// If there is no such bot, or it fails.
    pub(super) fn judge<G: Knowledge>(
        &self,
        bots: &Bots<'_, G>,
        record: &Record,
        played: &Played<G>,
    ) -> Result<Judged, Failure> {
        let spec = bots.spec(self.spec);
        let spec = spec.map_err(|error| Failure::setting("annotate", error.to_string()))?;
        let annotator = spec.to_string();
        let ask = || {
            let rng = self.seeds.opinion(record.match_number, record.lineup, record.hand);
            let mut annotator = Annotator::new(annotator.clone(), &bots.maker(&spec), rng);
            let judged = annotator.judge(played, None).into_iter();
            let decision = |((place, seat, action), thought)| {
                let line = G::lines(&played.actions[..place]).len();
                Decision::of::<G>(played.end.rules(), (line, seat, action), &thought)
            };
            judged.map(decision).collect::<Vec<_>>()
        };
        let decisions = caught(ask).map_err(|reason| {
            Failure::BotFailed(shown(format!("{annotator} failed: {reason}")).into())
        })?;
        Ok(Judged { annotator, decisions })
    }
}

impl Judged {
    /// A table of the decisions, with what their figures count.
    pub(super) fn text(&self) -> String {
        let Self { annotator, decisions } = self;
        let with_figures = decisions.iter().find(|decision| decision.loss.is_some());
        let counts =
            with_figures.map_or_else(String::new, |decision| format!("; {}", decision.counts()));
        let fixed = [numbers("action"), numbers("seat"), words("done"), words("would do")];
        let figures = [
            numbers("worth done").goes(2),
            numbers("worth of choice").goes(2),
            numbers("loss"),
            numbers("std. error"),
            numbers("worlds").goes(1),
        ];
        let shown = if with_figures.is_some() { figures.len() } else { 0 };
        let mut grid = Grid::new(fixed.into_iter().chain(figures.into_iter().take(shown)));
        for decision in decisions {
            let figures = decision.figures().into_iter().take(shown);
            let own = [decision.action.to_string(), decision.seat.to_string()];
            grid.row(own.into_iter().chain(decision.said()).chain(figures));
        }
        format!("  {annotator} on the decisions with a choice{counts}\n{}", grid.text())
    }
}

impl Decision {
    fn of<G: Knowledge>(
        rules: &G,
        (action, seat, done): (usize, Seat, G::Action),
        thought: &Thought<G::Action>,
    ) -> Self {
        let Thought { opinion, done: stands, same } = thought;
        let choice = opinion.choice;
        let stands = stands.as_ref();
        let chosen = opinion.worths.iter().find(|worth| worth.action == choice);
        let choice_words = choice.to_string();
        Self {
            action,
            seat,
            done: done.to_string(),
            has_line: rules.read_line(&choice_words).is_ok(),
            choice: choice_words,
            same: *same,
            unit: match opinion.unit {
                Unit::Chance => "chance",
                Unit::Points => "points",
            },
            worth_done: stands.map(|worth| worth.mean),
            worth_choice: chosen.map(|worth| worth.mean),
            loss: stands.map(|worth| worth.loss),
            se: stands.filter(|_| !same).and_then(|worth| worth.error),
            worlds: stands.map(|worth: &Worth<_>| worth.worlds),
            said: [done, choice].map(G::say),
        }
    }

    /// What was done and what the bot would do, for a reader.
    pub(super) fn said(&self) -> [String; 2] {
        let [done, choice] = self.said.clone();
        [done, if self.same { "the same".to_owned() } else { choice }]
    }

    /// What the figures count, for a reader.
    pub(super) fn counts(&self) -> &'static str {
        match self.unit {
            "chance" => "worth is the chance to win the match in percent",
            _ => "worth is twice the seat's own points of the hand less those of the others",
        }
    }

    /// The figures, for a reader: what was done and the choice are worth, the loss, its error, the worlds.
    pub(super) fn figures(&self) -> [String; 5] {
        let figure =
            |value: Option<f64>| value.map_or_else(String::new, |value| self.figure(value));
        let lost = |value: Option<f64>| figure(value.filter(|_| !self.same));
        let worlds = self.worlds.map_or_else(String::new, |worlds| worlds.to_string());
        [figure(self.worth_done), figure(self.worth_choice), lost(self.loss), lost(self.se), worlds]
    }

    fn figure(&self, value: f64) -> String {
        match self.unit {
            "chance" => percent(value),
            _ => {
                let text = format!("{value:.2}");
                if text == "-0.00" { "0.00".to_owned() } else { text.replace('-', "−") }
            }
        }
    }
}
