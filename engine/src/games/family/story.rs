//! The text of a hand, step by step and trick by trick.

use std::fmt::{self, Write};

use super::{Action, Family};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::game::Game as _;
use crate::played::Played;
use crate::seat::{BySeat, Seat};
use crate::story::{self, card_text, cards_text, trump_text, widest};

pub(super) fn tell(
    played: &Played<Family>,
    bots: &BySeat<String>,
    out: &mut dyn Write,
) -> fmt::Result {
    let (deal, rules) = (&played.deal, played.end.rules);
    let wide = widest(bots);
    let roles = rules.roles();
    let longest = roles.iter().map(|role| role.chars().count()).max().unwrap_or(0);
    for seat in Seat::ALL {
        let role = roles[seat.steps_from(played.end.dealer())];
        let cards: CardSet = deal.hand(seat).iter().copied().collect();
        write!(out, "  seat {seat} {:<wide$}  {role:<longest$}", bots[seat])?;
        writeln!(out, "  {}", story::hand_text(cards, |suit| suit.iter().rev(), 10))?;
    }
    let (kitty, rest) = deal.rest().split_at(usize::from(rules.kitty));
    if !kitty.is_empty() {
        writeln!(out, "  kitty {}", cards_text(kitty.iter().copied().collect()))?;
    }
    if let Some(&card) = rest.first().filter(|_| rules.turn_up) {
        writeln!(out, "  turned up {}", card_text(card))?;
    }
    for of_seat in played.actions.chunk_by(goes_on) {
        tell_actions(of_seat, out)?;
    }
    tell_tricks(played, out)
}

/// Whether two decisions share a line.
fn goes_on(one: &(Seat, Action), next: &(Seat, Action)) -> bool {
    let same = std::mem::discriminant(&one.1) == std::mem::discriminant(&next.1);
    let keeps = matches!((one.1, next.1), (Action::Give(..), Action::Keep));
    (one.0 == next.0 || matches!(one.1, Action::Play(_))) && (same || keeps)
}

fn tell_actions(actions: &[(Seat, Action)], out: &mut dyn Write) -> fmt::Result {
    let Some(&(seat, first)) = actions.first() else { return Ok(()) };
    let list = |text: &dyn Fn(Action) -> String| {
        actions.iter().map(|&(_, action)| text(action)).collect::<Vec<_>>().join(" ")
    };
    let to = |card: Card, to: Seat| format!("{}→{to}", card_text(card));
    let cards = list(&|action| match action {
        Action::Give(card, seat) | Action::Back(card, seat) => to(card, seat),
        Action::Discard(card) | Action::Pass(card) => card_text(card),
        Action::Pull(from) => from.to_string(),
        Action::Keep => "and keeps the rest".to_owned(),
        _ => String::new(),
    });
    match first {
        Action::Trump(trump) => writeln!(out, "  trump    {seat} calls {}", trump_text(trump)),
        Action::Fewest => writeln!(out, "  trump    {seat} calls the fewest tricks"),
        Action::Give(..) => writeln!(out, "  exchange {seat} gives {cards}"),
        Action::Keep => writeln!(out, "  exchange {seat} gives nothing"),
        Action::Pull(_) => writeln!(out, "  pull     {seat} pulls from {cards}"),
        Action::Back(..) => writeln!(out, "  back     {seat} gives back {cards}"),
        Action::Discard(_) => writeln!(out, "  discard  {seat} lays away {cards}"),
        Action::Pass(_) => writeln!(out, "  pass     {seat} passes {cards}"),
        Action::Bid(bid) => writeln!(out, "  bid      {seat} bids {bid}"),
        Action::Play(_) => Ok(()),
    }
}

fn tell_tricks(played: &Played<Family>, out: &mut dyn Write) -> fmt::Result {
    let hand = &played.end;
    let plays: Vec<(Seat, Card)> = hand.tricks.plays().collect();
    story::tell_tricks_named(
        plays.into_iter(),
        hand.trumps(),
        |card| hand.rules.order.named(card),
        out,
    )
}
