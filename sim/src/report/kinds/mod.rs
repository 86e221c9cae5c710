//! What the page of each kind of run shows.

pub(super) mod calibrate;
pub(super) mod compare;
mod leader;
pub(super) mod sprt;
pub(super) mod tournament;
