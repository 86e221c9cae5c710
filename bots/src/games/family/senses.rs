//! The inputs of a network for a view of a game from a file, and the labels of its actions. Cards are those in play.

use rand::Rng;
use threehand_engine::games::Family;
use threehand_engine::games::family::{Action, Known};
use threehand_engine::options::rules_of;
use threehand_engine::{
    BySeat, Card, CardSet, Game as _, Legal as _, Seat, Standing as _, Trump, View, below,
};

use super::heuristic::Reading;
use crate::learned::exchange::{CARDS, COMMON, Cards, SLOTS, sense_past};
use crate::learned::{Group, Inputs, Labels, Learned, Places};

const BACKS: Group = COMMON.then(2, CARDS);
const PASSES: Group = BACKS.then(2, CARDS);
const PULLS: Group = PASSES.then(1, 2);
const BIDS: Group = PULLS.then(1, 18);
/// By what the bids come to with this one.
const SUMS: Group = BIDS.then(1, 19);
/// What a card brings, by what lies in the trick.
const WORTHS: Group = SUMS.then(WORTH, WORTH);
const ANY: Group = WORTHS.then(1, 3);

/// Kinds of what cards bring: much and a little, against who takes them or for, and nothing.
const WORTH: usize = 5;

impl Learned for Family {
    const LABELS: usize = ANY.end();

    #[inline(always)]
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places {
        let cards = cards(view);
        let places = cards.sense(inputs);
        let legal = view.legal();
        sense_decision(view, legal.nth(0), inputs);
        sense_scores(view, inputs);
        inputs.suits(&places, SLOTS, [10, 14], [cards.own, cards.unseen]);
        sense_past(cards.me, view.plays_in_play(), &places, inputs);
        let [follow, void, beat, hook, waits, exact, optional, discards_first, late] =
            view.rules().switches();
        // The second is a rule of 9-2-5.
        [discards_first, late, false, optional].into_iter().for_each(|is| inputs.flag(is));
        [!follow, void, beat, hook, waits, exact].into_iter().for_each(|is| inputs.flag(is));
        sense_steps(view, legal.nth(0), inputs);
        sense_points(view, &cards, &places, inputs);
        places
    }

    fn cards(view: &View<'_, Self>) -> CardSet {
        view.order().all_in_play(view.cards())
    }

    fn labels(view: &View<'_, Self>, places: &Places) -> impl Fn(Action) -> Labels {
        let (cards, order) = (cards(view), view.order());
        let worth = Worth::of(view);
        let in_trick = worth.kind(cards.trick.plays().map(|(_, card)| worth.of_card(card)).sum());
        let bids = view.bids().0.into_iter().flatten().map(usize::from).sum::<usize>();
        move |action| {
            let labels = match action {
                Action::Play(card) => {
                    let card = order.in_play(card);
                    let [play, how, low, unseen] = cards.play(card, places);
                    let own = worth.of_card(card);
                    let is_worth = own != 0 || in_trick != NOTHING;
                    let last = if is_worth { WORTHS.at(worth.kind(own), in_trick) } else { unseen };
                    [play, how, low, last]
                }
                Action::Give(card, to) => cards.give(order.in_play(card), to, places),
                Action::Discard(card) => cards.discard(order.in_play(card), places),
                Action::Back(card, to) => {
                    let card = order.in_play(card);
                    let [_, receiver, low, higher] = cards.give(card, to, places);
                    let to = to.steps_from(cards.me) - 1;
                    [BACKS.at(to, places.place(card)), receiver, low, higher]
                }
                Action::Pass(card) => {
                    let card = order.in_play(card);
                    let [_, _, low, higher] = cards.discard(card, places);
                    let to = view.passes_to(cards.me).unwrap_or(cards.me.left());
                    let to = to.steps_from(cards.me) - 1;
                    let worth = WORTHS.at(worth.kind(worth.of_card(card)), NOTHING);
                    [PASSES.at(to, places.place(card)), worth, low, higher]
                }
                Action::Keep => Cards::keep(),
                // It is called where nobody bids.
                Action::Fewest => [BIDS.at(0, 0), ANY.at(0, 0), ANY.at(0, 1), ANY.at(0, 2)],
                Action::Trump(trump) => Cards::call(order.trump_in_play(trump), places),
                Action::Pull(from) => {
                    let from = from.steps_from(cards.me) - 1;
                    let [any, pull] = [ANY.at(0, 0), PULLS.at(0, from)];
                    [pull, any, ANY.at(0, 1), ANY.at(0, 2)]
                }
                Action::Bid(bid) => {
                    let bid = usize::from(bid.tricks());
                    let hand = usize::from(view.rules().hand_size());
                    let sum = (bids + bid + 9).saturating_sub(hand).min(18);
                    [BIDS.at(0, bid), SUMS.at(0, sum), ANY.at(0, 1), ANY.at(0, 2)]
                }
            };
            labels.map(|label| label as u16)
        }
    }

    /// One match in six goes by a variant of the file, if it has any. In two of six the contracts, if there are any, are
    /// drawn: where the three drawn do not sum to the tricks, the published rules stay.
    fn vary<R: Rng>(&self, rng: &mut R) -> Self {
        let owed = BySeat::from_fn(|seat| self.contract(seat, Seat::P0)).0;
        let tricks = owed.iter().flatten().map(|&count| usize::from(count)).sum::<usize>();
        match below(rng, 6) {
            0..3 => *self,
            3 => {
                let variants = self.variants();
                let options = variants[below(rng, variants.len())].options;
                rules_of(self, options.iter().copied()).expect("a variant of the file")
            }
            _ if tricks < 3 => *self,
            _ => {
                let [dealer, left] = [(); 2].map(|()| 1 + below(rng, tricks - 2));
                let Some(right) = tricks.checked_sub(dealer + left).filter(|&right| right > 0)
                else {
                    return *self;
                };
                let contract = format!("{dealer}-{left}-{right}");
                rules_of(self, [("contract", &*contract)]).unwrap_or(*self)
            }
        }
    }
}

/// The cards that a decision goes by.
#[inline(always)]
fn cards<'a>(view: &View<'a, Family>) -> Cards<'a> {
    let (me, order) = (view.seat(), view.order());
    let reading = Reading::of(view, me);
    Cards {
        me,
        own: reading.own,
        unseen: order.all_in_play(view.unseen()),
        others: reading.others.map(|other| other.may_hold()),
        trick: view.trick_in_play(),
        trump: view.trump().map(|trump| order.trump_in_play(trump)),
    }
}

/// The phase, the trump, and what is still to be discarded and given to whom.
#[inline(always)]
fn sense_decision(view: &View<'_, Family>, first: Action, inputs: &mut Inputs) {
    let [me, left, right] = view.seat().around();
    inputs.maybe(4, Some(phase(first)).filter(|&phase| phase < 4));
    inputs.one_of(3, view.trump().map_or(0, |trump| if trump == Trump::None { 1 } else { 2 }));
    inputs.one_of(3, view.dealer().steps_from(me));
    inputs.one_of(17, view.hand_size(me));
    inputs.one_of(5, view.discard_count());
    let own = view.exchanged().filter(|pair| pair.over == me && !pair.is_settled);
    let over = view.standing().over().map_or(0, |over| over[me].max(0));
    let gives = matches!(first, Action::Give(..));
    let given: usize = own.map(|pair| pair.count).sum();
    inputs
        .one_of(6, if gives { usize::from(over.unsigned_abs()).saturating_sub(given) } else { 0 });
    let legal = view.legal();
    for seat in [left, right] {
        inputs.flag(
            !matches!(first, Action::Play(_))
                && legal.iter().any(|action| match action {
                    Action::Give(_, to) | Action::Back(_, to) | Action::Pull(to) => to == seat,
                    _ => false,
                }),
        );
    }
}

/// The number of a phase: of what the first legal action is.
const fn phase(first: Action) -> usize {
    match first {
        Action::Trump(_) | Action::Fewest => 0,
        Action::Give(..) | Action::Keep => 1,
        Action::Discard(_) => 2,
        Action::Play(_) => 3,
        Action::Back(..) => 4,
        Action::Pull(_) => 5,
        Action::Pass(_) => 6,
        Action::Bid(_) => 7,
    }
}

/// For each seat its target, the tricks that it lacks, its score and how it ended the hand before.
#[inline(always)]
fn sense_scores(view: &View<'_, Family>, inputs: &mut Inputs) {
    let (rules, standing) = (view.rules(), view.standing());
    let (scores, range) = (standing.scores(), i64::from(rules.score_range()));
    for seat in view.seat().around() {
        let target = view.target(seat).map_or(0, |target| target.tricks);
        inputs.one_of(14, target.into());
        inputs.number(20, -5, i32::from(target) - i32::from(view.tricks()[seat]));
        let score = i64::from(rules.win().gain(scores[seat])) * 15 / range;
        inputs.number(17, 0, (score.clamp(-17, 17) as i32 + 17) / 2);
        inputs.number(13, -6, standing.over().map_or(0, |over| over[seat].into()));
    }
}

/// What is done before the play beside giving and laying away, and how far a hand and the match have come.
#[inline(always)]
fn sense_steps(view: &View<'_, Family>, first: Action, inputs: &mut Inputs) {
    let [me, left, _] = view.seat().around();
    inputs.maybe(4, phase(first).checked_sub(4));
    inputs.one_of(18, view.tricks_left().into());
    inputs.one_of(6, view.rules().kitty_size().into());
    inputs.maybe(2, view.passes_to(me).map(|to| usize::from(to != left)));
    inputs.one_of(6, view.passes(me).0);
    let own = view.pulled().filter(|pair| pair.over == me);
    inputs.one_of(6, own.map(|pair| pair.count - pair.returned).sum());
    inputs.one_of(5, view.standing().hands_left().map_or(0, |left| left.max(1) as usize));
    let targets = me.around().map(|seat| view.target(seat));
    targets.into_iter().for_each(|target| inputs.flag(target.is_some()));
    let sum: i32 = targets.into_iter().flatten().map(|target| i32::from(target.tricks)).sum();
    inputs.number(19, -9, sum - i32::from(view.rules().hand_size()));
}

/// What tricks and cards bring, and what the seats have taken so far.
#[inline(always)]
fn sense_points(view: &View<'_, Family>, cards: &Cards<'_>, places: &Places, inputs: &mut Inputs) {
    let me = view.seat();
    for seat in me.around() {
        inputs.one_of(3, (view.trick_gain(seat).signum() + 1) as usize);
        inputs.one_of(8, view.tricks()[seat].into());
    }
    let broken = view.rules().broken_suit();
    inputs.maybe(SLOTS, broken.map(|suit| places.slot(suit)));
    inputs.flag(broken.is_some() && view.is_broken());
    let worth = Worth::of(view);
    let (of_places, in_trick) = (inputs.group(CARDS, WORTH), inputs.group(1, WORTH));
    let taken = inputs.group(3, 9);
    if worth.pointed.is_empty() {
        return;
    }
    places.each(|place, card| {
        if worth.pointed.contains(card) {
            inputs.turn_on(of_places.at(place, worth.kind(worth.of_card(card))));
        }
    });
    let lies = cards.trick.plays().map(|(_, card)| worth.of_card(card)).sum();
    inputs.turn_on(in_trick.at(0, worth.kind(lies)));
    let won = view.won();
    for (row, seat) in me.around().into_iter().enumerate() {
        let points: i32 = won[seat].iter().map(|card| -view.burden(card)).sum();
        let part = i64::from(points) * 4 / i64::from(worth.all);
        inputs.turn_on(taken.at(row, (part.clamp(-4, 4) + 4) as usize));
    }
}

/// What cards bring to who takes them.
struct Worth<'a> {
    view: &'a Known<'a>,
    /// The cards that have points.
    pointed: CardSet,
    /// The most that one of them counts.
    most: i32,
    /// What all of them count, whether for or against.
    all: i32,
}

/// The kind of a card without points.
const NOTHING: usize = 2;

impl<'a> Worth<'a> {
    fn of(view: &'a Known<'a>) -> Self {
        let points = || view.pointed().iter().map(|card| view.burden(card).abs());
        let most = points().max().unwrap_or(0).max(1);
        let pointed = view.order().all_in_play(view.pointed());
        Self { view, pointed, most, all: points().sum::<i32>().max(1) }
    }

    fn of_card(&self, card: Card) -> i32 {
        if !self.pointed.contains(card) {
            return 0;
        }
        -self.view.burden(self.view.order().named(card))
    }

    /// The kind of what brings so much.
    fn kind(&self, points: i32) -> usize {
        let is_much = i64::from(points).abs() * 2 > i64::from(self.most);
        (2 + points.signum() * if is_much { 2 } else { 1 }) as usize
    }
}
