//! The text of a hand of Three Kings, trick by trick.

use std::fmt::{self, Write};

use super::hand::Exchanged;
use super::order::falling;
use super::scene::points_text;
use super::{Action, Hand, Prediction, ThreeKings};
use crate::card_set::CardSet;
use crate::game::Hand as _;
use crate::played::Played;
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;
use crate::story::{self, card_text, widest};

/// What the row of a trick holds.
const ROWS: &str =
    "  trick, seat and cards of each (* a meld), → who takes it, points so far, draws";

pub(super) fn tell(
    played: &Played<ThreeKings>,
    bots: &BySeat<String>,
    out: &mut dyn Write,
) -> fmt::Result {
    let start = played.start();
    tell_standing(&start, out)?;
    let wide = widest(bots);
    for seat in Seat::ALL {
        let role = ["leads", "left", "right"][start.role(seat)];
        write!(out, "  seat {seat} {:<wide$}  {role:<5}", bots[seat])?;
        writeln!(out, "  {}", hand_text(start.dealt[seat]))?;
    }
    if let Some(upcard) = start.upcard {
        writeln!(out, "  upcard  {} is turned up", card_text(upcard))?;
    }
    let mut hand = start.clone();
    for &(seat, action) in &played.actions {
        let before = hand.clone();
        hand.play_unchecked(action);
        match action {
            Action::Upcard(card) => {
                writeln!(out, "  upcard  {seat} lays out {}", card_text(card))?;
            }
            Action::Exchange(_) | Action::Decline => tell_exchange(&hand, seat, out)?,
            Action::Predict(said) => tell_prediction(seat, said, out)?,
            Action::Play(_) | Action::Meld(_) | Action::Throw(_) => {
                if hand.history.len() > before.history.len() {
                    if before.history.len() == 0 {
                        writeln!(out, "{ROWS}")?;
                    }
                    tell_trick(&before, &hand, out)?;
                }
            }
        }
    }
    if !hand.trick.is_empty() {
        write!(out, "  {:>2}  ", hand.history.len() + 1)?;
        tell_plays(hand.trick.plays(), &hand, out)?;
        writeln!(out)?;
    }
    tell_end(played, out)
}

/// Where the match stands beyond the points of the set.
fn tell_standing(start: &Hand, out: &mut dyn Write) -> fmt::Result {
    let standing = start.standing;
    let game_points = standing.match_scores().map(|points| points.to_string()).0.join("·");
    write!(out, "  game points {game_points}")?;
    for (seat, penalty) in standing.pending().iter().filter(|(_, penalty)| **penalty < 0) {
        write!(out, "   seat {seat} starts the next set at {}", points_text(*penalty))?;
    }
    writeln!(out)
}

fn tell_exchange(hand: &Hand, seat: Seat, out: &mut dyn Write) -> fmt::Result {
    let upcard = hand.upcard.map(card_text).unwrap_or_default();
    match hand.exchanged {
        Exchanged::Taken { laid_out, .. } => {
            writeln!(out, "  upcard  {seat} takes {upcard}, lays out {}", card_text(laid_out))?;
        }
        _ => writeln!(out, "  upcard  {seat} leaves {upcard}")?,
    }
    writeln!(out, "  phase 2, {} cards each: suit is followed", hand.hands[seat].len())?;
    for seat in Seat::ALL {
        writeln!(out, "          {seat}  {}", hand_text(hand.hands[seat]))?;
    }
    Ok(())
}

fn tell_prediction(seat: Seat, said: Option<Prediction>, out: &mut dyn Write) -> fmt::Result {
    let said = match said {
        None => "predicts nothing",
        Some(Prediction::Last) => "will win the last trick",
        Some(Prediction::Ace) => "will win the last trick, leading an ace",
    };
    writeln!(out, "  predict {seat} {said}")
}

fn tell_plays(
    plays: impl Iterator<Item = (Seat, CardSet)>,
    hand: &Hand,
    out: &mut dyn Write,
) -> fmt::Result {
    for (seat, cards) in plays {
        let meld = super::Meld::of(cards).filter(|meld| meld.level(&hand.rules).is_some());
        let text = format!("{}{}", cards_text(cards), if meld.is_some() { "*" } else { "" });
        let wide = if cards.len() == 3 { 9 } else { 3 };
        write!(out, "{seat} {text:<wide$} ")?;
    }
    Ok(())
}

/// A trick, who takes it, the points so far and what is drawn after it; a star marks a meld.
fn tell_trick(before: &Hand, after: &Hand, out: &mut dyn Write) -> fmt::Result {
    let Some(trick) = after.history.tricks().last() else {
        return Ok(());
    };
    write!(out, "  {:>2}  ", after.history.len())?;
    let plays = trick.leader.around().map(|seat| (seat, trick.plays[seat]));
    tell_plays(plays.into_iter(), after, out)?;
    let points = after.points.map(points_text).0.join(" ");
    write!(out, "→ {}   {points}", trick.winner)?;
    if before.drawn < after.drawn {
        write!(out, "   draw")?;
        for seat in trick.winner.around() {
            let draw = after.history.draws_of(seat).last().expect("the draw after this trick");
            let cards = after.stock[draw.places].iter().copied().collect();
            write!(out, " {seat} {}", cards_text(cards))?;
        }
        write!(out, " · {} left", after.stock_len())?;
    }
    writeln!(out)
}

/// How the last trick, the prediction and the set came out.
fn tell_end(played: &Played<ThreeKings>, out: &mut dyn Write) -> fmt::Result {
    let hand = &played.end;
    let Some(outcome) = &played.outcome else {
        return Ok(());
    };
    if let (Some(trick), Some(card)) = (hand.history.tricks().last(), hand.last_ace()) {
        let (leader, card) = (trick.leader, card_text(card));
        if trick.winner == leader {
            writeln!(out, "  ace     {leader} wins the last trick with {card}")?;
        } else {
            writeln!(out, "  ace     {leader} led {card} to the last trick and lost it: −5")?;
        }
    }
    for (seat, said) in hand.predictions.iter() {
        let what = match said {
            Prediction::Last => "the last trick",
            Prediction::Ace => "the last trick with an ace",
        };
        let came = if hand.kept(seat) == Some(true) { "came true" } else { "did not come true" };
        writeln!(out, "  said    {seat} predicted {what}: it {came}")?;
    }
    let (was, now) = (hand.standing.match_scores(), outcome.standing.match_scores());
    for seat in Seat::ALL.into_iter().filter(|&seat| now[seat] > was[seat]) {
        let reached = hand.standing.scores()[seat] + outcome.points[seat];
        let points = now.map(|points| points.to_string()).0.join("·");
        let reached = points_text(reached);
        writeln!(out, "  set     {seat} takes it with {reached}: game points {points}")?;
    }
    Ok(())
}

/// `♣K ♠K ♥K`, without the blanks, from the highest.
fn cards_text(cards: CardSet) -> String {
    falling(cards).map(card_text).collect()
}

fn hand_text(cards: CardSet) -> String {
    story::hand_text(cards, falling, 7)
}
