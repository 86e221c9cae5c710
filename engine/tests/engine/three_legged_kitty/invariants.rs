//! What must hold in every hand of Three-Legged Kitty, whatever is played.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Bid, Strain};
use threehand_engine::testing::checks;
use threehand_engine::{
    Action as _, BySeat, CardSet, Game, Hand as _, Seat, Standing as _, Stream, Suit,
};

use super::common::{P0, call, phase, play_randomly, random_action, random_rules, shuffled};

type Hand = <ThreeLeggedKitty as Game>::Hand;

/// Hands of cards, paid cards and the 22 nobody sees.
fn assert_no_card_is_lost(hand: &Hand) {
    let view = hand.view(P0);
    let mut all = CardSet::EMPTY;
    let mut count = 0;
    let lying = if view.cat().is_none() {
        view.kitty()
    } else {
        let taken = Seat::ALL.map(|seat| view.taken(seat));
        view.stray() - taken[0] - taken[1] - taken[2]
    };
    let held = Seat::ALL.map(|seat| hand.view(seat).cards());
    let played = Seat::ALL.map(|seat| view.played(seat));
    for set in held.into_iter().chain(played).chain([lying]) {
        all |= set;
        count += set.len();
    }
    assert_eq!((all.len(), count), (30, 30), "{view:?}");
    let dealt = Seat::ALL.map(|seat| hand.view(seat).dealt());
    assert_eq!(all, dealt[0] | dealt[1] | dealt[2]);
}

/// K = N + S under the published rules.
fn assert_kitty_is_number_and_raises(hand: &Hand) {
    let view = hand.view(P0);
    let bids: Vec<Bid> = view.calls().filter_map(|call| call.bid).collect();
    let raises = bids.windows(2).filter(|pair| pair[0].number() == pair[1].number()).count();
    let number = bids.last().map_or(0, |bid| usize::from(bid.number()));
    assert_eq!(view.kitty().len(), number + raises);
    assert!(bids.len() <= 30);
    assert!(bids.windows(2).all(|pair| pair[0] < pair[1]));
}

/// For each seat and suit, whether the seat has played another card when the suit was led.
fn voids(hand: &Hand) -> BySeat<[bool; 4]> {
    let mut voids = BySeat([[false; 4]; 3]);
    let plays: Vec<_> = hand.view(P0).plays().collect();
    for trick in plays.chunks(3) {
        let led = trick[0].1.suit();
        for &(seat, card) in trick {
            voids[seat][led.index()] |= card.suit() != led;
        }
    }
    voids
}

/// What a seat can't place are the cards aside and what the others were dealt and have not paid,
/// strayed or played. The rest of another's hand is open, and nothing else is.
fn assert_each_seat_knows_its_part_to_the_card(hand: &Hand) {
    let dealt = BySeat::from_fn(|seat| hand.view(seat).dealt());
    let pack = hand.rules().pack();
    let aside = pack - dealt[Seat::P0] - dealt[Seat::P1] - dealt[Seat::P2];
    assert_eq!(aside.len(), pack.len() - 30);
    let mut shown = hand.view(P0).stray();
    hand.view(P0).calls().for_each(|call| shown |= call.paid);
    hand.view(P0).plays().for_each(|(_, card)| shown.insert(card));
    let voids = voids(hand);
    for seat in Seat::ALL {
        let view = hand.view(seat);
        let [left, right] = [seat.left(), seat.right()];
        assert_eq!(view.hidden(), aside | ((dealt[left] | dealt[right]) - shown));
        for other in [left, right] {
            let cards = hand.view(other).cards();
            assert_eq!(view.open(other), cards - view.hidden(), "{seat} of {other}: {view:?}");
            assert!(view.may_hold(other).contains_all(cards));
            for suit in Suit::ALL {
                let void = voids[other][suit.index()];
                assert_eq!(view.is_void(other, suit), void);
                assert!(!void || view.may_hold(other).of(suit) == view.open(other).of(suit));
            }
            if cards == view.open(other) {
                assert_eq!(view.may_hold(other), cards);
            }
        }
    }
}

#[test]
fn cards_tricks_and_points_add_up() {
    for key in 0..checks(3_000) {
        let mut rng = Stream::new([key, 0, 3, 3]);
        hand_adds_up(&mut rng, key % 2 == 0);
    }
}

fn hand_adds_up(rng: &mut Stream, published: bool) {
    let rules = if published { ThreeLeggedKitty::default() } else { random_rules(rng) };
    let mut hand = rules.start(&rules.first_standing(Seat::P1), &shuffled(&rules, rng));
    let mut led = false;
    while hand.turn().is_some() {
        assert_no_card_is_lost(&hand);
        assert_each_seat_knows_its_part_to_the_card(&hand);
        if phase(&hand) == "play" && !led {
            led = true;
            let sizes = Seat::ALL.map(|seat| hand.view(P0).hand_size(seat));
            assert_eq!(sizes, [10; 3]);
            assert_eq!(hand.turn(), hand.view(P0).cat());
        }
        let action = random_action(&hand, rng);
        assert_eq!(Action::from_index(action.index()), Some(action));
        assert_eq!(action.to_string().parse(), Ok(action));
        hand.play(action).unwrap();
        if published && matches!(phase(&hand), "call" | "stray" | "take" | "play") {
            assert_kitty_is_number_and_raises(&hand);
        }
    }
    assert_no_card_is_lost(&hand);
    let points = hand.outcome().unwrap().points;
    let Some(cat) = hand.view(P0).cat() else {
        assert_eq!(points.0, [0; 3]);
        assert_eq!(hand.tricks().0, [0; 3]);
        return;
    };
    assert_eq!(hand.tricks().0.iter().sum::<u8>(), 10);
    // The stray is what the others lack.
    let view = hand.view(P0);
    let [left, right] = [cat.left(), cat.right()].map(|seat| view.paid(seat).len());
    assert_eq!(view.stray().len(), left + right);
    assert_eq!(view.taken(cat.left()).len(), left);
    assert_eq!(view.taken(cat.right()).len(), right);
    let others = [cat.left(), cat.right()].map(|seat| points[seat]);
    let bid = hand.contract(cat).unwrap();
    let taken = hand.tricks()[cat];
    let made = match bid.strain() {
        Strain::Null => taken + bid.number() <= 8,
        _ => taken >= bid.number(),
    };
    assert_eq!(made, points[cat] == i32::from(bid.number()));
    assert_eq!(others, if made { [0, 0] } else { [rules.fail_points(); 2] });
    assert!(made || points[cat] == 0);
}

#[test]
fn a_match_has_at_least_3_and_at_most_88_scored_hands_up_to_its_first_thirty() {
    for key in 0..checks(3_000) {
        let mut rng = Stream::new([key, 0, 5, 3]);
        let rules = ThreeLeggedKitty::default();
        let mut now = rules.first_standing(Seat::P0);
        let mut scored = 0;
        while now.scores().0.iter().all(|&score| score < 30) {
            let mut hand = rules.start(&now, &shuffled(&rules, &mut rng));
            play_randomly(&mut hand, &mut rng, |_| true);
            let end = hand.outcome().unwrap();
            scored += u32::from(end.points.0 != [0; 3]);
            assert_eq!(end.standing.dealer(), now.dealer().left());
            now = end.standing;
        }
        assert!((3..=88).contains(&scored));
    }
}

#[test]
fn eighty_eight_scored_hands_are_reached_and_no_more() {
    // Each hand is a made bid of one point: 29 for each, and the next one ends the match.
    let rules = ThreeLeggedKitty::default();
    let mut rng = Stream::new([1, 0, 6, 3]);
    let mut now = rules.first_standing(Seat::P0);
    let mut hands = 0;
    loop {
        // A bids Null for one point, until the score of the seat to call is 29.
        let caller = now.dealer().left();
        let mut hand = rules.start(&now, &shuffled(&rules, &mut rng));
        call(&mut hand, "1Null - -");
        play_randomly(&mut hand, &mut rng, |_| true);
        let end = hand.outcome().unwrap();
        if end.points[caller] == 0 {
            continue;
        }
        hands += 1;
        now = end.standing;
        if end.over {
            break;
        }
    }
    assert_eq!(hands, 88);
}
