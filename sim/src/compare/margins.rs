//! The differences that are too small to matter, as named before the blocks are played.

use anyhow::{anyhow, bail};
use threehand_engine::options::one_of;

use super::study::Figure;
use crate::stats::ValueRange;
use crate::terminal::failure::Failure;

/// The margin of each figure, of texts such as `hands=0.5`.
pub(super) fn margins(texts: &[String], figures: &[Figure]) -> Result<Vec<Option<f64>>, Failure> {
    let mut margins = vec![None; figures.len()];
    for text in texts {
        let (figure, margin) =
            margin(text, figures).map_err(|error| Failure::setting("margin", error.to_string()))?;
        if margins[figure].replace(margin).is_some() {
            let told = format!("{} comes twice", figures[figure].name);
            return Err(Failure::setting("margin", told));
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
