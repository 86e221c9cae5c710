//! The counts that tie the routes of cards together.

use super::hand::Hand;
use super::pairs::Pair;
use super::routes::{Marks, Origin, Place, Route};
use super::rules::{Lead, Step};
use crate::card::Suit;
use crate::hidden::Limits;
use crate::seat::Seat;

/// The counts of hidden things, each a few bits of a number with a bit to spare on top.
struct Counts {
    limits: Limits,
    bits: u32,
}

impl Counts {
    /// Adds a count: what one more comes to.
    fn add(&mut self, most: usize) -> u64 {
        let one = 1 << self.bits;
        let wide = (most as u64).checked_ilog2().map_or(0, |log| log + 1);
        self.limits.counts |= (most as u64) << self.bits;
        self.bits += wide + 1;
        self.limits.tops |= 1 << (self.bits - 1);
        one
    }
}

/// What one more card of some route does to the counts.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    adds: u64,
    /// Flags of the exchanges in which the receiver returned it.
    returned: u64,
    /// Flags of the exchanges after which the receiver has it.
    kept: u64,
    /// Whether a seat has it, and whether that is the leader.
    held: Option<bool>,
}

/// All that the counts of a view go by.
pub(super) struct Tally<'a> {
    hand: &'a Hand,
    pub(super) limits: Limits,
    origins: Vec<(Origin, u64)>,
    marks: Vec<(Marks, u64)>,
    /// Exchanges that are done: out and back marks, who received, what one more of each comes to if
    /// that is counted, and a flag.
    exchanges: Vec<Settled>,
    /// The flag that says that the leader has the lowest card so far.
    lowest: Option<(Suit, u64)>,
    flags: u64,
}

struct Settled {
    marks: [Marks; 2],
    under: Seat,
    counted: [Option<u64>; 2],
    flag: u64,
}

impl<'a> Tally<'a> {
    pub(super) fn of(hand: &'a Hand, seat: Seat, routes: &[Route]) -> Self {
        let mut counts = Counts { limits: Limits { counts: 0, tops: 0 }, bits: 0 };
        let mut origins: Vec<(Origin, u64)> = Vec::new();
        for route in routes {
            let origin = route.origin;
            let hidden = match origin {
                // The cards of the last seat follow from all the others.
                Origin::Hand(other) => other == seat.left(),
                Origin::Later(other) => other != seat,
                Origin::Kitty => seat != hand.seat_of(hand.rules.kitty_to),
                Origin::Stock => true,
                Origin::Turned => false,
            };
            if hidden && origins.iter().all(|(other, _)| *other != origin) {
                origins.push((origin, counts.add(hand.count_of(origin))));
            }
        }
        let seen = hand.seen_marks(seat);
        let mut marks = Vec::new();
        for (mark, count) in
            hand.marked().into_iter().filter(|&(mark, n)| n > 0 && !seen.meets(mark))
        {
            marks.push((mark, counts.add(count)));
        }
        let mut flags = 1_u64.checked_shl(counts.bits).unwrap_or(0);
        let mut all_flags = 0;
        let mut flag = || {
            let flag = flags;
            (all_flags, flags) = (all_flags | flag, flags << 1);
            flag
        };
        let done = |(_, pair): &(usize, &Pair)| pair.is_settled && !pair.first.is_empty();
        let exchanges = hand.exchange.all().iter().enumerate().filter(done).map(|(i, pair)| {
            let of_pair = Marks::of_pair(Step::Exchange, i);
            let counted = of_pair.map(|mark| marks.iter().find(|(m, _)| *m == mark).map(|m| m.1));
            Settled { marks: of_pair, under: pair.under, counted, flag: flag() }
        });
        let exchanges = exchanges.collect();
        let lowest = match hand.rules.lead {
            Lead::Lowest(suit) if hand.lead_shows_lowest() => Some((suit, flag())),
            _ => None,
        };
        Self { hand, limits: counts.limits, origins, marks, exchanges, lowest, flags: all_flags }
    }

    /// What one more card of a route does.
    pub(super) fn step(&self, route: Route) -> Effect {
        let origin = self.origins.iter().find(|(origin, _)| *origin == route.origin);
        let marks = self.marks.iter().filter(|(mark, _)| route.marks.meets(*mark));
        let adds = origin.map_or(0, |origin| origin.1) + marks.map(|mark| mark.1).sum::<u64>();
        let (mut returned, mut kept) = (0, 0);
        for exchange in &self.exchanges {
            let [out, back] = exchange.marks.map(|mark| route.marks.meets(mark));
            if back {
                returned |= exchange.flag;
            } else if self.hand.place_after(route, exchange.marks[0]) == Some(exchange.under) || out
            {
                kept |= exchange.flag;
            }
        }
        let held = match route.now {
            Place::Hand(seat) => Some(seat == self.hand.tricks.trick.leader()),
            _ => None,
        };
        Effect { adds, returned, kept, held }
    }

    /// What a card of a suit adds to the counts, if it does nothing else to them.
    pub(super) fn only_adds(&self, step: Effect, suit: Suit) -> Option<u64> {
        let ties = self.lowest.is_some_and(|(of, _)| of == suit);
        (step.returned == 0 && step.kept == 0 && !ties).then_some(step.adds)
    }

    /// The counts after a card of a suit; `None` if there is no room for it.
    pub(super) fn after(&self, step: Effect, suit: Suit, counts: u64) -> Option<u64> {
        if counts & step.returned != 0 {
            return None;
        }
        let next = (counts & !self.flags) + step.adds;
        let mut flags = counts & self.flags | step.kept;
        if let (Some((of, lowest)), Some(leads)) = (self.lowest, step.held)
            && of == suit
        {
            flags = if leads { flags | lowest } else { flags & !lowest };
        }
        self.limits.fits(next, 0).then_some(next | flags)
    }

    /// The counts at the end of a suit; `None` if a receiver did not return suit for suit, or
    /// another seat than the leader has the lowest card.
    pub(super) fn end(&self, suit: Suit, counts: u64) -> Option<u64> {
        let count = |one: u64| {
            let place = one.trailing_zeros();
            let width = (self.limits.tops >> place).trailing_zeros();
            counts >> place & ((1 << width) - 1)
        };
        let balanced = |exchange: &Settled| match exchange.counted {
            [Some(out), Some(back)] => count(out) == count(back),
            _ => true,
        };
        let leads = self.lowest.is_none_or(|(of, flag)| of != suit || counts & flag != 0);
        (leads && self.exchanges.iter().all(balanced)).then_some(counts & !self.flags)
    }
}

impl Hand {
    /// How many cards came from there.
    fn count_of(&self, origin: Origin) -> usize {
        let (hand, first) = (usize::from(self.rules.hand), usize::from(self.rules.first));
        match origin {
            Origin::Hand(_) if self.tells_packets() || !self.is_dealt() => first,
            Origin::Hand(_) => hand,
            Origin::Later(_) => hand - first,
            Origin::Kitty => usize::from(self.rules.kitty),
            Origin::Turned => 1,
            Origin::Stock => self.stock().into_iter().sum(),
        }
    }

    /// The parts of the cards that nobody has seen: the kitty, what is to be dealt to each seat, and
    /// what lies aside.
    pub(super) fn stock(&self) -> [usize; 5] {
        let kitty = if self.kitty_taken() { 0 } else { usize::from(self.rules.kitty) };
        let later =
            if self.is_dealt() { 0 } else { usize::from(self.rules.hand - self.rules.first) };
        [kitty, later, later, later, self.rules.aside()]
    }

    /// In how many ways these parts can lie.
    pub(super) fn ways_of_stock(&self) -> f64 {
        let (mut ways, mut left) = (1.0, 0_usize);
        for part in self.stock() {
            for i in 1..=part {
                left += 1;
                ways *= left as f64 / i as f64;
            }
        }
        ways.round()
    }

    /// How often each mark was made.
    pub(super) fn marked(&self) -> Vec<(Marks, usize)> {
        let mut marked = vec![(Marks::DISCARDED, self.discard.len())];
        marked.extend(Seat::ALL.map(|seat| (Marks::passed(seat), self.passed[seat].len())));
        for step in [Step::Exchange, Step::Pull] {
            for (i, pair) in self.pairs(step).iter().enumerate() {
                let counts = [pair.first.len(), pair.back.len()];
                marked.extend(Marks::of_pair(step, i).into_iter().zip(counts));
            }
        }
        marked
    }

    /// Who has a card of this route when the gifts of an exchange are given, whose mark this is.
    fn place_after(&self, route: Route, out: Marks) -> Option<Seat> {
        let mut place = match route.origin {
            Origin::Hand(seat) => Some(seat),
            _ => None,
        };
        let taker = self.seat_of(self.rules.kitty_to);
        for &step in &self.rules.steps {
            match step {
                Step::Rest => {
                    if let Origin::Later(seat) = route.origin {
                        place = Some(seat);
                    }
                }
                Step::Pass => {
                    if let Some(seat) = place.filter(|&seat| route.marks.meets(Marks::passed(seat)))
                    {
                        place = self.passes_to(seat);
                    }
                }
                Step::Kitty => {
                    if route.origin == Origin::Kitty {
                        place = Some(taker);
                    }
                    if route.marks.meets(Marks::DISCARDED) {
                        place = None;
                    }
                }
                Step::Exchange | Step::Pull => {
                    for (i, pair) in self.pairs(step).iter().enumerate() {
                        let [first, back] = Marks::of_pair(step, i);
                        let [to, from] = match step {
                            Step::Exchange => [pair.under, pair.over],
                            _ => [pair.over, pair.under],
                        };
                        if route.marks.meets(first) {
                            place = Some(to);
                        }
                        if first == out {
                            return place;
                        }
                        if route.marks.meets(back) {
                            place = Some(from);
                        }
                    }
                }
                Step::Trump | Step::Bid => {}
            }
        }
        None
    }
}
