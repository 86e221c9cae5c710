//! A fourth game: 8-5-3, also known as Sergeant Major, without its exchange of cards.
//!
//! Each player gets sixteen cards; four are the kitty. The dealer names the trump suit, takes the
//! kitty and lays four cards away. Sixteen tricks are played: the dealer needs eight, his left five,
//! his right three. A trick over the target is a point, one under it a point less. A match ends when
//! somebody has ten points.

mod known;

use std::fmt::Display;

use threehand_bots::Knowledge;
use threehand_engine::scene::{Pile, Scene};
use threehand_engine::{
    ActionList, BySeat, Card, CardSet, Deal, Game, NotLegal, Outcome, Scores, Seat, Standing, Suit,
    Trick, Trump, View, actions, choice, rule_options,
};

pub use known::{Known, Worlds};

choice! {
    /// Who leads to the first trick.
    FirstLead {
        /// The player on the dealer's left.
        Left = "left",
        /// The dealer.
        Dealer = "dealer",
    }
}

actions! {
    /// One decision of 8-5-3, with its text in records.
    pub enum Action {
        /// The dealer names the trump suit: `trump S`.
        Name(trump: Trump) = "trump",
        /// The dealer lays a card away: `discard 4H`.
        Discard(card: Card) = "discard",
        /// A card is played to the trick: `play 9C`.
        Play(card: Card) = "play",
    }
}

rule_options! {
    /// The game 8-5-3 with its option.
    pub struct EightFiveThree {
        first_lead: FirstLead = "who leads to the first trick",
    }
}

/// The tricks that dealer, left and right need.
const TARGETS: [u8; 3] = [8, 5, 3];
/// Cards in the kitty, and so in the discard.
const KITTY: usize = 4;
/// The points that end a match.
const END: i32 = 10;

impl Game for EightFiveThree {
    const NAME: &'static str = "8-5-3";

    type Standing = Scores;
    type Hand = Hand;
    type Action = Action;
    type Legal = ActionList<Action>;
    type Illegal = NotLegal<Action>;
    type Known<'a> = Known<'a>;
    type Worlds = Worlds;

    rule_options! {}

    fn hand_sizes(&self, _: &Scores) -> BySeat<usize> {
        BySeat([16; 3])
    }

    fn start(&self, standing: &Scores, deal: &Deal) -> Hand {
        let dealer = standing.dealer();
        let leader = match self.first_lead {
            FirstLead::Left => dealer.left(),
            FirstLead::Dealer => dealer,
        };
        Hand {
            rules: *self,
            standing: *standing,
            trump: None,
            hands: deal.hands(),
            kitty: deal.rest().iter().copied().collect(),
            discard: CardSet::EMPTY,
            void: BySeat([CardSet::EMPTY; 3]),
            plays: Vec::new(),
            trick: Trick::led_by(leader),
            tricks: BySeat([0; 3]),
        }
    }

    // What follows is optional: it makes for a table to look at.

    fn lay_out(view: &View<'_, Self>, scene: &mut Scene) {
        scene.hands = BySeat::from_fn(|seat| match seat == view.seat() {
            true => Pile::known(view.cards()),
            false => Pile::face_down(view.hand_size(seat)),
        });
        let laid = view.discard().map(Pile::known);
        scene.heap("laid away", laid.unwrap_or(Pile::face_down(view.laid_away())));
        scene.lay_plays(view.plays(), view.trump().unwrap_or(Trump::None));
        let kitty = CardSet::FULL.len() - scene.len();
        scene.heap("kitty", Pile::face_down(kitty));
        if let Some(trump) = view.trump() {
            scene.fact("trump", trump.to_string());
        }
    }
}

/// One deal of 8-5-3 and all that has been done with it.
#[derive(Clone, Debug)]
pub struct Hand {
    rules: EightFiveThree,
    standing: Scores,
    trump: Option<Trump>,
    hands: BySeat<CardSet>,
    /// The kitty, until the dealer takes it.
    kitty: CardSet,
    discard: CardSet,
    /// All cards of the suits that the seat has failed to follow.
    void: BySeat<CardSet>,
    plays: Vec<(Seat, Card)>,
    trick: Trick,
    tricks: BySeat<u8>,
}

impl Hand {
    fn target(&self, seat: Seat) -> u8 {
        TARGETS[seat.steps_from(self.standing.dealer())]
    }

    fn is_over(&self) -> bool {
        self.tricks.0.iter().sum::<u8>() == 16
    }

    fn lay(&mut self, card: Card) {
        let seat = self.trick.turn();
        if let Some(led) = self.trick.suit().filter(|&led| led != card.suit()) {
            self.void[seat] |= CardSet::suit(led);
        }
        self.hands[seat].remove(card);
        self.plays.push((seat, card));
        self.trick.play(card, self.trump.unwrap_or(Trump::None));
        if let Some(winner) = self.trick.winner() {
            self.tricks[winner] += 1;
            self.trick = Trick::led_by(winner);
        }
    }
}

impl threehand_engine::Hand for Hand {
    type Game = EightFiveThree;

    fn rules(&self) -> &EightFiveThree {
        &self.rules
    }

    fn standing(&self) -> &Scores {
        &self.standing
    }

    fn turn(&self) -> Option<Seat> {
        match self.trump {
            Some(_) if self.is_over() => None,
            Some(_) if self.discard.len() == KITTY => Some(self.trick.turn()),
            _ => Some(self.standing.dealer()),
        }
    }

    fn legal(&self) -> ActionList<Action> {
        let Some(seat) = threehand_engine::Hand::turn(self) else { return ActionList(Vec::new()) };
        let cards = self.hands[seat];
        ActionList(match self.trump {
            None => Suit::ALL.map(Trump::Suit).map(Action::Name).to_vec(),
            Some(_) if self.discard.len() < KITTY => cards.iter().map(Action::Discard).collect(),
            Some(_) => self.trick.playable(cards).iter().map(Action::Play).collect(),
        })
    }

    fn why_illegal(&self, action: Action) -> NotLegal<Action> {
        NotLegal(action)
    }

    fn play_unchecked(&mut self, action: Action) {
        let dealer = self.standing.dealer();
        match action {
            Action::Name(trump) => {
                self.trump = Some(trump);
                self.hands[dealer] |= std::mem::take(&mut self.kitty);
            }
            Action::Discard(card) => {
                self.hands[dealer].remove(card);
                self.discard.insert(card);
            }
            Action::Play(card) => self.lay(card),
        }
    }

    fn outcome(&self) -> Option<Outcome<Scores>> {
        self.is_over().then(|| {
            let over = |seat| i32::from(self.tricks[seat]) - i32::from(self.target(seat));
            let points = BySeat::from_fn(over);
            let standing = self.standing.after(points);
            Outcome {
                points,
                standing,
                over: standing.scores().0.iter().any(|&score| score >= END),
            }
        })
    }

    fn known(&self, seat: Seat) -> Known<'_> {
        Known::of(self, seat)
    }

    // What follows is optional: it makes for better tables.

    fn contract(&self, seat: Seat) -> Option<impl Display> {
        Some(self.target(seat))
    }

    fn kept(&self, seat: Seat) -> Option<bool> {
        self.is_over().then(|| self.tricks[seat] >= self.target(seat))
    }

    fn tricks(&self) -> BySeat<u8> {
        self.tricks
    }
}

/// Nothing is known of playing 8-5-3 well: bots that search do without.
impl Knowledge for EightFiveThree {}
