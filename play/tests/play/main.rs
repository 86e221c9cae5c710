//! The crate from outside. It has no tests inside, so that the library is compiled once.

mod luck;
mod objects;
mod seeds;
mod shown;
mod side_by_side;
mod stopwatch;
