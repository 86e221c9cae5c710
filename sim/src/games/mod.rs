//! The games that there are: found by their names, and listed.

pub mod list;
pub(crate) mod measures;
pub mod named;
pub mod rules;
