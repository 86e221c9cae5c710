//! What a network is told of a view of Three Kings.

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{
    Action, Exchanged, Legal, Meld, MeldList, Melds, Prediction, Qualify, Shape, height,
};
use threehand_engine::{Card, CardSet, Rank, Standing as _, Suit, View};

use super::elsewhere;
use crate::learned::{Inputs, Labels, Learned, Places, RANKS, by_length};

const SLOTS: usize = 4;
const CARDS: usize = SLOTS * RANKS;
/// Where a card can be: with the seat, with either other or both, gone, in the trick, on the table.
const STATES: usize = 8;
/// Heights of melds, with none.
const LEVELS: usize = 15;

const THROWS: usize = CARDS;
const UPCARDS: usize = THROWS + CARDS;
const EXCHANGES: usize = UPCARDS + CARDS;
const DECLINE: usize = EXCHANGES + CARDS;
const PREDICTS: usize = DECLINE + 1;
const MELDS: usize = PREDICTS + 3;
const HOW: usize = MELDS + Meld::COUNT;
const HIGH: usize = HOW + 32 + 4 * 4 * 3 * 4;
/// How high a card is, and its part in melds.
const HIGHS: usize = 6 * RANKS;
const MANY: usize = HIGH + 4 * HIGHS;
const OTHERS: usize = MANY + 28;

impl Learned for ThreeKings {
    const SENSES: u32 = 2;
    const LABELS: usize = OTHERS + 52;

    #[inline(always)]
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places {
        let me = view.seat();
        let [_, left, right] = me.around();
        let own = view.cards();
        let rules = view.rules();
        let trick = view.trick();
        let laid = trick.plays().fold(trick.thrown(), |all, (_, cards)| all | cards);
        let best = trick.best().map_or(CardSet::EMPTY, |(_, cards)| cards);
        let places = Places::new(CardSet::FULL, 0, None, |suit| by_length(own, suit));
        let (may_left, may_right) = (view.may_hold(left), view.may_hold(right));
        let (played, unseen) = (view.played(), view.unseen());
        let late = view.stock_len() == 0;
        let state = |card| {
            if own.contains(card) {
                0
            } else if laid.contains(card) {
                if best.contains(card) { 5 } else { 6 }
            } else if played.contains(card) {
                4
            } else {
                match (may_left.contains(card), may_right.contains(card)) {
                    (true, false) => 1,
                    (false, true) => 2,
                    (true, true) => 3,
                    (false, false) => 7,
                }
            }
        };
        let phase = if late { CARDS * STATES } else { 0 };
        places.each(|place, card| inputs.push(phase + place * STATES + state(card)));
        inputs.skip(2 * CARDS * STATES);
        // Once there is no stock: by how many cards are above it, kings high.
        let led = trick.suit();
        if late {
            for suit in Suit::ALL {
                let first = places.slot(suit) * RANKS;
                let lane = (own | laid | may_left | may_right).of(suit);
                let ace = Card::new(Rank::Ace, suit);
                let falling = lane.without(ace).iter().rev();
                let falling = falling.chain(lane.contains(ace).then_some(ace));
                for (above, card) in falling.enumerate() {
                    inputs.push((first + above) * STATES + state(card));
                    if led == Some(suit) {
                        inputs.push((CARDS + above) * STATES + state(card));
                    }
                }
            }
        }
        inputs.skip((CARDS + RANKS) * STATES);
        for suit in Suit::ALL {
            let slot = places.slot(suit);
            inputs.push(slot * 26 + own.of(suit).len());
            inputs.push(slot * 26 + 12 + unseen.of(suit).len());
        }
        inputs.skip(SLOTS * 26);

        // Sets by rank, and runs by suit: what the seat has of them, and what may yet come.
        let may_come = elsewhere(view) - laid;
        for rank in Rank::ALL {
            let of_rank = |cards: CardSet| {
                let held = |&suit: &Suit| cards.contains(Card::new(rank, suit));
                Suit::ALL.into_iter().filter(held).count()
            };
            inputs.one_of(25, of_rank(own) * 5 + of_rank(may_come));
        }
        let (mine, near) = (Melds::of(own, rules), Melds::of(own | may_come, rules));
        for meld in near.iter().filter(|meld| meld.shape() == Shape::Run) {
            let cards = meld.cards();
            let slot = cards.first().map_or(0, |card| places.slot(card.suit()));
            let held = cards.iter().filter(|&card| own.contains(card)).count();
            let highest = cards.iter().map(height).max().unwrap_or(0);
            if held > 0 {
                inputs.push((slot * RANKS + usize::from(highest) - 1) * 3 + held - 1);
            }
        }
        inputs.skip(CARDS * 3);
        let level = |meld: Meld| usize::from(meld.level(rules).unwrap_or(0));
        inputs.one_of(LEVELS, mine.iter().map(level).max().unwrap_or(0));
        let lying = trick.melds().map(|(_, meld)| level(meld)).max();
        inputs.maybe(LEVELS, lying);
        let beating =
            lying.is_some() && { mine.iter().any(|meld| trick.is_beaten_by_meld(meld, rules)) };
        inputs.flag(beating);
        inputs.one_of(4, trick.thrown().len());
        inputs.one_of(3, if trick.is_empty() { 0 } else { trick.size().min(2) });
        inputs.one_of(3, trick.len());
        inputs.maybe(3, trick.best().map(|(seat, _)| seat.steps_from(me)));
        inputs.maybe(SLOTS, led.map(|led| places.slot(led)));

        inputs.one_of(
            5,
            match view.legal() {
                Legal::Upcard(_) | Legal::Nothing => 0,
                Legal::Play { .. } => 1,
                Legal::Answer { .. } => 2,
                Legal::Exchange(_) => 3,
                Legal::Predict(_) => 4,
            },
        );
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
        inputs.one_of(11, view.hand_size(left));
        let standing = view.standing();
        let (won, pending) = (standing.match_scores(), standing.pending());
        let scores = view.scores();
        let of_set = |points: i32| points * 15 / rules.set_points().max(1);
        for seat in me.around() {
            inputs.number(32, -12, of_set(scores[seat]));
            inputs.number(4, -3, won[seat] - rules.game_points());
            inputs.one_of(4, (-of_set(pending[seat]) / 5).max(0) as usize);
            inputs.one_of(
                3,
                match view.predictions().by(seat) {
                    None => 0,
                    Some(Prediction::Last) => 1,
                    Some(Prediction::Ace) => 2,
                },
            );
        }
        for seat in [left, right] {
            for suit in Suit::ALL.into_iter().filter(|&suit| view.is_void(seat, suit)) {
                inputs.push(places.slot(suit));
            }
            inputs.skip(SLOTS);
        }
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
            (part * 2 + late) * RANKS + usize::from(height(card)) - 1
        };
        move |action| {
            let [what, how, high, many] = match action {
                Action::Play(card) => {
                    let trick = view.trick();
                    let suit = card.suit();
                    let higher = |cards: CardSet| {
                        cards.of(suit).iter().filter(|&other| height(other) > height(card)).count()
                    };
                    let lower = own.of(suit).len() - 1 - higher(own);
                    let above = higher(view.unseen()).min(3);
                    let how = if trick.is_empty() {
                        (above * 4 + own.of(suit).len().min(4) - 1) * 2 + late
                    } else {
                        let wins = usize::from(trick.is_beaten_by(card));
                        let follows = usize::from(trick.suit() == Some(suit));
                        let place = (trick.len() - 1) * 2 + late;
                        32 + (((wins * 2 + follows) * 4 + above) * 3 + lower.min(2)) * 4 + place
                    };
                    let many = MANY + late * 14 + view.unseen().of(suit).len();
                    [places.place(card), HOW + how, HIGH + high(card), many]
                }
                Action::Throw(card) => {
                    [THROWS + places.place(card), OTHERS, HIGH + HIGHS + high(card), OTHERS + 1]
                }
                Action::Upcard(card) => [
                    UPCARDS + places.place(card),
                    OTHERS + 2,
                    HIGH + 2 * HIGHS + high(card),
                    OTHERS + 1,
                ],
                Action::Exchange(card) => [
                    EXCHANGES + places.place(card),
                    OTHERS + 3,
                    HIGH + 3 * HIGHS + high(card),
                    OTHERS + 1,
                ],
                Action::Decline => [DECLINE, OTHERS + 4, OTHERS + 1, OTHERS + 1],
                Action::Predict(said) => {
                    let said = said.map_or(0, |said| 1 + usize::from(said == Prediction::Ace));
                    [PREDICTS + said, OTHERS + 5, OTHERS + 1, OTHERS + 1]
                }
                Action::Meld(meld) => {
                    let led = usize::from(!view.trick().is_empty());
                    let beats = usize::from(view.trick().is_beaten_by_meld(meld, view.rules()));
                    let level = usize::from(meld.level(view.rules()).unwrap_or(0));
                    let how = OTHERS + 6 + led * 2 + beats;
                    [
                        MELDS + in_slots(places, meld).index(),
                        how,
                        OTHERS + 10 + led * LEVELS + level,
                        OTHERS + 50 + late,
                    ]
                }
            };
            [what, how, high, many].map(|label| label as u16)
        }
    }
}

/// The meld of the same ranks in the suits that the slots are numbered by.
fn in_slots(places: &Places, meld: Meld) -> Meld {
    let moved = |card: Card| Card::new(card.rank(), Suit::ALL[places.slot(card.suit())]);
    Meld::of(meld.cards().iter().map(moved).collect()).expect("suits do not make a meld")
}
