//! What is known of a game.

use rand::SeedableRng;
use threehand_engine::testing::{Trial, Trials};
use threehand_engine::{
    BySeat, Card, CardSet, Hand, Legal, Outcome, Seat, Standing, View, Worlds, below,
};

use super::bots::text;
use crate::bot::{Bot, BotRng};
use crate::knowledge::{Knowledge, MOST_FEATURES};
use crate::lab::Bots;
use crate::learned::{Inputs, Learned};
use crate::planes::{Plane, Planes};
use crate::puzzles;
use crate::quick::Random;
use crate::search::Endgame;

/// How often what is known of a game was asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// Decisions at which a world was retraced from its deal: none if the game has no deals, so that no world is
    /// weighed.
    pub retraced: usize,
    /// Decisions with choices that were solved: none if the game solves nothing.
    pub solved: usize,
}

/// What is known of a game holds, on hands played by its quick bots:
///
/// - Its puzzles can be read, and its champions are bots of the list, if there is a bot called `champion`.
/// - Candidates are legal actions in their order. The candidate for a candidate is itself, and there is one for what
///   the game's best quick bot does.
/// - Planes show the seat's own cards, and nothing of the others' that is not so.
/// - A hand that is retraced from its deal, action by action, ends the same; so does a world of a seat.
/// - Match equities are chances that sum to 1, and where a match is over, who stands ahead has more of it.
/// - What is solved never contradicts what is played, and a solver that has seen much says the same as a new one.
///
/// # Panics
/// If something does not hold.
pub fn knowledge<G: Knowledge>(bots: &Bots<G>, trials: &Trials<G>) -> Known {
    constants(bots);
    puzzles::of_game::<G>();
    let mut known = Known::default();
    let (mut solver, mut best) = (G::endgame(), quick_bots::<G>().pop().expect("random at least"));
    each_decision(trials, |trial, seat| {
        let mut rng = BotRng::from_rng(&mut trial.rng);
        let hand = &trial.hand;
        if let Some(seat) = seat {
            candidates(&hand.view(seat), &mut *best, &mut rng);
            planes::<G>(hand, seat);
        } else {
            equity(hand.rules(), &hand.outcome().expect("a hand that is over has an outcome"));
        }
        if seat.is_none() || below(&mut rng, 3) == 0 {
            known.retraced += usize::from(past::<G>(hand, seat, &mut rng));
        }
        known.solved += usize::from(endgame::<G>(hand, &mut solver, &mut rng));
    });
    known
}

fn constants<G: Knowledge>(bots: &Bots<G>) {
    let has_champion = bots.names().any(|name| name == "champion");
    for strongest in G::CHAMPIONS.iter().filter(|_| has_champion) {
        let grows = |pair: &[(u32, u32)]| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1;
        assert!(strongest.counts.windows(2).all(grows), "{}: {strongest:?}", G::NAME);
        let budget = strongest.from();
        let spec = bots.spec(&format!("champion:budget={budget}ms"));
        spec.unwrap_or_else(|why| panic!("{}: the champion of {budget}ms: {why}", G::NAME));
    }
    assert!(G::CHAMPIONS.is_sorted_by(|a, b| a.from() < b.from()), "{}: its champions", G::NAME);
    assert!((0.0..=1.0).contains(&G::BLEND), "{}: a blend of {}", G::NAME, G::BLEND);
    assert!(G::THRESHOLD >= 0.0, "{}: a threshold of {}", G::NAME, G::THRESHOLD);
    let [features, weights] = [G::FEATURES.len(), G::WEIGHTS.len()];
    assert_eq!(features, weights, "{}: features and weights", G::NAME);
    assert!(features <= MOST_FEATURES, "{}: {features} features", G::NAME);
}

fn candidates<G: Knowledge>(view: &View<'_, G>, best: &mut dyn Bot<G>, rng: &mut BotRng) {
    let mut candidates = Vec::new();
    G::candidates(view, &mut candidates);
    assert!(!candidates.is_empty(), "no candidate: {view:?}");
    let mut legal = view.legal().iter();
    for (place, &candidate) in candidates.iter().enumerate() {
        let is_next = legal.any(|action| action == candidate);
        assert!(is_next, "`{candidate}` of {candidates:?} is illegal or out of order: {view:?}");
        let itself = G::candidate_for(&candidates, candidate);
        assert_eq!(itself, Some(place), "of {candidates:?} for `{candidate}`: {view:?}");
    }
    if G::greedy().is_some() || G::heuristic().is_some() {
        let action = best.decide(view, rng);
        let place = G::candidate_for(&candidates, action);
        let is_kept = place.is_some_and(|place| place < candidates.len());
        assert!(is_kept, "{place:?} of {candidates:?} for the policy's `{action}`: {view:?}");
    }
    if let Some(action) = G::yields(view) {
        assert!(view.legal().contains(action), "`{action}` is no way to yield: {view:?}");
    }
}

fn planes<G: Knowledge>(hand: &G::Hand, seat: Seat) {
    let mut bytes = [0; Planes::BYTES];
    G::observe(&hand.view(seat), &mut Planes::new(&mut bytes));
    let on = |plane: Plane| -> CardSet {
        let row = &bytes[plane as usize * Card::COUNT..][..Card::COUNT];
        Card::all().filter(|card| row[card.index()] == 1).collect()
    };
    let hold = |seat: Seat| hand.view(seat).scene().hands[seat].cards.set();
    assert_eq!(on(Plane::Hand), hold(seat), "the own cards: {:?}", hand.view(seat));
    let may = [Plane::MayLeft, Plane::MayRight].map(on);
    // Without more than its scene a game has no planes of what others may hold.
    let says = may != [CardSet::EMPTY; 2];
    let [_, others @ ..] = seat.around();
    for ((other, held), may) in others.into_iter().zip([Plane::HeldLeft, Plane::HeldRight]).zip(may)
    {
        let (cards, held) = (hold(other), on(held));
        assert!(cards.contains_all(held), "{held} held by {other}: {:?}", hand.view(seat));
        let is_possible = !says || (held | may).contains_all(cards);
        assert!(
            is_possible,
            "{may} may be held by {other}, who has {cards}: {:?}",
            hand.view(seat)
        );
    }
}

fn equity<G: Knowledge>(rules: &G, outcome: &Outcome<G::Standing>) {
    let equity = rules.equity(outcome);
    let is_chance = |chance: &f64| (0.0..=1.0).contains(chance);
    assert!(equity.0.iter().all(is_chance), "{equity:?} are no chances: {outcome:?}");
    let sum: f64 = equity.0.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "{equity:?} sum to {sum}: {outcome:?}");
    for seat in Seat::ALL {
        let values = rules.features(&outcome.standing, seat);
        let are_values = values.iter().all(|value| value.is_finite())
            && values[G::FEATURES.len()..].iter().all(|&value| value == 0.0);
        assert!(are_values, "{values:?} of {:?}: {outcome:?}", G::FEATURES);
        for other in [seat.left(), seat.right()] {
            let [mine, theirs] = [seat, other].map(|seat| outcome.standing.placing(seat));
            let is_apart = mine > theirs && equity[seat] < equity[other]
                || mine == theirs && equity[seat] != equity[other];
            let is_wrong = outcome.over && is_apart;
            assert!(!is_wrong, "{equity:?} go against the end of the match: {outcome:?}");
        }
    }
}

/// Retraces the hand with all cards open; all seats see the same at its end. At a decision a world of the seat is
/// retraced as well, by what the seat sees. Returns whether that was done.
fn past<G: Knowledge>(hand: &G::Hand, seat: Option<Seat>, rng: &mut BotRng) -> bool {
    let Some(again) = retraced::<G>(hand, None, rng) else { return false };
    for other in Seat::ALL {
        let [then, now] = [&again, hand].map(|hand| text(&hand.view(other)));
        assert_eq!(then, now, "seat {other} sees something else once it is gone through");
    }
    let Some(seat) = seat else {
        assert_eq!(again.outcome(), hand.outcome(), "it ends in another way");
        return false;
    };
    let world = G::Worlds::of(&hand.view(seat)).draw(rng);
    let again = retraced::<G>(&world, Some(seat), rng).expect("worlds have deals too");
    let [then, now] = [&again, hand].map(|hand| text(&hand.view(seat)));
    assert_eq!(then, now, "seat {seat} sees something else once a world is gone through");
    true
}

/// Retraces a hand from its deal with random wishes, by what one seat sees or else by what the seat to
/// move sees. `None` if the game has no deals.
fn retraced<G: Knowledge>(hand: &G::Hand, me: Option<Seat>, rng: &mut BotRng) -> Option<G::Hand> {
    let mut past = hand.rules().start(hand.standing(), &G::dealt(hand)?);
    while let Some(turn) = past.turn() {
        let wish = Random.decide(&past.view(turn), rng);
        let Some(action) = G::done(hand, &past, me.unwrap_or(turn), wish) else { break };
        let played = past.play(action);
        played
            .unwrap_or_else(|why| panic!("`{action}` of seat {turn} can't have been done: {why}"));
    }
    Some(past)
}

/// The points of a hand that is solved are those it ends with if nobody has a choice left. Where there are choices, at
/// one decision in eight, they are what one of them leads to as far as all are solved. Returns whether such a decision
/// was solved.
fn endgame<G: Knowledge>(hand: &G::Hand, solver: &mut impl Endgame<G>, rng: &mut BotRng) -> bool {
    if let Some(end) = forced_end::<G>(hand) {
        let found = solver.solve(hand).map(|outcome| outcome.points);
        let is_right = found.is_none_or(|found| found == end.points);
        assert!(is_right, "{found:?} of {end:?}: {hand:?}");
        return false;
    }
    if below(rng, 8) > 0 {
        return false;
    }
    let Some(points) = solver.solve(hand).map(|outcome| outcome.points) else { return false };
    let new = G::endgame().solve(hand).map(|outcome| outcome.points);
    assert_eq!(new, Some(points), "a new solver says something else: {hand:?}");
    let ends = hand.legal().iter().map(|action| {
        let mut after = hand.clone();
        after.play_unchecked(action);
        after.outcome().or_else(|| solver.solve(&after)).map(|outcome| outcome.points)
    });
    if let Some(ends) = ends.collect::<Option<Vec<BySeat<i32>>>>() {
        assert!(ends.contains(&points), "{points:?}, but {ends:?} come of it: {hand:?}");
    }
    true
}

/// How the hand ends if nobody has a choice.
fn forced_end<G: Knowledge>(hand: &G::Hand) -> Option<Outcome<G::Standing>> {
    let mut hand = hand.clone();
    while hand.turn().is_some() {
        if hand.legal().len() > 1 {
            return None;
        }
        hand.play_unchecked(hand.legal().nth(0));
    }
    hand.outcome()
}

/// A view of a decision has as many inputs as any other, each of them is on once at most, and the legal actions have
/// labels of their own. Another hand that looks the same to the seat has the same inputs and labels.
///
/// # Panics
/// If one of these does not hold.
pub fn senses<G: Learned>(trials: &Trials<G>) {
    let mut count = None;
    each_decision(trials, |trial, seat| {
        let Some(seat) = seat else { return };
        let view = trial.hand.view(seat);
        let (inputs, labels) = sensed(&view);
        let needed = *count.get_or_insert(inputs.count());
        assert_eq!(inputs.count(), needed, "as many inputs as elsewhere: {view:?}");
        let mut on = inputs.on().to_vec();
        on.sort_unstable();
        assert!(on.iter().all(|&input| usize::from(input) < needed), "{on:?}: {view:?}");
        assert!(on.is_sorted_by(|a, b| a < b), "an input twice, {on:?}: {view:?}");
        let mut sorted = labels.clone();
        sorted.sort_unstable();
        assert!(sorted.is_sorted_by(|a, b| a < b), "a label twice, {labels:?}: {view:?}");
        let are_labels = labels.as_flattened().iter().all(|&label| usize::from(label) < G::LABELS);
        assert!(are_labels, "{labels:?}: {view:?}");
        let (again, labels_again) = sensed(&trial.hand.veiled(seat).view(seat));
        assert_eq!(again.on(), inputs.on(), "another hand that looks the same: {view:?}");
        assert_eq!(labels_again, labels, "another hand that looks the same: {view:?}");
    });
}

/// The inputs of a view, and the labels of the legal actions.
fn sensed<G: Learned>(view: &View<'_, G>) -> (Inputs, Vec<[u16; 4]>) {
    let mut inputs = Inputs::new();
    let places = G::sense(view, &mut inputs);
    let labels = G::labels(view, &places);
    let labels = view.legal().iter().map(labels).collect();
    (inputs, labels)
}

/// `random`, and those of `greedy` and `heuristic` that the game has; the last is what plays worlds
/// out.
fn quick_bots<G: Knowledge>() -> Vec<Box<dyn Bot<G>>> {
    let mut bots: Vec<Box<dyn Bot<G>>> = vec![Box::new(Random)];
    bots.extend(G::greedy().map(|bot| Box::new(bot) as Box<dyn Bot<G>>));
    bots.extend(G::heuristic().map(|bot| Box::new(bot) as Box<dyn Bot<G>>));
    bots
}

/// Plays hands by these bots, one drawn for each seat. At every decision, and once a hand is over,
/// the check is made first.
fn each_decision<G: Knowledge>(
    trials: &Trials<G>,
    mut check: impl FnMut(&mut Trial<'_, G>, Option<Seat>),
) {
    let mut bots = quick_bots::<G>();
    trials.each(|trial| {
        let mut rng = BotRng::from_rng(&mut trial.rng);
        let drawn = BySeat::from_fn(|_| below(&mut rng, bots.len()));
        while let Some(seat) = trial.hand.turn() {
            check(trial, Some(seat));
            let action = bots[drawn[seat]].decide(&trial.hand.view(seat), &mut rng);
            trial.play(action);
        }
        check(trial, None);
    });
}
