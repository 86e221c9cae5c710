//! What a seat knows, as planes of 52 bytes for networks.

use threehand_engine::{BySeat, Card, CardSet, Scene, Seat, Suit, Trump};

/// A plane of cards, a byte each: 1 for the cards on the plane and 0 for all others. Seats are in the order of
/// the observing seat: itself, its left neighbour, its right neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Plane {
    /// The seat's own cards.
    Hand,
    /// Cards that the left neighbour is known to hold.
    HeldLeft,
    /// Cards that the right neighbour is known to hold.
    HeldRight,
    /// Cards that the left neighbour may hold.
    MayLeft,
    /// Cards that the right neighbour may hold.
    MayRight,
    /// Cards that the seat itself has played, those of the trick on the table with them.
    PlayedOwn,
    /// Cards that the left neighbour has played.
    PlayedLeft,
    /// Cards that the right neighbour has played.
    PlayedRight,
    /// The seat's own cards of the trick on the table.
    TrickOwn,
    /// The left neighbour's cards of the trick on the table.
    TrickLeft,
    /// The right neighbour's cards of the trick on the table.
    TrickRight,
    /// Cards that lie face up on the table and belong to no trick.
    Table,
    /// Cards that the seat alone knows to be out of play.
    Away,
    /// All cards of the suits that the seat itself has failed to follow.
    VoidOwn,
    /// All cards of the suits that the left neighbour has failed to follow.
    VoidLeft,
    /// All cards of the suits that the right neighbour has failed to follow.
    VoidRight,
    /// No cards but numbers: see [`Fact`].
    Facts,
}

impl Plane {
    /// What each seat is known to hold, the seat's own cards first.
    pub const HELD: [Self; 3] = [Self::Hand, Self::HeldLeft, Self::HeldRight];
    /// What each seat has played.
    pub const PLAYED: [Self; 3] = [Self::PlayedOwn, Self::PlayedLeft, Self::PlayedRight];
    /// What each seat has in the trick on the table.
    pub const TRICK: [Self; 3] = [Self::TrickOwn, Self::TrickLeft, Self::TrickRight];
    /// The suits that each seat has failed to follow.
    pub const VOID: [Self; 3] = [Self::VoidOwn, Self::VoidLeft, Self::VoidRight];
}

/// Where a number stands in the plane of [facts](Plane::Facts). Three of a kind stand in a row: the
/// seat's own, its left neighbour's, its right one's. A number that may be below 0 has 128 added to it;
/// what does not fit a byte is the nearest that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Fact {
    /// 1 for who dealt.
    Dealer = 0,
    /// 1 for whose turn it is.
    Turn = 3,
    /// Tricks taken.
    Tricks = 6,
    /// How many cards each holds.
    Cards = 9,
    /// The scores before the hand and 128.
    Scores = 12,
    /// What each has undertaken. 9-2-5 and games from files: the tricks to take. Three-Legged Kitty: 1 for the Cat.
    /// Three Kings: 1 for the prediction `last`, 2 for `ace`.
    Contract = 15,
    /// Five numbers, 1 for the trump: clubs, diamonds, hearts, spades, none.
    Trump = 18,
    /// Three numbers a seat of the game's own. 9-2-5 and games from files: what the seat's last hand was above its
    /// contract and 128. Three-Legged Kitty: 1 for who has left the auction. Three Kings: points in the set as
    /// they stand now and 128.
    Own = 23,
    /// Three more. Three-Legged Kitty: 1 for who has bid highest. Three Kings: 1 for who took the upcard. Games from
    /// files: what the cards that the seat has taken cost it and 128.
    Other = 26,
    /// From here on numbers of the game's own. 9-2-5: cards that the giver still gives, cards laid away.
    /// Three-Legged Kitty: the highest bid's number, its strain as in the five numbers of the trump and 1 for
    /// null, cards that the bidder still pays. Three Kings: cards of the stock, 1 once the exchange is decided.
    /// Games from files: cards laid away, 1 once the suit that has to be broken is, 1 for each seat that has bid, and
    /// how many cards each has chosen to pass.
    Game = 29,
    /// The scores before the hand plus 32768, divided by 256: with [`ScoresLow`](Self::ScoresLow) also a score that
    /// does not fit [`Scores`](Self::Scores).
    ScoresHigh = 46,
    /// The remainder of that division.
    ScoresLow = 49,
}

/// The planes of one seat, to be filled: [`Planes::COUNT`] times 4 suits (clubs, diamonds, hearts,
/// spades) of 13 ranks (two to ace).
///
/// They say where cards are and not in which order they came; the text of a view says all.
pub struct Planes<'a>(&'a mut [u8]);

/// The bits of a byte as bytes, the lowest first.
const SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    spread
};

impl<'a> Planes<'a> {
    /// How many planes there are.
    pub const COUNT: usize = Plane::Facts as usize + 1;
    /// How many bytes they have.
    pub const BYTES: usize = Self::COUNT * Card::COUNT;
    /// Their names, in their order.
    pub const NAMES: [&'static str; Plane::Facts as usize + 1] = [
        "hand",
        "held left",
        "held right",
        "may left",
        "may right",
        "played own",
        "played left",
        "played right",
        "trick own",
        "trick left",
        "trick right",
        "table",
        "away",
        "void own",
        "void left",
        "void right",
        "facts",
    ];

    /// Planes of nothing.
    ///
    /// # Panics
    /// If there is another number of bytes than [`Planes::BYTES`].
    #[inline]
    pub fn new(bytes: &'a mut [u8]) -> Self {
        assert_eq!(bytes.len(), Self::BYTES, "the bytes of all planes");
        bytes.fill(0);
        Self(bytes)
    }

    /// Puts cards on a plane.
    #[inline]
    pub fn lay(&mut self, plane: Plane, cards: CardSet) {
        if cards.is_empty() {
            return;
        }
        let bytes = &mut self.0[plane as usize * Card::COUNT..][..Card::COUNT];
        for suit in Suit::ALL {
            let ranks = usize::from(cards.ranks(suit));
            let row = &mut bytes[suit.index() * 13..][..13];
            row[..8].copy_from_slice(&SPREAD[ranks & 0xFF]);
            row[8..].copy_from_slice(&SPREAD[ranks >> 8][..5]);
        }
    }

    /// Puts each seat's cards on its own of three planes.
    #[inline]
    pub fn lay_each(
        &mut self,
        planes: [Plane; 3],
        me: Seat,
        mut cards: impl FnMut(Seat) -> CardSet,
    ) {
        for (plane, seat) in planes.into_iter().zip(me.around()) {
            self.lay(plane, cards(seat));
        }
    }

    /// Sets a number, counted from the place of a fact.
    #[inline]
    pub fn set(&mut self, fact: Fact, offset: usize, number: u8) {
        self.0[Plane::Facts as usize * Card::COUNT + fact as usize + offset] = number;
    }

    /// Sets three numbers, one for each seat.
    #[inline]
    pub fn set_each(&mut self, fact: Fact, me: Seat, numbers: BySeat<u8>) {
        for (steps, seat) in me.around().into_iter().enumerate() {
            self.set(fact, steps, numbers[seat]);
        }
    }

    /// Sets 1 for this seat.
    #[inline]
    pub fn mark_seat(&mut self, fact: Fact, me: Seat, seat: Seat) {
        self.set(fact, seat.steps_from(me), 1);
    }

    /// Sets 1 for the trump.
    #[inline]
    pub fn mark_trump(&mut self, trump: Trump) {
        self.set(Fact::Trump, trump.index(), 1);
    }

    /// Who dealt, whose turn it is, and the scores before the hand.
    #[inline]
    pub fn set_match(
        &mut self,
        me: Seat,
        (dealer, turn): (Seat, Option<Seat>),
        scores: BySeat<i32>,
    ) {
        self.mark_seat(Fact::Dealer, me, dealer);
        if let Some(turn) = turn {
            self.mark_seat(Fact::Turn, me, turn);
        }
        self.set_each(Fact::Scores, me, scores.map(signed));
        let bytes = scores
            .map(|score| score.saturating_add(1 << 15).clamp(0, u16::MAX.into()).to_be_bytes());
        self.set_each(Fact::ScoresHigh, me, bytes.map(|[.., high, _]| high));
        self.set_each(Fact::ScoresLow, me, bytes.map(|[.., low]| low));
    }

    /// What a scene shows: hands, the trick and what lies on the table.
    pub fn lay_scene(&mut self, scene: &Scene) {
        let me = scene.seat.unwrap_or(Seat::P0);
        let set = |cards: &threehand_engine::scene::Cards| cards.0.iter().copied().collect();
        self.lay_each(Plane::HELD, me, |seat| set(&scene.hands[seat].cards));
        let trick = |seat| scene.trick.iter().find(|lay| lay.seat == seat);
        self.lay_each(Plane::TRICK, me, |seat| {
            trick(seat).map_or(CardSet::EMPTY, |lay| set(&lay.cards))
        });
        let heaps = scene.heaps.iter().map(|heap| set(&heap.pile.cards));
        self.lay(Plane::Table, heaps.fold(CardSet::EMPTY, |all, cards| all | cards));
        self.set_match(me, (scene.dealer, scene.turn), scene.scores);
        let held = BySeat::from_fn(|seat| scene.hands[seat].len() as u8);
        self.set_each(Fact::Cards, me, held);
    }
}

/// A number that may be below 0, with 128 added to it.
#[inline]
pub(crate) fn signed(number: i32) -> u8 {
    number.saturating_add(128).clamp(0, 255) as u8
}

/// All cards of the void suits.
#[inline]
pub(crate) fn voids(is_void: impl Fn(Suit) -> bool) -> CardSet {
    let voids = Suit::ALL.into_iter().filter(|&suit| is_void(suit));
    voids.fold(CardSet::EMPTY, |all, suit| all | CardSet::suit(suit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_lies_where_its_suit_and_rank_say() {
        let mut bytes = [7; Planes::BYTES];
        let mut planes = Planes::new(&mut bytes);
        let cards: CardSet = "2C TC AD 9S".parse().unwrap();
        planes.lay(Plane::Away, cards);
        let ace: CardSet = "AS".parse().unwrap();
        let of_seat_0 = |seat| if seat == Seat::P0 { ace } else { CardSet::EMPTY };
        planes.lay_each(Plane::PLAYED, Seat::P1, of_seat_0);
        let laid: Vec<_> = (0..Planes::BYTES).filter(|&place| bytes[place] != 0).collect();
        let [away, right] = [Plane::Away, Plane::PlayedRight].map(|plane| plane as usize * 52);
        assert_eq!(laid, [right + 51, away, away + 8, away + 25, away + 46]);
        assert!(bytes.iter().all(|&byte| byte <= 1));
    }

    #[test]
    fn scores_beyond_a_byte_are_the_nearest_that_fit() {
        assert_eq!([-500, -128, -1, 0, 127, 128].map(signed), [0, 0, 127, 128, 255, 255]);
    }

    #[test]
    fn two_bytes_tell_all_scores_apart() {
        for scores in [[128, 200, -129], [0, 127, -1], [i32::MAX, 32_767, i32::MIN]] {
            let mut bytes = [0; Planes::BYTES];
            let seats = (Seat::P0, None);
            Planes::new(&mut bytes).set_match(Seat::P0, seats, BySeat(scores));
            let fact = |fact: Fact, seat| i32::from(bytes[16 * Card::COUNT + fact as usize + seat]);
            let read =
                |seat| fact(Fact::ScoresHigh, seat) * 256 + fact(Fact::ScoresLow, seat) - (1 << 15);
            assert_eq!([0, 1, 2].map(read), scores.map(|score| score.clamp(-32_768, 32_767)));
        }
    }
}
