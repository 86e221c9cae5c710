//! What a run leaves behind: its folder of files, and what it says on the terminal.

pub mod calibration;
pub mod comparison;
mod comparison_table;
pub mod folder;
mod growing;
pub mod manifest;
pub mod rows;
pub mod standings;
pub mod study_folder;
pub mod summary;
pub mod terminal;
