//! Positions with the counts of their trees of legal actions (perft), read from a text.

use serde_json::{Map, Value};

use super::oracle::Oracle;
use super::script::rules;
use super::trials::named;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deck::{Deal, Deck};
use crate::perft::perft;
use crate::seat::{BySeat, Seat};
use crate::{Game, Hand, Standing};

/// A position with the counts of its tree.
#[derive(Clone, Debug)]
pub struct Position<G: Game> {
    /// What it is.
    pub name: String,
    /// What the hand started with.
    pub standing: G::Standing,
    /// What was dealt.
    pub deal: Deal,
    /// The actions before it.
    pub first: Vec<G::Action>,
    /// The hand there.
    pub hand: G::Hand,
    /// Depths, and how many sequences of that many actions start here.
    pub counts: Vec<(usize, u64)>,
}

/// The positions of a text.
///
/// Each is a block of lines `key: value`, apart from the next by the line `position` with which it
/// begins. Empty lines and those that begin with `#` say nothing.
///
/// | key | value |
/// |---|---|
/// | `position` | what it is |
/// | `rules` | the options that differ from the published game, such as `tie=recheck` |
/// | `dealer` | who deals: seat 0, 1 or 2 |
/// | `scores` | the scores before the hand; those of a first hand where there is no such line |
/// | `carry` | what else a record would carry over, as there; that of a first hand likewise |
/// | `seat 0` … | the cards dealt to the seat |
/// | `rest` | the cards dealt to nobody |
/// | `first` | what was played to come to the position: a record's lines without their seats, apart by commas, on as many lines as they need; or the texts of actions |
/// | `perft 3` | how many sequences of three actions go on from there; where the hand ends earlier, its end counts once |
///
/// # Panics
/// If the text is otherwise, two positions have one name, or a hand can't be played.
pub fn positions<G: Game>(text: &str) -> Vec<Position<G>> {
    let mut blocks: Vec<Block> = vec![];
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("no `: ` in `{line}`"));
        if key == "position" {
            let twice = blocks.iter().any(|block| block.name == value);
            assert!(!twice, "two positions are called `{value}`");
            blocks.push(Block { name: value.to_owned(), ..Block::default() });
        } else {
            blocks.last_mut().expect("a block starts with its position").take(key, value);
        }
    }
    blocks.iter().map(|block| named(&G::NAME, || block.position())).collect()
}

impl<G: Game> Position<G> {
    /// The same position in a second implementation.
    ///
    /// # Panics
    /// If it is another there.
    pub fn replayed<O: Oracle<G>>(&self) -> O {
        let mut slow = O::start(self.hand.rules(), &self.standing, &self.deal);
        self.first.iter().for_each(|&action| slow.act(O::act_of(action)));
        slow.assert_same(&self.hand);
        slow
    }

    /// Counts the tree as deep as the text has it.
    ///
    /// # Panics
    /// If a count is not the text's.
    pub fn assert_counts(&self) {
        self.assert_counts_by(|depth| perft(&self.hand, depth));
    }

    /// The same by another way to count, which is given the depth.
    ///
    /// # Panics
    /// If a count is not the text's.
    pub fn assert_counts_by(&self, perft: impl Fn(usize) -> u64) {
        for &(depth, count) in &self.counts {
            assert_eq!(perft(depth), count, "{}, {}, depth {depth}", G::NAME, self.name);
        }
    }
}

#[derive(Default)]
struct Block {
    name: String,
    rules: String,
    dealer: usize,
    scores: Option<[i32; 3]>,
    carry: Option<Map<String, Value>>,
    shares: [String; 4],
    first: Vec<String>,
    counts: Vec<(usize, u64)>,
}

impl Block {
    fn take(&mut self, key: &str, value: &str) {
        let number = |text: &str| -> usize {
            text.parse().unwrap_or_else(|_| panic!("{}: `{text}` is no number", self.name))
        };
        match key.split_once(' ').unwrap_or((key, "")) {
            ("rules", "") => value.clone_into(&mut self.rules),
            ("dealer", "") => self.dealer = number(value),
            ("scores", "") => {
                let scores: Vec<i32> = value.split(' ').map_while(|n| n.parse().ok()).collect();
                self.scores = Some(scores.try_into().expect("three scores"));
            }
            ("carry", "") => self.carry = Some(serde_json::from_str(value).expect("an object")),
            ("seat", n) => value.clone_into(&mut self.shares[number(n)]),
            ("rest", "") => value.clone_into(&mut self.shares[3]),
            ("first", "") => self.first.extend(value.split(", ").map(str::to_owned)),
            ("perft", depth) => self.counts.push((number(depth), number(value) as u64)),
            _ => panic!("{}: no line begins with `{key}`", self.name),
        }
    }

    fn position<G: Game>(&self) -> Position<G> {
        let name = &self.name;
        let rules: G = rules(&self.rules);
        let dealer = Seat::cyclic(self.dealer);
        let first = rules.first_standing(dealer);
        let scores = self.scores.map_or(first.scores(), BySeat);
        let carry = self.carry.clone().unwrap_or_else(|| first.carry());
        let standing = G::Standing::from_record(dealer, scores, &carry)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let deal = self.deal(rules.pack(), rules.hand_sizes(&standing));
        let mut hand = rules.start(&standing, &deal);
        let mut actions = vec![];
        for line in &self.first {
            // Of actions that a record joins in a line, the first ones have only their texts.
            let read = rules.read_line(line).or_else(|error| match line.parse() {
                Ok(action) => Ok(vec![action]),
                Err(_) => Err(error),
            });
            for action in read.unwrap_or_else(|error| panic!("{name}: {line}: {error}")) {
                hand.play(action).unwrap_or_else(|why| panic!("{name}: {line}: {why}"));
                actions.push(action);
            }
        }
        let counts = self.counts.clone();
        assert!(!counts.is_empty(), "{name} has no count");
        Position { name: name.clone(), standing, deal, first: actions, hand, counts }
    }

    fn deal(&self, pack: CardSet, sizes: BySeat<usize>) -> Deal {
        let name = &self.name;
        let cards = |share: &String| -> Vec<Card> {
            let words = share.split_whitespace();
            words.map(|word| word.parse().unwrap_or_else(|e| panic!("{name}: {e}"))).collect()
        };
        let shares = self.shares.each_ref().map(cards);
        for seat in Seat::ALL {
            assert_eq!(shares[seat.number()].len(), sizes[seat], "{name}: cards of seat {seat}");
        }
        let deck = Deck::of(shares.concat());
        let deck = deck.unwrap_or_else(|card| panic!("{name}: {card} is there twice"));
        let cards: CardSet = deck.cards().iter().copied().collect();
        assert_eq!(cards, pack, "{name}: not the cards of the game");
        Deal::new(deck, sizes)
    }
}
