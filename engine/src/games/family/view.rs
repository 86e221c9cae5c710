//! What one seat may know of a hand.

use std::fmt;

use super::Action;
use super::hand::Hand;
use super::order::Order;
use super::pairs::Pair;
use super::rules::Step;
use super::score::Target;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;
use crate::trick::{Trick, Trump};

/// What one seat knows of a hand. Cards go by their names, however they rank.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub(super) hand: &'a Hand,
    pub(super) seat: Seat,
}

/// What a seat knows of the cards that passed between two seats: all see how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The seat that was over its contract.
    pub over: Seat,
    /// The seat that was under it.
    pub under: Seat,
    /// How many cards were given or pulled so far.
    pub count: usize,
    /// How many were returned for them.
    pub returned: usize,
    /// Whether all is done between the two.
    pub is_settled: bool,
    /// Whether the giver ended its giving by choice, in the last of its pairs.
    pub kept: bool,
    /// How many of the pulls were chosen; the others were the only ones left.
    pub decided: u8,
    /// The cards given or pulled and those returned, if the seat sees them.
    pub cards: Option<(CardSet, CardSet)>,
}

impl<'a> Known<'a> {
    #[inline]
    pub(super) fn named(&self, in_play: CardSet) -> CardSet {
        self.hand.rules.order.all_named(in_play)
    }

    /// The cards in the seat's hand now.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.named(self.hand.hands[self.seat])
    }

    /// The cards that the seat was dealt, as far as it has them.
    #[inline]
    pub fn dealt(&self) -> CardSet {
        self.named(self.own_dealt())
    }

    /// The same in play.
    #[inline]
    pub(super) fn own_dealt(&self) -> CardSet {
        let dealt = if self.hand.is_dealt() { &self.hand.dealt } else { &self.hand.first };
        dealt[self.seat]
    }

    /// The cards of the seat's first packet.
    #[inline]
    pub fn first_packet(&self) -> CardSet {
        self.named(self.hand.first[self.seat])
    }

    /// Who dealt this hand.
    #[inline]
    pub fn dealer(&self) -> Seat {
        self.hand.standing.dealer()
    }

    /// What is trump, once it is known.
    #[inline]
    pub fn trump(&self) -> Option<Trump> {
        self.hand.trump.map(|trump| self.hand.rules.order.trump_named(trump))
    }

    /// The card that is turned up, if there is one.
    #[inline]
    pub fn turned_up(&self) -> Option<Card> {
        self.hand.turned.map(|card| self.hand.rules.order.named(card))
    }

    /// The tricks that a seat wants: its bid, or its contract; `None` without, or before the bid.
    #[inline]
    pub fn target(&self, seat: Seat) -> Option<Target> {
        self.hand.target(seat)
    }

    /// The same if the fewest tricks are called.
    pub fn target_at_fewest(&self, seat: Seat) -> Option<Target> {
        self.hand.rules.target_at_fewest(seat, self.dealer())
    }

    /// What is called, or makes the trump without a call, once it is known.
    pub fn call(&self) -> Option<Action> {
        self.hand.call()
    }

    /// How many tricks are still to be completed.
    #[inline]
    pub fn tricks_left(&self) -> u8 {
        self.hand.rules.hand - self.tricks().0.iter().sum::<u8>()
    }

    /// Tricks taken so far.
    #[inline]
    pub fn tricks(&self) -> BySeat<u8> {
        self.hand.tricks.taken
    }

    /// The cards of the trick so far, from the lead.
    #[inline]
    pub fn trick(&self) -> impl Iterator<Item = (Seat, Card)> + 'a {
        let order = &self.hand.rules.order;
        self.hand.tricks.trick.plays().map(|(seat, card)| (seat, order.named(card)))
    }

    /// The trick so far, its cards as they are in play.
    #[inline]
    pub fn trick_in_play(&self) -> &'a Trick {
        &self.hand.tricks.trick
    }

    /// All cards played, in order and as they are in play, with who played them.
    #[inline]
    pub fn plays_in_play(&self) -> impl Iterator<Item = (Seat, Card)> + 'a {
        self.hand.tricks.plays()
    }

    /// Whether a card of the suit that has to be broken was played.
    #[inline]
    pub fn is_broken(&self) -> bool {
        self.hand.is_broken()
    }

    /// Who wins the trick as it lies.
    #[inline]
    pub fn trick_winner(&self) -> Option<Seat> {
        self.hand.tricks.trick.best().map(|(seat, _)| seat)
    }

    /// Whether the seat to move would win the trick as it lies with this card.
    #[inline]
    pub fn would_win(&self, card: Card) -> bool {
        let in_play = self.hand.rules.order.in_play(card);
        self.hand.tricks.trick.is_beaten_by(in_play, self.hand.trumps())
    }

    /// How a card ranks in its suit, from 0.
    #[inline]
    pub fn height(&self, card: Card) -> usize {
        let suit = self.hand.rules.pack.of(card.suit());
        self.hand.rules.order.all_in_play(suit).below(self.hand.rules.order.in_play(card)).len()
    }

    /// How many ranks the pack has at most in a suit.
    #[inline]
    pub fn ranks(&self) -> usize {
        let of_suit = Suit::ALL.map(|suit| self.hand.rules.pack.of(suit).len());
        of_suit.into_iter().max().unwrap_or(0)
    }

    /// How the cards rank.
    #[inline]
    pub fn order(&self) -> &'a Order {
        &self.hand.rules.order
    }

    /// Whether the suit led must be followed.
    #[inline]
    pub fn must_follow(&self) -> bool {
        self.hand.rules.follow
    }

    /// Whether a card that would win must be played.
    #[inline]
    pub fn must_beat(&self) -> bool {
        self.hand.rules.beat
    }

    /// The points of so many tricks with this target, cards aside: the more, the better for the match.
    #[inline]
    pub fn points_of_tricks(&self, tricks: u8, target: Option<Target>) -> i32 {
        self.hand.rules.ends.win.gain(self.hand.rules.score.of_tricks(tricks, target))
    }

    /// What each trick brings with this target where every trick brings the same, whatever the number.
    #[inline]
    pub fn points_of_each_trick(&self, target: Option<Target>) -> Option<i32> {
        let score = &self.hand.rules.score;
        let is_most = target.is_some_and(|target| target.is_most);
        let over = if is_most { -score.over } else { score.over };
        score.is_even().then(|| self.hand.rules.ends.win.gain(score.trick + over))
    }

    /// What one more trick would bring the seat, cards aside: above 0 if it helps to win the match.
    #[inline]
    pub fn trick_gain(&self, seat: Seat) -> i32 {
        self.hand
            .rules
            .ends
            .win
            .gain(self.hand.rules.score.one_more(self.tricks()[seat], self.target(seat)))
    }

    /// What it costs to take this card in a trick: below 0 if it helps to win the match.
    #[inline]
    pub fn burden(&self, card: Card) -> i32 {
        let in_play = self.hand.rules.order.in_play(card);
        -self.hand.rules.ends.win.gain(self.hand.rules.score.cards[in_play.place() as usize & 63])
    }

    /// The cards that have points.
    #[inline]
    pub fn pointed(&self) -> CardSet {
        self.named(self.hand.rules.score.pointed)
    }

    /// Whether all cards that have points are together a burden.
    #[inline]
    pub fn is_a_burden(&self) -> bool {
        self.hand.rules.pack.iter().map(|card| self.burden(card)).sum::<i32>() > 0
    }

    /// All cards played, in order, with who played them.
    #[inline]
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + 'a {
        let order = &self.hand.rules.order;
        self.hand.tricks.plays().map(|(seat, card)| (seat, order.named(card)))
    }

    /// The cards that each seat has taken in tricks.
    #[inline]
    pub fn won(&self) -> BySeat<CardSet> {
        self.hand.won().map(|cards| self.named(cards))
    }

    /// The cards that `seat` has shown not to hold.
    #[inline]
    pub fn lacks(&self, seat: Seat) -> CardSet {
        self.named(self.hand.tricks.void[seat])
    }

    /// How many cards `seat` holds.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.hand.hands[seat].len()
    }

    /// The bids so far.
    #[inline]
    pub fn bids(&self) -> BySeat<Option<u8>> {
        self.hand.bids
    }

    /// The cards that passed between seats in the exchange.
    #[inline]
    pub fn exchanged(&self) -> impl Iterator<Item = Passed> + 'a {
        self.passed_in(Step::Exchange, self.hand.exchange.all())
    }

    /// The cards that were pulled.
    #[inline]
    pub fn pulled(&self) -> impl Iterator<Item = Passed> + 'a {
        self.passed_in(Step::Pull, self.hand.pull.all())
    }

    fn passed_in(&self, step: Step, pairs: &'a [Pair]) -> impl Iterator<Item = Passed> + 'a {
        let view = *self;
        pairs.iter().map(move |pair| Passed {
            over: pair.over,
            under: pair.under,
            count: pair.first.len(),
            returned: pair.back.len(),
            is_settled: pair.is_settled,
            kept: pair.kept,
            decided: pair.decided,
            cards: view
                .hand
                .shows(step, pair, view.seat)
                .then(|| (view.named(pair.first), view.named(pair.back))),
        })
    }

    /// How many cards a seat has chosen to pass, and which, if this seat knows them.
    #[inline]
    pub fn passes(&self, seat: Seat) -> (usize, Option<CardSet>) {
        let cards = self.hand.passed[seat];
        let sees = self.sees_pass(seat);
        (cards.len(), sees.then(|| self.named(cards)))
    }

    /// To whom a seat passes cards in this hand, if it does.
    #[inline]
    pub fn passes_to(&self, seat: Seat) -> Option<Seat> {
        self.hand.passes_to(seat)
    }

    #[inline]
    pub(super) fn sees_pass(&self, seat: Seat) -> bool {
        let has_come = self.hand.is_past(Step::Pass);
        seat == self.seat || has_come && self.hand.passes_to(seat) == Some(self.seat)
    }

    /// Who takes the kitty.
    #[inline]
    pub fn taker(&self) -> Seat {
        self.hand.seat_of(self.hand.rules.kitty_to)
    }

    /// The cards that came from the kitty, for who has taken it.
    #[inline]
    pub fn kitty(&self) -> Option<CardSet> {
        (self.seat == self.taker() && self.hand.kitty_taken()).then(|| self.named(self.hand.kitty))
    }

    /// The cards that were laid away, for who did it.
    #[inline]
    pub fn discards(&self) -> Option<CardSet> {
        (self.seat == self.taker()).then(|| self.named(self.hand.discard))
    }

    /// How many cards were laid away.
    #[inline]
    pub fn discard_count(&self) -> usize {
        self.hand.discard.len()
    }

    /// The cards whose place the seat does not know.
    #[inline]
    pub fn unseen(&self) -> CardSet {
        let order = &self.hand.rules.order;
        let mut seen = self.hand.hands[self.seat] | self.hand.tricks.all_played();
        if self.hand.now() == Some(Step::Pass) {
            seen |= self.hand.passed[self.seat];
        }
        if self.seat == self.taker() {
            seen |= self.hand.discard;
        }
        self.hand.turned.iter().for_each(|&card| seen.insert(card));
        self.hand.rules.pack - order.all_named(seen)
    }
}

impl fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("rules", &self.hand.rules)
            .field("standing", &self.hand.standing)
            .field("due", &self.hand.phase.words().name)
            .field("turn", &crate::Hand::turn(self.hand))
            .field("dealt", &self.dealt())
            .field("first", &self.first_packet())
            .field("cards", &self.cards())
            .field("turned", &self.turned_up())
            .field("trump", &self.trump())
            .field("bids", &self.bids())
            .field("exchanged", &self.exchanged().collect::<Vec<_>>())
            .field("pulled", &self.pulled().collect::<Vec<_>>())
            .field("passed", &Seat::ALL.map(|seat| self.passes(seat)))
            .field("kitty", &self.kitty())
            .field("discards", &self.discards())
            .field("discard_count", &self.discard_count())
            .field("plays", &self.plays().collect::<Vec<_>>())
            .field("tricks", &self.tricks())
            .finish()
    }
}
