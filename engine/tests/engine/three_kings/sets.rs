//! How hands and sets of Three Kings end: its worked cases T6 to T10, and the end of a match.

use threehand_engine::games::three_kings::Prediction;
use threehand_engine::{Hand as _, Seat, Standing as _};

use super::common::{BEFORE, Before, Hand, P0, P1, P2, gained, last_hand, last_trick};
use crate::script::run;

const LAST: Prediction = Prediction::Last;
const ACE: Prediction = Prediction::Ace;

#[test]
fn t6_t7_an_ace_led_to_the_last_trick_and_what_was_predicted_of_it() {
    let (won, lost, king) = (["AD", "KS", "2H"], ["AD", "2D", "2H"], ["KS", "2D", "2H"]);
    for (left, said, due, kept) in [
        (won, None, [5, 0, 0], [None; 3]),
        (won, Some((P0, LAST)), [10, 0, 0], [Some(true), None, None]),
        (won, Some((P0, ACE)), [15, 0, 0], [Some(true), None, None]),
        (lost, None, [-5, 2, 0], [None; 3]),
        (lost, Some((P0, ACE)), [-15, 2, 0], [Some(false), None, None]),
        // An ace is predicted, and another card led.
        (king, Some((P0, ACE)), [-8, 0, 0], [Some(false), None, None]),
        (king, Some((P0, LAST)), [7, 0, 0], [Some(true), None, None]),
        (["AS", "2D", "2H"], Some((P1, ACE)), [5, -10, 0], [None, Some(false), None]),
    ] {
        let said: Vec<_> = said.into_iter().collect();
        assert_eq!(gained("", left, &said), due, "{left:?} {said:?}");
        let mut hand = last_hand("", left, P0, &said, [0; 3], BEFORE);
        assert_eq!(Seat::ALL.map(|seat| hand.kept(seat)), kept);
        run(&mut hand, &format!("counts predicted {}; counts melds_led 0", said.len()));
        // The penalty is due in the next set, which may begin at once.
        let pending = kept.map(|kept| if kept == Some(false) { -10 } else { 0 });
        assert_eq!(hand.outcome().unwrap().standing.pending().0, pending);
        if left != won && kept[1].is_none() {
            let hand = last_hand("", left, P0, &said, [0, 15, 0], BEFORE);
            assert_eq!(hand.outcome().unwrap().standing.scores().0, pending);
        }
    }
}

/// In which trick, counted from 1, a seat won last.
fn last_won(hand: &Hand, seat: Seat) -> usize {
    let history = hand.view(P0).history();
    history.iter().rposition(|trick| trick.winner == seat).map_or(0, |i| i + 1)
}

/// Plays the last trick of such a hand, with these scores before it, by these steps.
fn ends(
    left: [&str; 3],
    leader: Seat,
    said: Option<(Seat, Prediction)>,
    accept: impl Fn(&Hand) -> bool,
    cases: &[([i32; 3], &str)],
) {
    let case = last_trick("", left, leader, said, accept);
    for (scores, steps) in cases {
        run(&mut case.at(*scores, BEFORE), steps);
    }
}

/// How the set ended.
fn set_of(seat: usize) -> String {
    let mut points = ["0"; 3];
    points[seat] = "1";
    format!(
        r#"carries {{"pending":[0,0,0],"game_points":[{}],"last_trick_winner":"#,
        points.join(",")
    )
}

#[test]
fn t8_ties_go_to_the_last_trick_and_then_to_who_was_first() {
    let plays = "play KS, play 2S, play KD";
    let end = format!("{plays}; scores 0 0 0; {}1}}", set_of(1));
    ends(["KD", "KS", "2S"], P1, None, |hand| last_won(hand, P0) == 9, &[([15, 13, 0], &end)]);
    // It is the time that counts, not the seat.
    for (first, second) in [(P0, P1), (P1, P0)] {
        let end = format!("play KS, play 2D, play 2S; {}2}}", set_of(first.number()));
        let accept = |hand: &Hand| last_won(hand, first) == 9 && last_won(hand, second) == 11;
        ends(["2D", "2S", "KS"], P2, None, accept, &[([15, 15, 4], &end)]);
    }
    // A prediction that came true goes before every other rule: seat 1 has 15 since trick 9.
    let end = format!("play KD, play 2D, play 2H; {}0}}", set_of(0));
    let accept = |hand: &Hand| last_won(hand, P1) == 9;
    ends(["KD", "2D", "2H"], P0, Some((P0, LAST)), accept, &[([8, 15, 0], &end)]);
    // Seats 0 and 1 come to 15 with the melds before the last trick: its winner is ahead.
    let left = ["3S 4S 5S QC", "8C 8D 8H QD", "2S 6H 7D KD"];
    let plays = "play 5S 4S 3S, play 8C 8H 8D, play 7D 6H 2S, play QD, play KD, play QC";
    let end = format!("{plays}; {}2}}", set_of(1));
    ends(left, P0, None, |_| true, &[([14, 13, 0], &end)]);
}

#[test]
fn t9_in_one_trick_the_earlier_meld_is_first() {
    let left = ["3S 4S 5S", "2C 2D 2H", "TC TD TH"];
    let plays = "play TC TH TD, play 5S 4S 3S, play 2C 2H 2D";
    let end = format!("{plays}; counts melds_led 1; {}2}}", set_of(0));
    ends(
        left,
        P2,
        None,
        |_| true,
        &[([14, 14, 3], &end), ([1, 2, 3], &format!("{plays}; scores 2 3 6"))],
    );
    // Clockwise from the leader, not from seat 0.
    let end = format!("{plays}; {}1}}", set_of(2));
    ends(["2C 2D 2H", "TC TD TH", "3S 4S 5S"], P1, None, |_| true, &[([14, 3, 14], &end)]);
}

#[test]
fn t10_who_fell_back_below_fifteen_takes_no_game_point() {
    let plays = "play AD, play 2D, play 2H";
    let fell = format!("{plays}; scores 11 14 11; goes on; reaches nothing");
    let end = format!("{plays}; scores 0 0 0; {}1}}", set_of(1));
    let accept = |hand: &Hand| hand.view(P0).points()[P0] >= 2;
    let cases: [([i32; 3], &str); 2] = [([16, 12, 11], &fell), ([16, 13, 11], &end)];
    ends(["AD", "2D", "2H"], P0, None, accept, &cases);
}

#[test]
fn the_third_game_point_ends_the_match_and_penalties_open_the_next_set() {
    let case = last_trick("", ["KD", "2D", "2H"], P0, None, |_| true);
    for (scores, game_points, pending, steps) in [
        (
            [13, 4, -3],
            [1, 2, 0],
            [-5, 0, -20],
            r#"scores -5 0 -20; goes on; reaches nothing;
               carries {"pending":[0,0,0],"game_points":[2,2,0],"last_trick_winner":0}"#,
        ),
        (
            [13, 4, -3],
            [2, 2, 0],
            [0; 3],
            r#"ends; reaches top;
               carries {"pending":[0,0,0],"game_points":[3,2,0],"last_trick_winner":0}"#,
        ),
        ([12, 4, -3], [2, 2, 0], [0; 3], "goes on; reaches nothing; scores 14 4 -3"),
    ] {
        let mut hand = case.at(scores, Before { game_points, pending, ..BEFORE });
        run(&mut hand, &format!("play KD, play 2D, play 2H; {steps}"));
    }
}
