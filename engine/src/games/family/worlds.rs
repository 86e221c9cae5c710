//! The worlds that a seat can't tell apart.
//!
//! A world is one [route](super::routes) for each card that would have shown the seat the same.
//! Routes hang together through a few counts: how many cards came from where, and how many were
//! passed, given, pulled, returned or laid away. What a receiver returns in an exchange are its
//! highest cards; so the cards of a suit are asked from the highest down.

use rand::Rng;

use super::game::Family;
use super::hand::{CARDS, Hand};
use super::routes::{Marks, Origin, Place, Route};
use super::rules::Step;
use super::tally::{Effect, Tally};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::hidden::{Paths, SuitPaths};
use crate::random::below;
use crate::seat::{BySeat, Seat};
use crate::view::View;

/// The worlds of one view; all are drawn equally often.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The hand without all that is hidden from the seat, with the cards whose routes are known.
    public: Hand,
    seat: Seat,
    /// The known cards of the stock.
    stock: CardSet,
    /// The cards that may have taken several routes.
    cards: [Vec<Card>; 4],
    routes: Vec<Route>,
    paths: SuitPaths,
    /// In how many ways the cards that nobody has seen can lie.
    ways: f64,
}

impl crate::Worlds<Hand> for Worlds {
    fn of(view: &View<'_, Family>) -> Self {
        let (hand, seat) = (view.hand, view.seat);
        let routes = hand.possible_routes();
        let tally = Tally::of(hand, seat, &routes);
        let steps: Vec<Effect> = routes.iter().map(|&route| tally.step(route)).collect();
        let open = hand.tricks.all_played();
        let [open_seen, hidden_seen] = [true, false].map(|open| {
            routes.iter().map(|&route| hand.seen(route, seat, open)).collect::<Vec<_>>()
        });
        let pack = hand.rules.order.all_in_play(hand.rules.pack);
        let mut public = hand.clone();
        public.hide(seat);
        let mut stock = CardSet::EMPTY;
        let mut cards = [const { Vec::new() }; 4];
        let paths = Suit::ALL.map(|suit| {
            let (mut start, mut choices) = (0, Vec::new());
            for card in pack.of(suit).iter().rev() {
                let played = open.contains(card);
                let seen = hand.seen(hand.route(card), seat, played);
                let seen_of = if played { &open_seen } else { &hidden_seen };
                let lacks = |route: &Route| match route.now {
                    Place::Hand(holder) => !played && hand.tricks.void[holder].contains(card),
                    _ => false,
                };
                let fit = (0..).zip(routes.iter().zip(seen_of));
                let fit = fit.filter(|(_, (route, of))| **of == seen && !lacks(route));
                let fit: Vec<u32> = fit.map(|(i, _)| i).collect();
                let only = match fit[..] {
                    [only] => tally.only_adds(steps[only as usize], suit).zip(Some(only)),
                    _ => None,
                };
                if let Some((adds, only)) = only {
                    // There is nothing to ask about it.
                    start += adds;
                    public.put(card, routes[only as usize]);
                    if routes[only as usize].origin == Origin::Stock {
                        stock.insert(card);
                    }
                } else {
                    cards[suit.index()].push(card);
                    choices.push(fit);
                }
            }
            let answers = |question: usize, counts, way: &mut dyn FnMut(u32, u64)| {
                for &choice in &choices[question] {
                    let mut next = tally.after(steps[choice as usize], suit, counts);
                    if question + 1 == choices.len() {
                        next = next.and_then(|counts| tally.end(suit, counts));
                    }
                    if let Some(next) = next {
                        way(choice, next);
                    }
                }
            };
            Paths::count_up(choices.len(), start, answers, |_| true)
        });
        let paths = SuitPaths::join(paths, tally.limits);
        Self { ways: hand.ways_of_stock(), public, seat, stock, cards, routes, paths }
    }

    fn count(&self) -> Option<f64> {
        Some(self.paths.total() * self.ways)
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Hand {
        let mut world = self.public.clone();
        let mut stock = self.stock;
        self.paths.draw(rng, |suit, question, choice| {
            let card = self.cards[suit][question];
            let route = self.routes[choice as usize];
            world.put(card, route);
            if route.origin == Origin::Stock {
                stock.insert(card);
            }
        });
        world.share_stock(stock, rng);
        world.set_packets(self.seat, rng);
        world
    }
}

impl Hand {
    /// Empties all that is hidden from a seat.
    fn hide(&mut self, seat: Seat) {
        let none = BySeat([CardSet::EMPTY; 3]);
        let first = self.first[seat];
        (self.dealt, self.first, self.hands, self.passed) = (none, none, none, none);
        if self.rules.first < self.rules.hand {
            self.first[seat] = first;
        }
        (self.kitty, self.discard) = (CardSet::EMPTY, CardSet::EMPTY);
        self.queue = BySeat([[Card::from_index(0); CARDS]; 3]);
        for pair in self.exchange.all_mut().iter_mut().chain(self.pull.all_mut()) {
            (pair.first, pair.back) = (CardSet::EMPTY, CardSet::EMPTY);
        }
    }

    /// Puts a card everywhere that its route says.
    fn put(&mut self, card: Card, route: Route) {
        match route.origin {
            Origin::Hand(seat) => {
                self.dealt[seat].insert(card);
                if self.rules.moves_early || !self.is_dealt() || self.rules.first == self.rules.hand
                {
                    self.first[seat].insert(card);
                }
            }
            Origin::Later(seat) => self.dealt[seat].insert(card),
            Origin::Kitty => self.kitty.insert(card),
            Origin::Turned | Origin::Stock => {}
        }
        match route.now {
            Place::Hand(seat) if self.tricks.played[seat].contains(card) => {}
            Place::Hand(seat) => self.hands[seat].insert(card),
            Place::Discard => self.discard.insert(card),
            Place::Chosen(_) | Place::Table | Place::Stock => {}
        }
        for seat in Seat::ALL.into_iter().filter(|&seat| route.marks.meets(Marks::passed(seat))) {
            self.passed[seat].insert(card);
        }
        for step in [Step::Exchange, Step::Pull] {
            let pairs = if step == Step::Exchange { &mut self.exchange } else { &mut self.pull };
            for (i, pair) in pairs.all_mut().iter_mut().enumerate() {
                let [out, back] = Marks::of_pair(step, i);
                if route.marks.meets(out) {
                    pair.first.insert(card);
                }
                if route.marks.meets(back) {
                    pair.back.insert(card);
                }
            }
        }
    }

    /// Shares out the cards that nobody has seen.
    fn share_stock(&mut self, stock: CardSet, rng: &mut impl Rng) {
        let [kitty, later, ..] = self.stock();
        if kitty + later == 0 {
            return;
        }
        let mut cards = shuffled(stock, rng).into_iter();
        self.kitty |= cards.by_ref().take(kitty).collect();
        for seat in Seat::ALL {
            self.dealt[seat] |= cards.by_ref().take(later).collect();
        }
    }

    /// Makes up in which packet the others' cards came and, where cards are still to be pulled, in
    /// which order all were dealt.
    fn set_packets(&mut self, seat: Seat, rng: &mut impl Rng) {
        let pulls = self.pull.turn().is_some();
        let first = usize::from(self.rules.first);
        if !pulls && first == usize::from(self.rules.hand) {
            return;
        }
        let unknown =
            self.is_dealt() && !self.rules.moves_early && self.rules.first < self.rules.hand;
        for other in Seat::ALL {
            if unknown && other != seat {
                // Who pulled first got what was dealt first.
                let his = self.pull.all().iter().filter(|pair| pair.under == other);
                let pulled: Vec<Card> = his.flat_map(|pair| pair.first.iter()).collect();
                let rest = self.dealt[other] - pulled.iter().copied().collect();
                let rest = shuffled(rest, rng);
                self.first[other] = pulled.into_iter().chain(rest).take(first).collect();
            }
            if pulls {
                let packets = [self.first[other], self.dealt[other] - self.first[other]];
                let order: Vec<Card> =
                    packets.into_iter().flat_map(|cards| shuffled(cards, rng)).collect();
                self.queue[other].iter_mut().zip(order).for_each(|(place, card)| *place = card);
            }
        }
    }
}

/// The cards in a random order.
fn shuffled(cards: CardSet, rng: &mut impl Rng) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, below(rng, last + 1));
    }
    cards
}
