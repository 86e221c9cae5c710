//! The games that there are: found by their names, and listed.

pub mod list;
pub mod named;
