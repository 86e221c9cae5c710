//! Counts of what a test has met among random hands.

use std::collections::BTreeMap;

use threehand_engine::testing::checks;

/// How often each kind of thing was met, so that a test can't pass without the rare ones.
#[derive(Debug)]
pub(crate) struct Met<K>(BTreeMap<K, u64>);

impl<K: Ord + std::fmt::Debug> Met<K> {
    pub(crate) const fn new() -> Self {
        Self(BTreeMap::new())
    }

    pub(crate) fn add(&mut self, kind: K) {
        self.add_if(true, kind);
    }

    pub(crate) fn add_if(&mut self, met: bool, kind: K) {
        *self.0.entry(kind).or_default() += u64::from(met);
    }

    pub(crate) fn count(&self, kind: &K) -> u64 {
        self.0.get(kind).copied().unwrap_or(0)
    }

    /// Asserts that there are so many kinds, each met as often as `least` at least.
    pub(crate) fn assert_kinds(&self, kinds: usize, least: u64) {
        assert_eq!(self.0.len(), kinds, "{self:?}");
        assert!(self.0.values().all(|&count| count >= least), "{self:?}");
    }

    /// Asserts that each kind was met as often as is due: half of its number in `full` hands, for
    /// the `hands` that were played.
    pub(crate) fn assert_often(&self, hands: u64, full: u64, due: &[(K, u64)]) {
        for (kind, in_full) in due {
            let least = (in_full * hands / full / 2).max(1);
            assert!(self.count(kind) >= least, "{kind:?} less often than {least}: {self:?}");
        }
    }
}

/// How often to repeat what takes long: `full` times by night, else `day` times.
pub(crate) fn repeats(full: u64, day: u64) -> u64 {
    if checks(1_000) == 1_000 { full } else { day }
}
