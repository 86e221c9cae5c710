//! A run's folder: what the folder holds, and how to write so that a run can be stopped at any moment.

pub mod absent;
pub mod audit;
mod dir;
pub mod error;
pub mod growing;
pub mod hash;
mod lock;
pub mod locked_folder;
pub mod manifest;
pub mod progress;
pub mod run_folder;
