//! What a seat knows, and the worlds that this leaves possible.

use std::any::Any;

use serde_json::{Map, Value};
use threehand_engine::{
    Action as _, Game, Legal as _, OwnedView, Recalled, SavedHand, SavedView, Seat, Seen, Stream,
    View, Worlds as _, options,
};

use crate::hand::{DynHand, TypedHand, traced};

use threehand_bots::BotRng;
use threehand_bots::Knowledge;
use threehand_bots::Planes;

/// What one seat knows of a hand and may do, whichever game it is, to be kept. What the seat does not know
/// is not in it.
pub trait DynView: Any + Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// Whose view it is.
    fn seat(&self) -> Seat;
    /// Whose decision is next; `None` once the hand is over.
    fn turn(&self) -> Option<Seat>;
    /// The indices of the legal actions, in their order; none if it is not this seat's turn.
    fn legal(&self) -> Vec<usize>;
    /// All that the seat knows, as a text: the same for hands that it can't tell apart.
    fn text(&self) -> String;
    /// All that the seat knows, in words and numbers.
    fn seen(&self) -> Seen;
    /// Lays out what the seat knows as [`Planes`].
    ///
    /// # Panics
    /// If there is another number of bytes than [`Planes::BYTES`].
    fn planes(&self, bytes: &mut [u8]);
    /// The worlds that the seat can't tell from the one it is in.
    fn worlds(&self) -> Box<dyn DynWorlds>;
    /// The view as a text from which it comes back; `None` in a game that does not tell its
    /// [past](Knowledge::done). Costs what [`DynView::worlds`] costs.
    fn saved(&self) -> Option<SavedView>;
    /// The options of the rules that differ from the defaults, as records write them.
    fn rules_json(&self) -> Map<String, Value>;
    /// The phase of the hand, and the rule that the seat needs.
    fn recalled(&self) -> Recalled;
    /// The index of the action of this text.
    ///
    /// # Errors
    /// Why there is none.
    fn action_index(&self, text: &str) -> Result<usize, String>;
}

/// A view without the type of its game.
pub fn dyn_view<G: Knowledge>(view: &View<'_, G>) -> Box<dyn DynView> {
    Box::new(TypedView(view.to_owned()))
}

/// The worlds that a view leaves possible, whichever game it is.
pub trait DynWorlds: Send + Sync {
    /// How many there are (a count beyond 2⁵³ is rounded); `None` where they can't be counted.
    fn count(&self) -> Option<f64>;
    /// One of them, each equally likely.
    fn draw(&self, rng: &mut BotRng) -> Box<dyn DynHand>;
}

pub(crate) struct TypedView<G: Game>(pub(crate) OwnedView<G>);

struct TypedWorlds<G: Game>(G::Worlds);

impl<G: Knowledge> DynView for TypedView<G> {
    fn game(&self) -> &'static str {
        self.0.view().rules().name()
    }

    fn seat(&self) -> Seat {
        self.0.view().seat()
    }

    fn turn(&self) -> Option<Seat> {
        self.0.view().turn()
    }

    fn legal(&self) -> Vec<usize> {
        let view = self.0.view();
        match view.turn() == Some(view.seat()) {
            true => view.legal().iter().map(G::Action::index).collect(),
            false => Vec::new(),
        }
    }

    fn text(&self) -> String {
        format!("{:?}", self.0.view())
    }

    fn seen(&self) -> Seen {
        self.0.view().seen()
    }

    fn planes(&self, bytes: &mut [u8]) {
        G::observe(&self.0.view(), &mut Planes::new(bytes));
    }

    fn worlds(&self) -> Box<dyn DynWorlds> {
        Box::new(TypedWorlds::<G>(G::Worlds::of(&self.0.view())))
    }

    fn saved(&self) -> Option<SavedView> {
        let world = G::Worlds::of(&self.0.view()).draw(&mut Stream::new([0; 4]));
        let world = SavedHand::of(&traced::<G>(&world)?);
        Some(SavedView { seat: self.seat(), world })
    }

    fn rules_json(&self) -> Map<String, Value> {
        options::to_json(self.0.view().rules())
    }

    fn recalled(&self) -> Recalled {
        G::recall(&self.0.view())
    }

    fn action_index(&self, text: &str) -> Result<usize, String> {
        let action: Result<G::Action, _> = text.parse();
        action.map(G::Action::index).map_err(|why| why.to_string())
    }
}

impl<G: Knowledge> DynWorlds for TypedWorlds<G> {
    fn count(&self) -> Option<f64> {
        self.0.count()
    }

    fn draw(&self, rng: &mut BotRng) -> Box<dyn DynHand> {
        Box::new(TypedHand::<G>::Drawn(self.0.draw(rng)))
    }
}
