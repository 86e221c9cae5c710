//! `greedy` at Three-Legged Kitty.

use threehand_engine::games::{
    self,
    three_legged_kitty::{Action, Bid, Bids, Legal, Strain},
};
use threehand_engine::{Card, CardSet, Rank, Suit, Trump, View, below};

use crate::bot::{Bot, BotRng};
use crate::games::greedy::{cost, dearest, longest};

/// Bids its longest suit as long as it counts tricks enough in it, pays and strays its lowest
/// cards, takes the highest stray ones, leads its highest, and follows with the cheapest card that
/// wins as the trick lies, else with its lowest. In Null all is the other way round.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<games::ThreeLeggedKitty> for Greedy {
    fn decide(&mut self, view: &View<'_, games::ThreeLeggedKitty>, rng: &mut BotRng) -> Action {
        let trump = view.trump();
        let null = view.contract().is_some_and(|bid| bid.strain() == Strain::Null);
        match view.legal() {
            Legal::Nothing => unreachable!("nobody is asked once the hand is over"),
            Legal::Call { pass, bids } => {
                let own = view.cards() | view.paid(view.seat());
                match first_sensible(own, bids) {
                    Some(bid) => Action::Bid(bid),
                    None if pass => Action::Pass,
                    None => Action::Bid(bids.nth(0)),
                }
            }
            Legal::Pay { enough: true, .. } => Action::Enough,
            Legal::Pay { cards, .. } => {
                let bid = view.high_bid().map(|(_, bid)| bid);
                Action::Pay(cheapest(
                    cards,
                    bid.map_or(Trump::None, |bid| bid.strain().trump()),
                    rng,
                ))
            }
            Legal::Stray(cards) if null => Action::Stray(dearest(cards, trump)),
            Legal::Stray(cards) => Action::Stray(cheapest(cards, trump, rng)),
            Legal::Take(cards) if null => Action::Take(cheapest(cards, trump, rng)),
            Legal::Take(cards) => Action::Take(dearest(cards, trump)),
            Legal::Play(cards) if view.trick().is_empty() => {
                Action::Play(if null { cheapest(cards, trump, rng) } else { dearest(cards, trump) })
            }
            Legal::Play(cards) => {
                let wins = |card: &Card| view.trick().is_beaten_by(*card, trump);
                let winners: CardSet = cards.iter().filter(wins).collect();
                let losers = cards - winners;
                Action::Play(match (null, winners.is_empty(), losers.is_empty()) {
                    (true, _, false) => dearest(losers, trump),
                    (false, false, _) => cheapest(winners, trump, rng),
                    _ => cheapest(cards, trump, rng),
                })
            }
        }
    }
}

/// The lowest legal bid in the longest suit that its length and the aces beside it can make.
fn first_sensible(own: CardSet, bids: Bids) -> Option<Bid> {
    let suit = longest(own);
    let aces = Suit::ALL.into_iter().filter(|&s| s != suit).map(|s| Card::new(Rank::Ace, s));
    let count = own.of(suit).len() + aces.filter(|&ace| own.contains(ace)).count();
    bids.iter()
        .find(|bid| bid.strain() == Strain::Suit(suit))
        .filter(|bid| usize::from(bid.number()) <= count)
}

/// The lowest card, trumps last; of equals any.
fn cheapest(cards: CardSet, trump: Trump, rng: &mut BotRng) -> Card {
    let (mut least, mut equals) = ((true, usize::MAX), CardSet::EMPTY);
    for card in cards {
        let cost = cost(card, trump);
        if cost < least {
            (least, equals) = (cost, CardSet::EMPTY);
        }
        if cost == least {
            equals.insert(card);
        }
    }
    equals.nth(below(rng, equals.len()))
}
