//! The Poisson bootstrap over blocks (N. Chamandy and others, *Estimating Uncertainty for Massive Data Streams*, 2012).

use rand::Rng;
use threehand_engine::Stream;

/// How often a block is drawn in each replicate of a bootstrap: Poisson numbers of mean 1, each from the next two bytes of
/// the block's stream, so that they are a function of seed, block and replicate.
pub fn poisson_weights(mut stream: Stream, replicates: usize) -> Vec<u32> {
    let mut bytes = vec![0; 2 * replicates];
    stream.fill_bytes(&mut bytes);
    let words = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    words.map(poisson).collect()
}

/// The Poisson number of mean 1 for one of 65,536 equally likely words, by inversion.
fn poisson(word: u16) -> u32 {
    /// By number k, how many words stand for at most k: 65,536 (1 / 0! + … + 1 / k!) / e. Numbers from 8 on have less than
    /// half a word.
    const CUMULATIVE: [u16; 8] = [24_109, 48_219, 60_273, 64_292, 65_296, 65_497, 65_531, 65_535];
    CUMULATIVE.iter().map(|&words| u32::from(word >= words)).sum()
}

/// The variance of values, with divisor n − 1.
pub(super) fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_poisson_numbers() {
        // SciPy 1.17: stats.poisson.cdf(range(8), 1).
        let cdf = [0.367_879_44, 0.735_758_88, 0.919_698_6, 0.981_011_84, 0.996_340_15];
        let cdf = cdf.into_iter().chain([0.999_405_82, 0.999_916_76, 0.999_989_75]);
        for (count, below) in (0_u32..).zip(cdf) {
            let words = (0..=u16::MAX).filter(|&word| poisson(word) <= count).count();
            assert!((words as f64 - below * 65_536.0).abs() <= 0.5, "{count}: {words}");
        }
        let weights = poisson_weights(Stream::new([1, 2, 3, 4]), 20_000);
        let mean = f64::from(weights.iter().sum::<u32>()) / 20_000.0;
        assert!((mean - 1.0).abs() < 0.035, "{mean}");
    }
}
