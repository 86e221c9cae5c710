//! The worlds that a seat of 9-2-5 can't tell apart.
//!
//! A card's *route* says where it was dealt, whether it was given or returned in each exchange of
//! the bleed, and where it lies now. A seat sees part of each route; a world is one route for each
//! card that would have shown the same. Routes hang together through a few counts: sixteen cards
//! were dealt to each seat, as many were given and returned as all have seen, in each suit as many
//! returned as given and no receiver kept a card above one that he returned, and the dealer laid
//! four away. Those counts are the state of [`Paths`], with the cards of each suit asked from the
//! highest down; the suits hang together only in what their counts add up to.

use rand::Rng;

use super::rules::Kitty;
use super::{Exchange, Hand, NineTwoFive};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::hidden::{Limits, Paths, SuitPaths};
use crate::seat::{BySeat, Seat};
use crate::view::View;

/// The worlds of one view of 9-2-5; all are drawn equally often.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The hand without all that is hidden from some seat: what all worlds share.
    public: Hand,
    routes: Vec<Route>,
    paths: SuitPaths,
}

/// Where a card lies before or after all that happened to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Hand(Seat),
    Kitty,
    Discard,
}

/// What an exchange did with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    /// Nothing.
    Not,
    /// It was given and the receiver has it.
    Given,
    /// It was given and came back.
    ThereAndBack,
    /// The receiver's own card, it went to the giver.
    Returned,
}

impl Passing {
    /// Whether the card was given, and whether it was returned.
    const fn moves(self) -> (bool, bool) {
        match self {
            Self::Not => (false, false),
            Self::Given => (true, false),
            Self::ThereAndBack => (true, true),
            Self::Returned => (false, true),
        }
    }
}

/// The way of one card through a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Route {
    dealt: Place,
    passings: [Passing; 2],
    now: Place,
}

/// What a seat sees of a card's route; `None` where it sees nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    dealt: Option<Place>,
    passings: [Option<Passing>; 2],
    now: Option<Place>,
}

impl Hand {
    /// The route that a card has taken.
    fn route(&self, card: Card) -> Route {
        let holder =
            |zones: BySeat<CardSet>| Seat::ALL.into_iter().find(|&s| zones[s].contains(card));
        let mut route = Route {
            dealt: holder(self.dealt).map_or(Place::Kitty, Place::Hand),
            passings: [Passing::Not; 2],
            now: holder(self.hands)
                .or_else(|| holder(self.tricks.played))
                .map_or(Place::Kitty, Place::Hand),
        };
        if self.discard.contains(card) {
            route.now = Place::Discard;
        }
        for (passing, exchange) in route.passings.iter_mut().zip(self.bleed.exchanges()) {
            *passing = match (exchange.given.contains(card), exchange.returned.contains(card)) {
                (false, false) => Passing::Not,
                (true, false) => Passing::Given,
                (true, true) => Passing::ThereAndBack,
                (false, true) => Passing::Returned,
            };
        }
        route
    }

    /// The routes that some card may have taken by the rules.
    fn possible_routes(&self) -> Vec<Route> {
        let mut routes = Vec::new();
        let places = Seat::ALL.map(Place::Hand).into_iter().chain([Place::Kitty]);
        for dealt in places {
            let start = Route { dealt, passings: [Passing::Not; 2], now: dealt };
            self.extend_routes(start, 0, &mut routes);
        }
        routes
    }

    /// Adds the ways in which a route can go on from exchange `at`.
    fn extend_routes(&self, route: Route, at: usize, routes: &mut Vec<Route>) {
        let exchanges = self.bleed.exchanges();
        let Some(exchange) = exchanges.get(at) else {
            return self.end_routes(route, routes);
        };
        self.extend_routes(route, at + 1, routes);
        let mut pass = |passing, to| {
            let mut passed = Route { now: Place::Hand(to), ..route };
            passed.passings[at] = passing;
            self.extend_routes(passed, at + 1, routes);
        };
        // All that one giver gives is given before anything returns to him.
        let moved_by_same_giver = at > 0
            && exchanges[at - 1].giver == exchange.giver
            && route.passings[at - 1] != Passing::Not;
        if route.now == Place::Hand(exchange.giver) && !moved_by_same_giver {
            pass(Passing::Given, exchange.receiver);
            if exchange.settled {
                pass(Passing::ThereAndBack, exchange.giver);
            }
        }
        if route.now == Place::Hand(exchange.receiver) && exchange.settled {
            pass(Passing::Returned, exchange.giver);
        }
    }

    /// Adds the ways in which a route can end with the dealer's kitty and discard.
    fn end_routes(&self, route: Route, routes: &mut Vec<Route>) {
        let dealer = Place::Hand(self.dealer());
        let from_kitty = route.now == Place::Kitty;
        let now = if from_kitty && self.kitty_taken() { dealer } else { route.now };
        routes.push(Route { now, ..route });
        let may_go = match self.rules.kitty {
            Kitty::TakeThenDiscard => now == dealer,
            Kitty::DiscardThenTake => route.now == dealer,
        };
        if may_go && !self.discard.is_empty() {
            routes.push(Route { now: Place::Discard, ..route });
        }
    }

    /// What `seat` sees of a card's route; `played` says whether the card lies open.
    fn seen(&self, route: Route, seat: Seat, played: bool) -> Seen {
        let own = Place::Hand(seat);
        let deals = seat == self.dealer();
        let sees_dealt =
            route.dealt == own || deals && route.dealt == Place::Kitty && self.kitty_taken();
        let sees_now = played || route.now == own || deals && route.now == Place::Discard;
        let mut passings = [None; 2];
        for (i, exchange) in self.bleed.exchanges().iter().enumerate() {
            passings[i] = self.shows(exchange, seat).then_some(route.passings[i]);
        }
        Seen {
            dealt: sees_dealt.then_some(route.dealt),
            passings,
            now: sees_now.then_some(route.now),
        }
    }
}

/// The places of the counts that tie the cards' routes together, a byte each in a state of [`Paths`]: cards dealt to
/// one of the other seats (the last seat's follow from all the rest), dealt to the kitty, laid away, given and
/// returned in each of two exchanges.
const DEALT: usize = 0;
const KITTY: usize = 1;
const DISCARDED: usize = 2;
const GIVEN: usize = 3;
const RETURNED: usize = 5;
/// The last byte has a bit for each exchange: whether the receiver kept a card of this suit, so that he can have
/// returned no lower one.
const KEPT: u32 = 56;

/// What one more card of some route does to the counts.
#[derive(Clone, Copy)]
struct Step {
    adds: u64,
    /// The exchanges in which it was returned.
    returned: u64,
    /// The exchanges after which the receiver has it.
    kept: u64,
}

impl Step {
    /// Where `other` is the seat whose cards are counted.
    fn of(route: Route, other: Seat, exchanges: &[Exchange]) -> Self {
        let mut adds = [0; 8];
        match route.dealt {
            Place::Hand(seat) => adds[DEALT] = u8::from(seat == other),
            Place::Kitty | Place::Discard => adds[KITTY] = 1,
        }
        adds[DISCARDED] = u8::from(route.now == Place::Discard);
        let (mut place, mut returned, mut kept) = (route.dealt, 0, 0);
        for (i, (exchange, passing)) in exchanges.iter().zip(route.passings).enumerate() {
            let (gave, got_back) = passing.moves();
            adds[GIVEN + i] = u8::from(gave);
            adds[RETURNED + i] = u8::from(got_back);
            match (gave, got_back) {
                (_, true) => place = Place::Hand(exchange.giver),
                (true, false) => place = Place::Hand(exchange.receiver),
                (false, false) => {}
            }
            let keeps = exchange.settled && place == Place::Hand(exchange.receiver);
            returned |= u64::from(got_back) << (KEPT + i as u32);
            kept |= u64::from(keeps) << (KEPT + i as u32);
        }
        Self { adds: u64::from_le_bytes(adds), returned, kept }
    }

    /// The counts after it; `None` if there is no room for it.
    fn after(self, counts: u64, limits: u64) -> Option<u64> {
        let next = counts + self.adds;
        let fits =
            counts & self.returned == 0 && Limits::bytes(limits | 0x7F << KEPT).fits(next, 0);
        fits.then_some(next | self.kept)
    }
}

/// The counts at the end of a suit; `None` if a receiver did not return suit for suit.
fn end_suit(counts: u64, exchanges: &[Exchange]) -> Option<u64> {
    let bytes = counts.to_le_bytes();
    let balanced =
        |(i, e): (usize, &Exchange)| !e.settled || bytes[GIVEN + i] == bytes[RETURNED + i];
    let all = exchanges.iter().enumerate().all(balanced);
    all.then_some(counts & !(0xFF << KEPT))
}

/// The cards of each suit in the order in which their routes are asked for, the highest first.
const CARDS: [[Card; 13]; 4] = {
    let mut cards = [[Card::from_index(0); 13]; 4];
    let mut index = 0;
    while index < Card::COUNT {
        cards[index / 13][12 - index % 13] = Card::from_index(index);
        index += 1;
    }
    cards
};

impl crate::Worlds<Hand> for Worlds {
    fn of(view: &View<'_, NineTwoFive>) -> Self {
        let hand = view.hand;
        let seat = view.seat;
        let routes = hand.possible_routes();
        let open = hand.tricks.all_played();
        let (limits, exchanges) = (hand.counts(), hand.bleed.exchanges());
        let step = |&route: &Route| Step::of(route, seat.left(), exchanges);
        let steps: Vec<Step> = routes.iter().map(step).collect();
        // What the seat would see of each route, of a card that lies open and of one that does not.
        let [open_seen, hidden_seen] = [true, false].map(|open| {
            routes.iter().map(|&route| hand.seen(route, seat, open)).collect::<Vec<_>>()
        });
        let paths_of = |suit: Suit| {
            let choices = CARDS[suit.index()].map(|card| -> Vec<u32> {
                let played = open.contains(card);
                let seen = hand.seen(hand.route(card), seat, played);
                let seen_of = if played { &open_seen } else { &hidden_seen };
                let is_void = |route: &Route| match route.now {
                    Place::Hand(holder) => !played && view.is_void(holder, suit),
                    Place::Kitty | Place::Discard => false,
                };
                let choices = (0..).zip(routes.iter().zip(seen_of));
                let fit =
                    choices.filter(|(_, (route, seen_of))| **seen_of == seen && !is_void(route));
                fit.map(|(i, _)| i).collect()
            });
            let last = choices.len() - 1;
            let answers = |question: usize, counts, way: &mut dyn FnMut(u32, u64)| {
                for &choice in &choices[question] {
                    let mut next = steps[choice as usize].after(counts, limits);
                    if question == last {
                        next = next.and_then(|counts| end_suit(counts, exchanges));
                    }
                    if let Some(next) = next {
                        way(choice, next);
                    }
                }
            };
            Paths::count_up(choices.len(), 0, answers, |_| true)
        };
        let paths = SuitPaths::join(Suit::ALL.map(paths_of), Limits::bytes(limits));
        let mut public = hand.clone();
        public.hide();
        Self { public, routes, paths }
    }

    fn count(&self) -> Option<f64> {
        Some(self.paths.total())
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Hand {
        let mut world = self.public.clone();
        self.paths.draw(rng, |suit, question, choice| {
            world.put(CARDS[suit][question], self.routes[choice as usize]);
        });
        world
    }
}

impl Hand {
    /// What the counts come to once every card has its route.
    fn counts(&self) -> u64 {
        let mut counts = [0; 8];
        (counts[DEALT], counts[KITTY]) = (16, 4);
        counts[DISCARDED] = self.discard.len() as u8;
        for (i, exchange) in self.bleed.exchanges().iter().enumerate() {
            counts[GIVEN + i] = exchange.given.len() as u8;
            counts[RETURNED + i] = exchange.returned.len() as u8;
        }
        u64::from_le_bytes(counts)
    }

    /// Empties all that is hidden from some seat.
    fn hide(&mut self) {
        self.dealt = BySeat::default();
        self.hands = BySeat::default();
        self.kitty = CardSet::EMPTY;
        self.discard = CardSet::EMPTY;
        for exchange in self.bleed.exchanges_mut() {
            exchange.given = CardSet::EMPTY;
            exchange.returned = CardSet::EMPTY;
        }
    }

    /// Puts a card everywhere that its route says.
    fn put(&mut self, card: Card, route: Route) {
        match route.dealt {
            Place::Hand(seat) => self.dealt[seat].insert(card),
            Place::Kitty | Place::Discard => self.kitty.insert(card),
        }
        match route.now {
            Place::Hand(seat) if self.tricks.played[seat].contains(card) => {}
            Place::Hand(seat) => self.hands[seat].insert(card),
            Place::Discard => self.discard.insert(card),
            Place::Kitty => {}
        }
        for (passing, exchange) in route.passings.into_iter().zip(self.bleed.exchanges_mut()) {
            let (gave, got_back) = passing.moves();
            if gave {
                exchange.given.insert(card);
            }
            if got_back {
                exchange.returned.insert(card);
            }
        }
    }
}
