//! The way of each card through a hand, and what a seat sees of it.

use super::hand::{Hand, Phase};
use super::pairs::Pair;
use super::rules::Step;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};

/// Where a card was at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Dealt to a seat; where it matters, in the first packet.
    Hand(Seat),
    /// Dealt to a seat at the step `rest`, where it matters.
    Later(Seat),
    /// In the kitty that was taken.
    Kitty,
    /// Turned up.
    Turned,
    /// With the cards that nobody has seen so far.
    Stock,
}

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Hand(Seat),
    /// Chosen to be passed, and not yet with the neighbour.
    Chosen(Seat),
    Discard,
    Table,
    Stock,
}

/// What happened to a card, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(pub(super) u16);

impl Marks {
    pub(super) const DISCARDED: Self = Self(1 << 11);

    pub(super) const fn passed(seat: Seat) -> Self {
        Self(1 << seat as u16)
    }

    /// Given or pulled, and returned for it, in the first or the second pair of a step.
    pub(super) const fn of_pair(step: Step, pair: usize) -> [Self; 2] {
        let first = if matches!(step, Step::Exchange) { 3 } else { 7 };
        [Self(1 << (first + pair)), Self(1 << (first + 2 + pair))]
    }

    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The way of one card through a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Route {
    pub(super) origin: Origin,
    pub(super) marks: Marks,
    pub(super) now: Place,
}

/// What a seat sees of a card's route; `None` where it sees nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    origin: Option<Origin>,
    marks: Marks,
    now: Option<Place>,
}

impl Hand {
    /// Whether a seat's first packet is distinct from its other cards.
    pub(super) fn tells_packets(&self) -> bool {
        self.rules.moves_early && self.is_dealt()
    }

    /// The pairs of a step.
    pub(super) fn pairs(&self, step: Step) -> &[Pair] {
        match step {
            Step::Exchange => self.exchange.all(),
            Step::Pull => self.pull.all(),
            _ => &[],
        }
    }

    /// The route that a card has taken.
    pub(super) fn route(&self, card: Card) -> Route {
        let holder = |zones: &BySeat<CardSet>| {
            Seat::ALL.into_iter().find(|&seat| zones[seat].contains(card))
        };
        let mut marks = Marks::default();
        for seat in Seat::ALL.into_iter().filter(|&seat| self.passed[seat].contains(card)) {
            marks = marks.with(Marks::passed(seat));
        }
        for step in [Step::Exchange, Step::Pull] {
            for (i, pair) in self.pairs(step).iter().enumerate() {
                for (cards, mark) in
                    [pair.first, pair.back].into_iter().zip(Marks::of_pair(step, i))
                {
                    marks = if cards.contains(card) { marks.with(mark) } else { marks };
                }
            }
        }
        let mut now = holder(&self.hands)
            .or_else(|| holder(&self.tricks.played))
            .map_or(Place::Stock, Place::Hand);
        if self.discard.contains(card) {
            (now, marks) = (Place::Discard, marks.with(Marks::DISCARDED));
        }
        if let Some(seat) = holder(&self.passed).filter(|_| self.now() == Some(Step::Pass)) {
            now = Place::Chosen(seat);
        }
        if self.turned == Some(card) {
            return Route { origin: Origin::Turned, marks, now: Place::Table };
        }
        let dealt = if self.is_dealt() { &self.dealt } else { &self.first };
        let origin = match holder(dealt) {
            Some(seat) if self.tells_packets() && !self.first[seat].contains(card) => {
                Origin::Later(seat)
            }
            Some(seat) => Origin::Hand(seat),
            None if self.kitty_taken() && self.kitty.contains(card) => Origin::Kitty,
            None => Origin::Stock,
        };
        Route { origin, marks, now }
    }

    /// The routes that some card may have taken by the rules.
    pub(super) fn possible_routes(&self) -> Vec<Route> {
        let mut origins = vec![(Origin::Stock, Place::Stock), (Origin::Turned, Place::Table)];
        origins.extend(Seat::ALL.map(|seat| (Origin::Hand(seat), Place::Hand(seat))));
        if self.tells_packets() {
            origins.extend(Seat::ALL.map(|seat| (Origin::Later(seat), Place::Stock)));
        }
        if self.kitty_taken() {
            origins.push((Origin::Kitty, Place::Stock));
        }
        let mut routes = Vec::new();
        for (origin, now) in origins {
            self.extend(Route { origin, marks: Marks::default(), now }, 0, &mut routes);
        }
        let never = self.marked().into_iter().filter(|&(_, count)| count == 0);
        let never = never.fold(Marks::default(), |all, (mark, _)| all.with(mark));
        routes.retain(|route| !route.marks.meets(never));
        routes
    }

    /// Adds the ways in which a route can go on from step `at`.
    fn extend(&self, route: Route, at: usize, routes: &mut Vec<Route>) {
        let step = self.rules.steps.get(at).filter(|_| at <= usize::from(self.step));
        let Some(&step) = step else {
            return routes.push(route);
        };
        match step {
            Step::Trump | Step::Bid => self.extend(route, at + 1, routes),
            Step::Rest => {
                let now = match route.origin {
                    Origin::Later(seat) if self.is_dealt() => Place::Hand(seat),
                    _ => route.now,
                };
                self.extend(Route { now, ..route }, at + 1, routes);
            }
            Step::Exchange | Step::Pull => self.extend_pairs(route, at, step, 0, routes),
            Step::Kitty => self.extend_kitty(route, at, routes),
            Step::Pass => {
                self.extend(route, at + 1, routes);
                if let Place::Hand(seat) = route.now
                    && let Some(to) = self.passes_to(seat)
                {
                    let has_come = self.is_past(Step::Pass);
                    let now = if has_come { Place::Hand(to) } else { Place::Chosen(seat) };
                    let marks = route.marks.with(Marks::passed(seat));
                    self.extend(Route { marks, now, ..route }, at + 1, routes);
                }
            }
        }
    }

    /// Adds the ways in which a route can go on from the pairs of one seat that was over. Of these a
    /// card has to do with one at most: all is given or pulled before anything returns.
    fn extend_pairs(
        &self,
        route: Route,
        at: usize,
        step: Step,
        first: usize,
        routes: &mut Vec<Route>,
    ) {
        let pairs = self.pairs(step);
        let Some(over) = pairs.get(first).map(|pair| pair.over) else {
            return self.extend(route, at + 1, routes);
        };
        let end = first + pairs[first..].iter().take_while(|pair| pair.over == over).count();
        self.extend_pairs(route, at, step, end, routes);
        for (i, pair) in pairs.iter().enumerate().take(end).skip(first) {
            let [out, back] = Marks::of_pair(step, i);
            let mut go = |marks: Marks, seat: Seat| {
                let marks = route.marks.with(marks);
                let gone = Route { marks, now: Place::Hand(seat), ..route };
                self.extend_pairs(gone, at, step, end, routes);
            };
            if step == Step::Exchange {
                if route.now == Place::Hand(pair.over) {
                    go(out, pair.under);
                    if pair.is_settled {
                        go(out.with(back), pair.over);
                    }
                }
                if route.now == Place::Hand(pair.under) && pair.is_settled {
                    go(back, pair.over);
                }
            } else {
                let own = matches!(route.origin, Origin::Hand(seat) | Origin::Later(seat) if seat == pair.under);
                let came_back = [0, 1].map(|i| Marks::of_pair(step, i)[1]);
                let came_back = came_back.iter().any(|&mark| route.marks.meets(mark));
                if route.now == Place::Hand(pair.under) && own && !came_back {
                    go(out, pair.over);
                }
                if route.now == Place::Hand(pair.over) && !pair.back.is_empty() {
                    go(back, pair.under);
                }
            }
        }
    }

    fn extend_kitty(&self, route: Route, at: usize, routes: &mut Vec<Route>) {
        let taker = Place::Hand(self.seat_of(self.rules.kitty_to));
        let from_kitty = route.origin == Origin::Kitty;
        let taken = Route { now: if from_kitty { taker } else { route.now }, ..route };
        self.extend(taken, at + 1, routes);
        let held = if self.rules.discard_first { route.now } else { taken.now };
        if held == taker && !self.discard.is_empty() {
            let marks = route.marks.with(Marks::DISCARDED);
            self.extend(Route { marks, now: Place::Discard, ..route }, at + 1, routes);
        }
    }

    /// What `seat` sees of a card's route; `played` says whether the card lies open.
    pub(super) fn seen(&self, route: Route, seat: Seat, played: bool) -> Seen {
        let takes = seat == self.seat_of(self.rules.kitty_to);
        let sees_origin = match route.origin {
            Origin::Hand(own) | Origin::Later(own) => own == seat,
            Origin::Kitty => takes,
            Origin::Turned => true,
            Origin::Stock => false,
        };
        let sees_now = match route.now {
            Place::Hand(own) | Place::Chosen(own) => own == seat,
            Place::Discard => takes,
            Place::Table => true,
            Place::Stock => false,
        };
        Seen {
            origin: sees_origin.then_some(route.origin),
            marks: Marks(route.marks.0 & self.seen_marks(seat).0),
            now: (sees_now || played).then_some(route.now),
        }
    }

    /// The marks that a seat sees.
    pub(super) fn seen_marks(&self, seat: Seat) -> Marks {
        let mut seen = Marks::default();
        for other in Seat::ALL.into_iter().filter(|&other| self.known_to(seat).sees_pass(other)) {
            seen = seen.with(Marks::passed(other));
        }
        for step in [Step::Exchange, Step::Pull] {
            for (i, pair) in self.pairs(step).iter().enumerate() {
                if self.shows(step, pair, seat) {
                    let [out, back] = Marks::of_pair(step, i);
                    seen = seen.with(out).with(back);
                }
            }
        }
        if seat == self.seat_of(self.rules.kitty_to) { seen.with(Marks::DISCARDED) } else { seen }
    }

    /// Whether the lead shows where the lowest card of a suit is, and no card has been played since.
    pub(super) fn lead_shows_lowest(&self) -> bool {
        self.phase == Phase::Play && self.tricks.all_played().is_empty()
    }
}
