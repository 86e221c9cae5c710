//! Hands that are played.

use threehand_engine::{
    Action as _, BySeat, Deck, Game, Hand as _, Legal as _, Outcome, Played, SavedHand, Seat,
    Standing as _,
};

use super::AnyError;
use super::sealed::Sealed;
use super::view::{AnyView, TheView};
use crate::knowledge::Knowledge;

/// How a hand ended.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Points gained in the hand.
    pub points: BySeat<i32>,
    /// The scores after it that decide the match.
    pub scores: BySeat<i32>,
    /// Whether that ends the match.
    pub over: bool,
}

/// A hand of a game, whichever it is: the whole of it, for whoever runs a table and not for bots.
pub trait AnyHand: Sealed + Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// A copy that goes its own way.
    fn copy(&self) -> Box<dyn AnyHand>;
    /// Who dealt the hand.
    fn dealer(&self) -> Seat;
    /// The scores before the hand that decide the match.
    fn scores(&self) -> BySeat<i32>;
    /// Whose decision is next; `None` once the hand is over.
    fn turn(&self) -> Option<Seat>;
    /// The indices of the legal actions, in their order; none once the hand is over.
    fn legal(&self) -> Vec<usize>;
    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal: then nothing is changed.
    fn play(&mut self, index: usize) -> Result<(), AnyError>;
    /// Tricks taken so far.
    fn tricks(&self) -> BySeat<u8>;
    /// How the hand ended; `None` until then.
    fn end(&self) -> Option<End>;
    /// The next hand of the match; `None` if this one or the match is not at that point.
    fn next_hand(&self, deck: &Deck) -> Option<Box<dyn AnyHand>>;
    /// The hand as a text from which it comes back; `None` of a drawn world in a game that does not tell its
    /// [past](Knowledge::done).
    fn saved(&self) -> Option<SavedHand>;
    /// What a seat knows and may do.
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;
}

pub(super) enum TheHand<G: Game> {
    /// A hand that was dealt.
    Dealt(Played<G>),
    /// A world that was drawn.
    Drawn(G::Hand),
}

impl<G: Game> TheHand<G> {
    fn hand(&self) -> &G::Hand {
        match self {
            Self::Dealt(played) => &played.end,
            Self::Drawn(hand) => hand,
        }
    }
}

impl<G: Game> Sealed for TheHand<G> {}

pub(super) fn start<G: Knowledge>(
    rules: &G,
    standing: &G::Standing,
    deck: &Deck,
) -> Box<dyn AnyHand> {
    let deal = rules.deal(standing, deck);
    Box::new(TheHand::Dealt(Played::new(*rules, *standing, deal)))
}

/// How a hand of which only the last state is there may have been come to: what a seat did at once may stand in
/// another order. `None` if the game does not tell its past.
pub(super) fn traced<G: Knowledge>(hand: &G::Hand) -> Option<Played<G>> {
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

/// What an outcome is without the game's own standing.
pub(super) fn end<G: Game>(outcome: &Outcome<G::Standing>) -> End {
    let scores = outcome.standing.match_scores();
    End { points: outcome.points, scores, over: outcome.over }
}

/// The action of this index, if the hand allows it now.
#[inline]
pub(super) fn checked<G: Game>(hand: &G::Hand, index: i64) -> Result<G::Action, AnyError> {
    let most = G::Action::COUNT - 1;
    let action = usize::try_from(index).ok().and_then(G::Action::from_index);
    let action = action.ok_or(AnyError::NoSuchAction { game: G::NAME, index, most })?;
    let illegal = |reason: G::Illegal| AnyError::Illegal {
        action: action.to_string(),
        reason: reason.to_string(),
    };
    hand.check(action).map_err(illegal).map(|()| action)
}

impl<G: Knowledge> AnyHand for TheHand<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn copy(&self) -> Box<dyn AnyHand> {
        Box::new(match self {
            Self::Dealt(played) => Self::Dealt(played.clone()),
            Self::Drawn(hand) => Self::Drawn(hand.clone()),
        })
    }

    fn dealer(&self) -> Seat {
        self.hand().standing().dealer()
    }

    fn scores(&self) -> BySeat<i32> {
        self.hand().standing().match_scores()
    }

    fn turn(&self) -> Option<Seat> {
        self.hand().turn()
    }

    fn legal(&self) -> Vec<usize> {
        self.hand().legal().iter().map(G::Action::index).collect()
    }

    fn play(&mut self, index: usize) -> Result<(), AnyError> {
        let action = checked::<G>(self.hand(), index as i64)?;
        match self {
            Self::Dealt(played) => played.play(action).expect("it was checked"),
            Self::Drawn(hand) => hand.play_unchecked(action),
        }
        Ok(())
    }

    fn tricks(&self) -> BySeat<u8> {
        self.hand().tricks()
    }

    fn end(&self) -> Option<End> {
        Some(end::<G>(&self.hand().outcome()?))
    }

    fn next_hand(&self, deck: &Deck) -> Option<Box<dyn AnyHand>> {
        let outcome = self.hand().outcome().filter(|outcome| !outcome.over)?;
        Some(start(self.hand().rules(), &outcome.standing, deck))
    }

    fn saved(&self) -> Option<SavedHand> {
        match self {
            Self::Dealt(played) => Some(SavedHand::of(played)),
            Self::Drawn(hand) => traced::<G>(hand).map(|played| SavedHand::of(&played)),
        }
    }

    fn view(&self, seat: Seat) -> Box<dyn AnyView> {
        Box::new(TheView(self.hand().view(seat).to_owned()))
    }
}
