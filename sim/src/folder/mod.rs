//! A run's folder: what the folder holds, and how to write so that a run can be stopped at any moment.

pub mod error;
pub mod growing;
pub mod hash;
pub mod manifest;
pub mod note;
pub mod place;
pub mod run_folder;
