//! Matches that a slow interpreter of the format played at random.

use serde_json::Value;
use threehand_engine::games::Family;
use threehand_engine::options::rules_of;
use threehand_engine::{
    BySeat, Card, Deal, Deck, Game as _, Hand as _, Outcome, Played, Seat, Standing as _,
};

use super::{file, game};

type Standing = <Family as threehand_engine::Game>::Standing;

fn replay(game: Family, records: &str) {
    let (mut standing, mut over) = (None::<Standing>, true);
    for (i, line) in records.lines().enumerate() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let place = format!("{}, line {}", game.name(), i + 1);
        let number = |value: &Value| value.as_i64().expect("a number");
        let numbers = |key: &str| {
            let list = record[key].as_array().expect("a list");
            BySeat::from_fn(|seat| number(&list[seat.number()]) as i32)
        };
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let dealer = Seat::cyclic(number(&record["dealer"]) as usize);
        if number(&record["hand"]) == 0 {
            assert!(over, "{place}: the match before is not over");
            standing = Some(game.first_standing(dealer));
        }
        let before = standing.expect("the first hand");
        assert_eq!(before.dealer(), dealer, "{place}: who deals");
        assert_eq!(before.scores(), numbers("scores"), "{place}: scores");
        let deal = &record["deal"];
        let hands = (0..3).map(|seat| text(&deal["hands"][seat]));
        let cards: Vec<Card> = hands
            .chain([text(&deal["rest"])])
            .flat_map(|cards| {
                cards.split_whitespace().map(|card| card.parse().unwrap()).collect::<Vec<_>>()
            })
            .collect();
        let deal = Deal::new(Deck::of(cards).unwrap(), game.hand_sizes(&before));
        let mut played = Played::<Family>::new(game, before, deal);
        for line in record["actions"].as_array().expect("a list") {
            let line = text(line);
            let (seat, action) = line.split_once(' ').expect("a seat");
            let turn = played.end.turn().map(|seat| seat.to_string());
            assert_eq!(turn.as_deref(), Some(seat), "{place}: {line}");
            let action = action.parse().unwrap_or_else(|why| panic!("{place}: {why}"));
            played.play(action).unwrap_or_else(|why| panic!("{place}: {line}: {why}"));
        }
        let Outcome { points, standing: next, over: ends } =
            played.outcome.unwrap_or_else(|| panic!("{place}: the hand is not over"));
        assert_eq!(points, numbers("points"), "{place}: points");
        assert_eq!(next.scores(), numbers("scores_after"), "{place}: scores after");
        (standing, over) = (Some(next), ends);
    }
    assert!(over, "{}: the last match is not over", game.name());
}

macro_rules! replayed {
    ($($name:ident: $file:literal of $game:expr;)*) => {$(
        #[test]
        fn $name() {
            replay($game, include_str!(concat!("../../data/family/", $file, ".jsonl")));
        }
    )*};
}

replayed! {
    oh_hell_replays: "oh-hell-7" of game(include_str!("../../data/family/oh-hell-7.toml"));
    turned_trump_replays: "trump-17" of game(include_str!("../../data/family/trump-17.toml"));
    hearts_replays: "hearts" of game(file("hearts"));
    three_two_five_replays: "three-two-five" of game(file("three-two-five"));
    three_five_eight_replays: "three-five-eight" of without_fewest(game(file("three-five-eight")));
}

/// The interpreter knew no call of the fewest tricks.
fn without_fewest(game: Family) -> Family {
    rules_of(&game, [("fewest", "none")]).expect("the rules of a variant")
}
