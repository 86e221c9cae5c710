//! A moment of a match as the person sees it: the table and the choices.

use std::collections::BTreeMap;

use serde::Serialize;
use threehand_engine::scene::Cards;
use threehand_engine::{BySeat, Scene, Seat};

/// A moment of the match, as the person sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Moment {
    /// Counts the moments. A choice is for one of them.
    #[serde(rename = "moment")]
    pub(crate) number: u64,
    /// The rules.
    pub(crate) variant: String,
    /// The number of the match, from 0.
    pub(crate) match_number: u64,
    /// The number of the hand in its match, from 0.
    pub(crate) hand: usize,
    /// The person's seat.
    pub(crate) seat: Seat,
    /// Who sits where.
    pub(crate) names: BySeat<String>,
    /// The scores before the hand, or once it is over after it, as words.
    pub(crate) scores: BySeat<String>,
    /// The points of the hands that are over.
    pub(crate) sheet: Vec<BySeat<i32>>,
    /// The actions since the moment before.
    pub(crate) steps: Vec<Step>,
    /// The table now.
    pub(crate) scene: Scene,
    /// The phase of the hand, as a word.
    pub(crate) phase: &'static str,
    /// The rule that a new player needs for that.
    pub(crate) rule: &'static str,
    /// For a decision of several cards one by one: the cards chosen so far, and how many there will be.
    pub(crate) chosen: Option<(usize, usize)>,
    /// The legal actions, cards in the order in which the person holds them; none once the hand is over.
    pub(crate) choices: Vec<Choice>,
    /// The cards that the person holds and may not choose, each with the rule that forbids it.
    pub(crate) refused: BTreeMap<String, String>,
    /// The end of the hand.
    pub(crate) end: Option<HandEnd>,
    /// Whether there is a decision of this hand to take back.
    pub(crate) may_take_back: bool,
}

/// An action as the person sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Step {
    pub(crate) seat: Seat,
    /// The action in words.
    pub(crate) say: String,
    /// Whether a card was played to the trick.
    pub(crate) plays: bool,
    /// The winner of the trick, if this ended it.
    pub(crate) taken: Option<Seat>,
    /// The cards that came to the person with it, besides those that it names.
    pub(crate) got: Cards,
    /// The table after it.
    pub(crate) scene: Scene,
}

/// A legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Choice {
    /// The words of a record: `play 9C`.
    pub(crate) text: String,
    /// The words of a person: `play ♣9`.
    pub(crate) say: String,
    /// The cards that it names.
    pub(crate) cards: Cards,
    /// The number of cards that it costs, where not all choices cost the same: those that the person puts out one by one
    /// right after it.
    pub(crate) costs: usize,
}

/// The end of a hand.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct HandEnd {
    /// The points of the hand.
    pub(crate) points: BySeat<i32>,
    /// A sentence on the match.
    pub(crate) line: String,
    /// Whether the match is over.
    pub(crate) over: bool,
    /// The hand with all cards open, trick by trick.
    pub(crate) text: String,
}
