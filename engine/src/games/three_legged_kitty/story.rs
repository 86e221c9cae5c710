//! A recorded hand of Three-Legged Kitty, told call by call and trick by trick.

use std::fmt::{self, Write};

use super::{Bid, Call, Hand, Strain, ThreeLeggedKitty};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::game::Hand as _;
use crate::record::Replay;
use crate::seat::{BySeat, Seat};
use crate::trick::Trick;

pub(super) fn tell(
    replay: &Replay<ThreeLeggedKitty>,
    bots: &BySeat<String>,
    out: &mut dyn Write,
) -> fmt::Result {
    let start = &replay.start;
    let wide = Seat::ALL.map(|seat| bots[seat].chars().count()).into_iter().max().unwrap_or(0);
    for seat in Seat::ALL {
        writeln!(out, "  seat {seat} {:<wide$}  {}", bots[seat], hand_text(start.dealt[seat]))?;
    }
    let BySeat([a, b, c]) = start.dealt;
    writeln!(out, "  aside  {:<wide$}  {}", "", hand_text(!(a | b | c)))?;
    let hand = &replay.end;
    tell_auction(hand, out)?;
    tell_exchange(hand, out)?;
    tell_tricks(hand, out)?;
    tell_result(hand, out)
}

fn tell_auction(hand: &Hand, out: &mut dyn Write) -> fmt::Result {
    for (number, Call { seat, bid, paid }) in hand.auction.calls().enumerate() {
        let head = if number == 0 { "auction" } else { "" };
        write!(out, "  {head:<8}{seat} ")?;
        match bid {
            None => writeln!(out, "passes")?,
            Some(bid) if paid.is_empty() => writeln!(out, "bids {}", bid_text(bid))?,
            Some(bid) => writeln!(out, "bids {:<6} for {}", bid_text(bid), cards_text(paid))?,
        }
    }
    Ok(())
}

/// Who is the Cat, and where the kitty went.
fn tell_exchange(hand: &Hand, out: &mut dyn Write) -> fmt::Result {
    let Some((cat, (_, bid))) = hand.cat.zip(hand.auction.high()) else {
        return Ok(());
    };
    writeln!(
        out,
        "  kitty   {cat} is the Cat in {} and takes {}",
        bid_text(bid),
        cards_text(hand.kitty())
    )?;
    if !hand.stray.is_empty() {
        writeln!(out, "  stray   {cat} puts out {}", cards_text(hand.stray))?;
        for seat in [cat.left(), cat.right()] {
            if !hand.taken[seat].is_empty() {
                writeln!(out, "          {seat} takes {}", cards_text(hand.taken[seat]))?;
            }
        }
    }
    for seat in cat.around() {
        let cards = hand.hands[seat] | hand.played[seat];
        if cards.len() == usize::from(ThreeLeggedKitty::CARDS) {
            writeln!(out, "          {seat} plays {}", hand_text(cards))?;
        }
    }
    Ok(())
}

fn tell_tricks(hand: &Hand, out: &mut dyn Write) -> fmt::Result {
    let plays: Vec<_> = hand.history.iter().collect();
    let mut tricks = BySeat([0_u8; 3]);
    for (number, cards) in plays.chunks(3).enumerate() {
        let mut trick = Trick::led_by(cards[0].0);
        write!(out, "  {:>2} ", number + 1)?;
        for &(seat, card) in cards {
            trick.play(card, hand.trump);
            write!(out, "  {seat} {}", card_text(card))?;
        }
        if let Some(winner) = trick.winner() {
            tricks[winner] += 1;
            let ruffs =
                |(_, card): (Seat, Card)| hand.trump.is(card) && trick.suit() != Some(card.suit());
            let how = if trick.best().is_some_and(ruffs) { " trumps" } else { "" };
            let BySeat([a, b, c]) = tricks;
            write!(out, "   → {winner}   {a}·{b}·{c}{how}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn tell_result(hand: &Hand, out: &mut dyn Write) -> fmt::Result {
    if hand.turn().is_some() {
        return Ok(());
    }
    let Some((cat, (_, bid))) = hand.cat.zip(hand.auction.high()) else {
        return writeln!(out, "  nobody bids");
    };
    let tricks = hand.tricks[cat];
    let result = if bid.is_made_with(tricks) { "makes" } else { "fails in" };
    let count = match tricks {
        0 => "no trick".to_owned(),
        1 => "1 trick".to_owned(),
        n => format!("{n} tricks"),
    };
    writeln!(out, "  {cat} {result} {} with {count}", bid_text(bid))
}

/// `5♠`, `3 Null`, `4 NT`.
fn bid_text(bid: Bid) -> String {
    match bid.strain() {
        Strain::Suit(suit) => format!("{}{}", bid.number(), suit.symbol()),
        other => format!("{} {other}", bid.number()),
    }
}

fn card_text(card: Card) -> String {
    format!("{}{}", card.suit().symbol(), card.rank().letter())
}

/// `♦3 ♣5`, suit by suit from spades.
fn cards_text(cards: CardSet) -> String {
    cards.iter().rev().map(card_text).collect::<Vec<_>>().join(" ")
}

/// `♠ KQ4      ♥ –        …`, each suit as wide as the widest but the last.
fn hand_text(cards: CardSet) -> String {
    let suits = Suit::ALL.into_iter().rev().map(|suit| {
        let ranks: String = cards.of(suit).iter().rev().map(|card| card.rank().letter()).collect();
        format!("{} {:<8} ", suit.symbol(), if ranks.is_empty() { "–" } else { &ranks })
    });
    suits.collect::<String>().trim_end().to_owned()
}
