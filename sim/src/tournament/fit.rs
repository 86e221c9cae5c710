//! `fit.csv`: how well the ratings fit, and what they can't say.

use super::standings::Standings;
use crate::stats::{Fit, LargestResidual};
use crate::tables::{Rows, Table, row};

row! {
    /// The one row: the fit as a whole, the largest misfit, and the bots that finish ahead of each other in a circle.
    FitRow<'a> {
        game: &'a str,
        variant: &'a str,
        blocks: u64,
        log_likelihood: Option<f64>,
        log_likelihood_equal: Option<f64>,
        explained: Option<f64>,
        explainable: Option<f64>,
        of: Option<String>,
        ahead: Option<&'a str>,
        observed: Option<f64>,
        expected: Option<f64>,
        errors: Option<f64>,
        among: Option<usize>,
        significant: Option<bool>,
        cycle: Option<String>,
    }
}

/// How well the ratings of a tournament fit.
pub(super) struct FitTable<'a>(pub(super) &'a Standings<'a>);

impl Table for FitTable<'_> {
    fn file(&self) -> &'static str {
        "fit.csv"
    }

    fn columns(&self) -> Vec<String> {
        FitRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        let ratings = &self.0.ratings;
        let (fit, misfit) = (ratings.fit, ratings.misfit.as_ref());
        let names = |bots: &[usize]| self.0.labels(bots).join(" ");
        rows.put(FitRow {
            game: self.0.game,
            variant: self.0.variant,
            blocks: self.0.tally.blocks(),
            log_likelihood: fit.map(|fit| fit.log_likelihood),
            log_likelihood_equal: fit.map(|fit| fit.log_likelihood_equal),
            explained: fit.as_ref().map(Fit::explained),
            explainable: fit.as_ref().map(Fit::explainable),
            of: misfit.map(|misfit| names(&misfit.of)),
            ahead: misfit.map(|misfit| self.0.label(misfit.chosen)),
            observed: misfit.map(|misfit| misfit.observed),
            expected: misfit.map(|misfit| misfit.expected),
            errors: misfit.map(|misfit| misfit.errors),
            among: misfit.map(|misfit| misfit.among),
            significant: misfit.map(LargestResidual::is_significant),
            cycle: ratings.cycle.as_deref().map(names),
        });
    }
}
