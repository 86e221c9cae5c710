//! A round of `soak`: a match under rules drawn at random, with checks on all the way.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use rand::{Rng, SeedableRng};
use threehand_bots::testing::{Trial, Trials, blindness};
use threehand_bots::{BotRng, Bots, Knowledge, Maker, Spec, Visitor};
use threehand_engine::record::Record;
use threehand_engine::{
    Action as _, BySeat, Game, Hand as _, Legal as _, Standing as _, below, testing,
};

/// After so many hands a match is left, over or not: under some rules random play goes on and on.
const HANDS: usize = 50;

/// One round in so many is played by bots, and not at random.
const BY_BOTS: u64 = 4;

/// What a round came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Hands that were played to their end.
    pub(super) hands: u64,
    /// Decisions in these hands.
    pub(super) decisions: u64,
    /// Hands that were written as records and replayed, among all that the sample goes through.
    pub(super) verified: u64,
}

/// A check that failed.
#[derive(Debug)]
pub(super) struct Failed {
    /// The place and what failed there.
    pub(super) told: String,
    /// The hand, as far as it was played.
    pub(super) record: Option<Box<Record>>,
}

/// A round to be played.
#[derive(Clone, Copy)]
pub(super) struct Round {
    pub(super) seed: u64,
    pub(super) number: u64,
    /// Whether the round is one of the sample.
    pub(super) sampled: bool,
}

impl Visitor for Round {
    type Output = Result<Counts, Failed>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let kept = Arc::new(Mutex::new(None));
        let played = catch_unwind(AssertUnwindSafe(|| {
            let mut counts = self.play(bots, &kept);
            if self.sampled {
                counts.verified = self.verify(bots, &kept);
            }
            counts
        }));
        played.map_err(|panic| Failed {
            told: told(&*panic).to_owned(),
            record: kept.lock().ok().and_then(|mut kept| kept.take()).map(Box::new),
        })
    }
}

/// What a panic says.
fn told(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

impl Round {
    /// The hands of the round, not yet played; the one on which a check fails is kept.
    fn trials<G: Game>(self, kept: &Arc<Mutex<Option<Record>>>) -> Trials<G> {
        let kept = Arc::clone(kept);
        let keep = move |record| {
            if let Ok(mut kept) = kept.lock() {
                *kept = Some(record);
            }
        };
        let trials = Trials::new(usize::MAX).seed(self.seed).hands_of_a_match(HANDS);
        trials.matches(self.number..self.number + 1).on_failure(keep)
    }

    /// Plays the round with the checks that cost little.
    fn play<G: Knowledge>(self, bots: &Bots<'_, G>, kept: &Arc<Mutex<Option<Record>>>) -> Counts {
        let mut counts = Counts::default();
        let by_bots = (self.number / 8).is_multiple_of(BY_BOTS);
        let specs = if by_bots { quick(bots) } else { vec![] };
        let makers: Vec<_> = specs.iter().map(|spec| bots.maker(spec)).collect();
        self.trials::<G>(kept).each(|trial| {
            if makers.is_empty() {
                at_random(trial);
            } else {
                with_bots(trial, &makers);
            }
            assert_end(trial);
            counts.hands += 1;
            counts.decisions += trial.actions.len() as u64;
        });
        counts
    }

    /// Puts the round to every check that a game has to pass; gives how many records were verified.
    fn verify<G: Knowledge>(self, bots: &Bots<'_, G>, kept: &Arc<Mutex<Option<Record>>>) -> u64 {
        let trials = self.trials::<G>(kept);
        testing::hands(&trials);
        testing::worlds(&trials);
        testing::playouts(&trials);
        blindness(bots, &quick(bots), &trials);
        testing::records(&trials) as u64
    }
}

/// The bots that have nothing to be set but how absent-minded they are: those that do not search.
fn quick<G: Knowledge>(bots: &Bots<'_, G>) -> Vec<Spec> {
    let quick = bots.kinds().filter(|kind| kind.parameters().iter().all(|p| p.name() == "epsilon"));
    quick.map(|kind| bots.spec(kind.name()).expect("a kind of the list")).collect()
}

/// Plays a hand at random, checked, to the end that the fast playout comes to with the same numbers.
fn at_random<G: Game>(trial: &mut Trial<'_, G>) {
    let mut fast = trial.rng.clone();
    let due = trial.hand.play_out(&mut fast);
    let mut tries = BotRng::from_rng(&mut trial.rng.clone());
    while trial.hand.turn().is_some() {
        let action = trial.next_action();
        play_checked(trial, action, &mut tries);
    }
    assert_eq!(trial.hand.outcome(), Some(due), "a playout comes to another outcome");
    assert_eq!(trial.rng.next_u64(), fast.next_u64(), "a playout draws other numbers");
}

/// Plays a hand with a bot in each seat, drawn from these.
fn with_bots<G: Game>(trial: &mut Trial<'_, G>, makers: &[Maker<'_, G>]) {
    let mut luck = BotRng::from_rng(&mut trial.rng);
    let mut tries = BotRng::from_rng(&mut trial.rng);
    let mut players = BySeat::from_fn(|_| makers[below(&mut luck, makers.len())]());
    while let Some(seat) = trial.hand.turn() {
        let action = players[seat].decide(&trial.hand.view(seat), &mut luck);
        play_checked(trial, action, &mut tries);
    }
}

/// Plays an action that has to be legal, and asks about one that need not be.
fn play_checked<G: Game>(trial: &mut Trial<'_, G>, action: G::Action, tries: &mut BotRng) {
    let legal = trial.hand.legal();
    assert!(legal.contains(action), "`{action}` is chosen and is not legal");
    assert!(trial.hand.outcome().is_none(), "an outcome before the end");
    let any = legal.nth(below(tries, legal.len()));
    assert!(legal.contains(any), "`{any}` is listed and is not legal");
    if let Some(other) = G::Action::from_index(below(tries, G::Action::COUNT)) {
        let checked = trial.hand.check(other);
        assert_eq!(checked.is_ok(), legal.contains(other), "`{other}` checked and listed");
        if let Err(why) = checked
            && below(tries, 16) == 0
        {
            assert!(!why.to_string().is_empty(), "`{other}` is refused for nothing");
            let refused = trial.hand.clone().play(other).is_err();
            assert!(refused, "`{other}` is refused and can be played");
        }
    }
    let taken =
        |trial: &Trial<'_, G>| trial.hand.tricks().0.iter().map(|&n| u32::from(n)).sum::<u32>();
    let before = taken(trial);
    trial.play(action);
    let more = taken(trial).checked_sub(before);
    assert!(
        more.is_some_and(|more| more <= 1),
        "one action, and {before} tricks are {}",
        taken(trial)
    );
}

/// What holds at the end of every hand.
fn assert_end<G: Game>(trial: &Trial<'_, G>) {
    let hand = &trial.hand;
    let end = hand.outcome().expect("a hand that is over has an outcome");
    assert!(hand.legal().is_empty(), "something is legal after the end");
    assert_eq!(hand.standing(), &trial.standing, "the standing of the hand has changed");
    if end.standing.game_points() == trial.standing.game_points() {
        let before = trial.standing.scores();
        let due = BySeat::from_fn(|seat| before[seat] + end.points[seat]);
        assert_eq!(end.standing.scores(), due, "scores after points of {:?}", end.points);
    }
}
