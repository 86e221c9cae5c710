//! The text of a hand as a person reads it: what is done, and what lies on the table then.

use std::fmt::{self, Write};

use crate::card::{Card, Suit};
use crate::game::{Game, Hand as _};
use crate::played::Played;
use crate::scene::{Cards, Heap, Lay, Scene, cards_said};
use crate::seat::{BySeat, Seat};
use crate::trick::Trump;

/// `♣K`.
pub fn card_text(card: Card) -> String {
    format!("{}{}", card.suit().symbol(), card.rank().letter())
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

/// `♠ KQ4     ♥ –  …`, suit by suit from spades.
fn hand_text(cards: &Cards) -> String {
    let suits = Suit::ALL.into_iter().rev().map(|suit| {
        let of_suit = cards.0.iter().filter(|card| card.suit() == suit);
        let ranks: String = of_suit.map(|card| card.rank().letter()).collect();
        let text = format!("{} {}", suit.symbol(), if ranks.is_empty() { "–" } else { &ranks });
        format!("{text:<10}")
    });
    suits.collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

fn cards_text(cards: &Cards, between: &str) -> String {
    cards.0.iter().copied().map(card_text).collect::<Vec<_>>().join(between)
}

impl<G: Game> Played<G> {
    /// Tells the hand from the cards to the last trick; `bots` names who sat where.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn tell(&self, bots: &BySeat<String>, out: &mut dyn Write) -> fmt::Result {
        let mut hand = self.start();
        let mut scene = Scene::open::<G>(&hand);
        let wide = bots.0.iter().map(|bot| bot.chars().count()).max().unwrap_or_default();
        for seat in Seat::ALL {
            write!(out, "  seat {seat} {:<wide$}  ", bots[seat])?;
            if let Some(contract) = hand.contract(seat) {
                write!(out, "contract {:<2}  ", contract.to_string())?;
            }
            writeln!(out, "{}", hand_text(&scene.hands[seat].cards))?;
        }
        for Heap { name, pile } in scene.heaps.iter().filter(|heap| !heap.pile.cards.0.is_empty()) {
            writeln!(out, "  {name} {}", cards_text(&pile.cards, " "))?;
        }
        let (mut tricks, mut group) = (0, Group::default());
        for &(seat, action) in &self.actions {
            hand.play_unchecked(action);
            let words = G::say(action);
            let after = Scene::open::<G>(&hand);
            // Cards that the words do not name.
            let came: Vec<_> = Seat::ALL
                .into_iter()
                .map(|seat| (seat, &after.hands[seat].cards, scene.hands[seat].cards.set()))
                .map(|(seat, now, then)| (seat, now.without(then | cards_said(&words))))
                .filter(|(_, cards)| !cards.0.is_empty())
                .collect();
            if after.last != scene.last || after.trick != scene.trick {
                group.end(out)?;
            } else {
                group.add(seat, words, out)?;
            }
            if let Some(last) = after.last.as_ref().filter(|_| after.last != scene.last) {
                if tricks == 0 {
                    writeln!(
                        out,
                        "  trick, seat and cards of each, → who takes it, what it has then"
                    )?;
                }
                tricks += 1;
                tell_plays(tricks, &last.plays, out)?;
                write!(out, "   → {}   {}", last.winner, after.tally[last.winner])?;
                for (seat, cards) in came {
                    write!(out, "   {seat} gets {}", cards_text(&cards, " "))?;
                }
                writeln!(out)?;
            } else if !came.is_empty() {
                group.end(out)?;
                for (seat, cards) in came {
                    writeln!(out, "  {seat} gets {}", cards_text(&cards, " "))?;
                }
            }
            scene = after;
        }
        group.end(out)?;
        if !scene.trick.is_empty() {
            tell_plays(tricks + 1, &scene.trick, out)?;
            writeln!(out)?;
        }
        for (kept, word) in [(true, "made"), (false, "missed")] {
            let seats = Seat::ALL.into_iter().filter(|&seat| hand.kept(seat) == Some(kept));
            let seats: Vec<_> = seats.map(|seat| seat.to_string()).collect();
            if !seats.is_empty() {
                writeln!(out, "  {word} by seat {}", seats.join(", "))?;
            }
        }
        Ok(())
    }
}

fn tell_plays(number: usize, plays: &[Lay], out: &mut dyn Write) -> fmt::Result {
    write!(out, "  {number:>2} ")?;
    plays
        .iter()
        .try_for_each(|Lay { seat, cards }| write!(out, "  {seat} {}", cards_text(cards, "")))
}

/// What one seat does, one action after another, in one line.
#[derive(Default)]
struct Group {
    seat: Option<Seat>,
    words: Vec<String>,
}

impl Group {
    fn add(&mut self, seat: Seat, words: String, out: &mut dyn Write) -> fmt::Result {
        if self.seat != Some(seat) {
            self.end(out)?;
        }
        self.seat = Some(seat);
        self.words.push(words);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> fmt::Result {
        match self.seat.take() {
            Some(seat) => writeln!(out, "  {seat} {}", std::mem::take(&mut self.words).join(", ")),
            None => Ok(()),
        }
    }
}
