//! Hands that are played.

use std::any::Any;

use threehand_bots::Knowledge;
use threehand_engine::record::{Chain, Fault, Record};
use threehand_engine::{
    Action as _, BySeat, Deck, Game, Hand as _, Legal as _, Outcome, Played, SavedHand, Scene,
    Seat, Stream,
};

use crate::error::DynError;
use crate::row::{HandRow, StandingRow};
use crate::rules::{DynRules, TypedRules};
use crate::table::hand_row;
use crate::view::{DynView, TypedView};

/// The end of a hand.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Points gained in the hand.
    pub points: BySeat<i32>,
    /// The scores after it that decide the match.
    pub scores: BySeat<i32>,
    /// Whether that ends the match.
    pub over: bool,
    /// The standing after it.
    pub standing: StandingRow,
}

/// A hand of a game: the whole of it, for whoever runs a table and not for bots.
pub trait DynHand: Any + Send + Sync {
    /// The rules.
    fn rules(&self) -> Box<dyn DynRules>;
    /// A copy that goes its own way.
    fn copy(&self) -> Box<dyn DynHand>;
    /// The hand before its first action; `None` of a drawn world.
    fn start(&self) -> Option<Box<dyn DynHand>>;
    /// The standing before the hand.
    fn standing(&self) -> StandingRow;
    /// Whether this deck gives the hand's cards.
    fn is_dealt_from(&self, deck: &Deck) -> bool;
    /// Whose decision is next; `None` once the hand is over.
    fn turn(&self) -> Option<Seat>;
    /// The indices of the legal actions, in their order; none once the hand is over.
    fn legal(&self) -> Vec<usize>;
    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal: then nothing is changed.
    fn play(&mut self, index: usize) -> Result<(), DynError>;
    /// The actions so far; none of a drawn world.
    fn actions(&self) -> Vec<(Seat, usize)>;
    /// The lines of a record for the first `actions` actions of the hand.
    fn lines(&self, actions: usize) -> Vec<String>;
    /// The text of an action in records.
    fn text(&self, index: usize) -> String;
    /// The words for an action for a person.
    fn say(&self, index: usize) -> String;
    /// Whether all seats see such an action for what it is.
    fn is_seen_by_all(&self, index: usize) -> bool;
    /// Which of these candidates does the same as an action; `None` if that is not known.
    fn candidate_for(&self, candidates: &[usize], index: usize) -> Option<usize>;
    /// Tricks taken so far.
    fn tricks(&self) -> BySeat<u8>;
    /// The end of the hand; `None` until then.
    fn end(&self) -> Option<End>;
    /// The row of the hand; `None` until its end.
    fn row(&self) -> Option<HandRow>;
    /// The roles by seat as the hand stands, as indices; the contracts as text; whether they are made.
    fn seats(&self) -> (BySeat<usize>, BySeat<Option<String>>, BySeat<Option<bool>>);
    /// The next hand of the match; `None` if this one or the match is not at that point.
    fn next_hand(&self, deck: &Deck) -> Option<Box<dyn DynHand>>;
    /// The hand as a text from which it comes back; `None` of a drawn world in a game that does not tell its
    /// [past](Knowledge::done).
    fn saved(&self) -> Option<SavedHand>;
    /// What a seat knows and may do.
    fn view(&self, seat: Seat) -> Box<dyn DynView>;
    /// The table as a seat sees it.
    fn scene(&self, seat: Seat) -> Scene;
    /// The table with all cards open.
    fn open_scene(&self) -> Scene;
    /// The hand trick by trick, for a person. Empty of a drawn world.
    fn story(&self, bots: &BySeat<String>) -> String;
    /// The record of the hand in a place: match, line-up, hand; `None` of a drawn world.
    fn record(&self, place: (u64, usize, usize), bots: BySeat<String>) -> Option<Record>;
    /// Adds this hand, whose record it is, to a chain of records.
    ///
    /// # Errors
    /// If it does not follow from the hand before.
    fn chain(&self, chain: &mut Chain, record: &Record) -> Result<(), Fault>;
}

pub(crate) enum TypedHand<G: Game> {
    /// A hand that was dealt.
    Dealt(Played<G>),
    /// A world that was drawn.
    Drawn(G::Hand),
}

impl<G: Game> TypedHand<G> {
    fn hand(&self) -> &G::Hand {
        match self {
            Self::Dealt(played) => &played.end,
            Self::Drawn(hand) => hand,
        }
    }

    fn played(&self) -> Option<&Played<G>> {
        match self {
            Self::Dealt(played) => Some(played),
            Self::Drawn(_) => None,
        }
    }
}

impl<G: Knowledge> TypedHand<G> {
    /// The hand as one that a table plays on. The past of a drawn world is left out.
    pub(crate) fn to_play_on(&self) -> Played<G> {
        match self {
            Self::Dealt(played) => played.clone(),
            Self::Drawn(hand) => {
                let (rules, standing) = (hand.rules(), hand.standing());
                let deal = rules.deal(standing, &Deck::shuffled(&mut Stream::new([0; 4])));
                Played { end: hand.clone(), deal, actions: Vec::new(), outcome: hand.outcome() }
            }
        }
    }
}

pub(crate) fn start<G: Knowledge>(
    rules: &G,
    standing: &G::Standing,
    deck: &Deck,
) -> Box<dyn DynHand> {
    let deal = rules.deal(standing, deck);
    Box::new(TypedHand::Dealt(Played::new(*rules, *standing, deal)))
}

/// A way in which a hand may have come about of which only the last state is there: what a seat did at once may
/// stand in another order. `None` if the game does not tell its past.
pub(crate) fn traced<G: Knowledge>(hand: &G::Hand) -> Option<Played<G>> {
    let deal = G::dealt(hand)?;
    let mut played = Played::new(*hand.rules(), *hand.standing(), deal);
    while let Some(turn) = played.end.turn() {
        let wish = played.end.legal().nth(0);
        let Some(action) = G::done(hand, &played.end, turn, wish) else { break };
        played.play(action).ok()?;
    }
    let seen = |hand: &G::Hand| Seat::ALL.map(|seat| format!("{:?}", hand.view(seat)));
    (seen(&played.end) == seen(hand)).then_some(played)
}

/// An outcome as plain numbers.
fn end<G: Game>(outcome: &Outcome<G::Standing>) -> End {
    let standing = StandingRow::of(&outcome.standing);
    End { points: outcome.points, scores: standing.match_scores(), over: outcome.over, standing }
}

/// The action of this index, if the hand allows it now.
#[inline]
pub(crate) fn checked<G: Game>(hand: &G::Hand, index: i64) -> Result<G::Action, DynError> {
    let most = G::Action::COUNT - 1;
    let action = usize::try_from(index).ok().and_then(G::Action::from_index);
    let action = action.ok_or(DynError::NoSuchAction { game: hand.rules().name(), index, most })?;
    let illegal = |reason: G::Illegal| DynError::Illegal {
        action: action.to_string(),
        reason: reason.to_string(),
    };
    hand.check(action).map_err(illegal).map(|()| action)
}

/// The action of an index that this game gave.
pub(crate) fn action<G: Game>(index: usize) -> G::Action {
    G::Action::from_index(index).expect("the index is of an action of this game")
}

impl<G: Knowledge> DynHand for TypedHand<G> {
    fn rules(&self) -> Box<dyn DynRules> {
        Box::new(TypedRules(*self.hand().rules()))
    }

    fn copy(&self) -> Box<dyn DynHand> {
        Box::new(match self {
            Self::Dealt(played) => Self::Dealt(played.clone()),
            Self::Drawn(hand) => Self::Drawn(hand.clone()),
        })
    }

    fn start(&self) -> Option<Box<dyn DynHand>> {
        let Played { deal, end, .. } = self.played()?;
        Some(Box::new(Self::Dealt(Played::new(*end.rules(), *end.standing(), *deal))))
    }

    fn standing(&self) -> StandingRow {
        StandingRow::of(self.hand().standing())
    }

    fn is_dealt_from(&self, deck: &Deck) -> bool {
        let hand = self.hand();
        let deal = hand.rules().deal(hand.standing(), deck);
        self.played().is_some_and(|played| played.deal == deal)
    }

    fn turn(&self) -> Option<Seat> {
        self.hand().turn()
    }

    fn legal(&self) -> Vec<usize> {
        if self.turn().is_none() {
            return Vec::new();
        }
        self.hand().legal().iter().map(G::Action::index).collect()
    }

    fn play(&mut self, index: usize) -> Result<(), DynError> {
        let action = checked::<G>(self.hand(), index as i64)?;
        match self {
            Self::Dealt(played) => played.play(action).expect("it was checked"),
            Self::Drawn(hand) => hand.play_unchecked(action),
        }
        Ok(())
    }

    fn actions(&self) -> Vec<(Seat, usize)> {
        let actions = self.played().into_iter().flat_map(|played| &played.actions);
        actions.map(|(seat, action)| (*seat, action.index())).collect()
    }

    fn lines(&self, actions: usize) -> Vec<String> {
        self.played().map_or_else(Vec::new, |played| G::lines(&played.actions[..actions]))
    }

    fn text(&self, index: usize) -> String {
        action::<G>(index).to_string()
    }

    fn say(&self, index: usize) -> String {
        G::say(action::<G>(index))
    }

    fn is_seen_by_all(&self, index: usize) -> bool {
        G::is_seen_by_all(action::<G>(index))
    }

    fn candidate_for(&self, candidates: &[usize], index: usize) -> Option<usize> {
        let candidates: Vec<_> = candidates.iter().map(|&index| action::<G>(index)).collect();
        G::candidate_for(&candidates, action::<G>(index))
    }

    fn tricks(&self) -> BySeat<u8> {
        self.hand().tricks()
    }

    fn end(&self) -> Option<End> {
        Some(end::<G>(&self.hand().outcome()?))
    }

    fn row(&self) -> Option<HandRow> {
        let played = self.played()?;
        Some(hand_row(played, played.outcome.as_ref()?))
    }

    fn seats(&self) -> (BySeat<usize>, BySeat<Option<String>>, BySeat<Option<bool>>) {
        let hand = self.hand();
        (
            BySeat::from_fn(|seat| hand.role(seat)),
            BySeat::from_fn(|seat| hand.contract(seat).map(|contract| contract.to_string())),
            BySeat::from_fn(|seat| hand.kept(seat)),
        )
    }

    fn next_hand(&self, deck: &Deck) -> Option<Box<dyn DynHand>> {
        let outcome = self.hand().outcome().filter(|outcome| !outcome.over)?;
        Some(start(self.hand().rules(), &outcome.standing, deck))
    }

    fn saved(&self) -> Option<SavedHand> {
        match self {
            Self::Dealt(played) => Some(SavedHand::of(played)),
            Self::Drawn(hand) => traced::<G>(hand).map(|played| SavedHand::of(&played)),
        }
    }

    fn view(&self, seat: Seat) -> Box<dyn DynView> {
        Box::new(TypedView(self.hand().view(seat).to_owned()))
    }

    fn scene(&self, seat: Seat) -> Scene {
        self.hand().view(seat).scene()
    }

    fn open_scene(&self) -> Scene {
        Scene::open::<G>(self.hand())
    }

    fn story(&self, bots: &BySeat<String>) -> String {
        let mut text = String::new();
        if let Some(played) = self.played() {
            G::tell(played, bots, &mut text).expect("a text takes all that is written");
        }
        text
    }

    fn record(&self, place: (u64, usize, usize), bots: BySeat<String>) -> Option<Record> {
        self.played().map(|played| Record::of(played, place, bots))
    }

    fn chain(&self, chain: &mut Chain, record: &Record) -> Result<(), Fault> {
        self.played().map_or(Ok(()), |played| chain.push(record, played))
    }
}
