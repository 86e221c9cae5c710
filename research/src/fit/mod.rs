//! Studies that fit what bots weigh.

pub mod equity;
pub mod kings_weights;
pub mod sources;
