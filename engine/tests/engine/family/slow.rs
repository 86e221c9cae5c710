//! The tricks and the points of random games, counted again from the words of the format.

use threehand_engine::games::Family;
use threehand_engine::games::family::Action;
use threehand_engine::testing::{Trial, Trials, checks};
use threehand_engine::{BySeat, Card, Game as _, Hand as _, Legal as _, Seat, Suit, Trump};

use super::random_files::any_game;

/// The values of a game as texts, and what was played.
struct Table<'a> {
    game: Family,
    plays: &'a [(Seat, Card)],
}

impl Table<'_> {
    fn text(&self, option: &str) -> String {
        self.game.option(option)
    }

    fn is(&self, option: &str, value: &str) -> bool {
        self.text(option) == value
    }

    fn height(&self, card: Card) -> usize {
        let rank = card.rank().letter();
        self.text("cards.ranks").find(rank).expect("a rank of the pack")
    }

    /// Whether the second card beats the first, which wins so far.
    fn beats(&self, best: Card, card: Card, trump: Option<char>) -> bool {
        if best.suit() == card.suit() {
            return self.height(card) > self.height(best);
        }
        trump == Some(card.suit().letter())
    }

    fn best(&self, trick: &[(Seat, Card)], trump: Option<char>) -> (Seat, Card) {
        let mut best = trick[0];
        for &(seat, card) in &trick[1..] {
            if self.beats(best.1, card, trump) {
                best = (seat, card);
            }
        }
        best
    }

    fn points_of(&self, card: Card) -> Option<i32> {
        let entry = |name: String| {
            let has = self.game.options().iter().any(|option| option.name == name);
            has.then(|| self.text(&name).parse().ok()).flatten()
        };
        entry(format!("score.cards.{card}"))
            .or_else(|| entry(format!("score.cards.{}", card.suit())))
    }

    /// What a seat may play from these cards.
    fn playable(&self, hand: &[Card], lowest: Option<Card>, trump: Option<char>) -> Vec<Card> {
        let trick = &self.plays[self.plays.len() / 3 * 3..];
        let first = self.plays.len() < 3;
        let some = |cards: Vec<Card>, all: Vec<Card>| if cards.is_empty() { all } else { cards };
        let only = |cards: &[Card], keep: &dyn Fn(&Card) -> bool| {
            some(cards.iter().copied().filter(|card| keep(card)).collect(), cards.to_vec())
        };
        let mut cards = hand.to_vec();
        if let Some(&(_, led)) = trick.first() {
            let can_follow = hand.iter().any(|card| card.suit() == led.suit());
            if self.is("tricks.follow", "true") {
                if can_follow {
                    cards.retain(|card| card.suit() == led.suit());
                } else if self.is("tricks.void", "trump") {
                    cards = only(&cards, &|card| trump == Some(card.suit().letter()));
                }
            }
            if self.is("tricks.beat", "true") {
                let best = self.best(trick, trump).1;
                cards = only(&cards, &|&card| self.beats(best, card, trump));
            }
        } else {
            if let Some(lowest) = lowest.filter(|_| first) {
                return vec![lowest];
            }
            let broken = self.text("tricks.broken");
            let is = |card: &Card| card.suit().to_string() == broken;
            if !self.plays.iter().any(|(_, card)| is(card)) {
                cards = only(&cards, &|card| !is(card));
            }
        }
        if first && self.is("tricks.first_free", "false") {
            cards = only(&cards, &|&card| self.points_of(card).unwrap_or(0) == 0);
        }
        cards
    }

    /// The points of the hand, of seats with these targets, or of seats that may take so many tricks at most.
    fn points(
        &self,
        trump: Option<char>,
        targets: BySeat<Option<i32>>,
        at_most: bool,
    ) -> BySeat<i32> {
        let number = |option: &str| self.text(option).parse::<i32>().unwrap_or(0);
        let mut won = BySeat::<Vec<Card>>::default();
        for trick in self.plays.chunks(3) {
            won[self.best(trick, trump).0].extend(trick.iter().map(|&(_, card)| card));
        }
        let listed = |cards: &[Card]| {
            cards.iter().filter_map(|&card| self.points_of(card)).collect::<Vec<_>>()
        };
        let all: Vec<i32> = Seat::ALL.iter().flat_map(|&seat| listed(&won[seat])).collect();
        let owner = Seat::ALL.into_iter().find(|&seat| listed(&won[seat]).len() == all.len());
        let has_all = !self.is("score.all.own", "none") || !self.is("score.all.others", "none");
        let owner = owner.filter(|_| has_all && all.iter().any(|&points| points != 0));
        BySeat::from_fn(|seat| {
            let tricks = won[seat].len() as i32 / 3;
            let mut points = number("score.trick") * tricks;
            points += match owner {
                Some(owner) if owner == seat => number("score.all.own"),
                Some(_) => number("score.all.others"),
                None => listed(&won[seat]).iter().sum(),
            };
            let Some(target) = targets[seat] else { return points };
            let over = if at_most { target - tricks } else { tricks - target };
            let made = if self.is("score.exact", "true") { over == 0 } else { over >= 0 };
            points += if made { number("score.made") } else { number("score.missed") };
            points +=
                if over > 0 { number("score.over") } else { number("score.under") } * over.abs();
            points
        })
    }
}

fn check(trial: &mut Trial<'_, Family>) {
    let game = trial.rules();
    let letter = |view: &threehand_engine::View<'_, Family>| {
        view.trump().and_then(Trump::suit).map(Suit::letter)
    };
    let lead = game.option("tricks.lead");
    while let Some(turn) = trial.hand.turn() {
        let view = trial.hand.view(turn);
        let plays: Vec<_> = view.plays().collect();
        let table = Table { game, plays: &plays };
        let ranks = game.option("cards.ranks");
        let suits = game.option("cards.suits");
        let place =
            |card: &Card| (suits.find(card.suit().letter()), ranks.find(card.rank().letter()));
        let mut hand: Vec<Card> = view.cards().iter().collect();
        hand.sort_by_key(place);
        if view.seen().phase == "play" {
            let lowest = lead.strip_prefix("lowest ").and_then(|suit| {
                let of_suit = |card: &&Card| card.suit().to_string() == suit;
                hand.iter().find(of_suit).copied()
            });
            let legal: Vec<String> = view.legal().iter().map(|action| action.to_string()).collect();
            let due = table.playable(&hand, lowest, letter(&view));
            let due: Vec<String> = due.iter().map(|card| format!("play {card}")).collect();
            assert_eq!(legal, due, "with {hand:?} after {plays:?}");
        }
        trial.step();
    }
    let view = trial.hand.view(Seat::P0);
    let plays: Vec<_> = view.plays().collect();
    let table = Table { game, plays: &plays };
    let dealer = view.dealer();
    let at_most = view.call() == Some(Action::Fewest);
    let contract = game.option(if at_most { "fewest" } else { "contract" });
    let targets = BySeat::from_fn(|seat| match view.bids()[seat] {
        Some(bid) => Some(i32::from(bid)),
        None if contract == "none" => None,
        None => contract.split('-').nth(seat.steps_from(dealer)).and_then(|n| n.parse().ok()),
    });
    let points = trial.hand.outcome().expect("it is over").points;
    assert_eq!(points, table.points(letter(&view), targets, at_most), "after {plays:?}");
}

#[test]
fn tricks_and_points_are_those_of_the_words() {
    for number in 0..checks(5_000).max(200) {
        Trials::of(any_game(3, number, 52), 4).each(check);
    }
}
