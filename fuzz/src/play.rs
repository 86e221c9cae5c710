//! Hands whose rules, cards and actions are bytes: checks of views, worlds, playouts and records.

use rand::SeedableRng;
use threehand_bots::BotRng;
use threehand_bots::learned::Learned;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::record::Record;
use threehand_engine::testing::{any_rules, playout, record_of, world};
use threehand_engine::{
    CardSet, Deck, Hand as _, Legal as _, Outcome, Played, Seat, Standing as _, Stream, below,
};

use crate::bytes::Bytes;

/// Hands of a match.
const HANDS: usize = 2;

/// Plays a match of the game of the first byte.
pub(crate) fn target(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match below(&mut bytes, 3) {
        0 => play::<NineTwoFive>(bytes),
        1 => play::<ThreeLeggedKitty>(bytes),
        _ => play::<ThreeKings>(bytes),
    }
}

fn play<G: Learned>(mut bytes: Bytes<'_>) {
    let rules: G = any_rules(&mut bytes);
    let mut standing = rules.first_standing(Seat::cyclic(below(&mut bytes, 3)));
    for number in 0..HANDS {
        let outcome = hand(&rules, &standing, number, &mut bytes);
        if outcome.over {
            break;
        }
        standing = outcome.standing;
    }
}

/// Plays a hand by bytes. Four bytes are the seed of its deck; the others are left for the actions.
fn hand<G: Learned>(
    rules: &G,
    standing: &G::Standing,
    number: usize,
    bytes: &mut Bytes<'_>,
) -> Outcome<G::Standing> {
    let seed = u32::from_le_bytes([bytes.byte(), bytes.byte(), bytes.byte(), bytes.byte()]);
    let mut rng = BotRng::seed_from_u64(seed.into());
    let deal = rules.deal(standing, &Deck::shuffled(&mut rng));
    // Views are checked at this decision alone: the check is slow.
    let look = below(bytes, 80);
    let mut hand = rules.start(standing, &deal);
    let mut actions = Vec::new();
    while let Some(seat) = hand.turn() {
        assert!(hand.outcome().is_none(), "an outcome before the end");
        let cards = Seat::ALL.map(|seat| G::cards(&hand.view(seat)));
        let all = cards[0] | cards[1] | cards[2];
        let count: usize = cards.map(CardSet::len).into_iter().sum();
        assert_eq!(all.len(), count, "a card that two seats hold");
        if actions.len() == look {
            for seat in Seat::ALL {
                world::<G>(&hand, seat, &mut Stream::new([seed.into(), 0, 0, 0]));
            }
            playout(&hand, &mut rng);
        }
        let legal = hand.legal();
        let action = legal.nth(below(bytes, legal.len()));
        hand.play(action).unwrap_or_else(|why| panic!("`{action}` is refused: {why}"));
        actions.push((seat, action));
    }
    let outcome = hand.outcome().expect("a hand that is over has an outcome");
    let played: Played<G> = Played { deal, actions, end: hand, outcome: Some(outcome) };
    let text = serde_json::to_string(&record_of(&played, 0, number)).expect("a JSON text");
    let record: Record = serde_json::from_str(&text).expect("what was written can be read");
    let replayed = record.replay::<G>().unwrap_or_else(|fault| panic!("{fault}: {text}"));
    assert_eq!(format!("{:?}", replayed.end), format!("{:?}", played.end), "{text}");
    if outcome.standing.game_points() == standing.game_points() {
        let expected = Seat::ALL.map(|seat| standing.scores()[seat] + outcome.points[seat]);
        assert_eq!(outcome.standing.scores().0, expected, "scores after {:?}", outcome.points);
    }
    outcome
}
