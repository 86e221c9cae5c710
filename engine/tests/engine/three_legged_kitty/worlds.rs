//! The sampler of Three-Legged Kitty: what it draws could be the true hand, and each such hand is
//! drawn equally often.

use std::collections::BTreeMap;

use crate::cards::{choose, subsets};
use crate::draws::{ChiSquare, compare_draws};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::Action;
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Deck, Game, Hand as _, Legal as _, Seat, Stream, Worlds as _,
    below,
};

use super::common::{Hand, play_randomly, random_action, random_rules, shuffled};
use crate::met::repeats;

type Worlds = <ThreeLeggedKitty as Game>::Worlds;

fn random_hand(rng: &mut Stream) -> Hand {
    let rules = random_rules(rng);
    let dealer = Seat::cyclic(below(rng, 3));
    rules.start(&rules.first_standing(dealer), &shuffled(&rules, rng))
}

fn actions_so_far(hand: &Hand) -> usize {
    let view = hand.view(Seat::P0);
    let taken: usize = Seat::ALL.iter().map(|&seat| view.taken(seat).len()).sum();
    let paid = view.calls().count() + view.kitty().len();
    paid + view.stray().len() + taken + view.plays().count()
}

/// What tells two worlds apart: the cards dealt to each seat. All since is open.
type World = BySeat<CardSet>;

fn world_of(hand: &Hand) -> World {
    BySeat::from_fn(|seat| hand.view(seat).dealt())
}

/// The actions that everybody has seen, as they bring any hand of this view to where it stands.
fn seen_actions(hand: &Hand) -> Vec<Action> {
    let view = hand.view(Seat::P0);
    let mut actions = Vec::new();
    for call in view.calls() {
        actions.push(call.bid.map_or(Action::Pass, Action::Bid));
        actions.extend(call.paid.iter().map(Action::Pay));
        actions.push(Action::Enough);
    }
    actions.extend(view.stray().iter().map(Action::Stray));
    if let Some(cat) = view.cat() {
        actions.extend(view.taken(cat.left()).iter().map(Action::Take));
    }
    actions.extend(view.plays().map(|(_, card)| Action::Play(card)));
    actions
}

/// All worlds of a view by trying: every way to deal what nobody has shown, each played from its
/// deal through all that has been seen, and kept if the rules allow that and the seat sees the
/// same. Nothing if there are more than `most` ways.
fn all_worlds(hand: &Hand, seat: Seat, most: usize) -> Option<Vec<World>> {
    let view = hand.view(seat);
    let text = format!("{view:?}");
    let [left, right] = [seat.left(), seat.right()];
    // Found here in another way than in the engine: by who brought each shown card to the table.
    let mut shown = BySeat([CardSet::EMPTY; 3]);
    for call in view.calls() {
        shown[call.seat] |= call.paid;
    }
    let kitty = shown[Seat::P0] | shown[Seat::P1] | shown[Seat::P2];
    if let Some(cat) = view.cat() {
        shown[cat] |= view.stray() - kitty;
    }
    for (player, card) in view.plays() {
        if !kitty.contains(card) && !view.stray().contains(card) {
            shown[player].insert(card);
        }
    }
    let open = shown[Seat::P0] | shown[Seat::P1] | shown[Seat::P2];
    let unseen = hand.rules().pack() - view.dealt() - open;
    let lack = [left, right].map(|other| 10 - shown[other].len());
    let ways = choose(unseen.len(), lack[0]) * choose(unseen.len() - lack[0], lack[1]);
    if ways > most as f64 {
        return None;
    }
    let actions = seen_actions(hand);
    let mut found = Vec::new();
    for at_left in subsets(unseen, lack[0]) {
        for at_right in subsets(unseen - at_left, lack[1]) {
            let mut dealt = BySeat([view.dealt(); 3]);
            dealt[left] = shown[left] | at_left;
            dealt[right] = shown[right] | at_right;
            let world = replayed(hand, dealt, &actions);
            if world.is_some_and(|world| format!("{:?}", world.view(seat)) == text) {
                found.push(dealt);
            }
        }
    }
    Some(found)
}

/// The hand of this deal after these actions, if they are legal; `enough` where it can be said.
fn replayed(hand: &Hand, dealt: World, actions: &[Action]) -> Option<Hand> {
    let aside = hand.rules().pack() - dealt[Seat::P0] - dealt[Seat::P1] - dealt[Seat::P2];
    let cards = dealt.0.into_iter().chain([aside]).flatten();
    let deal = Deal::new(Deck::of(cards).ok()?, BySeat([10; 3]));
    let mut world = hand.rules().start(hand.standing(), &deal);
    for &action in actions {
        let said = action != Action::Enough || world.legal().contains(Action::Enough);
        if said {
            world.play(action).ok()?;
        }
    }
    Some(world)
}

#[test]
fn late_positions_have_exactly_the_worlds_found_by_trying_all_each_drawn_equally_often() {
    let mut rng = Stream::new([4, 0, 9, 3]);
    let mut kinds: BTreeMap<(usize, bool, usize), u32> = BTreeMap::new();
    let mut chi2 = ChiSquare::default();
    let mut compared = 0;
    let due = repeats(150, 15);
    while compared < due {
        let mut hand = random_hand(&mut rng);
        let seat = Seat::cyclic(below(&mut rng, 3));
        // Up to one or two cards each; then on as long as that is too many worlds.
        let plays = 21 + below(&mut rng, 10);
        play_randomly(&mut hand, &mut rng, |hand| hand.view(seat).plays().count() < plays);
        let all = loop {
            match all_worlds(&hand, seat, repeats(12_000, 3_000) as usize) {
                Some(all) => break Some(all),
                None if hand.turn().is_none() => break None,
                None => {
                    let action = random_action(&hand, &mut rng);
                    hand.play(action).unwrap();
                }
            }
        };
        let Some(all) = all else { continue };
        let view = hand.view(seat);
        let voids = [seat.left(), seat.right()].into_iter().any(|other| {
            threehand_engine::Suit::ALL.into_iter().any(|suit| view.is_void(other, suit))
        });
        let kind = (hand.role(seat), voids, [0, 1, 2, 3][all.len().ilog10().min(3) as usize]);
        let met = kinds.entry(kind).or_default();
        if *met == 10 {
            continue;
        }
        *met += 1;
        let more = compare_draws::<ThreeLeggedKitty, _>(&hand, seat, all, world_of, 30, &mut rng);
        assert!(more.excess() < 4.5, "{more:?}: {view:?}");
        chi2 += more;
        compared += 1;
    }
    assert!(chi2.excess() < 4.0, "{chi2:?}");
    if due == 150 {
        assert!(kinds.len() >= 12, "{kinds:?}");
        assert!((0..3).all(|role| kinds.contains_key(&(role, true, 3))), "{kinds:?}");
    }
}

#[test]
fn early_counts_are_binomials_less_what_is_open() {
    let mut rng = Stream::new([5, 0, 9, 3]);
    for _ in 0..checks(300) {
        let mut hand = random_hand(&mut rng);
        let stop = below(&mut rng, 40);
        let before_play = |hand: &Hand| hand.view(Seat::P0).plays().count() == 0;
        play_randomly(&mut hand, &mut rng, |hand| before_play(hand) && actions_so_far(hand) < stop);
        if !before_play(&hand) {
            continue;
        }
        for seat in Seat::ALL {
            let view = hand.view(seat);
            let [left, right] = [seat.left(), seat.right()];
            let shown = view.kitty() | view.stray();
            let lack = [left, right].map(|other| (hand.view(other).dealt() - shown).len());
            let unseen = hand.rules().pack().len() - 30 + lack[0] + lack[1];
            let due = choose(unseen, lack[0]) * choose(unseen - lack[0], lack[1]);
            let count = Worlds::of(&view).count().expect("a count");
            assert!((count / due - 1.0).abs() < 1e-12, "{count} instead of {due}: {view:?}");
        }
    }
}

/// The ways to deal `missing` cards to two hands, of cards that fit only the one, only the other or
/// both; the rest is set aside.
fn ways([one, other, both]: [usize; 3], missing: [usize; 2]) -> f64 {
    let split = |shared: usize| {
        let rest = both - shared;
        choose(both, shared) * choose(one, missing[0] - shared) * choose(other + rest, missing[1])
    };
    (0..=missing[0].min(both)).map(split).sum()
}

#[test]
fn with_voids_and_many_cards_left_worlds_are_counted_and_drawn_as_combinatorics_says() {
    const DRAWS: u32 = 400;
    let mut rng = Stream::new([6, 0, 9, 3]);
    let mut chi2 = ChiSquare::default();
    while chi2.freedom < checks(300) as f64 {
        let mut hand = random_hand(&mut rng);
        let plays = 6 + below(&mut rng, 16);
        play_randomly(&mut hand, &mut rng, |hand| hand.view(Seat::P0).plays().count() < plays);
        let seat = Seat::cyclic(below(&mut rng, 3));
        let view = hand.view(seat);
        let others = [seat.left(), seat.right()];
        let fits = |card: Card| others.map(|other| !view.is_void(other, card.suit()));
        let kinds = [[true, false], [false, true], [true, true]];
        let kind_of = |card| kinds.iter().position(|&kind| kind == fits(card));
        let mut counts = [0; 3];
        view.hidden().iter().filter_map(kind_of).for_each(|kind| counts[kind] += 1);
        let missing = others.map(|other| view.hand_size(other) - view.open(other).len());
        if counts[0] + counts[1] == 0 || missing.contains(&0) {
            continue;
        }
        let all = ways(counts, missing);
        let worlds = Worlds::of(&view);
        assert!(
            (worlds.count().expect("a count") / all - 1.0).abs() < 1e-12,
            "{} not {all}",
            worlds.count().expect("a count")
        );
        // How often one card lies on the left, against the share of the worlds where it does.
        let card = view.hidden().nth(below(&mut rng, view.hidden().len()));
        let Some(kind) = kind_of(card).filter(|&kind| kinds[kind][0]) else { continue };
        counts[kind] -= 1;
        let share = ways(counts, [missing[0] - 1, missing[1]]) / all;
        let mut there = |_| worlds.draw(&mut rng).view(others[0]).cards().contains(card);
        let met = f64::from((0..DRAWS).map(|i| u32::from(there(i))).sum::<u32>());
        let mean = f64::from(DRAWS) * share;
        if mean < 10.0 || f64::from(DRAWS) - mean < 10.0 {
            continue;
        }
        let sum = (met - mean).powi(2) / (mean * (1.0 - share));
        chi2 += ChiSquare { sum, freedom: 1.0 };
    }
    assert!(chi2.excess() < 4.0, "{chi2:?}");
}
