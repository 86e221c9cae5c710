//! What the command `threehand` does with bots that fail, hang or take too much.

mod common;
mod forfeits;
mod limits;
