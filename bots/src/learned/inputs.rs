//! The inputs of a network that are on, and how inputs and labels are numbered.

use threehand_engine::{CardSet, Seat, Suit};

use super::places::Places;

/// The most inputs that are on at once.
const MOST: usize = 256;

/// Inputs or labels with numbers in a row: a table of rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    first: usize,
    rows: usize,
    /// From one row to the next.
    stride: usize,
}

impl Group {
    /// The group that begins at 0.
    pub const fn first(rows: usize, columns: usize) -> Self {
        Self { first: 0, rows, stride: columns }
    }

    /// The group that begins where this one ends.
    pub const fn then(self, rows: usize, columns: usize) -> Self {
        Self { first: self.end(), rows, stride: columns }
    }

    /// The number after the last of the group.
    pub const fn end(self) -> usize {
        self.first + self.rows * self.stride
    }

    /// The number at this place.
    #[inline(always)]
    pub const fn at(self, row: usize, column: usize) -> usize {
        self.first + row * self.stride + column
    }
}

/// The inputs of a network that are on, each at most once. A game describes its view in groups, always the same groups
/// in the same order; each takes the numbers that come next, so that the order of the groups is the layout.
#[derive(Clone, Debug)]
pub struct Inputs {
    on: [u16; MOST],
    len: u16,
    next: u16,
}

impl Inputs {
    /// None, before the first group.
    pub const fn new() -> Self {
        Self { on: [0; MOST], len: 0, next: 0 }
    }

    /// One of the next `count` inputs; the last of them for what is beyond.
    #[inline(always)]
    pub fn one_of(&mut self, count: usize, which: usize) {
        let group = self.group(1, count);
        self.turn_on(group.at(0, which.min(count - 1)));
    }

    /// One of the next `count` inputs for a number that is at least `least`; what does not fit is the nearest that
    /// does.
    #[inline(always)]
    pub fn number(&mut self, count: usize, least: i32, number: i32) {
        self.one_of(count, (number - least).max(0) as usize);
    }

    /// At most one of the next `count` inputs.
    #[inline(always)]
    pub fn maybe(&mut self, count: usize, which: Option<usize>) {
        let group = self.group(1, count);
        if let Some(which) = which {
            self.turn_on(group.at(0, which.min(count - 1)));
        }
    }

    /// The next input, if it is so.
    #[inline(always)]
    pub fn flag(&mut self, is_so: bool) {
        self.maybe(1, is_so.then_some(0));
    }

    /// The next inputs, to be turned on one by one.
    #[inline(always)]
    pub const fn group(&mut self, rows: usize, columns: usize) -> Group {
        let group = Group { first: self.next as usize, rows, stride: columns };
        self.next = group.end() as u16;
        group
    }

    /// The next inputs, a row a suit's slot: numbers of each suit side by side, each with so many columns; the last
    /// column is for what is beyond.
    #[inline(always)]
    pub fn by_suit<const N: usize>(
        &mut self,
        places: &Places,
        slots: usize,
        columns: [usize; N],
        counts: impl Fn(Suit) -> [usize; N],
    ) {
        let group = self.group(slots, columns.iter().sum());
        for suit in Suit::ALL {
            let mut first = group.at(places.slot(suit), 0);
            for (count, columns) in counts(suit).into_iter().zip(columns) {
                self.turn_on(first + count.min(columns - 1));
                first += columns;
            }
        }
    }

    /// [By suit](Self::by_suit) how many cards of it there are in each of these sets.
    #[inline(always)]
    pub fn suits<const N: usize>(
        &mut self,
        places: &Places,
        slots: usize,
        columns: [usize; N],
        cards: [CardSet; N],
    ) {
        self.by_suit(places, slots, columns, |suit| cards.map(|cards| cards.of(suit).len()));
    }

    /// For each of these seats the slots of the suits that it has failed to follow.
    #[inline(always)]
    pub fn voids(
        &mut self,
        seats: [Seat; 2],
        slots: usize,
        places: &Places,
        is_void: impl Fn(Seat, Suit) -> bool,
    ) {
        for seat in seats {
            let voids = self.group(1, slots);
            for suit in Suit::ALL.into_iter().filter(|&suit| is_void(seat, suit)) {
                self.turn_on(voids.at(0, places.slot(suit)));
            }
        }
    }

    /// Turns on an input of a group.
    #[inline(always)]
    pub fn turn_on(&mut self, input: usize) {
        self.on[usize::from(self.len)] = input as u16;
        self.len += 1;
    }

    /// The numbers of those that are on.
    #[inline(always)]
    pub fn on(&self) -> &[u16] {
        &self.on[..usize::from(self.len)]
    }

    /// How many inputs the groups so far have, on and off.
    pub const fn count(&self) -> usize {
        self.next as usize
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self::new()
    }
}
