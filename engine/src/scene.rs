//! The table as a seat sees it: what lies where, for whoever draws it.
//!
//! A scene is made of a [`View`], so it holds no card that the seat does not know. It is of no
//! game: hands, a trick, piles, and words. What only a game knows of its table is said in
//! [`Game::lay_out`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::card::{Card, NoSuchCard, Rank, Suit};
use crate::card_set::CardSet;
use crate::game::{Game, Hand};
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;
use crate::trick::{Trick, Trump};
use crate::view::View;

pub use crate::story::card_text;

/// Cards in the order in which they are shown. Their text is that of records: `KS 9D`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Cards(pub Vec<Card>);

impl Cards {
    /// As a set.
    pub fn set(&self) -> CardSet {
        self.0.iter().copied().collect()
    }
}

impl From<CardSet> for Cards {
    /// Suit by suit from spades, aces high.
    fn from(cards: CardSet) -> Self {
        Self(cards.iter().rev().collect())
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.0.iter().map(Card::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

impl From<Cards> for String {
    fn from(cards: Cards) -> Self {
        cards.to_string()
    }
}

impl FromStr for Cards {
    type Err = NoSuchCard;

    fn from_str(text: &str) -> Result<Self, NoSuchCard> {
        text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl TryFrom<String> for Cards {
    type Error = NoSuchCard;

    fn try_from(text: String) -> Result<Self, NoSuchCard> {
        text.parse()
    }
}

/// Cards that lie together: those that the seat knows, and how many more it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pile {
    /// The cards that the seat knows.
    pub cards: Cards,
    /// How many cards lie face down for the seat.
    pub hidden: usize,
}

impl Pile {
    /// Cards that the seat knows.
    pub fn known(cards: impl Into<Cards>) -> Self {
        Self { cards: cards.into(), hidden: 0 }
    }

    /// So many cards that the seat does not know.
    pub const fn face_down(hidden: usize) -> Self {
        Self { cards: Cards(Vec::new()), hidden }
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.cards.0.len() + self.hidden
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pile with more known cards.
    fn better<'a>(&'a self, other: &'a Self) -> &'a Self {
        if other.cards.0.len() > self.cards.0.len() { other } else { self }
    }
}

/// What a seat has played to a trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lay {
    /// Who.
    pub seat: Seat,
    /// The card, or the cards.
    pub cards: Cards,
}

/// A trick that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// What was played, from the lead.
    pub plays: Vec<Lay>,
    /// Who took it.
    pub winner: Seat,
}

/// A pile that lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heap {
    /// What it is called: `kitty`.
    pub name: String,
    /// Its cards.
    pub pile: Pile,
}

/// Something that the seat has seen or heard: the trump, a bid, cards that were given. The cards
/// lie elsewhere by now, or the fact has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What it is about: `trump`.
    pub name: String,
    /// What it says: `spades`.
    pub text: String,
    /// The cards that it is of.
    #[serde(default, skip_serializing_if = "Pile::is_empty")]
    pub pile: Pile,
}

/// The table as a seat sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Whose view it is; `None` where all cards lie open.
    pub seat: Option<Seat>,
    /// Who dealt.
    pub dealer: Seat,
    /// Whose decision is next; `None` once the hand is over.
    pub turn: Option<Seat>,
    /// The scores before the hand.
    pub scores: BySeat<i32>,
    /// What each seat is in this hand, and what it has undertaken.
    pub notes: BySeat<Vec<String>>,
    /// What each seat has taken so far: `3 of 9 tricks`.
    pub tally: BySeat<String>,
    /// The hands.
    pub hands: BySeat<Pile>,
    /// What was played to the trick, from the lead.
    pub trick: Vec<Lay>,
    /// Who takes the trick as it lies.
    pub best: Option<Seat>,
    /// The trick before.
    pub last: Option<Taken>,
    /// What else lies on the table. With the hands and the trick these are all cards.
    pub heaps: Vec<Heap>,
    /// What is worth knowing besides.
    pub facts: Vec<Fact>,
}

impl Scene {
    /// The table as this seat sees it.
    pub(crate) fn of<G: Game>(hand: &G::Hand, view: &View<'_, G>) -> Self {
        let mut scene = Self::bare::<G>(hand, view.seat());
        G::lay_out(view, &mut scene);
        scene
    }

    /// What every game has: turns, roles, contracts and tricks, which all seats see.
    fn bare<G: Game>(hand: &G::Hand, seat: Seat) -> Self {
        let standing = hand.standing();
        let notes = |seat| {
            let role = hand.rules().roles().get(hand.role(seat)).map(|role| (*role).to_owned());
            role.into_iter().chain(hand.contract(seat).map(|contract| contract.to_string()))
        };
        let tricks = hand.tricks();
        let any = tricks.0.iter().any(|&count| count > 0);
        Self {
            seat: Some(seat),
            dealer: standing.dealer(),
            turn: hand.turn(),
            scores: standing.scores(),
            notes: BySeat::from_fn(|seat| notes(seat).collect()),
            tally: tricks.map(|count| if any { tricks_text(count) } else { String::new() }),
            hands: BySeat::default(),
            trick: Vec::new(),
            best: None,
            last: None,
            heaps: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// The table with all cards open that some seat sees; where one pile alone is seen by nobody, that
    /// one too.
    pub fn open<G: Game>(hand: &G::Hand) -> Self {
        let [first, others @ ..] = Seat::ALL.map(|seat| hand.view(seat).scene());
        let mut open = Self { seat: None, ..first };
        for other in &others {
            for (pile, theirs) in open.piles_mut().into_iter().zip(other.piles()) {
                *pile = pile.better(theirs).clone();
            }
        }
        let unseen = hand.rules().pack() - open.placed();
        let mut hidden = open.piles_mut().into_iter().filter(|pile| pile.hidden > 0);
        if let (Some(pile), None) = (hidden.next(), hidden.next())
            && pile.cards.0.is_empty()
            && pile.hidden == unseen.len()
        {
            *pile = Pile::known(unseen);
        }
        open
    }

    /// Every pile: the hands, those on the table, those of facts.
    fn piles(&self) -> impl Iterator<Item = &Pile> {
        let heaps = self.heaps.iter().map(|heap| &heap.pile);
        self.hands.0.iter().chain(heaps).chain(self.facts.iter().map(|fact| &fact.pile))
    }

    fn piles_mut(&mut self) -> Vec<&mut Pile> {
        let heaps = self.heaps.iter_mut().map(|heap| &mut heap.pile);
        let facts = self.facts.iter_mut().map(|fact| &mut fact.pile);
        self.hands.0.iter_mut().chain(heaps).chain(facts).collect()
    }

    /// The cards whose place the scene shows.
    pub fn placed(&self) -> CardSet {
        let heaps = self.heaps.iter().map(|heap| &heap.pile.cards);
        let hands = self.hands.0.iter().map(|pile| &pile.cards);
        let trick = self.trick.iter().map(|lay| &lay.cards);
        hands.chain(heaps).chain(trick).flat_map(|cards| cards.0.iter().copied()).collect()
    }

    /// All cards that the scene shows, wherever they lie now.
    pub fn shown(&self) -> CardSet {
        let facts = self.facts.iter().flat_map(|fact| fact.pile.cards.0.iter().copied());
        let last = self.last.iter().flat_map(|last| &last.plays);
        let last = last.flat_map(|lay| lay.cards.0.iter().copied());
        self.placed() | facts.chain(last).collect()
    }

    /// How many cards lie on the table, face up or down.
    pub fn len(&self) -> usize {
        let trick: usize = self.trick.iter().map(|lay| lay.cards.0.len()).sum();
        let piles = self.hands.0.iter().chain(self.heaps.iter().map(|heap| &heap.pile));
        trick + piles.map(Pile::len).sum::<usize>()
    }

    /// Whether no card lies on the table: the game does not say how its table is laid out.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts a pile on the table, if it has cards.
    pub fn heap(&mut self, name: &str, pile: Pile) {
        if !pile.is_empty() {
            self.heaps.push(Heap { name: name.to_owned(), pile });
        }
    }

    /// Adds a fact without cards.
    pub fn fact(&mut self, name: &str, text: impl Into<String>) {
        self.fact_of(name, text, Pile::default());
    }

    /// Adds a fact.
    pub fn fact_of(&mut self, name: &str, text: impl Into<String>, pile: Pile) {
        self.facts.push(Fact { name: name.to_owned(), text: text.into(), pile });
    }

    /// Lays out tricks of three single cards, as they were played: the cards of those that are over
    /// make a heap `played`.
    pub fn lay_plays(&mut self, plays: impl Iterator<Item = (Seat, Card)>, trump: Trump) {
        let plays: Vec<_> = plays.collect();
        let mut over = CardSet::EMPTY;
        for cards in plays.chunks(3) {
            let mut trick = Trick::led_by(cards[0].0);
            for &(_, card) in cards {
                trick.play(card, trump);
            }
            let lay = |&(seat, card): &(Seat, Card)| Lay { seat, cards: Cards(vec![card]) };
            let laid = cards.iter().map(lay).collect();
            match trick.winner() {
                Some(winner) => {
                    over |= cards.iter().map(|&(_, card)| card).collect();
                    self.last = Some(Taken { plays: laid, winner });
                }
                None => {
                    self.trick = laid;
                    self.best = trick.best().map(|(seat, _)| seat);
                }
            }
        }
        self.heap("played", Pile::known(over));
    }
}

/// `3 tricks`.
pub(crate) fn tricks_text(count: u8) -> String {
    match count {
        0 => "no trick".to_owned(),
        1 => "1 trick".to_owned(),
        n => format!("{n} tricks"),
    }
}

/// An action's text with its cards as a person reads them: `play ♣9`.
pub(crate) fn say_plainly(action: impl fmt::Display) -> String {
    let text = action.to_string();
    let words = text.split(' ').map(|word| match word.parse() {
        Ok(card) => card_text(card),
        Err(_) => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The cards that are named in such words, each as `♣9`.
pub fn cards_said(words: &str) -> CardSet {
    let mut suit = None;
    let mut cards = CardSet::EMPTY;
    for letter in words.chars() {
        let rank = Rank::ALL.into_iter().find(|rank| rank.letter() == letter);
        if let (Some(suit), Some(rank)) = (suit, rank) {
            cards.insert(Card::new(rank, suit));
        }
        suit = Suit::ALL.into_iter().find(|suit| suit.symbol() == letter);
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_told_from_bids() {
        let said = |words| Cards::from(cards_said(words)).to_string();
        assert_eq!(said("give ♦3 to seat 1"), "3D");
        assert_eq!(said("meld ♣K ♠K ♥K"), "KS KH KC");
        assert_eq!(said("bid 5♠ over 4♥ 3"), "");
        assert_eq!(say_plainly("play 9C 10"), "play ♣9 10");
    }
}
