//! The columns of ratings, and of how well they fit.

use super::columns::{BETTER, Bot, Of, run};
use super::standings::rated;
use crate::stats::{Estimate, Fit, LargestResidual, Rating};
use crate::tables::column::Columns;
use crate::terminal::grid::{Column, words};
use crate::terminal::unit::Unit;

/// A rating, and the next lower rated bot with the distance from it.
pub(crate) struct Rated<'a> {
    pub(crate) rating: &'a Rating,
    pub(crate) next: Option<(&'a str, Estimate)>,
}

/// The columns that tell of a rating.
pub(crate) fn rating<'a, R: 'a>(of: fn(&R) -> Rated<'a>) -> Columns<'a, R> {
    Columns::new()
        .column("rating", "rating", "400 are odds of 10 to 1 to finish ahead", move |row| {
            rated(of(row).rating)
        })
        .shown_as(Unit::Rating.column("rating"), move |row| match of(row).rating {
            Rating::Above => "above all".into(),
            Rating::Below => "below all".into(),
            rating => Unit::Rating.cell(rated(rating)),
        })
        .measure(BETTER)
        .note(
            "the [rating](statistics.md#ratings), with the standard error of the \
             bootstrap and the 95 % interval by Student's t; empty if there is none. With \
             `--anchor`, the error and interval of the difference to the anchor, which \
             has none itself",
        )
        .column("standing", "", "whether the bot has a rating", move |row| match of(row).rating {
            Rating::Rated(_) => "rated",
            Rating::Above => "above",
            Rating::Below => "below",
            Rating::Apart => "apart",
        })
        .note(
            "`rated`; `above`: no rated bot ever finished ahead of this bot; `below`: \
             this bot never finished ahead of a rated bot; `apart`: no results link this \
             bot to the rated bots",
        )
        .column("next", "", "the next lower rated bot", move |row| of(row).next.map(|next| next.0))
        .note("empty for the last bot and for a bot without a rating")
        .column("above_next", "rating", "rating minus the rating of `next`", move |row| {
            of(row).next.map(|next| next.1)
        })
        .ends("above_next_")
        .note(
            "with the error and interval of that [difference](statistics.md#ratings) from \
             the same replicates",
        )
}

/// How the last of these columns is shown, where there is room for it.
pub(crate) fn above_next() -> Column {
    Unit::Rating.column("above the next")
}

/// `ratings.csv`, and `ratings` of `--json`.
pub(super) fn ratings<'a>() -> Columns<'a, Bot<'a>> {
    let of = |&(of, bot): &Bot<'a>| Rated {
        rating: &of.ratings.bots[bot],
        next: of.ratings.next[bot].map(|(next, above)| (of.label(next), above)),
    };
    run(|row: &Bot<'a>| row.0)
        .bot(|row| row.0.label(row.1))
        .shown(words("bot"))
        .blocks(|row| row.0.fold.tally.blocks)
        .only_csv()
        .and(rating(of))
}

/// How well the ratings fit, as a whole.
fn fit<'a>() -> Columns<'a, Fit> {
    Columns::<Fit>::new()
        .column(
            "log_likelihood",
            "",
            "mean log-likelihood of a choice among rated bots under the ratings",
            |fit: &Fit| fit.log_likelihood,
        )
        .column("log_likelihood_equal", "", "the same under equal strengths", |fit| {
            fit.log_likelihood_equal
        })
        .column("explained", "share", "how much of the results ratings explain", Fit::explained)
        .measure("higher fits better")
        .note("1 − `log_likelihood` / `log_likelihood_equal`")
        .column(
            "explainable",
            "share",
            "the largest value that any probabilities could reach",
            Fit::explainable,
        )
        .note("by table")
}

/// Where the ratings fit least.
type Misfit<'a> = (Of<'a>, &'a LargestResidual);

fn misfit<'a>() -> Columns<'a, Misfit<'a>> {
    Columns::<Misfit<'a>>::new()
        .column("of", "", "the two or three bots of the largest misfit", |row| {
            row.0.labels(&row.1.of)
        })
        .note("separated by blanks; empty below 100 blocks")
        .column("ahead", "", "the one that finished ahead of the others", |row| {
            row.0.label(row.1.chosen)
        })
        .column("observed", "share", "how often it did", |row| row.1.observed)
        .column("expected", "share", "how often the ratings expect it", |row| row.1.expected)
        .column("errors", "standard errors", "`observed` minus `expected`", |row| row.1.errors)
        .column("among", "shares", "the number of shares examined", |row| row.1.among)
        .column(
            "significant",
            "",
            "whether the largest of so many is too large for chance",
            |row| row.1.is_significant(),
        )
}

/// `fit.csv`, and keys of `--json`.
pub(super) fn fits<'a>() -> Columns<'a, Of<'a>> {
    run(|of: &Of<'a>| *of)
        .blocks(|of| of.fold.tally.blocks)
        .only_csv()
        .part("fit", "how well the ratings fit", fit(), |of| of.ratings.fit)
        .part("misfit", "where the ratings fit least", misfit(), |of| {
            Some((*of, of.ratings.misfit.as_ref()?))
        })
        .column("cycle", "", "bots that beat each other in a cycle", |of| {
            of.ratings.cycle.as_deref().map(|bots| of.labels(bots))
        })
        .note(
            "each significantly finishes ahead of the next, the last ahead of the first; \
             separated by blanks, empty without a cycle",
        )
}
