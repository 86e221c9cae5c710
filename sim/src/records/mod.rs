//! Records of hands: read from their file, verified and replayed.

mod file;
pub(crate) mod opinions;
pub mod replay;
pub(crate) mod sight;
pub mod verify;
pub(crate) mod words;
