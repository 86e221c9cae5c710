//! The bots at Three-Legged Kitty: legal under all rules, blind to what they can't see, each a
//! step above the one below, and right where a person can check it.

use threehand_bots::testing::{deal, win_share};
use threehand_bots::{Bot, Lab, Registry, bot_rng};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Legal};
use threehand_engine::testing::any_rules;
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Game, Hand as _, Legal as _, Outcome, Seat, Stream, Worlds as _,
    below, options,
};

type Hand = <ThreeLeggedKitty as Game>::Hand;
type Standing = <ThreeLeggedKitty as Game>::Standing;
type Worlds = <ThreeLeggedKitty as Game>::Worlds;
type Players = BySeat<Box<dyn Bot<ThreeLeggedKitty>>>;

fn make(name: &str) -> Box<dyn Bot<ThreeLeggedKitty>> {
    Lab::standard().bots().make(name).expect("a bot")
}

fn bots(names: [&str; 3]) -> Players {
    BySeat(names.map(make))
}

/// Plays a hand; `each` is shown every decision before it is played.
fn play_hand(
    hand: &mut Hand,
    bots: &mut Players,
    seed: u8,
    mut each: impl FnMut(&Hand, Seat, Action),
) -> Outcome<Standing> {
    let mut rng = bot_rng([seed; 32]);
    while let Some(seat) = hand.turn() {
        let action = bots[seat].decide(&hand.view(seat), &mut rng);
        each(hand, seat, action);
        hand.play(action).expect("bots play by the rules");
    }
    hand.outcome().expect("the hand is over")
}

#[test]
fn bots_play_whole_matches_by_all_rules() {
    let mut rng = Stream::new([1, 0, 20, 3]);
    for names in [
        ["random", "greedy", "heuristic"],
        ["heuristic", "random", "random"],
        ["greedy", "greedy", "greedy"],
        ["heuristic", "heuristic", "greedy"],
        ["heuristic"; 3],
    ] {
        let mut bots = bots(names);
        for seed in 0..60 {
            let rules: ThreeLeggedKitty = any_rules(&mut rng);
            let mut standing = rules.first_standing(Seat::P1);
            for _ in 0..300 {
                let mut hand = deal(&rules, &standing, &mut rng);
                let end = play_hand(&mut hand, &mut bots, seed, |_, _, _| {});
                standing = end.standing;
                if end.over {
                    break;
                }
            }
        }
    }
}

#[test]
fn no_bot_decides_by_cards_that_it_can_not_see() {
    let mut rng = Stream::new([2, 0, 20, 3]);
    for name in ["random", "greedy", "heuristic"] {
        let mut bots_here = bots(["heuristic", "greedy", "random"]);
        let mut asked = make(name);
        let mut phases = [0; 5];
        for seed in 0..120 {
            let rules: ThreeLeggedKitty = any_rules(&mut rng);
            let dealer = Seat::cyclic(below(&mut rng, 3));
            let mut hand = deal(&rules, &rules.first_standing(dealer), &mut rng);
            play_hand(&mut hand, &mut bots_here, seed, |hand, seat, _| {
                let view = hand.view(seat);
                let worlds = Worlds::of(&view);
                let decision = asked.decide(&view, &mut bot_rng([seed; 32]));
                for _ in 0..3 {
                    let world = worlds.draw(&mut rng);
                    let again = asked.decide(&world.view(seat), &mut bot_rng([seed; 32]));
                    assert_eq!(decision, again, "{name} in {view:?}");
                }
                phases[match view.legal() {
                    Legal::Call { .. } => 0,
                    Legal::Pay { .. } => 1,
                    Legal::Stray(_) => 2,
                    Legal::Take(_) => 3,
                    Legal::Play(_) | Legal::Nothing => 4,
                }] += 1;
            });
        }
        assert!(phases.iter().all(|&count| count > 50), "{phases:?}");
    }
}

#[test]
fn each_rung_is_a_step_above_the_one_below_with_52_cards_and_with_32() {
    for (deck, least) in [("52", 0.9), ("32", 0.75)] {
        let rules: ThreeLeggedKitty = options::rules([("deck", deck)]).expect("a pack");
        let won = |one, two| win_share(&Lab::standard().bots(), &rules, one, two, 100);
        let greedy = won("greedy", "random");
        assert!(greedy > 0.9, "{deck}: {greedy}");
        let heuristic = won("heuristic", "greedy");
        assert!(heuristic > least, "{deck}: {heuristic}");
    }
}

/// A hand under the published rules that seat 2 deals, with these cards at seats 0, 1 and 2 and
/// the lowest others where some lack.
fn start(hands: [&str; 3]) -> Hand {
    let rules: ThreeLeggedKitty = options::rules([]).expect("no options");
    let mut hands = hands.map(|text| text.parse::<CardSet>().expect("cards"));
    let mut rest: Vec<Card> = (CardSet::FULL - hands[0] - hands[1] - hands[2]).iter().collect();
    rest.sort_by_key(|card| std::cmp::Reverse(card.rank().index()));
    for hand in &mut hands {
        while hand.len() < 10 {
            hand.insert(rest.pop().expect("cards enough"));
        }
    }
    rules.start(&rules.first_standing(Seat::P2), &Deal::of(BySeat(hands), rest))
}

fn play(hand: &mut Hand, actions: &str) {
    for text in actions.split(',').map(str::trim) {
        let action = text.parse().expect("an action");
        hand.play(action).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

/// What `heuristic` does here.
fn choice(hand: &Hand) -> String {
    let seat = hand.turn().expect("a decision");
    make("heuristic").decide(&hand.view(seat), &mut bot_rng([1; 32])).to_string()
}

#[test]
fn heuristic_bids_ten_on_ten_certain_tricks() {
    // Ten spades from the ace: nobody can take a trick.
    let hand = start(["AS KS QS JS TS 9S 8S 7S 6S 5S", "", ""]);
    assert_eq!(choice(&hand), "bid 10S");
}

#[test]
fn heuristic_bids_a_high_null_on_the_lowest_cards() {
    let hand = start(["2C 3C 4C 2D 3D 4D 2H 3H 2S 3S", "", ""]);
    let bid = choice(&hand);
    assert!(["bid 7Null", "bid 8Null"].contains(&bid.as_str()), "{bid}");
}

#[test]
fn heuristic_bids_for_the_cards_that_lie_in_the_kitty() {
    // Ten certain tricks were paid for ten spades, and go to whoever bids ten without a trump.
    let mut hand = start(["AS KS QS JS TS 9S 8S 7S 6S 5S", "QC JD TH 9C 8D 7H 6C 5D 4H 4S", ""]);
    play(&mut hand, "bid 10S, pay 5S, pay 6S, pay 7S, pay 8S, pay 9S, pay TS, pay JS, pay QS");
    play(&mut hand, "pay KS, pay AS");
    assert_eq!(choice(&hand), "bid 10NT");
}

#[test]
fn heuristic_leaves_a_bid_that_its_cards_can_not_beat() {
    let mut hand = start(["AS 2C 3C 4C 2D 3D 4D 2H 3H 2S", "QC JD TH 9C 8D 7H 6C 5D 4H 4S", ""]);
    play(&mut hand, "bid 9S, pay 2C, pay 3C, pay 4C, pay 2D, pay 3D, pay 4D, pay 2H, pay 3H");
    play(&mut hand, "pay 2S");
    assert_eq!(choice(&hand), "pass");
}

/// Seat 0 is the Cat in this bid, paid with these cards, and has taken the kitty back.
fn cat_in(hands: [&str; 3], bid: &str, paid: &str) -> Hand {
    let mut hand = start(hands);
    play(&mut hand, &format!("bid {bid}"));
    paid.split(' ').for_each(|card| play(&mut hand, &format!("pay {card}")));
    play(&mut hand, "pass, pass");
    hand
}

#[test]
fn heuristic_as_third_hand_wins_no_dearer_than_it_must() {
    let mut hand = cat_in(
        [
            "3C 2D 3D 4D 2H 3H 4H 2S 3S 4S",
            "TC 5D 6D 7D 5H 6H 7H 5S 6S 7S",
            "JC QC AC 9C 8D 9D 8H 9H 8S 9S",
        ],
        "1NT",
        "2D",
    );
    play(&mut hand, "play 3C, play TC");
    // The partner's ten holds against the three: the lowest club keeps the honours.
    assert_eq!(choice(&hand), "play 9C");
    let mut hand = cat_in(
        [
            "KC 2D 3D 4D 2H 3H 4H 2S 3S 4S",
            "TC 5D 6D 7D 5H 6H 7H 5S 6S 7S",
            "JC QC AC 9C 8D 9D 8H 9H 8S 9S",
        ],
        "1NT",
        "2D",
    );
    play(&mut hand, "play KC, play TC");
    assert_eq!(choice(&hand), "play AC");
}

#[test]
fn heuristic_ducks_in_null_with_the_highest_card_that_loses() {
    let mut hand = cat_in(
        [
            "2C 7C 9C 2D 3D 4D 2H 3H 4H 2S",
            "QC 5D 6D 7D 5H 6H 7H 5S 6S 7S",
            "TC 8C JC 5C 8D 9D 8H 9H 8S 9S",
        ],
        "1Null",
        "2D",
    );
    // Seat 2 wins the heart and leads a club; under its ten the nine is the one to be rid of.
    play(&mut hand, "play 2H, play 5H, play 8H, play TC");
    assert_eq!(choice(&hand), "play 9C");
}

#[test]
fn heuristic_against_a_null_leaves_the_trick_to_the_cat() {
    let hands = [
        "9C 2D 3D 4D 2H 3H 4H 2S 3S 4S",
        "TC 8C KD QD JD KH QH JH QS JS",
        "JC 7C AD TD 9D AH TH 9H AS TS",
    ];
    let mut hand = cat_in(hands, "1Null", "2D");
    play(&mut hand, "play 9C");
    // Both stay below the nine that the Cat has led.
    assert_eq!(choice(&hand), "play 8C");
    play(&mut hand, "play 8C");
    assert_eq!(choice(&hand), "play 7C");
    // Over the partner's ten, which has taken the trick already, the knave is to be rid of.
    let mut hand = cat_in(hands, "1Null", "2D");
    play(&mut hand, "play 9C, play TC");
    assert_eq!(choice(&hand), "play JC");
}

#[test]
fn heuristic_keeps_its_trumps_and_aces_when_it_strays() {
    let mut hand = start(["AS KS QS JS TS 9S 8S AH AD 2C", "KH 3C 4C 5C", "6C 7C 8C 9C"]);
    play(&mut hand, "bid 1S, pay 2C, bid 2H, pay KH, pass, bid 8S, pay 8S, pay 9S, pay TS");
    play(&mut hand, "pay JS, pay QS, pay KS, pass");
    assert_eq!(hand.view(Seat::P0).cards().len(), 11);
    assert_eq!(choice(&hand), "stray 2C");
}

#[test]
fn bots_call_the_same_whatever_is_set_aside() {
    // The 22 cards aside are no part of any hand: only the hands decide.
    let hand = start(["AS KS QS JS TS 9S 8S 7S 6S 5S", "", ""]);
    let world = Worlds::of(&hand.view(Seat::P0)).draw(&mut Stream::new([5; 4]));
    assert_eq!(choice(&hand), choice(&world));
    assert!(hand.legal().len() == 59 && world.legal().len() == 59);
}
