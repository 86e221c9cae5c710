//! An experiment, from its settings to its results: what each kind of experiment has of its own is
//! a [`contract`], and what they all go through is one [`life`].

pub mod contract;
mod files;
pub mod interrupt;
pub mod life;
mod plan;
pub mod prepare;
pub mod sitting;
