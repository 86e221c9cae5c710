//! Single cards of Three Kings that search takes for one do the same, whatever follows.

use rand::SeedableRng;
use threehand_bots::testing::deal;
use threehand_bots::{BotRng, Knowledge as _};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Hand, Legal, Meld, Melds, falling};
use threehand_engine::testing::{any_rules, checks};
use threehand_engine::{Card, CardSet, Game, Hand as _, Legal as _, Seat, Stream, below};

/// What the seat to move may do, drawn at random: one action, or the three cards of a throw.
fn any_actions(hand: &Hand, rng: &mut BotRng) -> Vec<Action> {
    let legal = hand.legal();
    if let Legal::Answer { cards, melds } = legal
        && below(rng, 4) > 0
    {
        let seat = hand.turn().expect("somebody answers");
        let mut held = hand.view(seat).cards();
        assert!(cards.meets(held) && held.len() >= 3);
        let thrown: CardSet = (0..3)
            .map(|_| {
                let card = held.nth(below(rng, held.len()));
                held.remove(card);
                card
            })
            .collect();
        return match Meld::of(thrown).filter(|&meld| melds.contains(meld)) {
            Some(meld) => vec![Action::Meld(meld)],
            None => falling(thrown).map(Action::Throw).collect(),
        };
    }
    match legal.nth(below(rng, legal.len())) {
        Action::Throw(_) => any_actions(hand, rng),
        action => vec![action],
    }
}

/// The same actions where two cards have changed places.
fn swapped(actions: &[Action], one: Card, other: Card) -> Vec<Action> {
    let swap = |card: Card| match card {
        card if card == one => other,
        card if card == other => one,
        card => card,
    };
    if let [Action::Throw(_), ..] = actions {
        let cards = actions.iter().filter_map(|action| match *action {
            Action::Throw(card) => Some(swap(card)),
            _ => None,
        });
        return falling(cards.collect()).map(Action::Throw).collect();
    }
    let swapped = |&action: &Action| match action {
        Action::Upcard(card) => Action::Upcard(swap(card)),
        Action::Play(card) => Action::Play(swap(card)),
        Action::Exchange(card) => Action::Exchange(swap(card)),
        action => action,
    };
    actions.iter().map(swapped).collect()
}

fn do_all(hand: &mut Hand, actions: &[Action]) {
    for &action in actions {
        hand.play(action).expect("it is legal");
    }
}

/// Plays one hand on with the one card and with the other, and at random from there, the two cards
/// having changed places: both come to the same.
fn come_to_the_same(hand: &Hand, one: Card, other: Card, rng: &mut BotRng) {
    let [mut first, mut second] = [one, other].map(|card| {
        let mut hand = hand.clone();
        do_all(&mut hand, &[Action::Play(card)]);
        hand
    });
    while first.turn().is_some() {
        assert_eq!(first.turn(), second.turn(), "{one} {other} {hand:?}");
        let actions = any_actions(&first, rng);
        do_all(&mut first, &actions);
        do_all(&mut second, &swapped(&actions, one, other));
    }
    let [first, second] = [first, second].map(|hand| hand.outcome().expect("it is over"));
    assert_eq!(first.points, second.points, "{one} {other} {hand:?}");
    assert_eq!(first.standing, second.standing, "{one} {other} {hand:?}");
}

#[test]
fn a_card_left_out_comes_to_the_same_as_the_next_higher_one_kept() {
    let mut left_out = [0; 2];
    let count = checks(3_000).max(300);
    for number in 0..count {
        let mut rng = BotRng::seed_from_u64(number);
        let rules = if number % 2 == 0 {
            ThreeKings::default()
        } else {
            any_rules(&mut Stream::new([number, 0, 15, 3]))
        };
        let dealer = Seat::cyclic(below(&mut rng, 3));
        let mut hand =
            deal(&rules, &rules.first_standing(dealer), &mut Stream::new([number, 17, 0, 0]));
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            let mut choices = Vec::new();
            ThreeKings::candidates(&view, &mut choices);
            let own = view.cards();
            let reach = if view.stock_len() > 0 { !view.played() } else { own };
            let in_melds = Melds::of(reach, &rules).cards();
            for action in view.legal().iter().filter(|action| !choices.contains(action)) {
                let Action::Play(card) = action else { panic!("{action} is left out") };
                let stands = (own.above(card) - in_melds).iter();
                let mut stands = stands.filter(|&above| choices.contains(&Action::Play(above)));
                let stands = stands.next().expect("one is kept");
                come_to_the_same(&hand, card, stands, &mut rng);
                left_out[usize::from(view.stock_len() == 0)] += 1;
            }
            let actions = any_actions(&hand, &mut rng);
            do_all(&mut hand, &actions);
        }
    }
    assert!(left_out.iter().all(|&left_out| left_out > count / 10), "{left_out:?}");
}
