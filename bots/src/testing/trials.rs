//! Hands to try bots on, and the place of each, to be named where a check fails.

use std::cell::Cell;
use std::fmt;

use threehand_engine::options::variant_name;
use threehand_engine::{Deal, Deck, Game, Hand, Outcome, Seat, Stream, below};

use super::place::at;

/// No hand of cards has so many decisions.
const ENDLESS: usize = 10_000;

/// Keeps these streams apart from all others.
const TRIALS: u64 = 0x62_6F_74_73;

/// Random hands of a game to make checks on: of matches that start anew and go on for some hands.
///
/// They are the same whenever the same checks are made on them: each match is a function of the
/// seed and its number.
pub struct Trials<G> {
    hands: usize,
    hands_of_a_match: usize,
    seed: u64,
    rules: Box<dyn Fn(&mut Stream) -> G>,
}

impl<G: Game> Trials<G> {
    /// So many hands, one match in four under the published rules and the others under
    /// [any](any_rules).
    pub fn new(hands: usize) -> Self {
        Self { hands, hands_of_a_match: 8, seed: 0, rules: Box::new(mostly(any_rules)) }
    }

    /// Other hands for another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Leaves a match after so many hands, even if it is not over; 8 unless this is asked for.
    #[must_use]
    pub fn hands_of_a_match(mut self, hands: usize) -> Self {
        self.hands_of_a_match = hands;
        self
    }

    /// Makes the rules of three matches in four with this: for options with more values than they
    /// list.
    #[must_use]
    pub fn rules(mut self, rules: impl Fn(&mut Stream) -> G + 'static) -> Self {
        self.rules = Box::new(mostly(rules));
        self
    }

    /// Plays by these rules alone.
    #[must_use]
    pub fn under(mut self, rules: G) -> Self {
        self.rules = Box::new(move |_| rules);
        self
    }

    /// Makes a check on every hand, before its first action. What the check leaves of the hand is
    /// played to its end at random, for the next hand to start from.
    ///
    /// # Panics
    /// If the check does, with the place named; if a hand has no end.
    pub fn each(&self, mut check: impl FnMut(&mut Trial<G>)) {
        let mut left = self.hands;
        for number in 0.. {
            let mut rng = Stream::new([self.seed, number, 0, TRIALS]);
            let rules = (self.rules)(&mut rng);
            let mut standing = rules.first_standing(Seat::from_number(below(&mut rng, 3)));
            for hand in 0..self.hands_of_a_match {
                if left == 0 {
                    return;
                }
                left -= 1;
                let played = Cell::new(0);
                let place = || {
                    let (game, rules, seed) = (G::NAME, variant_name(&rules), self.seed);
                    let after = played.get();
                    format!(
                        "{game}, rules {rules}, seed {seed}, match {number}, hand {hand} \
                         after {after} actions"
                    )
                };
                let outcome = at(place, || {
                    let mut trial = Trial {
                        number,
                        hand_number: hand,
                        played: &played,
                        hand: deal(&rules, &standing, &mut rng),
                        rng: Stream::new([self.seed, number, hand as u64 + 1, TRIALS]),
                    };
                    check(&mut trial);
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

impl<G: Game> fmt::Debug for Trials<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hands, hands_of_a_match, seed, .. } = self;
        write!(f, "Trials of {hands} hands, {hands_of_a_match} a match, seed {seed}")
    }
}

fn mostly<G: Game>(rules: impl Fn(&mut Stream) -> G) -> impl Fn(&mut Stream) -> G {
    move |rng| if below(rng, 4) == 0 { G::default() } else { rules(rng) }
}

/// Rules with any listed value for every option.
pub fn any_rules<G: Game>(rng: &mut Stream) -> G {
    let mut rules = G::default();
    for option in G::OPTIONS {
        let value = option.values[below(rng, option.values.len())];
        rules.set_option(option.name, value).expect("a listed value can be set");
    }
    rules
}

/// A hand of a shuffled deck.
pub fn deal<G: Game>(rules: &G, standing: &G::Standing, rng: &mut Stream) -> G::Hand {
    rules.start(standing, &Deal::new(Deck::shuffled(rng), rules.hand_sizes(standing)))
}

/// A hand that a check is made on.
#[derive(Debug)]
pub struct Trial<'a, G: Game> {
    number: u64,
    hand_number: usize,
    played: &'a Cell<usize>,
    /// The hand as far as it has been played.
    pub hand: G::Hand,
    /// Random numbers of this hand, for its play and for the check.
    pub rng: Stream,
}

impl<G: Game> Trial<'_, G> {
    /// The number of the match, from 0.
    pub fn match_number(&self) -> u64 {
        self.number
    }

    /// The number of the hand in its match, from 0.
    pub fn number(&self) -> usize {
        self.hand_number
    }

    /// Plays this.
    ///
    /// # Panics
    /// If it is not legal, or the hand has no end.
    pub fn play(&mut self, action: G::Action) {
        let played = self.hand.play(action);
        played.unwrap_or_else(|why| panic!("`{action}` is refused: {why}"));
        self.played.set(self.played.get() + 1);
        assert!(self.played.get() < ENDLESS, "the hand does not end");
    }

    /// Plays the hand to its end at random.
    ///
    /// # Panics
    /// If it has no end, or no outcome at its end.
    pub fn finish(&mut self) -> Outcome<G::Standing> {
        while self.hand.turn().is_some() {
            let action = self.hand.any_legal(&mut self.rng);
            self.play(action);
        }
        self.hand.outcome().expect("a hand that is over has an outcome")
    }
}
