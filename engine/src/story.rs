//! The texts of hands, as far as the games share them.

use std::fmt::{self, Write};

use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::game::Game;
use crate::played::Played;
use crate::seat::{BySeat, Seat};
use crate::trick::{Trick, Trump};

/// `♣K`.
pub fn card_text(card: Card) -> String {
    format!("{}{}", card.suit().symbol(), card.rank().letter())
}

/// `♦3 ♣5`, suit by suit from spades, aces high.
pub(crate) fn cards_text(cards: CardSet) -> String {
    cards.iter().rev().map(card_text).collect::<Vec<_>>().join(" ")
}

/// `♠ KQ4     ♥ –  …`, suit by suit from spades, each as wide as `wide` but the last; `falling`
/// puts the cards of a suit in their order.
pub(crate) fn hand_text<I: Iterator<Item = Card>>(
    cards: CardSet,
    falling: impl Fn(CardSet) -> I,
    wide: usize,
) -> String {
    let suits = Suit::ALL.into_iter().rev().map(|suit| {
        let ranks: String = falling(cards.of(suit)).map(|card| card.rank().letter()).collect();
        format!("{} {}", suit.symbol(), if ranks.is_empty() { "–" } else { &ranks })
    });
    let text: Vec<_> = suits.map(|suit| format!("{suit:<wide$}")).collect();
    text.join(" ").trim_end().to_owned()
}

/// `spades ♠`.
pub(crate) const fn trump_text(trump: Trump) -> &'static str {
    match trump {
        Trump::Suit(Suit::Clubs) => "clubs ♣",
        Trump::Suit(Suit::Diamonds) => "diamonds ♦",
        Trump::Suit(Suit::Hearts) => "hearts ♥",
        Trump::Suit(Suit::Spades) => "spades ♠",
        Trump::None => "no trump",
    }
}

/// How wide the longest of these names is.
pub(crate) fn widest(names: &BySeat<String>) -> usize {
    Seat::ALL.map(|seat| names[seat].chars().count()).into_iter().max().unwrap_or(0)
}

/// Tricks of three single cards: who played what, who took each, and the count so far.
pub(crate) fn tell_tricks(
    plays: impl Iterator<Item = (Seat, Card)>,
    trump: Trump,
    out: &mut dyn Write,
) -> fmt::Result {
    tell_tricks_named(plays, trump, |card| card, out)
}

/// The same of cards that have other names.
pub(crate) fn tell_tricks_named(
    plays: impl Iterator<Item = (Seat, Card)>,
    trump: Trump,
    named: impl Fn(Card) -> Card,
    out: &mut dyn Write,
) -> fmt::Result {
    let plays: Vec<_> = plays.collect();
    let mut tricks = BySeat([0_u8; 3]);
    if !plays.is_empty() {
        writeln!(out, "  trick, seat and card of each, → who takes it, tricks so far of 0·1·2")?;
    }
    for (number, cards) in plays.chunks(3).enumerate() {
        let mut trick = Trick::led_by(cards[0].0);
        write!(out, "  {:>2} ", number + 1)?;
        for &(seat, card) in cards {
            trick.play(card, trump);
            write!(out, "  {seat} {}", card_text(named(card)))?;
        }
        if let Some(winner) = trick.winner() {
            tricks[winner] += 1;
            let ruffs =
                |(_, card): (Seat, Card)| trump.is(card) && trick.suit() != Some(card.suit());
            let how = if trick.best().is_some_and(ruffs) { " trumps" } else { "" };
            let BySeat([a, b, c]) = tricks;
            write!(out, "   → {winner}   {a}·{b}·{c}{how}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The cards as dealt and each line of the record, for a game without a story of its own.
pub(crate) fn tell_plainly<G: Game>(
    played: &Played<G>,
    bots: &BySeat<String>,
    out: &mut dyn Write,
) -> fmt::Result {
    let (hands, wide) = (played.deal.hands(), widest(bots));
    for seat in Seat::ALL {
        let cards = hand_text(hands[seat], |suit| suit.iter().rev(), 10);
        writeln!(out, "  seat {seat} {:<wide$}  {cards}", bots[seat])?;
    }
    let rest: CardSet = played.deal.rest().iter().copied().collect();
    if !rest.is_empty() {
        writeln!(out, "  not dealt {}", cards_text(rest))?;
    }
    G::lines(&played.actions).iter().try_for_each(|line| writeln!(out, "  {line}"))
}
