//! What each feature weighs, in tricks that the player goes on to take.
//!
//! Fitted by policy iteration: at decisions of matches that the bot played with itself, and now
//! and then with `greedy`, every choice was played out once to the end of the hand, and the tricks
//! that followed were regressed on the features of the choice (least squares on the differences
//! within a decision, ridge 10). The hidden cards of those hands enter the tricks only, never the
//! features, so a weight is an average over what may lie there. The next round was played by a
//! mean of the rounds before; these are a mean of six rounds, 1,170,000 hands, the last the most.
//!
//! The numbers stand in `weights.json`, in the order of the kinds of decision and of the features, which each file names.

use super::{bleed, discard, follow, lead, trump};

/// Where the weights of each kind of decision begin: a lead, a card that follows suit, one where the
/// player has none of the suit, one of the dealer's four, one given, and the trump called.
pub(super) const LEAD: usize = 0;
pub(super) const FOLLOW: usize = LEAD + lead::FEATURES;
pub(super) const FREE: usize = FOLLOW + follow::FEATURES;
pub(super) const DISCARD: usize = FREE + follow::FREE_FEATURES;
pub(super) const BLEED: usize = DISCARD + discard::FEATURES;
pub(super) const TRUMP: usize = BLEED + bleed::FEATURES;

/// A weight for each feature of each kind of decision.
pub(super) static FITTED: [f32; TRUMP + trump::FEATURES] = include!("weights.json");
