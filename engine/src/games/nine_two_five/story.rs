//! A recorded hand of 9-2-5, told trick by trick.

use std::fmt::{self, Write};

use super::rules::Kitty;
use super::{Action, Hand, NineTwoFive};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::game::Hand as _;
use crate::record::Replay;
use crate::seat::{BySeat, Seat};
use crate::trick::{Trick, Trump};

pub(super) fn tell(
    replay: &Replay<NineTwoFive>,
    bots: &BySeat<String>,
    out: &mut dyn Write,
) -> fmt::Result {
    let start = &replay.start;
    let wide =
        Seat::ALL.map(|seat| bots[seat].chars().count()).into_iter().max().unwrap_or(0).min(40);
    for seat in Seat::ALL {
        let contract = start.rules.contract(seat, start.dealer());
        write!(out, "  seat {seat} {:<wide$}  contract {contract:<2}", bots[seat])?;
        for suit in Suit::ALL.into_iter().rev() {
            write!(out, "  {:<9}", suit_text(start.dealt[seat], suit))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "  kitty {}", cards_text(start.kitty))?;
    let mut hand = start.clone();
    for &(seat, action) in &replay.actions {
        let before = hand.clone();
        hand.play_unchecked(action);
        match action {
            Action::Trump(trump) => tell_trump(seat, trump, out)?,
            Action::Discard(_) if hand.discard.len() == 4 => tell_discard(&hand, seat, out)?,
            _ => {}
        }
        tell_settled(&before, &hand, out)?;
    }
    tell_tricks(&hand, out)
}

fn tell_trump(seat: Seat, trump: Trump, out: &mut dyn Write) -> fmt::Result {
    let called = match trump {
        Trump::Suit(Suit::Clubs) => "clubs ♣",
        Trump::Suit(Suit::Diamonds) => "diamonds ♦",
        Trump::Suit(Suit::Hearts) => "hearts ♥",
        Trump::Suit(Suit::Spades) => "spades ♠",
        Trump::None => "no trump",
    };
    writeln!(out, "  trump   {seat} calls {called}")
}

/// What each giver gave and took back, once his giving is done.
fn tell_settled(before: &Hand, after: &Hand, out: &mut dyn Write) -> fmt::Result {
    let exchanges = before.bleed.exchanges().iter().zip(after.bleed.exchanges());
    for (_, exchange) in exchanges.filter(|(then, now)| !then.settled && now.settled) {
        let (giver, receiver) = (exchange.giver, exchange.receiver);
        if exchange.given.is_empty() {
            writeln!(out, "  bleed   {giver} gives nothing to {receiver}")?;
        } else {
            writeln!(
                out,
                "  bleed   {giver} gives {} to {receiver}, takes back {}",
                cards_text(exchange.given),
                cards_text(exchange.returned)
            )?;
        }
    }
    Ok(())
}

fn tell_discard(hand: &Hand, seat: Seat, out: &mut dyn Write) -> fmt::Result {
    let (first, then) = match hand.rules.kitty {
        Kitty::TakeThenDiscard => ("takes the kitty and lays away", ""),
        Kitty::DiscardThenTake => ("lays away", ", then takes the kitty"),
    };
    writeln!(out, "  discard {seat} {first} {}{then}", cards_text(hand.discard))?;
    writeln!(out, "          {seat} plays {}", hand_text(hand.hands[seat]))
}

fn tell_tricks(hand: &Hand, out: &mut dyn Write) -> fmt::Result {
    let Some(trump) = hand.trump else {
        return Ok(());
    };
    let plays: Vec<_> = hand.history.iter().collect();
    let mut tricks = BySeat([0_u8; 3]);
    for (number, cards) in plays.chunks(3).enumerate() {
        let mut trick = Trick::led_by(cards[0].0);
        write!(out, "  {:>2} ", number + 1)?;
        for &(seat, card) in cards {
            trick.play(card, trump);
            write!(out, "  {seat} {}", card_text(card))?;
        }
        if let Some(winner) = trick.winner() {
            tricks[winner] += 1;
            let won_by_trump = trick
                .best()
                .is_some_and(|(_, card)| trump.is(card) && trick.suit() != Some(card.suit()));
            let how = if won_by_trump { " trumps" } else { "" };
            let BySeat([a, b, c]) = tricks;
            write!(out, "   → {winner}   {a}·{b}·{c}{how}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn card_text(card: Card) -> String {
    format!("{}{}", card.suit().symbol(), card.rank().letter())
}

/// `♦3 ♣5`, suit by suit from spades.
fn cards_text(cards: CardSet) -> String {
    cards.iter().rev().map(card_text).collect::<Vec<_>>().join(" ")
}

/// `♠ KQ4`; `♠ –` for a void.
fn suit_text(cards: CardSet, suit: Suit) -> String {
    let ranks: String = cards.of(suit).iter().rev().map(|card| card.rank().letter()).collect();
    let ranks = if ranks.is_empty() { "–".to_owned() } else { ranks };
    format!("{} {ranks}", suit.symbol())
}

fn hand_text(cards: CardSet) -> String {
    Suit::ALL.into_iter().rev().map(|suit| suit_text(cards, suit)).collect::<Vec<_>>().join("  ")
}
