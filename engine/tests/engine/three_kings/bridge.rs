//! The same position at the engine's table and at the slow one: all conversion between the two.

use crate::cards::from_plain;
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Prediction, Standing, falling, height};
use threehand_engine::testing::Oracle;
use threehand_engine::{Card, CardSet, Deal, Game, Hand as _, Seat, Standing as _};

use super::common::Hand;
use super::slow::{self, Table};

fn slow_card(card: Card) -> slow::Card {
    (height(card), slow::SUITS[card.suit().index()])
}

fn fast_card((height, suit): slow::Card) -> Card {
    let rank = if height == 1 { 14 } else { height };
    from_plain((rank, suit))
}

fn fast_set(cards: &[slow::Card]) -> CardSet {
    cards.iter().copied().map(fast_card).collect()
}

pub(super) fn slow_cards(cards: CardSet) -> Vec<slow::Card> {
    falling(cards).map(slow_card).collect()
}

fn slow_said(prediction: Option<Prediction>) -> slow::Said {
    match prediction {
        None => slow::Said::Nothing,
        Some(Prediction::Last) => slow::Said::Last,
        Some(Prediction::Ace) => slow::Said::Ace,
    }
}

pub(super) fn slow_rules(rules: &ThreeKings) -> slow::Rules {
    let is = |name: &str, value: &str| rules.option(name) == value;
    slow::Rules {
        all_melds: is("melds", "all"),
        set_over_seq: is("meld_order", "set_over_seq"),
        ace_six: is("ace_last_total", "6"),
        ace_predicted_twelve: is("ace_predict_total", "12"),
        worst_pending: is("pending", "worst"),
        touched: is("qualify", "touched"),
        first_deal_each_set: is("first_deal", "set"),
        two_predictions: is("prediction_slots", "separate"),
        set_points: rules.option("set_points").parse().expect("a number"),
        game_points: rules.option("game_points").parse().expect("a number"),
    }
}

impl Oracle<ThreeKings> for Table {
    type Act = slow::Act;
    type Match = slow::Match;

    fn act_of(action: Action) -> slow::Act {
        match action {
            Action::Upcard(card) => slow::Act::Upcard(slow_card(card)),
            Action::Play(card) => slow::Act::Play(vec![slow_card(card)]),
            Action::Meld(meld) => slow::Act::Play(slow_cards(meld.cards())),
            Action::Throw(card) => slow::Act::Throw(slow_card(card)),
            Action::Exchange(card) => slow::Act::Exchange(slow_card(card)),
            Action::Decline => slow::Act::Decline,
            Action::Predict(prediction) => slow::Act::Predict(slow_said(prediction)),
        }
    }

    fn match_of(standing: &Standing) -> slow::Match {
        slow::Match {
            dealer: standing.dealer().number(),
            scores: standing.scores().0,
            pending: standing.pending().0,
            game_points: standing.match_scores().0,
            last_winner: standing.last_trick_winner().map(Seat::number),
        }
    }

    fn start(rules: &ThreeKings, standing: &Standing, deal: &Deal) -> Self {
        let cards = |cards: &[Card]| cards.iter().copied().map(slow_card).collect();
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
        Table::act(self, &act);
    }

    fn assert_same_table(&self, hand: &Hand) {
        for seat in Seat::ALL {
            let cards = &self.hands[seat.number()];
            assert_eq!(hand.view(seat).cards(), fast_set(cards), "the hand of {seat}");
        }
        let view = hand.view(Seat::P0);
        assert_eq!(view.stock_len(), self.stock.len());
        assert_eq!(view.upcard(), self.upcard.map(fast_card));
        for seat in Seat::ALL {
            let said = slow_said(view.predictions().by(seat));
            let due = self.predictors.iter().find(|(who, _)| *who == seat.number());
            assert_eq!(said, due.map_or(slow::Said::Nothing, |(_, said)| *said), "{seat} said");
            let kept = self.came_true.iter().find(|(who, _)| *who == seat.number());
            assert_eq!(hand.kept(seat), kept.map(|(_, came_true)| *came_true), "{seat} kept it");
        }
        assert_eq!(view.points().0, self.points);
        let won =
            |seat: Seat| self.over.iter().filter(|trick| trick.winner == seat.number()).count();
        assert_eq!(hand.tricks().map(usize::from).0, Seat::ALL.map(won));
    }

    fn end(&self) -> Option<([i32; 3], slow::Match, bool)> {
        Table::end(self)
    }
}
