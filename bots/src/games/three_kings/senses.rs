//! The inputs of a network for a view of Three Kings, and the labels of its actions.

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{
    Action, Exchanged, Legal, Meld, MeldList, Melds, Prediction, Qualify, Shape, height,
};
use threehand_engine::{Card, CardSet, Rank, Standing as _, Suit, View};

use super::elsewhere;
use crate::learned::card_play::Locations;
use crate::learned::{Group, Inputs, Labels, Learned, Places, RANKS, by_length};

const SLOTS: usize = 4;
const CARDS: usize = SLOTS * RANKS;
/// On the table, and not part of the trick.
const ON_TABLE: usize = Locations::COUNT;
const LOCATIONS: usize = ON_TABLE + 1;
/// Heights of melds, with none.
const LEVELS: usize = 15;

/// A card led: by the higher cards unseen and the seat's own of the suit, and by the phase.
const LEADS: Group = Group::first(4 * 4, 2);
/// A card that follows: by whether it wins, whether it is of the suit, the higher cards unseen and the seat's own lower
/// ones, and by its place in the trick and the phase.
const FOLLOWS: Group = LEADS.then(2 * 2 * 4 * 3, 4);
/// How high a card is: by its part in melds and the phase.
const HEIGHTS: Group = Group::first(3 * 2, RANKS);

/// A card played, thrown, turned up or exchanged.
const CARD: Group = Group::first(4, CARDS);
const DECLINE: Group = CARD.then(1, 1);
const PREDICTIONS: Group = DECLINE.then(1, 3);
const MELDS: Group = PREDICTIONS.then(1, Meld::COUNT);
const HOW: Group = MELDS.then(1, FOLLOWS.end());
/// How high a card played, thrown, turned up or exchanged is.
const HIGH: Group = HOW.then(4, HEIGHTS.end());
const UNSEEN: Group = HIGH.then(2, 14);
const ANY_THROW: Group = UNSEEN.then(1, 1);
const NO_CARD: Group = ANY_THROW.then(1, 1);
const ANY_UPCARD: Group = NO_CARD.then(1, 1);
const ANY_EXCHANGE: Group = ANY_UPCARD.then(1, 1);
const ANY_DECLINE: Group = ANY_EXCHANGE.then(1, 1);
const ANY_PREDICTION: Group = ANY_DECLINE.then(1, 1);
/// A meld led or laid to another, which it beats or does not.
const ANY_MELD: Group = ANY_PREDICTION.then(2, 2);
const LEVEL: Group = ANY_MELD.then(2, LEVELS);
/// The trained networks have ten labels before these that nothing uses.
const PHASE: Group = LEVEL.then(1, 10).then(1, 2);

impl Learned for ThreeKings {
    const LABELS: usize = PHASE.end();

    #[inline(always)]
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places {
        let (me, own, rules) = (view.seat(), view.cards(), view.rules());
        let [_, left, right] = me.around();
        let places = Places::new(CardSet::FULL, 0, None, |suit| by_length(own, suit));
        let laid = sense_cards(view, &places, inputs);
        inputs.suits(&places, SLOTS, [12, 14], [own, view.unseen()]);
        sense_melds(view, elsewhere(view) - laid, &places, inputs);
        sense_trick(view, &places, inputs);
        sense_decision(view, &places, inputs);
        sense_scores(view, inputs);
        inputs.voids([left, right], SLOTS, &places, |seat, suit| view.is_void(seat, suit));
        inputs.flag(rules.melds() == MeldList::All);
        inputs.flag(rules.ace_prediction_points() != 10);
        inputs.flag(rules.qualify() == Qualify::Touched);
        places
    }

    fn cards(view: &View<'_, Self>) -> CardSet {
        view.cards()
    }

    fn labels(view: &View<'_, Self>, places: &Places) -> impl Fn(Action) -> Labels {
        let own = view.cards();
        let late = usize::from(view.stock_len() == 0);
        // How high the card is, and whether it is or may become part of a meld.
        let melds = Melds::of(own, view.rules()).cards();
        let near = Melds::of(own | elsewhere(view), view.rules()).held_but_one(own).cards();
        let high = move |card: Card| {
            let part = if melds.contains(card) { 2 } else { usize::from(near.contains(card)) };
            HEIGHTS.at(part * 2 + late, usize::from(height(card)) - 1)
        };
        let card_labels = move |row: usize, card: Card, how: usize, rest: usize| {
            [CARD.at(row, places.place(card)), how, HIGH.at(row, high(card)), rest]
        };
        let no_card = NO_CARD.at(0, 0);
        move |action| {
            let labels = match action {
                Action::Play(card) => {
                    let how = HOW.at(0, how(view, card, own, late));
                    let rest = UNSEEN.at(late, view.unseen().of(card.suit()).len());
                    card_labels(0, card, how, rest)
                }
                Action::Throw(card) => card_labels(1, card, ANY_THROW.at(0, 0), no_card),
                Action::Upcard(card) => card_labels(2, card, ANY_UPCARD.at(0, 0), no_card),
                Action::Exchange(card) => card_labels(3, card, ANY_EXCHANGE.at(0, 0), no_card),
                Action::Decline => [DECLINE.at(0, 0), ANY_DECLINE.at(0, 0), no_card, no_card],
                Action::Predict(said) => {
                    let said = said.map_or(0, |said| 1 + usize::from(said == Prediction::Ace));
                    [PREDICTIONS.at(0, said), ANY_PREDICTION.at(0, 0), no_card, no_card]
                }
                Action::Meld(meld) => {
                    let answers = usize::from(!view.trick().is_empty());
                    let beats = usize::from(view.trick().is_beaten_by_meld(meld, view.rules()));
                    let level = usize::from(meld.level(view.rules()).unwrap_or(0));
                    [
                        MELDS.at(0, in_slots(places, meld).index()),
                        ANY_MELD.at(answers, beats),
                        LEVEL.at(answers, level),
                        PHASE.at(0, late),
                    ]
                }
            };
            labels.map(|label| label as u16)
        }
    }
}

/// How a card does that is played to the trick.
#[inline]
fn how(view: &View<'_, ThreeKings>, card: Card, own: CardSet, late: usize) -> usize {
    let (trick, suit) = (view.trick(), card.suit());
    let higher = |cards: CardSet| {
        cards.of(suit).iter().filter(|&other| height(other) > height(card)).count()
    };
    let lower = own.of(suit).len() - 1 - higher(own);
    let above = higher(view.unseen()).min(3);
    if trick.is_empty() {
        return LEADS.at(above * 4 + own.of(suit).len().min(4) - 1, late);
    }
    let wins = usize::from(trick.is_beaten_by(card));
    let follows = usize::from(trick.suit() == Some(suit));
    let row = ((wins * 2 + follows) * 4 + above) * 3 + lower.min(2);
    FOLLOWS.at(row, (trick.len() - 1) * 2 + late)
}

/// Where the cards are; in phase 2 also in the order in which they win tricks. Returns the cards of the trick.
#[inline(always)]
fn sense_cards(view: &View<'_, ThreeKings>, places: &Places, inputs: &mut Inputs) -> CardSet {
    let [_, left, right] = view.seat().around();
    let trick = view.trick();
    let laid = trick.plays().fold(trick.thrown(), |all, (_, cards)| all | cards);
    let best = trick.best().map_or(CardSet::EMPTY, |(_, cards)| cards);
    let others = [left, right].map(|seat| view.may_hold(seat));
    let locations = Locations { own: view.cards(), trick: laid, best, others };
    let played = view.played();
    let location = |card| match locations.get(card) {
        Locations::NOWHERE if !played.contains(card) => ON_TABLE,
        location => location,
    };
    let late = view.stock_len() == 0;
    let by_phase = [inputs.group(CARDS, LOCATIONS), inputs.group(CARDS, LOCATIONS)];
    let cards = by_phase[usize::from(late)];
    places.each(|place, card| inputs.turn_on(cards.at(place, location(card))));
    let [by_height, led_by_height] = [CARDS, RANKS].map(|rows| inputs.group(rows, LOCATIONS));
    if late {
        for suit in Suit::ALL {
            let first = places.slot(suit) * RANKS;
            let lane = (locations.own | laid | others[0] | others[1]).of(suit);
            let ace = Card::new(Rank::Ace, suit);
            let falling = lane.without(ace).iter().rev();
            let falling = falling.chain(lane.contains(ace).then_some(ace));
            for (above, card) in falling.enumerate() {
                inputs.turn_on(by_height.at(first + above, location(card)));
                if trick.suit() == Some(suit) {
                    inputs.turn_on(led_by_height.at(above, location(card)));
                }
            }
        }
    }
    laid
}

/// Sets by rank, and runs by suit: what the seat has of them, and what may still come.
#[inline(always)]
fn sense_melds(
    view: &View<'_, ThreeKings>,
    may_come: CardSet,
    places: &Places,
    inputs: &mut Inputs,
) {
    let (own, rules, trick) = (view.cards(), view.rules(), view.trick());
    for rank in Rank::ALL {
        let of_rank = |cards: CardSet| {
            let held = |&suit: &Suit| cards.contains(Card::new(rank, suit));
            Suit::ALL.into_iter().filter(held).count()
        };
        let set = inputs.group(5, 5);
        inputs.turn_on(set.at(of_rank(own), of_rank(may_come)));
    }
    let (mine, near) = (Melds::of(own, rules), Melds::of(own | may_come, rules));
    let runs = inputs.group(CARDS, 3);
    for meld in near.iter().filter(|meld| meld.shape() == Shape::Run) {
        let cards = meld.cards();
        let slot = cards.first().map_or(0, |card| places.slot(card.suit()));
        let held = cards.iter().filter(|&card| own.contains(card)).count();
        let highest = cards.iter().map(height).max().unwrap_or(0);
        if held > 0 {
            inputs.turn_on(runs.at(slot * RANKS + usize::from(highest) - 1, held - 1));
        }
    }
    let level = |meld: Meld| usize::from(meld.level(rules).unwrap_or(0));
    inputs.one_of(LEVELS, mine.iter().map(level).max().unwrap_or(0));
    let lying = trick.melds().map(|(_, meld)| level(meld)).max();
    inputs.maybe(LEVELS, lying);
    let beats = lying.is_some() && mine.iter().any(|meld| trick.is_beaten_by_meld(meld, rules));
    inputs.flag(beats);
}

/// How many cards lie in the trick, who wins it so far, and the suit led.
#[inline(always)]
fn sense_trick(view: &View<'_, ThreeKings>, places: &Places, inputs: &mut Inputs) {
    let trick = view.trick();
    inputs.one_of(4, trick.thrown().len());
    inputs.one_of(3, if trick.is_empty() { 0 } else { trick.size().min(2) });
    inputs.one_of(3, trick.len());
    inputs.maybe(3, trick.best().map(|(seat, _)| seat.steps_from(view.seat())));
    inputs.maybe(SLOTS, trick.suit().map(|led| places.slot(led)));
}

/// The kind of decision, the exchange, and how many cards there are.
#[inline(always)]
fn sense_decision(view: &View<'_, ThreeKings>, places: &Places, inputs: &mut Inputs) {
    let me = view.seat();
    let kind = match view.legal() {
        Legal::Upcard(_) | Legal::Nothing => 0,
        Legal::Play { .. } => 1,
        Legal::Answer { .. } => 2,
        Legal::Exchange(_) => 3,
        Legal::Predict(_) => 4,
    };
    inputs.one_of(5, kind);
    let exchange = match view.exchanged() {
        Exchanged::NotYet => 0,
        Exchanged::Taken { by, .. } => 1 + by.steps_from(me),
        Exchanged::Declined => 4,
    };
    inputs.one_of(5, exchange);
    let lies = view.upcard().filter(|_| view.exchanged() == Exchanged::NotYet);
    inputs.maybe(CARDS, lies.map(|card| places.place(card)));
    inputs.one_of(26, view.stock_len());
    inputs.one_of(11, view.hand_size(me));
    inputs.one_of(11, view.hand_size(me.left()));
}

/// For each seat its points, its game points, its penalty and its prediction.
#[inline(always)]
fn sense_scores(view: &View<'_, ThreeKings>, inputs: &mut Inputs) {
    let (standing, rules) = (view.standing(), view.rules());
    let (won, pending) = (standing.match_scores(), standing.pending());
    let scores = view.scores();
    let of_set = |points: i32| points * 15 / rules.set_points().max(1);
    for seat in view.seat().around() {
        inputs.number(32, -12, of_set(scores[seat]));
        inputs.number(4, -3, won[seat] - rules.game_points());
        inputs.one_of(4, (-of_set(pending[seat]) / 5).max(0) as usize);
        let prediction = match view.predictions().by(seat) {
            None => 0,
            Some(Prediction::Last) => 1,
            Some(Prediction::Ace) => 2,
        };
        inputs.one_of(3, prediction);
    }
}

/// The meld of the same ranks in the suits that the slots are numbered by.
fn in_slots(places: &Places, meld: Meld) -> Meld {
    let moved = |card: Card| Card::new(card.rank(), Suit::ALL[places.slot(card.suit())]);
    Meld::of(meld.cards().iter().map(moved).collect()).expect("suits do not make a meld")
}
