//! What the studies take from the simulator.

pub use threehand_sim::commands::with_named_game;
pub use threehand_sim::conveyor::run as ordered_map;
pub use threehand_sim::failure::{Failure, is_broken_pipe, say};
pub use threehand_sim::stats::t_quantile;
