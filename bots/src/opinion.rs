//! What a bot thinks of a decision, for readers of a hand.

/// What a bot thinks of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion<A> {
    /// What it would choose.
    pub choice: A,
    /// What its figures count.
    pub unit: Unit,
    /// What it thinks of each action that it compared, in its order; nothing where it compares none.
    pub worths: Vec<Judged<A>>,
}

impl<A> Opinion<A> {
    /// A choice without figures.
    pub const fn only(choice: A) -> Self {
        Self { choice, unit: Unit::Points, worths: Vec::new() }
    }

    /// The same opinion with each action as something else, such as its index.
    pub fn map<B>(self, to: impl Fn(A) -> B) -> Opinion<B> {
        let judged = |Judged { action, mean, loss, error, worlds }| {
            let action = to(action);
            Judged { action, mean, loss, error, worlds }
        };
        let worths = self.worths.into_iter().map(judged).collect();
        Opinion { choice: to(self.choice), unit: self.unit, worths }
    }
}

/// What the figures of an opinion count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Chances to win the match, 0 to 1.
    Chance,
    /// Twice the seat's own points of the hand less those of the others.
    Points,
}

/// What a bot thinks an action is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged<A> {
    /// The action.
    pub action: A,
    /// What it brings on average: what the choice brings over all worlds, less the loss.
    pub mean: f64,
    /// How much less than the choice it brings, in the worlds in which both were tried.
    pub loss: f64,
    /// The standard error of the loss; `None` from a single world.
    pub error: Option<f64>,
    /// In how many worlds both were tried.
    pub worlds: usize,
}
