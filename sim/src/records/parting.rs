//! Where two hands of the same cards part.

use threehand_engine::Seat;
use threehand_engine::record::Record;

/// Where two hands of the same cards part, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parting {
    /// Whether the scores before the hands are the same too, with all else that a hand before leaves.
    pub(crate) begins_alike: bool,
    /// How far their points are apart, over all seats.
    pub(crate) by: i64,
    /// The first of their actions that differ, from 0.
    pub(crate) action: usize,
}

impl Parting {
    /// What orders hands: those that begin alike, since nothing sets them apart but who plays by which rules, and of these the
    /// furthest apart.
    pub(crate) const fn rank(&self) -> (bool, i64) {
        (self.begins_alike, self.by)
    }
}

/// Where these two hands part; `None` if their cards are not the same, if they were played alike, or if one was not
/// played to its end.
pub(crate) fn parting(a: &Record, b: &Record) -> Option<Parting> {
    let are_same_cards = (a.dealer, &a.deal) == (b.dealer, &b.deal);
    if !are_same_cards || a.forfeit.is_some() || b.forfeit.is_some() {
        return None;
    }
    let action = a.actions.iter().zip(&b.actions).position(|(a, b)| a != b)?;
    let distance = |seat: Seat| i64::from(a.points[seat]) - i64::from(b.points[seat]);
    let by = Seat::ALL.into_iter().map(|seat| distance(seat).abs()).sum();
    Some(Parting { begins_alike: (a.scores, &a.carry) == (b.scores, &b.carry), by, action })
}
