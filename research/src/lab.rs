//! What the studies take from the simulator.

pub use threehand_sim::games::named::{name_of, with_named_game};
pub use threehand_sim::play::ordered_map::ordered_map;
pub use threehand_sim::stats::t_quantile;
pub use threehand_sim::terminal::failure::Failure;
pub use threehand_sim::terminal::refusal::{end, refuse};
pub use threehand_sim::terminal::stream::say;
pub use threehand_sim::whole::{target, write_whole};
