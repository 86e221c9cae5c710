//! What a bot thinks of the decisions of a hand.

use serde::Serialize;
use threehand_bots::{Bot, BotRng, Judged, Knowledge, Maker, Opinion, Unit};
use threehand_engine::{BySeat, Hand as _, Legal as _, Played, Seat};

/// A bot that is asked at each decision, one for each seat.
pub(crate) struct Annotator<G: Knowledge> {
    /// The bot's spec.
    pub(crate) name: String,
    bots: BySeat<Box<dyn Bot<G>>>,
    rng: BotRng,
}

/// A decision of a hand: its place among all of them, who decided, and what was done.
pub(crate) type Done<A> = (usize, Seat, A);

/// What a bot thinks of decisions of a hand, in their order.
pub(crate) type Thoughts<A> = Vec<(Done<A>, Thought<A>)>;

/// What the bot thinks of a decision, beside what was done.
pub(crate) struct Thought<A> {
    /// What it thinks of its choices.
    pub(crate) opinion: Opinion<A>,
    /// The choice among those compared that stands for what was done.
    pub(crate) done: Option<Judged<A>>,
    /// Whether its choice is what was done, or does the same; not so where nothing was done yet.
    pub(crate) same: bool,
}

/// What the bot says of a decision.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Told {
    /// What it would choose, in words.
    pub(crate) choice: String,
    /// Whether that is what was done, or does the same; not so where nothing was done yet.
    pub(crate) same: bool,
    /// The choice among those compared that stands for what was done, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) done: Option<String>,
    /// How much less what was done is worth to it, the standard error, and over how many worlds; where it can say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) loss: Option<(f64, Option<f64>, usize)>,
    /// The choices that it compared, those of the least loss first: words, what each is worth, by how much that is less than the
    /// choice, and the standard error of that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) worths: Vec<(String, f64, f64, Option<f64>)>,
    /// Whether the figures are chances to win the match, and not points.
    pub(crate) chance: bool,
}

impl<G: Knowledge> Annotator<G> {
    /// Bots that this makes, with this luck.
    pub(crate) fn new(name: String, make: &Maker<'_, G>, rng: BotRng) -> Self {
        Self { name, bots: BySeat::from_fn(|_| make()), rng }
    }

    /// What the bot thinks where `done` was done, or nothing yet.
    pub(crate) fn thought(
        &mut self,
        hand: &G::Hand,
        seat: Seat,
        done: Option<G::Action>,
    ) -> Thought<G::Action> {
        let view = hand.view(seat);
        let opinion = self.bots[seat].opinion(&view, &mut self.rng);
        let candidates: Vec<G::Action> = opinion.worths.iter().map(|worth| worth.action).collect();
        let place = done.and_then(|done| {
            let place = candidates.iter().position(|&candidate| candidate == done);
            place.or_else(|| G::candidate_for(&candidates, done))
        });
        let same = done == Some(opinion.choice)
            || place.is_some_and(|place| candidates[place] == opinion.choice);
        Thought { done: place.map(|place| opinion.worths[place]), opinion, same }
    }

    /// What the bot thinks of each decision of a hand that has more than one legal choice, or of those of one seat.
    pub(crate) fn judge(&mut self, played: &Played<G>, of: Option<Seat>) -> Thoughts<G::Action> {
        let mut hand = played.start();
        let mut judged = Vec::new();
        for (place, &(seat, action)) in played.actions.iter().enumerate() {
            if hand.legal().len() > 1 && of.is_none_or(|of| of == seat) {
                judged.push(((place, seat, action), self.thought(&hand, seat, Some(action))));
            }
            hand.play_unchecked(action);
        }
        judged
    }

    /// What the bot says where `done` was done, or nothing yet.
    pub(crate) fn told(&mut self, hand: &G::Hand, seat: Seat, done: Option<G::Action>) -> Told {
        self.thought(hand, seat, done).told::<G>()
    }
}

impl<A: Copy> Thought<A> {
    /// The same in words.
    pub(crate) fn told<G: Knowledge<Action = A>>(self) -> Told {
        let Self { opinion, done, same } = self;
        let Opinion { choice, unit, worths } = opinion;
        let loss = done
            .map(|Judged { loss, error, worlds, .. }| (rounded(loss), error.map(rounded), worlds));
        let mut sorted: Vec<&Judged<A>> = worths.iter().collect();
        sorted.sort_by(|a, b| a.loss.total_cmp(&b.loss));
        let worths = sorted.into_iter().map(|&Judged { action, mean, loss, error, .. }| {
            (G::say(action), rounded(mean), rounded(loss), error.map(rounded))
        });
        Told {
            choice: G::say(choice),
            done: done.map(|done| G::say(done.action)),
            same,
            loss: loss.filter(|_| !same),
            worths: worths.collect(),
            chance: unit == Unit::Chance,
        }
    }
}

/// To so many places that a page can show.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
