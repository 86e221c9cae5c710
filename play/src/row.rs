//! Matches and hands as plain rows: numbers and labels, no type of any game.

use std::cmp::Ordering;

use threehand_bots::FailureKind;
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Card, Deal, Rank, Reach, Seat, Standing};

use crate::forfeit::Forfeit;

/// Places at the table, counted from the dealer.
pub const PLACES: usize = 3;

/// For each two seats, the first's finishing place against the second's: 2 ahead, 1 level, 0 behind.
pub type Ahead = BySeat<BySeat<i64>>;

/// The parts of a match that are wanted besides its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// The rows of its hands.
    pub hands: bool,
    /// The records of its hands.
    pub records: bool,
}

/// One match under one line-up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchRow {
    /// The number of the line-up.
    pub lineup: usize,
    /// Each seat's share of the match in sixths: 6 for who stands alone ahead, split where the top is shared.
    pub won_sixths: BySeat<i64>,
    /// The scores that decide the match.
    pub scores: BySeat<i32>,
    /// The finishing order.
    pub ahead: Ahead,
    /// For each role, points and hands by seat.
    pub roles: Vec<BySeat<(i64, i64)>>,
    /// Finished hands.
    pub hands: u64,
    /// Whether the cap on hands ended the match.
    pub truncated: bool,
    /// The failure that ended the match.
    pub forfeit: Option<Forfeit>,
    /// Whether the match ended at the top or the bottom of the scores.
    pub reach: Reach,
    /// The deal luck of each place from the dealer on, summed over the hands that were dealt: its high-card points
    /// less their mean. Zero unless hands are kept.
    pub luck: [i64; PLACES],
    /// The finished hands, if they are kept.
    pub rows: Vec<HandRow>,
    /// The records of all hands, if they are kept.
    pub records: Vec<Record>,
}

/// One finished hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRow {
    /// The dealer.
    pub dealer: Seat,
    /// Indices into the game's roles.
    pub roles: BySeat<usize>,
    /// The contracts as text.
    pub contracts: BySeat<Option<String>>,
    /// Whether the contract was made.
    pub kept: BySeat<Option<bool>>,
    /// Tricks taken.
    pub tricks: BySeat<u8>,
    /// Points gained.
    pub points: BySeat<i32>,
    /// The standing with which the next hand starts.
    pub after: StandingRow,
    /// The values of the game's own quantities, in their order.
    pub quantities: Vec<Option<u8>>,
}

/// The state of a match between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingRow {
    /// The next dealer.
    pub dealer: Seat,
    /// The running scores.
    pub scores: BySeat<i32>,
    /// The game points, in games that have them.
    pub game_points: Option<BySeat<i32>>,
    /// Sort key of the finishing order: the greater is ahead.
    pub placing: BySeat<(i32, i32)>,
}

impl StandingRow {
    pub(crate) fn of(standing: &impl Standing) -> Self {
        Self {
            dealer: standing.dealer(),
            scores: standing.scores(),
            game_points: standing.game_points(),
            placing: BySeat::from_fn(|seat| standing.placing(seat)),
        }
    }

    /// The scores that decide the match.
    pub fn match_scores(&self) -> BySeat<i32> {
        self.game_points.unwrap_or(self.scores)
    }

    /// The seats that stand ahead of all others.
    pub fn leaders(&self) -> Vec<Seat> {
        let best = self.placing.0.into_iter().max();
        Seat::ALL.into_iter().filter(|&seat| Some(self.placing[seat]) == best).collect()
    }
}

impl MatchRow {
    /// A seat's finishing place from 1; seats that are level share the better place.
    pub fn place(&self, seat: Seat) -> u8 {
        1 + Seat::ALL.iter().filter(|&&other| self.ahead[other][seat] == 2).count() as u8
    }

    /// The seat whose bot failed.
    pub fn forfeited(&self) -> Option<Seat> {
        self.forfeit.as_ref().map(|forfeit| forfeit.seat)
    }

    /// The kind of that failure, where it is known.
    pub fn failure(&self) -> Option<FailureKind> {
        self.forfeit.as_ref().and_then(|forfeit| forfeit.kind)
    }
}

/// The finishing order, where the greater sort key is ahead.
pub fn ahead<P: Ord>(placing: &BySeat<P>) -> Ahead {
    let ahead = |seat, other| match placing[seat].cmp(&placing[other]) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    };
    BySeat::from_fn(|seat| BySeat::from_fn(|other| ahead(seat, other)))
}

/// The deal luck of each place of a hand, from the dealer on: its high-card points (ace 4, king 3, queen 2,
/// jack 1; M. Work, *Auction Bridge of 1924*) less the mean of as many cards, times the cards of the deck.
/// Its mean is 0, and so is the mean of its sum over the hands of a match of any length (Wald).
pub fn deal_luck(deal: &Deal, dealer: Seat) -> [i64; PLACES] {
    let cards = deal.deck().cards();
    let (all, count) = (high_cards(cards), cards.len() as i64);
    dealer.around().map(|seat| {
        let hand = deal.hand(seat);
        count * high_cards(hand) - all * hand.len() as i64
    })
}

fn high_cards(cards: &[Card]) -> i64 {
    let of = |card: &Card| card.rank().index().saturating_sub(Rank::Ten.index());
    cards.iter().map(of).sum::<usize>() as i64
}
