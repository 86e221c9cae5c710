//! An experiment, from its settings to its results: what each kind of experiment has of its own is
//! a [`contract`], and what all kinds go through is one [`life`].

pub mod again;
pub mod audit;
mod audit_report;
pub mod contract;
mod ending;
mod files;
pub mod kind;
pub mod life;
mod merging;
pub(crate) mod parent;
mod plan;
mod playing;
pub mod prepare;
pub(crate) mod rulings;
mod run;
pub mod sitting;
pub(crate) mod waiting;
