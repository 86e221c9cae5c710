//! Records of hands: read from their file, verified, replayed, judged and played on otherwise.

mod blunders;
mod chosen;
mod decisions;
mod file;
pub(crate) mod opinions;
pub(crate) mod parting;
pub mod replay;
pub(crate) mod sight;
pub mod verify;
mod what_if;
pub(crate) mod words;
mod worlds;
