//! A recorded hand played on in many worlds that fit what a seat saw.

use std::ops::ControlFlow;

use anyhow::Context as _;
use rand::Rng as _;
use serde_json::{Value, json};
use threehand_bots::{Bots, Knowledge, bot_rng};
use threehand_engine::{BySeat, Hand as _, Played, Seat, Worlds as _};

use super::what_if::{Begun, Told, begin, plain};
use crate::play::forfeit::Forfeit;
use crate::play::ordered_map::ordered_map;
use crate::play::seated::Seated;
use crate::play::seeds::Seeds;
use crate::play::table::{Decks, Table};
use crate::settings::how::threads;
use crate::stats::{Estimate, Moments};
use crate::terminal::aside::Aside;
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{plural, points};
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::shown::shown;

/// The luck of one world: which world it is, and what the bots draw in it.
type Luck = ([u8; 32], u64);

/// What is done first in each world.
struct Arm<A> {
    /// As a record has it; nothing where the bots decide.
    words: String,
    actions: Vec<A>,
}

/// The points of each seat over the worlds: of what is done first, of what was done, and by how much they differ.
#[derive(Default)]
struct Sums {
    arms: [BySeat<Moments>; 2],
    differences: BySeat<Moments>,
}

/// Plays a hand on in worlds that this seat can't tell from the hand, or the seat whose turn it is.
///
/// Nothing that this seat has not seen is shown: two hands that the seat can't tell apart give the same.
///
/// # Errors
/// If the hand is over, if another seat is to do what is to be done, or if a bot failed.
pub(super) fn look<G: Knowledge>(
    bots: &Bots<'_, G>,
    begun: &Begun<'_, G>,
    seat: Option<usize>,
    count: u64,
) -> Result<Told, Failure> {
    let hand = &begun.played.end;
    let Some(turn) = hand.turn() else {
        return Err(Failure::setting("worlds", "the hand is over there"));
    };
    let seat = seat.map_or(turn, Seat::cyclic);
    let arms = arms(begun, turn, seat)?;
    let sums = play(bots, begun, (seat, count), &arms)?;
    let told = Looked { begun, turn, seat, arms: &arms, sums: &sums };
    Ok(Told { json: told.json(), text: told.text() })
}

/// What is compared: what is to be done and what was done, or what the bots do alone.
fn arms<G: Knowledge>(
    begun: &Begun<'_, G>,
    turn: Seat,
    seat: Seat,
) -> Result<Vec<Arm<G::Action>>, Failure> {
    let Some((words, actions)) = &begun.doing else {
        return Ok(vec![Arm { words: String::new(), actions: Vec::new() }]);
    };
    if seat != turn {
        let told = format!("with --do it is the seat that acts: seat {turn}");
        return Err(Failure::setting("seat", told));
    }
    let mut arms = vec![Arm { words: (*words).to_owned(), actions: actions.clone() }];
    if let Some(line) = begun.record.actions.get(begun.from) {
        let kept = begun.played.actions.len();
        let after = begin(begun.record, *begun.played.end.rules(), begun.from + 1)?;
        let actions = after.actions[kept..].iter().map(|(_, action)| *action).collect();
        arms.push(Arm { words: plain(line).to_owned(), actions });
    }
    Ok(arms)
}

/// Plays each of these on in so many worlds, the same ones with the same luck.
fn play<G: Knowledge>(
    bots: &Bots<'_, G>,
    begun: &Begun<'_, G>,
    (seat, count): (Seat, u64),
    arms: &[Arm<G::Action>],
) -> Result<Sums, Failure> {
    let Begun { record, played, specs, seeds, .. } = begun;
    let mut stream = seeds.worlds(record.match_number, record.lineup, record.hand);
    let lucks: Vec<Luck> = (0..count)
        .map(|_| {
            let mut world = [0; 32];
            stream.fill_bytes(&mut world);
            (world, stream.next_u64())
        })
        .collect();
    let possible = G::Worlds::of(&played.end.view(seat));
    let makers = BySeat::from_fn(|seat| bots.maker(&specs[seat]));
    let make = |seat: usize| Seated::Bot(makers.0[seat]());
    let one = |number: u64| -> Result<Vec<BySeat<i32>>, Forfeit> {
        let (world, luck) = lucks[number as usize];
        let world = possible.draw(&mut bot_rng(world));
        let table = Table::new(*played.end.rules(), Seeds(luck), 1, &make);
        let points = arms.iter().map(|arm| {
            let mut end = world.clone();
            for &action in &arm.actions {
                end.play(action).expect("what a seat may do follows from what it has seen");
            }
            let hand = Played { end, deal: played.deal, actions: Vec::new(), outcome: None };
            let mut decks = Decks::new(Seeds(luck), record.match_number);
            let rest = table.play_on((0, hand), &mut decks, (0, BySeat([0, 1, 2])), false);
            let points = rest.finished().next().map(|(_, outcome)| outcome.points);
            rest.forfeit.map_or(Ok(points.unwrap_or(BySeat([0; 3]))), Err)
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
    let aside = Aside::take();
    let flow = ordered_map(threads(None), 0..count, one, take);
    drop(aside);
    bar.clear();
    match flow.context("threads can't be started")? {
        ControlFlow::Continue(()) => Ok(sums),
        ControlFlow::Break(forfeit) => Err(begun.failed(&forfeit)),
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

/// What came of all worlds.
struct Looked<'a, G: Knowledge> {
    begun: &'a Begun<'a, G>,
    turn: Seat,
    seat: Seat,
    arms: &'a [Arm<G::Action>],
    sums: &'a Sums,
}

impl<G: Knowledge> Looked<'_, G> {
    fn count(&self) -> u64 {
        self.sums.arms[0][Seat::P0].n()
    }

    fn text(&self) -> String {
        let Self { begun, turn, seat, arms, sums } = self;
        let record = begun.record;
        let worlds = plural(self.count(), "world");
        let mut text = format!(
            "{} · match {}, line-up {}, hand {} · from action {}, where it is seat {turn}'s turn · {worlds} that \
             fit what seat {seat} saw · seed {}\n\n",
            threehand_engine::options::variant_name(begun.played.end.rules()),
            record.match_number,
            record.lineup,
            record.hand,
            begun.from,
            begun.seeds.0
        );
        let figure = |moments: &Moments| points(&moments.estimate(1.0));
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
            let own = [of.to_string(), begun.specs[of].to_string()];
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

    /// What the seat gains by what is done instead, in a sentence.
    fn answer(&self, doing: &Arm<G::Action>, done: &Arm<G::Action>) -> String {
        let difference = self.sums.differences[self.seat].estimate(1.0);
        let is_told = difference.lo.zip(difference.hi).is_some_and(|(lo, hi)| lo > 0.0 || hi < 0.0);
        let (seat, doing, done) = (self.seat, &doing.words, shown(&done.words));
        let half = difference.half_width().map_or_else(String::new, |half| format!(" ± {half:.2}"));
        if is_told {
            let more = if difference.mean > 0.0 { "more" } else { "less" };
            let by = difference.mean.abs();
            return format!(
                "With `{doing}` seat {seat} gains {by:.2}{half} points {more} than with `{done}`, which was done."
            );
        }
        let by = points(&difference);
        let by = by.trim_start();
        format!("No difference between `{doing}` and `{done}` shows for seat {seat}: {by} points.")
    }

    fn json(&self) -> Value {
        let Self { begun, turn, seat, arms, sums } = self;
        let of = |moments: &BySeat<Moments>| -> Vec<Estimate> {
            Seat::ALL.iter().map(|&seat| moments[seat].estimate(1.0)).collect()
        };
        let second = arms.get(1);
        let mut json = begun.json();
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
