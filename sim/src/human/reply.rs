//! What a person can ask for, and the notes that answer it in lines of text.

use threehand_play::DynWorth;

use super::human_match::{HumanMatch, Mistake};
use super::text;
use crate::records::advice::{Advice, Compared};
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
            "q" => Self::Leave,
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
        let note = match input {
            Input::Choose(number) => return self.choose(number).map(|()| None),
            Input::Deal => return self.deal().map(|()| None),
            Input::Leave => return Ok(None),
            Input::TakeBack if self.take_back() => return Ok(None),
            Input::TakeBack => Some("There is nothing to take back in this hand.\n".to_owned()),
            Input::Hint => self.hint(),
            Input::Review => moment.end.filter(|end| end.over).map(|_| self.review()),
            Input::Rule => Some(format!("{}\n", moment.rule)),
            Input::LastTrick => Some(text::last_trick(&moment)),
            Input::Points => Some(text::sheet(&moment)),
            Input::Cards => moment.end.map(|end| end.text),
        };
        Ok(note.or_else(|| Some("Not now.\n".to_owned())))
    }

    /// The adviser's choice for the present decision, and its figures for the others; `None` if the person is
    /// not to choose.
    fn hint(&self) -> Option<String> {
        let advice = self.advice()?;
        let mut text = format!("{} would {}\n", self.adviser(), advice.choice_words);
        let is_choice = |compared: &&Compared| compared.worth.action == advice.choice;
        let (choice, others): (Vec<_>, Vec<_>) = advice.compared.iter().partition(is_choice);
        for compared in choice.into_iter().chain(others).take(COMPARED) {
            let worth = compared.rounded();
            let worth = match (is_choice(&compared), advice.is_chance()) {
                (false, _) => loss_text(&advice, worth),
                (true, true) => format!("{:.1} % likely to win the match", 100.0 * worth.mean),
                (true, false) => format!("{:+.2} points", worth.mean).replace('-', "−"),
            };
            text += &format!("  {:<24} {worth}\n", compared.words);
        }
        Some(text)
    }

    /// The worst decisions of the match.
    pub(super) fn review(&self) -> String {
        let (adviser, mistakes) = (self.adviser(), self.mistakes());
        if mistakes.is_empty() {
            return format!("{adviser} finds no decision of yours that clearly cost anything.\n");
        }
        let mut text = String::new();
        for Mistake { hand, done, advice } in mistakes.iter().take(MISTAKES) {
            let Some(loss) = advice.loss() else { continue };
            let (hand, choice, loss) = (hand + 1, &advice.choice_words, loss_text(advice, loss));
            text += &format!("hand {hand}: you did {done}; {adviser} would {choice}: {loss}\n");
        }
        text
    }
}

fn loss_text(advice: &Advice, DynWorth { loss, error, .. }: DynWorth) -> String {
    let scale = if advice.is_chance() { 100.0 } else { 1.0 };
    let error = error.map_or_else(String::new, |error| format!(" ± {:.1}", 1.96 * error * scale));
    let figure = format!("{:.1}{error}", (loss * scale).abs());
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
