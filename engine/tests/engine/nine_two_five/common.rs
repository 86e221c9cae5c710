//! What the tests of 9-2-5 share: rules from words, deals from a few cards, and hands played to
//! wanted results.

use std::ops::BitOr;

use serde_json::{Map, json};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Standing};
use threehand_engine::{
    BySeat, CardSet, Deal, Deck, Game, Hand as _, Legal as _, Seat, Standing as _, Stream, Suit,
    Trump, View, below, testing,
};

pub(crate) use threehand_engine::testing::{card, cards, play, play_randomly};

pub(crate) type Hand = <NineTwoFive as Game>::Hand;
pub(crate) type NineTwoFiveView<'a> = View<'a, NineTwoFive>;

pub(crate) const P0: Seat = Seat::P0;
pub(crate) const P1: Seat = Seat::P1;
pub(crate) const P2: Seat = Seat::P2;

pub(crate) fn rules(words: &str) -> NineTwoFive {
    testing::rules(words)
}

/// Any value for every option; half the time the published contracts.
pub(crate) fn random_rules(rng: &mut Stream) -> NineTwoFive {
    let mut rules: NineTwoFive = testing::any_rules(rng);
    if below(rng, 2) == 0 {
        let dealer = below(rng, 17);
        let left = below(rng, 17 - dealer);
        let contracts = format!("{dealer}-{left}-{}", 16 - dealer - left);
        rules.set_option("contracts", &contracts).expect("sum 16");
    }
    rules
}

pub(crate) fn standing(
    dealer: Seat,
    scores: [i32; 3],
    deltas: Option<[i32; 3]>,
    latched: bool,
) -> Standing {
    let mut carry = Map::new();
    if let Some(deltas) = deltas {
        carry.insert("deltas".to_owned(), json!(deltas));
    }
    if latched {
        carry.insert("latched".to_owned(), json!(true));
    }
    Standing::from_record(dealer, BySeat(scores), &carry).expect("a carry of 9-2-5")
}

/// The standing after a hand in which seats 0, 1, 2 were this far over their contracts.
pub(crate) fn after(dealer: Seat, deltas: [i32; 3]) -> Standing {
    standing(dealer, [0; 3], Some(deltas), false)
}

/// Deltas that sum to 0, none beyond `most`.
pub(crate) fn random_deltas(rng: &mut Stream, most: i32) -> [i32; 3] {
    loop {
        let mut any = || below(rng, 2 * most as usize + 1) as i32 - most;
        let (a, b) = (any(), any());
        if (a + b).abs() <= most {
            return [a, b, -a - b];
        }
    }
}

pub(crate) fn shuffled(rng: &mut Stream) -> Deal {
    Deal::new(Deck::shuffled(rng), BySeat([16; 3]))
}

/// A deal in which the seats have `whole` and no other card of the suits named there (`KS 9S 4S` is
/// a hand with just three spades), and seats and kitty have at least `some`.
pub(crate) fn deal_with(whole: [&str; 3], some: [&str; 4]) -> Deal {
    let whole = whole.map(cards);
    let mut wanted = some.map(cards);
    for (share, whole) in wanted.iter_mut().zip(whole) {
        *share |= whole;
    }
    let named = wanted.into_iter().fold(CardSet::EMPTY, BitOr::bitor);
    let sizes = [16, 16, 16, 4];
    for attempt in 0..10_000 {
        let mut rng = Stream::new([attempt, 0, 2, 925]);
        let mut shares = wanted;
        for &card in Deck::shuffled(&mut rng).cards() {
            let has_room = |&i: &usize| {
                let closed = whole.get(i).is_some_and(|set| !set.is_void(card.suit()));
                shares[i].len() < sizes[i] && !closed
            };
            let open: Vec<usize> = (0..4).filter(has_room).collect();
            if !named.contains(card) && !open.is_empty() {
                shares[open[below(&mut rng, open.len())]].insert(card);
            }
        }
        if shares.map(CardSet::len) == sizes {
            return deal_of(shares);
        }
    }
    panic!("no deal is like that");
}

/// The deal of exactly these hands and this kitty.
pub(crate) fn deal_of([a, b, c, kitty]: [CardSet; 4]) -> Deal {
    Deal::of(BySeat([a, b, c]), kitty)
}

/// Plays a hand to its end with everybody trying for these numbers of tricks.
fn play_towards(hand: &mut Hand, wanted: [u8; 3], rng: &mut Stream) {
    while let Some(seat) = hand.turn() {
        let legal = hand.legal();
        let any = legal.nth(below(rng, legal.len()));
        let rank = |action: &Action| match action {
            Action::Play(card) | Action::Discard(card) => card.rank().index(),
            _ => 0,
        };
        let action = match any {
            Action::Play(_) if below(rng, 8) > 0 => {
                let more = hand.tricks()[seat] < wanted[seat.number()];
                let by_rank = |action: &Action| {
                    if more { rank(action) } else { 12 - rank(action) }
                };
                legal.iter().max_by_key(by_rank).expect("a card")
            }
            other => other,
        };
        hand.play_unchecked(action);
    }
}

/// A finished hand with this standing in which the seats took these numbers of tricks.
pub(crate) fn hand_with_tricks(rules: &NineTwoFive, standing: &Standing, wanted: [u8; 3]) -> Hand {
    let mut rng = Stream::new([0, 0, 1, 925]);
    for _ in 0..1_000_000 {
        let mut hand = rules.start(standing, &shuffled(&mut rng));
        play_towards(&mut hand, wanted, &mut rng);
        if hand.tricks() == BySeat(wanted) {
            return hand;
        }
    }
    panic!("no hand with {wanted:?} tricks found");
}

/// The standing after such a hand.
pub(crate) fn standing_after_tricks(
    rules: &NineTwoFive,
    standing: &Standing,
    wanted: [u8; 3],
) -> Standing {
    let hand = hand_with_tricks(rules, standing, wanted);
    hand.outcome().expect("a finished hand").standing
}

/// The deal that gives a seat all clubs and the three other aces: all sixteen tricks, with clubs
/// as trumps, whoever leads.
pub(crate) fn deal_with_all_winners_at(seat: Seat) -> Deal {
    let mut shares = [CardSet::EMPTY; 4];
    shares[seat.number()] = CardSet::suit(Suit::Clubs) | cards("AD AH AS");
    for card in CardSet::FULL - shares[seat.number()] {
        let mut places = shares.iter_mut().zip([16, 16, 16, 4]);
        let (share, _) = places.find(|(share, size)| share.len() < *size).expect("room for 52");
        share.insert(card);
    }
    deal_of(shares)
}

/// Lets the dealer name this trump and lay away his lowest cards, trumps last.
pub(crate) fn start_play(hand: &mut Hand, trump: Trump) {
    let low = |action: &Action| match action {
        Action::Trump(named) => usize::from(*named != trump),
        Action::Discard(card) => card.rank().index() + 13 * usize::from(trump.is(*card)),
        _ => panic!("the bleed is to be played first"),
    };
    while !hand.legal().is_empty() && !matches!(hand.legal().nth(0), Action::Play(_)) {
        let action = hand.legal().iter().min_by_key(low).expect("something to do");
        hand.play(action).expect("a legal action");
    }
}

/// Mostly a new match; now and then one that stands close to its end, with a tie near at hand.
pub(crate) fn start_of_match(rules: &NineTwoFive, rng: &mut Stream) -> Standing {
    let dealer = Seat::cyclic(below(rng, 3));
    if below(rng, 2) == 0 {
        return rules.first_standing(dealer);
    }
    let top = below(rng, rules.target() as usize + 1) as i32;
    let gap = below(rng, 5) as i32 - 2;
    let mut scores = [top, top + gap, -2 * top - gap];
    scores.rotate_left(below(rng, 3));
    let latched = gap == 0 && rules.option("tie") == "latched" && below(rng, 2) == 0;
    let deltas = random_deltas(rng, 16);
    standing(dealer, scores, Some(deltas), latched)
}
