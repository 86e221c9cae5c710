//! What studies of the rules ask of finished hands: contracts kept, ends of the scale reached, and
//! each game's quantities, from the worked cases of the rules.

#[path = "common/three_kings.rs"]
mod kings;
mod kitty;
#[path = "common/mod.rs"]
mod nine;

use threehand_engine::games::three_kings::Prediction;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{BySeat, Game, Hand, Reach, Seat, Standing, Stream, Trump};

use kings::{BEFORE, Before};
use nine::{P0, P1, P2};

const NONE: Reach = Reach { top: false, bottom: false };
const TOP: Reach = Reach { top: true, bottom: false };
const BOTTOM: Reach = Reach { top: false, bottom: true };
const BOTH: Reach = Reach { top: true, bottom: true };

fn kept<H: Hand>(hand: &H) -> [Option<bool>; 3] {
    Seat::ALL.map(|seat| hand.kept(seat))
}

/// The game's quantity of this name in a hand.
fn quantity<G: Game>(name: &str, hand: &G::Hand) -> Option<u8> {
    let quantity = G::QUANTITIES.iter().find(|quantity| quantity.name == name);
    (quantity.expect("the game has it").of)(hand)
}

fn reach<H: Hand>(hand: &H) -> Reach {
    hand.outcome().expect("the hand is over").standing.reach()
}

#[test]
fn in_9_2_5_a_contract_is_kept_with_as_many_tricks_or_more() {
    let game = NineTwoFive::default();
    let first = game.first_standing(P0);
    for (tricks, expected) in [
        // N1, N6 and N4; then each exactly, and 9 too few by one.
        ([8, 5, 3], [false, true, false]),
        ([4, 0, 12], [false, false, true]),
        ([4, 5, 7], [false, true, true]),
        ([9, 2, 5], [true, true, true]),
        ([8, 3, 5], [false, true, true]),
    ] {
        let hand = nine::hand_with_tricks(&game, &first, tricks);
        assert_eq!(kept(&hand), expected.map(Some), "{tricks:?}");
    }
    let hand = game.start(&first, &nine::shuffled(&mut Stream::new([1, 1, 9, 925])));
    assert_eq!(kept(&hand), [None; 3], "the hand is not over");
    // N5's rules: 9, then 5, then 2.
    let other = nine::rules("contracts=9-5-2");
    let hand = nine::hand_with_tricks(&other, &first, [8, 5, 3]);
    assert_eq!(kept(&hand), [Some(false), Some(true), Some(true)]);
}

#[test]
fn in_9_2_5_both_ends_of_the_scale_can_be_reached_in_one_hand() {
    let game = NineTwoFive::default();
    for (scores, tricks, expected) in [
        // N7 twice, and N8, which is not over.
        ([12, -3, -9], [13, 0, 3], TOP),
        ([6, 8, -14], [10, 3, 3], BOTTOM),
        ([7, 10, -17], [10, 0, 6], BOTTOM),
        ([12, -13, 1], [13, 0, 3], BOTH),
        ([12, -12, 0], [11, 0, 5], NONE),
    ] {
        let before = nine::standing(P0, scores, None, false);
        let hand = nine::hand_with_tricks(&game, &before, tricks);
        assert_eq!(reach(&hand), expected, "{scores:?} {tricks:?}");
    }
}

#[test]
fn in_9_2_5_the_cards_bled_to_the_dealer_are_counted_in_hands_with_a_bleed() {
    let bled_to_dealer = |hand: &nine::Hand| quantity::<NineTwoFive>("bled_to_dealer", hand);
    let mut rng = Stream::new([2, 1, 9, 925]);
    let end = |hand: &mut nine::Hand, rng: &mut Stream| nine::play_randomly(hand, rng, |_| true);
    // N1 and N6: the dealer P1 gives to both others, and is bled his deficit of two.
    for (deltas, expected) in [([-1, 3, -2], 0), ([-5, -2, 7], 2), ([3, -1, -2], 1)] {
        for _ in 0..20 {
            let mut hand =
                NineTwoFive::default().start(&nine::after(P1, deltas), &nine::shuffled(&mut rng));
            end(&mut hand, &mut rng);
            assert_eq!(bled_to_dealer(&hand), Some(expected), "{deltas:?}");
        }
    }
    // N6 where a receiver may get any number: all seven.
    let free = nine::rules("bleed_cap=free");
    let mut hand = free.start(&nine::after(P1, [-5, -2, 7]), &nine::shuffled(&mut rng));
    nine::play(&mut hand, "trump NT");
    for _ in 0..7 {
        let card = hand.view(P2).cards().first().expect("a card");
        nine::play(&mut hand, &format!("give {card} 1"));
    }
    end(&mut hand, &mut rng);
    assert_eq!(bled_to_dealer(&hand), Some(7));
    // No bleed in the first hand, nor after all contracts were made.
    let game = NineTwoFive::default();
    for standing in [game.first_standing(P1), nine::after(P1, [0; 3])] {
        let mut hand = game.start(&standing, &nine::shuffled(&mut rng));
        nine::start_play(&mut hand, Trump::None);
        end(&mut hand, &mut rng);
        assert_eq!(bled_to_dealer(&hand), None);
    }
}

/// A hand in which seat 0 is the Cat with this bid and takes so many tricks.
fn cat_with(text: &str, tricks: u8) -> kitty::Hand {
    let rules = ThreeLeggedKitty::default();
    let mut rng = Stream::new([6, 0, 9, 3]);
    for _ in 0..100_000 {
        let mut hand = rules.start(&rules.first_standing(P2), &kitty::shuffled(&mut rng));
        kitty::call(&mut hand, &format!("{text} - -"));
        kitty::play_randomly(&mut hand, &mut rng, |_| true);
        if hand.tricks()[P0] == tricks {
            return hand;
        }
    }
    panic!("no hand with {tricks} tricks found");
}

#[test]
fn in_three_legged_kitty_only_the_cat_has_something_to_keep() {
    // K6.
    for (bid, tricks, expected) in [
        ("4H", 3, false),
        ("4H", 4, true),
        ("4H", 7, true),
        ("3Null", 5, true),
        ("3Null", 6, false),
        ("8Null", 1, false),
        ("8Null", 0, true),
    ] {
        assert_eq!(kept(&cat_with(bid, tricks)), [Some(expected), None, None], "{bid} {tricks}");
    }
}

#[test]
fn in_three_legged_kitty_bids_payments_and_passed_out_hands_are_counted() {
    let rules = ThreeLeggedKitty::default();
    for (calls, number, paid) in [
        // K1, K2 and K4.
        ("1C 1H 2NT 3Null 5D 5NT - -", 5, 7),
        ("5S 5NT - 10C 10D -", 10, 12),
        ("- - 1Null", 1, 1),
    ] {
        let mut hand = rules.start(&rules.first_standing(P2), &kitty::deal(["", "", ""]));
        kitty::call(&mut hand, calls);
        kitty::play_randomly(&mut hand, &mut Stream::new([1, 0, 9, 3]), |_| true);
        assert!(hand.outcome().is_some());
        assert_eq!(quantity::<ThreeLeggedKitty>("number_bid", &hand), Some(number), "{calls}");
        assert_eq!(quantity::<ThreeLeggedKitty>("cards_paid", &hand), Some(paid), "{calls}");
        assert_eq!(quantity::<ThreeLeggedKitty>("passed_out", &hand), Some(0), "{calls}");
    }
    let mut hand = rules.start(&rules.first_standing(P2), &kitty::deal(["", "", ""]));
    kitty::call(&mut hand, "- - -");
    assert_eq!(quantity::<ThreeLeggedKitty>("number_bid", &hand), None);
    assert_eq!(quantity::<ThreeLeggedKitty>("cards_paid", &hand), Some(0));
    assert_eq!(quantity::<ThreeLeggedKitty>("passed_out", &hand), Some(1));
    assert_eq!(kept(&hand), [None; 3]);
}

#[test]
fn in_three_legged_kitty_the_scale_has_no_bottom() {
    let rules = ThreeLeggedKitty::default();
    // K8: the Cat, seat 0, fails.
    for (scores, expected) in [([29, 25, 27], TOP), ([29, 26, 26], TOP), ([0, 24, 24], NONE)] {
        let mut rng = Stream::new([8, 0, 9, 3]);
        let failed = std::iter::repeat_with(|| {
            let mut hand = rules.start(&kitty::standing(P2, scores), &kitty::shuffled(&mut rng));
            kitty::call(&mut hand, "10C - -");
            kitty::play_randomly(&mut hand, &mut rng, |_| true);
            hand
        })
        .find(|hand| hand.outcome().expect("it is over").points[P0] == 0);
        assert_eq!(reach(&failed.expect("10C fails at random")), expected, "{scores:?}");
    }
}

/// A last trick played out, with nothing but single cards before it.
fn king_hand(
    left: [&str; 3],
    leader: Seat,
    prediction: Option<(Seat, Prediction)>,
    scores: [i32; 3],
    before: Before,
) -> kings::Hand {
    let case = kings::last_trick("", left, leader, prediction, |_| true);
    let mut hand = case.at(scores, before);
    let plays = leader.around().map(|seat| format!("play {}", left[seat.number()]));
    kings::play(&mut hand, &plays.join(", "));
    hand
}

#[test]
fn in_three_kings_who_predicted_has_kept_it_or_not_and_nobody_else() {
    let said = |seat, prediction| Some((seat, prediction));
    for (left, prediction, expected) in [
        // T6: an ace led to the last trick that wins, and one that loses; then T7.
        (["AD", "KS", "2H"], None, [None; 3]),
        (["AD", "KS", "2H"], said(P0, Prediction::Last), [Some(true), None, None]),
        (["AD", "KS", "2H"], said(P0, Prediction::Ace), [Some(true), None, None]),
        (["AD", "2D", "2H"], said(P0, Prediction::Ace), [Some(false), None, None]),
        (["KS", "2D", "2H"], said(P0, Prediction::Ace), [Some(false), None, None]),
        (["KS", "2D", "2H"], said(P0, Prediction::Last), [Some(true), None, None]),
        (["AS", "2D", "2H"], said(P1, Prediction::Ace), [None, Some(false), None]),
    ] {
        let hand = king_hand(left, P0, prediction, [0; 3], BEFORE);
        assert_eq!(kept(&hand), expected, "{left:?} {prediction:?}");
        let predicted = u8::from(prediction.is_some());
        assert_eq!(quantity::<ThreeKings>("predicted", &hand), Some(predicted));
        assert_eq!(quantity::<ThreeKings>("melds_led", &hand), Some(0));
    }
}

#[test]
fn in_three_kings_a_hand_is_shorter_by_two_tricks_for_each_meld_led() {
    // T9: the last trick is led with a meld, after single cards alone.
    let hand = king_hand(["3S 4S 5S", "2C 2D 2H", "TC TD TH"], P2, None, [14, 14, 3], BEFORE);
    assert_eq!(quantity::<ThreeKings>("melds_led", &hand), Some(1));
    let rules = ThreeKings::default();
    let mut seen = [0; 6];
    for key in 0..3_000 {
        let mut rng = Stream::new([key, 2, 9, 3]);
        let standing = kings::random_standing(&mut rng);
        let mut hand = rules.start(&standing, &kings::shuffled(&rules, &standing, &mut rng));
        while hand.turn().is_some() {
            let action = kings::meld_often(&hand, &mut rng);
            hand.play(action).expect("it is legal");
        }
        let melds = quantity::<ThreeKings>("melds_led", &hand).expect("always asked");
        assert_eq!(hand.tricks().0.iter().sum::<u8>(), 17 - 2 * melds);
        seen[usize::from(melds)] += 1;
    }
    assert!(seen[..4].iter().all(|&hands| hands > 0), "{seen:?}");
}

#[test]
fn in_three_kings_the_scale_ends_with_three_game_points() {
    let left = ["KD", "2D", "2H"];
    for (scores, game_points, expected) in [
        ([13, 4, -20], [2, 2, 0], TOP),
        ([13, 4, -20], [1, 2, 0], NONE),
        ([12, 4, -20], [2, 2, 0], NONE),
    ] {
        let hand = king_hand(left, P0, None, scores, Before { game_points, ..BEFORE });
        assert_eq!(reach(&hand), expected, "{scores:?} {game_points:?}");
    }
    let over = king_hand(left, P0, None, [13, 4, 0], Before { game_points: [2; 3], ..BEFORE });
    assert_eq!(over.outcome().expect("it is over").standing.match_scores(), BySeat([3, 2, 2]));
}
