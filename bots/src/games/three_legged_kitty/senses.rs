//! The inputs of a network for a view of Three-Legged Kitty, and the labels of its actions.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{
    Action, AuctionEnd, Bid, Legal, Opening, OpeningCost, Pack, Strain,
};
use threehand_engine::{Card, CardSet, Game as _, Seat, Standing as _, View};

use crate::learned::card_play::{self, Locations};
use crate::learned::{Group, Inputs, Labels, Learned, Places, RANKS, by_length};

/// The trump, four others, and four in a Null.
const SLOTS: usize = 9;
const CARDS: usize = SLOTS * RANKS;
/// With the seat, for all to know.
const OPEN: usize = Locations::COUNT;
/// The types of bids: Null, five slots of suits (the first is unused), no trump.
const STRAINS: usize = 7;
/// Numbers of bids, with none.
const NUMBERS: usize = 11;

const PLAYS: Group = Group::first(1, CARDS);
/// A card paid, strayed or taken.
const OTHERS: Group = PLAYS.then(3, CARDS);
const PASS: Group = OTHERS.then(1, 1);
const ENOUGH: Group = PASS.then(1, 1);
const BIDS: Group = ENOUGH.then(NUMBERS, STRAINS);
/// How a card does and how low it is: for the Cat and in a Null of his, for the others and in a Null.
const HOW: Group = BIDS.then(4, card_play::HOW);
const LOW_PLAYS: Group = HOW.then(4, card_play::LOW);
const LOW_OTHERS: Group = LOW_PLAYS.then(3, card_play::LOW);
const UNSEEN: Group = LOW_OTHERS.then(2, 14);
const ANY_PAYMENT: Group = UNSEEN.then(1, 1);
/// A card strayed from the hand, or from the kitty.
const ANY_STRAY: Group = ANY_PAYMENT.then(1, 2);
const ANY_TAKE: Group = ANY_STRAY.then(1, 1);
const ANY_PASS: Group = ANY_TAKE.then(1, 1);
const NO_CARD: Group = ANY_PASS.then(1, 1);
const ANY_ENOUGH: Group = NO_CARD.then(1, 1);
// From here on the trained networks have some labels that nothing uses.
const RANKS_OF_OTHERS: Group = ANY_ENOUGH.then(1, 3).then(3, 20);
const STEPS: Group = RANKS_OF_OTHERS.then(1, 10);
const NUMBERS_BID: Group = STEPS.then(1, 20);
const STRAINS_BID: Group = NUMBERS_BID.then(1, 10);

fn strain(places: &Places, strain: Strain) -> usize {
    match strain {
        Strain::Null => 0,
        // In an auction the suits are in the slots from 1 up, and a trump is in slot 0.
        Strain::Suit(suit) => 1 + places.slot(suit) % 5,
        Strain::NoTrump => 6,
    }
}

impl Learned for ThreeLeggedKitty {
    const LABELS: usize = STRAINS_BID.end();

    #[inline(always)]
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places {
        let (me, own, trick) = (view.seat(), view.cards(), view.trick());
        let [_, left, right] = me.around();
        let locations = Locations::of(own, trick, [left, right].map(|seat| view.may_hold(seat)));
        let (first, trump) = match view.contract().map(Bid::strain) {
            Some(Strain::Null) => (5, None),
            Some(Strain::Suit(suit)) => (1, Some(suit)),
            Some(Strain::NoTrump) | None => (1, None),
        };
        let played =
            Seat::ALL.into_iter().fold(CardSet::EMPTY, |all, seat| all | view.played(seat));
        let counting = (view.rules().pack() - played) | locations.trick;
        let places = Places::new(counting, first, trump, |suit| by_length(own, suit));
        let open = view.open(me) & own;
        let location = |card| if open.contains(card) { OPEN } else { locations.get(card) };
        card_play::sense(inputs, [SLOTS, OPEN + 1], &places, location, (me, trick));
        sense_auction(view, &places, inputs);
        sense_contract(view, inputs);
        inputs.suits(&places, SLOTS, [8, 14], [own, view.hidden()]);
        inputs.voids([left, right], SLOTS, &places, |seat, suit| view.is_void(seat, suit));
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
        // A card paid, strayed or taken.
        let other = move |row: usize, card: Card, any: usize| {
            let low = card_play::low(card, own, None, kind(card));
            let rank = RANKS_OF_OTHERS.at(row, card.rank().index());
            [OTHERS.at(row, places.place(card)), any, LOW_OTHERS.at(row, low), rank]
        };
        move |action| {
            let labels = match action {
                Action::Play(card) => {
                    let trick = view.trick();
                    let unseen =
                        view.may_hold(view.seat().left()) | view.may_hold(view.seat().right());
                    let null = usize::from(view.contract().map(Bid::strain) == Some(Strain::Null));
                    let part = 2 * usize::from(view.cat() != Some(view.seat())) + null;
                    [
                        PLAYS.at(0, places.place(card)),
                        HOW.at(part, card_play::how(card, own, unseen, trick, view.trump())),
                        LOW_PLAYS.at(part, card_play::low(card, own, trick.suit(), kind(card))),
                        UNSEEN.at(kind(card), unseen.of(card.suit()).len()),
                    ]
                }
                Action::Pay(card) => other(0, card, ANY_PAYMENT.at(0, 0)),
                Action::Stray(card) => {
                    other(1, card, ANY_STRAY.at(0, usize::from(view.kitty().contains(card))))
                }
                Action::Take(card) => other(2, card, ANY_TAKE.at(0, 0)),
                Action::Pass => {
                    [PASS.at(0, 0), ANY_PASS.at(0, 0), NO_CARD.at(0, 0), NO_CARD.at(0, 0)]
                }
                Action::Enough => {
                    [ENOUGH.at(0, 0), ANY_ENOUGH.at(0, 0), NO_CARD.at(0, 0), NO_CARD.at(0, 0)]
                }
                Action::Bid(bid) => {
                    let strain = strain(places, bid.strain());
                    let number = usize::from(bid.number());
                    let high = view.high_bid().map_or(0, |(_, high)| usize::from(high.number()));
                    [
                        BIDS.at(number, strain),
                        STEPS.at(0, (number - high).min(7)),
                        NUMBERS_BID.at(0, number),
                        STRAINS_BID.at(0, strain),
                    ]
                }
            };
            labels.map(|label| label as u16)
        }
    }
}

/// The phase, the high bid, what the others bid last, and who has paid what.
#[inline(always)]
fn sense_auction(view: &View<'_, ThreeLeggedKitty>, places: &Places, inputs: &mut Inputs) {
    let [me, left, right] = view.seat().around();
    let phase = match view.legal() {
        Legal::Call { .. } | Legal::Nothing => 0,
        Legal::Pay { .. } => 1,
        Legal::Stray(_) => 2,
        Legal::Take(_) => 3,
        Legal::Play(_) => 4,
    };
    inputs.one_of(5, phase);
    inputs.one_of(3, view.dealer().steps_from(me));
    let bid = |bid: Option<Bid>, inputs: &mut Inputs| {
        inputs.one_of(NUMBERS, bid.map_or(0, |bid| bid.number().into()));
        inputs.maybe(STRAINS, bid.map(|bid| strain(places, bid.strain())));
    };
    let high = view.high_bid();
    bid(high.map(|(_, bid)| bid), inputs);
    inputs.one_of(4, high.map_or(3, |(seat, _)| seat.steps_from(me)));
    inputs.one_of(NUMBERS, view.still_to_pay());
    inputs.flag(view.has_passed(left));
    inputs.flag(view.has_passed(right));
    for seat in [left, right] {
        let bids = view.calls().filter(|call| call.seat == seat).filter_map(|call| call.bid);
        bid(bids.last(), inputs);
        inputs.suits(places, SLOTS, [4], [view.paid(seat)]);
    }
}

/// The Cat, the type of the contract, what the Cat lacks, and each seat's cards and points.
#[inline(always)]
fn sense_contract(view: &View<'_, ThreeLeggedKitty>, inputs: &mut Inputs) {
    let me = view.seat();
    inputs.one_of(4, view.cat().map_or(3, |cat| cat.steps_from(me)));
    let kind = match view.contract().map(Bid::strain) {
        None => 0,
        Some(Strain::Null) => 1,
        Some(Strain::Suit(_)) => 2,
        Some(Strain::NoTrump) => 3,
    };
    inputs.one_of(4, kind);
    // The tricks that the Cat still lacks, or may still take in a Null; below 0 it is decided.
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
}
