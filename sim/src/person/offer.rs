//! What a person at the table is shown: the table as his seat sees it, and what he may do.

use serde::Serialize;
use threehand_engine::scene::Cards;
use threehand_engine::{BySeat, Scene, Seat};

/// A moment of the match, as the person sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Offer {
    /// Counts the moments: a choice answers one of them.
    pub(crate) moment: u64,
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
    /// The scores before the hand, as words.
    pub(crate) scores: BySeat<String>,
    /// The points of the hands before.
    pub(crate) sheet: Vec<BySeat<i32>>,
    /// What happened since the moment before.
    pub(crate) steps: Vec<Step>,
    /// The table now.
    pub(crate) scene: Scene,
    /// What is to be decided.
    pub(crate) phase: &'static str,
    /// What a new player has to know for that.
    pub(crate) rule: &'static str,
    /// How many cards the person has chosen one by one for what is to be decided, and how many are wanted in all; `None`
    /// where one choice is all.
    pub(crate) chosen: Option<(usize, usize)>,
    /// What the person may do, cards in the order in which he holds them; nothing once the hand is over.
    pub(crate) choices: Vec<Choice>,
    /// How the hand ended.
    pub(crate) end: Option<End>,
    /// Whether there is a decision of this hand to take back.
    pub(crate) may_take_back: bool,
}

/// A decision that somebody took, as the person sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Step {
    /// Who.
    pub(crate) seat: Seat,
    /// What, in words.
    pub(crate) say: String,
    /// Whether a card was played to the trick.
    pub(crate) plays: bool,
    /// Who took the trick that this ended.
    pub(crate) taken: Option<Seat>,
    /// The table after it.
    pub(crate) scene: Scene,
}

/// Something that the person may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Choice {
    /// The words of a record: `play 9C`.
    pub(crate) text: String,
    /// The words of a person: `play ♣9`.
    pub(crate) say: String,
    /// The cards that it names.
    pub(crate) cards: Cards,
}

/// How a hand ended.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct End {
    /// The points of the hand.
    pub(crate) points: BySeat<i32>,
    /// The scores after it, as words.
    pub(crate) scores: BySeat<String>,
    /// What that means for the match, in a sentence.
    pub(crate) line: String,
    /// Whether the match is over.
    pub(crate) over: bool,
    /// The hand with all cards open, trick by trick.
    pub(crate) told: String,
}
