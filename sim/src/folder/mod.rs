//! A run's folder: what it holds, and how it is written so that a run can be stopped at any moment.

pub mod error;
pub mod growing;
pub mod hash;
pub mod manifest;
pub mod note;
pub mod place;
pub mod run_folder;
