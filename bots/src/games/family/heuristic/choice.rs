//! What each action of a decision is worth.

use threehand_engine::games::family::{Action, Target};
use threehand_engine::{Card, CardSet, Seat};

use super::aim::Aim;
use super::outlook::{Outlook, Outlooks, Whole};
use super::reading::Reading;
use super::trick::Table;

/// How much a seat that plays for a target trusts in the tricks that it can still take, with a trump and without one:
/// it takes those that it needs while it can.
const TRUST: [f32; 2] = [0.6, 0.12];

/// All that a decision goes by.
pub(super) struct Choice<'a> {
    reading: &'a Reading<'a>,
    aim: Aim,
    /// The tricks after the one that is being played.
    left: usize,
    outlooks: Outlooks<'a>,
    whole: Whole<'a>,
    table: Table,
}

impl<'a> Choice<'a> {
    pub(super) fn of(reading: &'a Reading<'a>) -> Self {
        let left = usize::from(reading.view.tricks_left()).saturating_sub(1);
        let outlooks = Outlooks::of(reading, reading.trump);
        Self {
            aim: Aim::of(reading.view, reading.me),
            left,
            whole: Whole::of(outlooks, reading.own),
            table: Table::of(reading, left),
            outlooks,
            reading,
        }
    }

    /// Whether an action does something else than playing the next lower card of one's own.
    pub(super) fn is_apart(&self, action: Action) -> bool {
        let (Action::Play(card), reading) = (action, self.reading) else { return true };
        let card = reading.view.order().in_play(card);
        let Some(below) = reading.own.below(card).last() else { return true };
        let between = CardSet::FULL.above(below) & CardSet::FULL.below(card);
        between.meets(reading.out | self.table.cards())
            || reading.points(card) != reading.points(below)
    }

    /// What an action is worth, in points towards the match.
    pub(super) fn worth(&self, action: Action) -> f32 {
        let reading = self.reading;
        let order = reading.view.order();
        let in_play = |card| order.in_play(card);
        match action {
            Action::Play(card) => self.play(in_play(card)),
            Action::Trump(trump) => {
                let trump = order.trump_in_play(trump).suit();
                self.keep(Outlooks::of(reading, trump).hand(reading.own))
            }
            Action::Fewest => {
                let target = reading.view.target_at_fewest(reading.me);
                let aim = Aim::with(reading.view, reading.me, target);
                aim.best(0, Outlooks::of(reading, None).hand(reading.own), self.left + 1)
            }
            Action::Bid(bid) => {
                let aim = Aim::with(reading.view, reading.me, Some(Target::of(bid.tricks())));
                let outlook = self.outlooks.hand(reading.own);
                aim.expected(outlook, self.left + 1, reading.trump.is_some())
            }
            Action::Give(card, to) => self.give(in_play(card), to),
            Action::Back(card, _) | Action::Discard(card) | Action::Pass(card) => {
                self.keep(self.whole.without(in_play(card)))
            }
            Action::Keep => self.keep(self.outlooks.hand(reading.own)),
            Action::Pull(from) => {
                f32::from(reading.view.target(from).map_or(0, |target| target.tricks))
            }
        }
    }

    /// What a hand is worth before the play.
    fn keep(&self, outlook: Outlook) -> f32 {
        self.aim.best(0, outlook, self.left + 1)
    }

    /// A card is given, and the receiver's highest of the suit returns.
    fn give(&self, card: Card, to: Seat) -> f32 {
        let reading = self.reading;
        let other = reading.other(to);
        let left = reading.own.without(card);
        let mut hope = 0.0;
        let suit = CardSet::suit(card.suit());
        // The highest that the receiver has, as likely as not.
        let back = (other.may_hold() & suit).iter().rev().find(|&card| {
            hope += other.expects(CardSet::only(card));
            hope >= 0.5
        });
        self.keep(self.outlooks.hand(left.with(back.unwrap_or(card))))
    }

    fn play(&self, card: Card) -> f32 {
        let reading = self.reading;
        let prospect = self.table.prospect(reading, card);
        let mut later = self.whole.without(card);
        if self.table.is_lead() {
            later.most += self.outlooks.prepares(card);
        }
        if !self.aim.is_even() {
            later.most *= TRUST[usize::from(reading.trump.is_none())];
        }
        let won = self.aim.best(1, later, self.left) + prospect.points;
        let lost = self.aim.best(0, later, self.left);
        prospect.wins * won + (1.0 - prospect.wins) * lost
    }
}
