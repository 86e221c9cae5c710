//! The text of a hand of Three-Legged Kitty, call by call and trick by trick.

use std::fmt::{self, Write};

use super::scene::bid_text;
use super::{Call, Hand, ThreeLeggedKitty};
use crate::card_set::CardSet;
use crate::game::Hand as _;
use crate::played::Played;
use crate::scene::tricks_text;
use crate::seat::{BySeat, Seat};
use crate::story::{self, cards_text, widest};

pub(super) fn tell(
    played: &Played<ThreeLeggedKitty>,
    bots: &BySeat<String>,
    out: &mut dyn Write,
) -> fmt::Result {
    let start = played.start();
    let wide = widest(bots);
    for seat in Seat::ALL {
        writeln!(out, "  seat {seat} {:<wide$}  {}", bots[seat], hand_text(start.dealt[seat]))?;
    }
    let aside = played.deal.rest().iter().copied().collect();
    writeln!(out, "  aside  {:<wide$}  {}", "", hand_text(aside))?;
    let hand = &played.end;
    tell_auction(hand, out)?;
    tell_exchange(hand, out)?;
    story::tell_tricks(hand.tricks.plays(), hand.trump, out)?;
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
        let cards = hand.hands[seat] | hand.tricks.played[seat];
        if cards.len() == usize::from(ThreeLeggedKitty::CARDS) {
            writeln!(out, "          {seat} plays {}", hand_text(cards))?;
        }
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
    let tricks = hand.tricks.taken[cat];
    let result = if bid.is_made_with(tricks) { "makes" } else { "fails in" };
    let count = tricks_text(tricks);
    writeln!(out, "  {cat} {result} {} with {count}", bid_text(bid))
}

fn hand_text(cards: CardSet) -> String {
    story::hand_text(cards, |suit| suit.iter().rev(), 10)
}
