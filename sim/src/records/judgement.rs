//! The decisions of a recorded hand, judged by another bot.

use serde::Serialize;
use threehand_bots::Unit;
use threehand_engine::Seat;
use threehand_engine::record::Record;
use threehand_play::{DynGame, DynHand, Seeds, panics::caught};

use super::advice::{Adviser, Decision};
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::percent;
use crate::terminal::shown::shown;

/// The bot that judges decisions.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    /// The bot, as typed.
    pub(super) spec: &'a str,
    /// The seed of its randomness.
    pub(super) seeds: Seeds,
}

/// The judged decisions of a hand.
pub(super) struct Judgement {
    /// The spec of the bot that judged.
    pub(super) annotator: String,
    /// The decisions with more than one legal action.
    pub(super) decisions: Vec<Judged>,
}

/// A judged decision.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Judged {
    /// The place of its line in the actions of the record, from 0.
    pub(super) action: usize,
    pub(super) seat: Seat,
    /// The action taken.
    pub(super) done: String,
    /// The action that the bot would have taken.
    pub(super) choice: String,
    /// Whether the two have the same effect.
    pub(super) same: bool,
    /// The unit of the worths: `chance` to win the match, or `points`.
    pub(super) unit: &'static str,
    /// The worth of the action taken; `None` where the bot did not compare it, as the following.
    pub(super) worth_done: Option<f64>,
    /// The worth of the bot's choice.
    pub(super) worth_choice: Option<f64>,
    /// The loss of the action taken against the choice, in the worlds in which both were tried.
    pub(super) loss: Option<f64>,
    /// The standard error of the loss.
    pub(super) se: Option<f64>,
    /// The number of those worlds.
    pub(super) worlds: Option<usize>,
    /// The action taken and the choice in words.
    #[serde(skip)]
    words: [String; 2],
    /// Whether a record has a line for the choice.
    #[serde(skip)]
    pub(super) has_line: bool,
}

impl Judge<'_> {
    /// Judges each decision of a hand that has more than one legal action.
    ///
    /// # Errors
    /// If there is no such bot, or it fails.
    pub(super) fn judge(
        &self,
        game: &dyn DynGame,
        record: &Record,
        hand: &dyn DynHand,
    ) -> Result<Judgement, Failure> {
        let spec = game.spec(self.spec);
        let spec = spec.map_err(|error| Failure::setting("annotate", error.to_string()))?;
        let annotator = spec.to_string();
        let judge = || -> Vec<Judged> {
            let rng = self.seeds.opinion(record.match_number, record.lineup, record.hand);
            let decisions = Adviser::new(game, &spec, rng).decisions(hand, None);
            decisions.iter().map(|decision| Judged::of(hand, decision)).collect()
        };
        let decisions = caught(judge).map_err(|reason| {
            Failure::BotFailed(shown(format!("{annotator} failed: {reason}")).into())
        })?;
        Ok(Judgement { annotator, decisions })
    }
}

impl Judgement {
    /// A table of the decisions, with the unit of their worths.
    pub(super) fn text(&self) -> String {
        let Self { annotator, decisions } = self;
        let with_worths = decisions.iter().find(|decision| decision.loss.is_some());
        let unit = with_worths.map_or_else(String::new, |judged| format!("; {}", judged.unit()));
        let fixed = [numbers("action"), numbers("seat"), words("done"), words("would do")];
        let worths = [
            numbers("worth done").goes(2),
            numbers("worth of choice").goes(2),
            numbers("loss"),
            numbers("std. error"),
            numbers("worlds").goes(1),
        ];
        let shown = if with_worths.is_some() { worths.len() } else { 0 };
        let mut grid = Grid::new(fixed.into_iter().chain(worths.into_iter().take(shown)));
        for judged in decisions {
            let place = [judged.action.to_string(), judged.seat.to_string()];
            let worths = judged.worths().into_iter().take(shown);
            grid.row(place.into_iter().chain(judged.actions()).chain(worths));
        }
        format!("  {annotator} on the decisions with a choice{unit}\n{}", grid.text())
    }
}

impl Judged {
    fn of(hand: &dyn DynHand, decision: &Decision) -> Self {
        let Decision { number, seat, action, advice } = decision;
        let taken = advice.taken.as_ref().map(|taken| taken.worth);
        let mut compared = advice.compared.iter().map(|compared| compared.worth);
        let choice = hand.text(advice.choice);
        Self {
            action: hand.lines(*number).len(),
            seat: *seat,
            done: hand.text(*action),
            has_line: hand.rules().read_line(&choice).is_ok(),
            choice,
            same: advice.is_same,
            unit: match advice.unit {
                Unit::Chance => "chance",
                Unit::Points => "points",
            },
            worth_done: taken.map(|worth| worth.mean),
            worth_choice: compared
                .find(|worth| worth.action == advice.choice)
                .map(|worth| worth.mean),
            loss: taken.map(|worth| worth.loss),
            se: taken.filter(|_| !advice.is_same).and_then(|worth| worth.error),
            worlds: taken.map(|worth| worth.worlds),
            words: [hand.say(*action), advice.choice_words.clone()],
        }
    }

    /// The action taken and the choice, for a reader.
    pub(super) fn actions(&self) -> [String; 2] {
        let [done, choice] = self.words.clone();
        [done, if self.same { "the same".to_owned() } else { choice }]
    }

    /// The unit of the worths, for a reader.
    pub(super) fn unit(&self) -> &'static str {
        match self.unit {
            "chance" => "worth is the chance to win the match in percent",
            _ => "worth is twice the seat's own points of the hand less those of the others",
        }
    }

    /// For a reader: the worths of the action taken and of the choice, the loss, its error, the worlds.
    pub(super) fn worths(&self) -> [String; 5] {
        let worth = |value: Option<f64>| value.map_or_else(String::new, |value| self.worth(value));
        let lost = |value: Option<f64>| worth(value.filter(|_| !self.same));
        let worlds = self.worlds.map_or_else(String::new, |worlds| worlds.to_string());
        [worth(self.worth_done), worth(self.worth_choice), lost(self.loss), lost(self.se), worlds]
    }

    fn worth(&self, value: f64) -> String {
        match self.unit {
            "chance" => percent(value),
            _ => {
                let text = format!("{value:.2}");
                if text == "-0.00" { "0.00".to_owned() } else { text.replace('-', "−") }
            }
        }
    }
}
