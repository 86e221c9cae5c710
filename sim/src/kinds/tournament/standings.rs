//! The ratings beside the cross-table, and at whose cost bots win.

use super::outcome::TournamentOutcome;
use super::text::{share, share_difference};
use crate::stats::{ELO_SCALE, Estimate, LargestResidual, Rating, Trio, TrioShares};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{percent, signed};
use crate::terminal::screen::wants_all;

/// The most opponents that the cross-table beside the ratings has, unless all is wanted.
const WIDEST: usize = 7;
/// The most lines that the table of who pays has, unless all is wanted.
const LONGEST: usize = 3;

/// The sentence where no bot has a rating.
const UNRATED: &str =
    "No two bots each finished ahead of the other by any chain of results, so none can be rated.\n";

impl TournamentOutcome<'_> {
    pub(super) fn label(&self, bot: usize) -> &str {
        self.summary.label(bot)
    }

    pub(super) fn labels(&self, bots: &[usize]) -> Vec<&str> {
        bots.iter().map(|&bot| self.label(bot)).collect()
    }

    /// The ratings, for a reader.
    pub(super) fn ratings_text(&self) -> String {
        let tally = self.summary.tally;
        let mut order: Vec<usize> = self.ratings.ranking().iter().map(|(bot, _)| *bot).collect();
        if order.is_empty() {
            return UNRATED.to_owned();
        }
        let mut others = tally.ranking();
        others.retain(|bot| !order.contains(bot));
        order.extend(others);
        let columns = if order.len() <= WIDEST || wants_all() { &order[..] } else { &[] };
        let ahead =
            columns.iter().map(|&bot| numbers(format!("ahead of {}", self.label(bot))).goes(1));
        let mut grid = Grid::new([words("bot"), numbers("rating")].into_iter().chain(ahead));
        for &bot in &order {
            let cross = columns.iter().map(|&other| {
                let ahead = tally.ahead(bot, other).filter(|_| bot != other);
                ahead.map_or_else(String::new, |(_, estimate)| share(&estimate))
            });
            let own = [self.label(bot).to_owned(), points(&self.ratings.bots[bot])];
            grid.row(own.into_iter().chain(cross));
        }
        format!("\n{}\n{}", grid.text(), self.rating_remarks())
    }

    /// The scale of the ratings, the bots without one, and how well the ratings fit.
    pub(super) fn rating_remarks(&self) -> String {
        if self.ratings.ranking().is_empty() {
            return UNRATED.to_owned();
        }
        let anchor = self.summary.of.anchor;
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
        for (bot, rating) in self.ratings.bots.iter().enumerate() {
            let label = self.label(bot);
            let is_given = anchor.is_some_and(|(anchor, _)| anchor == bot);
            text += &match rating {
                Rating::Above => format!(
                    "No rated bot ever finished ahead of {label}: its rating has no upper bound.\n"
                ),
                Rating::Below => format!(
                    "{label} never finished ahead of a rated bot: its rating has no lower bound.\n"
                ),
                Rating::Apart => {
                    format!("No results link {label} to the rated bots, so it can't be rated.\n")
                }
                Rating::Rated(_) if self.summary.tally.blocks < 2 || is_given => String::new(),
                Rating::Rated(_) if self.ratings.steady.contains(&bot) => format!(
                    "The rating of {label} comes out the same from any blocks, so it has no interval.\n"
                ),
                Rating::Rated(Estimate { lo: None, .. }) => {
                    format!("The rating of {label} rests on too few results for an interval.\n")
                }
                Rating::Rated(_) => String::new(),
            };
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
        let label = self.label(*chosen);
        let mut others: Vec<_> = of.iter().copied().filter(|bot| bot != chosen).collect();
        let twice = of.windows(2).any(|pair| pair[0] == pair[1]);
        others.dedup();
        let others = self.labels(&others).join(" and ");
        let event = match of.len() {
            2 => format!("{label} finishes ahead of {others}"),
            _ if !twice => format!("{label} wins against {others}"),
            _ if of.iter().filter(|bot| *bot == chosen).count() == 2 => {
                format!("one of two {label} wins against {others}")
            }
            _ => format!("{label} wins against two of {others}"),
        };
        let verdict = if misfit.is_significant() {
            format!(
                "significant as the largest of {among}. The ratings alone do not show all here: use the cross-table, too"
            )
        } else {
            format!("not significant as the largest of {among}")
        };
        format!(
            "Largest misfit: {event} in {} %, where the ratings expect {} %: {} standard errors, {verdict}.\n",
            percent(*observed),
            percent(*expected),
            signed(*errors, 1).trim(),
        )
    }

    /// At whose cost bots win, where three different bots sat together and the table is not too long.
    pub(super) fn who_pays_text(&self) -> String {
        let splits = self.summary.tally.kingmaking.splits();
        let strange = |(row, _): &(Trio, TrioShares)| ![row.bot, row.opponent].contains(&row.third);
        let splits: Vec<(Trio, TrioShares)> = splits.filter(strange).collect();
        if splits.is_empty() {
            return String::new();
        }
        if splits.len() > LONGEST && !wants_all() {
            return format!(
                "At whose cost bots win: {} lines with --all, in who_pays.csv and in --json.\n",
                splits.len()
            );
        }
        let changes = splits.iter().any(|(_, split)| split.change.is_some());
        let head = [words("third"), words("of the others"), numbers("with it").bares(2).goes(1)];
        let change = changes.then(|| numbers("change").goes(3));
        let rest = ["if it wins", "if it is last", "difference"].map(numbers);
        let mut grid = Grid::new(head.into_iter().chain(change).chain(rest));
        let dash = || "–".to_owned();
        let mean = |of: Option<Estimate>| {
            of.map_or_else(dash, |estimate| format!("{} %", percent(estimate.mean)))
        };
        let difference = |of: Option<Estimate>| of.map_or_else(dash, |of| share_difference(&of));
        for (Trio { third, bot, opponent }, split) in splits {
            let who = format!("{} ahead of {}", self.label(bot), self.label(opponent));
            let row = [self.label(third).to_owned(), who, share(&split.share)];
            let change = changes.then(|| difference(split.change));
            let rest = [mean(split.first), mean(split.last), difference(split.kingmaking)];
            grid.row(row.into_iter().chain(change).chain(rest));
        }
        format!(
            "\n{}\nThis table shows at whose cost bots win: how often one bot finishes ahead of the other with a third at the \
             table, in the matches that the third wins, and in those in which it is last. The difference is that of the last \
             two; – stands where too few matches ended so.\n",
            grid.text()
        )
    }
}

pub(super) const fn rated(rating: &Rating) -> Option<Estimate> {
    match rating {
        Rating::Rated(estimate) => Some(*estimate),
        _ => None,
    }
}

/// `+182 (+171 to +194)`.
pub(crate) fn points(rating: &Rating) -> String {
    let points = |x: f64| signed(x, 0).trim().to_owned();
    match rating {
        Rating::Above => "above all".to_owned(),
        Rating::Below => "below all".to_owned(),
        Rating::Apart => "–".to_owned(),
        Rating::Rated(Estimate { mean, lo, hi, .. }) => match lo.zip(*hi) {
            Some((lo, hi)) => format!("{} ({} to {})", points(*mean), points(lo), points(hi)),
            None => points(*mean),
        },
    }
}
