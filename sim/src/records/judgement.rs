//! The decisions of recorded hands, judged by another bot.

use std::ffi::OsStr;

use anyhow::anyhow;
use serde_json::{Value, json};
use threehand_bots::Unit;
use threehand_engine::record::Record;
use threehand_play::{Catalog, DynGame, DynHand, Seeds, panics::caught};

use super::advice::{Adviser, Decision};
use super::selection::{Selection, in_game};
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{percent, plural};
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::shown::{shell_path, shell_quoted, shown};
use crate::terminal::stream::{print, print_json, say};

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
    annotator: String,
    /// The decisions with more than one legal action.
    decisions: Vec<Decision>,
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
        let rng = self.seeds.opinion(record.match_number, record.lineup, record.hand);
        let judge = || Adviser::new(game, &spec, rng).decisions(hand, None);
        let decisions = caught(judge).map_err(|reason| {
            Failure::BotFailed(shown(format!("{annotator} failed: {reason}")).into())
        })?;
        Ok(Judgement { annotator, decisions })
    }
}

impl Judgement {
    /// Adds the judgement to the JSON object of its hand.
    pub(super) fn add_to(&self, hand: &mut Value) {
        hand["annotator"] = self.annotator.as_str().into();
        hand["opinions"] = self.decisions.iter().map(Decision::json).collect();
    }

    /// A table of the decisions, with the unit of their worths.
    pub(super) fn text(&self) -> String {
        let Self { annotator, decisions } = self;
        let with_worths = decisions.iter().find(|decision| decision.advice.taken.is_some());
        let unit = with_worths.map_or_else(String::new, |judged| format!("; {}", judged.unit()));
        let columns = [
            numbers("action"),
            numbers("seat"),
            words("done"),
            words("would do"),
            numbers("worth done").goes(2),
            numbers("worth of choice").goes(2),
            numbers("loss"),
            numbers("std. error"),
            numbers("worlds").goes(1),
        ];
        let shown = if with_worths.is_some() { columns.len() } else { 4 };
        let mut grid = Grid::new(columns.into_iter().take(shown));
        for decision in decisions {
            grid.row(decision.cells().into_iter().take(shown));
        }
        format!("  {annotator} on the decisions with a choice{unit}\n{}", grid.text())
    }
}

impl Decision {
    /// The unit of the worths, for a reader.
    fn unit(&self) -> &'static str {
        match self.advice.unit {
            Unit::Chance => "worth is the chance to win the match in percent",
            Unit::Points => {
                "worth is twice the seat's own points of the hand less those of the others"
            }
        }
    }

    /// The figures: the worths of the action taken and of the choice, the loss in the worlds in which both were
    /// tried, and its standard error.
    fn figures(&self) -> [Option<f64>; 4] {
        let advice = &self.advice;
        let taken = advice.taken.as_ref().map(|taken| taken.worth);
        let choice = advice.compared.iter().find(|compared| advice.chooses(compared));
        [
            taken.map(|worth| worth.mean),
            choice.map(|choice| choice.worth.mean),
            taken.map(|worth| worth.loss),
            taken.filter(|_| !advice.is_same).and_then(|worth| worth.error),
        ]
    }

    /// The number of worlds in which both actions were tried.
    fn worlds(&self) -> Option<usize> {
        self.advice.taken.as_ref().map(|taken| taken.worth.worlds)
    }

    fn json(&self) -> Value {
        let [worth_done, worth_choice, loss, error] = self.figures();
        json!({
            "action": self.line,
            "seat": self.seat,
            "done": self.done.text,
            "choice": self.advice.choice.text,
            "same": self.advice.is_same,
            "unit": if self.advice.is_chance() { "chance" } else { "points" },
            "worth_done": worth_done,
            "worth_choice": worth_choice,
            "loss": loss,
            "se": error,
            "worlds": self.worlds(),
        })
    }

    /// For a reader: the action, the seat, what was done and would be done, the figures and the worlds.
    fn cells(&self) -> [String; 9] {
        let worth = |value: f64| match self.advice.unit {
            Unit::Chance => percent(value),
            Unit::Points => {
                let text = format!("{value:.2}");
                if text == "-0.00" { "0.00".to_owned() } else { text.replace('-', "−") }
            }
        };
        let is_same = self.advice.is_same;
        let choice = if is_same { "the same" } else { &*self.advice.choice.words };
        let [worth_done, worth_choice, loss, error] = self.figures();
        let figures = [worth_done, worth_choice, loss.filter(|_| !is_same), error];
        let [a, b, c, d] = figures.map(|figure| figure.map_or_else(String::new, worth));
        let worlds = self.worlds().map_or_else(String::new, |worlds| worlds.to_string());
        let (line, seat) = (self.line.to_string(), self.seat.to_string());
        [line, seat, self.done.words.clone(), choice.to_owned(), a, b, c, d, worlds]
    }
}

/// A decision that cost something.
struct Blunder {
    record: Record,
    loss: f64,
    decision: Decision,
}

/// The decisions that cost the most so far.
#[derive(Default)]
struct Worst {
    most: usize,
    annotator: String,
    game: String,
    hands: u64,
    /// Decisions with more than one legal action.
    decisions: u64,
    /// Those of them whose loss is known.
    judged: u64,
    blunders: Vec<Blunder>,
}

/// Prints the decisions that cost the most, the worst first.
///
/// # Errors
/// If a record is wrong, or the bot compares no actions.
pub(super) fn print_blunders(
    catalog: &Catalog<'_>,
    selection: &Selection,
    judge: Judge<'_>,
    most: u64,
    json: bool,
) -> Result<(), Failure> {
    let mut count = 0;
    selection.each(|_, _| {
        count += 1;
        Ok(())
    })?;
    let bar = ProgressBar::new((count, "hand"), (0, 0), true);
    let mut worst = Worst { most: most as usize, ..Worst::default() };
    let judged = selection.each(|record, place| {
        let judgement = in_game(catalog, (record, place), |game| {
            judge.judge(game, record, &*game.replay(record)?)
        })?;
        worst.add(record, judgement)?;
        bar.update(worst.hands, 0, String::new);
        Ok(())
    });
    bar.clear();
    judged?;
    worst.shorten();
    if worst.judged == 0 && worst.decisions > 0 {
        let reason = "puts no figures on its choices; pimc and ismcts do, such as pimc:worlds=256";
        return Err(Failure::setting("annotate", format!("{} {reason}", worst.annotator)));
    }
    if json {
        return print_json(&worst.json());
    }
    print(&worst.text())?;
    worst.next(selection).iter().for_each(|command| say(command));
    Ok(())
}

impl Worst {
    /// Adds the decisions of a hand.
    fn add(&mut self, record: &Record, judgement: Judgement) -> Result<(), Failure> {
        if self.hands == 0 {
            (self.annotator, self.game) = (judgement.annotator, record.game.clone());
        } else if record.game != self.game {
            let games = format!("{} and {}", self.game, shown(&record.game));
            let reason = format!("the file has hands of {games}, whose losses can't be compared");
            return Err(anyhow!(reason).into());
        }
        self.hands += 1;
        for decision in judgement.decisions {
            self.decisions += 1;
            let [.., Some(loss), _] = decision.figures() else { continue };
            self.judged += 1;
            if loss > 0.0 && !decision.advice.is_same {
                self.blunders.push(Blunder { record: record.clone(), loss, decision });
            }
        }
        if self.blunders.len() > 2 * self.most + 1000 {
            self.shorten();
        }
        Ok(())
    }

    /// Keeps as many as are wanted, the worst first and the earlier of equals.
    fn shorten(&mut self) {
        self.blunders.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        self.blunders.truncate(self.most);
    }

    fn json(&self) -> Value {
        let blunder = |Blunder { record, decision, .. }: &Blunder| {
            let mut json = decision.json();
            json["match"] = record.match_number.into();
            json["lineup"] = record.lineup.into();
            json["hand"] = record.hand.into();
            json["bot"] = record.bots[decision.seat].as_str().into();
            json
        };
        json!({
            "annotator": self.annotator,
            "game": self.game,
            "hands": self.hands,
            "decisions": self.decisions,
            "judged": self.judged,
            "blunders": self.blunders.iter().map(blunder).collect::<Vec<_>>(),
        })
    }

    fn text(&self) -> String {
        let hands = plural(self.hands, "hand");
        let with_choice = plural(self.decisions, "decision") + " with a choice";
        let decisions = if self.judged == self.decisions {
            with_choice
        } else {
            format!("{} that it judged, of {with_choice},", plural(self.judged, "decision"))
        };
        let by = shown(&self.annotator);
        let Some(first) = self.blunders.first() else {
            return format!("By {by} none of {decisions} in {hands} lost anything.\n");
        };
        let places = ["match", "line-up", "hand", "action", "seat"].map(numbers);
        let names = [words("bot").goes(3), words("done"), words("would do")];
        let figures = [numbers("loss"), numbers("std. error").goes(2), numbers("worlds").goes(1)];
        let mut grid = Grid::new(places.into_iter().chain(names).chain(figures));
        for Blunder { record, decision, .. } in &self.blunders {
            let [line, seat, done, choice, _, _, loss, error, worlds] = decision.cells();
            let places = [record.match_number, record.lineup as u64, record.hand as u64];
            let bot = shown(&record.bots[decision.seat]).into();
            let cells = [line, seat, bot, done, choice, loss, error, worlds];
            grid.row(places.map(|place| place.to_string()).into_iter().chain(cells));
        }
        format!(
            "By {by} these lost the most of {decisions} in {hands}; {}.\n\n{}",
            first.decision.unit(),
            grid.text()
        )
    }

    /// The command that continues the hand of the worst decision with the other choice.
    fn next(&self, selection: &Selection) -> Option<String> {
        let Blunder { record, decision, .. } = self.blunders.first()?;
        let Record { match_number, lineup, hand, .. } = record;
        let file = shell_path(&selection.file);
        let mut command = format!(
            "to see what would have come of the first: threehand replay {file} --match {match_number} \
             --lineup {lineup} --hand {hand} --from {}",
            decision.line
        );
        if decision.advice.has_line {
            let choice = shell_quoted(OsStr::new(&decision.advice.choice.text));
            command += &format!(" --do {choice} --worlds 1000");
        }
        Some(command)
    }
}
