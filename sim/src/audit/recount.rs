//! What a folder's files come to, counted again.

use crate::experiment::contract::Fold;

/// What a folder's files come to, counted again without asking a bot.
pub struct Recount<'a> {
    /// The sums over all blocks; `None` if the files do not tell them.
    pub fold: Option<Box<dyn Fold + 'a>>,
    /// What the sums were made from, as in `by the records`.
    pub by: &'static str,
    /// Hands and matches that were replayed by the rules.
    pub replayed: (u64, u64),
    /// What the files do not tell of the sums.
    pub unknown: Unknown,
    /// What was checked, in sentences.
    pub checked: Vec<String>,
    /// What could not be checked and why, in sentences.
    pub unchecked: Vec<String>,
}

/// What the files do not tell of the sums.
#[derive(Clone, Debug, Default)]
pub struct Unknown {
    /// Tables of which nothing is known.
    pub tables: Vec<&'static str>,
    /// Columns of the other tables.
    pub columns: Vec<String>,
    /// Keys of the noted sums.
    pub keys: Vec<&'static str>,
}

impl<'a> Recount<'a> {
    /// Sums that are fully known.
    pub fn of(fold: Option<Box<dyn Fold + 'a>>, by: &'static str) -> Self {
        Self {
            fold,
            by,
            replayed: (0, 0),
            unknown: Unknown { tables: Vec::new(), columns: Vec::new(), keys: Vec::new() },
            checked: Vec::new(),
            unchecked: Vec::new(),
        }
    }
}
