//! The worlds of small random games, all of them: each deal, each hidden choice.

use std::collections::BTreeSet;

use threehand_engine::games::Family;
use threehand_engine::testing::{Trial, Trials, checks};
use threehand_engine::{Card, Deal, Deck, Game, Hand as _, Legal as _, Seat, Worlds as _, below};

use super::random_files::any_game;

type Hand = <Family as Game>::Hand;
type Action = <Family as Game>::Action;

/// All orders of these cards.
fn orders(cards: &mut Vec<Card>, from: usize, take: &mut dyn FnMut(&[Card])) {
    if from + 1 >= cards.len() {
        return take(cards);
    }
    for i in from..cards.len() {
        cards.swap(from, i);
        orders(cards, from + 1, take);
        cards.swap(from, i);
    }
}

/// The text of a hand without what makes no difference to a world: the order of what is dealt and,
/// where no card moves before the step `rest`, who got what before it.
fn key(hand: &Hand) -> String {
    let mut text = format!("{hand:?}");
    let mut cut = |from: &str, to: &str| {
        let (start, end) = (text.find(from).expect("a field"), text.find(to).expect("a field"));
        text.replace_range(start..end, "");
    };
    cut("queue: ", "tricks: ");
    let steps = hand.rules().option("steps");
    let early = steps
        .split('-')
        .take_while(|step| *step != "rest")
        .any(|step| ["exchange", "pull", "kitty", "pass"].contains(&step));
    if !early {
        cut("first: ", "kitty: ");
    }
    text
}

/// What a seat saw after each action, and the actions.
struct Past {
    seat: Seat,
    views: Vec<String>,
    actions: Vec<(Seat, Action)>,
}

impl Past {
    fn fits(&self, hand: &Hand, done: usize) -> bool {
        format!("{:?}", hand.view(self.seat)) == self.views[done]
    }

    /// Adds the hands that go on from this one as the seat saw it.
    fn go_on(&self, hand: &Hand, done: usize, found: &mut BTreeSet<String>) {
        if !self.fits(hand, done) {
            return;
        }
        let Some(&(turn, action)) = self.actions.get(done) else {
            found.insert(key(hand));
            return;
        };
        for other in hand.legal().iter() {
            let verb = |action: &Action| action.to_string().split(' ').next().map(str::to_owned);
            if (turn != self.seat || other == action) && verb(&other) == verb(&action) {
                let mut next = hand.clone();
                next.play_unchecked(other);
                self.go_on(&next, done + 1, found);
            }
        }
    }
}

fn check(trial: &mut Trial<'_, Family>) {
    let seat = Seat::cyclic(below(&mut trial.rng, 3));
    let steps = below(&mut trial.rng, 14);
    let mut past = Past { seat, views: Vec::new(), actions: Vec::new() };
    past.views.push(format!("{:?}", trial.hand.view(seat)));
    for _ in 0..steps {
        if !trial.step() {
            break;
        }
        past.views.push(format!("{:?}", trial.hand.view(seat)));
    }
    past.actions.clone_from(&trial.actions);
    let rules = trial.rules();
    let mut cards: Vec<Card> = rules.pack().iter().collect();
    let (mut found, mut starts) = (BTreeSet::new(), BTreeSet::new());
    let packet = rules.option("deal.first").parse().unwrap_or(usize::MAX);
    let ordered = rules.option("steps").contains("pull");
    orders(&mut cards, 0, &mut |cards| {
        let deal = Deal::new(Deck::of(cards.iter().copied()).unwrap(), trial.deal.sizes());
        // The order counts only as far as it is seen.
        let sorted = |cards: &[Card]| cards.is_sorted_by_key(|card| card.index());
        let plain = Seat::ALL.iter().all(|&seat| {
            let (first, later) = deal.hand(seat).split_at(packet.min(deal.hand(seat).len()));
            sorted(first) && sorted(later)
        });
        if ordered || plain {
            let hand = rules.start(&trial.standing, &deal);
            if past.fits(&hand, 0) && (ordered || starts.insert(format!("{hand:?}"))) {
                past.go_on(&hand, 0, &mut found);
            }
        }
    });
    let worlds = <Family as Game>::Worlds::of(&trial.hand.view(seat));
    assert_eq!(worlds.count(), Some(found.len() as f64), "worlds of seat {seat}: {:?}", trial.hand);
    for _ in 0..20 {
        let world = key(&worlds.draw(&mut trial.rng));
        assert!(found.contains(&world), "no world of seat {seat}: {world}");
    }
}

#[test]
fn a_seat_has_the_worlds_that_there_are() {
    for number in 0..checks(2_000).max(60) {
        Trials::of(any_game(4, number, 7), 3).seed(number).each(|trial| {
            if trial.number() > 0 || below(&mut trial.rng, 2) == 0 {
                check(trial);
            }
        });
    }
}
