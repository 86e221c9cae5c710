//! `ratings.csv`: the rating of each bot.

use super::standings::{Standings, rated, standing};
use crate::tables::{Rows, Table, row};

row! {
    /// A row a bot, in the order in which they were named.
    RatingRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        blocks: u64,
        rating: Option<f64>,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        standing: &'a str,
        next: Option<&'a str>,
        above_next: Option<f64>,
        above_next_se: Option<f64>,
        above_next_lo: Option<f64>,
        above_next_hi: Option<f64>,
    }
}

/// The ratings of a tournament.
pub(super) struct RatingsTable<'a>(pub(super) &'a Standings<'a>);

impl Table for RatingsTable<'_> {
    fn file(&self) -> &'static str {
        "ratings.csv"
    }

    fn columns(&self) -> Vec<String> {
        RatingRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        for (bot, rating) in self.0.ratings.bots.iter().enumerate() {
            let estimate = rated(rating);
            let next = self.0.ratings.next[bot];
            let above = next.map(|(_, above)| above);
            let row = RatingRow {
                game: self.0.game,
                variant: self.0.variant,
                bot: self.0.label(bot),
                blocks: self.0.tally.blocks(),
                rating: estimate.map(|e| e.mean),
                se: estimate.and_then(|e| e.se),
                lo: estimate.and_then(|e| e.lo),
                hi: estimate.and_then(|e| e.hi),
                standing: standing(rating),
                next: next.map(|(next, _)| self.0.label(next)),
                above_next: above.map(|e| e.mean),
                above_next_se: above.and_then(|e| e.se),
                above_next_lo: above.and_then(|e| e.lo),
                above_next_hi: above.and_then(|e| e.hi),
            };
            rows.put(row);
        }
    }
}
