//! The rules that the values of a file make, checked.

use super::Action;
use super::checked::Reader;
use super::error::Refused;
use super::order::Order;
use super::score::Score;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::game::Win;
use crate::trick::Trump;

/// What is done between the deal and the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Exchange,
    Pull,
    Trump,
    Rest,
    Kitty,
    Pass,
    Bid,
}

impl Step {
    pub(super) const ALL: [(&'static str, Self); 7] = [
        ("exchange", Self::Exchange),
        ("pull", Self::Pull),
        ("trump", Self::Trump),
        ("rest", Self::Rest),
        ("kitty", Self::Kitty),
        ("pass", Self::Pass),
        ("bid", Self::Bid),
    ];

    /// Whether cards change hands in it.
    pub(super) const fn moves_cards(self) -> bool {
        matches!(self, Self::Exchange | Self::Pull | Self::Kitty | Self::Pass)
    }
}

/// Who or what makes the trump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrumpBy {
    /// A role calls it.
    Role(usize),
    /// It is the suit of the card that is turned up.
    TurnUp,
    /// It is always the same, a suit in play or none.
    Fixed(Trump),
}

/// Who leads to the first trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    Role(usize),
    /// Who holds the lowest card of this suit in play.
    Lowest(Suit),
}

/// To whom cards are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassTo {
    Left,
    Right,
    Hold,
}

/// What ends a match, and who wins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) above: Option<i32>,
    pub(super) below: Option<i32>,
    pub(super) hands: Option<u32>,
    pub(super) win: Win,
    pub(super) is_shared: bool,
}

/// The rules of a game from a file. Cards and suits are those in play.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) order: Order,
    /// The cards of the pack by their names.
    pub(super) pack: CardSet,
    pub(super) hand: u8,
    pub(super) first: u8,
    pub(super) kitty: u8,
    pub(super) turn_up: bool,
    pub(super) contract: Option<[u8; 3]>,
    pub(super) steps: Vec<Step>,
    pub(super) trump: TrumpBy,
    /// What may be called, by name, as listed.
    pub(super) calls: Vec<Action>,
    /// The most tricks that each role may take where the fewest tricks are called.
    pub(super) fewest: Option<[u8; 3]>,
    pub(super) once: bool,
    pub(super) free: bool,
    pub(super) exchange_by_surplus: bool,
    pub(super) optional: bool,
    pub(super) public: bool,
    pub(super) pull_by_surplus: bool,
    pub(super) kitty_to: usize,
    pub(super) discard_first: bool,
    pub(super) pass_cards: u8,
    pub(super) pass_to: Vec<PassTo>,
    pub(super) bid_first: usize,
    pub(super) bid_least: u8,
    pub(super) bid_most: u8,
    pub(super) hook: bool,
    pub(super) has_bids: bool,
    pub(super) lead: Lead,
    pub(super) follow: bool,
    pub(super) must_trump: bool,
    pub(super) beat: bool,
    /// The cards of the suit that has to be broken.
    pub(super) broken: CardSet,
    pub(super) first_free: bool,
    pub(super) score: Score,
    pub(super) ends: Ends,
    /// Whether nothing but following suit restricts what may be played.
    pub(super) is_plain: bool,
    /// Whether cards change hands before the step `rest`.
    pub(super) moves_early: bool,
    /// The fewest and the most points of a hand.
    pub(super) points: (i32, i32),
}

impl Rules {
    /// Whether these values make a game.
    pub(super) fn check(values: &[String], cards: &[String]) -> Result<(), Refused> {
        Self::of(values, cards).map(|_| ())
    }

    /// The game of these values, the last ones points for `cards`.
    pub(super) fn of(values: &[String], cards: &[String]) -> Result<Self, Refused> {
        Reader { values, cards }.rules()
    }

    pub(super) fn has(&self, step: Step) -> bool {
        self.steps.contains(&step)
    }

    /// The fewest and the most points that a hand can bring a seat.
    pub fn hand_points(&self) -> [i32; 2] {
        [self.points.0, self.points.1]
    }

    /// What a hand can go by: the trumps, and the fewest tricks where these may be called.
    pub fn all_calls(&self) -> Vec<Action> {
        match self.trump {
            TrumpBy::Role(_) => self.calls.clone(),
            TrumpBy::TurnUp => {
                let suits = Suit::ALL.into_iter().filter(|&suit| !self.pack.is_void(suit));
                suits.map(|suit| Action::Trump(Trump::Suit(suit))).collect()
            }
            TrumpBy::Fixed(trump) => vec![Action::Trump(self.order.trump_named(trump))],
        }
    }

    pub(super) fn place_of_call(&self, call: Action) -> Option<usize> {
        self.calls.iter().position(|&other| other == call)
    }

    /// How many cards each seat plays in a hand.
    pub const fn hand_size(&self) -> u8 {
        self.hand
    }

    /// How many cards the kitty has.
    pub const fn kitty_size(&self) -> u8 {
        self.kitty
    }

    /// The suit that may not be led before one of its cards is played, in play.
    pub fn broken_suit(&self) -> Option<Suit> {
        self.broken.first().map(Card::suit)
    }

    /// Rules that a seat has to go by: whether a suit has to be followed, to be trumped by who can't, and a trick to be
    /// beaten; whether the last bidder is bound, and cards with points wait in the first trick; whether a target has to
    /// be met exactly; whether cards need not be given, are laid away before the kitty is seen, and are given before
    /// the trump is known.
    pub fn switches(&self) -> [bool; 9] {
        let place = |step: Step| self.steps.iter().position(|&other| other == step);
        let late = place(Step::Exchange).zip(place(Step::Trump)).is_some_and(|(a, b)| a < b);
        let Self { follow, must_trump, beat, hook, first_free, optional, discard_first, .. } =
            *self;
        let exact = self.score.exact;
        [follow, must_trump, beat, hook, !first_free, exact, optional, discard_first, late]
    }

    /// How far scores get in a match: to where it ends, or what its hands can bring.
    pub fn score_range(&self) -> i32 {
        let ends = [self.ends.above, self.ends.below].into_iter().flatten();
        let hand = self.points.1.saturating_sub(self.points.0);
        ends.map(i32::abs).max().unwrap_or_else(|| hand.saturating_mul(3)).max(1)
    }

    /// Whether suit has to be followed.
    pub const fn follows_suit(&self) -> bool {
        self.follow
    }

    /// Whether points go by targets: bids, or contracts.
    pub const fn counts_targets(&self) -> bool {
        let Score { over, under, made, missed, .. } = self.score;
        over != 0 || under != 0 || made != 0 || missed != 0
    }

    /// Whether points for who takes all cards with points go by more cards than these.
    pub fn all_goes_beyond(&self, cards: CardSet) -> bool {
        let listed = self.order.all_named(self.score.listed);
        self.score.all.is_some() && !cards.contains_all(listed)
    }

    /// These cards, the highest of a suit first.
    pub fn falling(&self, cards: CardSet) -> Vec<Card> {
        let in_play = self.order.all_in_play(cards).iter().rev();
        in_play.map(|card| self.order.named(card)).collect()
    }

    /// Whether cards are exchanged or pulled after some are laid away, so that it matters for others which.
    pub fn exchanges_after_kitty(&self) -> bool {
        let after = self.steps.iter().skip_while(|step| **step != Step::Kitty);
        after.into_iter().any(|step| matches!(step, Step::Exchange | Step::Pull))
    }

    /// Whether a hand goes by how the hand before ended.
    pub(super) fn needs_over(&self) -> bool {
        self.has(Step::Exchange) || self.has(Step::Pull)
    }

    /// Whether a hand goes by its number in the match.
    pub(super) fn needs_number(&self) -> bool {
        self.ends.hands.is_some() || self.has(Step::Pass) && self.pass_to.len() > 1
    }

    /// The most decisions of a hand.
    pub(super) fn most_decisions(&self) -> usize {
        let hand = usize::from(self.hand);
        let of_step = |step: &Step| match step {
            // All that was over the contracts is given, and two givers keep some.
            Step::Exchange => hand + 2,
            Step::Pull => 2 * hand,
            Step::Trump => 1,
            Step::Rest => 0,
            Step::Kitty => usize::from(self.kitty),
            Step::Pass => 3 * usize::from(self.pass_cards),
            Step::Bid => 3,
        };
        3 * hand + self.steps.iter().map(of_step).sum::<usize>()
    }

    /// How many cards lie aside, unseen.
    pub(super) fn aside(&self) -> usize {
        let dealt =
            3 * usize::from(self.hand) + usize::from(self.kitty) + usize::from(self.turn_up);
        self.pack.len() - dealt
    }
}
