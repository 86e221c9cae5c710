//! Who takes the game point in the slow second implementation, from the rules alone.

use super::slow::Table;

impl Table {
    /// The first trick after which the seat had what ends a set.
    fn reached(&self, seat: usize) -> Option<usize> {
        self.over.iter().position(|trick| trick.scores[seat] >= self.rules.set_points)
    }

    pub(crate) fn set_winner(&self) -> Option<usize> {
        let last = self.over.last()?;
        let qualified: Vec<usize> = (0..3)
            .filter(|&seat| {
                if self.rules.touched {
                    self.reached(seat).is_some()
                } else {
                    last.scores[seat] >= self.rules.set_points
                }
            })
            .collect();
        let top = qualified.iter().map(|&seat| last.scores[seat]).max()?;
        let tied: Vec<usize> =
            qualified.into_iter().filter(|&seat| last.scores[seat] == top).collect();
        if tied.len() == 1 {
            return Some(tied[0]);
        }
        for &seat in &tied {
            if self.came_true.contains(&(seat, true)) {
                return Some(seat);
            }
        }
        if tied.contains(&last.winner) {
            return Some(last.winner);
        }
        let first =
            tied.iter().map(|&seat| self.reached(seat).expect("enough to end the set")).min()?;
        let at_first: Vec<usize> =
            tied.into_iter().filter(|&seat| self.reached(seat) == Some(first)).collect();
        let trick = &self.over[first];
        if at_first.len() == 1 {
            Some(at_first[0])
        } else if at_first.contains(&trick.winner) {
            Some(trick.winner)
        } else {
            trick.melders.iter().copied().find(|seat| at_first.contains(seat))
        }
    }
}
