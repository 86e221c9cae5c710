//! The decisions of recorded hands that cost the most, by another bot.

use std::ffi::OsStr;

use anyhow::anyhow;
use serde::Serialize;
use serde_json::json;
use threehand_engine::record::Record;
use threehand_play::Catalog;

use super::judgement::{Judge, Judged, Judgement};
use super::selection::{Selection, in_game};
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::plural;
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::shown::{shell_path, shell_quoted, shown};
use crate::terminal::stream::{print, print_json, say};

/// A decision that cost something.
#[derive(Clone, Debug, Serialize)]
struct Blunder {
    #[serde(rename = "match")]
    match_number: u64,
    lineup: usize,
    hand: usize,
    /// The bot that decided.
    bot: String,
    #[serde(flatten)]
    decision: Judged,
}

impl Blunder {
    fn loss(&self) -> f64 {
        self.decision.loss.unwrap_or_default()
    }
}

/// The decisions that cost the most so far.
#[derive(Default, Serialize)]
struct Worst {
    #[serde(skip)]
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
pub(super) fn run(
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
        return print_json(&json!(worst));
    }
    print(&worst.text())?;
    if let Some(command) = worst.next(selection) {
        say(&command);
    }
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
            let Some(loss) = decision.loss else { continue };
            self.judged += 1;
            if loss > 0.0 && !decision.same {
                let &Record { match_number, lineup, hand, .. } = record;
                let bot = record.bots[decision.seat].clone();
                self.blunders.push(Blunder { match_number, lineup, hand, bot, decision });
            }
        }
        if self.blunders.len() > 2 * self.most + 1000 {
            self.shorten();
        }
        Ok(())
    }

    /// Keeps as many as are wanted, the worst first and the earlier of equals.
    fn shorten(&mut self) {
        self.blunders.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
        self.blunders.truncate(self.most);
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
        let mut grid = Grid::new([
            numbers("match"),
            numbers("line-up"),
            numbers("hand"),
            numbers("action"),
            numbers("seat"),
            words("bot").goes(3),
            words("done"),
            words("would do"),
            numbers("loss"),
            numbers("std. error").goes(2),
            numbers("worlds").goes(1),
        ]);
        for Blunder { match_number, lineup, hand, bot, decision, .. } in &self.blunders {
            let [done, choice] = decision.actions();
            let [_, _, loss, error, worlds] = decision.worths();
            let places = [*match_number, *lineup as u64, *hand as u64, decision.action as u64];
            let places = places.map(|place| place.to_string());
            let who = [decision.seat.to_string(), shown(bot).into()];
            let figures = [done, choice, loss, error, worlds];
            grid.row(places.into_iter().chain(who).chain(figures));
        }
        format!(
            "By {by} these lost the most of {decisions} in {hands}; {}.\n\n{}",
            first.decision.unit(),
            grid.text()
        )
    }

    /// The command that continues the hand of the worst decision with the other choice.
    fn next(&self, selection: &Selection) -> Option<String> {
        let Blunder { match_number, lineup, hand, decision, .. } = self.blunders.first()?;
        let file = shell_path(&selection.file);
        let mut command = format!(
            "to see what would have come of the first: threehand replay {file} --match {match_number} \
             --lineup {lineup} --hand {hand} --from {}",
            decision.action
        );
        if decision.has_line {
            let choice = shell_quoted(OsStr::new(&decision.choice));
            command += &format!(" --do {choice} --worlds 1000");
        }
        Some(command)
    }
}
