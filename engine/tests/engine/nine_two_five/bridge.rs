//! The same position at the engine's table and at the slow one: all conversion between the two.

use crate::cards::{from_plain, plain};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Standing};
use threehand_engine::testing::Oracle;
use threehand_engine::{Card, CardSet, Deal, Game, Hand as _, Seat, Standing as _, Trump};

use super::common::Hand;
use super::slow::{self, Table};

fn fast_set(cards: &[slow::Card]) -> CardSet {
    cards.iter().copied().map(from_plain).collect()
}

fn slow_rules(rules: &NineTwoFive) -> slow::Rules {
    let is = |name: &str, value: &str| rules.option(name) == value;
    let contracts: Vec<i32> =
        rules.option("contracts").split('-').map(|c| c.parse().unwrap()).collect();
    slow::Rules {
        contracts: contracts.try_into().unwrap(),
        free_cap: is("bleed_cap", "free"),
        surplus_first: is("bleed_order", "surplus"),
        optional: is("bleed_optional", "true"),
        trump_after_bleed: is("trump_call", "after_bleed"),
        discard_first: is("kitty", "discard_then_take"),
        left_leads: is("first_lead", "left"),
        public_bleed: is("bleed_view", "public"),
        recheck: is("tie", "recheck"),
        target: rules.option("target").parse().unwrap(),
        unbled_no_trump: is("no_trump_bleed", "false"),
    }
}

impl Oracle<NineTwoFive> for Table {
    type Act = slow::Act;
    type Match = slow::Match;

    fn act_of(action: Action) -> slow::Act {
        match action {
            Action::Trump(Trump::Suit(suit)) => slow::Act::Trump(Some(slow::SUITS[suit.index()])),
            Action::Trump(Trump::None) => slow::Act::Trump(None),
            Action::Give(card, to) => slow::Act::Give(plain(card), to.number()),
            Action::Keep => slow::Act::Keep,
            Action::Discard(card) => slow::Act::Discard(plain(card)),
            Action::Play(card) => slow::Act::Play(plain(card)),
        }
    }

    fn match_of(standing: &Standing) -> slow::Match {
        slow::Match {
            dealer: standing.dealer().number(),
            scores: standing.scores().0,
            last: standing.deltas().map(|deltas| deltas.map(i32::from).0),
            latched: standing.latched(),
        }
    }

    fn start(rules: &NineTwoFive, standing: &Standing, deal: &Deal) -> Self {
        let cards = |cards: &[Card]| cards.iter().copied().map(plain).collect();
        Table::deal(
            slow_rules(rules),
            Self::match_of(standing),
            Seat::ALL.map(|seat| cards(deal.hand(seat))),
            cards(deal.rest()),
        )
    }

    fn turn(&self) -> Option<Seat> {
        Table::turn(self).map(Seat::cyclic)
    }

    fn legal(&self) -> Vec<slow::Act> {
        Table::legal(self)
    }

    fn act(&mut self, act: slow::Act) {
        Table::act(self, act);
    }

    fn assert_same_table(&self, hand: &Hand) {
        for seat in Seat::ALL {
            let cards = &self.hands[seat.number()];
            assert_eq!(hand.view(seat).cards(), fast_set(cards), "the hand of {seat}");
            if self.discards.is_empty() && self.tricks == [0; 3] {
                self.assert_same_bleed(hand, seat);
            }
        }
        assert_eq!(hand.tricks().map(i32::from).0, self.tricks);
        let dealer = hand.view(hand.standing().dealer());
        assert_eq!(dealer.discards(), Some(fast_set(&self.discards)));
        assert_eq!(dealer.trump().map(Trump::suit).is_some(), self.trump.is_some());
    }

    fn end(&self) -> Option<([i32; 3], slow::Match, bool)> {
        Table::end(self)
    }
}

impl Table {
    /// A seat must be shown the exchanges that this table says it knows, and all the counts.
    fn assert_same_bleed(&self, hand: &Hand, seat: Seat) {
        for bled in hand.view(seat).bled() {
            let (giver, receiver) = (bled.giver.number(), bled.receiver.number());
            let between = |passes: &[slow::Pass]| -> CardSet {
                passes
                    .iter()
                    .filter(|pass| (pass.giver, pass.receiver) == (giver, receiver))
                    .map(|pass| from_plain(pass.card))
                    .collect()
            };
            let given = between(&self.given);
            assert_eq!(bled.count, given.len());
            assert_eq!(bled.settled, !self.givers.contains(&giver));
            let known = self.knows(seat.number(), giver, receiver);
            let cards = known.then(|| (given, between(&self.returned)));
            assert_eq!(bled.cards, cards);
        }
    }
}
