//! A position of a game of tricks with all hands open.

use threehand_engine::{BySeat, Card, CardSet, Seat, Suit, Trick, Trump};

/// Three open hands, the trump, and the trick on the table; aces are high and suit is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    hands: BySeat<CardSet>,
    trump: Trump,
    trick: Trick,
}

/// Why hands and a trick are no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPosition {
    /// Two seats hold the card, or it lies on the table as well.
    #[error("{0} is there twice")]
    Twice(Card),
    /// The seat has too many cards or too few.
    #[error("seat {seat} holds {held}, where {due} would go with the others")]
    Uneven {
        /// The seat.
        seat: Seat,
        /// How many cards it holds.
        held: usize,
        /// How many it would have to hold to go with the leader's.
        due: usize,
    },
}

/// How many cards each seat has, with those that it has played to the trick on the table; no card is there twice.
pub(crate) fn cards_each(
    hands: &BySeat<CardSet>,
    leader: Seat,
    plays: &[CardSet],
) -> Result<usize, NoPosition> {
    let mut seen = CardSet::EMPTY;
    for &cards in hands.0.iter().chain(plays) {
        if let Some(card) = (seen & cards).first() {
            return Err(NoPosition::Twice(card));
        }
        seen |= cards;
    }
    let played = |seat: Seat| plays.get(seat.steps_from(leader)).map_or(0, |cards| cards.len());
    let each = hands[leader].len() + played(leader);
    for (seat, cards) in hands.iter() {
        let due = each - played(seat).min(each);
        if cards.len() != due {
            return Err(NoPosition::Uneven { seat, held: cards.len(), due });
        }
    }
    Ok(each)
}

impl Position {
    /// The position of these hands with this trick on the table, which is not full. Every seat has
    /// as many cards as the leader, counting those on the table.
    pub fn new(hands: BySeat<CardSet>, trump: Trump, trick: Trick) -> Result<Self, NoPosition> {
        let plays: Vec<_> = trick.plays().map(|(_, card)| CardSet::only(card)).collect();
        cards_each(&hands, trick.leader(), &plays)?;
        Ok(Self { hands, trump, trick })
    }

    /// A position that the rules of a game have led to.
    pub(crate) const fn of_hand(hands: BySeat<CardSet>, trump: Trump, trick: Trick) -> Self {
        Self { hands, trump, trick }
    }

    /// The three hands, without the cards on the table.
    pub const fn hands(&self) -> &BySeat<CardSet> {
        &self.hands
    }

    /// All cards in hands.
    pub fn held(&self) -> CardSet {
        let BySeat([a, b, c]) = self.hands;
        a | b | c
    }

    /// The trump.
    pub const fn trump(&self) -> Trump {
        self.trump
    }

    /// The suits in the order of the solvers' lanes: a trump first.
    pub(super) fn lanes(&self) -> [Suit; 4] {
        let mut suits = Suit::ALL;
        if let Trump::Suit(suit) = self.trump {
            suits.swap(0, suit.index());
        }
        suits
    }

    /// The trick on the table.
    pub const fn trick(&self) -> &Trick {
        &self.trick
    }

    /// Tricks that nobody has won yet.
    pub fn tricks_left(&self) -> usize {
        self.hands[self.trick.leader()].len() + usize::from(!self.trick.is_empty())
    }

    /// Who plays next; nobody if all cards are played.
    pub fn turn(&self) -> Option<Seat> {
        (self.tricks_left() > 0).then(|| self.trick.turn())
    }

    /// The cards that may be played next.
    pub fn playable(&self) -> CardSet {
        self.trick.playable(self.hands[self.trick.turn()])
    }

    /// The position once the seat to move has played this card, and who won the trick if that
    /// ended it.
    #[must_use]
    pub fn after(&self, card: Card) -> (Self, Option<Seat>) {
        let mut next = *self;
        next.hands[self.trick.turn()].remove(card);
        next.trick.play(card, self.trump);
        let winner = next.trick.winner();
        if let Some(winner) = winner {
            next.trick = Trick::led_by(winner);
        }
        (next, winner)
    }
}
