//! The rules of Three Kings as published: its worked cases T1 to T10, then clause by clause.

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{
    Action, Exchanged, Illegal, Legal, Meld, Melds, Prediction, Standing,
};
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, CardSet, Game, Hand as _, Legal as _, Outcome, Seat, Standing as _, Stream, below,
};

use super::common::{
    BEFORE, Before, Hand, P0, P1, P2, card, cards, deal_with, first_hand, last_trick, play,
    play_randomly, random_standing, rules, shuffled,
};

/// Plays phase 1 with tricks of these sizes on some deal that has the melds for it: the stock
/// after each trick, and the sizes of the hands after it.
fn stock_after(sizes: &[usize]) -> (Vec<usize>, Vec<usize>) {
    'deals: for key in 0..100_000 {
        let mut rng = Stream::new([key, 0, 2, 3]);
        let game = ThreeKings::default();
        let standing = game.first_standing(P0);
        let mut hand = game.start(&standing, &shuffled(&game, &standing, &mut rng));
        let (mut stock, mut hands) = (vec![], vec![]);
        for &size in sizes {
            let Legal::Play { cards, melds } = hand.legal() else { panic!("phase 2 too soon") };
            let lead = match size {
                1 => Action::Play(cards.nth(0)),
                _ if melds.is_empty() => continue 'deals,
                _ => Action::Meld(melds.nth(0)),
            };
            hand.play(lead).unwrap();
            while !hand.view(P0).trick().is_empty() {
                hand.play(hand.legal().nth(0)).unwrap();
            }
            stock.push(hand.view(P0).stock_len());
            hands.push(hand.view(P0).cards().len());
        }
        return (stock, hands);
    }
    panic!("no deal has the melds");
}

#[test]
fn t1_the_stock_falls_by_what_is_played_until_it_is_short() {
    assert_eq!(stock_after(&[1, 1, 3, 3]), (vec![21, 18, 9, 0], vec![9, 9, 9, 9]));
    assert_eq!(stock_after(&[3, 3, 3]), (vec![15, 6, 0], vec![9, 9, 8]));
    assert_eq!(stock_after(&[3, 3, 1, 3]), (vec![15, 6, 3, 0], vec![9, 9, 9, 7]));
}

/// Points of seats 0, 1, 2 after a first trick that seat 0 leads.
fn trick(words: &str, plays: [&str; 3]) -> [i32; 3] {
    let mut hand = first_hand(words, plays);
    play(&mut hand, &plays.map(|cards| format!("play {cards}")).join(", "));
    hand.view(P0).points().0
}

#[test]
fn t2_the_higher_meld_wins_and_each_meld_scores() {
    assert_eq!(trick("", ["7H 8H 9H", "8C 8S 8D", "9S TS JS"]), [1, 1, 2]);
}

#[test]
fn t3_suits_set_runs_to_the_king_apart_and_nothing_else() {
    assert_eq!(trick("", ["JD QD KD", "JH QH KH", "JC QC KC"]), [1, 1, 2]);
    assert_eq!(trick("", ["JH QH KH", "KC KS KD", "2C 3C 5D"]), [2, 1, 0]);
    let set_over_seq = "meld_order=set_over_seq";
    assert_eq!(trick(set_over_seq, ["JH QH KH", "KC KS KD", "2C 3C 5D"]), [1, 2, 0]);
    for words in ["", set_over_seq] {
        assert_eq!(trick(words, ["9C TC JC", "9S TS JS", "2C 3C 5D"]), [2, 1, 0]);
    }
}

#[test]
fn t4_what_is_not_on_the_list_is_no_meld() {
    let plays = ["2C 2D 2H", "QC QD QH", "4D 5D 6D"];
    assert_eq!(trick("", plays), [2, 0, 0]);
    let mut hand = first_hand("", ["QC QD QH", "", ""]);
    let meld = Meld::of(cards("QC QD QH")).unwrap();
    assert!(matches!(hand.play(Action::Meld(meld)), Err(Illegal::NoMeld(m)) if m == meld));
    let Legal::Play { melds, .. } = hand.legal() else { panic!("a lead") };
    assert!(!melds.contains(meld));
}

#[test]
fn t5_suit_is_followed_in_phase_2_and_only_to_a_single_card() {
    let mut hand = first_hand("", ["5S 4C 4D 4H", "KS 2D 7C 8C", ""]);
    let mut meld_led = hand.clone();
    play(&mut hand, "play 5S");
    assert!(hand.check(Action::Play(card("2D"))).is_ok());
    play(&mut meld_led, "play 4C 4D 4H, play 2D 7C 8C");
    let left = ["4C 4D 4H 5S", "KS 2D 7C 8C", "9C 9D TC TD"];
    let hand = last_trick("", left, P0, None, |_| true).at([0; 3], BEFORE);
    let mut single_led = hand.clone();
    play(&mut single_led, "play 5S");
    let why = single_led.play(Action::Play(card("2D"))).unwrap_err();
    assert!(matches!(why, Illegal::MustFollow { card: c, .. } if c == card("2D")));
    assert_eq!(single_led.legal().iter().collect::<Vec<_>>(), [Action::Play(card("KS"))]);
    let mut meld_led = hand;
    play(&mut meld_led, "play 4C 4D 4H, play 2D 7C 8C");
    assert_eq!(meld_led.turn(), Some(P2));
}

/// What the hand comes to when these cards are played to its last trick.
fn end(mut hand: Hand, plays: &str) -> Outcome<Standing> {
    play(&mut hand, plays);
    hand.outcome().expect("the hand is over")
}

/// What the last trick brought each seat.
fn gained(hand: &Hand, plays: &str) -> [i32; 3] {
    let before = hand.view(P0).points();
    let points = end(hand.clone(), plays).points;
    [0, 1, 2].map(|seat| points.0[seat] - before.0[seat])
}

fn said(seat: Seat, prediction: Prediction) -> Option<(Seat, Prediction)> {
    Some((seat, prediction))
}

#[test]
fn t6_an_ace_led_to_the_last_trick_wins_five_or_loses_five() {
    let won = ["AD", "KS", "2H"];
    let lost = ["AD", "2D", "2H"];
    let gained = |left: [&str; 3], prediction| {
        let hand = last_trick("", left, P0, prediction, |_| true).at([0; 3], BEFORE);
        gained(&hand, &left.map(|card| format!("play {card}")).join(", "))
    };
    assert_eq!(gained(won, None), [5, 0, 0]);
    assert_eq!(gained(won, said(P0, Prediction::Last)), [10, 0, 0]);
    assert_eq!(gained(won, said(P0, Prediction::Ace)), [15, 0, 0]);
    assert_eq!(gained(lost, None), [-5, 2, 0]);
    assert_eq!(gained(lost, said(P0, Prediction::Ace)), [-15, 2, 0]);
    // The set ends with this hand, so that the penalty opens the next one.
    let case = last_trick("", lost, P0, said(P0, Prediction::Ace), |_| true);
    let outcome = end(case.at([0, 15, 0], BEFORE), "play AD, play 2D, play 2H");
    assert_eq!(outcome.standing.scores(), BySeat([-10, 0, 0]));
}

#[test]
fn t7_an_ace_predicted_and_another_card_led_fails_the_prediction() {
    let left = ["KS", "2D", "2H"];
    let case = last_trick("", left, P0, said(P0, Prediction::Ace), |_| true);
    let plays = "play KS, play 2D, play 2H";
    assert_eq!(gained(&case.at([0; 3], BEFORE), plays), [-8, 0, 0]);
    let outcome = end(case.at([0, 15, 0], BEFORE), plays);
    assert_eq!(outcome.standing.scores(), BySeat([-10, 0, 0]));
    let outcome = end(case.at([0; 3], BEFORE), plays);
    assert_eq!(outcome.standing.pending(), BySeat([-10, 0, 0]));
    let others = ["AS", "2D", "2H"];
    let case = last_trick("", others, P0, said(P1, Prediction::Ace), |_| true);
    let gained = gained(&case.at([0; 3], BEFORE), "play AS, play 2D, play 2H");
    assert_eq!(gained, [5, -10, 0]);
}

/// In which trick, counted from 1, a seat won last.
fn last_won(hand: &Hand, seat: Seat) -> usize {
    let history = hand.view(P0).history();
    history.iter().rposition(|trick| trick.winner == seat).map_or(0, |i| i + 1)
}

fn game_points(outcome: &Outcome<Standing>) -> [i32; 3] {
    outcome.standing.game_points().unwrap().0
}

#[test]
fn t8_ties_go_to_the_last_trick_and_then_to_who_was_first() {
    let left = ["KD", "KS", "2S"];
    let case = last_trick("", left, P1, None, |hand| last_won(hand, P0) == 9);
    let outcome = end(case.at([15, 13, 0], BEFORE), "play KS, play 2S, play KD");
    assert_eq!(game_points(&outcome), [0, 1, 0]);
    assert_eq!(outcome.standing.scores(), BySeat([0; 3]));
    let left = ["2D", "2S", "KS"];
    let case =
        last_trick("", left, P2, None, |hand| last_won(hand, P0) == 9 && last_won(hand, P1) == 11);
    let outcome = end(case.at([15, 15, 4], BEFORE), "play KS, play 2D, play 2S");
    assert_eq!(game_points(&outcome), [1, 0, 0]);
    // The other way round: it is the time that counts, not the seat.
    let case =
        last_trick("", left, P2, None, |hand| last_won(hand, P1) == 9 && last_won(hand, P0) == 11);
    let outcome = end(case.at([15, 15, 4], BEFORE), "play KS, play 2D, play 2S");
    assert_eq!(game_points(&outcome), [0, 1, 0]);
}

#[test]
fn t9_in_one_trick_the_earlier_meld_is_first() {
    let left = ["3S 4S 5S", "2C 2D 2H", "TC TD TH"];
    let case = last_trick("", left, P2, None, |_| true);
    let hand = case.at([14, 14, 3], BEFORE);
    let plays = "play TC TD TH, play 3S 4S 5S, play 2C 2D 2H";
    assert_eq!(gained(&hand, plays), [1, 1, 3]);
    assert_eq!(game_points(&end(hand, plays)), [1, 0, 0]);
    // Clockwise from the leader, not from seat 0.
    let case = last_trick("", ["2C 2D 2H", "TC TD TH", "3S 4S 5S"], P1, None, |_| true);
    let hand = case.at([14, 3, 14], BEFORE);
    let outcome = end(hand, "play TC TD TH, play 3S 4S 5S, play 2C 2D 2H");
    assert_eq!(game_points(&outcome), [0, 0, 1]);
}

#[test]
fn t10_who_fell_back_below_fifteen_takes_no_game_point() {
    let left = ["AD", "2D", "2H"];
    let case = last_trick("", left, P0, None, |hand| hand.view(P0).points()[P0] >= 2);
    let plays = "play AD, play 2D, play 2H";
    let outcome = end(case.at([16, 12, 11], BEFORE), plays);
    assert_eq!(outcome.standing.scores(), BySeat([11, 14, 11]));
    assert_eq!(game_points(&outcome), [0; 3]);
    let outcome = end(case.at([16, 13, 11], BEFORE), plays);
    assert_eq!(game_points(&outcome), [0, 1, 0]);
    assert_eq!(outcome.standing.scores(), BySeat([0; 3]));
}

#[test]
fn a_prediction_that_came_true_goes_before_every_other_tie_rule() {
    // Seat 1 has 15 since trick 9; seat 0 comes to 15 with the last trick that it predicted.
    let left = ["KD", "2D", "2H"];
    let prediction = said(P0, Prediction::Last);
    let case = last_trick("", left, P0, prediction, |hand| last_won(hand, P1) == 9);
    let outcome = end(case.at([8, 15, 0], BEFORE), "play KD, play 2D, play 2H");
    assert_eq!(outcome.points[P0] - case.at([8, 15, 0], BEFORE).view(P0).points()[P0], 7);
    assert_eq!(game_points(&outcome), [1, 0, 0]);
}

#[test]
fn the_winner_of_the_trick_that_brought_both_to_fifteen_is_ahead() {
    // Seats 0 and 1 come to 15 with the melds before the last trick, which seat 2 takes.
    let left = ["3S 4S 5S QC", "8C 8D 8H QD", "2S 6H 7D KD"];
    let case = last_trick("", left, P0, None, |_| true);
    let mut hand = case.at([14, 13, 0], BEFORE);
    play(&mut hand, "play 3S 4S 5S, play 8C 8D 8H, play 2S 6H 7D");
    assert_eq!(hand.view(P0).scores(), BySeat([15, 15, 0]));
    let outcome = end(hand, "play QD, play KD, play QC");
    assert_eq!(game_points(&outcome), [0, 1, 0]);
}

#[test]
fn the_list_has_44_melds_eight_a_level_but_four_twos() {
    let game = ThreeKings::default();
    let all = Melds::of(CardSet::FULL, &game);
    assert_eq!(all.len(), 44);
    let at = |level| all.iter().filter(|meld| meld.level(&game) == Some(level)).count();
    assert_eq!([1, 2, 3, 4, 5, 6].map(at), [4, 8, 8, 8, 8, 8]);
    let has = |text: &str| all.contains(Meld::of(cards(text)).unwrap());
    for text in ["KC KD KH", "JS QS KS", "9D TD JD", "2C 2D 2S", "3H 4H 5H"] {
        assert!(has(text), "{text}");
    }
    for text in ["QC QD QH", "JC JD JH", "AC AD AH", "TC JC QC", "AC 2C 3C", "2D 3D 4D"] {
        assert!(!has(text), "{text}");
    }
    for text in ["QC KC AC", "KD AD 2D", "JC QC KD", "2C 2D 3H", "2C 2D", "2C 2D 2H 2S"] {
        assert_eq!(Meld::of(cards(text)), None, "{text}");
    }
}

#[test]
fn the_first_hand_is_nine_each_with_forehand_to_lead() {
    let game = ThreeKings::default();
    for dealer in Seat::ALL {
        let standing = game.first_standing(dealer);
        assert_eq!(game.hand_sizes(&standing), BySeat([9; 3]));
        let deal = shuffled(&game, &standing, &mut Stream::new([3, 0, 2, 3]));
        let hand = game.start(&standing, &deal);
        assert_eq!(hand.turn(), Some(dealer.left()));
        assert!(matches!(hand.legal(), Legal::Play { .. }));
        for seat in Seat::ALL {
            assert_eq!(hand.view(seat).upcard(), Some(deal.rest()[0]));
            assert_eq!(hand.view(seat).stock_len(), 24);
        }
    }
}

#[test]
fn later_the_winner_of_the_last_trick_has_ten_lays_one_out_and_leads() {
    let game = ThreeKings::default();
    let standing = Before { winner: P2, ..BEFORE }.standing();
    assert_eq!(game.hand_sizes(&standing), BySeat([9, 9, 10]));
    let deal = shuffled(&game, &standing, &mut Stream::new([4, 0, 2, 3]));
    let mut hand = game.start(&standing, &deal);
    assert_eq!(hand.turn(), Some(P2));
    assert_eq!(hand.legal(), Legal::Upcard(deal.hands()[P2]));
    assert_eq!(hand.view(P0).upcard(), None);
    let laid_out = deal.hand(P2)[3];
    hand.play(Action::Upcard(laid_out)).unwrap();
    assert_eq!(hand.view(P0).upcard(), Some(laid_out));
    assert_eq!(hand.view(P2).cards().len(), 9);
    assert_eq!(hand.turn(), Some(P2));
    assert_eq!([P0, P1, P2].map(|seat| hand.role(seat)), [1, 2, 0]);
}

#[test]
fn the_winner_draws_first_all_his_cards_in_one_block() {
    let mut hand = {
        let game = ThreeKings::default();
        let some = ["4C 4D 4H", "6C 6D 6H", "2C 3D 5H"];
        let stock = "AC AD KC KD KH KS QC QD QH QS";
        game.start(&game.first_standing(P2), &deal_with(BySeat([9; 3]), some, stock, 2))
    };
    assert_eq!(hand.view(P0).upcard(), Some(card("AC")));
    play(&mut hand, "play 4C 4D 4H, play 6C 6D 6H, play 2C 3D 5H");
    assert_eq!(hand.turn(), Some(P1));
    let drawn = |seat| hand.view(seat).drawn().map(|card| card.to_string()).collect::<Vec<_>>();
    assert_eq!(drawn(P1).join(" "), "AD KC KD");
    assert_eq!(drawn(P2).join(" "), "KH KS QC");
    assert_eq!(drawn(P0).join(" "), "QD QH QS");
    for (seat, block) in [(P1, "AD KC KD"), (P2, "KH KS QC"), (P0, "QD QH QS")] {
        assert!(hand.view(seat).cards().contains_all(cards(block)), "{seat} holds {block}");
        assert_eq!(hand.view(seat).cards().len(), 9);
    }
}

#[test]
fn whoever_wins_a_single_trick_holds_the_first_card_of_the_stock_and_the_others_follow_clockwise() {
    let stock = ["2D", "3D", "4D"];
    for (winner, plays) in
        [(P0, ["KC", "2C", "2H"]), (P1, ["2C", "KC", "2H"]), (P2, ["3C", "2C", "KC"])]
    {
        let game = ThreeKings::default();
        let first = format!("AS {}", stock.join(" "));
        let deal = deal_with(BySeat([9; 3]), plays, &first, 3);
        let mut hand = game.start(&game.first_standing(P2), &deal);
        let before = Seat::ALL.map(|seat| hand.view(seat).cards());
        play(&mut hand, &plays.map(|card| format!("play {card}")).join(", "));
        for (seat, drawn) in winner.around().into_iter().zip(stock) {
            let left = before[seat.number()].without(card(plays[seat.number()]));
            assert_eq!(hand.view(seat).cards(), left.with(card(drawn)), "{winner} won: {seat}");
        }
        assert_eq!(hand.turn(), Some(winner));
    }
}

#[test]
fn suits_set_jack_queen_king_apart_in_all_24_orders() {
    // The higher suit first.
    const ORDER: &str = "CSHD";
    let mut orders = 0;
    for a in ORDER.chars() {
        for b in ORDER.chars().filter(|&b| b != a) {
            for c in ORDER.chars().filter(|&c| c != a && c != b) {
                let runs = [a, b, c].map(|suit| format!("J{suit} Q{suit} K{suit}"));
                let points = trick("", runs.each_ref().map(String::as_str));
                let best = ORDER.chars().find(|suit| [a, b, c].contains(suit));
                let due = [a, b, c].map(|suit| 1 + i32::from(Some(suit) == best));
                assert_eq!(points, due, "{runs:?}");
                orders += 1;
            }
        }
    }
    assert_eq!(orders, 24);
}

#[test]
fn an_ace_takes_a_trick_only_if_nobody_follows() {
    let won = |plays: [&str; 3]| trick("", plays).iter().position(|&points| points == 1);
    assert_eq!(won(["AC", "2D", "KH"]), Some(0));
    assert_eq!(won(["AC", "2D", "2C"]), Some(2));
    assert_eq!(won(["2C", "AC", "KH"]), Some(0));
    assert_eq!(won(["QC", "KC", "KH"]), Some(1));
}

#[test]
fn a_throw_goes_from_the_highest_down_and_scores_if_it_is_a_meld() {
    let mut hand = first_hand("", ["4C 4D 4H", "6C 6D 6H 9S 3C 2D 2S AC AD", ""]);
    play(&mut hand, "play 4C 4D 4H");
    assert_eq!(hand.check(Action::Play(card("6C"))), Err(Illegal::ThreeDue));
    let why = Err(Illegal::NotFalling(card("AC")));
    assert_eq!(hand.check(Action::Throw(card("AC"))), why, "two lower ones are needed");
    let mut thrown = hand.clone();
    for text in ["6C", "6H", "6D"] {
        thrown.play(Action::Throw(card(text))).unwrap();
    }
    let meld = Meld::of(cards("6C 6D 6H")).unwrap();
    let mut melded = hand.clone();
    melded.play(Action::Meld(meld)).unwrap();
    assert_eq!(thrown, melded);
    hand.play(Action::Throw(card("6H"))).unwrap();
    assert_eq!(hand.check(Action::Throw(card("6C"))), Err(Illegal::NotFalling(card("6C"))));
    assert_eq!(
        hand.check(Action::Meld(meld)),
        Err(Illegal::NotHeld { seat: P1, card: card("6H") })
    );
    play(&mut first_hand("", ["4C 4D 4H", "6C", ""]), "play 4C");
    let mut single = first_hand("", ["4C", "6C 6D 6H", ""]);
    assert_eq!(single.check(Action::Throw(card("4C"))), Err(Illegal::LeadIsNoMeld));
    play(&mut single, "play 4C");
    assert_eq!(single.check(Action::Meld(meld)), Err(Illegal::OneDue));
    assert_eq!(single.check(Action::Throw(card("6C"))), Err(Illegal::OneDue));
}

/// A random hand at the exchange.
fn at_exchange(key: u64) -> Hand {
    let game = rules("");
    let mut rng = Stream::new([key, 0, 3, 3]);
    let standing = random_standing(&game, &mut rng);
    let mut hand = game.start(&standing, &shuffled(&game, &standing, &mut rng));
    play_randomly(&mut hand, &mut rng, |hand| hand.view(P0).stock_len() > 0);
    hand
}

#[test]
fn the_winner_of_the_last_trick_with_a_stock_may_take_the_upcard_for_a_card() {
    for key in 0..checks(100) {
        let hand = at_exchange(key);
        let winner = hand.view(P0).history().last().unwrap().winner;
        let upcard = hand.view(P0).upcard().unwrap();
        assert_eq!(hand.turn(), Some(winner));
        let own = hand.view(winner).cards();
        assert_eq!(hand.legal(), Legal::Exchange(own));
        assert!(hand.check(Action::Exchange(upcard)).is_err());
        let mut taken = hand.clone();
        let card = own.nth(below(&mut Stream::new([key, 0, 4, 3]), own.len()));
        taken.play(Action::Exchange(card)).unwrap();
        assert_eq!(taken.view(winner).cards(), own.without(card).with(upcard));
        for other in [winner.left(), winner.right()] {
            assert_eq!(taken.view(other).exchange(), Some((winner, card)));
            assert_eq!(taken.view(other).known_card(winner), Some(upcard));
            assert!(!taken.view(other).unseen().contains(card));
            assert!(!taken.view(other).unseen().contains(upcard));
        }
        let mut left = hand.clone();
        left.play(Action::Decline).unwrap();
        assert_eq!(left.view(winner).cards(), own);
        assert_eq!(left.view(P0).exchanged(), Exchanged::Declined);
        assert!(matches!(left.legal(), Legal::Predict(_)));
        assert_eq!(left.turn(), Some(winner));
    }
}

#[test]
fn each_is_asked_before_his_first_card_of_phase_2_until_somebody_predicts() {
    for key in 0..checks(100) {
        for speaker in 0..=3 {
            let mut hand = at_exchange(key);
            hand.play(Action::Decline).unwrap();
            let leader = hand.turn().unwrap();
            for (i, seat) in leader.around().into_iter().enumerate() {
                assert_eq!(hand.turn(), Some(seat));
                if i <= speaker {
                    assert_eq!(hand.legal().len(), 3, "none, the last trick, the ace");
                    assert!(matches!(hand.legal(), Legal::Predict(_)));
                    let said = (i == speaker).then_some(Prediction::Ace);
                    hand.play(Action::Predict(said)).unwrap();
                }
                assert!(matches!(hand.legal(), Legal::Play { .. }));
                let Legal::Play { cards, .. } = hand.legal() else { unreachable!() };
                hand.play(Action::Play(cards.nth(0))).unwrap();
            }
            let who = leader.around().get(speaker).copied();
            assert_eq!(hand.view(P0).predictions().of(Prediction::Ace), who);
            while hand.turn().is_some() {
                assert!(!matches!(hand.legal(), Legal::Predict(_)));
                hand.play(hand.legal().nth(0)).unwrap();
            }
        }
    }
}

#[test]
fn the_third_game_point_ends_the_match_and_penalties_open_the_next_set() {
    let case = last_trick("", ["KD", "2D", "2H"], P0, None, |_| true);
    let plays = "play KD, play 2D, play 2H";
    let before = Before { game_points: [1, 2, 0], pending: [-5, 0, -20], ..BEFORE };
    let outcome = end(case.at([13, 4, -3], before), plays);
    assert!(!outcome.over);
    assert_eq!(game_points(&outcome), [2, 2, 0]);
    assert_eq!(outcome.standing.scores(), BySeat([-5, 0, -20]));
    assert_eq!(outcome.standing.pending(), BySeat([0; 3]));
    assert_eq!(outcome.standing.last_trick_winner(), Some(P0));
    let before = Before { game_points: [2, 2, 0], ..BEFORE };
    let outcome = end(case.at([13, 4, -3], before), plays);
    assert!(outcome.over);
    assert_eq!(game_points(&outcome), [3, 2, 0]);
    assert_eq!(outcome.standing.match_scores(), BySeat([3, 2, 0]));
    let outcome = end(case.at([12, 4, -3], before), plays);
    assert!(!outcome.over);
    assert_eq!(outcome.standing.scores(), BySeat([14, 4, -3]));
}

#[test]
fn a_throw_is_one_line_of_a_record_and_one_that_was_not_finished_is_none() {
    let mut hand = first_hand("", ["4C 4D 4H", "9D 7S 2H", "JC 3C 2S"]);
    let mut actions = vec![];
    for text in ["play 4C 4H 4D", "throw 9D", "throw 7S", "throw 2H", "throw JC"] {
        let action: Action = text.parse().unwrap();
        actions.push((hand.turn().unwrap(), action));
        hand.play(action).unwrap();
    }
    let lines = ThreeKings::lines(&actions);
    assert_eq!(lines, ["0 play 4C 4H 4D", "1 play 9D 7S 2H"]);
    let read = |words| ThreeKings::default().read_line(words);
    assert_eq!(read("play 2H 9D 7S").unwrap().len(), 3, "in any order");
    assert_eq!(read("play 4D 4H 4C").unwrap(), [actions[0].1]);
    for wrong in ["throw 9D", "play 9D 7S", "play 9D 9D 7S", "play 9D 7S 2H 3C", "play"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
