//! Many views at once, for bots that decide them together.

use rand::Rng as _;
use threehand_engine::{Action as _, Legal as _, View};

use crate::bot::BotRng;
use crate::knowledge::Knowledge;
use crate::planes::Planes;

/// Decides many views at once, such as a network that a library computes.
pub trait BatchDecider: Send + Sync {
    /// The most views at once.
    fn most(&self) -> usize;

    /// The index of an action for each view, legal or not, or why there is none. The action for a view must be the same
    /// whatever the other views are.
    fn decide(&self, views: &ViewBatch) -> Vec<Result<usize, String>>;
}

/// Views of one game as numbers, each of the seat to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewBatch {
    /// The game.
    pub game: &'static str,
    /// How many actions the game has.
    pub action_count: usize,
    /// The [`Planes`] of each view.
    pub planes: Vec<u8>,
    /// For each view [`ViewBatch::action_count`] bytes, 1 where an action is legal.
    pub masks: Vec<u8>,
    /// The seat of each view.
    pub turns: Vec<u8>,
    /// For each view a number from which alone its decision may draw what is random.
    pub seeds: Vec<u64>,
}

impl ViewBatch {
    /// How many views there are.
    pub const fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there is no view.
    pub const fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Removes all views.
    pub fn clear(&mut self) {
        self.planes.clear();
        self.masks.clear();
        self.turns.clear();
        self.seeds.clear();
    }

    /// Adds a view of the seat to move, with a seed from the seat's generator.
    pub fn push<G: Knowledge>(&mut self, view: &View<'_, G>, rng: &mut BotRng) {
        (self.game, self.action_count) = (view.rules().name(), G::Action::COUNT);
        let place = self.planes.len();
        self.planes.resize(place + Planes::BYTES, 0);
        G::observe(view, &mut Planes::new(&mut self.planes[place..]));
        let place = self.masks.len();
        self.masks.resize(place + self.action_count, 0);
        let mask = &mut self.masks[place..];
        view.legal().iter().for_each(|action| mask[action.index()] = 1);
        self.turns.push(view.seat().number() as u8);
        self.seeds.push(rng.next_u64());
    }
}
