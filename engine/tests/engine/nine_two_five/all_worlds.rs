//! Worlds of 9-2-5 by trying: a history is made up, played through the rules from its deal, and
//! is a world if it shows the seat what it has seen.

use std::collections::HashSet;

use crate::cards::subsets;
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Bled, Kitty, Legal};
use threehand_engine::{BySeat, Card, CardSet, Deal, Deck, Game, Hand as _, Seat, Suit, View};

type Hand = <NineTwoFive as Game>::Hand;

/// What tells two worlds apart. Cards given and cards laid away are sets: in which order they
/// went is no part of a world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct World {
    pub(crate) dealt: BySeat<CardSet>,
    pub(crate) given: Vec<CardSet>,
    returned: Vec<CardSet>,
    discards: CardSet,
    hands: BySeat<CardSet>,
}

impl World {
    pub(crate) fn of(hand: &Hand) -> Self {
        let passed = |giver: Seat, i: usize| {
            let bled = hand.view(giver).bled().nth(i).expect("as many as there are");
            bled.cards.expect("the giver sees them")
        };
        let dealer = hand.view(Seat::P0).dealer();
        let givers = hand.view(Seat::P0).bled().map(|bled| bled.giver);
        let (given, returned) = givers.enumerate().map(|(i, giver)| passed(giver, i)).unzip();
        Self {
            dealt: BySeat::from_fn(|seat| hand.view(seat).dealt()),
            given,
            returned,
            discards: hand.view(dealer).discards().expect("the dealer's own"),
            hands: BySeat::from_fn(|seat| hand.view(seat).cards()),
        }
    }
}

/// A deal and all that was hidden since. While it is being found out, `hands` are those after
/// the exchanges that are still to be undone.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) hands: BySeat<CardSet>,
    pub(crate) kitty: CardSet,
    pub(crate) discards: CardSet,
    pub(crate) given: [CardSet; 2],
}

/// A view with what replaying needs of it at hand.
pub(crate) struct Seen<'a> {
    pub(crate) view: View<'a, NineTwoFive>,
    pub(crate) bled: Vec<Bled>,
    text: String,
    plays: Vec<Card>,
}

impl<'a> Seen<'a> {
    pub(crate) fn by(view: View<'a, NineTwoFive>) -> Self {
        Self {
            view,
            bled: view.bled().collect(),
            text: format!("{view:?}"),
            plays: view.plays().map(|(_, card)| card).collect(),
        }
    }

    /// The world of this history, if it is within the rules and shows the seat the same.
    pub(crate) fn world(&self, history: &History) -> Option<World> {
        let me = self.view.seat();
        if history.hands[me] != self.view.dealt() {
            return None;
        }
        let hand = self.play(history)?;
        let same = hand.view(me).cards() == self.view.cards()
            && format!("{:?}", hand.view(me)) == self.text;
        same.then(|| World::of(&hand))
    }

    fn play(&self, history: &History) -> Option<Hand> {
        let sizes = history.hands.map(CardSet::len);
        if sizes != BySeat([16; 3]) {
            return None;
        }
        let shares = history.hands.0.into_iter().chain([history.kitty]);
        let deal = Deal::new(Deck::of(shares.flatten()).ok()?, sizes);
        let mut hand = self.view.rules().start(self.view.standing(), &deal);
        let mut gifts = history.given;
        let mut discards = history.discards.iter();
        let mut plays = self.plays.iter();
        while let Some(turn) = hand.turn() {
            let next = match hand.legal() {
                Legal::Trump => self.view.trump().map(Action::Trump),
                Legal::Discard(_) => discards.next().map(Action::Discard),
                Legal::Play(_) => plays.next().copied().map(Action::Play),
                Legal::Give { .. } => self.next_gift(turn, &mut gifts),
                Legal::Nothing => None,
            };
            let Some(action) = next else { break };
            hand.play(action).ok()?;
        }
        Some(hand)
    }

    /// The giver's next gift, or that he keeps the rest; nothing if the seat has seen no more.
    fn next_gift(&self, giver: Seat, gifts: &mut [CardSet; 2]) -> Option<Action> {
        let his = self.bled.iter().zip(gifts).filter(|(bled, _)| bled.giver == giver);
        let mut settled = false;
        for (bled, gift) in his {
            if let Some(card) = gift.first() {
                gift.remove(card);
                return Some(Action::Give(card, bled.receiver));
            }
            settled = bled.settled;
        }
        settled.then_some(Action::Keep)
    }
}

/// All worlds of a view, or nothing if more than `most` steps would have to be tried: all places
/// where the unseen cards may lie, undone back to a deal in all ways.
pub(crate) fn all_worlds(view: View<'_, NineTwoFive>, most: usize) -> Option<Vec<World>> {
    let seen = Seen::by(view);
    let mut search = Search { seen, found: vec![], known: HashSet::new(), left: most };
    search.share_out()?;
    Some(search.found)
}

/// Nothing, once too much has been tried.
type Tried = Option<()>;

struct Search<'a> {
    seen: Seen<'a>,
    found: Vec<World>,
    known: HashSet<World>,
    left: usize,
}

impl Search<'_> {
    fn spend(&mut self) -> Tried {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn share_out(&mut self) -> Tried {
        let view = self.seen.view;
        let me = view.seat();
        let played = BySeat::from_fn(|seat| view.played(seat));
        let mut unseen = CardSet::FULL - view.cards() - view.discards().unwrap_or_default();
        for cards in played.0 {
            unseen -= cards;
        }
        let [left, right] = [me.left(), me.right()];
        let hidden_discards = if me == view.dealer() { 0 } else { view.discard_count() };
        for at_left in subsets(unseen, view.hand_size(left)) {
            for at_right in subsets(unseen - at_left, view.hand_size(right)) {
                for discards in subsets(unseen - at_left - at_right, hidden_discards) {
                    let mut hands = played;
                    for (seat, held) in [(me, view.cards()), (left, at_left), (right, at_right)] {
                        hands[seat] |= held;
                    }
                    // What is still left is the kitty, as long as it lies there.
                    let kitty = unseen - at_left - at_right - discards;
                    let discards = view.discards().unwrap_or(discards);
                    self.spend()?;
                    self.put_back_kitty(&History {
                        hands,
                        kitty,
                        discards,
                        given: [CardSet::EMPTY; 2],
                    })?;
                }
            }
        }
        Some(())
    }

    fn put_back_kitty(&mut self, after: &History) -> Tried {
        let view = self.seen.view;
        let dealer = view.dealer();
        let kitties = if !after.kitty.is_empty() {
            vec![after.kitty]
        } else if let Some(kitty) = view.kitty() {
            vec![kitty]
        } else {
            let discards = match view.rules().kitty() {
                Kitty::TakeThenDiscard => after.discards,
                Kitty::DiscardThenTake => CardSet::EMPTY,
            };
            subsets(after.hands[dealer] | discards, 4)
        };
        for kitty in kitties {
            let mut before = after.clone();
            before.kitty = kitty;
            before.hands[dealer] = (after.hands[dealer] | after.discards) - kitty;
            self.undo(self.seen.bled.len(), &before)?;
        }
        Some(())
    }

    /// Undoes the first `count` exchanges, the last of them first.
    fn undo(&mut self, count: usize, after: &History) -> Tried {
        self.spend()?;
        let Some(i) = count.checked_sub(1) else {
            if let Some(world) = self.seen.world(after)
                && self.known.insert(world.clone())
            {
                self.found.push(world);
            }
            return Some(());
        };
        let Bled { giver, receiver, count, settled, cards } = self.seen.bled[i];
        let returns = match cards {
            Some((_, returned)) => vec![returned],
            None if settled => subsets(after.hands[giver], count),
            None => vec![CardSet::EMPTY],
        };
        for returned in returns {
            let full = after.hands[receiver] | returned;
            let highest = |suit| full.top(suit, returned.of(suit).len()) == returned.of(suit);
            if !after.hands[giver].contains_all(returned) || !Suit::ALL.into_iter().all(highest) {
                continue;
            }
            let gifts = match cards {
                Some((given, _)) => vec![given],
                None => subsets(full, count),
            };
            for given in gifts {
                let same = |suit| given.of(suit).len() == returned.of(suit).len();
                let suits_match = !settled || Suit::ALL.into_iter().all(same);
                if full.contains_all(given) && suits_match {
                    let mut before = after.clone();
                    before.hands[receiver] = full - given;
                    before.hands[giver] = (after.hands[giver] - returned) | given;
                    before.given[i] = given;
                    self.undo(i, &before)?;
                }
            }
        }
        Some(())
    }
}
