//! Studies that fit what bots weigh.

pub mod bleed;
pub mod equity;
pub mod kings_weights;
pub mod least_squares;
pub mod order_weights;
pub mod playing_on;
pub mod sources;
