//! The inputs of a network for a view of 9-2-5, and the labels of its actions.

use rand::Rng;
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Kitty, Legal, NoTrumpBleed, TrumpCall};
use threehand_engine::{Card, CardSet, Game as _, Standing as _, Suit, Trump, View, below};

use crate::learned::card_play::{self, Locations};
use crate::learned::{Group, Inputs, Labels, Learned, Places, RANKS, by_length, other_option};

/// The trump, and four others.
const SLOTS: usize = 5;
const CARDS: usize = SLOTS * RANKS;

const PLAYS: Group = Group::first(1, CARDS);
const GIFTS: Group = PLAYS.then(2, CARDS);
const DISCARDS: Group = GIFTS.then(1, CARDS);
const KEEP: Group = DISCARDS.then(1, 1);
const CALLS: Group = KEEP.then(1, SLOTS);
const HOW: Group = CALLS.then(1, card_play::HOW);
const LOW_PLAYS: Group = HOW.then(1, card_play::LOW);
const LOW_GIFTS: Group = LOW_PLAYS.then(1, card_play::LOW);
const LOW_DISCARDS: Group = LOW_GIFTS.then(1, card_play::LOW);
const UNSEEN: Group = LOW_DISCARDS.then(2, 14);
const NO_CARD: Group = UNSEEN.then(1, 1);
const RECEIVER: Group = NO_CARD.then(1, 2);
const HIGHER_GIFTS: Group = RECEIVER.then(6, 2);
// Here and below the trained networks have labels that nothing uses.
const ANY_DISCARD: Group = HIGHER_GIFTS.then(1, 5).then(1, 1);
const HIGHER_DISCARDS: Group = ANY_DISCARD.then(1, 13);
const ANY_KEEP: Group = HIGHER_DISCARDS.then(1, 6).then(1, 1);
const ANY_CALL: Group = ANY_KEEP.then(1, 1);

impl Learned for NineTwoFive {
    const LABELS: usize = ANY_CALL.then(1, 8).end();

    #[inline(always)]
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places {
        let (me, own, trick) = (view.seat(), view.cards(), view.trick());
        let [_, left, right] = me.around();
        let locations = Locations::of(own, trick, [left, right].map(|seat| view.may_hold(seat)));
        let counting = own | view.unseen() | locations.trick;
        let trump = view.trump().and_then(Trump::suit);
        let places = Places::new(counting, 1, trump, |suit| by_length(own, suit));
        let location = |card| locations.get(card);
        card_play::sense(inputs, [SLOTS, Locations::COUNT], &places, location, (me, trick));
        sense_decision(view, inputs);
        sense_scores(view, inputs);
        inputs.suits(&places, SLOTS, [10, 14], [own, view.unseen()]);
        sense_past(view, &places, inputs);
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
                    [
                        PLAYS.at(0, places.place(card)),
                        HOW.at(0, card_play::how(card, own, view.unseen(), trick, trump)),
                        LOW_PLAYS.at(0, low(card, trick.suit())),
                        UNSEEN.at(kind(card), view.unseen().of(card.suit()).len()),
                    ]
                }
                Action::Give(card, to) => {
                    let higher = view.may_hold(to).of(card.suit()).above(card).len().min(5);
                    let to = to.steps_from(seat) - 1;
                    [
                        GIFTS.at(to, places.place(card)),
                        RECEIVER.at(0, to),
                        LOW_GIFTS.at(0, low(card, None)),
                        HIGHER_GIFTS.at(higher, kind(card)),
                    ]
                }
                Action::Discard(card) => [
                    DISCARDS.at(0, places.place(card)),
                    ANY_DISCARD.at(0, 0),
                    LOW_DISCARDS.at(0, low(card, None)),
                    HIGHER_DISCARDS.at(0, view.unseen().of(card.suit()).above(card).len()),
                ],
                Action::Keep => {
                    [KEEP.at(0, 0), ANY_KEEP.at(0, 0), LOW_DISCARDS.at(0, 0), NO_CARD.at(0, 0)]
                }
                Action::Trump(trump) => {
                    let slot = trump.suit().map_or(0, |suit| places.slot(suit));
                    let low = LOW_DISCARDS.at(0, 0);
                    [CALLS.at(0, slot), ANY_CALL.at(0, 0), low, NO_CARD.at(0, 0)]
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

/// The phase, the trump, and what is still to be discarded and given to whom.
#[inline(always)]
fn sense_decision(view: &View<'_, NineTwoFive>, inputs: &mut Inputs) {
    let [me, left, right] = view.seat().around();
    let phase = match view.legal() {
        Legal::Trump | Legal::Nothing => 0,
        Legal::Give { .. } => 1,
        Legal::Discard(_) => 2,
        Legal::Play(_) => 3,
    };
    inputs.one_of(4, phase);
    inputs.one_of(3, view.trump().map_or(0, |trump| if trump == Trump::None { 1 } else { 2 }));
    inputs.one_of(3, view.dealer().steps_from(me));
    inputs.one_of(17, view.hand_size(me));
    inputs.one_of(5, view.discard_count());
    inputs.one_of(6, view.still_to_give());
    let receivers = match view.legal() {
        Legal::Give { to, or_to, .. } => [Some(to), or_to],
        _ => [None; 2],
    };
    inputs.flag(receivers.contains(&Some(left)));
    inputs.flag(receivers.contains(&Some(right)));
}

/// For each seat its contract, the tricks that it lacks, and its points.
#[inline(always)]
fn sense_scores(view: &View<'_, NineTwoFive>, inputs: &mut Inputs) {
    let scores = view.standing().match_scores();
    let deltas = view.standing().deltas();
    let of_match = |points: i32| points * 15 / view.rules().target().max(1);
    for seat in view.seat().around() {
        let contract = view.contract(seat);
        inputs.one_of(14, contract.into());
        inputs.number(20, -5, i32::from(contract) - i32::from(view.tricks()[seat]));
        inputs.number(17, 0, (of_match(scores[seat]) + 17) / 2);
        inputs.number(13, -6, deltas.map_or(0, |deltas| of_match(deltas[seat].into())));
    }
}

/// What the two others have led, played and thrown off, suit by suit.
#[inline(always)]
fn sense_past(view: &View<'_, NineTwoFive>, places: &Places, inputs: &mut Inputs) {
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
        let counts = |suit: Suit| [&played, &leads].map(|of| of[who][suit.index()]);
        inputs.by_suit(places, SLOTS, [6, 3], counts);
        inputs.maybe(SLOTS, thrown[who].map(|suit: Suit| places.slot(suit)));
    }
}
