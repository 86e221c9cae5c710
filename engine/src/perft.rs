//! Counts of the tree of legal actions, to hold an implementation to.

use crate::action::Legal;
use crate::game::Hand;

/// How many sequences of `depth` legal actions start here; a hand that ends earlier counts once.
pub fn perft<H: Hand>(hand: &H, depth: usize) -> u64 {
    if depth == 0 || hand.turn().is_none() {
        return 1;
    }
    let children = hand.legal().iter().map(|action| {
        let mut child = hand.clone();
        child.play_unchecked(action);
        perft(&child, depth - 1)
    });
    children.sum()
}
