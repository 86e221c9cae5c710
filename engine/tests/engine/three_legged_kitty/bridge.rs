//! The same position at the engine's table and at the slow one: all conversion between the two.

use crate::cards::{from_plain, plain};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Bid, Standing};
use threehand_engine::testing::Oracle;
use threehand_engine::{CardSet, Deal, Game, Hand as _, Seat, Standing as _};

use super::common::{Hand, P0};
use super::slow::{self, Table};

fn fast_set(cards: &[slow::Card]) -> CardSet {
    cards.iter().copied().map(from_plain).collect()
}

fn slow_bid(bid: Bid) -> slow::Bid {
    let text = bid.to_string();
    let letters = text.find(|c: char| c.is_alphabetic()).unwrap();
    let kind = slow::TYPES.iter().position(|&kind| kind == &text[letters..]).unwrap();
    (text[..letters].parse().unwrap(), kind)
}

fn slow_rules(rules: &ThreeLeggedKitty) -> slow::Rules {
    let is = |name: &str, value: &str| rules.option(name) == value;
    slow::Rules {
        flat_one: is("opening_cost", "flat_one"),
        overpay: is("overpay", "true"),
        must_open: is("opening", "must_open"),
        same_dealer: is("all_pass", "same_dealer"),
        high_bidder_passes: is("auction_end", "high_bidder_passes"),
        shared: is("tie", "shared"),
        fail_points: rules.option("fail_points").parse().unwrap(),
        target: rules.option("target").parse().unwrap(),
        lowest: if is("deck", "32") { 7 } else { 2 },
    }
}

impl Oracle<ThreeLeggedKitty> for Table {
    type Act = slow::Act;
    type Match = slow::Match;

    fn act_of(action: Action) -> slow::Act {
        match action {
            Action::Pass => slow::Act::Pass,
            Action::Bid(bid) => slow::Act::Bid(slow_bid(bid)),
            Action::Pay(card) => slow::Act::Pay(plain(card)),
            Action::Enough => slow::Act::Enough,
            Action::Stray(card) => slow::Act::Stray(plain(card)),
            Action::Take(card) => slow::Act::Take(plain(card)),
            Action::Play(card) => slow::Act::Play(plain(card)),
        }
    }

    fn match_of(standing: &Standing) -> slow::Match {
        slow::Match { dealer: standing.dealer().number(), scores: standing.scores().0 }
    }

    fn start(rules: &ThreeLeggedKitty, standing: &Standing, deal: &Deal) -> Self {
        let hands = Seat::ALL.map(|seat| deal.hand(seat).iter().copied().map(plain).collect());
        Table::deal(slow_rules(rules), Self::match_of(standing), hands)
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
            let view = hand.view(seat);
            assert_eq!(view.cards(), fast_set(&self.hands[seat.number()]), "the hand of {seat}");
            assert_eq!(view.paid(seat), fast_set(&self.paid[seat.number()]), "paid by {seat}");
            assert_eq!(view.has_passed(seat), self.out[seat.number()]);
        }
        let view = hand.view(P0);
        assert_eq!(view.cat().map(Seat::number), self.cat);
        assert_eq!(view.stray(), fast_set(&self.stray));
        let high = view.high_bid().map(|(seat, bid)| (seat.number(), slow_bid(bid)));
        assert_eq!(high, self.bids.last().copied());
        assert_eq!(hand.tricks().map(i32::from).0, self.tricks);
    }

    fn end(&self) -> Option<([i32; 3], slow::Match, bool)> {
        Table::end(self)
    }
}
