//! A recorded hand continued in many worlds that fit what a seat saw.

use std::ops::ControlFlow;

use rand::Rng as _;
use serde_json::{Value, json};
use threehand_bots::bot_rng;
use threehand_engine::{BySeat, Seat};
use threehand_play::{Decks, Forfeit, Seeds};
use threehand_stats::Moments;

use super::continuation::{Continuation, Line};
use crate::play::ordered_map::ordered_map;
use crate::settings::run_options::threads;
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::plural;
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::shown::{Shown, shown};
use crate::terminal::stdout_redirect::StdoutRedirect;
use crate::terminal::unit::Unit;

/// The points by seat over the worlds: after each arm, and if there are two, by how much they differ.
type Sums = Vec<BySeat<Moments>>;

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

/// The lines to compare: the requested and the recorded one, or none where the bots decide.
fn arms<'a>(
    continuation: &Continuation<'a>,
    turn: Seat,
    seat: Seat,
) -> Result<Vec<Line<'a>>, Failure> {
    let Some(first) = &continuation.first else { return Ok(vec![("", Vec::new())]) };
    if seat != turn {
        let reason = format!("with --do it is the seat that acts: seat {turn}");
        return Err(Failure::setting("seat", reason));
    }
    Ok([first.clone()].into_iter().chain(continuation.recorded()?).collect())
}

/// Plays each arm in the same worlds with the same randomness.
fn play(
    continuation: &Continuation<'_>,
    (seat, count): (Seat, u64),
    arms: &[Line<'_>],
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
        let points = arms.iter().map(|(_, actions)| {
            let mut hand = world.copy();
            for &action in actions {
                hand.play(action).expect("what a seat may do follows from what it has seen");
            }
            let mut decks = Decks::new(seeds, record.match_number);
            let continued = arena.play_on((0, &*hand), &mut decks, (0, BySeat([0, 1, 2])));
            let end = continued.hands[0].end();
            let points = end.map_or(BySeat([0; 3]), |end| end.points);
            continued.forfeit.map_or(Ok(points), Err)
        });
        let mut points = points.collect::<Result<Vec<_>, _>>()?;
        if let [first, second] = points[..] {
            points.push(BySeat::from_fn(|seat| first[seat] - second[seat]));
        }
        Ok(points)
    };
    let bar = ProgressBar::new((count, "world"), (0, 0), true);
    let mut sums: Sums = vec![BySeat::default(); 2 * arms.len() - 1];
    let take = |number: u64, points: Result<Vec<BySeat<i32>>, Forfeit>| match points {
        Ok(points) => {
            for (sums, points) in sums.iter_mut().zip(points) {
                Seat::ALL.into_iter().for_each(|seat| sums[seat].add(points[seat].into()));
            }
            bar.update(number + 1, 0, String::new);
            ControlFlow::Continue(())
        }
        Err(forfeit) => ControlFlow::Break(forfeit),
    };
    let redirect = StdoutRedirect::start();
    let flow = ordered_map(threads(None), 0..count, one, take);
    drop(redirect);
    bar.clear();
    match flow? {
        ControlFlow::Continue(()) => Ok(sums),
        ControlFlow::Break(forfeit) => Err(continuation.failed(&forfeit)),
    }
}

/// The outcome over all worlds.
struct Comparison<'a> {
    continuation: &'a Continuation<'a>,
    turn: Seat,
    seat: Seat,
    arms: &'a [Line<'a>],
    sums: &'a Sums,
}

impl Comparison<'_> {
    fn count(&self) -> u64 {
        self.sums[0][Seat::P0].n()
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
        let heads = match arms {
            [(first, _), (recorded, _)] => vec![
                numbers(*first),
                numbers(format!("{} (was done)", shown(recorded))),
                numbers("difference"),
            ],
            [(first, _)] if !first.is_empty() => vec![numbers(*first)],
            _ => vec![numbers("points")],
        };
        let mut grid = Grid::new([numbers("seat"), words("bot")].into_iter().chain(heads));
        for of in Seat::ALL {
            let who = [of.to_string(), continuation.specs[of].to_string()];
            let figures = sums.iter().map(|moments| Unit::Signed.text(&moments[of].estimate(1.0)));
            grid.row(who.into_iter().chain(figures));
        }
        text += &grid.text();
        if let [(first, _), (recorded, _)] = arms {
            text += &format!("\n{}\n", self.answer(first, shown(recorded)));
        }
        text
    }

    /// The seat's gain by the requested action, in a sentence.
    fn answer(&self, first: &str, recorded: Shown) -> String {
        let (seat, difference) = (self.seat, self.sums[2][self.seat].estimate(1.0));
        let differs = difference.lo.zip(difference.hi).is_some_and(|(lo, hi)| lo > 0.0 || hi < 0.0);
        if !differs {
            let by = Unit::Signed.text(&difference);
            return format!(
                "No difference between `{first}` and `{recorded}` shows for seat {seat}: {by} points."
            );
        }
        let half = difference.half_width().map_or_else(String::new, |half| format!(" ± {half:.2}"));
        let (more, by) =
            (if difference.mean > 0.0 { "more" } else { "less" }, difference.mean.abs());
        format!(
            "With `{first}` seat {seat} gains {by:.2}{half} points {more} than with `{recorded}`, which was done."
        )
    }

    fn json(&self) -> Value {
        let Self { continuation, turn, seat, arms, sums } = self;
        let of = |moments: &BySeat<Moments>| Seat::ALL.map(|seat| moments[seat].estimate(1.0));
        let mut json = continuation.json();
        json["turn"] = json!(turn);
        json["seat"] = json!(seat);
        json["worlds"] = self.count().into();
        json["points"] = json!(of(&sums[0]));
        json["done"] = json!(arms.get(1).map(|(recorded, _)| recorded));
        json["points_done"] = json!(sums.get(1).map(of));
        json["difference"] = json!(sums.get(2).map(of));
        json
    }
}
