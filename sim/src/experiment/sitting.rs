//! One sitting of an experiment, as far as it shows in the summary.

use crate::terminal::number::plural;

/// One sitting of an experiment.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// How long it took.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
    /// The hash of the results, once they are complete.
    pub results_hash: String,
}

impl Sitting {
    /// The end of a summary's first line.
    pub fn end_of_line(&self, seed: u64) -> String {
        let threads = plural(self.threads as u64, "thread");
        format!("seed {seed} · {threads} · {:.1} s\n\n", self.seconds)
    }
}
