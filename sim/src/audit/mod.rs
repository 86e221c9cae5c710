//! `verify DIR`: the audit of a run's folder, from the seed to the tables. What is due is made by the
//! code that made the folder, and what the folder holds is held against it.

pub mod command;
pub mod course;
mod difference;
mod documents;
pub mod fault;
pub mod held;
mod progress;
pub mod recount;
pub mod report;
pub mod tables;
