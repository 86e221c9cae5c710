//! A hand of Three Kings played out at random.

use std::hint::select_unpredictable;

use rand::Rng;

use super::hand::Phase;
use super::meld::Melds;
use super::trick::Trick;
use super::{Action, Hand, Standing};
use crate::card::{Card, Rank, Suit};
use crate::card_set::CardSet;
use crate::game::{Hand as _, play_any};
use crate::random::below_32;
use crate::select::{Select, Work, fastest};
use crate::standing::Outcome;
use crate::trick_playout::{follow, lane};

/// Tricks of single cards go fast; all that comes between them, and melds, through `play`.
pub(super) fn play_out<R: Rng>(hand: &Hand, rng: &mut R) -> Outcome<Standing> {
    let mut hand = hand.clone();
    while hand.phase != Phase::Over {
        if is_plain_lead(&hand) {
            fastest(Singles { hand: &mut hand, rng });
        } else {
            play_any(&mut hand, rng);
        }
    }
    hand.outcome().expect("the hand is over")
}

/// Whether a trick is to be led in which nobody is asked for a prediction and which is not the last.
fn is_plain_lead(hand: &Hand) -> bool {
    let asks = hand.stock_len() == 0 && !hand.open().is_empty() && hand.asked < 3;
    let size = hand.hands[hand.trick.leader()].len();
    hand.phase == Phase::Play && hand.trick.is_empty() && !asks && size > 1
}

const ACES: u64 = {
    let mut aces = CardSet::EMPTY;
    let mut suit = 0;
    while suit < 4 {
        aces.insert(Card::new(Rank::Ace, Suit::ALL[suit]));
        suit += 1;
    }
    aces.bits()
};

/// Tricks from a plain lead on, to a meld that is led, the end of the stock or the last trick.
///
/// What no rule asks for any more is left as it was: the history, the cards played, who is void.
struct Singles<'a, R> {
    hand: &'a mut Hand,
    rng: &'a mut R,
}

impl<R: Rng> Work for Singles<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run(self, select: impl Select) {
        let Self { hand, rng } = self;
        let mut leader = hand.trick.leader();
        loop {
            let [lead, left, right] = leader.around().map(|seat| hand.hands[seat].bits());
            let size = lead.count_ones();
            if size == 1 || hand.phase != Phase::Play {
                hand.trick = Trick::led_by(leader);
                return;
            }
            let melds = Melds::of(CardSet::from_bits(lead), &hand.rules);
            let n = below_32(rng, size + melds.len() as u32);
            if n >= size {
                hand.trick = Trick::led_by(leader);
                return hand.play_unchecked(Action::Meld(melds.nth((n - size) as usize)));
            }
            let first = select.nth_bit(lead, n);
            let suit = lane(first);
            let due = select_unpredictable(hand.stock_len() > 0, 0, suit);
            let second = follow(left, due, select, rng);
            let third = follow(right, due, select, rng);

            // An ace takes the trick only where nobody follows it.
            let best = (first | second | third) & suit & !ACES;
            let top = 63 - (best | 1).leading_zeros();
            let steps = (second >> top & 1) + 2 * (third >> top & 1);
            let steps = select_unpredictable(best == 0, 0, steps);
            for (seat, card) in leader.around().into_iter().zip([first, second, third]) {
                hand.hands[seat] -= CardSet::from_bits(card);
            }
            let winner = leader.after(steps as u8);
            hand.tricks[winner] += 1;
            hand.points[winner] += 1;
            hand.trick = Trick::led_by(leader);
            hand.note_reached(winner);
            if hand.stock_len() > 0 {
                hand.draw(1, winner);
            }
            leader = winner;
        }
    }
}
