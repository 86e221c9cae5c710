//! Records of hands: read from their file, verified, replayed, judged and continued.

pub(crate) mod advice;
mod continuation;
pub(crate) mod file;
mod judgement;
pub mod replay;
pub(crate) mod scores;
mod selection;
pub mod solve;
pub mod verify;
pub(crate) mod visibility;
mod worlds;
