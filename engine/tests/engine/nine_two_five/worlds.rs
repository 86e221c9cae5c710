//! The sampler of 9-2-5: what it draws could be the true hand, and each such hand is drawn
//! equally often.

use std::collections::{HashMap, HashSet};

use crate::cards::choose;
use crate::draws::{ChiSquare, compare_draws};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::Legal;
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, Card, CardSet, Game, Hand as _, Legal as _, Seat, Stream, Suit, Worlds as _, below,
};

use super::all_worlds::{History, Seen, World, all_worlds};
use super::common::{
    Hand, NineTwoFiveView, P0, P1, P2, after, play_randomly, random_deltas, random_rules, rules,
    shuffled,
};
use crate::met::repeats;

type Worlds = <NineTwoFive as Game>::Worlds;

fn random_hand(rng: &mut Stream, most_bled: i32) -> Hand {
    let rules = random_rules(rng);
    let dealer = Seat::cyclic(below(rng, 3));
    let deltas = random_deltas(rng, most_bled);
    rules.start(&after(dealer, deltas), &shuffled(rng))
}

/// The seat's part in a position, so that the test below can see to it that all are met.
fn kind(view: &NineTwoFiveView<'_>) -> String {
    let part = |giver: Seat, receiver: Seat| match view.seat() {
        seat if seat == giver => "gives",
        seat if seat == receiver => "gets",
        _ => "looks on",
    };
    let parts: Vec<_> = view.bled().map(|b| part(b.giver, b.receiver)).collect();
    let deals = if view.seat() == view.dealer() { "dealer" } else { "other" };
    format!("{deals}, {}", parts.join(" and "))
}

#[test]
fn late_positions_have_exactly_the_worlds_found_by_trying_all_each_drawn_equally_often() {
    let mut rng = Stream::new([4, 0, 6, 925]);
    let mut kinds: HashMap<(String, [String; 2]), (u32, u32)> = HashMap::new();
    let mut chi2 = ChiSquare::default();
    let tries = repeats(1_500, 100);
    for _ in 0..tries {
        let mut hand = random_hand(&mut rng, 2);
        let seat = Seat::cyclic(below(&mut rng, 3));
        let deals = seat == hand.view(seat).dealer();
        let still_to_play = if deals { below(&mut rng, 12) } else { below(&mut rng, 3) };
        let goes_on = |hand: &Hand| hand.view(seat).plays().count() + still_to_play < 48;
        play_randomly(&mut hand, &mut rng, goes_on);
        let view = hand.view(seat);
        let rules = view.rules();
        let options = [rules.option("bleed_view"), rules.option("kitty")];
        let (tried, met) = kinds.entry((kind(&view), options)).or_default();
        if *met == 2 || *tried == 6 {
            continue;
        }
        *tried += 1;
        let Some(all) = all_worlds(view, repeats(25_000, 8_000) as usize) else {
            continue;
        };
        let more = compare_draws::<NineTwoFive, _>(&hand, seat, all, World::of, 30, &mut rng);
        assert!(more.excess() < 4.5, "{more:?}: {view:?}");
        chi2 += more;
        *met += 1;
    }
    assert!(chi2.excess() < 4.0, "{chi2:?}");
    kinds.retain(|_, (_, met)| *met > 0);
    let parts: HashSet<&String> = kinds.keys().map(|(part, _)| part).collect();
    let (due_parts, due_kinds) = if tries == 1_500 { (20, 71) } else { (10, 20) };
    assert!(parts.len() >= due_parts && kinds.len() >= due_kinds, "{kinds:?}");
}

/// Ways to deal 36 unseen cards to two others and the kitty.
fn deals() -> f64 {
    choose(36, 16) * choose(20, 16)
}

fn assert_count(view: NineTwoFiveView<'_>, due: f64) {
    let count = Worlds::of(&view).count().expect("a count");
    assert!((count / due - 1.0).abs() < 1e-12, "{count} instead of {due}: {view:?}");
}

#[test]
fn before_any_play_the_counts_are_binomials() {
    let mut rng = Stream::new([5, 0, 6, 925]);
    for (words, pool) in [("", 20), ("kitty=discard_then_take", 16)] {
        let game = rules(words);
        let mut hand = game.start(&game.first_standing(P1), &shuffled(&mut rng));
        for seat in Seat::ALL {
            assert_count(hand.view(seat), deals());
        }
        hand.play(hand.legal().nth(0)).unwrap();
        for laid_away in 0..=4 {
            assert_count(hand.view(P0), deals() * choose(pool, laid_away));
            assert_count(hand.view(P2), deals() * choose(pool, laid_away));
            let kitty_known = pool == 20 || laid_away == 4;
            let due = if kitty_known { choose(32, 16) } else { deals() };
            assert_count(hand.view(P1), due);
            hand.play(hand.legal().nth(0)).unwrap();
        }
    }
}

/// Hidden cards that the receiver would have returned instead, had he held them.
fn held_back(view: &NineTwoFiveView<'_>, returned: CardSet) -> usize {
    let hidden = !view.dealt();
    let above = |lowest: Card| (hidden.above(lowest) - returned).len();
    Suit::ALL.into_iter().filter_map(|suit| returned.lowest_of(suit)).map(above).sum()
}

#[test]
fn in_the_bleed_the_counts_are_binomials_too() {
    let mut rng = Stream::new([6, 0, 6, 925]);
    for _ in 0..20 {
        // P0 gives P1 three cards; P2 deals and looks on.
        let game = rules("trump_call=after_bleed");
        let mut hand = game.start(&after(P2, [3, -3, 0]), &shuffled(&mut rng));
        for given in 1..=3 {
            play_randomly(&mut hand, &mut rng, |hand| {
                hand.view(P0).bled().any(|bled| bled.count < given)
            });
            assert_count(hand.view(P2), deals() * choose(16, given));
            assert_count(hand.view(P1), choose(36 - given, 16 - given) * choose(20, 4));
            if given < 3 {
                assert_count(hand.view(P0), deals());
            }
        }
        let (given, returned) = hand.view(P0).bled().next().unwrap().cards.unwrap();
        let own = (returned - given).len();
        let open = 36 - own - held_back(&hand.view(P0), returned);
        assert_count(hand.view(P0), choose(open, 16 - own) * choose(20, 4));
    }
}

#[test]
fn with_two_exchanges_the_counts_are_products() {
    let mut rng = Stream::new([7, 0, 6, 925]);
    for _ in 0..20 {
        let game = rules("trump_call=after_bleed");
        // P0 gives one card to P1 and two to P2.
        let mut hand = game.start(&after(P2, [3, -1, -2]), &shuffled(&mut rng));
        play_randomly(&mut hand, &mut rng, |hand| matches!(hand.legal(), Legal::Give { .. }));
        let due = |got: usize, other: usize| {
            choose(36 - got, 16 - got) * choose(20, 4) * choose(16 - got, other)
        };
        assert_count(hand.view(P1), due(1, 2));
        assert_count(hand.view(P2), due(2, 1));
        // P0 and then P1 give to P2, two cards and one.
        let mut hand = game.start(&after(P0, [2, 1, -3]), &shuffled(&mut rng));
        play_randomly(&mut hand, &mut rng, |hand| matches!(hand.legal(), Legal::Give { .. }));
        let (given, returned) = hand.view(P0).bled().next().unwrap().cards.unwrap();
        let own = (returned - given).len();
        let open = 36 - own - held_back(&hand.view(P0), returned);
        assert_count(hand.view(P0), choose(open, 16 - own) * choose(20, 4) * choose(16, 1));
        assert_count(hand.view(P2), choose(36 - 3, 16 - 2) * choose(20 - 1, 4));
    }
}

fn pick(from: CardSet, count: usize, rng: &mut Stream) -> CardSet {
    let mut picked = CardSet::EMPTY;
    while picked.len() < count {
        let left = from - picked;
        picked.insert(left.nth(below(rng, left.len())));
    }
    picked
}

/// A history of the right numbers of cards with all that the seat knows put in. Each that can be a
/// world is one of `ways_to_make_up` equally likely ones.
fn made_up(seen: &Seen<'_>, rng: &mut Stream) -> History {
    let view = seen.view;
    let hidden = !view.dealt();
    let kitty = view.kitty().unwrap_or_else(|| pick(hidden, 4, rng));
    let mut hands = BySeat([view.dealt(); 3]);
    let [left, right] = [view.seat().left(), view.seat().right()];
    hands[left] = pick(hidden - kitty, 16, rng);
    hands[right] = hidden - kitty - hands[left];
    let mut given = [CardSet::EMPTY; 2];
    for (i, bled) in seen.bled.iter().enumerate() {
        let gone =
            if i == 1 && seen.bled[0].giver == bled.giver { given[0] } else { CardSet::EMPTY };
        given[i] = match bled.cards {
            Some((known, _)) => known,
            None => pick(hands[bled.giver] - gone, bled.count, rng),
        };
    }
    let discards = view.discards().unwrap_or_default();
    History { hands, kitty, discards, given }
}

fn ways_to_make_up(seen: &Seen<'_>) -> f64 {
    let known_kitty = seen.view.kitty().is_some();
    let mut ways = if known_kitty { choose(32, 16) } else { deals() };
    for (i, bled) in seen.bled.iter().enumerate().filter(|(_, bled)| bled.cards.is_none()) {
        let same_giver = i == 1 && seen.bled[0].giver == bled.giver;
        let gone = if same_giver { seen.bled[0].count } else { 0 };
        ways *= choose(16 - gone, bled.count);
    }
    ways
}

#[test]
fn after_the_bleed_the_counts_are_what_made_up_histories_come_to() {
    let mut rng = Stream::new([9, 0, 6, 925]);
    let tries = repeats(20_000, 2_500) as u32;
    let mut compared = 0;
    let hands = checks(40);
    for _ in 0..hands {
        let mut hand = random_hand(&mut rng, 2);
        play_randomly(&mut hand, &mut rng, |hand| {
            hand.view(P0).trump().is_none() || matches!(hand.legal(), Legal::Give { .. })
        });
        for seat in Seat::ALL {
            let seen = Seen::by(hand.view(seat));
            let is_world = |_: &u32| seen.world(&made_up(&seen, &mut rng)).is_some();
            let found = (0..tries).filter(is_world).count();
            let share = Worlds::of(&seen.view).count().expect("a count") / ways_to_make_up(&seen);
            let expected = f64::from(tries) * share;
            let spread = (expected * (1.0 - share)).sqrt().max(1.0);
            let off = (found as f64 - expected).abs();
            assert!(off < 4.5 * spread, "{found} for {expected}: {:?}", seen.view);
            compared += u64::from(expected > 20.0 && share < 0.9);
        }
    }
    assert!(compared > 3 * hands / 4, "{compared}");
}
