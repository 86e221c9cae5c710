//! What a network is told of a view of 9-2-5.

use rand::Rng;
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Kitty, Legal, NoTrumpBleed, TrumpCall};
use threehand_engine::{Card, CardSet, Game as _, Standing as _, Suit, Trump, View, below};

use crate::learned::{Inputs, Labels, Learned, Places, RANKS, by_length, card_play, other_option};

/// The trump, and four others.
const SLOTS: usize = 5;
const CARDS: usize = SLOTS * RANKS;
/// Where a card can be: with the seat, with either other or both, with none, or in the trick.
const STATES: usize = 7;

const GIVES: usize = CARDS;
const DISCARDS: usize = GIVES + 2 * CARDS;
const KEEP: usize = DISCARDS + CARDS;
const TRUMPS: usize = KEEP + 1;
const HOW: usize = TRUMPS + SLOTS;
const LOW: usize = HOW + card_play::HOW;
const LOWER: usize = LOW + card_play::LOW;
const LOWEST: usize = LOWER + card_play::LOW;
const MANY: usize = LOWEST + card_play::LOW;
const OTHERS: usize = MANY + 28;

impl Learned for NineTwoFive {
    const SENSES: u32 = 2;
    const LABELS: usize = OTHERS + 50;

    #[inline(always)]
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places {
        let me = view.seat();
        let [_, left, right] = me.around();
        let own = view.cards();
        let trick = view.trick();
        let laid = trick.plays().fold(CardSet::EMPTY, |all, (_, card)| all.with(card));
        let trump = view.trump();
        let places =
            Places::new(own | view.unseen() | laid, 1, trump.and_then(Trump::suit), |suit| {
                by_length(own, suit)
            });
        let best = trick.best().map(|(_, card)| card);
        let [may_left, may_right] = [left, right].map(|seat| view.may_hold(seat));
        let state = |card| {
            if own.contains(card) {
                0
            } else if laid.contains(card) {
                if best == Some(card) { 5 } else { 6 }
            } else {
                match (may_left.contains(card), may_right.contains(card)) {
                    (true, false) => 1,
                    (false, true) => 2,
                    (true, true) => 3,
                    (false, false) => 4,
                }
            }
        };
        places.each(|place, card| inputs.push(place * STATES + state(card)));
        inputs.skip(CARDS * STATES);
        // The suit led once more.
        let led = trick.suit();
        if let Some(led) = led {
            let first = places.slot(led) * RANKS;
            places.each(|place, card| {
                if card.suit() == led {
                    inputs.push((place - first) * STATES + state(card));
                }
            });
        }
        inputs.skip(RANKS * STATES);
        inputs.maybe(SLOTS, led.map(|led| places.slot(led)));
        inputs.maybe(SLOTS, best.map(|best| places.slot(best.suit())));
        inputs.one_of(3, trick.len());
        inputs.maybe(2, trick.best().map(|(seat, _)| seat.steps_from(me) - 1));

        inputs.one_of(
            4,
            match view.legal() {
                Legal::Trump | Legal::Nothing => 0,
                Legal::Give { .. } => 1,
                Legal::Discard(_) => 2,
                Legal::Play(_) => 3,
            },
        );
        inputs.one_of(3, trump.map_or(0, |trump| if trump == Trump::None { 1 } else { 2 }));
        inputs.one_of(3, view.dealer().steps_from(me));
        inputs.one_of(17, view.hand_size(me));
        inputs.one_of(5, view.discard_count());
        inputs.one_of(6, view.still_to_give());
        let [to, or_to] = match view.legal() {
            Legal::Give { to, or_to, .. } => [Some(to), or_to],
            _ => [None; 2],
        };
        inputs.flag(to == Some(left) || or_to == Some(left));
        inputs.flag(to == Some(right) || or_to == Some(right));
        let standing = view.standing();
        let scores = standing.match_scores();
        let deltas = standing.deltas();
        let of_match = |points: i32| points * 15 / view.rules().target().max(1);
        for seat in me.around() {
            let contract = view.contract(seat);
            inputs.one_of(14, contract.into());
            inputs.number(20, -5, i32::from(contract) - i32::from(view.tricks()[seat]));
            inputs.number(17, 0, (of_match(scores[seat]) + 17) / 2);
            let delta = deltas.map_or(0, |deltas| of_match(deltas[seat].into()));
            inputs.number(13, -6, delta);
        }
        let unseen = view.unseen();
        for suit in Suit::ALL {
            let slot = places.slot(suit);
            inputs.push(slot * 24 + own.of(suit).len().min(9));
            inputs.push(slot * 24 + 10 + unseen.of(suit).len());
        }
        inputs.skip(SLOTS * 24);
        history(view, &places, inputs);
        let rules = view.rules();
        inputs.flag(rules.kitty() == Kitty::DiscardThenTake);
        inputs.flag(rules.trump_call() == TrumpCall::AfterBleed);
        inputs.flag(rules.no_trump_bleed() == NoTrumpBleed::Unbled);
        inputs.flag(rules.bleed_optional());
        places
    }

    fn cards(view: &View<'_, Self>) -> CardSet {
        view.cards()
    }

    fn labels(view: &View<'_, Self>, places: &Places) -> impl Fn(Action) -> Labels {
        let (own, seat) = (view.cards(), view.seat());
        let kind = move |card: Card| usize::from(view.trump().is_some_and(|trump| trump.is(card)));
        let low = move |card: Card, led| card_play::low(card, own, led, kind(card));
        move |action| {
            let labels = match action {
                Action::Play(card) => {
                    let (trick, trump) = (view.trick(), view.trump().unwrap_or(Trump::None));
                    let how = card_play::how(card, own, view.unseen(), trick, trump);
                    let many = kind(card) * 14 + view.unseen().of(card.suit()).len();
                    [places.place(card), HOW + how, LOW + low(card, trick.suit()), MANY + many]
                }
                Action::Give(card, to) => {
                    let higher = view.may_hold(to).of(card.suit()).above(card).len().min(5);
                    let to = to.steps_from(seat) - 1;
                    let what = GIVES + to * CARDS + places.place(card);
                    let above = OTHERS + 3 + higher * 2 + kind(card);
                    [what, OTHERS + 1 + to, LOWER + low(card, None), above]
                }
                Action::Discard(card) => {
                    let above = OTHERS + 21 + view.unseen().of(card.suit()).above(card).len();
                    [DISCARDS + places.place(card), OTHERS + 20, LOWEST + low(card, None), above]
                }
                Action::Keep => [KEEP, OTHERS + 40, LOWEST, OTHERS],
                Action::Trump(trump) => {
                    let slot = trump.suit().map_or(0, |suit| places.slot(suit));
                    [TRUMPS + slot, OTHERS + 41, LOWEST, OTHERS]
                }
            };
            labels.map(|label| label as u16)
        }
    }

    /// One match in six has one option at another value. Two in six draw contracts: 102 of 169 draws give the three
    /// from 1 to 13 each, and the others leave the published rules.
    fn vary<R: Rng>(rng: &mut R) -> Self {
        let mut rules = Self::default();
        match below(rng, 6) {
            0..3 => {}
            3 => other_option(&mut rules, rng),
            _ => {
                let [dealer, left] = [(); 2].map(|()| 1 + below(rng, 13));
                let right = 16_usize.checked_sub(dealer + left);
                if let Some(right) = right.filter(|right| (1..=13).contains(right)) {
                    let contracts = format!("{dealer}-{left}-{right}");
                    rules.set_option("contracts", &contracts).expect("contracts of 16 tricks");
                }
            }
        }
        rules
    }
}

/// What the two others have led, played and thrown off, suit by suit.
#[inline(always)]
fn history(view: &View<'_, NineTwoFive>, places: &Places, inputs: &mut Inputs) {
    let me = view.seat();
    // By seat and suit: cards played, tricks led, and whether it was the first suit thrown off.
    let mut played = [[0; 4]; 3];
    let mut leads = [[0; 4]; 3];
    let mut thrown = [None; 3];
    let mut led = Suit::Clubs;
    for (number, (seat, card)) in view.plays().enumerate() {
        let (who, suit) = (seat.steps_from(me), card.suit());
        played[who][suit.index()] += 1;
        if number % 3 == 0 {
            led = suit;
            leads[who][suit.index()] += 1;
        } else if suit != led && thrown[who].is_none() {
            thrown[who] = Some(suit);
        }
    }
    for who in 1..3 {
        for suit in Suit::ALL {
            let slot = places.slot(suit);
            inputs.push(slot * 9 + played[who][suit.index()].min(5));
            inputs.push(slot * 9 + 6 + leads[who][suit.index()].min(2));
        }
        inputs.skip(SLOTS * 9);
        inputs.maybe(SLOTS, thrown[who].map(|suit: Suit| places.slot(suit)));
    }
}
