//! The choices worth comparing: of cards that do the same, one.

use threehand_engine::games::{
    NineTwoFive, ThreeKings, ThreeLeggedKitty, nine_two_five, three_kings, three_legged_kitty,
};
use threehand_engine::{Action as _, Card, CardSet, Game, Legal as _, Rank, View};

/// A game whose choices are known to be alike where they are.
pub trait Choices: Game {
    /// Puts the choices worth comparing into `choices`, in the order of the legal actions.
    fn choices(view: &View<'_, Self>, choices: &mut Vec<Self::Action>);

    /// Which of these choices, in the order of the legal actions, stands for what a policy would do, if
    /// that is told: itself or, of those like it, the one that is kept.
    fn standing_for(choices: &[Self::Action], action: Self::Action) -> Option<usize> {
        choices.iter().rposition(|choice| choice.index() <= action.index())
    }

    /// What a seat does that leaves the field to the others, where it can.
    fn yields(_: &View<'_, Self>) -> Option<Self::Action> {
        None
    }

    /// Whether all seats see such an action for what it is.
    fn is_seen_by_all(action: Self::Action) -> bool;
}

/// Puts the choices worth comparing into `choices`; the action to take if there is nothing to
/// compare.
pub(super) fn only_choice<G: Choices>(
    view: &View<'_, G>,
    choices: &mut Vec<G::Action>,
) -> Option<G::Action> {
    choices.clear();
    if view.legal().len() == 1 {
        return Some(view.legal().nth(0));
    }
    G::choices(view, choices);
    if let [only] = choices[..] { Some(only) } else { None }
}

impl Choices for NineTwoFive {
    fn choices(view: &View<'_, Self>, choices: &mut Vec<nine_two_five::Action>) {
        use nine_two_five::Action;
        let trick = view.trick().plays().map(|(_, card)| card).collect();
        let alike = Alike { own: view.cards(), apart: view.unseen() | trick };
        choices.extend(view.legal().iter().filter(|action| match *action {
            Action::Play(card) | Action::Discard(card) | Action::Give(card, _) => {
                alike.is_lowest(card)
            }
            Action::Trump(_) | Action::Keep => true,
        }));
    }

    fn is_seen_by_all(action: nine_two_five::Action) -> bool {
        use nine_two_five::Action::{Discard, Give, Keep, Play, Trump};
        match action {
            Trump(_) | Keep | Play(_) => true,
            Give(..) | Discard(_) => false,
        }
    }
}

impl Choices for ThreeLeggedKitty {
    fn choices(view: &View<'_, Self>, choices: &mut Vec<three_legged_kitty::Action>) {
        use three_legged_kitty::Action;
        let own = view.cards();
        let played = view.plays().map(|(_, card)| card).collect::<CardSet>();
        let trick = view.trick().plays().map(|(_, card)| card).collect::<CardSet>();
        let alike = Alike { own, apart: !(own | played) | trick };
        choices.extend(view.legal().iter().filter(|action| match *action {
            Action::Play(card) => alike.is_lowest(card),
            _ => true,
        }));
    }

    /// It passes, and the high bid may stand.
    fn yields(view: &View<'_, Self>) -> Option<three_legged_kitty::Action> {
        match view.legal() {
            three_legged_kitty::Legal::Call { pass: true, .. } => {
                Some(three_legged_kitty::Action::Pass)
            }
            _ => None,
        }
    }

    fn is_seen_by_all(_: three_legged_kitty::Action) -> bool {
        true
    }
}

impl Choices for ThreeKings {
    /// Of single cards that do the same the highest, as `heuristic` plays that one.
    fn choices(view: &View<'_, Self>, choices: &mut Vec<three_kings::Action>) {
        use three_kings::{Action, Legal};
        let legal = view.legal();
        if !matches!(legal, Legal::Play { .. }) {
            return choices.extend(legal.iter());
        }
        let own = view.cards();
        let elsewhere = elsewhere(view);
        // An ace is like no other card, nor is one that is part of a meld or may yet become one.
        let reach = if view.stock_len() > 0 { own | elsewhere } else { own };
        let parts = three_kings::Melds::of(reach, view.rules()).cards();
        let single = |&card: &Card| card.rank() != Rank::Ace && !parts.contains(card);
        let alike = Alike { own: own.iter().filter(single).collect(), apart: elsewhere };
        choices.extend(legal.iter().filter(|action| match *action {
            Action::Play(card) if alike.own.contains(card) => alike.is_highest(card),
            _ => true,
        }));
    }

    /// Itself alone: `heuristic` plays what is kept.
    fn standing_for(choices: &[three_kings::Action], action: three_kings::Action) -> Option<usize> {
        choices.iter().position(|&choice| choice == action)
    }

    fn is_seen_by_all(_: three_kings::Action) -> bool {
        true
    }
}

/// The cards that others hold or may come to hold, that the seat may draw, and that lie in the trick.
fn elsewhere(view: &View<'_, ThreeKings>) -> CardSet {
    let seat = view.seat();
    let known = [seat.left(), seat.right()].into_iter().filter_map(|other| view.known_card(other));
    let upcard = view.upcard().filter(|_| view.exchanged() == three_kings::Exchanged::NotYet);
    let trick = view.trick().plays().fold(view.unseen(), |all, (_, cards)| all | cards);
    known.chain(upcard).fold(trick, CardSet::with)
}

/// Cards of one's own between which no other card lies do the same.
struct Alike {
    own: CardSet,
    /// The cards that others may still hold, or that lie in the trick.
    apart: CardSet,
}

impl Alike {
    /// Whether no higher card of one's own does the same.
    fn is_highest(&self, card: Card) -> bool {
        let next = self.own.above(card).first();
        next.is_none_or(|above| self.apart.below(above).meets(self.apart.above(card)))
    }

    /// Whether no lower card of one's own does the same.
    fn is_lowest(&self, card: Card) -> bool {
        let next = self.own.below(card).last();
        next.is_none_or(|below| self.apart.above(below).meets(self.apart.below(card)))
    }
}
