//! The inputs of a network for a view of 9-2-5, and the labels of its actions.

use rand::Rng;
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Kitty, Legal, NoTrumpBleed, TrumpCall};
use threehand_engine::{CardSet, Game as _, Standing as _, Trump, View, below};

use crate::learned::exchange::{COMMON, Cards, SLOTS, sense_past};
use crate::learned::{Inputs, Labels, Learned, Places, other_option};

impl Learned for NineTwoFive {
    const LABELS: usize = COMMON.end();

    #[inline(always)]
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places {
        let cards = cards(view);
        let places = cards.sense(inputs);
        sense_decision(view, inputs);
        sense_scores(view, inputs);
        inputs.suits(&places, SLOTS, [10, 14], [cards.own, cards.unseen]);
        sense_past(cards.me, view.plays(), &places, inputs);
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
        let cards = cards(view);
        move |action| {
            let labels = match action {
                Action::Play(card) => cards.play(card, places),
                Action::Give(card, to) => cards.give(card, to, places),
                Action::Discard(card) => cards.discard(card, places),
                Action::Keep => Cards::keep(),
                Action::Trump(trump) => Cards::call(trump, places),
            };
            labels.map(|label| label as u16)
        }
    }

    /// One match in six has one option at another value. Two in six draw contracts: 102 of 169 draws give the three
    /// from 1 to 13 each, and the others leave the published rules.
    fn vary<R: Rng>(&self, rng: &mut R) -> Self {
        let mut rules = *self;
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

/// The cards that a decision goes by.
#[inline(always)]
fn cards<'a>(view: &View<'a, NineTwoFive>) -> Cards<'a> {
    let [me, left, right] = view.seat().around();
    let others = [left, right].map(|seat| view.may_hold(seat));
    let [own, unseen] = [view.cards(), view.unseen()];
    Cards { me, own, unseen, others, trick: view.trick(), trump: view.trump() }
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
