//! What each feature weighs, in tricks that the player goes on to take.
//!
//! Fitted by policy iteration: at decisions of matches that the bot played with itself, and now
//! and then with `greedy`, every choice was played out once to the end of the hand, and the tricks
//! that followed were regressed on the features of the choice (least squares on the differences
//! within a decision, ridge 10). The hidden cards of those hands enter the tricks only, never the
//! features, so a weight is an average over what may lie there. The next round was played by a
//! mean of the rounds before; these are a mean of six rounds, 1,170,000 hands, the last the most.
//!
//! The numbers stand in the order of the features, which each file names.

use std::ops::Range;

use super::{bleed, discard, follow, lead, trump};

/// Where the weights of each kind of decision begin: a lead, a card that follows suit, one where the
/// player has none of the suit, one of the dealer's four, one given, and the trump called.
pub(super) const LEAD: usize = 0;
pub(super) const FOLLOW: usize = LEAD + lead::FEATURES;
pub(super) const FREE: usize = FOLLOW + follow::FEATURES;
pub(super) const DISCARD: usize = FREE + follow::FREE_FEATURES;
pub(super) const BLEED: usize = DISCARD + discard::FEATURES;
pub(super) const TRUMP: usize = BLEED + bleed::FEATURES;

/// How many weights there are.
pub const WEIGHTS: usize = TRUMP + trump::FEATURES;

/// The places of each kind of decision among the weights.
pub const KINDS: [Range<usize>; 6] =
    [LEAD..FOLLOW, FOLLOW..FREE, FREE..DISCARD, DISCARD..BLEED, BLEED..TRUMP, TRUMP..WEIGHTS];

/// A weight for each feature of each kind of decision.
pub type Weights = [f32; WEIGHTS];

/// The weights that the bot plays by.
pub static FITTED: Weights = {
    let mut weights = [0.0; WEIGHTS];
    put(&mut weights, LEAD, &OF_LEADS);
    put(&mut weights, FOLLOW, &OF_FOLLOWING);
    put(&mut weights, FREE, &OF_FREE_CARDS);
    put(&mut weights, DISCARD, &OF_DISCARDS);
    put(&mut weights, BLEED, &OF_GIFTS);
    put(&mut weights, TRUMP, &OF_CALLS);
    weights
};

/// Puts the weights of a kind in their place.
const fn put(weights: &mut Weights, first: usize, of_kind: &[f32]) {
    weights.split_at_mut(first).1.split_at_mut(of_kind.len()).0.copy_from_slice(of_kind);
}

#[rustfmt::skip]
const OF_LEADS: [f32; lead::FEATURES] = [
    // loss: side suit
    -0.17, -0.01,  0.04,  0.06,   0.0,  0.11,  0.12,  0.12,  0.04,  0.04,   0.0, -0.07,
     0.09,  0.05, -0.02, -0.13,  0.12,  0.06, -0.02, -0.15,  0.12,  0.04, -0.05, -0.19,
    // loss: trumps
    -0.51, -0.18, -0.05,   0.0,  0.13,  0.23,  0.19,  0.19,  0.24,  0.23,  0.09, -0.08,
      0.3,  0.22,  0.02,  -0.2,  0.18,  0.07, -0.17, -0.43,  0.14,   0.0, -0.25, -0.54,
    // loss: no trump
    -0.35, -0.09, -0.01,  0.11,  0.02,  0.01, -0.06, -0.12,  0.19,  0.09, -0.05, -0.24,
     0.26,  0.09, -0.13, -0.29,  0.35,  0.15, -0.08, -0.28,  0.45,  0.21, -0.02, -0.21,
    // fares: side suit
    -0.25, -0.22, -0.17, -0.08, -0.06, -0.14, -0.05, -0.02,
      0.1,  0.03,  0.02,  0.06,  0.26,  0.24,  0.18,  0.18,
      0.0, -0.01,  0.05,  0.15,   0.0, -0.05, -0.05, -0.14,
      0.0, -0.02, -0.05, -0.13,   0.0,  0.01, -0.04, -0.06,
      0.0,  0.01,  0.03,  0.09,   0.0, -0.02,  0.04,  0.07,
      0.0, -0.02, -0.01, -0.06,   0.0,  0.01, -0.07, -0.09,
      0.0,   0.0,  0.07,  0.14,   0.0,   0.0,  0.05,  0.08,
      0.0,   0.0,  0.01,   0.0,   0.0,   0.0, -0.13, -0.13,
    // fares: trumps
    -0.25, -0.05, -0.27, -0.29, -0.06,   0.1, -0.18,   0.0,
     0.01,  0.28,  0.07,  0.08,  0.01,  0.52,  0.43,  0.33,
      0.0, -0.49,  0.05,  0.06,   0.0, -0.26, -0.15, -0.02,
      0.0, -0.03, -0.03, -0.11,   0.0,  0.06,  0.12,  0.06,
      0.0,  0.23,  0.12,  0.03,   0.0, -0.43,  0.02,  0.08,
      0.0, -0.15, -0.03, -0.07,   0.0, -0.16, -0.06, -0.06,
      0.0,   0.0,  0.21,  0.17,   0.0,   0.0,  0.11,  0.21,
      0.0,   0.0,  0.02,  0.13,   0.0,   0.0, -0.11, -0.07,
    // fares: no trump
    -0.05, -0.19, -0.29, -0.45, -0.02,   0.0, -0.26, -0.28,
     0.11,  0.23, -0.03, -0.09,  0.49,   0.5,  0.37,  0.31,
      0.0,  0.14,  0.03, -0.11,   0.0,  0.08, -0.05, -0.13,
      0.0,  0.07,  0.04,   0.0,   0.0, -0.03,  0.03,  0.08,
      0.0,  0.03,   0.0,  -0.2,   0.0,  0.07,  0.08,  0.01,
      0.0,  0.07,  0.09,   0.0,   0.0, -0.11, -0.03,   0.0,
      0.0,   0.0,  0.02,  0.15,   0.0,   0.0,  0.03,   0.0,
      0.0,   0.0, -0.05,  -0.1,   0.0,   0.0, -0.27, -0.29,
    // early
    -0.06, -0.04,  0.14,  0.22,  0.25,  0.24, -0.21, -0.16,  0.03,
      0.0, -0.18, -0.24, -0.53, -0.25,  0.01,  0.15,  0.25,  0.38,
    // half of the trumps or more: entries in side suits, in trumps
    -0.01,  0.04,  0.06, -0.08,  0.03,  0.09, -0.09,   0.0,  0.05, -0.14, -0.04,  0.01,
     0.07,  0.15,  0.18, -0.05,  0.08,  0.16, -0.13,  0.01,   0.1, -0.25, -0.14, -0.08,
    // masters, lengths
     0.54,   0.6,  0.54,  0.36,  0.18, -0.29, -0.34,
    -0.38, -0.53, -0.67, -0.35, -0.58, -0.24,  -0.7,
    // ruffs on the left, on the right, throws
     0.12, -0.77,  0.08,  0.61,  1.31,  0.07, -0.77,  0.13,  0.54,  1.34, -0.09,
    // out, forces, tenaces, unruffed
     0.15,  0.74,   0.5,   0.0,  0.28,
    // draws, voids
     0.75, -0.54,  1.28,  0.39,  1.06,  -1.3,  0.34,  0.07, -0.01,  0.02,   0.0,
    // fewer: entries in side suits, in trumps
    -0.02,  0.02,  0.04, -0.09, -0.02,  0.03, -0.08, -0.03,   0.0, -0.13, -0.07, -0.04,
     0.18,  0.21,  0.22, -0.01,  0.03,  0.07, -0.09, -0.05, -0.03, -0.09, -0.03, -0.02,
    // masters, lengths
    -0.34, -0.44, -0.52, -0.53, -0.42,  0.32,  0.39,
     0.65,  0.88,   0.0, -0.15, -0.06,  0.11, -0.32,
    // ruffs on the left, on the right, throws
     0.17, -0.19, -0.26,  0.18, -0.15,  0.16, -0.18, -0.14,  0.25, -0.24, -0.07,
    // out, forces, tenaces, unruffed
     0.16, -0.02,  0.58,  0.01,  0.31,
    // draws, voids
     0.35,  -1.8,  0.19,  0.07, -0.58,  0.02, -0.42,  0.16,  0.09,  0.15,   0.0,
    // none: entries in side suits, in trumps
     0.02,  0.11,  0.09, -0.07,  0.03,  0.05, -0.09,   0.0,  0.01,  -0.1, -0.03, -0.02,
      0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,
    // masters, lengths
     0.16, -0.02, -0.08, -0.07,  0.02,   0.0,   0.0,
      0.0,   0.0,   0.0, -0.16,  -0.3,  0.23, -0.69,
    // ruffs on the left, on the right, throws
     0.29,   0.0, -0.26, -0.11, -0.43,  0.21,   0.0, -0.21,  0.06, -0.74,  0.06,
    // out, forces, tenaces, unruffed
     0.23,   0.0,   0.5, -0.02,  0.31,
    // draws, voids
      0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,
    // all of them: entries in side suits, in trumps
     0.24, -0.38, -0.37,  0.69,  0.39,   0.0,  0.34, -0.15,  -0.1,  0.17, -0.33, -0.21,
    -0.06,  0.02,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0, -0.33, -0.05,  0.13,
    // masters, lengths
     0.04,  0.68,  0.35,  0.09, -0.38, -1.53, -0.19,
     0.17,  0.35,  0.41, -0.47, -0.51, -0.03, -0.96,
    // ruffs on the left, on the right, throws
      0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,
    // out, forces, tenaces, unruffed
     0.43,  1.02,  0.41, -0.11,  0.43,
    // draws, voids
      0.0,  0.24,  0.85,   0.0,  0.47, -0.66,  -0.1, -0.13, -0.11, -0.04,   0.0,
    // no trump: entries in side suits, in trumps
     0.09,  0.08,  0.06, -0.06,  0.22,  0.11, -0.11,  0.05, -0.03, -0.12, -0.09, -0.21,
      0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,
    // masters, lengths
    -0.06,  0.14,  0.17, -0.01, -0.24,   0.0,   0.0,
      0.0,   0.0,   0.0, -0.06, -0.43,  0.22,  -0.7,
    // ruffs on the left, on the right, throws
      0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,
    // out, forces, tenaces, unruffed
      0.0,   0.0,  0.19, -0.35,  0.34,
    // draws, voids
      0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,
];

#[rustfmt::skip]
const OF_FOLLOWING: [f32; follow::FEATURES] = [
    // loss: side suit
    -0.02, -0.03, -0.09, -0.13,  0.06,  0.18,   0.2,  0.18,  0.01,  0.04,  0.09,  0.11,
      0.0, -0.02,   0.0,  0.05, -0.02, -0.06, -0.08, -0.05, -0.04,  -0.1, -0.13, -0.16,
    // loss: trumps
     0.39,  0.47,  0.53,  0.51, -0.01,  0.21,  0.34,  0.39, -0.07, -0.07,  0.05,  0.18,
    -0.09, -0.18, -0.17, -0.08,  -0.1, -0.21, -0.33, -0.38, -0.11, -0.23, -0.42, -0.63,
    // loss: no trump
      0.1,  0.22,  0.11,  0.01,  0.05,  0.36,  0.43,  0.36, -0.03, -0.04,  0.18,  0.18,
    -0.04, -0.15, -0.12, -0.04, -0.04,  -0.2, -0.26, -0.24, -0.03,  -0.2, -0.33, -0.27,
    // second seat
     0.93, -0.48,  0.36,  0.16,  0.06, -0.17, -0.11,
    // third seat
     1.01, -0.52,  0.41,  0.13,  0.04, -0.18, -0.05,
];

#[rustfmt::skip]
const OF_FREE_CARDS: [f32; follow::FREE_FEATURES] = [
    // loss: side suit
     0.02,  0.04, -0.01, -0.09, -0.02,  0.06,  0.05, -0.02, -0.02, -0.02,   0.0, -0.07,
     0.03,  0.01,  0.02, -0.03,  0.02, -0.01, -0.02, -0.07,  0.01, -0.03, -0.05,  -0.1,
    // loss: trumps
     0.03,  0.27,  0.33,  0.29, -0.13,  0.03,   0.1,   0.1, -0.11, -0.05, -0.01, -0.01,
      0.0,  0.02,  0.03,  0.06, -0.02, -0.03, -0.05, -0.02, -0.08, -0.13, -0.18, -0.16,
    // loss: no trump
     0.15,  0.05, -0.06, -0.09, -0.02,   0.2,  0.07,  0.01,  0.03, -0.02, -0.01, -0.08,
      0.1,  0.01, -0.03, -0.06,   0.1, -0.02, -0.07,  -0.1,  0.07, -0.05,  -0.1, -0.12,
    // left: side suit
     0.01,  0.11,  0.09,  0.12,   0.0,   0.0,  0.02,  0.04,
      0.0, -0.01,   0.0, -0.02,   0.0,   0.0, -0.01, -0.02,
    // left: trumps
     0.37,  0.39, -0.03, -0.18,   0.0,  0.17, -0.16, -0.26,
      0.0,  0.01, -0.22, -0.27,   0.0,   0.0, -0.25, -0.16,
    // left: no trump
     0.07,  0.28,  0.19,  0.05,   0.0,  0.13,  0.04, -0.03,
      0.0,  0.01, -0.03, -0.09,   0.0,   0.0, -0.05, -0.12,
    // thrown: side suit
     0.16, -0.01,   0.0, -0.12,   0.0,  0.01,   0.0, -0.09,
      0.0,  0.04,  0.03,  0.03,   0.0,   0.0,  0.09,  0.12,
    // thrown: trumps
    -0.07, -0.39, -0.26, -0.19,   0.0, -0.08, -0.01, -0.02,
      0.0, -0.04,  0.12,  0.09,   0.0,   0.0,  0.26,  0.29,
    // thrown: no trump
     0.61,   0.1, -0.29, -0.48,   0.0,   0.0, -0.08, -0.19,
      0.0,  0.01,  0.01,  0.06,   0.0,   0.0,  0.08,  0.16,
    // second seat
     0.67, -0.45, -0.15,  0.42,   0.0,  0.21,  0.26,
     0.17,  0.09, -0.04, -0.07,  0.27,  0.25,  -0.4,
    // third seat
     0.65, -0.44, -0.13,  0.38, -0.39,  0.14,  0.29,
     0.13,  0.07, -0.04, -0.04,  0.17,  0.35, -0.44,
];

#[rustfmt::skip]
const OF_DISCARDS: [f32; discard::FEATURES] = [
    // loss: side suit
     0.55,  0.53,  0.45,  0.23,   0.0,  0.14,  0.19,  0.03, -0.12, -0.12, -0.07, -0.17,
    -0.18, -0.23, -0.25, -0.32, -0.21,  -0.3, -0.34, -0.45, -0.22, -0.34,  -0.4, -0.56,
    // loss: trumps
     0.15,  0.21,  0.66,  0.87, -0.12, -0.08,  0.34,  0.66,  -0.2, -0.21,  0.16,  0.48,
    -0.23, -0.27,  0.05,  0.39, -0.25,  -0.3, -0.02,  0.31, -0.25, -0.34, -0.06,  0.23,
    // loss: no trump
     0.56,  0.57,   0.5,  0.49,  0.08,  0.18,  0.22,  0.27, -0.05, -0.03, -0.02,  0.05,
    -0.12, -0.15, -0.18, -0.12, -0.15, -0.22, -0.25,  -0.3, -0.18, -0.28, -0.36, -0.47,
    // length beside trumps, in no trump
     0.19,  0.31,  0.42,  0.38,   0.4,  0.46, -0.14, -0.06,  0.11,  0.21,  0.12, -0.24,
    // void, ruffs, tops
     -0.2,  0.26, -2.16,  0.05,  0.02, -0.03,  0.37,  0.32,  0.19,
];

#[rustfmt::skip]
const OF_GIFTS: [f32; bleed::FEATURES] = [
    // loss: side suit
     0.28,  0.32,  0.41,   0.4,  0.12,   0.1,  0.15,  0.11,  0.03, -0.02,   0.0, -0.07,
    -0.02, -0.09, -0.08, -0.19, -0.05, -0.13, -0.13, -0.27, -0.06, -0.16, -0.17, -0.33,
    // loss: trumps
     0.24,   0.3,   0.4,  0.44,  0.01,  0.13,  0.24,  0.22, -0.09, -0.02,  0.04, -0.03,
    -0.12,  -0.1, -0.07, -0.17, -0.14, -0.16, -0.16, -0.28, -0.15, -0.19, -0.18, -0.31,
    // loss: no trump
     0.24,  0.35,  0.46,   0.4,  0.11,  0.13,  0.16,  0.02,  0.05,  0.02,  0.02, -0.16,
    -0.03, -0.07, -0.08, -0.28, -0.06, -0.13, -0.13, -0.35, -0.07, -0.13, -0.13, -0.35,
    // returns: side suit
      0.2,  0.58,  0.26,  0.01, -0.02, -0.01, -0.02,   0.1,
    // returns: trumps
     0.19,  0.36, -0.43, -0.17,  -0.2, -0.06, -0.15,   0.0,
    // returns: no trump
     0.09,  0.33,  0.03, -0.17, -0.31, -0.11, -0.28, -0.19,
    // returns: trump not named
      0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,   0.0,
    // length, trump, dealer, given, short, tops, rank
    -1.03, -0.69,  0.14,  -0.2, -0.08, -0.24,  0.06,
    -0.29, -0.15, -0.06,  0.01,  0.01, -0.02, -0.03,
];

#[rustfmt::skip]
const OF_CALLS: [f32; trump::FEATURES] = [
    // trumps: length, honours
    -1.42, -1.35, -1.25, -0.74, -0.11,  0.55, -0.27,   0.4,   1.0,   1.6,
     1.53,   0.6,   0.0,   0.0, -0.15, -0.17, -0.09, -0.01,   0.0,  0.01,
    // side suits: length, honours, guarded, ruffs, bleed
     1.01,  0.88,  0.99,  0.57,  0.19, -0.17, -1.85, -0.03, -0.19, -0.15,
    -0.09, -0.04,  0.01, -0.07, -0.09,  2.55,  1.69, -2.37,  2.51,  0.37,
    // no trump: length, honours, guarded, runs, aces, bleed
    -0.54,  0.41,  0.47,  0.26,  0.17, -0.08, -0.38,
     -1.9, -1.42,  -0.5,   0.8,  0.18,  0.36,  0.24,
      0.1,  0.04, -0.25, -0.16, -0.55,  0.29, -0.05,
     0.14, -0.43,  -0.2, -0.03,  0.04,  0.08,  2.37,
];
