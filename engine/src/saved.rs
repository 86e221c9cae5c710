//! A hand that is not over, as a text from which it comes back.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::game::{Game, Hand};
use crate::json;
use crate::options;
use crate::played::Played;
use crate::record::{self, DealText, Fault};
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;

/// A hand with all that led to it, over or not: to be kept, and played on.
///
/// Unlike a [record](crate::record::Record) it belongs to no match and says nothing of bots, and each
/// action has a line of its own.
///
/// ```
/// use threehand_engine::games::ThreeKings;
/// use threehand_engine::{Deck, Game, Hand, Legal, Played, SavedHand, Seat, Stream};
///
/// let rules = ThreeKings::default();
/// let standing = rules.first_standing(Seat::P0);
/// let deal = rules.deal(&standing, &Deck::shuffled(&mut Stream::new([1, 0, 0, 0])));
/// let mut played: Played<ThreeKings> = Played::new(rules, standing, deal);
/// played.play(played.end.legal().nth(0))?;
///
/// let text = serde_json::to_string(&SavedHand::of(&played))?;
/// let back: Played<ThreeKings> = serde_json::from_str::<SavedHand>(&text)?.hand()?;
/// assert_eq!(back.end, played.end);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedHand {
    /// The game's name.
    pub game: String,
    /// The options that differ from the game's defaults.
    #[serde(deserialize_with = "json::object")]
    pub rules: Map<String, Value>,
    /// Goes up when a ruling changes.
    pub rules_version: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// Scores before the hand.
    pub scores: BySeat<i32>,
    /// What else came over from the hand before.
    #[serde(deserialize_with = "json::object")]
    pub carry: Map<String, Value>,
    /// The cards as dealt.
    pub deal: DealText,
    /// The actions in order, each as its text: `play 9C`.
    pub actions: Vec<String>,
}

/// A view of a hand, to be kept as a text from which the view comes back.
///
/// The world is one of those that the seat can't tell apart, and the same for all of them. So it says no more than
/// the seat knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedView {
    /// Whose view it is.
    pub seat: Seat,
    /// A hand of which the seat has this view.
    pub world: SavedHand,
}

impl SavedHand {
    /// The text of a hand whose actions were kept.
    pub fn of<G: Game>(played: &Played<G>) -> Self {
        let standing = played.end.standing();
        Self {
            game: played.end.rules().name().to_owned(),
            rules: options::to_json(played.end.rules()),
            rules_version: G::RULES_VERSION,
            dealer: standing.dealer(),
            scores: standing.scores(),
            carry: standing.carry(),
            deal: DealText::of(&played.deal),
            actions: played.actions.iter().map(|(_, action)| action.to_string()).collect(),
        }
    }

    /// The hand, played again from its deal by the rules of `G`.
    ///
    /// # Errors
    /// Where the text departs from the rules.
    pub fn hand<G: Game>(&self) -> Result<Played<G>, Fault> {
        self.hand_of(&G::default())
    }

    /// The hand, played again from its deal by the rules of this game.
    ///
    /// # Errors
    /// Where the text departs from the rules.
    pub fn hand_of<G: Game>(&self, game: &G) -> Result<Played<G>, Fault> {
        let rules = record::rules(game, &self.game, self.rules_version, &self.rules)?;
        let standing = record::standing(&rules, self.dealer, self.scores, &self.carry)?;
        let deal = self.deal.deal(rules.pack(), rules.hand_sizes(&standing))?;
        let mut played = Played::new(rules, standing, deal);
        for (i, text) in self.actions.iter().enumerate() {
            let place = || format!("actions[{i}]");
            let action = text.parse().map_err(|error| Fault::at(place(), error))?;
            played.play(action).map_err(|error| Fault::at(place(), error))?;
        }
        Ok(played)
    }
}
