//! The machine that figures were measured on.

use std::collections::BTreeSet;
use std::fmt;

use crate::terminal::number::plural;

/// The machine of a figure.
pub(super) struct Machine {
    /// The processor's model, or its architecture where the model is unknown.
    pub cpu: String,
    /// Cores, where they are known.
    pub cores: Option<usize>,
    /// Threads that can run at once.
    pub threads: usize,
}

impl Machine {
    /// The machine that this runs on.
    pub(super) fn this() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self::from_cpuinfo(&info, threads)
    }

    /// From Linux's `/proc/cpuinfo`: a block of `key : value` lines a thread.
    fn from_cpuinfo(info: &str, threads: usize) -> Self {
        let pairs = info.lines().filter_map(|line| line.split_once(':'));
        let values = |wanted| {
            let pairs = pairs.clone().filter(move |(key, _)| key.trim() == wanted);
            pairs.map(|(_, value)| value.trim())
        };
        let cpu = values("model name").next().unwrap_or(std::env::consts::ARCH).to_owned();
        let cores: BTreeSet<_> = values("physical id").zip(values("core id")).collect();
        Self { cpu, cores: (!cores.is_empty()).then_some(cores.len()), threads }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cores = self.cores.map(|cores| format!(" · {}", plural(cores as u64, "core")));
        let threads = plural(self.threads as u64, "thread");
        write!(f, "{}{} · {threads}", self.cpu, cores.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_of_a_core_are_one_core() {
        let thread = |core| format!("model name\t: A 1\nphysical id\t: 0\ncore id\t\t: {core}\n\n");
        let info = [0, 1, 0, 1].map(thread).concat();
        let machine = Machine::from_cpuinfo(&info, 4);
        assert_eq!(machine.to_string(), "A 1 · 2 cores · 4 threads");
        let unknown = Machine::from_cpuinfo("", 1);
        assert_eq!(unknown.to_string(), format!("{} · 1 thread", std::env::consts::ARCH));
    }
}
