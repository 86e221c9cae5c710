//! The checks of `threehand_engine::testing`: what they catch, and what they let pass.

mod broken;
mod caught;
mod passed;
