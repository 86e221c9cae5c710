//! The rules by worked cases and properties, slow second implementations, worlds by enumeration.

// What is only compared to some digits needs no `libm`.
#![expect(clippy::disallowed_methods)]

mod cards;
mod cases;
mod checks;
mod draws;
mod every_game;
mod family;
mod met;
mod nine_two_five;
mod options;
mod playthroughs;
mod three_kings;
mod three_legged_kitty;
