//! The files of a run's folder, read line by line and compared with what is due.

pub mod audited_files;
pub mod compare;
pub mod difference;
pub mod file_fault;
