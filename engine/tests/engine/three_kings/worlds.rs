//! The sampler of Three Kings: what it draws could be the true hand, and each such hand is drawn
//! equally often.

use std::collections::{BTreeMap, HashMap};

use crate::cards::{choose, subsets};
use crate::draws::ChiSquare;
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Exchanged, Legal, falling};
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Game, Hand as _, Legal as _, Seat, Stream, Suit, Worlds as _,
    below,
};

use super::common::{
    BEFORE, Hand, KingsView, P0, P2, meld_often, play_randomly, random_rules, shuffled,
    start_of_match,
};
use crate::met::repeats;

type Worlds = <ThreeKings as Game>::Worlds;

/// A hand that was played at random for a while, and what was played.
fn position(rng: &mut Stream, most: usize) -> (Hand, Vec<Action>) {
    let rules = random_rules(rng);
    let standing = start_of_match(&rules, rng);
    let mut hand = rules.start(&standing, &shuffled(&rules, &standing, rng));
    let mut actions = vec![];
    let stop = below(rng, most);
    while hand.turn().is_some() && actions.len() < stop {
        let action = meld_often(&hand, rng);
        hand.play(action).expect("a legal action");
        actions.push(action);
    }
    (hand, actions)
}

/// The deal with which this hand began; it is over, so that all its stock is drawn.
fn deal_of(over: &Hand) -> Deal {
    let view = over.view(P0);
    let mut drawn = Seat::ALL.map(|seat| over.view(seat).drawn());
    let mut stock = vec![];
    for trick in view.history() {
        let size = trick.size().min((24 - stock.len()) / 3);
        for seat in trick.winner.around() {
            stock.extend(drawn[seat.number()].by_ref().take(size));
        }
    }
    let first = over.standing().last_trick_winner().is_none();
    let upcard = view.upcard().filter(|_| first);
    let hands = BySeat::from_fn(|seat| over.view(seat).dealt());
    Deal::of(hands, upcard.into_iter().chain(stock))
}

/// The kind of decision that is due, so that the tests can see to it that all are met.
fn due(hand: &Hand) -> &'static str {
    let phase_2 = hand.view(P0).stock_len() == 0;
    match hand.legal() {
        Legal::Upcard(_) => "upcard",
        Legal::Exchange(_) => "exchange",
        Legal::Predict(_) => "predict",
        Legal::Answer { .. } if phase_2 => "answer in phase 2",
        Legal::Answer { .. } => "answer in phase 1",
        Legal::Play { .. } if phase_2 => "play in phase 2",
        Legal::Play { .. } => "play in phase 1",
        Legal::Nothing => "nothing",
    }
}

#[test]
fn every_world_shows_the_seat_what_it_has_seen_and_comes_of_its_deal_by_the_same_play() {
    let mut rng = Stream::new([1, 0, 6, 3]);
    let mut met: BTreeMap<&str, u64> = BTreeMap::new();
    let hands = repeats(2_500, 400);
    for _ in 0..hands {
        let (hand, actions) = position(&mut rng, 70);
        *met.entry(due(&hand)).or_default() += 1;
        for seat in Seat::ALL {
            let view = hand.view(seat);
            let text = format!("{view:?}");
            let worlds = Worlds::of(&view);
            assert!(worlds.count().expect("a count") >= 1.0);
            for _ in 0..2 {
                let world = worlds.draw(&mut rng);
                assert_eq!(format!("{:?}", world.view(seat)), text);
                assert_eq!(world.turn(), hand.turn());
                for other in [seat.left(), seat.right()] {
                    let cards = world.view(other).cards();
                    assert_eq!(cards.len(), view.hand_size(other));
                    assert!(view.may_hold(other).contains_all(cards), "{cards}: {view:?}");
                }
                let mut over = world.clone();
                play_randomly(&mut over, &mut rng, |_| true);
                assert!(over.outcome().is_some());
                let mut again = world.rules().start(world.standing(), &deal_of(&over));
                for &action in &actions {
                    again.play(action).expect("what was played can be played in each world");
                }
                assert_eq!(again, world);
            }
        }
    }
    assert!(met.len() == 8 && met.values().all(|&n| n >= hands / 500), "{met:?}");
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

fn assert_close(a: f64, b: f64, view: KingsView<'_>) {
    assert!((a / b - 1.0).abs() < 1e-9, "{a} instead of {b}: {view:?}");
}

#[test]
fn before_any_play_the_counts_are_binomials_and_orders_of_the_stock() {
    let mut rng = Stream::new([4, 0, 6, 3]);
    let game = ThreeKings::default();
    let first = game.first_standing(P2);
    let hand = game.start(&first, &shuffled(&game, &first, &mut rng));
    for seat in Seat::ALL {
        let due = choose(42, 9) * choose(33, 9) * factorial(24);
        assert_close(Worlds::of(&hand.view(seat)).count().expect("a count"), due, hand.view(seat));
    }
    let later = BEFORE.standing();
    let mut hand = game.start(&later, &shuffled(&game, &later, &mut rng));
    let due = choose(43, 10) * choose(33, 9) * factorial(24);
    assert_close(Worlds::of(&hand.view(P2)).count().expect("a count"), due, hand.view(P2));
    hand.play(hand.legal().nth(0)).unwrap();
    let due = choose(42, 9) * choose(33, 9) * factorial(24);
    assert_close(Worlds::of(&hand.view(P2)).count().expect("a count"), due, hand.view(P2));
}

/// A seat's cards that came from the deal or the stock, each with the trick in which it was
/// played (or a late one), and its draws, each with the trick after which it was made.
fn past(hand: &Hand, seat: Seat) -> (Vec<(Card, usize)>, Vec<usize>) {
    const LATE: usize = 99;
    let view = hand.view(seat);
    let mut cards: Vec<_> = view.cards().iter().map(|card| (card, LATE)).collect();
    let mut draws = vec![];
    let mut stock = 24;
    for (i, trick) in view.history().iter().enumerate() {
        cards.extend(trick.plays[seat].iter().map(|card| (card, i)));
        let each = trick.size().min(stock / 3);
        stock -= 3 * each;
        draws.extend(vec![i; each]);
    }
    let on_table = view.trick().plays().filter(|(who, _)| *who == seat).map(|(_, cards)| cards);
    let thrown = if hand.turn() == Some(seat) { view.trick().thrown() } else { CardSet::EMPTY };
    let on_table = on_table.fold(thrown, |all, cards| all | cards);
    cards.extend(on_table.iter().map(|card| (card, LATE)));
    if let Exchanged::Taken { by, laid_out } = view.exchanged()
        && by == seat
    {
        cards.push((laid_out, LATE));
    }
    cards.retain(|(card, _)| Some(*card) != view.upcard());
    (cards, draws)
}

/// In how many ways the draws can have brought these cards, the others being dealt: every draw one
/// that was not played before. Counted card set by card set, with no thought of an order.
fn ways(cards: &[(Card, usize)], draws: &[usize]) -> f64 {
    let mut by_set = HashMap::from([(0_u32, 1.0)]);
    for &after in draws {
        let mut next: HashMap<u32, f64> = HashMap::new();
        for (set, ways) in by_set {
            for (i, &(_, played)) in cards.iter().enumerate() {
                if set >> i & 1 == 0 && played > after {
                    *next.entry(set | 1 << i).or_default() += ways;
                }
            }
        }
        by_set = next;
    }
    by_set.values().sum()
}

/// Whether a seat with this hand has enough lower cards for what it has begun to throw.
fn can_go_on(view: &KingsView<'_>, seat: Seat, hand: CardSet) -> bool {
    let thrown = view.trick().thrown();
    let Some(lowest) = falling(thrown).last().filter(|_| view.turn() == Some(seat)) else {
        return true;
    };
    let order: Vec<Card> = falling(CardSet::FULL).collect();
    let place = |card| order.iter().position(|&c| c == card);
    let lower = hand.iter().filter(|&card| place(card) > place(lowest)).count();
    lower >= 3 - thrown.len()
}

/// The hands that the left neighbour can hold in phase 2, the other one's being what is left.
fn left_hands(view: &KingsView<'_>) -> Vec<CardSet> {
    let [left, right] = [view.seat().left(), view.seat().right()];
    let mut open = CardSet::FULL - view.cards() - view.played();
    if let Exchanged::Taken { laid_out, .. } = view.exchanged() {
        open.remove(laid_out);
    } else if let Some(upcard) = view.upcard() {
        open.remove(upcard);
    }
    let fits = |seat: Seat, hand: CardSet| {
        let void = hand.iter().any(|card| view.is_void(seat, card.suit()));
        let known = view.known_card(seat).is_none_or(|card| hand.contains(card));
        !void && known && can_go_on(view, seat, hand)
    };
    let mut hands = subsets(open, view.hand_size(left));
    hands.retain(|&hand| fits(left, hand) && fits(right, open - hand));
    hands
}

#[test]
fn in_phase_2_hands_are_all_those_found_by_trying_each_drawn_equally_often() {
    let mut rng = Stream::new([5, 0, 6, 3]);
    let mut chi2 = ChiSquare::default();
    let mut met: BTreeMap<(bool, bool, bool), u64> = BTreeMap::new();
    let tries = repeats(20_000, 4_000);
    for _ in 0..tries {
        let (hand, _) = position(&mut rng, 75);
        let seat = Seat::cyclic(below(&mut rng, 3));
        let view = hand.view(seat);
        let left = view.seat().left();
        let begun = !view.trick().thrown().is_empty() && hand.turn() != Some(seat);
        if view.stock_len() > 0 || hand.turn().is_none() {
            continue;
        }
        let others = [left, left.left()];
        let void = others.iter().any(|&seat| Suit::ALL.iter().any(|&s| view.is_void(seat, s)));
        let known = view.known_card(left).is_some() || view.known_card(left.left()).is_some();
        let met = met.entry((begun, void, known)).or_default();
        if *met == checks(25) {
            continue;
        }
        let all = left_hands(&view);
        if all.len() > 1_000 {
            continue;
        }
        *met += 1;
        assert!(all.contains(&hand.view(left).cards()), "the true hand is among them");
        let worlds = Worlds::of(&view);
        let pasts: f64 = [left, left.left()]
            .map(|other| {
                let (cards, draws) = past(&hand, other);
                ways(&cards, &draws)
            })
            .into_iter()
            .product();
        assert_close(worlds.count().expect("a count"), all.len() as f64 * pasts, view);
        let numbers: HashMap<CardSet, usize> = all.into_iter().zip(0..).collect();
        let draws = 20 * numbers.len();
        let mut counts = vec![0_u32; numbers.len()];
        for _ in 0..draws {
            counts[numbers[&worlds.draw(&mut rng).view(left).cards()]] += 1;
        }
        chi2 += ChiSquare::of(counts.into_iter().map(|count| (count, 20.0)));
    }
    assert!(chi2.excess().abs() < 4.0, "{chi2:?}");
    let kinds = if tries == 20_000 { 8 } else { 6 };
    assert!(met.len() >= kinds && met.values().all(|&n| n >= tries / 10_000), "{met:?}");
}

/// The greatest number of cards that [`ways`] is asked about here.
const SOME_CARDS: usize = 19;

#[test]
fn each_card_came_from_each_draw_as_often_as_counting_has_it() {
    let mut rng = Stream::new([6, 0, 6, 3]);
    let (mut chi2, mut freedom, mut worst) = (0.0, 0.0, 0.0_f64);
    let hands = repeats(25, 10);
    for _ in 0..hands {
        let (hand, _) = position(&mut rng, 60);
        let seat = Seat::cyclic(below(&mut rng, 3));
        let other = seat.left();
        let worlds = Worlds::of(&hand.view(seat));
        // Whatever the other seat holds, what it has played was drawn as counting has it.
        let (cards, draws) = past(&hand, other);
        assert!(cards.len() <= SOME_CARDS);
        let all = ways(&cards, &draws);
        let played: Vec<_> = cards.iter().filter(|(_, played)| *played < 99).collect();
        let tries = 4_000;
        let mut counts = vec![vec![0_u32; draws.len()]; played.len()];
        for _ in 0..tries {
            let world = worlds.draw(&mut rng);
            let drawn: Vec<Card> = world.view(other).drawn().collect();
            for (i, (card, _)) in played.iter().enumerate() {
                if let Some(place) = drawn.iter().position(|c| c == card) {
                    counts[i][place] += 1;
                }
            }
        }
        for (&&(card, played), counts) in played.iter().zip(&counts) {
            for (place, (&after, &count)) in draws.iter().zip(counts).enumerate() {
                if played <= after {
                    assert_eq!(count, 0, "{card} was played before it was drawn");
                    continue;
                }
                let others: Vec<_> = cards.iter().copied().filter(|(c, _)| *c != card).collect();
                let mut rest = draws.clone();
                rest.remove(place);
                let share = ways(&others, &rest) / all;
                let expected = f64::from(tries) * share;
                let off = (f64::from(count) - expected).powi(2) / (expected * (1.0 - share));
                chi2 += off;
                freedom += 1.0;
                worst = worst.max(off);
            }
        }
    }
    // The counts hang together a little, so only far more than chance would show is a fault.
    assert!(freedom > 20.0 * hands as f64 && chi2 / freedom < 1.2, "{chi2} with {freedom}");
    assert!(worst < 25.0, "{worst}");
}
