//! Hands to try a game on, and the place of each, to be named where a check fails.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};

use super::records::failed_record;
use super::script::{any_action, any_rules_of};
use crate::deck::{Deal, Deck};
use crate::options::variant_name;
use crate::random::{Stream, below};
use crate::record::Record;
use crate::seat::Seat;
use crate::{Game, Hand, Outcome};

/// No hand of cards has so many decisions.
const ENDLESS: usize = 10_000;

/// Keeps these streams apart from all others.
const TRIALS: u64 = 0x74_72_69_61_6C_73;

type Rules<G> = Box<dyn Fn(&mut Stream) -> G>;
type Standing<G> = Box<dyn Fn(&G, &mut Stream) -> <G as Game>::Standing>;
type Choose<G> = Box<dyn Fn(&<G as Game>::Hand, &mut Stream) -> <G as Game>::Action>;
type Failed = Box<dyn Fn(Record)>;

/// Random hands of a game to make checks on: of matches that start anew and go on for some hands.
///
/// They are the same whenever the same checks are made on them: each match is a function of the
/// seed and its number.
///
/// ```
/// use threehand_engine::games::NineTwoFive;
/// use threehand_engine::testing::{Trials, rules};
/// use threehand_engine::{Hand, Seat};
///
/// let under: NineTwoFive = rules("contracts=9-5-2");
/// Trials::new(20).under(under).seed(3).each(|trial| {
///     trial.finish();
///     assert_eq!(trial.hand.tricks().0.iter().sum::<u8>(), 16);
/// });
/// ```
pub struct Trials<G: Game> {
    game: G,
    hands: usize,
    hands_of_a_match: usize,
    seed: u64,
    matches: Range<u64>,
    rules: Rules<G>,
    standing: Standing<G>,
    choose: Choose<G>,
    failed: Failed,
}

impl<G: Game> Trials<G> {
    /// So many hands, one match in four under the published rules and the others under
    /// [any](super::any_rules), all actions at random.
    pub fn new(hands: usize) -> Self {
        Self::of(G::default(), hands)
    }

    /// So many hands of this game, for games whose rules are known only when they are read.
    pub fn of(game: G, hands: usize) -> Self {
        Self {
            game,
            hands,
            hands_of_a_match: 8,
            seed: 0,
            matches: 0..u64::MAX,
            rules: Box::new(mostly(game, move |rng| any_rules_of(&game, rng))),
            standing: Box::new(|rules, rng| rules.first_standing(Seat::cyclic(below(rng, 3)))),
            choose: Box::new(any_action),
            failed: Box::new(|_| {}),
        }
    }

    /// Other hands for another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Leaves a match after this number of hands, even if it is not over; 8 by default.
    #[must_use]
    pub fn hands_of_a_match(mut self, hands: usize) -> Self {
        self.hands_of_a_match = hands;
        self
    }

    /// Plays no matches but those of these numbers; each is what it is among all others.
    #[must_use]
    pub fn matches(mut self, numbers: Range<u64>) -> Self {
        self.matches = numbers;
        self
    }

    /// Hands over the hand on which a check fails, as far as it was played, before the panic goes on.
    /// The record of a hand that is not over says as its forfeit what failed.
    #[must_use]
    pub fn on_failure(mut self, failed: impl Fn(Record) + 'static) -> Self {
        self.failed = Box::new(failed);
        self
    }

    /// Makes the rules of three matches in four with this: for options with more values than they
    /// list.
    #[must_use]
    pub fn rules(mut self, rules: impl Fn(&mut Stream) -> G + 'static) -> Self {
        self.rules = Box::new(mostly(self.game, rules));
        self
    }

    /// Plays by these rules alone.
    #[must_use]
    pub fn under(mut self, rules: G) -> Self {
        self.rules = Box::new(move |_| rules);
        self
    }

    /// Starts each match as this says, and not as a new one: for what is rare at random.
    #[must_use]
    pub fn standing(mut self, standing: impl Fn(&G, &mut Stream) -> G::Standing + 'static) -> Self {
        self.standing = Box::new(standing);
        self
    }

    /// Chooses the actions with this: for what is rare at random.
    #[must_use]
    pub fn choose(mut self, choose: impl Fn(&G::Hand, &mut Stream) -> G::Action + 'static) -> Self {
        self.choose = Box::new(choose);
        self
    }

    /// The game as published.
    pub(super) const fn game(&self) -> &G {
        &self.game
    }

    pub(super) fn some_rules(&self, rng: &mut Stream) -> G {
        (self.rules)(rng)
    }

    /// Makes a check on every hand, before its first action. What the check leaves of the hand is
    /// played to its end, for the next hand to start from.
    ///
    /// # Panics
    /// If the check does, with the place named; if a hand has no end.
    pub fn each(&self, mut check: impl FnMut(&mut Trial<'_, G>)) {
        let mut left = self.hands;
        for number in self.matches.clone() {
            let mut rng = Stream::new([self.seed, number, 0, TRIALS]);
            let rules = (self.rules)(&mut rng);
            let mut standing = (self.standing)(&rules, &mut rng);
            for hand in 0..self.hands_of_a_match {
                if left == 0 {
                    return;
                }
                left -= 1;
                let place = Place { rules, seed: self.seed, number, hand };
                let deal = rules.deal(&standing, &Deck::shuffled(&mut rng));
                let start = named(&place, || rules.start(&standing, &deal));
                let mut trial = Trial {
                    place,
                    standing,
                    deal,
                    hand: start,
                    actions: vec![],
                    rng: Stream::new([self.seed, number, hand as u64 + 1, TRIALS]),
                    choose: &self.choose,
                    failed: &self.failed,
                };
                let outcome = trial.named(|trial| {
                    check(trial);
                    trial.finish()
                });
                if outcome.over {
                    break;
                }
                standing = outcome.standing;
            }
        }
    }
}

fn mostly<G: Game>(published: G, rules: impl Fn(&mut Stream) -> G) -> impl Fn(&mut Stream) -> G {
    move |rng| if below(rng, 4) == 0 { published } else { rules(rng) }
}

/// A hand that a check is made on.
pub struct Trial<'a, G: Game> {
    place: Place<G>,
    /// What the hand started with.
    pub standing: G::Standing,
    /// What was dealt.
    pub deal: Deal,
    /// The hand as far as it has been played.
    pub hand: G::Hand,
    /// What was played.
    pub actions: Vec<(Seat, G::Action)>,
    /// Random numbers of this hand, for its play and for the check.
    pub rng: Stream,
    choose: &'a Choose<G>,
    failed: &'a Failed,
}

impl<G: Game> Trial<'_, G> {
    /// The rules of the match.
    pub fn rules(&self) -> G {
        self.place.rules
    }

    /// The number of the hand in its match, from 0.
    pub fn number(&self) -> usize {
        self.place.hand
    }

    /// The number of the match, from 0.
    pub fn match_number(&self) -> u64 {
        self.place.number
    }

    /// The hand before its first action.
    pub fn start(&self) -> G::Hand {
        self.place.rules.start(&self.standing, &self.deal)
    }

    /// What the trials would choose next.
    ///
    /// # Panics
    /// If the hand is over.
    pub fn next_action(&mut self) -> G::Action {
        (self.choose)(&self.hand, &mut self.rng)
    }

    /// Plays this action.
    ///
    /// # Panics
    /// If it is not legal, or the hand has no end.
    pub fn play(&mut self, action: G::Action) {
        let turn = self.hand.turn().expect("a hand that is over has no actions");
        let played = self.hand.play(action);
        played.unwrap_or_else(|why| panic!("`{action}` is refused: {why}"));
        self.actions.push((turn, action));
        assert!(self.actions.len() < ENDLESS, "the hand does not end");
    }

    /// Plays one action if the hand is not over; else says so with `false`.
    pub fn step(&mut self) -> bool {
        if self.hand.turn().is_none() {
            return false;
        }
        let action = self.next_action();
        self.play(action);
        true
    }

    /// Plays `most` actions, or all that are left.
    pub fn steps(&mut self, most: usize) {
        for _ in 0..most {
            if !self.step() {
                break;
            }
        }
    }

    /// Plays the hand to its end.
    ///
    /// # Panics
    /// If it has no end, or no outcome at its end.
    pub fn finish(&mut self) -> Outcome<G::Standing> {
        while self.step() {}
        self.hand.outcome().expect("a hand that is over has an outcome")
    }

    /// Plays the hand to its end and takes the last actions back.
    pub fn back_from_end(&mut self, last: usize) {
        self.finish();
        let keep = self.actions.len().saturating_sub(last);
        self.actions.truncate(keep);
        self.hand = self.start();
        for &(_, action) in &self.actions {
            self.hand.play_unchecked(action);
        }
    }

    /// Plays another hand to its end, from this standing.
    pub(super) fn another(&mut self, standing: G::Standing) -> Outcome<G::Standing> {
        self.deal = self.place.rules.deal(&standing, &Deck::shuffled(&mut self.rng));
        self.standing = standing;
        self.hand = self.start();
        self.actions.clear();
        self.finish()
    }

    /// Adds the place to the message of a panic.
    fn named<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let result = catch_unwind(AssertUnwindSafe(|| run(self)));
        result.unwrap_or_else(|panic| {
            let after = self.actions.len();
            let who = self.hand_turn_text();
            let reason = message(&*panic).unwrap_or_default();
            if let Ok(record) = catch_unwind(AssertUnwindSafe(|| failed_record(self, reason))) {
                (self.failed)(record);
            }
            retold(panic, &format!("{} after {after} actions{who}", self.place))
        })
    }

    fn hand_turn_text(&self) -> String {
        let turn = catch_unwind(AssertUnwindSafe(|| self.hand.turn())).ok().flatten();
        turn.map_or_else(String::new, |seat| format!(", seat {seat} to move"))
    }
}

/// Where a hand is found again.
#[derive(Clone, Copy)]
struct Place<G> {
    rules: G,
    seed: u64,
    number: u64,
    hand: usize,
}

impl<G: Game> fmt::Display for Place<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, seed, number, hand } = self;
        let (game, rules) = (rules.name(), variant_name(rules));
        write!(f, "{game}, rules {rules}, seed {seed}, match {number}, hand {hand}")
    }
}

/// Adds a place to the message of a panic.
pub(super) fn named<T>(place: &impl fmt::Display, run: impl FnOnce() -> T) -> T {
    let result = catch_unwind(AssertUnwindSafe(run));
    result.unwrap_or_else(|panic| retold(panic, &place.to_string()))
}

/// Panics as before, with a place in front of the message.
fn retold(panic: Box<dyn Any + Send>, place: &str) -> ! {
    match message(&*panic) {
        Some(message) => panic!("{place}: {message}"),
        None => panic_any(panic),
    }
}

/// What a panic says, where it says something.
fn message(panic: &(dyn Any + Send)) -> Option<&str> {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    message.or_else(|| panic.downcast_ref::<&str>().copied())
}
