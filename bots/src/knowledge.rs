//! What bots may know of a game beyond its rules.

use threehand_engine::{
    Action as _, BySeat, Card, CardSet, Deal, Game, Legal as _, Outcome, Seat, Standing as _, View,
};

use crate::bot::{Bot, BotRng};
use crate::champion::Strongest;
use crate::learned::{BadNetwork, NetworkFile};
use crate::planes::Planes;
use crate::search::{Endgame, Unsolved};
use crate::solver::{BadPosition, Problem, Source, Trial};

/// The most features that a game has.
pub const MOST_FEATURES: usize = 6;

/// A game with what is known about how to play it well. All of it is optional: with none the
/// searching bots compare all legal actions by playouts at random and by points, and solve nothing.
pub trait Knowledge: Game {
    /// The bot `greedy`: the obvious card.
    fn greedy() -> Option<impl Bot<Self> + Copy + 'static> {
        None::<Nobody>
    }

    /// The bot `heuristic`: a good club player. Without one, worlds are played out by `greedy` or
    /// else at random.
    fn heuristic() -> Option<impl Bot<Self> + Copy + 'static> {
        None::<Nobody>
    }

    /// Who plays worlds out for `pimc` and `ismcts`, where their specs do not say.
    fn playout() -> Option<impl Bot<Self> + Copy + 'static> {
        Self::heuristic()
    }

    /// The bot `policy`: a network that has learned to play the game.
    fn policy() -> Option<impl Bot<Self> + Copy + 'static> {
        None::<Nobody>
    }

    /// Why the bot `policy` can't play by these rules, in a line; `None` if it can.
    fn without_policy(&self) -> Option<String> {
        None
    }

    /// The bot `policy` by the network of a file.
    ///
    /// # Errors
    /// What is wrong with the file, or that no network learns the game.
    fn policy_of(_: &'static NetworkFile) -> Result<Box<dyn Bot<Self>>, BadNetwork> {
        Err(BadNetwork::NoGame(Self::NAME))
    }

    /// The strongest bots that were found, by what a decision may cost, from the least budget up: what `champion`
    /// stands for.
    const CHAMPIONS: &'static [Strongest] = &[];

    /// Positions with one right answer, a [line](crate::puzzles::Line) each.
    const PUZZLES: &'static str = "";

    /// Puts the actions worth comparing into `candidates`, in the order of the legal actions: of
    /// actions that do the same, one.
    fn candidates(view: &View<'_, Self>, candidates: &mut Vec<Self::Action>) {
        candidates.extend(view.legal().iter());
    }

    /// Which of these candidates does the same as `action`; `None` if that is not known.
    fn candidate_for(candidates: &[Self::Action], action: Self::Action) -> Option<usize> {
        candidates.iter().position(|&candidate| candidate == action)
    }

    /// What a seat does that leaves the field to the others, where it can.
    fn yields(_: &View<'_, Self>) -> Option<Self::Action> {
        None
    }

    /// Whether all seats see such an action for what it is.
    fn is_seen_by_all(_: Self::Action) -> bool {
        true
    }

    /// By how many standard errors another choice than the playouts' own must be better, where the
    /// spec of a bot does not say.
    const THRESHOLD: f64 = 1.0;

    /// Of so many worlds one is taken by what the others did, where the spec of a bot does not say.
    const CANDIDATES: u32 = 1;

    /// The weight from 0 to 1 that playing on has beside what is solved, where the spec of a bot does
    /// not say.
    const BLEND: f64 = 0.0;

    /// What speaks for a seat in an unfinished match: a name each, [`MOST_FEATURES`] at most. Without
    /// any, bots play for the points of the hand.
    const FEATURES: &'static [&'static str] = &[];

    /// What each feature weighs, as the logarithm of odds to win the match.
    const WEIGHTS: &'static [f64] = &[];

    /// The features of `seat`, in the order of [`Knowledge::FEATURES`]; the rest is 0.
    fn features(&self, _: &Self::Standing, _: Seat) -> [f64; MOST_FEATURES] {
        [0.0; MOST_FEATURES]
    }

    /// Each seat's match equity: its chance to win the match after this hand, by the features.
    fn equity(&self, outcome: &Outcome<Self::Standing>) -> BySeat<f64> {
        let standing = &outcome.standing;
        let weights = if outcome.over {
            let best = Seat::ALL.map(|seat| standing.placing(seat)).into_iter().max();
            BySeat::from_fn(|seat| f64::from(u8::from(Some(standing.placing(seat)) == best)))
        } else {
            let promise = BySeat::from_fn(|seat| {
                let features = self.features(standing, seat);
                let terms = features.into_iter().zip(Self::WEIGHTS);
                terms.map(|(feature, weight)| feature * weight).sum::<f64>()
            });
            let most = promise.0.into_iter().fold(f64::NEG_INFINITY, f64::max);
            promise.map(|promise| libm::exp(promise - most))
        };
        let sum: f64 = weights.0.iter().sum();
        weights.map(|weight| weight / sum)
    }

    /// What solves the rest of a hand with all cards open.
    fn endgame() -> impl Endgame<Self> {
        Unsolved
    }

    /// Whether a walk through a tree ends where the rest can be solved. It does where only a few
    /// cards are left, so that what is still hidden misleads less than what a tree has yet to learn.
    const ENDS_WALKS: bool = false;

    /// Whether what is decided here is better judged by how hands end with open cards than by how
    /// they are played out.
    fn is_late(_: &View<'_, Self>) -> bool {
        true
    }

    /// The deal that a hand started with; cards that nobody holds are in any order. `None`
    /// if it is unknown: then worlds are not weighed by what the others did.
    fn dealt(_: &Self::Hand) -> Option<Deal> {
        None
    }

    /// What the seat to move in `past`, an earlier point of `hand`, did next; `None` if `hand` has
    /// not come any further.
    ///
    /// If several actions were taken in an unknown order, returns `wish` if it is one of them. Returns `wish` as well
    /// if `me` can't see the action and it may have been that.
    fn done(
        _: &Self::Hand,
        _: &Self::Hand,
        _me: Seat,
        _wish: Self::Action,
    ) -> Option<Self::Action> {
        None
    }

    /// The problem that a line such as `AQ..2. K3..A. 654... trump=NT` sets.
    ///
    /// # Errors
    /// What is wrong with the line, or that endings of the game can't be solved.
    fn problem(&self, _: &str) -> Result<Problem, BadPosition> {
        Err(BadPosition::Unsolved(self.name()))
    }

    /// Lays out what the seat of a view knows as numbers. Without more than its scene a game has fewer of
    /// the planes: who played which card is not in them.
    fn observe(view: &View<'_, Self>, planes: &mut Planes<'_>) {
        planes.lay_scene(&view.scene());
    }

    /// What benchmarks time of the game's solvers.
    fn solver_trials(_: &Source<'_>) -> Vec<Trial> {
        Vec::new()
    }
}

/// The bot that a game lacks.
#[derive(Clone, Copy)]
enum Nobody {}

impl<G: Game> Bot<G> for Nobody {
    fn decide(&mut self, _: &View<'_, G>, _: &mut BotRng) -> G::Action {
        match *self {}
    }
}

/// The last of these candidates, in the order of the legal actions, that does not come after
/// `action`: where of cards that do the same the lowest is kept.
pub(crate) fn lowest_for<G: Game>(candidates: &[G::Action], action: G::Action) -> Option<usize> {
    candidates.iter().rposition(|candidate| candidate.index() <= action.index())
}

/// `wish` if it is among the cards, else the first of them.
pub(crate) fn one_of(cards: CardSet, wish: Option<Card>) -> Option<Card> {
    wish.filter(|&card| cards.contains(card)).or_else(|| cards.first())
}

/// Which of the cards that a seat laid away out of sight came next, with so many left to lay away: it may be `wish`
/// also if the seat still has that card, as long as all that it has since shown not to have can be laid away.
pub(crate) fn one_of_hidden(
    laid: CardSet,
    kept: CardSet,
    lacks: CardSet,
    left: usize,
    wish: Option<Card>,
) -> Option<Card> {
    let due = laid & lacks;
    if due.len() == left {
        return one_of(due, wish);
    }
    wish.filter(|&card| (laid | kept).contains(card)).or_else(|| laid.first())
}
