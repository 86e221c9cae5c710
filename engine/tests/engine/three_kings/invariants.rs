//! What must hold in every hand of Three Kings under its default rules, over many random hands.

use std::collections::BTreeSet;

use threehand_engine::games::three_kings::{Exchanged, Meld, PlayedTrick, Prediction};
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, CardSet, Game, Hand as _, Rank, Seat, Standing as _, Stream, below,
};

use super::common::{Hand, P0, meld_often, rules, shuffled};

/// Random matches under the default rules: calls `each` with every finished hand.
fn random_matches(count: u64, key: u64, mut each: impl FnMut(&Hand)) {
    let game = rules("");
    let mut rng = Stream::new([key, 0, 5, 3]);
    for _ in 0..checks(count).max(150) {
        let mut standing = game.first_standing(Seat::cyclic(below(&mut rng, 3)));
        for _ in 0..30 {
            let mut hand = game.start(&standing, &shuffled(&game, &standing, &mut rng));
            while hand.turn().is_some() {
                hand.play_unchecked(meld_often(&hand, &mut rng));
            }
            each(&hand);
            let outcome = hand.outcome().expect("the hand is over");
            if outcome.over {
                break;
            }
            standing = outcome.standing;
        }
    }
}

fn history(hand: &Hand) -> &[PlayedTrick] {
    hand.view(P0).history()
}

fn is_meld(hand: &Hand, cards: CardSet) -> bool {
    Meld::of(cards).is_some_and(|meld| meld.level(hand.rules()).is_some())
}

#[test]
fn cards_and_tricks_of_a_hand_add_up() {
    let mut sizes = BTreeSet::new();
    let (mut led_by_melds, mut aces) = (BTreeSet::new(), 0);
    random_matches(2_500, 1, |hand| {
        // Each plays seventeen cards, and one is out of play.
        let plays = history(hand).iter().flat_map(|trick| trick.plays.0);
        let played = plays.clone().fold(CardSet::EMPTY, |all, cards| all | cards);
        assert_eq!(plays.map(CardSet::len).sum::<usize>(), 51);
        for seat in Seat::ALL {
            let his = history(hand).iter().map(|trick| trick.plays[seat].len());
            assert_eq!(his.sum::<usize>(), 17);
        }
        let out = match hand.view(P0).exchanged() {
            Exchanged::Taken { laid_out, .. } => laid_out,
            _ => hand.view(P0).upcard().unwrap(),
        };
        assert_eq!(CardSet::FULL - played, CardSet::only(out));
        // Seventeen tricks, less two for each led by a meld.
        let led = history(hand).iter().filter(|trick| trick.size() == 3).count();
        assert_eq!(history(hand).len(), 17 - 2 * led);
        assert_eq!(hand.tricks().0.iter().sum::<u8>() as usize, 17 - 2 * led);
        led_by_melds.insert(led);
        // Phase 1 has three to eight tricks and leaves seven to nine cards.
        let (mut stock, mut tricks, mut played) = (24, 0, 0);
        for trick in history(hand) {
            if stock == 0 {
                break;
            }
            tricks += 1;
            played += trick.size();
            stock -= 3 * trick.size().min(stock / 3);
        }
        assert!((3..=8).contains(&tricks) && (8..=10).contains(&played));
        sizes.insert((tricks, 17 - played));
        // An ace takes a single trick only when led with nobody following.
        for trick in history(hand).iter().filter(|trick| trick.size() == 1) {
            let won_with = trick.plays[trick.winner].first().unwrap();
            if won_with.rank() == Rank::Ace {
                assert_eq!(trick.winner, trick.leader);
                let suits = trick.plays.map(|cards| cards.first().unwrap().suit());
                let same = suits.0.iter().filter(|&&suit| suit == won_with.suit()).count();
                assert_eq!(same, 1);
                aces += 1;
            }
        }
    });
    assert!(aces > checks(1_000).max(100));
    // Five melds led in one hand are rare.
    let kinds = if checks(2_500) == 2_500 { 5 } else { 4 };
    assert!(led_by_melds.len() >= kinds && led_by_melds.iter().all(|led| *led <= 5));
    let left: BTreeSet<_> = sizes.iter().map(|(_, left)| *left).collect();
    assert_eq!(left, BTreeSet::from([7, 8, 9]));
    let tricks: BTreeSet<_> = sizes.iter().map(|(tricks, _)| *tricks).collect();
    assert!(tricks.is_superset(&BTreeSet::from([4, 5, 6, 7, 8])), "{tricks:?}");
}

/// What the last trick's ace and the prediction add to a hand's points.
fn extra(hand: &Hand) -> i32 {
    let last = history(hand).last().unwrap();
    let lead = last.plays[last.leader];
    let ace = lead.len() == 1 && lead.first().unwrap().rank() == Rank::Ace;
    let ace_won = ace && last.winner == last.leader;
    let by_ace = match (ace, ace_won) {
        (false, _) => 0,
        (true, true) => 3,
        (true, false) => -5,
    };
    by_ace
        + match hand.view(P0).predictions().iter().next() {
            None => 0,
            Some((seat, Prediction::Last)) => {
                if seat == last.winner {
                    5
                } else {
                    -5
                }
            }
            Some((seat, Prediction::Ace)) => {
                if seat == last.winner && ace_won {
                    10
                } else {
                    -10
                }
            }
        }
}

#[test]
fn points_sum_to_eighteen_with_melds_played_less_two_for_each_led() {
    let mut extras = BTreeSet::new();
    random_matches(5_000, 4, |hand| {
        let led = history(hand).iter().filter(|trick| trick.size() == 3).count() as i32;
        let plays = history(hand).iter().flat_map(|trick| trick.plays.0);
        let melds = plays.filter(|&cards| is_meld(hand, cards)).count() as i32;
        assert!(led <= melds && melds <= 3 * led);
        let points = hand.outcome().unwrap().points;
        let plain = 18 - 2 * led + melds;
        assert!((13..=23).contains(&plain));
        assert_eq!(points.0.iter().sum::<i32>(), plain + extra(hand));
        extras.insert(extra(hand));
    });
    assert!(
        extras.is_superset(&BTreeSet::from([-15, -10, -7, -5, -2, 0, 3, 5, 8, 13])),
        "{extras:?}"
    );
}

#[test]
fn a_set_starts_below_fifteen_and_a_match_ends_at_three_game_points() {
    let mut ended = 0;
    random_matches(1_500, 6, |hand| {
        let (before, outcome) = (hand.standing(), hand.outcome().unwrap());
        let after = outcome.standing;
        assert!(before.scores().0.iter().all(|&score| score < 15));
        assert!(after.scores().0.iter().all(|&score| score < 15));
        let sum = BySeat::from_fn(|seat| before.scores()[seat] + outcome.points[seat]);
        let gained: i32 = Seat::ALL
            .iter()
            .map(|&seat| after.match_scores()[seat] - before.match_scores()[seat])
            .sum();
        let ends = sum.0.iter().any(|&score| score >= 15);
        assert_eq!(gained, i32::from(ends));
        if ends {
            assert!(after.scores().0.iter().all(|&score| score <= 0 && score % 5 == 0));
            assert_eq!(after.pending(), BySeat([0; 3]));
        } else {
            assert_eq!(after.scores(), sum);
        }
        let three = after.match_scores().0.contains(&3);
        assert_eq!(outcome.over, three);
        assert_eq!(after.dealer(), before.dealer().left());
        assert_eq!(after.last_trick_winner(), history(hand).last().map(|trick| trick.winner));
        ended += u64::from(three);
    });
    assert!(ended > checks(500));
}
