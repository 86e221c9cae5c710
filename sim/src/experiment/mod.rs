//! An experiment, from its settings to its results: what each kind of experiment has of its own is
//! a [`contract`], and what all kinds go through is one [`run`].

pub mod again;
mod audit;
pub mod contract;
mod ending;
mod files;
pub mod kind;
mod merging;
pub(crate) mod parent;
mod plan;
mod playing;
pub mod prepare;
pub(crate) mod rulings;
pub mod run;
pub mod sitting;
pub mod start;
pub(crate) mod waiting;
