//! An experiment, from its settings to its results: what each kind of experiment has of its own is
//! a [`contract`], and what all kinds go through is one [`run`].

mod audit;
pub mod contract;
pub mod ending;
pub mod finished;
pub(crate) mod forfeits;
pub mod kind;
mod merge;
pub(crate) mod parent;
mod plan;
mod playing;
pub mod prepare;
pub mod run;
mod run_files;
pub mod start;
pub mod status;
mod together;
pub(crate) mod wait_lock;
