//! What crosses from hand to hand, and how a hand's end changes it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Action;
use super::game::Family;
use super::rules::{Rules, Step, TrumpBy};
use super::score::Target;
use crate::json;
use crate::seat::{BySeat, Seat};
use crate::standing::Outcome;

/// Scores, dealer, and what else the rules of the file go by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    rules: Family,
    scores: BySeat<i32>,
    dealer: Seat,
    /// The tricks over the contract in the last hand.
    over: Option<BySeat<i8>>,
    /// What each seat has called: a bit for each choice.
    called: BySeat<u8>,
    /// The number of the hand, from 0, where the rules go by it.
    number: u32,
    latched: bool,
    /// Who took the tricks that win the match, in the hand before.
    won: BySeat<bool>,
}

/// What a record says besides.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Carry {
    #[serde(deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    over: Option<BySeat<i8>>,
    #[serde(deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    called: Option<BySeat<String>>,
    #[serde(deserialize_with = "json::not_zero", skip_serializing_if = "is_zero")]
    hand: u32,
    #[serde(deserialize_with = "json::only_true", skip_serializing_if = "std::ops::Not::not")]
    latched: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Scores before a hand lie within this: a score beyond it ends the match.
const MOST: u32 = 1_000_000_000;

impl Standing {
    pub(super) fn first_of(rules: Family, dealer: Seat) -> Self {
        Self {
            rules,
            scores: BySeat([0; 3]),
            dealer,
            over: None,
            called: BySeat([0; 3]),
            number: 0,
            latched: false,
            won: BySeat([false; 3]),
        }
    }

    /// Tricks over the contract in the last hand; `None` where the rules do not go by it.
    pub const fn over(&self) -> Option<BySeat<i8>> {
        self.over
    }

    /// Whether the match is in extra hands, which go on until one seat alone is ahead.
    pub const fn is_latched(&self) -> bool {
        self.latched
    }

    /// The number of the hand, from 0; always 0 where the rules do not go by it.
    pub(super) const fn number(&self) -> u32 {
        self.number
    }

    /// How many hands are to come with this one, where the rules say how many there are.
    pub fn hands_left(&self) -> Option<u32> {
        self.rules.ends.hands.map(|hands| hands.saturating_sub(self.number))
    }

    /// The choices that a seat has left to call, a bit for each. All, once none is left.
    pub(super) fn left_to_call(&self, seat: Seat) -> u8 {
        let all = all_choices(&self.rules);
        let left = if self.rules.once { all & !self.called[seat] } else { all };
        if left == 0 { all } else { left }
    }

    /// The outcome of a hand of these tricks and points; `call` is what was called, and by whom.
    pub(super) fn settle(
        &self,
        tricks: BySeat<u8>,
        points: BySeat<i32>,
        call: Option<(Seat, Action)>,
    ) -> Outcome<Self> {
        let rules = &*self.rules;
        let mut next = Self { dealer: self.dealer.left(), ..*self };
        next.scores = BySeat::from_fn(|seat| self.scores[seat].saturating_add(points[seat]));
        if rules.needs_over() {
            let is_fewest = call.is_some_and(|(_, call)| call == Action::Fewest);
            let target = |seat| match is_fewest {
                true => rules.target_at_fewest(seat, self.dealer),
                false => self.rules.contract(seat, self.dealer).map(Target::of),
            };
            let over = |seat| target(seat).unwrap_or(Target::of(0)).passed_by(tricks[seat]);
            next.over = Some(BySeat::from_fn(|seat| over(seat) as i8));
        }
        let mut ends = self.latched;
        if let (true, Some((seat, call))) = (rules.once, call) {
            ends |= next.call(seat, call);
        }
        if rules.needs_number() {
            next.number = self.number.saturating_add(1);
        }
        let most = rules.ends.win.tricks.unwrap_or(u8::MAX);
        next.won = tricks.map(|count| count >= most);
        ends |= next.won.0.contains(&true);
        ends |= rules.ends.above.is_some_and(|above| next.scores.0.iter().any(|&s| s >= above));
        ends |= rules.ends.below.is_some_and(|below| next.scores.0.iter().any(|&s| s <= below));
        ends |= rules.ends.hands.is_some_and(|hands| next.number >= hands);
        let is_beyond = next.scores.0.iter().any(|score| score.unsigned_abs() > MOST);
        let over = is_beyond || ends && (rules.ends.is_shared || next.one_is_ahead());
        next.latched = ends && !over;
        if !over {
            next.won = BySeat([false; 3]);
        }
        Outcome { points, standing: next, over }
    }

    /// Notes a call; whether it was the last that any seat could make. Then all calls are free again.
    fn call(&mut self, seat: Seat, call: Action) -> bool {
        let choice = self.rules.place_of_call(call);
        if self.called[seat] == all_choices(&self.rules) {
            self.called[seat] = 0;
        }
        self.called[seat] |= choice.map_or(0, |choice| 1 << choice);
        self.all_is_called()
    }

    /// Whether no seat has a call left.
    fn all_is_called(&self) -> bool {
        let all = all_choices(&self.rules);
        self.called.0.iter().all(|&called| called == all)
    }

    fn one_is_ahead(&self) -> bool {
        let places = Seat::ALL.map(|seat| crate::Standing::placing(self, seat));
        let best = places.iter().max();
        places.iter().filter(|place| Some(*place) == best).count() == 1
    }

    fn calls_text(&self, seat: Seat) -> String {
        let calls = (0..).zip(&self.rules.calls);
        let called = calls.filter(|(i, _)| self.called[seat] >> i & 1 == 1);
        called.map(|(_, call)| call.called()).collect()
    }

    /// The standing that a record holds; else what is wrong with its `carry`.
    pub(super) fn read(
        rules: Family,
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self, String> {
        let carry: Carry = json::read(carry)?;
        let mut standing = Self { scores, ..Self::first_of(rules, dealer) };
        if carry.over.is_some() && !rules.needs_over() {
            return Err("`over` is carried for the steps `exchange` and `pull` alone".to_owned());
        }
        if carry.over.is_some_and(|over| !standing.can_be_over(over)) {
            return Err("`over` is not what tricks less contracts can be".to_owned());
        }
        if carry.hand > 0 && !rules.needs_number() {
            return Err("`hand` is carried for `match.hands` and `pass.to` alone".to_owned());
        }
        if carry.called.is_some() && !rules.once {
            return Err("`called` is carried for `trump.once` alone".to_owned());
        }
        if scores.0.iter().any(|score| score.unsigned_abs() > MOST) {
            return Err(format!("scores are beyond {MOST}"));
        }
        for (seat, called) in carry.called.iter().flat_map(BySeat::iter) {
            standing.called[seat] = standing.read_calls(called)?;
        }
        if carry.called.is_some() && standing.all_is_called() && !carry.latched {
            return Err("`called` holds all calls of all seats, which ends a match".to_owned());
        }
        standing.over = carry.over;
        standing.number = carry.hand;
        standing.latched = carry.latched;
        Ok(standing)
    }

    /// Whether the seats can have been over their contracts by this in the hand before.
    fn can_be_over(&self, over: BySeat<i8>) -> bool {
        let role = |seat: Seat| seat.steps_from(self.dealer.right());
        let can_be = |targets: [u8; 3], sign: i32| {
            let of = |seat| i32::from(targets[role(seat)]) + sign * i32::from(over[seat]);
            let tricks = Seat::ALL.map(of);
            let sum = tricks.iter().sum::<i32>();
            tricks.iter().all(|&count| count >= 0) && sum == i32::from(self.rules.hand)
        };
        can_be(self.rules.contract.unwrap_or([0; 3]), 1)
            || self.rules.fewest.is_some_and(|most| can_be(most, -1))
    }

    fn read_calls(&self, text: &str) -> Result<u8, String> {
        let (mut called, mut left) = (0, text);
        for (i, call) in (0..).zip(&self.rules.calls) {
            if let Some(rest) = left.strip_prefix(&call.called()) {
                called |= 1 << i;
                left = rest;
            }
        }
        match left {
            "" => Ok(called),
            _ => Err(format!("`{text}` are not calls of this game, in its order")),
        }
    }
}

fn all_choices(rules: &Rules) -> u8 {
    ((1_u16 << rules.calls.len()) - 1) as u8
}

impl crate::Standing for Standing {
    fn first(dealer: Seat) -> Self {
        Self::first_of(Family::default(), dealer)
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn scores(&self) -> BySeat<i32> {
        self.scores
    }

    fn carry(&self) -> Map<String, Value> {
        let any = self.called.0.iter().any(|&called| called != 0);
        json::written(&Carry {
            over: self.over,
            called: any.then(|| BySeat::from_fn(|seat| self.calls_text(seat))),
            hand: self.number,
            latched: self.latched,
        })
    }

    fn from_record(
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self, String> {
        Self::read(Family::default(), dealer, scores, carry)
    }

    /// Who took the tricks that win the match stands ahead, then who has the better score.
    fn placing(&self, seat: Seat) -> (i32, i32) {
        let score = self.scores[seat];
        (i32::from(self.won[seat]), self.rules.ends.win.gain(score))
    }
}

impl Family {
    /// The seat that calls the trump.
    pub(super) fn caller(self, dealer: Seat) -> Option<Seat> {
        match self.trump {
            TrumpBy::Role(role) if self.has(Step::Trump) => {
                Some(Seat::cyclic(dealer.number() + role))
            }
            _ => None,
        }
    }
}
