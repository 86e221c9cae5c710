//! What a network is told of a view of Three-Legged Kitty.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{
    Action, AuctionEnd, Bid, Legal, Opening, OpeningCost, Pack, Strain,
};
use threehand_engine::{Card, CardSet, Game as _, Seat, Standing as _, Suit, View};

use crate::learned::{Inputs, Labels, Learned, Places, RANKS, by_length, card_play};

/// The trump, four others, and four in a Null.
const SLOTS: usize = 9;
const CARDS: usize = SLOTS * RANKS;
/// Where a card can be: with the seat, with either other or both, with none, in the trick, or with the seat for all
/// to know.
const STATES: usize = 8;
/// The types of bids: Null, five slots of suits of which the first is not used, no trump.
const STRAINS: usize = 7;
/// Numbers of bids, with none.
const NUMBERS: usize = 11;

const PAYS: usize = CARDS;
const STRAYS: usize = PAYS + CARDS;
const TAKES: usize = STRAYS + CARDS;
const PASS: usize = TAKES + CARDS;
const ENOUGH: usize = PASS + 1;
const BIDS: usize = ENOUGH + 1;
const HOW: usize = BIDS + NUMBERS * STRAINS;
const LOW: usize = HOW + 4 * card_play::HOW;
const LOWER: usize = LOW + 4 * card_play::LOW;
const MANY: usize = LOWER + 3 * card_play::LOW;
const OTHERS: usize = MANY + 28;

fn strain(places: &Places, strain: Strain) -> usize {
    match strain {
        Strain::Null => 0,
        // In an auction the suits are in the slots from 1 up, and a trump is in slot 0.
        Strain::Suit(suit) => 1 + places.slot(suit) % 5,
        Strain::NoTrump => 6,
    }
}

impl Learned for ThreeLeggedKitty {
    const SENSES: u32 = 2;
    const LABELS: usize = OTHERS + 110;

    #[inline(always)]
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places {
        let me = view.seat();
        let [_, left, right] = me.around();
        let own = view.cards();
        let trick = view.trick();
        let laid = trick.plays().fold(CardSet::EMPTY, |all, (_, card)| all.with(card));
        let contract = view.contract().map(Bid::strain);
        let (first, trump) = match contract {
            Some(Strain::Null) => (5, None),
            Some(Strain::Suit(suit)) => (1, Some(suit)),
            Some(Strain::NoTrump) | None => (1, None),
        };
        let played =
            Seat::ALL.into_iter().fold(CardSet::EMPTY, |all, seat| all | view.played(seat));
        let places = Places::new((view.rules().pack() - played) | laid, first, trump, |suit| {
            by_length(own, suit)
        });
        let best = trick.best().map(|(_, card)| card);
        let open = view.open(me);
        let [may_left, may_right] = [left, right].map(|seat| view.may_hold(seat));
        let state = |card| {
            if own.contains(card) {
                if open.contains(card) { 7 } else { 0 }
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
            5,
            match view.legal() {
                Legal::Call { .. } | Legal::Nothing => 0,
                Legal::Pay { .. } => 1,
                Legal::Stray(_) => 2,
                Legal::Take(_) => 3,
                Legal::Play(_) => 4,
            },
        );
        inputs.one_of(3, view.dealer().steps_from(me));
        let high = view.high_bid();
        inputs.one_of(NUMBERS, high.map_or(0, |(_, bid)| bid.number().into()));
        inputs.maybe(STRAINS, high.map(|(_, bid)| strain(&places, bid.strain())));
        inputs.one_of(4, high.map_or(3, |(seat, _)| seat.steps_from(me)));
        inputs.one_of(NUMBERS, view.still_to_pay());
        let paid = [left, right].map(|seat| view.paid(seat));
        inputs.flag(view.has_passed(left));
        inputs.flag(view.has_passed(right));
        // What the two others bid last, and who has paid what of which suit.
        for (seat, paid) in [left, right].into_iter().zip(paid) {
            let last =
                view.calls().filter(|call| call.seat == seat).filter_map(|call| call.bid).last();
            inputs.one_of(NUMBERS, last.map_or(0, |bid: Bid| bid.number().into()));
            inputs.maybe(STRAINS, last.map(|bid| strain(&places, bid.strain())));
            for suit in Suit::ALL {
                inputs.push(places.slot(suit) * 4 + paid.of(suit).len().min(3));
            }
            inputs.skip(SLOTS * 4);
        }
        inputs.one_of(4, view.cat().map_or(3, |cat| cat.steps_from(me)));
        inputs.one_of(
            4,
            match contract {
                None => 0,
                Some(Strain::Null) => 1,
                Some(Strain::Suit(_)) => 2,
                Some(Strain::NoTrump) => 3,
            },
        );
        // What the Cat still lacks, or may still take in a Null; below 0 it is decided.
        let tricks = view.cat().map_or(0, |cat| i32::from(view.tricks()[cat]));
        let lacks = view.contract().map(|bid| match bid.strain() {
            Strain::Null => 12 + i32::from(bid.most_tricks()) - tricks + 1,
            _ => i32::from(bid.fewest_tricks()) - tricks,
        });
        inputs.maybe(23, lacks.map(|lacks| lacks.max(0) as usize));
        let scores = view.standing().match_scores();
        let of_match = |points: i32| points * 30 / view.rules().target().max(1);
        for seat in me.around() {
            inputs.one_of(11, view.hand_size(seat));
            inputs.number(16, 0, of_match(scores[seat]) / 2);
        }
        for suit in Suit::ALL {
            let slot = places.slot(suit);
            inputs.push(slot * 22 + own.of(suit).len().min(7));
            inputs.push(slot * 22 + 8 + view.hidden().of(suit).len());
        }
        inputs.skip(SLOTS * 22);
        for seat in [left, right] {
            for suit in Suit::ALL.into_iter().filter(|&suit| view.is_void(seat, suit)) {
                inputs.push(places.slot(suit));
            }
            inputs.skip(SLOTS);
        }
        let rules = view.rules();
        inputs.flag(rules.opening_cost() == OpeningCost::FlatOne);
        inputs.flag(rules.overpay());
        inputs.flag(rules.opening() == Opening::MustOpen);
        inputs.flag(rules.auction_end() == AuctionEnd::HighBidderPasses);
        inputs.flag(rules.deck() == Pack::FromSevens);
        // As published when none of these is on.
        inputs.maybe(7, (rules.fail_points() != 5).then(|| rules.fail_points() as usize / 3));
        places
    }

    fn cards(view: &View<'_, Self>) -> CardSet {
        view.cards()
    }

    fn labels(view: &View<'_, Self>, places: &Places) -> impl Fn(Action) -> Labels {
        let own = view.cards();
        let kind = move |card: Card| usize::from(view.trump().is(card));
        let low = move |card: Card| card_play::low(card, own, None, kind(card));
        move |action| {
            let [what, how, low, many] = match action {
                Action::Play(card) => {
                    let trick = view.trick();
                    let unseen =
                        view.may_hold(view.seat().left()) | view.may_hold(view.seat().right());
                    let null = usize::from(view.contract().map(Bid::strain) == Some(Strain::Null));
                    let part = 2 * usize::from(view.cat() != Some(view.seat())) + null;
                    let how = card_play::how(card, own, unseen, trick, view.trump());
                    let low = card_play::low(card, own, trick.suit(), kind(card));
                    let many = MANY + kind(card) * 14 + unseen.of(card.suit()).len();
                    [
                        places.place(card),
                        HOW + part * card_play::HOW + how,
                        LOW + part * card_play::LOW + low,
                        many,
                    ]
                }
                Action::Pay(card) => [
                    PAYS + places.place(card),
                    OTHERS,
                    LOWER + low(card),
                    OTHERS + 10 + card.rank().index(),
                ],
                Action::Stray(card) => {
                    let open = usize::from(view.kitty().contains(card));
                    let [how, many] = [OTHERS + 1 + open, OTHERS + 30 + card.rank().index()];
                    [STRAYS + places.place(card), how, LOWER + card_play::LOW + low(card), many]
                }
                Action::Take(card) => {
                    let [how, many] = [OTHERS + 3, OTHERS + 50 + card.rank().index()];
                    [TAKES + places.place(card), how, LOWER + 2 * card_play::LOW + low(card), many]
                }
                Action::Pass => [PASS, OTHERS + 4, OTHERS + 5, OTHERS + 5],
                Action::Enough => [ENOUGH, OTHERS + 6, OTHERS + 5, OTHERS + 5],
                Action::Bid(bid) => {
                    let strain = strain(places, bid.strain());
                    let number = usize::from(bid.number());
                    let high = view.high_bid().map_or(0, |(_, high)| usize::from(high.number()));
                    let step = OTHERS + 70 + (number - high).min(7);
                    [
                        BIDS + number * STRAINS + strain,
                        step,
                        OTHERS + 80 + number,
                        OTHERS + 100 + strain,
                    ]
                }
            };
            [what, how, low, many].map(|label| label as u16)
        }
    }
}
