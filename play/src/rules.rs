//! The rules of a game, with its options.

use std::any::Any;

use serde_json::{Map, Value};
use threehand_bots::Knowledge;
use threehand_engine::options;
use threehand_engine::{Action as _, Bounds, Deck, Seat, Win};

use crate::batch::{DynBatch, TypedBatch};
use crate::hand::{DynHand, start};
use crate::row::StandingRow;
use crate::seeds::Seeds;

/// The rules of a game, with its options.
pub trait DynRules: Any + Send + Sync {
    /// The name of the variant, or `game:key=value:…`.
    fn variant(&self) -> String;
    /// The options that differ from the defaults, in the game's own order.
    fn options(&self) -> Vec<(&'static str, String)>;
    /// The same, as records write them.
    fn to_json(&self) -> Map<String, Value>;
    /// The bounds of the points and the length of a hand, if the game says so.
    fn bounds(&self) -> Option<Bounds>;
    /// What wins a match.
    fn win(&self) -> Win;
    /// The names of the phases in which a match has decisions; none where the game does not say.
    fn phases(&self) -> Vec<&'static str>;
    /// The heading of a role in tables.
    fn role_heading(&self, role: usize) -> String;
    /// The indices of the actions that a line of a record stands for, without its seat.
    ///
    /// # Errors
    /// Why it stands for none.
    fn read_line(&self, words: &str) -> Result<Vec<usize>, String>;
    /// The standing before the first hand of a match.
    fn first_standing(&self, dealer: Seat) -> StandingRow;
    /// The first hand of a match.
    fn first_hand(&self, dealer: Seat, deck: &Deck) -> Box<dyn DynHand>;
    /// Matches that are played side by side, with the cards of a seed.
    fn batch(&self, size: usize, seeds: Seeds) -> Box<dyn DynBatch>;
}

/// Rules of this game as an object.
pub fn dyn_rules<G: Knowledge>(rules: &G) -> Box<dyn DynRules> {
    Box::new(TypedRules(*rules))
}

pub(crate) struct TypedRules<G>(pub(crate) G);

impl<G: Knowledge> DynRules for TypedRules<G> {
    fn variant(&self) -> String {
        options::variant_name(&self.0)
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        options::differing(&self.0)
    }

    fn to_json(&self) -> Map<String, Value> {
        options::to_json(&self.0)
    }

    fn bounds(&self) -> Option<Bounds> {
        self.0.bounds()
    }

    fn win(&self) -> Win {
        self.0.win()
    }

    fn phases(&self) -> Vec<&'static str> {
        self.0.phases()
    }

    fn role_heading(&self, role: usize) -> String {
        self.0.role_heading(role)
    }

    fn read_line(&self, words: &str) -> Result<Vec<usize>, String> {
        let actions = self.0.read_line(words).map_err(|error| error.to_string())?;
        Ok(actions.into_iter().map(G::Action::index).collect())
    }

    fn first_standing(&self, dealer: Seat) -> StandingRow {
        StandingRow::of(&self.0.first_standing(dealer))
    }

    fn first_hand(&self, dealer: Seat, deck: &Deck) -> Box<dyn DynHand> {
        start(&self.0, &self.0.first_standing(dealer), deck)
    }

    fn batch(&self, size: usize, seeds: Seeds) -> Box<dyn DynBatch> {
        Box::new(TypedBatch::new(self.0, size, seeds))
    }
}
