//! The files of a run's folder, read line by line and compared with what is due.

pub mod difference;
pub mod fault;
pub mod held;
pub mod whole;
