//! A small game from outside, in which one thing at a time can be wrong: three cards each, and of
//! three cards played the highest of all wins a point.

use std::cell::RefCell;
use std::fmt;

use rand::Rng;
use threehand_bots::search::Endgame;
use threehand_bots::{Bot, BotRng, Knowledge, Strongest};
use threehand_engine::{
    ActionList, BySeat, Card, CardSet, Deal, Game, Hand as _, Legal as _, NotLegal, Outcome,
    Scores, Seat, Standing, View, actions,
};

/// What is wrong.
pub(crate) type Fault = u8;
pub(crate) const NOTHING: Fault = 0;
pub(crate) const HANDS_ARE_SMUGGLED: Fault = 1;
pub(crate) const A_CANDIDATE_IS_ILLEGAL: Fault = 2;
pub(crate) const CANDIDATES_ARE_OUT_OF_ORDER: Fault = 3;
pub(crate) const THE_POLICY_S_ACTION_HAS_NO_CANDIDATE: Fault = 4;
pub(crate) const WHAT_WAS_DONE_IS_FORGOTTEN: Fault = 5;
pub(crate) const ANOTHER_DEAL_IS_TOLD: Fault = 6;
pub(crate) const EQUITIES_SUM_TO_TWO: Fault = 7;
pub(crate) const THE_LOSER_HAS_ALL_EQUITY: Fault = 8;
pub(crate) const A_FEATURE_HAS_NO_WEIGHT: Fault = 9;
pub(crate) const THE_LAST_TRICK_IS_SOLVED_WRONG: Fault = 10;
pub(crate) const WHAT_IS_SOLVED_COMES_OF_NO_ACTION: Fault = 11;
pub(crate) const THE_CHAMPION_IS_NO_BOT: Fault = 12;
pub(crate) const A_POINT_IS_LOST_NOW_AND_THEN: Fault = 13;

thread_local! {
    /// The last hand that a view was made of: what no bot should see.
    static SMUGGLED: RefCell<Option<BySeat<CardSet>>> = const { RefCell::new(None) };
}

/// The hands that were smuggled to whoever knows where to look.
pub(crate) fn smuggled() -> Option<BySeat<CardSet>> {
    SMUGGLED.with_borrow(|hands| *hands)
}

actions! {
    pub(crate) enum Action {
        Play(card: Card) = "play",
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct HighCard<const F: Fault>;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hand<const F: Fault> {
    rules: HighCard<F>,
    standing: Scores,
    hands: BySeat<CardSet>,
    plays: Vec<(Seat, Card)>,
}

impl<const F: Fault> Hand<F> {
    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat([0; 3]);
        for trick in self.plays.chunks_exact(3) {
            let highest = trick.iter().max_by_key(|(_, card)| card.index());
            points[highest.expect("three cards").0] += 1;
        }
        points
    }

    fn dealt(&self, seat: Seat) -> CardSet {
        let played = self.plays.iter().filter(|(who, _)| *who == seat).map(|&(_, card)| card);
        self.hands[seat] | played.collect::<CardSet>()
    }

    /// So are some two hands of a thousand: the last trick is spades, and the ace is among them.
    fn is_rare(&self) -> bool {
        let mut last = self.plays.iter().rev().take(3).map(|(_, card)| card);
        let ace_of_spades = self.plays.iter().rev().take(3).any(|(_, card)| card.index() == 51);
        ace_of_spades && last.all(|card| card.index() >= 39)
    }

    fn ended_with(&self, points: BySeat<i32>) -> Outcome<Scores> {
        let mut standing = self.standing.after(points);
        let lost = F == A_POINT_IS_LOST_NOW_AND_THEN && self.is_rare();
        if lost {
            standing = self.standing.after(points.map(|points| points.max(1) - 1));
        }
        Outcome { points, standing, over: standing.scores().0.into_iter().any(|score| score >= 5) }
    }
}

impl<const F: Fault> threehand_engine::Hand for Hand<F> {
    type Game = HighCard<F>;

    fn rules(&self) -> &HighCard<F> {
        &self.rules
    }

    fn standing(&self) -> &Scores {
        &self.standing
    }

    fn turn(&self) -> Option<Seat> {
        let steps = self.plays.len();
        (steps < 9).then(|| Seat::cyclic(self.standing.dealer().number() + 1 + steps))
    }

    fn legal(&self) -> ActionList<Action> {
        let hand = self.turn().map_or(CardSet::EMPTY, |seat| self.hands[seat]);
        ActionList(hand.iter().map(Action::Play).collect())
    }

    fn why_illegal(&self, action: Action) -> NotLegal<Action> {
        NotLegal(action)
    }

    fn play_unchecked(&mut self, Action::Play(card): Action) {
        let seat = self.turn().expect("somebody is to move");
        self.hands[seat].remove(card);
        self.plays.push((seat, card));
    }

    fn outcome(&self) -> Option<Outcome<Scores>> {
        self.turn().is_none().then(|| self.ended_with(self.points()))
    }

    fn known(&self, seat: Seat) -> Known<'_, F> {
        if F == HANDS_ARE_SMUGGLED {
            SMUGGLED.set(Some(self.hands));
        }
        Known { hand: self, seat }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Known<'a, const F: Fault> {
    hand: &'a Hand<F>,
    seat: Seat,
}

impl<const F: Fault> fmt::Debug for Known<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hand { standing, hands, plays, .. } = self.hand;
        write!(f, "seat {} holds {} after {plays:?}, {standing:?}", self.seat, hands[self.seat])
    }
}

#[derive(Debug)]
pub(crate) struct Worlds<const F: Fault> {
    hand: Hand<F>,
    seat: Seat,
}

impl<const F: Fault> threehand_engine::Worlds<Hand<F>> for Worlds<F> {
    fn of(view: &View<'_, HighCard<F>>) -> Self {
        Self { hand: view.hand.clone(), seat: view.seat() }
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Hand<F> {
        let mut world = self.hand.clone();
        let played: CardSet = world.plays.iter().map(|&(_, card)| card).collect();
        let mut unseen = !(played | world.hands[self.seat]);
        for other in [self.seat.left(), self.seat.right()] {
            let held = world.hands[other].len();
            world.hands[other] = (0..held)
                .map(|_| {
                    let card = unseen.nth(threehand_engine::below(rng, unseen.len()));
                    unseen.remove(card);
                    card
                })
                .collect();
        }
        world
    }
}

impl<const F: Fault> Game for HighCard<F> {
    const NAME: &'static str = "high-card";

    type Standing = Scores;
    type Hand = Hand<F>;
    type Action = Action;
    type Legal = ActionList<Action>;
    type Illegal = NotLegal<Action>;
    type Known<'a> = Known<'a, F>;
    type Worlds = Worlds<F>;

    fn hand_sizes(&self, _: &Scores) -> BySeat<usize> {
        BySeat([3; 3])
    }

    fn start(&self, standing: &Scores, deal: &Deal) -> Hand<F> {
        Hand { rules: *self, standing: *standing, hands: deal.hands(), plays: Vec::new() }
    }
}

/// Plays its highest card.
#[derive(Clone, Copy)]
struct Highest;

impl<const F: Fault> Bot<HighCard<F>> for Highest {
    fn decide(&mut self, view: &View<'_, HighCard<F>>, _: &mut BotRng) -> Action {
        Action::Play(view.hand.hands[view.seat()].last().expect("it holds a card"))
    }
}

impl<const F: Fault> Knowledge for HighCard<F> {
    const CHAMPIONS: &'static [Strongest] = &[Strongest {
        spec: if F == THE_CHAMPION_IS_NO_BOT { "nobody" } else { "greedy" },
        counts: &[(5, 1)],
    }];
    const FEATURES: &'static [&'static str] = &["score"];
    const WEIGHTS: &'static [f64] = if F == A_FEATURE_HAS_NO_WEIGHT { &[] } else { &[0.5] };

    fn greedy() -> Option<impl Bot<Self> + Copy + 'static> {
        Some(Highest)
    }

    fn candidates(view: &View<'_, Self>, candidates: &mut Vec<Action>) {
        candidates.extend(view.legal().iter());
        match F {
            A_CANDIDATE_IS_ILLEGAL => {
                let played = view.hand.plays.first().map(|&(_, card)| Action::Play(card));
                candidates.extend(played);
            }
            CANDIDATES_ARE_OUT_OF_ORDER => candidates.reverse(),
            THE_POLICY_S_ACTION_HAS_NO_CANDIDATE if candidates.len() > 1 => {
                candidates.pop();
            }
            _ => {}
        }
    }

    fn features(&self, standing: &Scores, seat: Seat) -> [f64; threehand_bots::MOST_FEATURES] {
        let mut features = [0.0; threehand_bots::MOST_FEATURES];
        features[0] = f64::from(standing.scores()[seat]);
        features
    }

    fn equity(&self, outcome: &Outcome<Scores>) -> BySeat<f64> {
        let scores = outcome.standing.scores();
        let best = match F {
            THE_LOSER_HAS_ALL_EQUITY => scores.0.into_iter().min(),
            _ => scores.0.into_iter().max(),
        };
        let ahead = scores.map(|score| f64::from(u8::from(Some(score) == best)));
        let whole = if F == EQUITIES_SUM_TO_TWO { 0.5 } else { 1.0 };
        let sum: f64 = ahead.0.iter().sum::<f64>() * whole;
        ahead.map(|one| one / sum)
    }

    fn dealt(hand: &Hand<F>) -> Option<Deal> {
        let mut dealt = BySeat::from_fn(|seat| hand.dealt(seat));
        let BySeat([a, b, c]) = dealt;
        if F == ANOTHER_DEAL_IS_TOLD {
            dealt.0.rotate_left(1);
        }
        Some(Deal::of(dealt, (!(a | b | c)).iter()))
    }

    fn done(hand: &Hand<F>, past: &Hand<F>, _: Seat, _: Action) -> Option<Action> {
        let next = if F == WHAT_WAS_DONE_IS_FORGOTTEN { 8 } else { past.plays.len() };
        hand.plays.get(next).map(|&(_, card)| Action::Play(card))
    }

    fn endgame() -> impl Endgame<Self> {
        LastTricks
    }
}

/// Solves the last two tricks by trying all: each seat is after its own points, then those of its left.
struct LastTricks;

impl<const F: Fault> Endgame<HighCard<F>> for LastTricks {
    fn solve(&mut self, hand: &Hand<F>) -> Option<Outcome<Scores>> {
        if hand.plays.len() < 3 {
            return None;
        }
        let mut points = best(hand);
        let is_last = hand.plays.len() >= 6;
        if F == THE_LAST_TRICK_IS_SOLVED_WRONG && is_last
            || F == WHAT_IS_SOLVED_COMES_OF_NO_ACTION && hand.plays.len() == 3
        {
            points = points.map(|points| points + 3);
        }
        Some(hand.ended_with(points))
    }
}

fn best<const F: Fault>(hand: &Hand<F>) -> BySeat<i32> {
    let Some(turn) = hand.turn() else { return hand.points() };
    let ends = hand.legal().iter().map(|action| {
        let mut after = hand.clone();
        after.play_unchecked(action);
        best(&after)
    });
    ends.max_by_key(|points| (points[turn], points[turn.left()])).expect("it has a move")
}
