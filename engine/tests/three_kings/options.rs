//! Every option of Three Kings, each value by the behaviour that it changes, how options are read,
//! and how a standing is.

use serde_json::{Value, json};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Form, Meld, Melds, Prediction, Standing};
use threehand_engine::options::{OptionError, from_json, to_json, variant_name};
use threehand_engine::{BySeat, CardSet, Game, Hand as _, Outcome, Seat, Standing as _, options};

use crate::common::{BEFORE, Before, P0, P1, P2, cards, first_hand, last_trick, play, rules};

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

fn read(text: &str) -> Result<ThreeKings, OptionError> {
    options::rules(text.split(' ').map(|word| word.split_once('=').unwrap()))
}

#[test]
fn options_are_read_and_written_as_a_record_has_them() {
    let words = "melds=all ace_last_total=6 ace_predict_total=12 form=open";
    let game = rules(words);
    let json = to_json(&game);
    let due = json!({
        "melds": "all",
        "ace_last_total": 6,
        "ace_predict_total": 12,
        "form": "open",
    });
    assert_eq!(Value::from(json.clone()), due);
    assert_eq!(from_json::<ThreeKings>(&json).unwrap(), game);
    let name = "three-kings:melds=all:ace_last_total=6:ace_predict_total=12:form=open";
    assert_eq!(variant_name(&game), name);
    assert_eq!(variant_name(&ThreeKings::default()), "three-kings");
    assert!(to_json(&ThreeKings::default()).is_empty());
    for (text, error) in [
        ("melds=some", "melds can't be `some`: it is table or all"),
        ("ace_last_total=7", "ace_last_total can't be `7`: it is 5 or 6"),
        ("meld=all", "three-kings has no rule option `meld`; did you mean `melds`?"),
        ("form=open form=open", "form is given twice"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), error);
    }
}

#[test]
fn every_option_has_the_values_that_are_published() {
    let options: Vec<_> = ThreeKings::OPTIONS.iter().map(|o| (o.name, o.values)).collect();
    let due: [(&str, &[&str]); 7] = [
        ("melds", &["table", "all"]),
        ("meld_order", &["rows_equal", "set_over_seq"]),
        ("ace_last_total", &["5", "6"]),
        ("ace_predict_total", &["15", "12"]),
        ("pending", &["sum", "worst"]),
        ("qualify", &["end_score", "touched"]),
        ("form", &["closed", "open"]),
    ];
    assert_eq!(options, due);
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
        ("game_points", json!([3, 0, 0])),
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
    assert!(Standing::from_record(P0, BySeat([15, 0, 0]), &carry).is_err());
    assert!(Standing::from_record(P0, BySeat([1, 0, 0]), &first.carry()).is_err());
}
