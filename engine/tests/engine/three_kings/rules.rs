//! The rules of Three Kings as published: its worked cases T1 to T5, then clause by clause; T6 to T10 are in
//! `sets.rs`.

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Exchanged, Legal, Meld, Melds, Prediction};
use threehand_engine::testing::checks;
use threehand_engine::{BySeat, CardSet, Game, Hand as _, Legal as _, Seat, Stream, below};

use super::common::{
    BEFORE, Before, Hand, P0, P1, P2, card, cards, deal_with, first_hand, last_trick, play,
    play_randomly, random_standing, rules, shuffled,
};
use crate::script::run;

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
fn t2_t3_t4_the_higher_meld_wins_and_each_meld_scores() {
    let set_over_seq = "meld_order=set_over_seq";
    for (words, plays, points) in [
        ("", ["7H 8H 9H", "8C 8S 8D", "9S TS JS"], [1, 1, 2]),
        // Suits set runs to the king apart, and nothing else.
        ("", ["JD QD KD", "JH QH KH", "JC QC KC"], [1, 1, 2]),
        ("", ["JH QH KH", "KC KS KD", "2C 3C 5D"], [2, 1, 0]),
        (set_over_seq, ["JH QH KH", "KC KS KD", "2C 3C 5D"], [1, 2, 0]),
        ("", ["9C TC JC", "9S TS JS", "2C 3C 5D"], [2, 1, 0]),
        (set_over_seq, ["9C TC JC", "9S TS JS", "2C 3C 5D"], [2, 1, 0]),
        // What is not on the list is no meld.
        ("", ["2C 2D 2H", "QC QD QH", "4D 5D 6D"], [2, 0, 0]),
        // An ace takes a trick only if nobody follows.
        ("", ["AC", "2D", "KH"], [1, 0, 0]),
        ("", ["AC", "2D", "2C"], [0, 0, 1]),
        ("", ["2C", "AC", "KH"], [1, 0, 0]),
        ("", ["QC", "KC", "KH"], [0, 1, 0]),
    ] {
        assert_eq!(trick(words, plays), points, "{words} {plays:?}");
    }
    let mut hand = first_hand("", ["QC QD QH", "", ""]);
    run(&mut hand, "cannot play QC QH QD: QC QH QD is no meld under these rules");
    let Legal::Play { melds, .. } = hand.legal() else { panic!("a lead") };
    assert!(!melds.contains(Meld::of(cards("QC QD QH")).unwrap()));
}

#[test]
fn t5_suit_is_followed_in_phase_2_and_only_to_a_single_card() {
    let melds = "play 4C 4H 4D, play 8C 7C 2D";
    let hand = first_hand("", ["5S 4C 4D 4H", "KS 2D 7C 8C", ""]);
    run(&mut hand.clone(), "play 5S; can play 2D");
    run(&mut hand.clone(), melds);
    let left = ["4C 4D 4H 5S", "KS 2D 7C 8C", "9C 9D TC TD"];
    let hand = last_trick("", left, P0, None, |_| true).at([0; 3], BEFORE);
    let why = "seat 1 holds S and must follow with it, not play 2D";
    run(&mut hand.clone(), &format!("play 5S; cannot play 2D: {why}; only play KS"));
    run(&mut hand.clone(), &format!("{melds}; 2 moves"));
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
        let deal = shuffled(&game, &standing, &mut Stream::new([3, 0, 2, 3]));
        let mut hand = game.start(&standing, &deal);
        let upcard = deal.rest()[0];
        let steps = format!("sizes 9 9 9; {} moves; phase play", dealer.left());
        run(&mut hand, &format!("{steps}; 0 sees upcard {upcard}; 2 sees stock 24 hidden"));
    }
}

#[test]
fn later_the_winner_of_the_last_trick_has_ten_lays_one_out_and_leads() {
    let game = ThreeKings::default();
    let standing = Before { winner: P2, ..BEFORE }.standing();
    let deal = shuffled(&game, &standing, &mut Stream::new([4, 0, 2, 3]));
    let mut hand = game.start(&standing, &deal);
    let out = deal.hand(P2)[3];
    run(&mut hand, "sizes 9 9 10; 2 moves; phase upcard; 10 actions; roles 1 2 0");
    assert_eq!(hand.view(P0).upcard(), None);
    run(
        &mut hand,
        &format!("upcard {out}; 0 sees upcard {out}; sizes 9 9 9; 2 moves; roles 1 2 0"),
    );
}

#[test]
fn the_winner_draws_first_all_his_cards_in_one_block() {
    let game = ThreeKings::default();
    let start = |some, stock, key| {
        game.start(&game.first_standing(P2), &deal_with(BySeat([9; 3]), some, stock, key))
    };
    let some = ["4C 4D 4H", "6C 6D 6H", "2C 3D 5H"];
    let mut hand = start(some, "AC AD KC KD KH KS QC QD QH QS", 2);
    let steps =
        "0 sees upcard AC; play 4C 4H 4D, play 6C 6H 6D, play 5H 3D 2C; 1 moves; sizes 9 9 9;
                 1 holds AD KC KD; 2 holds KH KS QC; 0 holds QD QH QS";
    run(&mut hand, steps);
    let drawn = |seat| hand.view(seat).drawn().map(|card| card.to_string()).collect::<Vec<_>>();
    assert_eq!([P1, P2, P0].map(drawn).concat().join(" "), "AD KC KD KH KS QC QD QH QS");
    // One card each: the winner the first, the others clockwise.
    for (winner, plays) in
        [(P0, ["KC", "2C", "2H"]), (P1, ["2C", "KC", "2H"]), (P2, ["3C", "2C", "KC"])]
    {
        let mut hand = start(plays, "AS 2D 3D 4D", 3);
        let before = Seat::ALL.map(|seat| hand.view(seat).cards());
        play(&mut hand, &plays.map(|card| format!("play {card}")).join(", "));
        for (seat, drawn) in winner.around().into_iter().zip(["2D", "3D", "4D"]) {
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
fn a_throw_goes_from_the_highest_down_and_scores_if_it_is_a_meld() {
    let some = ["4C 4D 4H", "6C 6D 6H 9S 3C 2D 2S AC AD", ""];
    let mut hand = first_hand("", some);
    let falling = "three cards are thrown from the highest down:";
    let steps = format!(
        "play 4C 4H 4D; cannot play 6C: a meld was led: three cards answer it;
         cannot throw AC: {falling} AC can't be the next"
    );
    run(&mut hand, &steps);
    let (mut thrown, mut melded) = (hand.clone(), hand.clone());
    for text in ["6C", "6H", "6D"] {
        thrown.play(Action::Throw(card(text))).unwrap();
    }
    run(&mut melded, "play 6C 6H 6D");
    assert_eq!(thrown, melded);
    hand.play(Action::Throw(card("6H"))).unwrap();
    let steps = format!(
        "cannot throw 6C: {falling} 6C can't be the next;
         cannot play 6C 6H 6D: seat 1 does not hold 6H"
    );
    run(&mut hand, &steps);
    let one = "a single card was led: one card answers it";
    let steps = format!(
        "cannot throw 4C: three cards are led only as a meld; play 4C; cannot play 6C 6H 6D: {one};
         cannot throw 6C: {one}"
    );
    run(&mut first_hand("", ["4C", "6C 6D 6H", ""]), &steps);
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
            let view = taken.view(other);
            assert_eq!(view.exchange(), Some((winner, card)));
            assert_eq!(view.known_card(winner), Some(upcard));
            assert!(!view.unseen().contains(card) && !view.unseen().contains(upcard));
        }
        let mut left = hand.clone();
        run(&mut left, &format!("decline; phase predict; {winner} moves"));
        assert_eq!(left.view(winner).cards(), own);
        assert_eq!(left.view(P0).exchanged(), Exchanged::Declined);
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
                    let said = if i == speaker { "ace" } else { "none" };
                    run(&mut hand, "only predict none, predict last, predict ace");
                    run(&mut hand, &format!("predict {said}"));
                }
                let Legal::Play { cards, .. } = hand.legal() else { panic!("a card is due") };
                hand.play(Action::Play(cards.nth(0))).unwrap();
            }
            let who = leader.around().get(speaker).copied();
            assert_eq!(hand.view(P0).predictions().of(Prediction::Ace), who);
            while hand.turn().is_some() {
                run(&mut hand, "phase play; any");
            }
        }
    }
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
