//! The columns of ratings, and of how well they fit.

use threehand_stats::{Estimate, Fit, LargestResidual, Rating};

use super::columns::{Bot, Of, run};
use super::standings::rated;
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
    Columns::of("ratings.csv")
        .column("rating", move |row| rated(of(row).rating))
        .shown_as(Unit::Rating.column("rating"), move |row| match of(row).rating {
            Rating::Above => "above all".into(),
            Rating::Below => "below all".into(),
            rating => Unit::Rating.cell(rated(rating)),
        })
        .column("standing", move |row| match of(row).rating {
            Rating::Rated(_) => "rated",
            Rating::Above => "above",
            Rating::Below => "below",
            Rating::Apart => "apart",
        })
        .column("next", move |row| of(row).next.map(|next| next.0))
        .column("above_next", move |row| of(row).next.map(|next| next.1))
        .ends("above_next_")
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
    run("ratings.csv", |row: &Bot<'a>| row.0)
        .column("bot", |row| row.0.label(row.1))
        .shown(words("bot"))
        .column("blocks", |row| row.0.fold.tally.blocks)
        .only_csv()
        .and(rating(of))
}

/// How well the ratings fit, as a whole.
fn fit<'a>() -> Columns<'a, Fit> {
    Columns::<Fit>::of("fit.csv")
        .column("log_likelihood", |fit: &Fit| fit.log_likelihood)
        .column("log_likelihood_equal", |fit| fit.log_likelihood_equal)
        .column("explained", Fit::explained)
        .column("explainable", Fit::explainable)
}

/// Where the ratings fit least.
type Misfit<'a> = (Of<'a>, &'a LargestResidual);

fn misfit<'a>() -> Columns<'a, Misfit<'a>> {
    Columns::<Misfit<'a>>::of("fit.csv")
        .column("of", |row| row.0.labels(&row.1.of))
        .column("ahead", |row| row.0.label(row.1.chosen))
        .column("observed", |row| row.1.observed)
        .column("expected", |row| row.1.expected)
        .column("errors", |row| row.1.errors)
        .column("among", |row| row.1.among)
        .column("significant", |row| row.1.is_significant())
}

/// `fit.csv`, and keys of `--json`.
pub(super) fn fits<'a>() -> Columns<'a, Of<'a>> {
    run("fit.csv", |of: &Of<'a>| *of)
        .column("blocks", |of| of.fold.tally.blocks)
        .only_csv()
        .part("fit", fit(), |of| of.ratings.fit)
        .part("misfit", misfit(), |of| Some((*of, of.ratings.misfit.as_ref()?)))
        .column("cycle", |of| of.ratings.cycle.as_deref().map(|bots| of.labels(bots)))
}
