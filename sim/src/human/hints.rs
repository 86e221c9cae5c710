//! Advice in lines of text.

use threehand_play::DynWorth;

use super::human_match::{HumanMatch, Mistake};
use crate::records::advice::{Advice, Compared};

/// The most mistakes that are listed after a match.
const MISTAKES: usize = 5;

/// The most actions that a hint compares.
const COMPARED: usize = 6;

impl HumanMatch<'_> {
    /// The adviser's choice for the present decision, and its figures for the others; `None` if the person is
    /// not to choose.
    pub(super) fn hint(&self) -> Option<String> {
        let advice = self.advice()?;
        let mut text = format!("  {} would {}\n", self.adviser(), advice.choice_words);
        let is_choice = |compared: &&Compared| compared.worth.action == advice.choice;
        let (choice, others): (Vec<_>, Vec<_>) = advice.compared.iter().partition(is_choice);
        for compared in choice.into_iter().chain(others).take(COMPARED) {
            let worth = compared.rounded();
            let worth = match (is_choice(&compared), advice.is_chance()) {
                (false, _) => loss_text(&advice, worth),
                (true, true) => format!("{:.1} % to win the match", 100.0 * worth.mean),
                (true, false) => format!("{:+.2} points", worth.mean).replace('-', "−"),
            };
            text += &format!("    {:<24} {worth}\n", compared.words);
        }
        Some(text)
    }

    /// The worst decisions of the match.
    pub(super) fn review(&self) -> String {
        let (adviser, mistakes) = (self.adviser(), self.mistakes());
        if mistakes.is_empty() {
            return format!("  {adviser} finds none that surely cost anything.\n");
        }
        let mut text = String::new();
        for Mistake { hand, done, advice, .. } in mistakes.iter().take(MISTAKES) {
            let Some(loss) = advice.loss() else { continue };
            let (hand, choice, loss) = (hand + 1, &advice.choice_words, loss_text(advice, loss));
            text += &format!("  hand {hand}: you did {done}; {adviser} would {choice}: {loss}\n");
        }
        text
    }
}

fn loss_text(advice: &Advice, DynWorth { loss, error, .. }: DynWorth) -> String {
    let (unit, scale) = match advice.is_chance() {
        true => ("points of the chance to win", 100.0),
        false => ("points", 1.0),
    };
    let error = error.map_or_else(String::new, |error| format!(" ± {:.1}", 1.96 * error * scale));
    // A bot keeps its choice unless another is surely better, so a loss may be below zero.
    let than = if loss < 0.0 { "more" } else { "less" };
    format!("{:.1}{error} {unit} {than}", (loss * scale).abs())
}
