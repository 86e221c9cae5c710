//! `characters.csv`: every figure of every variant.

use super::findings::Comparison;
use crate::stats::Estimate;
use crate::tables::{Rows, Table, row};

row! {
    /// A row for each figure of a variant, played by a rung.
    CharacterRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        blocks: u64,
        measure: &'a str,
        value: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
    }
}

/// The table `characters.csv` of a comparison.
pub(super) struct Characters<'a>(pub(super) &'a Comparison<'a>);

impl Table for Characters<'_> {
    fn file(&self) -> &'static str {
        "characters.csv"
    }

    fn columns(&self) -> Vec<String> {
        CharacterRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        for (v, variant) in self.0.variants.iter().enumerate() {
            for (rung, player) in self.0.rungs.iter().enumerate() {
                for (f, figure) in self.0.study.figures.iter().enumerate() {
                    let Some(Estimate { mean, se, lo, hi }) = self.0.values[v][rung][f] else {
                        continue;
                    };
                    let (bot, blocks) = (&player.label, self.0.blocks);
                    let (game, measure) = (self.0.game, &figure.name);
                    let value = mean;
                    let row =
                        CharacterRow { game, variant, bot, blocks, measure, value, se, lo, hi };
                    rows.put(row);
                }
            }
        }
    }
}
