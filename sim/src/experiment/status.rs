//! One sitting of an experiment, as far as it shows in the summary.

use crate::terminal::number::plural;
use crate::terminal::shown::shown;

/// One sitting of an experiment.
#[derive(Clone, Debug, Default)]
pub struct RunStatus {
    /// How long the sitting took.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
    /// The hash of the results, once the results are complete.
    pub results_hash: String,
    /// When the run finished, of a summary that is only printed again.
    pub finished: Option<String>,
    /// How far the run got that was stopped, such as `5 of 1,000 blocks`.
    pub stopped: Option<String>,
    /// How far a run has got that is not finished and that is only read, likewise.
    pub so_far: Option<String>,
}

impl RunStatus {
    /// The end of a summary's first line.
    pub fn end_of_line(&self, seed: u64) -> String {
        if let Some(finished) = &self.finished {
            // Without the fraction of a second that the manifest has.
            let finished = finished.split('.').next().unwrap_or_default();
            return format!(
                "seed {seed} · finished at {}\n\n",
                shown(finished.trim_end_matches('Z'))
            );
        }
        if let Some(so_far) = &self.so_far {
            return format!("seed {seed} · so far {so_far}\n\n");
        }
        let threads = plural(self.threads as u64, "thread");
        let stopped = self.stopped.as_ref();
        let stopped = stopped.map_or_else(String::new, |at| format!(" · stopped after {at}"));
        format!("seed {seed} · {threads} · {:.1} s{stopped}\n\n", self.seconds)
    }
}
