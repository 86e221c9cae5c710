#![doc = include_str!("rules.md")]

mod action;
mod hand;
mod history;
mod illegal;
mod meld;
mod order;
mod play;
mod playout;
mod prediction;
mod recall;
mod rules;
mod scene;
mod scoring;
mod standing;
mod story;
mod trick;
mod veil;
mod view;
mod worlds;

pub use action::{Action, Legal};
pub use hand::{Exchanged, Hand};
pub use history::PlayedTrick;
pub use meld::{Meld, Melds, Shape};
pub use order::{falling, height, suit_height};
pub use prediction::{Open, Prediction, Predictions};
pub use rules::{
    AceLastTotal, AcePredictTotal, FirstDeal, Form, GamePoints, MeldList, MeldOrder, Pending,
    PredictionSlots, Qualify, SetPoints, ThreeKings,
};
pub use standing::Standing;
pub use trick::Trick;
pub use view::Known;
pub use worlds::Worlds;
