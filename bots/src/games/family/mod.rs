//! What is known of games from files.

pub mod endgame;
mod greedy;
mod heuristic;
mod past;
mod planes;
mod problem;
mod senses;
mod trained;

use threehand_engine::games::Family;
use threehand_engine::games::family::{Action, Hand, Standing};
use threehand_engine::{BySeat, Card, Deal, Game as _, Legal as _, Seat, Standing as _, View};

use crate::bot::Bot;
use crate::knowledge::{Knowledge, MOST_FEATURES, lowest_for};
use crate::learned::{BadNetwork, NetworkFile};
use crate::planes::Planes;
use crate::search::{Alike, Endgame};
use crate::solver::{BadPosition, Problem};

impl Knowledge for Family {
    fn greedy() -> Option<impl Bot<Self> + Copy + 'static> {
        Some(greedy::Greedy)
    }

    fn heuristic() -> Option<impl Bot<Self> + Copy + 'static> {
        Some(heuristic::Heuristic)
    }

    fn policy() -> Option<impl Bot<Self> + Copy + 'static> {
        Some(trained::ByGame::default())
    }

    fn playout() -> Option<impl Bot<Self> + Copy + 'static> {
        Some(trained::ByGame::default())
    }

    fn without_policy(&self) -> Option<String> {
        let is_trained = trained::network(*self).is_some();
        let why = || {
            format!(
                "no network comes with {}: `research train --game FILE` makes one for policy:network=FILE",
                self.name()
            )
        };
        (!is_trained).then(why)
    }

    fn policy_of(file: &'static NetworkFile) -> Result<Box<dyn Bot<Self>>, BadNetwork> {
        file.policy()
    }

    fn endgame() -> impl Endgame<Self> {
        endgame::LastTricks
    }

    fn observe(view: &View<'_, Self>, planes: &mut Planes<'_>) {
        planes::observe(view, planes);
    }

    fn problem(&self, line: &str) -> Result<Problem, BadPosition> {
        problem::read(self, line)
    }

    /// Of cards that rank together, bring the same points and may be played, the lowest.
    fn candidates(view: &View<'_, Self>, candidates: &mut Vec<Action>) {
        let trick = view.trick().map(|(_, card)| card).collect();
        let alike = Alike { own: view.cards(), apart: view.unseen() | trick };
        let is_first = |card: Card| {
            let below = view.cards().below(card).last();
            alike.is_lowest(card)
                || below.is_some_and(|below| view.burden(below) != view.burden(card))
        };
        candidates.extend(view.legal().iter().filter(|action| match *action {
            Action::Play(card) => !view.order().is_natural() || is_first(card),
            _ => true,
        }));
    }

    fn candidate_for(candidates: &[Action], action: Action) -> Option<usize> {
        let same = candidates.iter().position(|&candidate| candidate == action);
        same.or_else(|| lowest_for::<Self>(candidates, action))
    }

    const CANDIDATES: u32 = 8;

    const FEATURES: &'static [&'static str] = &["lead"];
    const WEIGHTS: &'static [f64] = &[2.0];

    /// How far a seat is ahead of the mean of all, in hands of the widest score.
    fn features(&self, standing: &Standing, seat: Seat) -> [f64; MOST_FEATURES] {
        let scores = BySeat::from_fn(|seat| f64::from(standing.placing(seat).1));
        let mean = scores.0.iter().sum::<f64>() / 3.0;
        let [least, most] = self.hand_points().map(f64::from);
        let mut features = [0.0; MOST_FEATURES];
        features[0] = (scores[seat] - mean) / (most - least).max(1.0);
        features
    }

    fn dealt(hand: &Hand) -> Option<Deal> {
        Some(hand.deal())
    }

    fn done(hand: &Hand, past: &Hand, me: Seat, wish: Action) -> Option<Action> {
        past::done(hand, past, me, wish)
    }

    fn is_seen_by_all(action: Action) -> bool {
        matches!(
            action,
            Action::Trump(_)
                | Action::Fewest
                | Action::Bid(_)
                | Action::Pull(_)
                | Action::Keep
                | Action::Play(_)
        )
    }
}
