//! Which hands the others may hold if they have played with sense.

use threehand_engine::games::NineTwoFive;
use threehand_engine::{BySeat, Card, CardSet, Seat, Trick, Trump, View};

/// Whether the others have played with sense if these are their hands now: who took a trick with its
/// last card took it as cheaply as he could, and who could not win threw his lowest of the suit.
pub(crate) fn is_sensible(view: &View<'_, NineTwoFive>, hands: &BySeat<CardSet>) -> bool {
    let trump = view.trump().expect("cards are being played");
    let plays: Vec<_> = view.plays().collect();
    let mut others = Seat::ALL.into_iter().filter(|&seat| seat != view.seat());
    others.all(|seat| {
        let mut held = hands[seat];
        plays.chunks(3).rev().all(|plays| {
            let Some(place) = plays.iter().position(|(who, _)| *who == seat) else { return true };
            let card = plays[place].1;
            held.insert(card);
            let mut trick = Trick::led_by(plays[0].0);
            plays[..place].iter().for_each(|&(_, before)| trick.play(before, trump));
            plays_sensibly(&trick, card, held, trump)
        })
    })
}

/// Whether it makes sense to play `card` of the cards held to this trick.
fn plays_sensibly(trick: &Trick, card: Card, held: CardSet, trump: Trump) -> bool {
    let wins = |card: &Card| trick.is_beaten_by(*card, trump);
    let winners: CardSet = trick.playable(held).iter().filter(wins).collect();
    let lower = CardSet::FULL.below(card);
    match trick.len() {
        0 => true,
        2 if winners.contains(card) => !winners.meets(lower),
        _ if winners.is_empty() && trick.suit() == Some(card.suit()) => !held.meets(lower),
        _ => true,
    }
}
