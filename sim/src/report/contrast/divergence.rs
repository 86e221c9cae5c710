//! Hands of the same cards that are played differently.

use threehand_engine::Seat;
use threehand_engine::record::Record;
use threehand_play::DynGame;

use super::pairs::Pair;

/// Two hands of the same cards that differ from some action on.
#[derive(Clone, Debug)]
pub(crate) struct Divergence {
    pub(crate) block: u64,
    /// The numbers of their matches in the block.
    pub(crate) numbers: [usize; 2],
    /// The hands. Of two bots, the first hand is the one in which the first bot takes the action that differs.
    pub(crate) records: [Record; 2],
    /// The first action that differs, from 0.
    pub(crate) action: usize,
    /// The distance between their points, summed over the seats.
    pub(crate) distance: i64,
    /// Whether the scores before the hands are the same, and all else that the hand before leaves.
    pub(crate) starts_level: bool,
}

impl Divergence {
    /// Sort key: hands that start level come first, as nothing but rules or bots sets them apart; then the
    /// distance.
    pub(crate) const fn rank(&self) -> (bool, i64) {
        (self.starts_level, self.distance)
    }

    /// Whether the hands differ in their rules, and not in their bots.
    pub(super) fn is_by_rules(&self) -> bool {
        self.records[0].bots == self.records[1].bots
    }

    /// The same where a command can continue the first hand as the second; `None` where none can.
    fn continued(mut self, game: &dyn DynGame, pair: &Pair) -> Option<Self> {
        let [one, other] = &self.records;
        if self.is_by_rules() {
            // The actions before may be illegal at other scores.
            let rules = game.rules_of(other).ok()?;
            game.begun(one, &*rules, self.action).ok()?;
            return Some(self);
        }
        let seat = seat_of(&one.actions[self.action])?;
        // The same bot in both hands decides differently by chance, or because of the hands before.
        if one.bots[seat] == other.bots[seat] || !self.starts_level {
            return None;
        }
        if one.bots[seat] != pair.names[0] {
            self.numbers.reverse();
            self.records.reverse();
        }
        Some(self)
    }
}

/// The two hands of a block that diverge most, the first of equals.
///
/// `matches` are the records of the matches of the block, by number.
pub(crate) fn furthest(
    game: &dyn DynGame,
    pair: &Pair,
    block: u64,
    matches: &[Vec<Record>],
) -> Option<Divergence> {
    let mut furthest: Option<Divergence> = None;
    for &numbers in &pair.matches {
        let [ones, others] = numbers.map(|number| &matches[number]);
        for (one, other) in ones.iter().zip(others) {
            let Some((action, distance, starts_level)) = compare(one, other) else { continue };
            let rank = (starts_level, distance);
            if furthest.as_ref().is_some_and(|furthest| furthest.rank() >= rank) {
                continue;
            }
            let records = [one, other].map(Clone::clone);
            let divergence = Divergence { block, numbers, records, action, distance, starts_level };
            furthest = divergence.continued(game, pair).or(furthest);
        }
    }
    furthest
}

/// The first action in which two hands differ, the distance between their points, and whether they start level;
/// `None` if their cards are not the same, they are played alike, or one is not finished.
fn compare(a: &Record, b: &Record) -> Option<(usize, i64, bool)> {
    let has_same_cards = (a.dealer, &a.deal) == (b.dealer, &b.deal);
    if !has_same_cards || a.forfeit.is_some() || b.forfeit.is_some() {
        return None;
    }
    let action = a.actions.iter().zip(&b.actions).position(|(a, b)| a != b)?;
    let distance = |seat: Seat| (i64::from(a.points[seat]) - i64::from(b.points[seat])).abs();
    let distance = Seat::ALL.into_iter().map(distance).sum();
    Some((action, distance, (a.scores, &a.carry) == (b.scores, &b.carry)))
}

/// The seat of an action of a record.
fn seat_of(line: &str) -> Option<Seat> {
    Seat::from_number(line.split(' ').next()?.parse().ok()?)
}
