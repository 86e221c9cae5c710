//! What every game gives: rules that deal hands, hands that are played, and what each seat may see.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use rand::Rng;
use serde_json::{Map, Value};

use crate::deck::Deal;
use crate::options::{RuleOption, Variant};
use crate::played::Played;
use crate::random::below;
use crate::seat::{BySeat, Seat};

/// A game: its rules with their options, validated once. The default is the game as published.
///
/// A match is a chain of hands. The rules turn a [standing](Game::Standing) and a [`Deal`] into a
/// [hand](Game::Hand); the hand is played action by action; its [`Outcome`] holds the points and
/// the standing with which the next hand starts.
pub trait Game: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The game's name, as typed and as written in every file.
    const NAME: &'static str;
    /// Goes up when a ruling changes, so that results say which rules made them.
    const RULES_VERSION: u32;
    /// The rules that can be chosen.
    const OPTIONS: &'static [RuleOption];
    /// The rules that have names.
    const VARIANTS: &'static [Variant];
    /// The parts that seats can have in a hand, such as `dealer`, as written in every file.
    const ROLES: &'static [&'static str];
    /// What a finished hand shows besides points, tricks and contracts.
    const QUANTITIES: &'static [Quantity<Self::Hand>];

    /// What crosses from one hand of a match to the next.
    type Standing: Standing;
    /// One deal being played.
    type Hand: Hand<Game = Self>;
    /// One decision.
    type Action: Action;
    /// The decisions a seat may choose from.
    type Legal: Legal<Self::Action>;
    /// Why an action can't be played.
    type Illegal: Error + Clone + Send + Sync;
    /// What a seat has undertaken in a hand, as written in `hands.csv`.
    type Contract: Display;
    /// The sampler of hands that a seat can't tell from the one it sees.
    type Worlds: Worlds<Self::Hand>;

    /// Sets an option of [`Game::OPTIONS`]; `None` if it can't have this value.
    fn set_option(&mut self, name: &str, value: &str) -> Option<()>;

    /// The value of an option of [`Game::OPTIONS`].
    ///
    /// # Panics
    /// If there is no such option.
    fn option(&self, name: &str) -> String;

    /// How a role is headed in a table, such as `as 9`.
    fn role_heading(&self, role: usize) -> String;

    /// How a match starts.
    fn first_standing(&self, dealer: Seat) -> Self::Standing;

    /// How many cards each seat is dealt.
    fn hand_sizes(&self, standing: &Self::Standing) -> BySeat<usize>;

    /// The hand that this deal starts.
    ///
    /// # Panics
    /// If the deal is not of the sizes of [`Game::hand_sizes`].
    fn start(&self, standing: &Self::Standing, deal: &Deal) -> Self::Hand;

    /// The lines that a record has for these actions: one each, unless the game joins some.
    fn lines(actions: &[(Seat, Self::Action)]) -> Vec<String> {
        actions.iter().map(|(seat, action)| format!("{seat} {action}")).collect()
    }

    /// The actions that the words of a record's line stand for: one, unless the game joins some.
    fn read_line(&self, words: &str) -> Result<Vec<Self::Action>, <Self::Action as FromStr>::Err> {
        words.parse().map(|action| vec![action])
    }

    /// Writes all that the view's seat knows of the hand, and nothing else.
    fn describe(view: &View<'_, Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Tells a hand as a person reads it, from the cards to the last trick; `bots` names who sat
    /// where.
    fn tell(played: &Played<Self>, bots: &BySeat<String>, out: &mut dyn fmt::Write) -> fmt::Result;
}

/// A number that finished hands of a game show, to be counted in studies of its rules.
#[derive(Debug)]
pub struct Quantity<H> {
    /// Its name, as written in every file: `bled_to_dealer`.
    pub name: &'static str,
    /// What it counts, in a line.
    pub meaning: &'static str,
    /// Its value in a finished hand; `None` if it is not asked there.
    pub of: fn(&H) -> Option<u8>,
}

/// Which ends of the scale the scores of a match have reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Somebody has as much as ends a match.
    pub top: bool,
    /// Somebody has as little as ends a match.
    pub bottom: bool,
}

/// What crosses from one hand of a match to the next, and nothing else.
pub trait Standing: Copy + Debug + PartialEq + Send + Sync {
    /// Who deals the coming hand.
    fn dealer(&self) -> Seat;

    /// The running scores.
    fn scores(&self) -> BySeat<i32>;

    /// The score that decides the match, where it is not the running one.
    fn game_points(&self) -> Option<BySeat<i32>> {
        None
    }

    /// What else there is, as a record's `carry` holds it.
    fn carry(&self) -> Map<String, Value>;

    /// The standing that a record holds; else what is wrong with its `carry`.
    fn from_record(
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self, String>;

    /// Which ends of the scale the scores have reached: one of them, if a match ended so.
    fn reach(&self) -> Reach;

    /// The scores that decide the match.
    fn match_scores(&self) -> BySeat<i32> {
        self.game_points().unwrap_or_else(|| self.scores())
    }

    /// What orders the seats at the end of a match: the greater stands ahead, equals share.
    fn placing(&self, seat: Seat) -> (i32, i32) {
        (self.match_scores()[seat], self.scores()[seat])
    }
}

/// One deal being played: the root and the node of every search. Small, and without heap.
pub trait Hand: Clone + Debug + Send + Sync {
    /// The game it is a hand of.
    type Game: Game<Hand = Self>;

    /// The rules it is played by.
    fn rules(&self) -> &Self::Game;

    /// The standing it started with.
    fn standing(&self) -> &<Self::Game as Game>::Standing;

    /// Whose decision is next; `None` once the hand is over.
    fn turn(&self) -> Option<Seat>;

    /// What that seat may do; nothing once the hand is over.
    fn legal(&self) -> <Self::Game as Game>::Legal;

    /// Whether the seat to move may do this, and if not, why.
    fn check(
        &self,
        action: <Self::Game as Game>::Action,
    ) -> Result<(), <Self::Game as Game>::Illegal>;

    /// Does it without asking whether it is legal. What an illegal action leads to is some hand
    /// or a panic, never undefined behaviour.
    fn play_unchecked(&mut self, action: <Self::Game as Game>::Action);

    /// Does it if it is legal; else changes nothing and says why.
    #[inline]
    fn play(
        &mut self,
        action: <Self::Game as Game>::Action,
    ) -> Result<(), <Self::Game as Game>::Illegal> {
        self.check(action)?;
        self.play_unchecked(action);
        Ok(())
    }

    /// Any action of [`Hand::legal`], each equally likely: the `below(rng, n)`-th of `n`.
    ///
    /// # Panics
    /// If the hand is over.
    #[inline]
    fn any_legal<R: Rng>(&self, rng: &mut R) -> <Self::Game as Game>::Action {
        let legal = self.legal();
        legal.nth(below(rng, legal.len()))
    }

    /// The seat's part in this hand: an index into [`Game::ROLES`].
    fn role(&self, seat: Seat) -> usize;

    /// What the seat has undertaken, if anything.
    fn contract(&self, seat: Seat) -> Option<<Self::Game as Game>::Contract>;

    /// Whether the seat did what it had undertaken, by contract or prediction; `None` if it had
    /// undertaken nothing, or the hand is not over.
    fn kept(&self, seat: Seat) -> Option<bool>;

    /// Tricks taken so far.
    fn tricks(&self) -> BySeat<u8>;

    /// Points and what comes next; `None` until the hand is over.
    fn outcome(&self) -> Option<Outcome<<Self::Game as Game>::Standing>>;

    /// Where it leads that every seat chooses uniformly at random among its legal actions, from
    /// here to the end: the `below(rng, n)`-th of `n` at each decision. This is what
    /// [`Hand::play_unchecked`] would come to with the same numbers, at a fraction of its time.
    fn play_out<R: Rng>(&self, rng: &mut R) -> Outcome<<Self::Game as Game>::Standing>;

    /// What the seat may know of it.
    fn view(&self, seat: Seat) -> View<'_, Self::Game> {
        View { hand: self, seat }
    }
}

/// Plays any legal action, each equally likely.
#[inline]
pub(crate) fn play_any<H: Hand, R: Rng>(hand: &mut H, rng: &mut R) {
    hand.play_unchecked(hand.any_legal(rng));
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome<S> {
    /// Points gained in the hand.
    pub points: BySeat<i32>,
    /// The standing after it, with the next dealer.
    pub standing: S,
    /// Whether that ends the match.
    pub over: bool,
}

/// One decision. Its text is what a record says after the seat, such as `play 9C`, unless the
/// game joins several in a [line](Game::lines).
pub trait Action: Copy + Debug + Display + Eq + FromStr<Err: Error> + Send + Sync {
    /// One more than the greatest index.
    const COUNT: usize;

    /// A number below [`Action::COUNT`], different for each action of the game.
    fn index(self) -> usize;

    /// The action of this index, if there is one.
    fn from_index(index: usize) -> Option<Self>;
}

/// The actions that are legal at some point of a hand, in a fixed order.
pub trait Legal<A>: Copy + Debug {
    /// How many.
    fn len(&self) -> usize;

    /// The `n`-th, counted from 0.
    ///
    /// # Panics
    /// If there are not more than `n`.
    fn nth(&self, n: usize) -> A;

    /// Whether `action` is one of them.
    fn contains(&self, action: A) -> bool;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them, in order.
    fn iter(self) -> impl Iterator<Item = A> {
        (0..self.len()).map(move |n| self.nth(n))
    }
}

/// What one seat may know of a hand, and nothing else.
///
/// It borrows the hand but has no way to it: all that a bot can ask for is what its seat has seen.
/// Each game adds its own questions. The `Debug` text says all that the seat knows, so two hands
/// that the seat can't tell apart have the same.
pub struct View<'a, G: Game> {
    pub(crate) hand: &'a G::Hand,
    pub(crate) seat: Seat,
}

impl<G: Game> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'a G {
        self.hand.rules()
    }

    /// How the match stood when the hand was dealt.
    pub fn standing(&self) -> &'a G::Standing {
        self.hand.standing()
    }

    /// Whose decision is next.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        self.hand.turn()
    }

    /// What this seat may do now.
    ///
    /// # Panics
    /// If it is not this seat's turn: what others may do tells of their cards.
    pub fn legal(&self) -> G::Legal {
        self.assert_turn();
        self.hand.legal()
    }

    /// Any of these actions, each equally likely: the `below(rng, n)`-th of `n`, at a fraction of
    /// the time that it takes to list them.
    ///
    /// # Panics
    /// If it is not this seat's turn.
    #[inline(always)]
    pub fn any_legal<R: Rng>(&self, rng: &mut R) -> G::Action {
        self.assert_turn();
        self.hand.any_legal(rng)
    }

    #[inline]
    fn assert_turn(&self) {
        assert!(self.turn() == Some(self.seat), "only the seat to move has actions");
    }
}

/// A sampler of the worlds that a view leaves possible.
///
/// A world is a whole hand: a deal, and the hidden choices made since, that would have shown the
/// seat exactly what it has seen. Every such world is drawn equally often.
pub trait Worlds<H: Hand>: Sized {
    /// Counts the worlds of a view. Costs far more than a draw: make it once a decision.
    fn of(view: &View<'_, H::Game>) -> Self;

    /// How many worlds there are (a count beyond 2⁵³ is rounded).
    fn count(&self) -> f64;

    /// One of them.
    fn draw<R: Rng>(&self, rng: &mut R) -> H;
}

impl<G: Game> Debug for View<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        G::describe(self, f)
    }
}
