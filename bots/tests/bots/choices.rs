//! Decisions of `greedy` and `heuristic` that a person can check.

use threehand_bots::testing::deal;
use threehand_bots::{Knowledge, bot_rng};
use threehand_engine::games::three_kings::{Exchanged, Legal, Prediction};
use threehand_engine::games::{ThreeKings, ThreeLeggedKitty};
use threehand_engine::testing::{cards, checks, play};
use threehand_engine::{BySeat, Card, CardSet, Deal, Game, Hand as _, Seat, Stream};

use crate::bots;

/// A hand under the published rules that seat 2 deals, with these cards at seats 0, 1 and 2 and the lowest others where
/// some lack.
fn start<G: Game>(hands: [&str; 3]) -> G::Hand {
    let rules = G::default();
    let standing = rules.first_standing(Seat::P2);
    let mut hands = BySeat(hands.map(cards));
    let rest = hands.0.into_iter().fold(CardSet::FULL, |rest, hand| rest - hand);
    let mut rest: Vec<Card> = rest.iter().collect();
    rest.sort_by_key(|card| std::cmp::Reverse(card.rank().index()));
    for seat in Seat::ALL {
        while hands[seat].len() < rules.hand_sizes(&standing)[seat] {
            hands[seat].insert(rest.pop().expect("cards enough"));
        }
    }
    rules.start(&standing, &Deal::of(hands, rest))
}

/// What a bot does here, as text.
fn decision<G: Knowledge>(bot: &str, hand: &G::Hand) -> String {
    let view = hand.view(hand.turn().expect("a decision"));
    bots::<G>().make(bot).expect("a bot").decide(&view, &mut bot_rng([1; 32])).to_string()
}

const TEN_SPADES: &str = "AS KS QS JS TS 9S 8S 7S 6S 5S";
const TEN_OF_ALL: &str = "QC JD TH 9C 8D 7H 6C 5D 4H 4S";
const PARTNERS: [&str; 2] = ["TC 5D 6D 7D 5H 6H 7H 5S 6S 7S", "JC QC AC 9C 8D 9D 8H 9H 8S 9S"];
const AGAINST_NULL: [&str; 3] = [
    "9C 2D 3D 4D 2H 3H 4H 2S 3S 4S",
    "TC 8C KD QD JD KH QH JH QS JS",
    "JC 7C AD TD 9D AH TH 9H AS TS",
];

#[test]
fn heuristic_plays_three_legged_kitty_as_a_person_would() {
    let [left, right] = PARTNERS;
    let cases = [
        ("ten certain tricks", [TEN_SPADES, "", ""], "", &["bid 10S"][..]),
        (
            "the lowest cards are for a high Null",
            ["2C 3C 4C 2D 3D 4D 2H 3H 2S 3S", "", ""],
            "",
            &["bid 7Null", "bid 8Null"],
        ),
        (
            "ten certain tricks were paid for ten spades, and go to whoever bids ten without a trump",
            [TEN_SPADES, TEN_OF_ALL, ""],
            "bid 10S, pay 5S, pay 6S, pay 7S, pay 8S, pay 9S, pay TS, pay JS, pay QS, pay KS, pay AS",
            &["bid 10NT"],
        ),
        (
            "its cards can't beat that bid",
            ["AS 2C 3C 4C 2D 3D 4D 2H 3H 2S", TEN_OF_ALL, ""],
            "bid 9S, pay 2C, pay 3C, pay 4C, pay 2D, pay 3D, pay 4D, pay 2H, pay 3H, pay 2S",
            &["pass"],
        ),
        (
            "the partner's ten holds against the three: the lowest club keeps the honours",
            ["3C 2D 3D 4D 2H 3H 4H 2S 3S 4S", left, right],
            "bid 1NT, pay 2D, pass, pass, play 3C, play TC",
            &["play 9C"],
        ),
        (
            "the ace alone wins",
            ["KC 2D 3D 4D 2H 3H 4H 2S 3S 4S", left, right],
            "bid 1NT, pay 2D, pass, pass, play KC, play TC",
            &["play AC"],
        ),
        (
            "under the ten of seat 2, which won the heart, the nine is the one to be rid of",
            [
                "2C 7C 9C 2D 3D 4D 2H 3H 4H 2S",
                "QC 5D 6D 7D 5H 6H 7H 5S 6S 7S",
                "TC 8C JC 5C 8D 9D 8H 9H 8S 9S",
            ],
            "bid 1Null, pay 2D, pass, pass, play 2H, play 5H, play 8H, play TC",
            &["play 9C"],
        ),
        (
            "the second hand stays below the nine that the Cat has led",
            AGAINST_NULL,
            "bid 1Null, pay 2D, pass, pass, play 9C",
            &["play 8C"],
        ),
        (
            "so does the third",
            AGAINST_NULL,
            "bid 1Null, pay 2D, pass, pass, play 9C, play 8C",
            &["play 7C"],
        ),
        (
            "over the partner's ten, which has taken the trick, the knave is to be rid of",
            AGAINST_NULL,
            "bid 1Null, pay 2D, pass, pass, play 9C, play TC",
            &["play JC"],
        ),
        (
            "trumps and aces are kept",
            ["AS KS QS JS TS 9S 8S AH AD 2C", "KH 3C 4C 5C", "6C 7C 8C 9C"],
            "bid 1S, pay 2C, bid 2H, pay KH, pass, bid 8S, pay 8S, pay 9S, pay TS, pay JS, pay QS, \
             pay KS, pass",
            &["stray 2C"],
        ),
    ];
    for (why, hands, lines, right) in cases {
        let mut hand = start::<ThreeLeggedKitty>(hands);
        if !lines.is_empty() {
            play(&mut hand, lines);
        }
        let decision = decision::<ThreeLeggedKitty>("heuristic", &hand);
        assert!(right.contains(&decision.as_str()), "{why}: {decision}");
    }
}

#[test]
fn bots_play_three_kings_as_a_person_would() {
    let melds =
        ["4C 4D 4H 2C 2D 2H AC AD 7S", "6C 6D 6H 8C 8D 8H KC KD AS", "3C 5D 9H TD JS QH KH 9D AH"];
    // Its highest meld is led, the lowest that wins answers, and the three lowest cards are thrown.
    let greedy = ["play 4C 4H 4D", "play 6C 6H 6D", "throw 5D", "throw 3C", "throw AH"];
    let cases = [
        ("greedy", melds, &greedy[..]),
        // Sure cards are kept while there is a stock, and low melds are led.
        ("heuristic", ["KC KD KH QC QD QH JC JD 9S", "", ""], &["play 9S"]),
        ("heuristic", ["2C 2D 2H 3C 4D 5H 7S 9D TH", "", ""], &["play 2C 2H 2D"]),
    ];
    for (bot, hands, due) in cases {
        let mut hand = start::<ThreeKings>(hands);
        for due in due {
            let decision = decision::<ThreeKings>(bot, &hand);
            assert_eq!(decision, *due, "{bot} with {hands:?}");
            hand.play(decision.parse().expect("an action")).expect("it is legal");
        }
    }
}

#[test]
fn heuristic_predicts_the_last_trick_and_mostly_wins_it() {
    let count = checks(3_000).max(400);
    let mut bot = bots::<ThreeKings>().make("heuristic").expect("a bot");
    let (mut asked, mut said, mut hit) = (0, 0, 0);
    for key in 0..count {
        let rules = ThreeKings::default();
        let mut rng = Stream::new([key, 0, 12, 3]);
        let mut hand = deal(&rules, &rules.first_standing(Seat::P0), &mut rng);
        while let Some(seat) = hand.turn() {
            asked += u64::from(matches!(hand.legal(), Legal::Predict(_)));
            let action = bot.decide(&hand.view(seat), &mut bot_rng([1; 32]));
            hand.play(action).expect("it is legal");
        }
        let last = hand.view(Seat::P0).history().last().expect("a trick").winner;
        for (seat, prediction) in hand.view(Seat::P0).predictions().iter() {
            said += 1;
            hit += u64::from(seat == last && prediction == Prediction::Last);
        }
        assert_ne!(hand.view(Seat::P0).exchanged(), Exchanged::NotYet);
    }
    assert!(asked > count && said > count / 60, "{asked} {said}");
    assert!(5 * hit > 3 * said, "{hit} of {said} came true");
}
