//! Hands that are worth a look, found by the program: the largest swing, the closest finish, and the same cards under
//! two rules.

use threehand_bots::Knowledge;
use threehand_engine::record::Record;
use threehand_engine::{Seat, Standing as _};

use super::files::{Place, closest_finish, largest_swing};
use crate::experiment::contract::Experiment;
use crate::experiment::rulings::read_rulings;
use crate::play::players::programs;
use crate::records::parting::{Parting, parting};
use crate::report::folder::{Folder, Kind};
use crate::terminal::number::plural;

/// As many matches are looked at where no table says which hand is which.
const MATCHES: usize = 120;
/// As many where the bots search, so that each match takes a while.
const SEARCHED: usize = 2;

/// A hand of a table comes out otherwise when it is played again.
#[derive(Debug, thiserror::Error)]
#[error(
    "match {match_number}, line-up {lineup}, hand {hand} is not played again as the tables of the run have it"
)]
pub(super) struct PlayedOtherwise {
    match_number: u64,
    lineup: usize,
    hand: usize,
}

/// A hand with the reason to show it.
pub(super) struct Exemplar {
    /// What it is.
    pub(super) title: String,
    /// Why it is shown, in a sentence or two.
    pub(super) why: String,
    /// The hand.
    pub(super) record: Record,
}

/// Looks for hands in an experiment.
pub(super) struct Finder<'a> {
    /// The experiment.
    pub(super) experiment: &'a dyn Experiment,
    /// Its folder.
    pub(super) folder: &'a Folder,
    /// Whether a bot of it searches.
    pub(super) searches: bool,
}

/// What a hand comes to that it can be chosen for.
type ComesTo = fn(&Record) -> Option<i64>;

/// A match that was looked at.
struct Looked {
    block: u64,
    number: usize,
    records: Vec<Record>,
}

impl Finder<'_> {
    /// The hands to show, of a game `G`.
    ///
    /// # Errors
    /// If a file of the folder can't be read.
    pub(super) fn exemplars<G: Knowledge>(&self) -> anyhow::Result<Vec<Exemplar>> {
        let dir = self.folder.path();
        // What was asked of a bot that ran out of time is not asked again.
        let leave: Vec<u64> = read_rulings(dir)?.into_iter().map(|ruling| ruling.block).collect();
        // A page asks no program to play again: it may be elsewhere.
        let has_programs = programs(self.experiment.players()).next().is_some();
        if has_programs || self.experiment.matches().is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let (mut swing, mut closest) = (None, None);
        if self.folder.kind == Kind::Tournament {
            swing = largest_swing(dir, &leave)?;
            closest = closest_finish(dir, &leave)?;
        }
        let (by_table, by_matches) = (swing.is_some(), closest.is_some());
        let looked = if by_table && by_matches { Vec::new() } else { self.look(&leave) };
        let of = format!("of the first {}", plural(looked.len() as u64, "match"));
        if self.folder.kind == Kind::Compare {
            found.extend(self.apart(&looked));
        }
        let swing = swing.or_else(|| swing_of(&looked));
        if let Some(place) = swing {
            let of = if by_table { "of all hands of the run" } else { &of };
            let by = place.by;
            found.extend(self.shown(
                (&looked, swing_in),
                place,
                "The largest swing",
                format!("The best and the worst result are {by} points apart: the most {of}."),
            )?);
        }
        let closest = closest.or_else(|| closest_of::<G>(&looked));
        if let Some(place) = closest {
            let of = if by_matches { "of all matches" } else { &of };
            let by = plural(place.by.unsigned_abs(), "point");
            found.extend(self.shown(
                (&looked, margin_in::<G>),
                place,
                "The closest finish",
                format!("The last hand of the match with the closest finish {of}. The winner is {by} ahead."),
            )?);
        }
        Ok(found)
    }

    /// The first matches of the experiment.
    fn look(&self, leave: &[u64]) -> Vec<Looked> {
        let matches = self.experiment.matches().len();
        let most = if self.searches { SEARCHED } else { MATCHES };
        let blocks = self.experiment.blocks().filter(|block| !leave.contains(block));
        let places = blocks.flat_map(|block| (0..matches).map(move |number| (block, number)));
        let replay = |(block, number)| {
            let records = self.experiment.replay(block, number);
            Looked { block, number, records }
        };
        places.take(most).map(replay).collect()
    }

    /// The hand of a place, which is played again where it is not among those looked at.
    ///
    /// # Errors
    /// If the hand does not come to what it was chosen for.
    fn shown(
        &self,
        (looked, comes_to): (&[Looked], ComesTo),
        place: Place,
        title: &str,
        why: String,
    ) -> Result<Option<Exemplar>, PlayedOtherwise> {
        let Place { block, number, hand, by } = place;
        let there = looked.iter().find(|one| (one.block, one.number) == (block, number));
        let record = match there {
            Some(one) => one.records.get(hand).cloned(),
            None => self.experiment.replay(block, number).into_iter().nth(hand),
        };
        let Some(record) = record.filter(|record| comes_to(record) == Some(by)) else {
            return Err(PlayedOtherwise { match_number: block, lineup: number, hand });
        };
        let why = format!("{why} {}", self.which(&record, number));
        Ok(Some(Exemplar { title: title.to_owned(), why, record }))
    }

    /// Which hand it is.
    fn which(&self, record: &Record, number: usize) -> String {
        let rules = &self.experiment.matches()[number];
        let Record { match_number, lineup, hand, .. } = record;
        match rules.as_str() {
            "" => format!("Match {match_number}, line-up {lineup}, hand {hand}."),
            rules => format!("Under {rules}: match {match_number}, hand {hand}."),
        }
    }

    /// A hand that two rules play differently on the same cards, with the greatest distance between the points that came of
    /// it: under the one, and under the other. Hands with the same scores before them come before others, since nothing sets
    /// them apart but the rules.
    fn apart(&self, looked: &[Looked]) -> Vec<Exemplar> {
        let names = self.experiment.matches();
        let of = |number: usize| looked.iter().filter(move |one| one.number == number);
        let pairs = of(0).flat_map(|one| {
            let other = of(1).find(|other| other.block == one.block);
            let others = other.map_or(&[][..], |other| &other.records);
            one.records.iter().zip(others)
        });
        let mut best: Option<(Parting, &Record, &Record)> = None;
        for (a, b) in pairs {
            let Some(parting) = parting(a, b) else { continue };
            if best.is_none_or(|(most, ..)| parting.rank() > most.rank()) {
                best = Some((parting, a, b));
            }
        }
        let Some((parting, a, b)) = best else { return Vec::new() };
        let before = match parting.begins_alike {
            true => "The scores before this hand are the same.",
            false => "The scores before this hand differ.",
        };
        let looked_at = plural(looked.len() as u64, "match");
        let (one, other) = (&names[0], &names[1]);
        let show = |number: usize, record: &Record| Exemplar {
            title: format!("The same cards under {}", names[number]),
            why: format!(
                "Under {one} and {other} the bots get the same cards, and they part at action {}. {before} In the first {looked_at} the results of no other such hand are further apart. {} The command \
                 `threehand contrast` names more such hands, and how to play them on otherwise.",
                parting.action,
                self.which(record, number),
            ),
            record: record.clone(),
        };
        vec![show(0, a), show(1, b)]
    }
}

/// How far the best and the worst result of a hand are apart.
fn swing_in(record: &Record) -> Option<i64> {
    let points = record.points.0.map(i64::from);
    Some(points.iter().max()? - points.iter().min()?).filter(|_| record.forfeit.is_none())
}

/// By how much one seat won the match that ends with this hand.
fn margin_in<G: Knowledge>(record: &Record) -> Option<i64> {
    let played = record.replay::<G>().ok().filter(|_| record.forfeit.is_none())?;
    let end = played.outcome.filter(|end| end.over)?;
    let mut seats = Seat::ALL;
    seats.sort_by_key(|&seat| std::cmp::Reverse(end.standing.placing(seat)));
    let scores = end.standing.match_scores();
    let is_won = end.standing.placing(seats[0]) != end.standing.placing(seats[1]);
    is_won.then(|| i64::from(scores[seats[0]]) - i64::from(scores[seats[1]]))
}

/// The hand with the largest swing, the first of equals.
fn swing_of(looked: &[Looked]) -> Option<Place> {
    let mut best: Option<Place> = None;
    for one in looked {
        for record in &one.records {
            let Some(by) = swing_in(record) else { continue };
            if best.is_none_or(|best| by > best.by) {
                let &Looked { block, number, .. } = one;
                best = Some(Place { block, number, hand: record.hand, by });
            }
        }
    }
    best
}

/// The last hand of the match that one seat won by least, the first of equals.
fn closest_of<G: Knowledge>(looked: &[Looked]) -> Option<Place> {
    let mut best: Option<Place> = None;
    for one in looked {
        let Some(last) = one.records.last() else { continue };
        let Some(by) = margin_in::<G>(last) else { continue };
        if best.is_none_or(|best| by < best.by) {
            let &Looked { block, number, .. } = one;
            best = Some(Place { block, number, hand: last.hand, by });
        }
    }
    best
}
