//! The ratings beside the cross-table, and at whose cost bots win.

use threehand_stats::{ELO_SCALE, Estimate, LargestResidual, Rating};

use super::columns::{self, Bot, Paid};
use super::outcome::TournamentOutcome;
use super::ratings;
use crate::tables::column::Columns;
use crate::terminal::grid::Grid;
use crate::terminal::number::{percent, signed};
use crate::terminal::screen::wants_all;
use crate::terminal::unit::Unit;

/// The most opponents that the cross-table beside the ratings has, unless all is wanted.
const WIDEST: usize = 7;
/// The most lines that the table of who pays has, unless all is wanted.
const LONGEST: usize = 3;

/// The sentence where no bot has a rating.
const UNRATED: &str =
    "No two bots each finished ahead of the other by any chain of results, so none can be rated.\n";

impl TournamentOutcome<'_> {
    /// The ratings, for a reader.
    pub(super) fn ratings_text(&self) -> String {
        if self.ratings.ranking().is_empty() {
            return UNRATED.to_owned();
        }
        format!("\n{}\n{}", self.ratings_table(ratings::ratings()).text(), self.rating_remarks())
    }

    /// The ratings, and beside them how often each bot finished ahead of each other one.
    pub(super) fn ratings_table<'a>(&'a self, mut columns: Columns<'a, Bot<'a>>) -> Grid {
        let tally = &self.fold.tally;
        let mut order: Vec<usize> = self.ratings.ranking().iter().map(|(bot, _)| *bot).collect();
        let mut others = tally.ranking();
        others.retain(|bot| !order.contains(bot));
        order.extend(others);
        let opponents = if order.len() <= WIDEST || wants_all() { &order[..] } else { &[] };
        for &other in opponents {
            let heading = format!("ahead of {}", self.label(other));
            let ahead = move |&(of, bot): &Bot<'_>| match bot == other {
                true => "".into(),
                false => {
                    let ahead = of.fold.tally.ahead(bot, other);
                    Unit::Share.cell(ahead.map(|(_, share)| share))
                }
            };
            columns = columns.seen(Unit::Share.column(heading).goes(1), ahead);
        }
        columns.grid(order.iter().map(|&bot| (self, bot)))
    }

    /// The scale of the ratings, the bots without one, and how well the ratings fit.
    pub(super) fn rating_remarks(&self) -> String {
        if self.ratings.ranking().is_empty() {
            return UNRATED.to_owned();
        }
        let anchor = self.fold.of.anchor;
        let zero = anchor.map_or_else(
            || "their mean is 0".to_owned(),
            |(bot, rating)| match (self.label(bot), rated(&self.ratings.bots[bot])) {
                (bot, Some(_)) => format!("that of {bot} is set to {rating}"),
                (bot, None) => {
                    format!("their mean is 0, since {bot} has none that could be set to {rating}")
                }
            },
        );
        let mut text = format!(
            "{ELO_SCALE} points of rating are odds of 10 to 1 of finishing ahead; {zero}.\n"
        );
        let is_open = |bot: usize| {
            let is_given = anchor.is_some_and(|(anchor, _)| anchor == bot);
            let has_none = rated(&self.ratings.bots[bot]).is_some_and(|rating| rating.lo.is_none());
            has_none && !is_given && self.fold.tally.blocks > 1
        };
        let is = |rating| move |bot: usize| self.ratings.bots[bot] == rating;
        let kinds: [(&str, &dyn Fn(usize) -> bool); 4] = [
            ("Rating without an upper bound, as no rated bot finished ahead:", &is(Rating::Above)),
            (
                "Rating without a lower bound, as it finished ahead of no rated bot:",
                &is(Rating::Below),
            ),
            ("No rating, as no results link it to the rated bots:", &is(Rating::Apart)),
            ("Rating without an interval, as results are too few or all alike:", &is_open),
        ];
        for (what, is_so) in kinds {
            let bots: Vec<_> = (0..self.ratings.bots.len()).filter(|&bot| is_so(bot)).collect();
            if !bots.is_empty() {
                text += &format!("{what} {}.\n", self.labels(&bots).join(", "));
            }
        }
        text += &self
            .ratings
            .misfit
            .as_ref()
            .map(|misfit| self.misfit_text(misfit))
            .unwrap_or_default();
        if let Some(cycle) = &self.ratings.cycle {
            let names = self.labels(cycle);
            text += &format!(
                "The cross-table has a cycle, which no ratings can show: {} is ahead of {}.\n",
                names.join(" is ahead of "),
                names[0]
            );
        }
        text
    }

    fn misfit_text(&self, misfit: &LargestResidual) -> String {
        let LargestResidual { of, chosen, observed, expected, errors, among } = misfit;
        let mut others = of.clone();
        others.remove(of.iter().position(|bot| bot == chosen).unwrap_or_default());
        let (label, others) = (self.label(*chosen), self.labels(&others).join(" and "));
        let verdict = if misfit.is_significant() {
            format!(
                "significant as the largest of {among}. The ratings alone do not show all here: use the cross-table, too"
            )
        } else {
            format!("not significant as the largest of {among}")
        };
        format!(
            "Largest misfit: {label} finishes ahead of {others} in {} %, where the ratings expect {} %: {} standard errors, {verdict}.\n",
            percent(*observed),
            percent(*expected),
            signed(*errors, 1).trim(),
        )
    }

    /// At whose cost bots win, where three different bots sat together.
    pub(super) fn who_pays_table(&self) -> Grid {
        let strange = |(_, row, _): &Paid<'_>| ![row.bot, row.opponent].contains(&row.third);
        columns::who_pays().grid(self.paid().filter(strange))
    }

    /// The same, for a reader, where the table is not too long.
    pub(super) fn who_pays_text(&self) -> String {
        let table = self.who_pays_table();
        match table.rows().count() {
            0 => String::new(),
            rows if rows > LONGEST && !wants_all() => format!(
                "At whose cost bots win: {rows} lines with --all, in who_pays.csv and in --json.\n"
            ),
            _ => format!(
                "\n{}\nThis table shows at whose cost bots win: how often one bot finishes ahead of the other with a third \
                 at the table, in the matches that the third wins, and in those in which it is last. The difference is that \
                 of the last two; – stands where too few matches ended so.\n",
                table.text()
            ),
        }
    }
}

pub(super) const fn rated(rating: &Rating) -> Option<Estimate> {
    match rating {
        Rating::Rated(estimate) => Some(*estimate),
        _ => None,
    }
}
