//! Every option of Three Kings, each value by the behaviour that it changes, and how a standing is read.

use serde_json::{Map, json};
use threehand_engine::games::three_kings::{Legal, Meld, Melds, Prediction, Standing};
use threehand_engine::{
    BySeat, CardSet, Game, Hand as _, Legal as _, Outcome, Seat, Standing as _, Stream,
};

use super::common::{
    BEFORE, Before, P0, P1, P2, cards, first_hand, gained, last_hand, last_trick, play, rules,
    shuffled,
};
use crate::script::run;

const LAST: Prediction = Prediction::Last;
const ACE: Prediction = Prediction::Ace;

fn meld(text: &str) -> Meld {
    Meld::of(cards(text)).expect("a meld under some rules")
}

#[test]
fn with_all_melds_there_are_96_by_rank_or_middle_rank() {
    assert_eq!(Melds::of(CardSet::FULL, &rules("melds=all")).len(), 96);
    for (text, listed, all) in [
        ("AC AD AH", None, 1),
        ("2C 2D 2H", Some(1), 2),
        ("TC TD TH", Some(5), 10),
        ("QC QD QS", None, 12),
        ("KC KD KH", Some(6), 13),
        ("AC 2C 3C", None, 2),
        ("2D 3D 4D", None, 3),
        ("TS JS QS", None, 11),
        ("JH QH KH", Some(6), 13),
    ] {
        assert_eq!(meld(text).level(&rules("")), listed, "{text}");
        assert_eq!(meld(text).level(&rules("melds=all")), Some(all), "{text}");
    }
    assert_eq!(["QC KC AC", "KC AC 2C"].map(|text| Meld::of(cards(text))), [None; 2]);
    let some = ["AC 2C 3C", "", ""];
    run(&mut first_hand("melds=all", some), "play 3C 2C AC");
    let why = "cannot play 3C 2C AC: 3C 2C AC is no meld under these rules";
    run(&mut first_hand("", some), why);
}

#[test]
fn a_meld_beats_another_by_level_and_by_the_order_that_the_rules_say() {
    let (all, set_first) = ("melds=all", "meld_order=set_over_seq");
    let both = "melds=all meld_order=set_over_seq";
    for (words, higher, lower, beats) in [
        // 12 against 13, and 13 against 13.
        (all, "QC QD QH", "JC QC KC", false),
        (all, "KC KD KS", "JH QH KH", false),
        (all, "JH QH KH", "KC KD KS", false),
        (all, "JC QC KC", "JS QS KS", true),
        (all, "JS QS KS", "JH QH KH", true),
        (all, "JH QH KH", "JD QD KD", true),
        (all, "JD QD KD", "JC QC KC", false),
        (all, "7C 8C 9C", "7S 7H 7D", true),
        (all, "7C 8C 9C", "8S 8H 8D", false),
        // Suits set only the highest runs apart.
        (all, "TC JC QC", "TS JS QS", false),
        (all, "2C 2D 2H", "AC AD AH", true),
        (all, "2C 2D 2H", "AS 2S 3S", false),
        ("meld_order=rows_equal", "KC KD KS", "JH QH KH", false),
        ("meld_order=rows_equal", "4C 4D 4S", "3H 4H 5H", false),
        ("", "JH QH KH", "KC KD KS", false),
        (set_first, "KC KD KS", "JH QH KH", true),
        (set_first, "4C 4D 4S", "3H 4H 5H", true),
        (set_first, "3H 4H 5H", "4C 4D 4S", false),
        (set_first, "7C 8C 9C", "6C 6D 6H", true),
        (both, "8S 8H 8D", "7C 8C 9C", true),
    ] {
        assert_eq!(
            meld(higher).beats(meld(lower), &rules(words)),
            beats,
            "{words} {higher} {lower}"
        );
    }
}

#[test]
fn the_last_trick_brings_what_its_options_say() {
    let (won, lost, king) = (["AD", "KS", "2H"], ["AD", "2D", "2H"], ["KS", "2D", "2H"]);
    for (words, totals) in [
        ("ace_last_total=5 ace_predict_total=15", [5, 10, 15]),
        ("ace_last_total=6 ace_predict_total=15", [6, 11, 16]),
        ("ace_last_total=5 ace_predict_total=12", [5, 10, 12]),
        ("ace_last_total=6 ace_predict_total=12", [6, 11, 12]),
    ] {
        let with = |said: &[_]| gained(words, won, said)[0];
        assert_eq!([with(&[]), with(&[(P0, LAST)]), with(&[(P0, ACE)])], totals, "{words}");
    }
    let (separate, all) = ("prediction_slots=separate", "melds=all");
    // Aces in a meld that is led score as any meld: one for the meld, one for the trick, one more as
    // it is the last. The prediction asks for a single ace.
    let meld = ["AC AD AH", "3C 3D 2S", "4C 4D 5S"];
    for (words, left, said, due) in [
        (separate, won, vec![(P0, ACE), (P1, LAST)], [15, -5, 0]),
        (separate, won, vec![(P0, LAST), (P2, ACE)], [10, 0, -10]),
        (separate, won, vec![(P1, LAST), (P2, ACE)], [5, -5, -10]),
        (separate, lost, vec![(P0, ACE), (P1, LAST)], [-15, 7, 0]),
        (separate, king, vec![(P0, ACE), (P2, LAST)], [2 - 10, 0, -5]),
        (separate, king, vec![(P0, LAST)], [7, 0, 0]),
        (all, meld, vec![], [3, 0, 0]),
        (all, meld, vec![(P0, LAST)], [8, 0, 0]),
        (all, meld, vec![(P0, ACE)], [3 - 10, 0, 0]),
        (all, ["AC 2C 3C", "3D 3H 3S", "4C 4D 5S"], vec![], [1, 3, 0]),
    ] {
        assert_eq!(gained(words, left, &said), due, "{words} {left:?} {said:?}");
    }
    let mut hand = last_hand(all, meld, P0, &[(P0, ACE)], [0; 3], BEFORE);
    run(&mut hand, "kept no - -");
    assert_eq!(hand.outcome().unwrap().standing.pending(), BySeat([-10, 0, 0]));
    let said = [(P1, LAST), (P2, ACE)];
    let before = Before { pending: [0, -5, 0], ..BEFORE };
    let mut hand = last_hand(separate, ["KD", "2D", "2H"], P0, &said, [0; 3], before);
    run(&mut hand, "kept - no no");
    assert_eq!(hand.outcome().unwrap().standing.pending(), BySeat([0, -10, -10]));
}

#[test]
fn pending_penalties_add_up_or_only_the_worst_counts() {
    // Seat 0 predicts and loses the last trick, without an ace.
    let missed = |words, said, pending, scores| {
        let before = Before { pending: [pending, 0, -5], ..BEFORE };
        let hand = last_hand(words, ["2D", "KS", "2H"], P1, &[(P0, said)], scores, before);
        hand.outcome().unwrap().standing
    };
    for (words, said, pending, due) in [
        ("", LAST, 0, -5),
        ("", ACE, 0, -10),
        ("pending=sum", LAST, 0, -5),
        ("pending=worst", LAST, 0, -5),
        ("pending=worst", ACE, 0, -10),
        ("pending=sum", LAST, -10, -15),
        ("pending=worst", LAST, -10, -10),
        ("pending=worst", ACE, -5, -10),
    ] {
        let next = missed(words, said, pending, [0; 3]);
        assert_eq!(next.pending(), BySeat([due, 0, -5]), "{words}");
        // The hand's own penalty opens the next set, if this hand ends one.
        let next = missed(words, said, pending, [0, 13, 0]);
        assert_eq!((next.scores(), next.pending()), (BySeat([due, 0, -5]), BySeat([0; 3])));
    }
}

fn game_points(outcome: &Outcome<Standing>) -> [i32; 3] {
    outcome.standing.game_points().unwrap().0
}

#[test]
fn who_touched_the_points_of_a_set_and_fell_qualifies_only_if_the_rules_say_so() {
    // Seat 0 leads an ace to the last trick and loses it to seat 1.
    let fall = |words: &str, scores| {
        let enough = |&points: &i32| points >= 2;
        let case = last_trick(words, ["AD", "2D", "2H"], P0, None, |hand| {
            hand.view(P0).points().0.iter().all(enough)
        });
        let mut hand = case.at(scores, BEFORE);
        play(&mut hand, "play AD, play 2D, play 2H");
        hand.outcome().unwrap()
    };
    for (words, scores, points) in [
        // 16 falls to 11: he touched 15, though 13 stands higher.
        ("qualify=end_score", [16, 11, 5], [0; 3]),
        ("qualify=touched", [16, 11, 5], [1, 0, 0]),
        // Of those who touched 15 the highest end score counts.
        ("qualify=touched", [16, 13, 5], [0, 1, 0]),
        ("qualify=touched", [16, 13, 15], [0, 1, 0]),
        ("qualify=touched", [14, 12, 5], [0, 0, 0]),
        // All points of a trick count together: 14 − 5 + … never stood at 15.
        ("qualify=touched", [14, 13, 5], [0, 1, 0]),
        ("set_points=20", [20, 12, 5], [0; 3]),
        ("set_points=20 qualify=touched", [20, 12, 5], [1, 0, 0]),
        ("set_points=21 qualify=touched", [20, 12, 5], [0; 3]),
    ] {
        let end = fall(words, scores);
        assert_eq!(game_points(&end), points, "{words} {scores:?}");
        let [a, b, c] = scores;
        let due = if points == [0; 3] { [a - 5, b + 2, c] } else { [0; 3] };
        assert_eq!(end.standing.scores().0, due, "{words} {scores:?}");
    }
}

#[test]
fn the_form_changes_nothing_for_a_perfect_memory() {
    let [closed, open] = ["form=closed", "form=open"].map(|words| {
        let mut hand = first_hand(words, ["5S 3D", "KS", "2H"]);
        play(&mut hand, "play 5S, play KS, play 2H");
        hand
    });
    assert_eq!(closed.legal(), open.legal());
    for seat in Seat::ALL {
        assert_eq!(closed.view(seat).scene(), open.view(seat).scene());
        assert_eq!(closed.view(seat).seen().history, open.view(seat).seen().history);
    }
}

/// A hand that ends with seat 0's king, before a set or not.
fn ends(words: &str, scores: [i32; 3], before: Before) -> Outcome<Standing> {
    last_hand(words, ["KD", "2D", "2H"], P0, &[], scores, before).outcome().unwrap()
}

#[test]
fn each_set_is_dealt_as_the_first_hand_only_if_the_rules_say_so() {
    let before = Before { game_points: [1, 0, 0], pending: [0, -5, 0], ..BEFORE };
    for (words, first) in [("first_deal=match", false), ("first_deal=set", true)] {
        let game = rules(words);
        let [goes_on, set] = [[4, 3, 2], [13, 3, 2]].map(|scores| ends(words, scores, before));
        assert_eq!(game.hand_sizes(&goes_on.standing), BySeat([10, 9, 9]), "{words}");
        let standing = set.standing;
        assert_eq!((standing.scores(), standing.dealer()), (BySeat([0, -5, 0]), P1));
        let deal = shuffled(&game, &standing, &mut Stream::new([1, 0, 6, 3]));
        let mut hand = game.start(&standing, &deal);
        // Forehand, or the winner.
        run(&mut hand, if first { "sizes 9 9 9; 2 moves" } else { "sizes 10 9 9; 0 moves" });
        assert_eq!(hand.view(P0).upcard(), first.then(|| deal.rest()[0]));
        assert_eq!((hand.deal().rest(), hand.deal().hands()), (deal.rest(), deal.hands()));
        let carry = standing.carry();
        assert_eq!(carry.contains_key("last_trick_winner"), !first);
        assert_eq!(Standing::from_record(P1, standing.scores(), &carry), Ok(standing));
        assert_eq!(game.check_standing(&standing), Ok(()));
    }
}

#[test]
fn with_separate_slots_each_is_asked_once_for_what_is_left() {
    let words = "prediction_slots=separate";
    let mut hand = last_trick(words, ["KD", "2D", "2H"], P0, None, |_| true).dealt(BEFORE);
    while !matches!(hand.legal(), Legal::Predict(_)) {
        hand.play(hand.legal().nth(0)).unwrap();
    }
    let [first, second, third] = hand.turn().unwrap().around();
    let steps = format!(
        "only predict none, predict last, predict ace; predict ace; {first} moves; any; {second} moves;
         only predict none, predict last;
         cannot predict ace: the last trick with an ace has been predicted in this hand;
         predict last; any; {third} moves; phase play"
    );
    run(&mut hand, &steps);
    for seat in Seat::ALL {
        let said = hand.view(seat).predictions();
        assert_eq!(said.of(ACE), Some(first), "all have heard it");
        assert_eq!((said.by(second), said.by(third)), (Some(LAST), None));
    }
}

#[test]
fn a_set_and_a_match_end_with_just_the_points_that_the_rules_say() {
    // Seat 0 wins 2 with the last trick.
    for (words, set) in
        [("", 15), ("set_points=5", 5), ("set_points=20", 20), ("set_points=60", 60)]
    {
        let one_short = ends(words, [set - 3, 0, 0], BEFORE);
        assert_eq!(game_points(&one_short), [0; 3], "{words}");
        assert_eq!(one_short.standing.scores(), BySeat([set - 1, 0, 0]));
        let enough = ends(words, [set - 2, 1, 0], BEFORE);
        assert_eq!((game_points(&enough), enough.over), ([1, 0, 0], false), "{words}");
        assert_eq!(enough.standing.scores(), BySeat([0; 3]));
    }
    for (words, due) in
        [("", 3), ("game_points=1", 1), ("game_points=4", 4), ("game_points=10", 10)]
    {
        for short in 0..due.min(2) {
            let game_points = [due - 1 - short, 0, 0];
            let end = ends(words, [13, 0, 0], Before { game_points, ..BEFORE });
            let reach = rules(words).reach(&end.standing);
            assert_eq!((end.over, reach.top, reach.bottom), (short == 0, short == 0, false));
        }
    }
}

#[test]
fn a_hand_starts_below_what_ends_a_set_and_a_match() {
    let check = |words: &str, score: i32, points: i32| {
        let before = Before { scores: [0, score, 0], game_points: [points, 0, 0], ..BEFORE };
        rules(words).check_standing(&before.standing())
    };
    for (words, set, game) in [("", 15, 3), ("set_points=20 game_points=5", 20, 5)] {
        assert_eq!(check(words, set - 1, game - 1), Ok(()));
        let why = format!("scores are below {set} as a hand starts, and over −1000000");
        assert_eq!(check(words, set, 0), Err(why.clone()));
        assert_eq!(check(words, -1_000_001, 0), Err(why));
        let why = format!("game_points is [{game},0,0]: with {game} the match is over");
        assert_eq!(check(words, 0, game), Err(why));
    }
}

fn read(scores: [i32; 3], carry: &Map<String, serde_json::Value>) -> Result<Standing, String> {
    Standing::from_record(P0, BySeat(scores), carry)
}

#[test]
fn a_standing_carries_penalties_game_points_and_the_last_winner() {
    let first = rules("").first_standing(P1);
    assert!(first.carry().is_empty());
    assert!(read([1, 0, 0], &first.carry()).is_err());
    let before = Before { pending: [-5, 0, -10], game_points: [2, 0, 1], winner: P2, ..BEFORE };
    let carry = before.standing().carry();
    let due = json!({ "pending": [-5, 0, -10], "game_points": [2, 0, 1], "last_trick_winner": 2 });
    assert_eq!(json!(carry), due);
    for (key, wrong) in [
        ("pending", json!([5, 0, 0])),
        ("pending", json!([-3, 0, 0])),
        ("pending", json!([0, 0])),
        ("game_points", json!([-1, 0, 0])),
        ("last_trick_winner", json!(3)),
        ("last_trick_winner", json!(null)),
        ("deltas", json!([0, 0, 0])),
    ] {
        let mut carry = carry.clone();
        carry.insert(key.to_owned(), wrong);
        assert!(read([0; 3], &carry).is_err(), "{carry:?}");
    }
    for key in ["pending", "game_points", "last_trick_winner"] {
        let mut carry = carry.clone();
        carry.remove(key);
        assert!(read([0; 3], &carry).is_err());
    }
    // Only where a set begins there need not be a winner, and then by some rules alone.
    let begins = |scores, pending: [i32; 3], game_points: [i32; 3]| {
        let carry = json!({ "pending": pending, "game_points": game_points });
        read(scores, carry.as_object().unwrap())
    };
    let standing = begins([0, -10, 0], [0; 3], [0, 1, 0]).unwrap();
    assert_eq!(rules("first_deal=set").check_standing(&standing), Ok(()));
    let why = "after a hand there is a `last_trick_winner` in it".to_owned();
    assert_eq!(rules("").check_standing(&standing), Err(why.clone()));
    for (scores, pending, game_points) in [
        ([0, 3, 0], [0; 3], [0, 1, 0]),
        ([0; 3], [-5, 0, 0], [0, 1, 0]),
        ([-5, 0, 0], [0; 3], [0; 3]),
    ] {
        assert_eq!(begins(scores, pending, game_points), Err(why.clone()));
    }
}
