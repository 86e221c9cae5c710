//! The worlds of a seat, found by dealing again.

use std::collections::HashMap;

use super::chi_square::ChiSquare;
use super::text;
use super::trials::{Trial, Trials};
use crate::deck::{Deal, Deck};
use crate::random::below;
use crate::seat::Seat;
use crate::{Game, Hand, Worlds};

/// Worlds of a seat, the true hand first, found without the sampler: two cards of the deal that
/// the seat did not get change places, and what was played is played again. What is legal and shows
/// the seat the same view is a world, and the cards of that deal change places in turn.
///
/// That finds worlds in which the others chose as they did. These are all, if every action is seen
/// by everybody and the cards leave room to change places two at a time. Nothing, if there are more
/// than `most`; each costs some hundred hands played.
pub fn redeals<G: Game>(trial: &Trial<'_, G>, seat: Seat, most: usize) -> Option<Vec<G::Hand>> {
    let view = text(&trial.hand.view(seat));
    let sizes = trial.deal.sizes();
    let owner = |place: usize| {
        let mut dealt = 0;
        Seat::ALL.into_iter().find(|&seat| {
            dealt += sizes[seat];
            place < dealt
        })
    };
    let places: Vec<usize> =
        (0..trial.deal.deck().cards().len()).filter(|&i| owner(i) != Some(seat)).collect();
    let mut decks = vec![*trial.deal.deck()];
    let mut worlds = vec![trial.hand.clone()];
    let mut known = HashMap::from([(text(&trial.hand), 0)]);
    let mut next = 0;
    while let Some(&deck) = decks.get(next) {
        next += 1;
        for (i, &a) in places.iter().enumerate() {
            for &b in &places[..i] {
                // In which order a seat got its cards is no part of a world.
                if owner(a).is_some() && owner(a) == owner(b) {
                    continue;
                }
                let mut cards = deck.cards().to_vec();
                cards.swap(a, b);
                let changed = Deck::of(cards).expect("the same cards in another order");
                let Some(world) = replayed(trial, changed) else { continue };
                if text(&world.view(seat)) == view && !known.contains_key(&text(&world)) {
                    known.insert(text(&world), worlds.len());
                    worlds.push(world);
                    decks.push(changed);
                    if worlds.len() > most {
                        return None;
                    }
                }
            }
        }
    }
    Some(worlds)
}

/// The hand of this deck after the trial's actions, if they are legal there.
fn replayed<G: Game>(trial: &Trial<'_, G>, deck: Deck) -> Option<G::Hand> {
    let mut hand = trial.rules().start(&trial.standing, &Deal::new(deck, trial.deal.sizes()));
    for &(seat, action) in &trial.actions {
        if hand.turn() != Some(seat) {
            return None;
        }
        hand.play(action).ok()?;
    }
    Some(hand)
}

/// Where few cards are left, the sampler draws the worlds that [`redeals`] finds, each as often as
/// its count says: for games in which a world that is drawn is, to the letter of its `Debug`, the
/// hand that comes of its deal by the same actions.
///
/// One seat at a point of each hand up to eight decisions before its end, where there are 2 to
/// `most` worlds. Gives how many points had so few, which is to be held to a number. A point with
/// 100 worlds takes as long as 100,000 hands of play, about a quarter of a second.
///
/// A sampler that does not count its worlds is held to just those that are found.
///
/// # Panics
/// If there are more worlds than the sampler counts, or they are drawn unevenly.
pub fn redealt_worlds<G: Game>(trials: &Trials<G>, most: usize) -> usize {
    let mut points = 0;
    let mut all = ChiSquare::default();
    trials.each(|trial| {
        let left = 1 + below(&mut trial.rng, 8);
        trial.back_from_end(left);
        let seat = Seat::cyclic(below(&mut trial.rng, 3));
        let Some(found) = redeals(trial, seat, most).filter(|found| found.len() > 1) else {
            return;
        };
        let worlds = G::Worlds::of(&trial.hand.view(seat));
        let count = worlds.count().unwrap_or(found.len() as f64);
        let view = || text(&trial.hand.view(seat));
        let fewer = count < found.len() as f64 - 0.5;
        assert!(!fewer, "{count} worlds, but {} are found: {}", found.len(), view());
        let numbers: HashMap<String, usize> = found.iter().map(text).zip(0..).collect();
        let draws = 30 * found.len();
        // What was not found goes to the last.
        let mut counts = vec![0_u32; found.len() + 1];
        for _ in 0..draws {
            let world = text(&worlds.draw(&mut trial.rng));
            counts[numbers.get(&world).copied().unwrap_or(found.len())] += 1;
        }
        let each = draws as f64 / count;
        let rest = draws as f64 - each * found.len() as f64;
        if rest < 1e-6 * draws as f64 {
            let others = counts.pop();
            assert_eq!(others, Some(0), "worlds are drawn that none of the {count} is: {}", view());
        }
        let due = std::iter::repeat_n(each, found.len()).chain([rest]);
        let more = ChiSquare::of(counts.into_iter().zip(due));
        if each > 5.0 {
            assert!(more.excess() < 5.0, "worlds are drawn unevenly, {more:?}: {}", view());
            all += more;
        }
        points += 1;
    });
    assert!(all.excess() < 4.5, "{}: worlds are drawn unevenly, {all:?} in all", G::NAME);
    points
}
