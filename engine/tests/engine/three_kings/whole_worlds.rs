//! The sampler of Three Kings against all worlds found by trying: every deal that can be, replayed
//! card by card, and kept if it shows the seat the same view.
//!
//! With nine cards each there are far too many pasts to list. So here the seat that looks is dealt
//! all but a few of the cards, and the two others have one to three each: the stock, its draws and
//! all the rest go as in any hand, and what is hidden can be listed.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::cards::subsets;
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Exchanged, Legal};

use crate::draws::ChiSquare;
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Deck, Game, Hand as _, Seat, Stream, Suit, Worlds as _, below,
};

use super::common::{BEFORE, Before, Hand, P0, meld_often, random_rules};
use crate::met::repeats;

type Worlds = <ThreeKings as Game>::Worlds;

const STOCK: usize = 24;

/// A hand in which the others than `seat` have few cards, stopped somewhere.
struct Position {
    start: Hand,
    actions: Vec<Action>,
    hand: Hand,
    seat: Seat,
    sizes: BySeat<usize>,
}

fn position(few: [usize; 2], rng: &mut Stream) -> Option<Position> {
    let rules = random_rules(rng);
    let seat = Seat::cyclic(below(rng, 3));
    let winner = (below(rng, 2) == 0).then(|| Seat::cyclic(below(rng, 3)));
    let standing = match winner {
        None => rules.first_standing(Seat::cyclic(below(rng, 3))),
        Some(winner) => Before { winner, ..BEFORE }.standing(),
    };
    let mut sizes = BySeat([0; 3]);
    (sizes[seat.left()], sizes[seat.right()]) = (few[0], few[1]);
    sizes[seat] = 27 - few[0] - few[1];
    if let Some(winner) = winner {
        sizes[winner] += 1;
    }
    let start = rules.start(&standing, &Deal::new(Deck::shuffled(rng), sizes));
    let mut hand = start.clone();
    let mut actions = vec![];
    let stop = 20 + below(rng, 30);
    while actions.len() < stop {
        let all_have_three = Seat::ALL.iter().all(|&other| hand.view(other).cards().len() >= 3);
        let action = match hand.legal() {
            Legal::Play { cards, .. } if !all_have_three => {
                Action::Play(cards.nth(below(rng, cards.len())))
            }
            _ => meld_often(&hand, rng),
        };
        let mut next = hand.clone();
        next.play(action).expect("a legal action");
        let empty = Seat::ALL.iter().any(|&other| next.view(other).cards().is_empty());
        if next.outcome().is_some() || (empty && next.view(seat).trick().is_empty()) {
            // No hand of the real game comes to where only some have cards left.
            break;
        }
        hand = next;
        actions.push(action);
    }
    (hand.view(seat).stock_len() <= 6).then_some(Position { start, actions, hand, seat, sizes })
}

/// Places of the stock that a seat drew at once.
#[derive(Clone)]
struct Draw {
    seat: Seat,
    places: Range<usize>,
    /// How many actions come before the next draw: they can be tried once this one is known.
    next: usize,
    /// What the seat had played by then: it must have come to him before.
    due: CardSet,
}

/// All deals that can be, found place by place.
struct Search<'a> {
    at: &'a Position,
    text: String,
    /// For each seat the cards that it can have been dealt or have drawn.
    possible: BySeat<CardSet>,
    /// What the two others drew, in order.
    draws: Vec<Draw>,
    /// How many actions come before the first draw.
    first: usize,
    dealt: BySeat<CardSet>,
    stock: [Option<Card>; STOCK],
    worlds: Vec<Hand>,
}

impl<'a> Search<'a> {
    fn of(at: &'a Position) -> Self {
        let view = at.hand.view(at.seat);
        // What came to a seat it has played, laid out, or it lies where nobody can see it.
        let possible = BySeat::from_fn(|seat| {
            let mut cards = view.unseen();
            for trick in view.history() {
                cards |= trick.plays[seat];
            }
            for (_, played) in view.trick().plays().filter(|(who, _)| *who == seat) {
                cards |= played;
            }
            if view.turn() == Some(seat) {
                cards |= view.trick().thrown();
            }
            if let Exchanged::Taken { by, laid_out } = view.exchanged()
                && by == seat
            {
                cards.insert(laid_out);
            }
            if view.standing().last_trick_winner() == Some(seat) {
                cards = view.upcard().map_or(cards, |upcard| cards.with(upcard));
            }
            cards
        });
        let mut search = Self {
            at,
            text: format!("{view:?}"),
            possible,
            draws: vec![],
            first: 0,
            dealt: BySeat([CardSet::EMPTY; 3]),
            stock: [None; STOCK],
            worlds: vec![],
        };
        search.dealt[at.seat] = view.dealt();
        search.find_draws();
        let mut own = view.drawn();
        for draw in search.draws.iter().filter(|draw| draw.seat == at.seat) {
            for place in draw.places.clone() {
                search.stock[place] = own.next();
            }
        }
        assert!(own.next().is_none());
        search.draws.retain(|draw| draw.seat != at.seat);
        search
    }

    fn find_draws(&mut self) {
        let all = self.at.actions.len();
        let mut hand = self.at.start.clone();
        let mut ends = vec![];
        for (i, &action) in self.at.actions.iter().enumerate() {
            hand.play(action).expect("it was legal before");
            if hand.view(P0).history().len() > ends.len() {
                ends.push(i + 1);
            }
        }
        self.first = ends.first().copied().unwrap_or(all);
        let tricks = hand.view(P0).history();
        let mut drawn = 0;
        for (i, trick) in tricks.iter().enumerate() {
            let each = trick.size().min((STOCK - drawn) / 3);
            let next = ends.get(i + 1).copied().unwrap_or(all);
            for seat in trick.winner.around() {
                let due = tricks.iter().take(i + 2).fold(CardSet::EMPTY, |a, t| a | t.plays[seat]);
                let due = hand.view(P0).upcard().map_or(due, |upcard| due.without(upcard));
                self.draws.push(Draw { seat, places: drawn..drawn + each, next, due });
                drawn += each;
            }
        }
        assert_eq!(drawn, STOCK - hand.view(P0).stock_len());
    }

    /// The cards that have no place yet.
    fn left(&self) -> CardSet {
        let dealt = self.dealt.0.into_iter().fold(CardSet::EMPTY, |all, cards| all | cards);
        let turned = match self.at.start.view(P0).upcard() {
            Some(upcard) => dealt.with(upcard),
            None => dealt,
        };
        CardSet::FULL - self.stock.iter().flatten().fold(turned, |all, &card| all.with(card))
    }

    /// The hand after so many actions if the deal is as far as it is known, the rest anyhow.
    fn replay(&self, actions: usize) -> Option<Hand> {
        let mut left = self.left().iter();
        let stock = self.stock.map(|card| card.unwrap_or_else(|| left.next().expect("52 cards")));
        let turned = self.at.start.view(P0).upcard();
        let cards = self.dealt.0.into_iter().flatten().chain(turned).chain(stock);
        let deal = Deal::new(Deck::of(cards).expect("each card once"), self.at.sizes);
        let mut hand = self.at.start.rules().start(self.at.start.standing(), &deal);
        for &action in &self.at.actions[..actions] {
            hand.play(action).ok()?;
        }
        Some(hand)
    }

    fn all(mut self) -> Vec<Hand> {
        let seat = self.at.seat;
        let before = self.at.start.view(P0).upcard();
        let free = |search: &Self, other: Seat| {
            let taken = search.dealt.0.into_iter().fold(CardSet::EMPTY, |all, cards| all | cards);
            let taken = before.map_or(taken, |upcard| taken.with(upcard));
            let own = search.stock.iter().flatten().copied().collect::<CardSet>();
            search.possible[other] - taken - own
        };
        for left in subsets(free(&self, seat.left()), self.at.sizes[seat.left()]) {
            self.dealt[seat.left()] = left;
            self.dealt[seat.right()] = CardSet::EMPTY;
            for right in subsets(free(&self, seat.right()), self.at.sizes[seat.right()]) {
                self.dealt[seat.right()] = right;
                if self.replay(self.first).is_some() {
                    self.draw(0, 0);
                }
            }
        }
        self.worlds
    }

    /// Fills the places of the `n`-th draw of the others from its `done`-th on, and all later.
    fn draw(&mut self, n: usize, done: usize) {
        let Some(Draw { seat, places, next, due }) = self.draws.get(n).cloned() else {
            return self.order_the_stock();
        };
        let Some(place) = places.clone().nth(done) else {
            let both_have_drawn = self.draws.get(n + 1).is_none_or(|later| later.next != next);
            if !both_have_drawn || self.replay(next).is_some() {
                self.draw(n + 1, 0);
            }
            return;
        };
        let before = self.draws[..=n].iter().filter(|draw| draw.seat == seat);
        let before = before.flat_map(|draw| draw.places.clone()).filter_map(|i| self.stock[i]);
        let missing = due - self.dealt[seat] - before.collect();
        for card in self.left() & self.possible[seat] {
            if missing.without(card).len() < places.len() - done {
                self.stock[place] = Some(card);
                self.draw(n, done + 1);
            }
        }
        self.stock[place] = None;
    }

    /// All orders of what nobody has drawn, each looked at as the seat would.
    fn order_the_stock(&mut self) {
        let Some(place) = self.stock.iter().position(Option::is_none) else {
            if let Some(hand) = self.replay(self.at.actions.len())
                && format!("{:?}", hand.view(self.at.seat)) == self.text
            {
                self.worlds.push(hand);
            }
            return;
        };
        for card in self.left() {
            self.stock[place] = Some(card);
            self.order_the_stock();
        }
        self.stock[place] = None;
    }
}

/// All that tells one world from another: with a stock left only its text says how it lies.
fn whole(world: &Hand) -> String {
    if world.view(P0).stock_len() > 0 {
        return format!("{world:?}");
    }
    Seat::ALL
        .map(|seat| {
            let drawn: String = world.view(seat).drawn().map(|card| card.to_string()).collect();
            format!("{} {drawn}", world.view(seat).dealt())
        })
        .join(", ")
}

const THROWING: &str = "another has begun to throw";

/// What makes positions different for a sampler, so that the test can't pass without them.
fn kinds(at: &Position) -> Vec<&'static str> {
    let (hand, seat) = (&at.hand, at.seat);
    let view = hand.view(seat);
    let others = [seat.left(), seat.right()];
    let winner = view.standing().last_trick_winner();
    let by = view.exchange().map(|(by, _)| by);
    let kinds = [
        (view.stock_len() > 0, "a stock is left"),
        (view.stock_len() == 0, "no stock is left"),
        (matches!(hand.legal(), Legal::Exchange(_)), "exchange is due"),
        (matches!(hand.legal(), Legal::Predict(_)), "a prediction is due"),
        (winner.is_none(), "an upcard was turned"),
        (winner == Some(seat), "the seat laid out the upcard"),
        (winner.is_some_and(|winner| others.contains(&winner)), "another laid out the upcard"),
        (by == Some(seat), "the seat took the upcard"),
        (others.iter().any(|&other| view.known_card(other).is_some()), "another has the upcard"),
        (
            others.iter().any(|&other| by == Some(other) && view.known_card(other).is_none()),
            "another took the upcard and played it",
        ),
        (
            others.iter().any(|&other| Suit::ALL.iter().any(|&suit| view.is_void(other, suit))),
            "another is void",
        ),
        (!view.trick().is_empty(), "a trick lies there"),
        (!view.trick().thrown().is_empty() && hand.turn() != Some(seat), THROWING),
        (view.history().iter().any(|trick| trick.size() == 3), "a meld was led"),
    ];
    kinds.into_iter().filter(|(is, _)| *is).map(|(_, kind)| kind).collect()
}

#[test]
fn whole_worlds_are_all_those_found_by_trying_each_drawn_equally_often() {
    let mut rng = Stream::new([8, 0, 6, 3]);
    let mut chi2 = ChiSquare::default();
    let mut met: BTreeMap<&str, u32> = BTreeMap::new();
    // Each kind is met so often; by day the one is left out that takes longest.
    let (times, kinds_due) = (repeats(3, 1) as u32, repeats(14, 13) as usize);
    for tried in 0..40_000 {
        let few = [[1, 1], [1, 2], [2, 1], [2, 2], [1, 3], [3, 1], [3, 3], [4, 3]][tried % 8];
        let Some(at) = position(few, &mut rng) else {
            continue;
        };
        let worlds = Worlds::of(&at.hand.view(at.seat));
        let kinds = kinds(&at);
        let rare = kinds.iter().any(|&kind| met.get(kind).is_none_or(|&n| n < times));
        // Who throws has three cards at least: so few of them never have fewer pasts.
        let throwing = kinds.contains(&THROWING);
        let most = if throwing { repeats(110_000, 0) as f64 } else { 20_000.0 };
        if !(2.0..most).contains(&worlds.count().expect("a count")) || !rare {
            continue;
        }
        kinds.into_iter().for_each(|kind| *met.entry(kind).or_default() += 1);
        let all = Search::of(&at).all();
        assert!(all.contains(&at.hand), "the true hand is among them");
        assert_eq!(
            worlds.count().expect("a count"),
            all.len() as f64,
            "{:?}",
            at.hand.view(at.seat)
        );
        let numbers: HashMap<String, usize> = all.iter().map(whole).zip(0..).collect();
        assert_eq!(numbers.len(), all.len(), "no world twice");
        let mut counts = vec![0_u32; all.len()];
        let each = 4;
        for _ in 0..each * all.len() {
            let world = worlds.draw(&mut rng);
            let number = numbers[&whole(&world)];
            counts[number] += 1;
            if counts[number] == 1 {
                assert_eq!(world, all[number]);
            }
        }
        chi2 += ChiSquare::of(counts.into_iter().map(|count| (count, each as f64)));
    }
    assert!(chi2.excess().abs() < 4.0, "{chi2:?}");
    assert!(met.len() >= kinds_due && met.values().all(|&n| n >= times), "{met:?}");
}
