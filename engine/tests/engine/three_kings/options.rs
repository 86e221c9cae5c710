//! Every option of Three Kings, each value by the behaviour that it changes, how options are read,
//! and how a standing is.

use serde_json::{Value, json};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{
    Action, Form, Legal, Meld, Melds, Prediction, Standing,
};
use threehand_engine::{
    BySeat, CardSet, Game, Hand as _, Legal as _, Outcome, Seat, Standing as _, Stream,
};

use super::common::{
    BEFORE, Before, Hand, P0, P1, P2, cards, first_hand, last_trick, play, rules, shuffled,
};

fn level(words: &str, text: &str) -> Option<u8> {
    Meld::of(cards(text))?.level(&rules(words))
}

#[test]
fn with_all_melds_there_are_96_by_rank_or_middle_rank() {
    assert_eq!(Melds::of(CardSet::FULL, &rules("melds=all")).len(), 96);
    let all = |text| level("melds=all", text);
    assert_eq!(
        ["AC AD AH", "2C 2D 2H", "QC QD QS", "KC KD KH"].map(all),
        [Some(1), Some(2), Some(12), Some(13)]
    );
    assert_eq!(
        ["AC 2C 3C", "2D 3D 4D", "TS JS QS", "JH QH KH"].map(all),
        [Some(2), Some(3), Some(11), Some(13)]
    );
    assert_eq!(["QC KC AC", "KC AC 2C"].map(all), [None, None]);
    let listed = |text| level("", text);
    assert_eq!(["QC QD QS", "AC 2C 3C", "TS JS QS", "AC AD AH"].map(listed), [None; 4]);
    assert_eq!(["KC KD KH", "JH QH KH", "TC TD TH"].map(listed), [Some(6), Some(6), Some(5)]);
    let mut hand = first_hand("melds=all", ["AC 2C 3C", "", ""]);
    play(&mut hand, "play 3C 2C AC");
    assert!(hand.view(P0).trick().meld_led().is_some());
    let mut table = first_hand("", ["AC 2C 3C", "", ""]);
    let meld = Meld::of(cards("AC 2C 3C")).unwrap();
    assert!(table.play(Action::Meld(meld)).is_err());
}

#[test]
fn with_all_melds_the_middle_of_a_run_meets_the_rank_of_a_set() {
    let game = rules("melds=all");
    let beats =
        |a: &str, b: &str| Meld::of(cards(a)).unwrap().beats(Meld::of(cards(b)).unwrap(), &game);
    assert!(!beats("QC QD QH", "JC QC KC"), "12 against 13");
    assert!(!beats("KC KD KS", "JH QH KH") && !beats("JH QH KH", "KC KD KS"));
    assert!(beats("JC QC KC", "JS QS KS") && beats("JS QS KS", "JH QH KH"));
    assert!(beats("JH QH KH", "JD QD KD") && !beats("JD QD KD", "JC QC KC"));
    assert!(beats("7C 8C 9C", "7S 7H 7D") && !beats("7C 8C 9C", "8S 8H 8D"));
    assert!(!beats("TC JC QC", "TS JS QS"), "suits set only the highest runs apart");
    assert!(beats("2C 2D 2H", "AC AD AH") && !beats("2C 2D 2H", "AS 2S 3S"));
}

#[test]
fn meld_order_says_whether_a_set_beats_a_run_of_its_level() {
    let beats = |words: &str, a: &str, b: &str| {
        Meld::of(cards(a)).unwrap().beats(Meld::of(cards(b)).unwrap(), &rules(words))
    };
    let set_first = "meld_order=set_over_seq";
    for (set, run) in [("KC KD KS", "JH QH KH"), ("4C 4D 4S", "3H 4H 5H")] {
        assert!(!beats("meld_order=rows_equal", set, run));
        assert!(beats(set_first, set, run));
        assert!(!beats("", run, set) && !beats(set_first, run, set));
    }
    assert!(beats(set_first, "7C 8C 9C", "6C 6D 6H"), "a higher run still beats a set");
    let all = "melds=all meld_order=set_over_seq";
    assert!(beats(all, "8S 8H 8D", "7C 8C 9C"));
}

/// What the last trick brings, with these options and prediction, if seat 0 wins with an ace.
fn ace(words: &str, prediction: Option<Prediction>) -> i32 {
    let said = prediction.map(|said| (P0, said));
    let case = last_trick(words, ["AD", "KS", "2H"], P0, said, |_| true);
    let mut hand = case.at([0; 3], BEFORE);
    play(&mut hand, "play AD, play KS, play 2H");
    let before = case.at([0; 3], BEFORE).view(P0).points()[P0];
    hand.outcome().unwrap().points[P0] - before
}

#[test]
fn totals_of_the_last_ace_are_what_their_options_say() {
    let (last, by_ace) = (Some(Prediction::Last), Some(Prediction::Ace));
    let with = |words: &str| [None, last, by_ace].map(|said| ace(words, said));
    assert_eq!(with("ace_last_total=5 ace_predict_total=15"), [5, 10, 15]);
    assert_eq!(with("ace_last_total=6 ace_predict_total=15"), [6, 11, 16]);
    assert_eq!(with("ace_last_total=5 ace_predict_total=12"), [5, 10, 12]);
    assert_eq!(with("ace_last_total=6 ace_predict_total=12"), [6, 11, 12]);
}

/// The end of a hand in which seat 0 predicts and loses the last trick, without an ace.
fn missed(words: &str, said: Prediction, pending: i32, scores: [i32; 3]) -> Outcome<Standing> {
    let case = last_trick(words, ["2D", "KS", "2H"], P1, Some((P0, said)), |_| true);
    let mut hand = case.at(scores, Before { pending: [pending, 0, -5], ..BEFORE });
    play(&mut hand, "play KS, play 2H, play 2D");
    hand.outcome().unwrap()
}

#[test]
fn pending_penalties_add_up_or_only_the_worst_counts() {
    let after = |words, said, pending| missed(words, said, pending, [0; 3]).standing.pending();
    let (last, ace) = (Prediction::Last, Prediction::Ace);
    for words in ["", "pending=sum", "pending=worst"] {
        assert_eq!(after(words, last, 0), BySeat([-5, 0, -5]));
        assert_eq!(after(words, ace, 0), BySeat([-10, 0, -5]));
    }
    assert_eq!(after("pending=sum", last, -10), BySeat([-15, 0, -5]));
    assert_eq!(after("pending=worst", last, -10), BySeat([-10, 0, -5]));
    assert_eq!(after("pending=worst", ace, -5), BySeat([-10, 0, -5]));
    // The hand's own penalty opens the next set, if this hand ends one.
    let ended = missed("pending=sum", last, -10, [0, 13, 0]).standing;
    assert_eq!(ended.scores(), BySeat([-15, 0, -5]));
    assert_eq!(ended.pending(), BySeat([0; 3]));
    let ended = missed("pending=worst", last, -10, [0, 13, 0]).standing;
    assert_eq!(ended.scores(), BySeat([-10, 0, -5]));
}

/// The end of a hand in which seat 0 leads an ace to the last trick and loses it to seat 1.
fn fall(words: &str, scores: [i32; 3]) -> Outcome<Standing> {
    let case = last_trick(words, ["AD", "2D", "2H"], P0, None, |hand| {
        hand.view(P0).points().0.iter().all(|&points| points >= 2)
    });
    let mut hand = case.at(scores, BEFORE);
    play(&mut hand, "play AD, play 2D, play 2H");
    hand.outcome().unwrap()
}

fn game_points(outcome: &Outcome<Standing>) -> [i32; 3] {
    outcome.standing.game_points().unwrap().0
}

#[test]
fn who_touched_fifteen_and_fell_qualifies_only_if_the_rules_say_so() {
    // 16 falls to 11.
    let [end, touched] =
        ["qualify=end_score", "qualify=touched"].map(|words| fall(words, [16, 11, 5]));
    assert_eq!(game_points(&end), [0, 0, 0]);
    assert_eq!(end.standing.scores(), BySeat([11, 13, 5]));
    assert_eq!(game_points(&touched), [1, 0, 0], "he touched 15, though 13 stands higher");
    assert_eq!(touched.standing.scores(), BySeat([0; 3]));
    // Of those who touched 15 the highest end score counts.
    assert_eq!(game_points(&fall("qualify=touched", [16, 13, 5])), [0, 1, 0]);
    assert_eq!(game_points(&fall("qualify=touched", [16, 13, 15])), [0, 1, 0]);
    assert_eq!(game_points(&fall("qualify=touched", [14, 12, 5])), [0, 0, 0]);
    // All points of a trick count together: 14 − 5 + … never stood at 15.
    assert_eq!(game_points(&fall("qualify=touched", [14, 13, 5])), [0, 1, 0]);
}

#[test]
fn the_form_changes_what_lies_on_the_table_and_nothing_else() {
    let hand = |words: &str| {
        let mut hand = first_hand(words, ["5S 3D", "KS", "2H"]);
        play(&mut hand, "play 5S, play KS, play 2H");
        hand
    };
    let (closed, open) = (hand("form=closed"), hand("form=open"));
    assert_eq!(closed.rules().form(), Form::Closed);
    let upcard = closed.view(P0).upcard().unwrap();
    assert_eq!(closed.view(P2).face_up(), CardSet::only(upcard));
    assert_eq!(open.view(P2).face_up(), cards("5S KS 2H").with(upcard));
    for seat in Seat::ALL {
        let (closed, open) = (closed.view(seat), open.view(seat));
        assert_eq!(closed.cards(), open.cards());
        assert_eq!(closed.unseen(), open.unseen());
        assert_eq!(closed.history(), open.history());
    }
    assert_eq!(closed.legal(), open.legal());
}

/// A hand that ends with seat 0's king, before a set of 15 points or not.
fn ends(words: &str, scores: [i32; 3], before: Before) -> Outcome<Standing> {
    let case = last_trick(words, ["KD", "2D", "2H"], P0, None, |_| true);
    let mut hand = case.at(scores, before);
    play(&mut hand, "play KD, play 2D, play 2H");
    hand.outcome().unwrap()
}

#[test]
fn each_set_is_dealt_as_the_first_hand_only_if_the_rules_say_so() {
    let before = Before { game_points: [1, 0, 0], pending: [0, -5, 0], ..BEFORE };
    for words in ["first_deal=match", "first_deal=set"] {
        let game = rules(words);
        let [goes_on, set] = [[4, 3, 2], [13, 3, 2]].map(|scores| ends(words, scores, before));
        assert_eq!(game.hand_sizes(&goes_on.standing), BySeat([10, 9, 9]), "{words}");
        let standing = set.standing;
        assert_eq!(standing.scores(), BySeat([0, -5, 0]));
        assert_eq!(standing.dealer(), P1, "the deal goes round as ever");
        let first = words == "first_deal=set";
        let sizes = if first { [9, 9, 9] } else { [10, 9, 9] };
        assert_eq!(game.hand_sizes(&standing), BySeat(sizes), "{words}");
        let deal = shuffled(&game, &standing, &mut Stream::new([1, 0, 6, 3]));
        let hand = game.start(&standing, &deal);
        assert_eq!(hand.turn(), Some(if first { P2 } else { P0 }), "forehand, or the winner");
        let upcard = first.then(|| deal.rest()[0]);
        assert_eq!(hand.view(P0).upcard(), upcard);
        assert_eq!(hand.deal().rest(), deal.rest());
        assert_eq!(hand.deal().hands(), deal.hands());
        let carry = standing.carry();
        assert_eq!(carry.contains_key("last_trick_winner"), !first);
        assert_eq!(Standing::from_record(P1, standing.scores(), &carry), Ok(standing));
        assert_eq!(game.check_standing(&standing), Ok(()));
    }
}

#[test]
fn no_winner_of_a_last_trick_is_carried_only_where_a_set_begins() {
    let read = |scores: [i32; 3], pending: [i32; 3], game_points: [i32; 3]| {
        let carry = json!({ "pending": pending, "game_points": game_points });
        Standing::from_record(P0, BySeat(scores), carry.as_object().unwrap())
    };
    let begins = read([0, -10, 0], [0; 3], [0, 1, 0]).unwrap();
    assert_eq!(rules("first_deal=set").check_standing(&begins), Ok(()));
    let why = "after a hand there is a `last_trick_winner` in it".to_owned();
    assert_eq!(rules("").check_standing(&begins), Err(why.clone()));
    for (scores, pending, game_points) in [
        ([0, 3, 0], [0; 3], [0, 1, 0]),
        ([0; 3], [-5, 0, 0], [0, 1, 0]),
        ([-5, 0, 0], [0; 3], [0; 3]),
    ] {
        assert_eq!(read(scores, pending, game_points), Err(why.clone()));
    }
}

const SEPARATE: &str = "prediction_slots=separate";

/// What the last trick brings, with these predictions, if seat 0 leads to it.
fn predicted(words: &str, left: [&str; 3], said: &[(Seat, Prediction)]) -> [i32; 3] {
    let case = last_trick(words, left, P0, said.iter().copied(), |_| true);
    let mut hand = case.at([0; 3], BEFORE);
    let before = hand.view(P0).points();
    play(&mut hand, &left.map(|cards| format!("play {cards}")).join(", "));
    let points = hand.outcome().unwrap().points;
    [0, 1, 2].map(|seat| points.0[seat] - before.0[seat])
}

#[test]
fn with_separate_slots_the_last_trick_and_the_ace_are_predicted_side_by_side() {
    let [ace, last] = [Prediction::Ace, Prediction::Last];
    let points = |left, said: &[_]| predicted(SEPARATE, left, said);
    let won = ["AD", "KS", "2H"];
    assert_eq!(points(won, &[(P0, ace), (P1, last)]), [15, -5, 0]);
    assert_eq!(points(won, &[(P0, last), (P2, ace)]), [10, 0, -10]);
    assert_eq!(points(won, &[(P1, last), (P2, ace)]), [5, -5, -10]);
    let lost = ["AD", "2D", "2H"];
    assert_eq!(points(lost, &[(P0, ace), (P1, last)]), [-15, 7, 0]);
    let king = ["KS", "2D", "2H"];
    assert_eq!(points(king, &[(P0, ace), (P2, last)]), [2 - 10, 0, -5]);
    assert_eq!(points(king, &[(P0, last)]), [7, 0, 0]);
}

#[test]
fn with_separate_slots_each_is_asked_once_for_what_is_left() {
    let case = last_trick(SEPARATE, ["KD", "2D", "2H"], P0, None, |_| true);
    let mut hand = case.dealt(BEFORE);
    while !matches!(hand.legal(), Legal::Predict(_)) {
        hand.play(hand.legal().nth(0)).unwrap();
    }
    let [first, second, third] = hand.turn().unwrap().around();
    let texts = |hand: &Hand| hand.legal().iter().map(|a| a.to_string()).collect::<Vec<_>>();
    assert_eq!(texts(&hand), ["predict none", "predict last", "predict ace"]);
    play(&mut hand, "predict ace");
    assert_eq!(hand.turn(), Some(first));
    hand.play(hand.legal().nth(0)).unwrap();
    assert_eq!(hand.turn(), Some(second));
    assert_eq!(texts(&hand), ["predict none", "predict last"], "one is left");
    let why = hand.play(Action::Predict(Some(Prediction::Ace))).unwrap_err().to_string();
    assert_eq!(why, "the last trick with an ace has been predicted in this hand");
    play(&mut hand, "predict last");
    hand.play(hand.legal().nth(0)).unwrap();
    assert_eq!(hand.turn(), Some(third));
    assert!(matches!(hand.legal(), Legal::Play { .. }), "both are taken");
    for seat in Seat::ALL {
        let said = hand.view(seat).predictions();
        assert_eq!(said.of(Prediction::Ace), Some(first), "all have heard it");
        assert_eq!(said.by(second), Some(Prediction::Last));
        assert_eq!(said.by(third), None);
    }
}

#[test]
fn with_separate_slots_both_penalties_are_due_in_the_next_set() {
    let said = [(P1, Prediction::Last), (P2, Prediction::Ace)];
    let case = last_trick(SEPARATE, ["KD", "2D", "2H"], P0, said, |_| true);
    let mut hand = case.at([0; 3], Before { pending: [0, -5, 0], ..BEFORE });
    play(&mut hand, "play KD, play 2D, play 2H");
    assert_eq!([P0, P1, P2].map(|seat| hand.kept(seat)), [None, Some(false), Some(false)]);
    assert_eq!(hand.outcome().unwrap().standing.pending(), BySeat([0, -10, -10]));
}

#[test]
fn aces_in_a_meld_that_is_led_to_the_last_trick_score_as_any_meld() {
    let left = ["AC AD AH", "3C 3D 2S", "4C 4D 5S"];
    let by_ace = [(P0, Prediction::Ace)];
    let by_last = [(P0, Prediction::Last)];
    let all = "melds=all";
    // One for the meld, one for the trick, one more as it is the last.
    assert_eq!(predicted(all, left, &[]), [3, 0, 0]);
    assert_eq!(predicted(all, left, &by_last), [8, 0, 0]);
    assert_eq!(predicted(all, left, &by_ace), [3 - 10, 0, 0], "it asks for a single ace");
    let beaten = ["AC 2C 3C", "3D 3H 3S", "4C 4D 5S"];
    assert_eq!(predicted(all, beaten, &[]), [1, 3, 0], "no ace is lost");
    let case = last_trick(all, left, P0, by_ace, |_| true);
    let mut hand = case.at([0; 3], BEFORE);
    play(&mut hand, "play AC AD AH, play 3C 3D 2S, play 4C 4D 5S");
    assert_eq!(hand.kept(P0), Some(false));
    assert_eq!(hand.outcome().unwrap().standing.pending(), BySeat([-10, 0, 0]));
}

#[test]
fn a_set_ends_with_just_the_points_that_the_rules_say() {
    // Seat 0 wins 2 with the last trick.
    for (words, set) in
        [("", 15), ("set_points=5", 5), ("set_points=20", 20), ("set_points=60", 60)]
    {
        let one_short = ends(words, [set - 3, 0, 0], BEFORE);
        assert_eq!(game_points(&one_short), [0; 3], "{words}");
        assert_eq!(one_short.standing.scores(), BySeat([set - 1, 0, 0]));
        let enough = ends(words, [set - 2, 1, 0], BEFORE);
        assert_eq!(game_points(&enough), [1, 0, 0], "{words}");
        assert_eq!(enough.standing.scores(), BySeat([0; 3]));
        assert!(!enough.over);
    }
    // Touched 20 and fell: the ace that is led to the last trick is lost.
    let fell = |words: &str| game_points(&fall(words, [20, 12, 5]));
    assert_eq!(fell("set_points=20"), [0; 3]);
    assert_eq!(fell("set_points=20 qualify=touched"), [1, 0, 0]);
    assert_eq!(fell("set_points=21 qualify=touched"), [0; 3]);
}

#[test]
fn a_match_ends_with_just_the_game_points_that_the_rules_say() {
    for (words, due) in
        [("", 3), ("game_points=1", 1), ("game_points=4", 4), ("game_points=10", 10)]
    {
        let game = rules(words);
        let won = |before: i32| {
            let before = Before { game_points: [before, 0, 0], ..BEFORE };
            ends(words, [13, 0, 0], before)
        };
        let last = won(due - 1);
        assert!(last.over, "{words}");
        assert_eq!(game_points(&last), [due, 0, 0]);
        assert!(game.reach(&last.standing).top && !game.reach(&last.standing).bottom);
        if due > 1 {
            let one_before = won(due - 2);
            assert!(!one_before.over && !game.reach(&one_before.standing).top, "{words}");
        }
    }
}

#[test]
fn a_hand_starts_below_what_ends_a_set_and_a_match() {
    let standing = |score: i32, game_points: i32| {
        Before { scores: [0, score, 0], game_points: [game_points, 0, 0], ..BEFORE }.standing()
    };
    let check = |words: &str, score, points| rules(words).check_standing(&standing(score, points));
    for (words, set, game) in [("", 15, 3), ("set_points=20 game_points=5", 20, 5)] {
        assert_eq!(check(words, set - 1, game - 1), Ok(()));
        let why = format!("scores are below {set} as a hand starts, and over −1000000");
        assert_eq!(check(words, set, 0), Err(why.clone()));
        assert_eq!(check(words, -1_000_001, 0), Err(why));
        let why = format!("game_points is [{game},0,0]: with {game} the match is over");
        assert_eq!(check(words, 0, game), Err(why));
    }
}

#[test]
fn a_standing_carries_penalties_game_points_and_the_last_winner() {
    let first = ThreeKings::default().first_standing(P1);
    assert!(first.carry().is_empty());
    let before = Before { pending: [-5, 0, -10], game_points: [2, 0, 1], winner: P2, ..BEFORE };
    let carry = before.standing().carry();
    let due = json!({
        "pending": [-5, 0, -10],
        "game_points": [2, 0, 1],
        "last_trick_winner": 2,
    });
    assert_eq!(Value::from(carry.clone()), due);
    for (key, wrong) in [
        ("pending", json!([5, 0, 0])),
        ("pending", json!([-3, 0, 0])),
        ("pending", json!([0, 0])),
        ("game_points", json!([-1, 0, 0])),
        ("last_trick_winner", json!(3)),
        ("last_trick_winner", Value::Null),
        ("deltas", json!([0, 0, 0])),
    ] {
        let mut carry = carry.clone();
        carry.insert(key.to_owned(), wrong);
        assert!(Standing::from_record(P0, BySeat([0; 3]), &carry).is_err(), "{carry:?}");
    }
    for key in ["pending", "game_points", "last_trick_winner"] {
        let mut carry = carry.clone();
        carry.remove(key);
        assert!(Standing::from_record(P0, BySeat([0; 3]), &carry).is_err());
    }
    assert!(Standing::from_record(P0, BySeat([1, 0, 0]), &first.carry()).is_err());
}
