//! What a person can ask for, and the notes that answer it in lines of text.

use threehand_bots::Judged;
use threehand_stats::t_quantile;

use super::human_match::HumanMatch;
use super::text;
use crate::records::advice::{Advice, Compared, Decision};
use crate::terminal::failure::Failure;

/// The mistakes that are listed after a match, and the actions that a hint compares.
const MISTAKES: usize = 5;
const COMPARED: usize = 6;

/// A request of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// The choice of this number.
    Choose(usize),
    /// The next hand, or the next match.
    Deal,
    TakeBack,
    /// The adviser's choice.
    Hint,
    /// The worst decisions of the match.
    Review,
    /// The rule of the phase.
    Rule,
    LastTrick,
    /// The points of each hand.
    Points,
    /// The finished hand with all cards.
    Cards,
    Leave,
}

impl Input {
    /// The request of a key.
    pub(super) fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "u" => Self::TakeBack,
            "h" => Self::Hint,
            "m" => Self::Review,
            "?" => Self::Rule,
            "l" => Self::LastTrick,
            "s" => Self::Points,
            "a" => Self::Cards,
            "q" | "quit" => Self::Leave,
            _ => return None,
        })
    }
}

impl HumanMatch<'_> {
    /// Does what the person asks for. Returns a note; `None` if there is a new moment to show.
    ///
    /// # Errors
    /// If a bot fails, or records can't be written.
    pub(super) fn reply(&mut self, input: Input) -> Result<Option<String>, Failure> {
        let moment = self.moment();
        let note = match (input, moment.end.as_ref()) {
            (Input::Choose(number), _) => return self.choose(number).map(|()| None),
            (Input::Deal, _) => return self.deal().map(|()| None),
            (Input::Leave, _) => return Ok(None),
            (Input::TakeBack, _) if self.take_back() => return Ok(None),
            (Input::TakeBack, _) => "There is nothing to take back in this hand.\n".to_owned(),
            (Input::Hint, None) => self.hint(),
            (Input::Hint, Some(_)) => "There is nothing to choose now.\n".to_owned(),
            (Input::Review, Some(end)) if end.over => self.review(),
            (Input::Review, _) => "Your decisions are reviewed after the match.\n".to_owned(),
            (Input::Rule, _) => {
                let refused = moment.refused.iter().map(|(card, why)| format!("{card}: {why}\n"));
                format!("{}\n{}", moment.rule, refused.collect::<String>())
            }
            (Input::LastTrick, _) => text::last_trick(&moment),
            (Input::Points, _) => text::sheet(&moment),
            (Input::Cards, Some(end)) => text::result(&moment) + "\n" + &end.text,
            (Input::Cards, None) => "All cards are shown after the hand.\n".to_owned(),
        };
        Ok(Some(note))
    }

    /// The adviser's choice for the present decision, and its figures for the others.
    fn hint(&self) -> String {
        let advice = self.advice();
        let mut text = format!("{} would {}\n", self.adviser(), advice.choice.words);
        let is_choice = |compared: &&Compared| advice.chooses(compared);
        let (choice, others): (Vec<_>, Vec<_>) = advice.compared.iter().partition(is_choice);
        let mut is_highest = true;
        for compared in choice.into_iter().chain(others).take(COMPARED) {
            let worth = compared.rounded();
            is_highest &= worth.loss >= 0.0;
            let worth = match (is_choice(&compared), advice.is_chance()) {
                (false, _) => loss_text(&advice, worth),
                (true, true) => format!("{:.1} % likely to win the match", 100.0 * worth.mean),
                (true, false) => format!("{:+.2} points", worth.mean).replace('-', "−"),
            };
            text += &format!("  {:<24} {worth}\n", compared.words);
        }
        if !is_highest {
            text += "A higher estimate changes its choice only if that is clearly better.\n";
        }
        text
    }

    /// The decisions of the match that clearly lost something by the adviser, the worst first.
    pub(super) fn review(&self) -> String {
        let (adviser, decisions) = (self.adviser(), self.decisions());
        let is_estimated = |(_, decision): &(_, Decision)| !decision.advice.compared.is_empty();
        if !decisions.is_empty() && !decisions.iter().any(is_estimated) {
            return format!(
                "{adviser} can't estimate what a decision costs. An adviser that searches can, such as \
                 --adviser pimc:worlds=256.\n"
            );
        }
        let is_clear =
            |worth: &Judged<usize>| worth.loss > 2.0 * worth.error.unwrap_or(f64::INFINITY);
        let mistake = |(hand, decision): (usize, Decision)| {
            let loss = decision.advice.loss().filter(is_clear)?;
            Some((loss, hand, decision))
        };
        let mut mistakes: Vec<_> = decisions.into_iter().filter_map(mistake).collect();
        mistakes.sort_by(|(a, ..), (b, ..)| b.loss.total_cmp(&a.loss));
        if mistakes.is_empty() {
            return format!("{adviser} finds no decision of yours that clearly cost anything.\n");
        }
        let line =
            |(loss, hand, Decision { done, advice, .. }): &(Judged<usize>, usize, Decision)| {
                let (done, choice, loss) =
                    (&done.words, &advice.choice.words, loss_text(advice, *loss));
                format!("hand {hand}: you did {done}; {adviser} would {choice}: {loss}\n")
            };
        mistakes.iter().take(MISTAKES).map(line).collect()
    }
}

fn loss_text(advice: &Advice, Judged { loss, error, worlds, .. }: Judged<usize>) -> String {
    let scale = if advice.is_chance() { 100.0 } else { 1.0 };
    let half = error.map(|error| t_quantile(worlds as u64) * error * scale);
    let half = half.map_or_else(String::new, |half| format!(" ± {half:.1}"));
    let figure = format!("{:.1}{half}", (loss * scale).abs());
    // A bot keeps its choice unless another is surely better, so a loss may be below zero.
    let more = loss < 0.0;
    match advice.is_chance() {
        true => format!(
            "{figure} percentage points {} likely to win",
            if more { "more" } else { "less" }
        ),
        false => format!("{figure} points {}", if more { "more" } else { "fewer" }),
    }
}
