#![doc = include_str!("rules.md")]

mod action;
mod auction;
mod bid;
mod hand;
mod illegal;
mod recall;
mod rules;
mod scene;
mod story;
mod veil;
mod view;
mod worlds;

pub use crate::standing::Scores as Standing;
pub use action::{Action, Legal};
pub use auction::Call;
pub use bid::{Bid, Bids, NoSuchBid, Strain};
pub use hand::Hand;
pub use rules::{
    AllPass, AuctionEnd, FailPoints, Opening, OpeningCost, Pack, Target, ThreeLeggedKitty, Tie,
};
pub use view::Known;
pub use worlds::Worlds;
