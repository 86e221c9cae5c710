//! `heuristic` at Three-Legged Kitty.

mod bidding;
mod exchange;
mod holding;
mod null;
mod play;
mod seen;
mod strength;

use threehand_engine::View;
use threehand_engine::games;
use threehand_engine::games::three_legged_kitty::{Action, Legal, Strain};

use crate::bot::{Bot, BotRng};

/// A good club player of Three-Legged Kitty: bids what its ten best cards of hand and kitty are
/// worth at this score, pays and strays what it can spare, counts what is open and what is void.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

impl Bot<games::ThreeLeggedKitty> for Heuristic {
    fn decide(&mut self, view: &View<'_, games::ThreeLeggedKitty>, _: &mut BotRng) -> Action {
        match view.legal() {
            Legal::Nothing => unreachable!("nobody is asked once the hand is over"),
            Legal::Call { pass, bids } => match bidding::best_bid(view, bids) {
                Some(bid) => Action::Bid(bid),
                None if pass => Action::Pass,
                None => Action::Bid(bids.nth(0)),
            },
            Legal::Pay { enough: true, .. } => Action::Enough,
            Legal::Pay { cards, .. } => Action::Pay(exchange::spare(view, cards)),
            Legal::Stray(cards) => Action::Stray(exchange::spare(view, cards)),
            Legal::Take(cards) => Action::Take(exchange::take(view, cards)),
            Legal::Play(cards) => {
                let contract = view.contract().expect("a contract is played");
                let cat = view.cat().expect("a contract has its Cat");
                let table = play::Table::of(view, cat);
                Action::Play(match contract.strain() {
                    Strain::Null => table.choose_in_null(cards),
                    _ => table.choose(cards),
                })
            }
        }
    }
}
