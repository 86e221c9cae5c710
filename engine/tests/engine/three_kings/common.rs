//! What the tests of Three Kings share: rules from words, deals from a few cards, and hands played
//! to a wanted last trick.

use serde_json::json;
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Legal, Prediction, Standing};
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Deck, Game, Hand as _, Legal as _, Seat, Standing as _, Stream,
    View, below, testing,
};

pub(crate) use threehand_engine::testing::{card, cards, play, play_randomly};

pub(crate) type Hand = <ThreeKings as Game>::Hand;
pub(crate) type KingsView<'a> = View<'a, ThreeKings>;

pub(crate) const P0: Seat = Seat::P0;
pub(crate) const P1: Seat = Seat::P1;
pub(crate) const P2: Seat = Seat::P2;

pub(crate) fn rules(words: &str) -> ThreeKings {
    testing::rules(words)
}

pub(crate) fn random_rules(rng: &mut Stream) -> ThreeKings {
    testing::any_rules(rng)
}

/// How a match may stand before a hand that is not its first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    pub(crate) scores: [i32; 3],
    pub(crate) pending: [i32; 3],
    pub(crate) game_points: [i32; 3],
    pub(crate) winner: Seat,
}

pub(crate) const BEFORE: Before =
    Before { scores: [0; 3], pending: [0; 3], game_points: [0; 3], winner: P0 };

impl Before {
    pub(crate) fn standing(&self) -> Standing {
        let carry = json!({
            "pending": self.pending,
            "game_points": self.game_points,
            "last_trick_winner": self.winner,
        });
        let carry = carry.as_object().expect("an object");
        Standing::from_record(P0, BySeat(self.scores), carry).expect("a carry of Three Kings")
    }
}

/// A standing in the middle of some match, half of the time with all scores near the end of a set.
pub(crate) fn random_standing(rules: &ThreeKings, rng: &mut Stream) -> Standing {
    let mut three = |count: usize, step: i32, from: i32| {
        [(); 3].map(|()| from + step * below(rng, count) as i32)
    };
    let pending = three(4, -5, 0);
    let game_points = three(rules.game_points() as usize, 1, 0);
    let set = rules.set_points();
    let [far, near] = [three(30, 1, set - 30), three(10, 1, set - 10)];
    let scores = if below(rng, 2) == 0 { far } else { near };
    let winner = Seat::cyclic(below(rng, 3));
    Before { scores, pending, game_points, winner }.standing()
}

pub(crate) fn shuffled(rules: &ThreeKings, standing: &Standing, rng: &mut Stream) -> Deal {
    rules.deal(standing, &Deck::shuffled(rng))
}

/// A deal in which the seats have at least these cards, and the rest starts with these in order.
pub(crate) fn deal_with(sizes: BySeat<usize>, some: [&str; 3], first: &str, key: u64) -> Deal {
    let first: Vec<Card> = first.split_whitespace().map(card).collect();
    let mut shares = some.map(|text| text.split_whitespace().map(card).collect::<Vec<Card>>());
    let named: CardSet = shares.iter().flatten().chain(&first).copied().collect();
    let mut others = Deck::shuffled(&mut Stream::new([key, 0, 1, 3])).cards().to_vec();
    others.retain(|card| !named.contains(*card));
    for (share, size) in shares.iter_mut().zip(sizes.0) {
        while share.len() < size {
            share.push(others.pop().expect("52 cards"));
        }
    }
    let deck = shares.into_iter().flatten().chain(first).chain(others);
    Deal::new(Deck::of(deck).expect("each card once"), sizes)
}

/// The first hand of a match with seat 0 to lead.
pub(crate) fn first_hand(words: &str, some: [&str; 3]) -> Hand {
    let rules = rules(words);
    let standing = rules.first_standing(P2);
    rules.start(&standing, &deal_with(BySeat([9; 3]), some, "", 1))
}

/// A random action, with melds far more often than chance has them.
pub(crate) fn meld_often(hand: &Hand, rng: &mut Stream) -> Action {
    let legal = hand.legal();
    match legal {
        Legal::Play { melds, .. } | Legal::Answer { melds, .. }
            if !melds.is_empty() && below(rng, 2) == 0 =>
        {
            Action::Meld(melds.nth(below(rng, melds.len())))
        }
        _ => legal.nth(below(rng, legal.len())),
    }
}

/// A hand that was played so that just the wanted cards are left for its last trick.
pub(crate) struct LastTrick {
    rules: ThreeKings,
    deal: Deal,
    actions: Vec<Action>,
    /// Points so far.
    gained: [i32; 3],
}

/// Plays single cards until the seats have these cards left and `leader` leads, with the hand as
/// `accept` wants it.
pub(crate) fn last_trick(
    words: &str,
    left: [&str; 3],
    leader: Seat,
    predictions: impl IntoIterator<Item = (Seat, Prediction)>,
    accept: impl Fn(&Hand) -> bool,
) -> LastTrick {
    let rules = rules(words);
    let predictions: Vec<_> = predictions.into_iter().collect();
    let left = BySeat(left.map(cards));
    for key in 0..2_000_000 {
        let sizes = rules.hand_sizes(&BEFORE.standing());
        let texts = left.map(|cards| cards.to_string()).0;
        let deal = deal_with(sizes, texts.each_ref().map(String::as_str), "", key);
        let mut rng = Stream::new([key, 1, 1, 3]);
        let Some((hand, actions)) = play_until_left(&rules, &deal, left, &predictions, &mut rng)
        else {
            continue;
        };
        if hand.turn() == Some(leader) && accept(&hand) {
            return LastTrick { rules, deal, actions, gained: hand.view(P0).points().0 };
        }
    }
    panic!("no hand comes to {left:?}");
}

fn play_until_left(
    rules: &ThreeKings,
    deal: &Deal,
    left: BySeat<CardSet>,
    predictions: &[(Seat, Prediction)],
    rng: &mut Stream,
) -> Option<(Hand, Vec<Action>)> {
    let mut hand = rules.start(&BEFORE.standing(), deal);
    let mut actions = vec![];
    while let Some(turn) = hand.turn() {
        let view = hand.view(turn);
        if view.stock_len() == 0 && view.trick().is_empty() && view.cards() == left[turn] {
            return Some((hand, actions));
        }
        let pick = |cards: CardSet, rng: &mut Stream| {
            let free = cards - left[turn];
            (!free.is_empty()).then(|| free.nth(below(rng, free.len())))
        };
        let action = match hand.legal() {
            Legal::Upcard(cards) => Action::Upcard(pick(cards, rng)?),
            Legal::Play { cards, .. } => Action::Play(pick(cards, rng)?),
            Legal::Exchange(_) => Action::Decline,
            Legal::Predict(_) => {
                let his = predictions.iter().find(|(seat, _)| *seat == turn);
                Action::Predict(his.map(|(_, said)| *said))
            }
            Legal::Answer { .. } | Legal::Nothing => return None,
        };
        hand.play(action).expect("a legal action");
        actions.push(action);
    }
    None
}

impl LastTrick {
    /// The hand as it was dealt.
    pub(crate) fn dealt(&self, before: Before) -> Hand {
        self.rules.start(&before.standing(), &self.deal)
    }

    /// The hand with scores that come to these before the last trick.
    pub(crate) fn at(&self, scores: [i32; 3], before: Before) -> Hand {
        let start = [0, 1, 2].map(|seat| scores[seat] - self.gained[seat]);
        let standing = Before { scores: start, ..before }.standing();
        let mut hand = self.rules.start(&standing, &self.deal);
        for &action in &self.actions {
            hand.play(action).expect("it was legal before");
        }
        assert_eq!(hand.view(P0).scores().0, scores);
        hand
    }
}

/// A hand of which these cards are played to its last trick, after these scores.
pub(crate) fn last_hand(
    words: &str,
    left: [&str; 3],
    leader: Seat,
    said: &[(Seat, Prediction)],
    scores: [i32; 3],
    before: Before,
) -> Hand {
    let case = last_trick(words, left, leader, said.iter().copied(), |_| true);
    let mut hand = case.at(scores, before);
    let plays = leader.around().map(|seat| format!("play {}", left[seat.number()]));
    play(&mut hand, &plays.join(", "));
    hand
}

/// What the last trick brings, with these predictions, if seat 0 leads to it.
pub(crate) fn gained(words: &str, left: [&str; 3], said: &[(Seat, Prediction)]) -> [i32; 3] {
    let hand = last_hand(words, left, P0, said, [0; 3], BEFORE);
    let points = hand.outcome().expect("it is over").points;
    Seat::ALL.map(|seat| hand.standing().scores()[seat] + points[seat])
}

/// A first standing, one in the middle of a match, or one at the start of a set that is dealt as the
/// first.
pub(crate) fn start_of_match(rules: &ThreeKings, rng: &mut Stream) -> Standing {
    match below(rng, 4) {
        0 | 1 => rules.first_standing(Seat::cyclic(below(rng, 3))),
        2 if rules.option("first_deal") == "set" && rules.game_points() > 1 => {
            start_of_set(rules, rng)
        }
        _ => random_standing(rules, rng),
    }
}

/// A standing at the start of some set but the first, where each is dealt as the first.
fn start_of_set(rules: &ThreeKings, rng: &mut Stream) -> Standing {
    let mut three = |count: usize, step: i32| [(); 3].map(|()| step * below(rng, count) as i32);
    let (mut game_points, scores) = (three(rules.game_points() as usize, 1), three(4, -5));
    game_points[0] = game_points[0].max(1);
    let carry = json!({ "pending": [0, 0, 0], "game_points": game_points });
    let dealer = Seat::cyclic(below(rng, 3));
    let carry = carry.as_object().expect("an object");
    Standing::from_record(dealer, BySeat(scores), carry).expect("a carry of Three Kings")
}

/// Melds far more often than chance has them, in every other hand.
pub(crate) fn melds_in_some_hands(hand: &Hand, rng: &mut Stream) -> Action {
    let dealt = hand.view(Seat::P0).dealt();
    if dealt.iter().map(Card::index).sum::<usize>() % 2 == 0 {
        meld_often(hand, rng)
    } else {
        testing::any_action(hand, rng)
    }
}
