//! A recorded hand continued in many worlds that fit what a seat saw.

use std::ops::ControlFlow;

use anyhow::Context as _;
use rand::Rng as _;
use serde_json::{Value, json};
use threehand_bots::bot_rng;
use threehand_engine::{BySeat, Seat};
use threehand_play::{Decks, Forfeit};

use super::continuation::Continuation;
use crate::play::ordered_map::ordered_map;
use crate::play::seeds::Seeds;
use crate::settings::how::threads;
use crate::stats::{Estimate, Moments};
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{plural, points};
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::shown::shown;
use crate::terminal::stdout_redirect::StdoutRedirect;

/// The first actions in each world.
struct Arm {
    /// In the words of a record; empty where the bots decide.
    words: String,
    actions: Vec<usize>,
}

/// The points by seat over the worlds: after each arm, and the first less the second.
#[derive(Default)]
struct Sums {
    arms: [BySeat<Moments>; 2],
    differences: BySeat<Moments>,
}

/// Continues a hand in worlds that a seat can't tell from the hand; that seat is by default the one to move.
///
/// The outcome has nothing that this seat has not seen: it is the same for two hands that the seat can't tell
/// apart.
///
/// # Errors
/// If the hand is over, another seat is to take the first action, or a bot failed.
pub(super) fn compare(
    continuation: &Continuation<'_>,
    seat: Option<u64>,
    count: u64,
) -> Result<(Value, String), Failure> {
    let Some(turn) = continuation.hand.turn() else {
        return Err(Failure::setting("worlds", "the hand is over there"));
    };
    let seat = seat.map_or(turn, |seat| Seat::cyclic(seat as usize));
    let arms = arms(continuation, turn, seat)?;
    let sums = play(continuation, (seat, count), &arms)?;
    let comparison = Comparison { continuation, turn, seat, arms: &arms, sums: &sums };
    Ok((comparison.json(), comparison.text()))
}

/// The requested and the recorded action; or one arm in which the bots decide.
fn arms(continuation: &Continuation<'_>, turn: Seat, seat: Seat) -> Result<Vec<Arm>, Failure> {
    let Some((words, actions)) = &continuation.first else {
        return Ok(vec![Arm { words: String::new(), actions: Vec::new() }]);
    };
    if seat != turn {
        let told = format!("with --do it is the seat that acts: seat {turn}");
        return Err(Failure::setting("seat", told));
    }
    let recorded = continuation.recorded()?;
    let arms = [(*words, actions.clone())].into_iter().chain(recorded);
    Ok(arms.map(|(words, actions)| Arm { words: words.to_owned(), actions }).collect())
}

/// Plays each arm in the same worlds with the same randomness.
fn play(
    continuation: &Continuation<'_>,
    (seat, count): (Seat, u64),
    arms: &[Arm],
) -> Result<Sums, Failure> {
    let Continuation { record, hand, seeds, .. } = continuation;
    let mut stream = seeds.worlds(record.match_number, record.lineup, record.hand);
    let draws: Vec<([u8; 32], Seeds)> = (0..count)
        .map(|_| {
            let mut world = [0; 32];
            stream.fill_bytes(&mut world);
            (world, Seeds(stream.next_u64()))
        })
        .collect();
    let worlds = hand.view(seat).worlds();
    let one = |number: u64| -> Result<Vec<BySeat<i32>>, Forfeit> {
        let (world, seeds) = draws[number as usize];
        let world = worlds.draw(&mut bot_rng(world));
        let arena = continuation.arena(seeds, 1);
        let points = arms.iter().map(|arm| {
            let mut hand = world.copy();
            for &action in &arm.actions {
                hand.play(action).expect("what a seat may do follows from what it has seen");
            }
            let mut decks = Decks::new(seeds, record.match_number);
            let continued = arena.play_on((0, &*hand), &mut decks, (0, BySeat([0, 1, 2])));
            let continued = continued.expect("the world is of this game");
            let end = continued.hands[0].end();
            let points = end.map_or(BySeat([0; 3]), |end| end.points);
            continued.forfeit.map_or(Ok(points), Err)
        });
        points.collect()
    };
    let bar = ProgressBar::new((count, "world"), (0, 0), true);
    let mut sums = Sums::default();
    let take = |number: u64, points: Result<Vec<BySeat<i32>>, Forfeit>| match points {
        Ok(points) => {
            sums.add(&points);
            bar.update(number + 1, 0, String::new);
            ControlFlow::Continue(())
        }
        Err(forfeit) => ControlFlow::Break(forfeit),
    };
    let redirect = StdoutRedirect::start();
    let flow = ordered_map(threads(None), 0..count, one, take);
    drop(redirect);
    bar.clear();
    match flow.context("threads can't be started")? {
        ControlFlow::Continue(()) => Ok(sums),
        ControlFlow::Break(forfeit) => Err(continuation.failed(&forfeit)),
    }
}

impl Sums {
    fn add(&mut self, points: &[BySeat<i32>]) {
        for seat in Seat::ALL {
            for (sums, points) in self.arms.iter_mut().zip(points) {
                sums[seat].add(points[seat].into());
            }
            if let [first, second] = points {
                self.differences[seat].add((first[seat] - second[seat]).into());
            }
        }
    }
}

/// The outcome over all worlds.
struct Comparison<'a> {
    continuation: &'a Continuation<'a>,
    turn: Seat,
    seat: Seat,
    arms: &'a [Arm],
    sums: &'a Sums,
}

impl Comparison<'_> {
    fn count(&self) -> u64 {
        self.sums.arms[0][Seat::P0].n()
    }

    fn text(&self) -> String {
        let Self { continuation, turn, seat, arms, sums } = self;
        let record = continuation.record;
        let worlds = plural(self.count(), "world");
        let mut text = format!(
            "{} · match {}, line-up {}, hand {} · from action {}, where it is seat {turn}'s turn · {worlds} that \
             fit what seat {seat} saw · seed {}\n\n",
            continuation.hand.rules().variant(),
            record.match_number,
            record.lineup,
            record.hand,
            continuation.from,
            continuation.seeds.0
        );
        let figure = |moments: &Moments| {
            let estimate = moments.estimate(1.0);
            points(estimate.mean, estimate.half_width())
        };
        let heads = match arms {
            [doing, done] => vec![
                numbers(doing.words.clone()),
                numbers(format!("{} (was done)", shown(&done.words))),
                numbers("difference"),
            ],
            [doing] if !doing.words.is_empty() => vec![numbers(doing.words.clone())],
            _ => vec![numbers("points")],
        };
        let mut grid = Grid::new([numbers("seat"), words("bot")].into_iter().chain(heads));
        for of in Seat::ALL {
            let own = [of.to_string(), continuation.specs[of].to_string()];
            let figures = sums.arms.iter().take(arms.len()).map(|arm| figure(&arm[of]));
            let difference = (arms.len() == 2).then(|| figure(&sums.differences[of]));
            grid.row(own.into_iter().chain(figures).chain(difference));
        }
        text += &grid.text();
        if let [doing, done] = arms {
            text += &format!("\n{}\n", self.answer(doing, done));
        }
        text
    }

    /// The seat's gain by the first arm, in a sentence.
    fn answer(&self, doing: &Arm, done: &Arm) -> String {
        let difference = self.sums.differences[self.seat].estimate(1.0);
        let differs = difference.lo.zip(difference.hi).is_some_and(|(lo, hi)| lo > 0.0 || hi < 0.0);
        let (seat, doing, done) = (self.seat, &doing.words, shown(&done.words));
        let half = difference.half_width().map_or_else(String::new, |half| format!(" ± {half:.2}"));
        if differs {
            let more = if difference.mean > 0.0 { "more" } else { "less" };
            let by = difference.mean.abs();
            return format!(
                "With `{doing}` seat {seat} gains {by:.2}{half} points {more} than with `{done}`, which was done."
            );
        }
        let by = points(difference.mean, difference.half_width());
        let by = by.trim_start();
        format!("No difference between `{doing}` and `{done}` shows for seat {seat}: {by} points.")
    }

    fn json(&self) -> Value {
        let Self { continuation, turn, seat, arms, sums } = self;
        let of = |moments: &BySeat<Moments>| -> Vec<Estimate> {
            Seat::ALL.iter().map(|&seat| moments[seat].estimate(1.0)).collect()
        };
        let second = arms.get(1);
        let mut json = continuation.json();
        json["turn"] = json!(turn);
        json["seat"] = json!(seat);
        json["worlds"] = self.count().into();
        json["points"] = json!(of(&sums.arms[0]));
        json["done"] = json!(second.map(|arm| &arm.words));
        json["points_done"] = json!(second.map(|_| of(&sums.arms[1])));
        json["difference"] = json!(second.map(|_| of(&sums.differences)));
        json
    }
}
