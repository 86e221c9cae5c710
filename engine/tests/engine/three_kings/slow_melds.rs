//! The melds of the slow second implementation, from the rules alone.

use super::slow::{Card, Rules};

/// Level, rank of the sets, lowest rank of the runs.
const LIST: [(i32, u8, u8); 6] =
    [(6, 13, 11), (5, 10, 9), (4, 8, 7), (3, 6, 5), (2, 4, 3), (1, 2, 0)];

/// The level of three cards and whether they are a set, if they are a meld.
pub(crate) fn meld(rules: Rules, cards: &[Card]) -> Option<(i32, bool)> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    let [a, b, c] = cards[..] else {
        return None;
    };
    let set = a.0 == b.0 && b.0 == c.0;
    let run = a.1 == b.1 && b.1 == c.1 && a.0 + 1 == b.0 && b.0 + 1 == c.0;
    if !set && !run {
        return None;
    }
    if rules.all_melds {
        let level = if run && c.0 == 13 { 13 } else { b.0 };
        return Some((i32::from(level), set));
    }
    let row = LIST.iter().find(|row| if set { row.1 == a.0 } else { row.2 == a.0 });
    row.map(|row| (row.0, set))
}

pub(crate) fn beats(rules: Rules, new: &[Card], old: &[Card]) -> bool {
    let Some((new_level, new_set)) = meld(rules, new) else {
        return false;
    };
    let Some((old_level, old_set)) = meld(rules, old) else {
        return true;
    };
    let royal = |cards: &[Card], set: bool| !set && cards.iter().any(|card| card.0 == 13);
    if new_level > old_level {
        true
    } else if new_level < old_level {
        false
    } else if royal(new, new_set) && royal(old, old_set) {
        let order = ['D', 'H', 'S', 'C'];
        let place = |suit| order.iter().position(|&s| s == suit);
        place(new[0].1) > place(old[0].1)
    } else {
        rules.set_over_seq && new_set && !old_set
    }
}

/// All sets of three cards of a hand, each from its highest card, clubs before spades before
/// hearts before diamonds.
pub(crate) fn triples(hand: &[Card]) -> Vec<Vec<Card>> {
    let mut hand = hand.to_vec();
    let place = |suit| ['C', 'S', 'H', 'D'].iter().position(|&s| s == suit);
    hand.sort_by_key(|&(rank, suit)| (13 - rank, place(suit)));
    let mut found = vec![];
    for i in 0..hand.len() {
        for j in i + 1..hand.len() {
            for k in j + 1..hand.len() {
                found.push(vec![hand[i], hand[j], hand[k]]);
            }
        }
    }
    found
}
