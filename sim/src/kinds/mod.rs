//! The kinds of experiment, one folder each.

pub mod calibrate;
pub mod compare;
pub mod sprt;
pub mod tournament;
