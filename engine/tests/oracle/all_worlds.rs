//! Every world of a late position of 9-2-5, by trying: all ways in which the cards may have gone
//! are undone back to a deal, and each deal is played again through the rules. What shows the seat
//! the same in the end is a world.

use std::collections::HashSet;

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Bled, Kitty, Legal};
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Deck, Game, Hand as _, Seat, Suit, View,
};

type Hand = <NineTwoFive as Game>::Hand;

/// What tells two worlds apart. The cards given and laid away are sets: in which order they went
/// is no part of a world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct World {
    dealt: BySeat<CardSet>,
    given: Vec<CardSet>,
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

/// All worlds of the view, or nothing if more than `most` histories would have to be tried.
pub(crate) fn all_worlds(view: &View<'_, NineTwoFive>, most: usize) -> Option<HashSet<World>> {
    let mut search = Search {
        view: *view,
        text: format!("{view:?}"),
        bled: view.bled().collect(),
        plays: view.plays().map(|(_, card)| card).collect(),
        found: HashSet::new(),
        left: most,
    };
    search.share_out()?;
    Some(search.found)
}

/// Nothing, once too much has been tried.
type Tried = Option<()>;

struct Search<'a> {
    view: View<'a, NineTwoFive>,
    text: String,
    bled: Vec<Bled>,
    plays: Vec<Card>,
    found: HashSet<World>,
    left: usize,
}

/// A history being undone: the hands at some moment, with what is already told.
#[derive(Clone)]
struct Past {
    hands: BySeat<CardSet>,
    kitty: CardSet,
    discards: CardSet,
    given: [CardSet; 2],
}

impl Search<'_> {
    fn spend(&mut self) -> Tried {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// Deals the cards that the seat can't see to all places where they may lie.
    fn share_out(&mut self) -> Tried {
        let view = self.view;
        let me = view.seat();
        let dealer = view.dealer();
        let played = Seat::ALL.map(|seat| view.played(seat));
        let mut unseen = CardSet::FULL - view.cards() - view.discards().unwrap_or_default();
        for cards in played {
            unseen -= cards;
        }
        let [left, right] = [me.left(), me.right()];
        let discarded = if me == dealer { 0 } else { view.discard_count() };
        let sizes = [view.hand_size(left), view.hand_size(right), discarded];
        for at_left in subsets(unseen, sizes[0]) {
            for at_right in subsets(unseen - at_left, sizes[1]) {
                for discards in subsets(unseen - at_left - at_right, sizes[2]) {
                    // What is still left is the kitty, as long as it lies there.
                    let kitty = unseen - at_left - at_right - discards;
                    let mut hands = BySeat(played);
                    for (seat, held) in [(me, view.cards()), (left, at_left), (right, at_right)] {
                        hands[seat] = hands[seat] | held;
                    }
                    self.spend()?;
                    self.put_back_kitty(&Past {
                        hands,
                        kitty,
                        discards: view.discards().unwrap_or(discards),
                        given: [CardSet::EMPTY; 2],
                    })?;
                }
            }
        }
        Some(())
    }

    /// Undoes the discard and the taking of the kitty.
    fn put_back_kitty(&mut self, past: &Past) -> Tried {
        let dealer = self.view.dealer();
        let before = |kitty: CardSet| {
            let mut before = past.clone();
            before.kitty = kitty;
            before.hands[dealer] = (past.hands[dealer] | past.discards) - kitty;
            before
        };
        if !past.kitty.is_empty() {
            return self.undo(self.bled.len(), &before(past.kitty));
        }
        let may_be_kitty = match (self.view.kitty(), self.view.rules().kitty()) {
            (Some(kitty), _) => kitty,
            (None, Kitty::TakeThenDiscard) => past.hands[dealer] | past.discards,
            (None, Kitty::DiscardThenTake) => past.hands[dealer],
        };
        for kitty in subsets(may_be_kitty - self.view.dealt(), 4) {
            self.undo(self.bled.len(), &before(kitty))?;
        }
        Some(())
    }

    /// Undoes the first `count` exchanges, the last of them first.
    fn undo(&mut self, count: usize, past: &Past) -> Tried {
        self.spend()?;
        let Some(i) = count.checked_sub(1) else {
            return self.replay(past);
        };
        let Bled { giver, receiver, count, settled, cards } = self.bled[i];
        let returns = match cards {
            Some((_, returned)) => vec![returned],
            None if settled => subsets(past.hands[giver], count),
            None => vec![CardSet::EMPTY],
        };
        for returned in returns {
            if !past.hands[giver].contains_all(returned) {
                continue;
            }
            let full = past.hands[receiver] | returned;
            let highest = |suit| full.top(suit, returned.of(suit).len()) == returned.of(suit);
            if !Suit::ALL.into_iter().all(highest) {
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
                    let mut before = past.clone();
                    before.hands[receiver] = full - given;
                    before.hands[giver] = (past.hands[giver] - returned) | given;
                    before.given[i] = given;
                    self.undo(i, &before)?;
                }
            }
        }
        Some(())
    }

    /// Plays the hand from the deal that was found, and compares what the seat sees in the end.
    fn replay(&mut self, past: &Past) -> Tried {
        let me = self.view.seat();
        if past.hands[me] != self.view.dealt() {
            return Some(());
        }
        self.spend()?;
        if let Some(hand) = self.play(past)
            && format!("{:?}", hand.view(me)) == self.text
        {
            self.found.insert(World::of(&hand));
        }
        Some(())
    }

    /// The hand of this history, unless some of it is against the rules.
    fn play(&self, past: &Past) -> Option<Hand> {
        let sizes = past.hands.map(CardSet::len);
        if sizes != BySeat([16; 3]) {
            return None;
        }
        let cards: Vec<Card> = past.hands.0.into_iter().chain([past.kitty]).flatten().collect();
        let deal = Deal::new(Deck::of(&cards).ok()?, sizes);
        let mut hand = self.view.rules().start(self.view.standing(), &deal);
        let mut gifts = past.given;
        let mut discards = past.discards.iter();
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

/// All subsets of this size.
fn subsets(set: CardSet, size: usize) -> Vec<CardSet> {
    if size == 0 {
        return vec![CardSet::EMPTY];
    }
    let Some(first) = set.first().filter(|_| set.len() >= size) else {
        return vec![];
    };
    let rest = set.without(first);
    let with = subsets(rest, size - 1).into_iter().map(|subset| subset.with(first));
    with.chain(subsets(rest, size)).collect()
}
