//! The decisions of matches: how many choices they have, how much the choice matters, and who finds the best one.
//!
//! A search values every choice twice, in worlds of its own each time. One half of the worlds says which choice is the
//! best, the other what it is worth, and the same the other way round: the greatest of several noisy values would be too
//! high. Where the halves take another choice for the best, the difference comes out too low.

use std::collections::BTreeSet;

use threehand_bots::{BotRng, Judged};
use threehand_engine::{BySeat, Seat, below};
use threehand_play::{DynBot, DynHand, DynRules};
use threehand_stats::{Estimate, RatioSums};

use super::calls::{self, Calls};
use crate::kinds::compare::design::{Design, StudyBlock};

/// The bot that values the choices, in the points of the hand.
pub(super) const JUDGE: &str = "mc:worlds=32:early=search:value=points";

/// All phases together.
pub(super) const ALL: &str = "all";

/// A figure of decisions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Figure {
    /// Decisions a hand.
    Decisions,
    /// The share of them with one choice.
    Forced,
    /// Legal actions of the others.
    Choices,
    /// How much better the best choice is than the worst, in points.
    Range,
    /// How much better it is than the second.
    Gap,
    /// How often the bot takes the best choice.
    Found,
    /// The points that it loses by others.
    Lost,
}

impl Figure {
    const ALL: [Self; 7] = [
        Self::Decisions,
        Self::Forced,
        Self::Choices,
        Self::Range,
        Self::Gap,
        Self::Found,
        Self::Lost,
    ];

    const fn is_share(self) -> bool {
        matches!(self, Self::Forced | Self::Found)
    }
}

/// The numerator and the denominator of each figure in a block.
type Ratios = [(i64, i64); Figure::ALL.len()];

/// The decisions of a block: by phase, then by bot.
type Phases = Vec<(&'static str, Vec<Ratios>)>;

/// Values that differ by no more than this are equal but for rounding.
const SAME: f64 = 1e-9;

/// Points are counted to this part of one.
const PARTS: f64 = 1e4;

/// A block: the matches of each bot on the same cards.
pub(super) struct Played {
    pub(super) study: StudyBlock,
    /// The hands of each bot's match.
    pub(super) hands: Vec<i64>,
    /// Whether the cap on hands ended it.
    pub(super) endless: Vec<bool>,
    /// Whether several players share the win.
    pub(super) shared: Vec<bool>,
    /// The sums of contracts and of tricks that hands of the last bot had, where contracts are numbers.
    pub(super) owed: BTreeSet<(u32, u32)>,
    phases: Phases,
    /// What each bot calls.
    pub(super) calls: Vec<Calls>,
}

/// What plays blocks.
pub(super) struct Player<'a> {
    pub(super) design: &'a Design<'a>,
    pub(super) rules: &'a dyn DynRules,
    /// The blocks in which decisions are valued.
    pub(super) valued: u64,
}

impl Player<'_> {
    /// Plays a block.
    pub(super) fn block(&self, number: u64) -> Played {
        let Design { seeds, arenas, rungs, .. } = self.design;
        let mut played = Played {
            study: self.design.play(number, None),
            hands: Vec::new(),
            endless: Vec::new(),
            shared: Vec::new(),
            owed: BTreeSet::new(),
            phases: vec![(ALL, vec![Ratios::default(); rungs.len()])],
            calls: vec![Calls::default(); rungs.len()],
        };
        let first = self.rules.first_hand(seeds.first_dealer(number), &seeds.deck(number, 0));
        for rung in 0..rungs.len() {
            let (mut decks, lineup) = (seeds.decks(number), (0, BySeat([rung; 3])));
            let of_match = arenas[0].play_on((0, &*first), &mut decks, lineup);
            let end = of_match.hands.last().and_then(|hand| hand.end()).filter(|end| end.over);
            played.endless.push(of_match.truncated);
            played.shared.push(end.is_some_and(|end| end.standing.leaders().len() > 1));
            played.hands.push(of_match.hands.len() as i64);
            of_match.hands.iter().for_each(|hand| played.count(&**hand, rung));
            if rung + 1 == rungs.len() {
                played.owed = of_match.hands.iter().filter_map(|hand| owed(&**hand)).collect();
                if number < self.valued {
                    self.value_some(number, &of_match.hands, &mut played);
                }
            }
        }
        for (_, bots) in &mut played.phases {
            let hands = bots.iter_mut().zip(&played.hands);
            hands.for_each(|(ratios, &hands)| ratios[Figure::Decisions as usize].1 = hands);
        }
        played
    }

    /// Values a decision of each phase in one of the hands of a match, drawn from those with a choice. It stands for all of
    /// them in the hand.
    fn value_some(&self, number: u64, hands: &[Box<dyn DynHand>], played: &mut Played) {
        let Design { seeds, game, rungs, .. } = self.design;
        let rng = |purpose| seeds.opinion(number, purpose, 0);
        let (mut draw, mut halves, mut luck) = (rng(0), [rng(1), rng(2)], rng(3));
        let Ok(mut judge) = game.bot(JUDGE) else { return };
        let bot = |spec: String| game.bot(&spec).expect("the game has read the spec");
        let mut bots: Vec<_> = rungs.iter().map(|player| bot(player.who.to_string())).collect();
        let mut drawn: Vec<(&str, i64, Box<dyn DynHand>, Seat)> = Vec::new();
        each_decision(&*hands[below(&mut draw, hands.len())], |hand, seat, phase, _| {
            if hand.legal().len() == 1 {
                return;
            }
            match drawn.iter_mut().find(|(other, ..)| *other == phase) {
                None => drawn.push((phase, 1, hand.copy(), seat)),
                Some((_, count, kept, of)) => {
                    *count += 1;
                    if below(&mut draw, *count as usize) == 0 {
                        (*kept, *of) = (hand.copy(), seat);
                    }
                }
            }
        });
        for (phase, weight, hand, seat) in drawn {
            let valued = Values::of(&*hand, seat, &mut *judge, &mut halves);
            for (rung, bot) in bots.iter_mut().enumerate() {
                let action = bot.decide(&*hand.view(seat), &mut luck).expect("its turn");
                let place = valued.place(&*hand, action);
                let mut add = |figure: Figure, value: f64| {
                    let ratio = ((value * PARTS).round() as i64 * weight, PARTS as i64 * weight);
                    played.add(phase, rung, figure, ratio);
                };
                add(Figure::Range, valued.best_less(|order| order[order.len() - 1]));
                add(Figure::Gap, valued.best_less(|order| valued.second(order)));
                if let Some(place) = place {
                    add(Figure::Found, f64::from(u8::from(valued.is_best(place))));
                    add(Figure::Lost, valued.best_less(|_| place));
                }
            }
        }
    }
}

impl Played {
    /// Counts the decisions and calls of a hand.
    fn count(&mut self, hand: &dyn DynHand, rung: usize) {
        let (mut before, bots) = (ALL, self.phases[0].1.len());
        let points = hand.end().map(|end| end.points);
        each_decision(hand, |hand, seat, phase, action| {
            if let Some((points, call)) = points.zip(calls::call(hand, action)) {
                let (times, sum) = self.calls[rung].entry((phase, call)).or_default();
                *times += 1;
                *sum += i64::from(points[seat]);
            }
            if self.phases.iter().all(|(other, _)| *other != phase) {
                // A phase stands after the one that came before it.
                let place = self.phases.iter().position(|(other, _)| *other == before);
                let place = place.map_or(0, |place| place + 1);
                self.phases.insert(place, (phase, vec![Ratios::default(); bots]));
            }
            let choices = hand.legal().len() as i64;
            self.add(phase, rung, Figure::Decisions, (1, 0));
            self.add(phase, rung, Figure::Forced, (i64::from(choices == 1), 1));
            if choices > 1 {
                self.add(phase, rung, Figure::Choices, (choices, 1));
            }
            before = phase;
        });
    }

    /// Adds to a figure of a phase, and of all.
    fn add(&mut self, phase: &str, rung: usize, figure: Figure, (x, y): (i64, i64)) {
        for (_, bots) in self.phases.iter_mut().filter(|(name, _)| [ALL, phase].contains(name)) {
            let ratio = &mut bots[rung][figure as usize];
            *ratio = (ratio.0 + x, ratio.1 + y);
        }
    }
}

/// Visits each decision of a hand: the hand before it, the seat to move, the phase and the action.
fn each_decision(
    hand: &dyn DynHand,
    mut visit: impl FnMut(&dyn DynHand, Seat, &'static str, usize),
) {
    let Some(mut then) = hand.start() else { return };
    for (seat, action) in hand.actions() {
        let phase = then.view(seat).recalled().phase;
        visit(&*then, seat, if phase.is_empty() { "decision" } else { phase }, action);
        then.play(action).expect("it was legal");
    }
}

/// The sums of contracts and of tricks of a hand.
fn owed(hand: &dyn DynHand) -> Option<(u32, u32)> {
    let (_, contracts, _) = hand.seats();
    let numbers = contracts.0.iter().map(|contract| contract.as_ref()?.parse::<u32>().ok());
    Some((numbers.sum::<Option<u32>>()?, hand.tricks().0.into_iter().map(u32::from).sum()))
}

/// The values of the choices of a decision, in points that the seat gains on the mean of all three.
struct Values {
    candidates: Vec<usize>,
    /// By half, then by candidate.
    halves: [Vec<f64>; 2],
}

impl Values {
    fn of(
        hand: &dyn DynHand,
        seat: Seat,
        judge: &mut dyn DynBot,
        halves: &mut [BotRng; 2],
    ) -> Self {
        let view = hand.view(seat);
        let opinions = halves.each_mut().map(|rng| judge.opinion(&*view, rng).expect("its turn"));
        // A worth is twice the seat's own points less those of the two others.
        let mean = |worth: &Judged<usize>| worth.mean / 3.0;
        let candidates: Vec<_> = opinions[0].worths.iter().map(|worth| worth.action).collect();
        if candidates.is_empty() {
            // All choices do the same.
            return Self { candidates: hand.legal(), halves: [vec![0.0], vec![0.0]] };
        }
        let halves = opinions.each_ref().map(|opinion| opinion.worths.iter().map(mean).collect());
        Self { candidates, halves }
    }

    /// The candidate that does the same as an action.
    fn place(&self, hand: &dyn DynHand, action: usize) -> Option<usize> {
        let same = |&candidate: &usize| candidate == action;
        let place = self.candidates.iter().position(same);
        let place = place.or_else(|| hand.candidate_for(&self.candidates, action))?;
        Some(place.min(self.halves[0].len() - 1))
    }

    /// How much better the best candidate is than another of the order from the best to the worst: one half says the order,
    /// the other the values.
    fn best_less(&self, other: impl Fn(&[usize]) -> usize) -> f64 {
        let less = |order: &[usize], values: &[f64]| values[order[0]] - values[other(order)];
        let [one, two] = &self.halves;
        f64::midpoint(less(&order(one), two), less(&order(two), one))
    }

    /// The second of an order from the best to the worst: the first that is not worth as much as the best in both halves.
    fn second(&self, order: &[usize]) -> usize {
        let is_same = |place: usize| {
            self.halves.iter().all(|half| (half[place] - half[order[0]]).abs() < SAME)
        };
        order.iter().copied().find(|&place| !is_same(place)).unwrap_or(order[0])
    }

    /// Whether no candidate is better over both halves.
    fn is_best(&self, place: usize) -> bool {
        let [one, two] = &self.halves;
        let both: Vec<f64> = one.iter().zip(two).map(|(one, two)| one + two).collect();
        both.iter().all(|value| *value <= both[place] + SAME)
    }
}

/// The places of values, the greatest first.
fn order(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
    places
}

/// The figures of a phase: by bot, then by figure.
type OfPhase = (&'static str, Vec<Vec<Option<Estimate>>>);

/// The figures of decisions over blocks.
pub(super) struct Decisions(pub(super) Vec<OfPhase>);

impl Decisions {
    /// Those of these blocks.
    pub(super) fn of(blocks: &[Played]) -> Self {
        let mut phases: Vec<&'static str> = Vec::new();
        for block in blocks {
            let mut place = 0;
            for (phase, _) in &block.phases {
                let known = phases.iter().position(|other| other == phase);
                let at = known.unwrap_or(place);
                if known.is_none() {
                    phases.insert(at, phase);
                }
                place = at + 1;
            }
        }
        let figures = |phase: &'static str| {
            let bots = blocks.first().map_or(0, |block| block.hands.len());
            let of_bot = |bot| Figure::ALL.map(|figure| estimate(blocks, phase, bot, figure));
            (phase, (0..bots).map(|bot| of_bot(bot).to_vec()).collect())
        };
        Self(phases.into_iter().map(figures).collect())
    }

    /// A figure of a bot in a phase, by its number.
    pub(super) fn value(&self, phase: usize, bot: usize, figure: Figure) -> Option<Estimate> {
        self.0[phase].1[bot][figure as usize]
    }
}

/// A figure over blocks.
fn estimate(blocks: &[Played], phase: &str, bot: usize, figure: Figure) -> Option<Estimate> {
    let is_share = figure.is_share();
    let mut sums = if is_share { RatioSums::default() } else { RatioSums::of_mean() };
    for block in blocks {
        let of_phase = block.phases.iter().find(|(other, _)| *other == phase);
        let none = (0, if figure == Figure::Decisions { block.hands[bot] } else { 0 });
        let (x, y) = of_phase.map_or(none, |(_, bots)| bots[bot][figure as usize]);
        if y > 0 {
            sums.add(x, y);
        }
    }
    if is_share { sums.share() } else { sums.estimate() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_half_chooses_and_the_other_values() {
        let halves = [vec![3.0, 1.0, 2.0], vec![1.0, 2.0, 0.0]];
        let values = Values { candidates: vec![7, 8, 9], halves };
        // The first half takes the first for the best and the second for the worst, worth 1 and 2 in the other; the second
        // half takes the second and the third, worth 1 and 2 in the first.
        assert_eq!(values.best_less(|order| order[2]), (1.0 - 2.0 + 1.0 - 2.0) / 2.0);
        assert_eq!(values.best_less(|order| values.second(order)), (1.0 - 0.0 + 1.0 - 3.0) / 2.0);
        assert_eq!([0, 1, 2].map(|place| values.is_best(place)), [true, false, false]);
        // Of three choices two do the same.
        let halves = [vec![3.0, 3.0, 2.0], vec![2.0, 2.0, 1.5]];
        let values = Values { candidates: vec![7, 8, 9], halves };
        assert_eq!(values.best_less(|order| values.second(order)), 0.75);
    }

    #[test]
    fn noise_alone_makes_no_choice_matter() {
        // Five choices of the same value, and noise: the greatest of five less the least is far above 0.
        let mut rng = threehand_bots::bot_rng([7; 32]);
        let mut noise = || (0..5).map(|_| below(&mut rng, 1000) as f64 / 1000.0).collect();
        let (mut crossed, mut naive) = (0.0, 0.0);
        for _ in 0..2_000 {
            let halves: [Vec<f64>; 2] = [noise(), noise()];
            let order = order(&halves[0]);
            naive += halves[0][order[0]] - halves[0][order[4]];
            let values = Values { candidates: vec![0; 5], halves };
            crossed += values.best_less(|order| order[order.len() - 1]);
        }
        // The standard error of the mean of crossed differences is below 0.01.
        assert!((crossed / 2_000.0_f64).abs() < 0.03 && naive / 2_000.0 > 0.6, "{crossed} {naive}");
    }
}
