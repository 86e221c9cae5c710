//! Reading within a limit, and writing a file whole or not at all.

pub mod atomic_write;
pub mod bounded_read;
