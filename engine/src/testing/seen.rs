//! What a seat knows, saved and shown.

use super::text;
use super::trials::{Trial, Trials};
use crate::played::Played;
use crate::random::below;
use crate::seat::Seat;
use crate::{Game, Hand, Legal, SavedHand};

/// What is saved or shown of a view is the view, and nothing else.
///
/// For every seat the [owned view](crate::View::to_owned) shows the same as the view, and so does what it
/// [sees](crate::View::seen) as JSON. Where the game [recalls](Game::recall) what
/// happened, each decision has its line, with `?` in place of cards or as it is in the record. A
/// [saved hand](SavedHand) comes back. No hand exceeds the game's [bounds](Game::bounds).
///
/// # Panics
/// If more or less is saved or shown.
pub fn seen<G: Game>(trials: &Trials<G>) {
    trials.each(|trial| {
        loop {
            for seat in Seat::ALL {
                shows_the_same::<G>(&trial.hand, seat);
                recalls_what_was_done(trial, seat);
            }
            if below(&mut trial.rng, 12) == 0 {
                comes_back(trial);
            }
            if !trial.step() {
                break;
            }
        }
        comes_back(trial);
        is_within_bounds(trial);
    });
}

fn shows_the_same<G: Game>(hand: &G::Hand, seat: Seat) {
    let (view, owned) = (hand.view(seat), hand.view(seat).to_owned());
    let kept = owned.view();
    assert_eq!(text(&kept), text(&view), "the owned view of seat {seat}");
    assert_eq!(kept.seen(), view.seen(), "what seat {seat} sees in its owned view");
    if view.turn() == Some(seat) {
        assert!(kept.legal().iter().eq(view.legal().iter()), "what seat {seat} may do");
    }
    let seen = view.seen();
    let json = serde_json::to_string(&seen).expect("what is seen has a JSON text");
    assert_eq!(serde_json::from_str(&json).ok().as_ref(), Some(&seen), "{json}");
}

/// Decisions that a seat makes one after the other with the same verb may stand in another order.
fn recalls_what_was_done<G: Game>(trial: &Trial<'_, G>, seat: Seat) {
    let recalled = G::recall(&trial.hand.view(seat));
    if recalled.phase.is_empty() {
        return assert!(recalled.lines.is_empty(), "lines in a game without phases");
    }
    let mut lines = G::lines(&trial.actions);
    // What is not written yet, such as the first of three cards that make a line together.
    let mut written = trial.actions.len();
    while written > 0 && G::lines(&trial.actions[..written - 1]).len() == lines.len() {
        written -= 1;
    }
    let open = trial.actions[written..].iter();
    lines.extend(open.map(|(seat, action)| format!("{seat} {action}")));
    let (done, told) = (runs(&lines), runs(&recalled.lines));
    assert_eq!(told.len(), done.len(), "{told:?} for {done:?}");
    for (told, mut done) in told.iter().zip(done) {
        for line in told {
            let due = done.iter().position(|done| line == done);
            let due = due.or_else(|| done.iter().position(|done| *line == masked(done)));
            let due = due.unwrap_or_else(|| panic!("seat {seat} recalls `{line}`: {done:?}"));
            done.remove(due);
        }
        assert!(done.is_empty(), "seat {seat} forgets {done:?}");
    }
}

/// Lines of one seat and verb together.
fn runs(lines: &[String]) -> Vec<Vec<String>> {
    let head = |line: &String| line.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
    lines.chunk_by(|one, next| head(one) == head(next)).map(<[_]>::to_vec).collect()
}

/// The line with `?` for each card.
fn masked(line: &str) -> String {
    let word = |word: &str| match word.parse::<crate::Card>() {
        Ok(_) => "?".to_owned(),
        Err(_) => word.to_owned(),
    };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn comes_back<G: Game>(trial: &Trial<'_, G>) {
    let mut played = Played::<G>::new(trial.rules(), trial.standing, trial.deal);
    for &(_, action) in &trial.actions {
        played.play(action).unwrap_or_else(|why| panic!("`{action}` is refused: {why}"));
    }
    let saved = SavedHand::of(&played);
    let json = serde_json::to_string(&saved).expect("a saved hand has a JSON text");
    let read: SavedHand = serde_json::from_str(&json).expect("a saved hand is read");
    let back =
        read.hand_of(&trial.rules()).unwrap_or_else(|fault| panic!("{json} is refused: {fault}"));
    assert_eq!(text(&back.end), text(&trial.hand), "another hand comes back");
    assert_eq!(back.actions, trial.actions, "other actions come back");
}

fn is_within_bounds<G: Game>(trial: &Trial<'_, G>) {
    let Some(bounds) = trial.rules().bounds() else { return };
    let points = trial.hand.outcome().expect("the hand is over").points;
    let within = points.0.iter().all(|points| (bounds.least..=bounds.most).contains(points));
    assert!(within, "points of {points:?} where {bounds:?}");
    let decisions = trial.actions.len();
    assert!(decisions <= bounds.decisions, "{decisions} decisions where {bounds:?}");
}
