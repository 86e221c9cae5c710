//! What an adviser says, in lines of text.

use super::party::Mistake;
use crate::records::opinions::Told;

/// As many mistakes are told at the end of a match.
const MISTAKES: usize = 5;

/// What the adviser would do, and what it thinks of the other choices.
pub(super) fn hint(adviser: &str, told: &Told) -> String {
    let mut text = format!("  {adviser} would {}\n", told.choice);
    // What it would choose first, and then the others from the least loss.
    let (choice, others): (Vec<_>, Vec<_>) =
        told.worths.iter().partition(|(say, ..)| *say == told.choice);
    for (say, mean, loss, error) in choice.into_iter().chain(others).take(6) {
        let worth = if *say == told.choice {
            if told.chance {
                format!("{:.1} % to win the match", 100.0 * mean)
            } else {
                format!("{mean:+.2} points").replace('-', "−")
            }
        } else {
            loss_text(told, *loss, *error)
        };
        text += &format!("    {say:<24} {worth}\n");
    }
    text
}

fn loss_text(told: &Told, loss: f64, error: Option<f64>) -> String {
    let (unit, scale) =
        if told.chance { ("points of the chance to win", 100.0) } else { ("points", 1.0) };
    let error = error.map_or_else(String::new, |error| format!(" ± {:.1}", 1.96 * error * scale));
    // A choice may be taken that is not the best by these figures, if they do not surely tell so.
    let than = if loss < 0.0 { "more" } else { "less" };
    format!("{:.1}{error} {unit} {than}", (loss * scale).abs())
}

/// The worst decisions of a match.
pub(super) fn mistakes(adviser: &str, mistakes: &[Mistake]) -> String {
    if mistakes.is_empty() {
        return format!("  {adviser} finds none that surely cost anything.\n");
    }
    let mut text = String::new();
    for mistake in mistakes.iter().take(MISTAKES) {
        let Some((loss, error, _)) = mistake.told.loss else { continue };
        text += &format!(
            "  hand {}: you did {}; {adviser} would {}: {}\n",
            mistake.hand + 1,
            mistake.done,
            mistake.told.choice,
            loss_text(&mistake.told, loss, error)
        );
    }
    text
}
