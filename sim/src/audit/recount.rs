//! The sums of a run counted again from the rows in its folder.

use crate::experiment::contract::Fold;

/// The sums of a run counted again from the rows in its folder, without asking a bot.
pub struct Recount<'a> {
    /// The sums over all blocks; `None` of a run that keeps no rows.
    pub fold: Option<Box<dyn Fold + 'a>>,
    /// What the sums were made from, as in `by the records`.
    pub by: &'static str,
    /// Hands and matches that were replayed by the rules.
    pub replayed: (u64, u64),
    /// Keys of the sums that the rows do not determine.
    pub unknown: Vec<&'static str>,
    /// What was checked, in sentences.
    pub checked: Vec<String>,
    /// What could not be checked and why, in sentences.
    pub unchecked: Vec<String>,
}

impl<'a> Recount<'a> {
    /// Sums of which all is known.
    pub fn of(fold: Box<dyn Fold + 'a>, by: &'static str) -> Self {
        let (replayed, unknown) = ((0, 0), Vec::new());
        Self { fold: Some(fold), by, replayed, unknown, checked: Vec::new(), unchecked: Vec::new() }
    }

    /// A run that keeps no rows of its blocks.
    pub fn without_rows() -> Self {
        let why = "how the matches were played: this run keeps no rows of them, so its tables are compared with \
                   the kept sums alone";
        Self {
            fold: None,
            by: "by the kept sums",
            replayed: (0, 0),
            unknown: Vec::new(),
            checked: Vec::new(),
            unchecked: vec![why.to_owned()],
        }
    }
}
