//! The text of a hand of 9-2-5, trick by trick.

use std::fmt::{self, Write};

use super::rules::Kitty;
use super::{Action, Hand, NineTwoFive};
use crate::card_set::CardSet;
use crate::game::Hand as _;
use crate::played::Played;
use crate::seat::{BySeat, Seat};
use crate::story::{self, cards_text, widest};
use crate::trick::Trump;

pub(super) fn tell(
    played: &Played<NineTwoFive>,
    bots: &BySeat<String>,
    out: &mut dyn Write,
) -> fmt::Result {
    let start = played.start();
    let wide = widest(bots);
    for seat in Seat::ALL {
        let contract = start.rules.contract(seat, start.dealer());
        write!(out, "  seat {seat} {:<wide$}  contract {contract:<2}", bots[seat])?;
        writeln!(out, "  {}", hand_text(start.dealt[seat]))?;
    }
    writeln!(out, "  kitty {}", cards_text(start.kitty))?;
    let mut hand = start.clone();
    for &(seat, action) in &played.actions {
        let before = hand.clone();
        hand.play_unchecked(action);
        match action {
            Action::Trump(trump) => tell_trump(seat, trump, out)?,
            Action::Discard(_) if hand.discard.len() == 4 => tell_discard(&hand, seat, out)?,
            _ => {}
        }
        tell_settled(&before, &hand, out)?;
    }
    match hand.trump {
        Some(trump) => story::tell_tricks(hand.tricks.plays(), trump, out),
        None => Ok(()),
    }
}

fn tell_trump(seat: Seat, trump: Trump, out: &mut dyn Write) -> fmt::Result {
    let called = story::trump_text(trump);
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

fn hand_text(cards: CardSet) -> String {
    story::hand_text(cards, |suit| suit.iter().rev(), 10)
}
