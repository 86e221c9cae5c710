//! The settings of a comparison.

use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;
use threehand_engine::options::one_of;
use threehand_stats::ValueRange;

use super::figures::Figure;
use crate::settings::common::CommonSettings;
use crate::settings::shard::Shard;
use crate::settings::value;
use crate::terminal::failure::Failure;

/// What decides the results of a comparison.
#[derive(Clone, Debug, PartialEq, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CompareSettings {
    /// What is played; the rule options hold for every variant that does not say otherwise.
    #[command(flatten)]
    #[serde(flatten)]
    pub common: CommonSettings,
    /// Variants: a name of `threehand list variants`, or name:key=value:key=value; with label= before it, the tables
    /// say label
    #[arg(long, value_name = "VARIANT,…", value_delimiter = ',', value_parser = value::item, required = true)]
    pub variants: Vec<String>,
    /// Rungs, weakest first: each bot sits at all three seats
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', value_parser = value::item, required = true)]
    pub bots: Vec<String>,
    /// The variant with which each other is compared, in place of each with each
    #[arg(long, value_name = "VARIANT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Margins, named before playing: a measure is the same under two variants where the difference is surely below X
    #[arg(long, value_name = "MEASURE=X,…", value_delimiter = ',', value_parser = value::item)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub margin: Vec<String>,
    /// Blocks: matches' cards, each played under every variant by every rung
    #[arg(long, alias = "matches", value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = value::whole::<1, { value::MOST_BLOCKS }>)]
    pub blocks: u64,
    /// Write what each block adds to each measure to block_values.csv
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub block_values: bool,
    /// Play only the k-th of n parts of the run, for `threehand merge`
    #[arg(long, value_name = "K/N")]
    #[serde(serialize_with = "value::as_optional_word")]
    pub shard: Option<Shard>,
}

/// The margin of each figure, of texts such as `hands=0.5`.
pub(super) fn margins(texts: &[String], figures: &[Figure]) -> Result<Vec<Option<f64>>, Failure> {
    let mut margins = vec![None; figures.len()];
    for text in texts {
        let (figure, margin) =
            margin(text, figures).map_err(|error| Failure::setting("margin", error.to_string()))?;
        if margins[figure].replace(margin).is_some() {
            let message = format!("{} comes twice", figures[figure].name);
            return Err(Failure::setting("margin", message));
        }
    }
    Ok(margins)
}

fn margin(text: &str, figures: &[Figure]) -> anyhow::Result<(usize, f64)> {
    let (name, number) = text
        .split_once('=')
        .ok_or_else(|| anyhow!("`{text}` is no measure=X, such as hands=0.5"))?;
    let tested = || figures.iter().filter(|figure| figure.is_tested()).map(|f| f.name.as_str());
    let figure = figures.iter().position(|figure| figure.name == name && figure.is_tested());
    let figure = figure.ok_or_else(|| {
        anyhow!("`{name}` is no measure that is tested{}", one_of(name, tested()))
    })?;
    let most = match figures[figure].range.of_differences() {
        ValueRange::Between(_, most) => most,
        _ => f64::INFINITY,
    };
    match number.parse::<f64>() {
        Ok(margin) if margin > 0.0 && margin < most => Ok((figure, margin)),
        _ if most.is_finite() => {
            bail!("`{number}` is no margin of {name}: it is above 0 and below {most}")
        }
        _ => bail!("`{number}` is no margin: it is a number above 0"),
    }
}
