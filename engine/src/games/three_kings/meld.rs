//! Melds: three cards of one rank, or three of a suit in sequence.

use std::fmt;

use super::order::{falling, rank_height, suit_height};
use super::rules::{MeldList, MeldOrder, ThreeKings};
use crate::card::{Card, Rank, Suit};
use crate::card_set::CardSet;

/// What makes three cards a meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Three cards of one rank.
    Set,
    /// Three cards of one suit in sequence, from A 2 3 to J Q K.
    Run,
}

/// Three cards that are a meld under some rules: 52 sets and 44 runs. Whether they are one in a
/// game its rules say, see [`Meld::level`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meld {
    shape: Shape,
    /// Of a set the card of its rank that is missing, of a run its lowest card.
    mark: Card,
}

/// The most that a level can be, see [`Meld::level`].
const LEVELS: u8 = 13;

/// For each height, 0 unused, the level of a set of this rank in the closed list; 0 is none.
const LISTED_SETS: [u8; 14] = [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 0, 6];

/// For each height, 0 unused, the level of a run from this rank up in the closed list.
const LISTED_RUNS: [u8; 14] = [0, 0, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 0];

impl Meld {
    /// How many melds there are under any rules; [`Meld::index`] is below it.
    pub const COUNT: usize = 96;

    /// The meld that these cards are under some rules.
    pub fn of(cards: CardSet) -> Option<Self> {
        if cards.len() != 3 {
            return None;
        }
        let found = Melds::any(cards);
        found.sets.first().map(Self::set).or_else(|| found.runs.first().map(Self::run))
    }

    const fn set(missing: Card) -> Self {
        Self { shape: Shape::Set, mark: missing }
    }

    const fn run(lowest: Card) -> Self {
        Self { shape: Shape::Run, mark: lowest }
    }

    /// The meld's three cards.
    #[inline]
    pub fn cards(self) -> CardSet {
        let (rank, suit) = (self.mark.rank(), self.mark.suit());
        match self.shape {
            Shape::Set => {
                let all = Suit::ALL.into_iter().map(|suit| Card::new(rank, suit));
                all.collect::<CardSet>().without(self.mark)
            }
            Shape::Run => {
                let low = rank.index();
                (0..3).map(|step| Card::new(Rank::ALL[(low + step) % 13], suit)).collect()
            }
        }
    }

    /// Whether the meld is a set or a run.
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// The meld's level under these rules, from 1; `None` if the rules have no such meld.
    #[inline]
    pub const fn level(self, rules: &ThreeKings) -> Option<u8> {
        let height = rank_height(self.mark.rank());
        let level = match (rules.melds, self.shape) {
            (MeldList::Table, Shape::Set) => LISTED_SETS[height as usize],
            (MeldList::Table, Shape::Run) => LISTED_RUNS[height as usize],
            (MeldList::All, Shape::Set) => height,
            (MeldList::All, Shape::Run) if self.is_royal() => LEVELS,
            (MeldList::All, Shape::Run) => height + 1,
        };
        if level == 0 { None } else { Some(level) }
    }

    /// Whether the meld is a run of jack, queen and king, the only runs that suits set apart.
    #[inline]
    const fn is_royal(self) -> bool {
        matches!((self.shape, self.mark.rank()), (Shape::Run, Rank::Jack))
    }

    /// Whether the meld takes the trick from `earlier`, which lay on the table before.
    pub fn beats(self, earlier: Self, rules: &ThreeKings) -> bool {
        let (new, old) = (self.level(rules), earlier.level(rules));
        if new != old {
            return new > old;
        }
        if self.is_royal() && earlier.is_royal() {
            return suit_height(self.mark.suit()) > suit_height(earlier.mark.suit());
        }
        rules.meld_order == MeldOrder::SetOverSeq
            && self.shape == Shape::Set
            && earlier.shape == Shape::Run
    }

    /// A number below [`Meld::COUNT`], different for each meld: the sets first.
    pub const fn index(self) -> usize {
        match self.shape {
            Shape::Set => self.mark.index(),
            Shape::Run => {
                let height = rank_height(self.mark.rank()) as usize;
                Card::COUNT + 11 * self.mark.suit().index() + height - 1
            }
        }
    }

    /// The meld of this index, if there is one.
    pub fn from_index(index: usize) -> Option<Self> {
        if index < Card::COUNT {
            return Some(Self::set(Card::from_index(index)));
        }
        let run = index - Card::COUNT;
        let suit = Suit::ALL.into_iter().nth(run / 11)?;
        // The lowest card's place in a suit that starts with the ace, which stands last in ours.
        Some(Self::run(Card::new(Rank::ALL[(run % 11 + 12) % 13], suit)))
    }
}

impl fmt::Display for Meld {
    /// The three cards from the highest, apart by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<_> = falling(self.cards()).map(|card| card.to_string()).collect();
        f.write_str(&cards.join(" "))
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// A set of melds, such as those in a hand, 16 bytes wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Melds {
    /// Each set as the card of its rank that is missing.
    sets: CardSet,
    /// Each run as its lowest card.
    runs: CardSet,
}

const ACES: CardSet = of_heights(&[1]);
/// What marks the melds of the closed list.
const LISTED: Melds =
    Melds { sets: of_heights(&[2, 4, 6, 8, 10, 13]), runs: of_heights(&[3, 5, 7, 9, 11]) };

const fn of_heights(heights: &[u8]) -> CardSet {
    let mut cards = CardSet::EMPTY;
    let mut index = 0;
    while index < Card::COUNT {
        let card = Card::from_index(index);
        let mut i = 0;
        while i < heights.len() {
            if rank_height(card.rank()) == heights[i] {
                cards.insert(card);
            }
            i += 1;
        }
        index += 1;
    }
    cards
}

impl Melds {
    /// No meld.
    pub const NONE: Self = Self { sets: CardSet::EMPTY, runs: CardSet::EMPTY };

    /// All melds among these cards under these rules.
    #[inline(always)]
    pub fn of(cards: CardSet, rules: &ThreeKings) -> Self {
        match rules.melds {
            MeldList::Table => {
                Self { sets: cards.fourths() & LISTED.sets, runs: cards.run_starts() & LISTED.runs }
            }
            MeldList::All => Self::any(cards),
        }
    }

    /// All sets and runs among these cards.
    fn any(cards: CardSet) -> Self {
        let mut runs = (cards - ACES).run_starts();
        for ace in cards & ACES {
            let [two, three] = [Rank::Two, Rank::Three].map(|rank| Card::new(rank, ace.suit()));
            if cards.contains(two) && cards.contains(three) {
                runs.insert(ace);
            }
        }
        Self { sets: cards.fourths(), runs }
    }

    /// Those of which these cards are just two.
    #[inline]
    #[must_use]
    pub fn held_but_one(self, cards: CardSet) -> Self {
        let mut runs = cards.near_run_starts();
        for ace in self.runs & ACES {
            if (Meld::run(ace).cards() & cards).len() == 2 {
                runs.insert(ace);
            }
        }
        Self { sets: self.sets & cards.near_fourths(), runs: self.runs & runs }
    }

    /// The cards that are part of any of them.
    #[inline]
    pub fn cards(self) -> CardSet {
        self.iter().fold(CardSet::EMPTY, |all, meld| all | meld.cards())
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.sets.len() + self.runs.len()
    }

    /// The same by the processor's own instruction, where it has one.
    #[inline]
    pub(super) fn count(self) -> usize {
        if self.is_empty() { 0 } else { self.sets.count() + self.runs.count() }
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.sets.is_empty() && self.runs.is_empty()
    }

    /// Whether a meld is one of these melds.
    #[inline]
    pub const fn contains(self, meld: Meld) -> bool {
        match meld.shape {
            Shape::Set => self.sets.contains(meld.mark),
            Shape::Run => self.runs.contains(meld.mark),
        }
    }

    /// The `n`-th, counted from 0: the sets first.
    ///
    /// # Panics
    /// If there are not more than `n`.
    #[inline]
    pub fn nth(self, n: usize) -> Meld {
        let sets = self.sets.count();
        if n < sets { Meld::set(self.sets.nth(n)) } else { Meld::run(self.runs.nth(n - sets)) }
    }

    /// All of them, the sets first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Meld> {
        self.sets.iter().map(Meld::set).chain(self.runs.iter().map(Meld::run))
    }
}
