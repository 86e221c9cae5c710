//! Who stands where and at whose cost: ratings beside the cross-table, and who pays.

use std::fmt::Write;

use super::outcome::TournamentOutcome;
use super::text::share;
use crate::stats::{ELO_SCALE, Estimate, LargestResidual, Rating, Trio, TrioShares};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{percent, signed};
use crate::terminal::screen::wants_all;

/// As many opponents the cross-table beside the ratings has at most, unless all is wanted.
const WIDEST: usize = 7;
/// As many lines the table of who pays has at most, unless all is wanted.
const LONGEST: usize = 3;

/// What is said where no bot has a rating.
const UNRATED: &str =
    "No two bots each finished ahead of the other by any chain of results, so none can be rated.\n";

impl TournamentOutcome<'_> {
    pub(super) fn label(&self, bot: usize) -> &str {
        &self.summary.players[bot].label
    }

    pub(super) fn labels(&self, bots: &[usize]) -> Vec<&str> {
        bots.iter().map(|&bot| self.label(bot)).collect()
    }

    /// The ratings and who pays, for a reader.
    pub(super) fn standings_text(&self) -> String {
        self.ratings_text() + &self.who_pays_text()
    }

    fn ratings_text(&self) -> String {
        let ranking = self.ratings.ranking();
        if ranking.is_empty() {
            return UNRATED.to_owned();
        }
        let mut order: Vec<usize> = ranking.iter().map(|(bot, _)| *bot).collect();
        let others = self.summary.tally.ranking().into_iter().filter(|bot| !order.contains(bot));
        let others: Vec<usize> = others.collect();
        order.extend(others);
        let columns = if order.len() <= WIDEST || wants_all() { &order[..] } else { &[] };
        let ahead =
            columns.iter().map(|&bot| numbers(format!("ahead of {}", self.label(bot))).goes(1));
        let mut grid = Grid::new([words("bot"), numbers("rating")].into_iter().chain(ahead));
        for &bot in &order {
            let cross = columns.iter().map(|&other| match self.summary.tally.ahead(bot, other) {
                Some((_, estimate)) if bot != other => share(&estimate),
                _ => String::new(),
            });
            let own = [self.label(bot).to_owned(), points(&self.ratings.bots[bot])];
            grid.row(own.into_iter().chain(cross));
        }
        format!("\n{}\n{}", grid.text(), self.rating_remarks())
    }

    /// What has to be said of the ratings.
    pub(super) fn rating_remarks(&self) -> String {
        if self.ratings.ranking().is_empty() {
            return UNRATED.to_owned();
        }
        let zero = self.zero();
        let mut text = format!(
            "{ELO_SCALE} points of rating are odds of 10 to 1 of finishing ahead; {zero}.\n"
        );
        self.tell_unrated(&mut text);
        if let Some(misfit) = &self.ratings.misfit {
            self.tell_misfit(misfit, &mut text);
        }
        if let Some(cycle) = &self.ratings.cycle {
            let names = self.labels(cycle);
            let _ = writeln!(
                text,
                "The cross-table goes in a circle, which no rating can: {} and {} again.",
                names.join(" is ahead of "),
                names[0]
            );
        }
        text
    }

    /// What the ratings are counted from.
    fn zero(&self) -> String {
        let Some((bot, rating)) = self.anchor else {
            return "their mean is 0".to_owned();
        };
        let (bot, is_rated) = (self.label(bot), rated(&self.ratings.bots[bot]).is_some());
        if is_rated {
            format!("that of {bot} is set to {rating}")
        } else {
            format!("their mean is 0, since {bot} has none that could be set to {rating}")
        }
    }

    fn is_anchor(&self, bot: usize) -> bool {
        self.anchor.is_some_and(|(anchor, _)| anchor == bot)
    }

    fn tell_unrated(&self, text: &mut String) {
        for (number, rating) in self.ratings.bots.iter().enumerate() {
            let bot = self.label(number);
            let _ = match rating {
                Rating::Above => writeln!(
                    text,
                    "No rated bot ever finished ahead of {bot}: its rating has no upper bound."
                ),
                Rating::Below => writeln!(
                    text,
                    "{bot} never finished ahead of a rated bot: its rating has no lower bound."
                ),
                Rating::Apart => writeln!(
                    text,
                    "Between {bot} and the rated bots no result says anything: it can't be rated."
                ),
                Rating::Rated(_) if self.summary.tally.blocks < 2 || self.is_anchor(number) => {
                    Ok(())
                }
                Rating::Rated(_) if self.ratings.steady.contains(&number) => writeln!(
                    text,
                    "The rating of {bot} comes out the same from any blocks: there is no spread to \
                     take an interval from."
                ),
                Rating::Rated(Estimate { lo: None, .. }) => {
                    writeln!(text, "The rating of {bot} rests on too few results for an interval.")
                }
                Rating::Rated(_) => Ok(()),
            };
        }
    }

    fn tell_misfit(&self, misfit: &LargestResidual, text: &mut String) {
        let LargestResidual { of, chosen, observed, expected, errors, among } = misfit;
        let label = self.label(*chosen);
        let mut others: Vec<_> = of.iter().filter(|bot| *bot != chosen).collect();
        let twice = of.windows(2).any(|pair| pair[0] == pair[1]);
        others.dedup();
        let others: Vec<_> = others.into_iter().map(|&bot| self.label(bot)).collect();
        let others = others.join(" and ");
        let event = match of.len() {
            2 => format!("{label} finishes ahead of {others}"),
            _ if !twice => format!("{label} wins against {others}"),
            _ if of.iter().filter(|bot| *bot == chosen).count() == 2 => {
                format!("one of two {label} wins against {others}")
            }
            _ => format!("{label} wins against two of {others}"),
        };
        let (verdict, advice) = if misfit.is_significant() {
            (
                "too many",
                " One number a bot does not say all here: go by what was counted, beside the ratings.",
            )
        } else {
            ("not too many", "")
        };
        let _ = writeln!(
            text,
            "Largest misfit: {event} in {} % where the ratings say {} %, {} standard errors, \
             {verdict} to be chance in the largest of {among}.{advice}",
            percent(*observed),
            percent(*expected),
            signed(*errors, 1).trim(),
        );
    }

    /// Who pays, where three different bots sat together and the table is not too long.
    fn who_pays_text(&self) -> String {
        let splits: Vec<(Trio, TrioShares)> = self.summary.tally.kingmaking.splits().collect();
        let strange =
            |(row, _): &&(Trio, TrioShares)| ![row.bot, row.opponent].contains(&row.third);
        let splits: Vec<_> = splits.iter().filter(strange).collect();
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
        let rest = ["if it wins", "if it is last"].map(numbers);
        let last = [numbers("difference")];
        let mut grid = Grid::new(head.into_iter().chain(change).chain(rest).chain(last));
        let maybe = |estimate: &Option<Estimate>| {
            estimate.as_ref().map_or_else(|| "–".to_owned(), |e| format!("{} %", percent(e.mean)))
        };
        for (Trio { third, bot, opponent }, split) in splits {
            let who = format!("{} ahead of {}", self.label(*bot), self.label(*opponent));
            let row = [self.label(*third).to_owned(), who, share(&split.share)];
            let change = changes.then(|| moved(split.change));
            let rest = [maybe(&split.first), maybe(&split.last), moved(split.kingmaking)];
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
pub(super) fn points(rating: &Rating) -> String {
    let whole = |x: f64| signed(x, 0).trim().to_owned();
    match rating {
        Rating::Above => "above all".to_owned(),
        Rating::Below => "below all".to_owned(),
        Rating::Apart => "–".to_owned(),
        Rating::Rated(Estimate { mean, lo, hi, .. }) => match lo.zip(*hi) {
            Some((lo, hi)) => format!("{} ({} to {})", whole(*mean), whole(lo), whole(hi)),
            None => whole(*mean),
        },
    }
}

/// A difference of shares in points of share.
fn moved(estimate: Option<Estimate>) -> String {
    let Some(estimate) = estimate else {
        return "–".to_owned();
    };
    let points = |share: f64| signed(100.0 * share, 1).trim().to_owned();
    let mean = points(estimate.mean);
    match (estimate.lo.zip(estimate.hi), estimate.half_width()) {
        (Some((lo, hi)), _) if !estimate.is_even() => {
            format!("{mean} ({} to {})", points(lo), points(hi))
        }
        (_, Some(half)) => format!("{mean} ± {:.1}", 100.0 * half),
        _ => mean,
    }
}
