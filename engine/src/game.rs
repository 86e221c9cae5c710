//! What a game gives: rules that deal hands, and hands that are played.
//!
//! This file and the files on options, views, played hands, stories and scenes name each other: a
//! game's defaults write and read its options and tell and lay out its hands, and all of these are of
//! a game.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use rand::Rng;
use serde_json::{Map, Value};

use crate::action::{Action, Legal};
use crate::card_set::CardSet;
use crate::deck::{Deal, Deck};
use crate::options::{OptionError, RuleOption, Variant};
use crate::played::Played;
use crate::random::{Stream, below};
use crate::scene::{self, Scene};
use crate::seat::{BySeat, Seat};
use crate::seen::Recalled;
use crate::standing::{Outcome, Reach, Standing};
use crate::story;
use crate::view::{View, Worlds};

/// A game: its rules with their options, validated once. The default is the game as published.
///
/// A match is a chain of hands. The rules turn a [standing](Game::Standing) and a [`Deal`] into a
/// [hand](Game::Hand); the hand is played action by action; its [`Outcome`] holds the points and
/// the standing with which the next hand starts.
///
/// What can't be guessed comes first and is required. All that follows has a default.
pub trait Game: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The game's name, as typed and as written in every file.
    const NAME: &'static str;

    /// What crosses from one hand of a match to the next; [`Scores`](crate::Scores) will do where
    /// that is no more than scores and the deal.
    type Standing: Standing;
    /// One deal being played.
    type Hand: Hand<Game = Self>;
    /// One decision.
    type Action: Action;
    /// The decisions a seat may choose from; [`ActionList`](crate::ActionList) will do where speed
    /// does not matter.
    type Legal: Legal<Self::Action>;
    /// Why an action can't be played; [`NotLegal`](crate::NotLegal) will do.
    type Illegal: Error + Clone + Send + Sync;
    /// What a seat knows of a hand, with the game's own questions. The `Debug` text says all that
    /// the seat knows, so two hands that the seat can't tell apart have the same text.
    type Known<'a>: Copy + Debug;
    /// The sampler of hands that a seat can't tell from the one it sees.
    type Worlds: Worlds<Self::Hand>;

    /// How a match starts.
    fn first_standing(&self, dealer: Seat) -> Self::Standing {
        Self::Standing::first(dealer)
    }

    /// How many cards each seat is dealt.
    fn hand_sizes(&self, standing: &Self::Standing) -> BySeat<usize>;

    /// The hand that this deal starts.
    ///
    /// # Panics
    /// If the deal is not of the sizes of [`Game::hand_sizes`].
    fn start(&self, standing: &Self::Standing, deal: &Deal) -> Self::Hand;

    /// The cards that the game is played with: 52, unless it says otherwise.
    #[inline]
    fn pack(&self) -> CardSet {
        CardSet::FULL
    }

    /// Deals a hand from a shuffled deck of 52 cards; the cards outside the pack are left out.
    #[inline]
    fn deal(&self, standing: &Self::Standing, deck: &Deck) -> Deal {
        Deal::new(deck.only(self.pack()), self.hand_sizes(standing))
    }

    /// Goes up when a ruling changes, so that results say which rules made them.
    const RULES_VERSION: u32 = 1;

    /// The rules as a person learns them, in Markdown of headings, paragraphs, lists and tables; empty
    /// where there is no such page.
    const PAGE: &'static str = "";

    /// The rules that can be chosen; [`rule_options!`](crate::rule_options) declares them.
    const OPTIONS: &'static [RuleOption] = &[];

    /// The rules that have names.
    const VARIANTS: &'static [Variant] = &[Variant { name: Self::NAME, options: &[] }];

    /// The parts that seats can have in a hand, as written in every file.
    const ROLES: &'static [&'static str] = &["dealer", "left", "right"];

    /// The game's name: [`Game::NAME`], unless the rules have a name of their own.
    #[inline]
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// The rules that can be chosen: [`Game::OPTIONS`], unless the rules have options of their own.
    #[inline]
    fn options(&self) -> &'static [RuleOption] {
        Self::OPTIONS
    }

    /// The rules that have names: [`Game::VARIANTS`], unless the rules have variants of their own.
    #[inline]
    fn variants(&self) -> &'static [Variant] {
        Self::VARIANTS
    }

    /// The parts that seats can have: [`Game::ROLES`], unless the rules have roles of their own.
    #[inline]
    fn roles(&self) -> &'static [&'static str] {
        Self::ROLES
    }

    /// The rules as a person learns them: [`Game::PAGE`], unless the rules have a page of their own.
    #[inline]
    fn page(&self) -> &'static str {
        Self::PAGE
    }

    /// The game with all options at their defaults.
    #[must_use]
    fn published(&self) -> Self {
        Self::default()
    }

    /// What a finished hand shows besides points, tricks and contracts.
    const QUANTITIES: &'static [Quantity<Self::Hand>] = &[];

    /// The standing that a record holds; else what is wrong with its `carry`.
    ///
    /// # Errors
    /// As [`Standing::from_record`].
    fn read_standing(
        &self,
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self::Standing, String> {
        Self::Standing::from_record(dealer, scores, carry)
    }

    /// Whether a hand of a match by these rules can start from this standing; else why not.
    ///
    /// # Errors
    /// What is wrong with what a record's `carry` and scores say.
    fn check_standing(&self, _standing: &Self::Standing) -> Result<(), String> {
        Ok(())
    }

    /// Which ends of the scale the scores have reached: one of them, if a match ended so.
    fn reach(&self, _standing: &Self::Standing) -> Reach {
        Reach::default()
    }

    /// Sets an option of [`Game::options`]; `None` if it can't have this value.
    fn set_option(&mut self, _name: &str, _value: &str) -> Option<()> {
        None
    }

    /// Sets options, each at most once. Override it where values have to fit together.
    ///
    /// # Errors
    /// The first value that its option can't have.
    fn set_options(&mut self, values: &[(&'static RuleOption, &str)]) -> Result<(), OptionError> {
        values.iter().try_for_each(|(option, value)| {
            self.set_option(option.name, value).ok_or_else(|| option.refusal(value))
        })
    }

    /// The value of an option of [`Game::options`].
    ///
    /// # Panics
    /// If there is no such option.
    fn option(&self, name: &str) -> String {
        panic!("{} has no rule option {name}", self.name())
    }

    /// How a role is headed in a table, such as `as 9`.
    fn role_heading(&self, role: usize) -> String {
        self.roles()[role].to_owned()
    }

    /// The lines that a record has for these actions: one each, unless the game joins some.
    fn lines(actions: &[(Seat, Self::Action)]) -> Vec<String> {
        actions.iter().map(|(seat, action)| format!("{seat} {action}")).collect()
    }

    /// The actions that the words of a record's line stand for: one, unless the game joins some. Of
    /// several texts for the same actions a record may have only the one of [`Game::lines`].
    fn read_line(&self, words: &str) -> Result<Vec<Self::Action>, <Self::Action as FromStr>::Err> {
        words.parse().map(|action| vec![action])
    }

    /// Tells a hand as a person reads it, from the cards to the last trick; `bots` names who sat
    /// where.
    fn tell(played: &Played<Self>, bots: &BySeat<String>, out: &mut dyn fmt::Write) -> fmt::Result {
        story::tell_plainly(played, bots, out)
    }

    /// Lays out what the seat of this view sees: the hands, the trick, what else lies there. The
    /// scene has at first what every game has: whose turn it is, roles, contracts and tricks. All
    /// three seats see the same piles and facts, if not the same cards of them.
    fn lay_out(_view: &View<'_, Self>, _scene: &mut Scene) {}

    /// The phase of the hand, and the lines of its record so far with `?` for each card that the seat
    /// has not seen. Empty by default; then bots outside of Rust see the table alone.
    fn recall(_view: &View<'_, Self>) -> Recalled {
        Recalled::default()
    }

    /// The names of the phases in which a match has decisions, as [`Game::recall`] has them. Empty where the game does not
    /// say.
    fn phases(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Bounds of points and decisions that hold for every hand.
    fn bounds(&self) -> Option<Bounds> {
        None
    }

    /// What wins a match.
    fn win(&self) -> Win {
        Win::default()
    }

    /// An action as a person reads it, with its cards as `♣9`.
    fn say(action: Self::Action) -> String {
        scene::say_plainly(action)
    }
}

/// Bounds that hold for every hand of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The fewest points that a seat gains in a hand.
    pub least: i32,
    /// The most points that a seat gains in a hand.
    pub most: i32,
    /// The most decisions of a hand, of all three seats together.
    pub decisions: usize,
}

/// What wins a match: the highest score, if nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Win {
    /// Whether the lowest score wins.
    pub lowest: bool,
    /// So many tricks in one hand win at once, whatever the scores are.
    pub tricks: Option<u8>,
}

impl Win {
    /// Points as they help to win the match: with the other sign where the lowest score wins.
    pub const fn gain(self, points: i32) -> i32 {
        if self.lowest { -points } else { points }
    }
}

/// A number that finished hands of a game show, to be counted in studies of its rules.
#[derive(Debug)]
pub struct Quantity<H> {
    /// The quantity's name, as written in every file: `bled_to_dealer`.
    pub name: &'static str,
    /// What it counts, in a line.
    pub meaning: &'static str,
    /// The unit of its mean: `share` if its values are 0 and 1, else `count`.
    pub unit: &'static str,
    /// The quantity's value in a finished hand; `None` if the hand has no such quantity.
    pub of: fn(&H) -> Option<u8>,
}

/// One deal being played: the root and the node of every search. Small, and without heap where
/// speed matters.
///
/// What can't be guessed comes first and is required. All that follows has a default.
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

    /// Why an action is refused that is not among the legal ones.
    fn why_illegal(&self, action: <Self::Game as Game>::Action) -> <Self::Game as Game>::Illegal;

    /// Plays an action without checking that it is legal. An illegal action gives some hand or a
    /// panic, never undefined behaviour.
    fn play_unchecked(&mut self, action: <Self::Game as Game>::Action);

    /// Points and what comes next; `None` until the hand is over.
    fn outcome(&self) -> Option<Outcome<<Self::Game as Game>::Standing>>;

    /// What the seat may know of the hand.
    fn known(&self, seat: Seat) -> <Self::Game as Game>::Known<'_>;

    /// The view of a seat: what it may know and do.
    #[inline]
    fn view(&self, seat: Seat) -> View<'_, Self::Game> {
        View::of(self, seat)
    }

    /// Whether the seat to move may play this action, and if not, why.
    fn check(
        &self,
        action: <Self::Game as Game>::Action,
    ) -> Result<(), <Self::Game as Game>::Illegal> {
        if self.legal().contains(action) { Ok(()) } else { Err(self.why_illegal(action)) }
    }

    /// Plays an action if it is legal; else changes nothing and says why.
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

    /// The seat's part in this hand: an index into [`Game::roles`].
    fn role(&self, seat: Seat) -> usize {
        seat.steps_from(self.standing().dealer())
    }

    /// What the seat has undertaken, if anything, as written in `hands.csv`.
    fn contract(&self, _seat: Seat) -> Option<impl Display> {
        None::<u8>
    }

    /// Whether the seat did what it had undertaken, by contract or prediction; `None` if it had
    /// undertaken nothing, or the hand is not over.
    fn kept(&self, _seat: Seat) -> Option<bool> {
        None
    }

    /// Tricks taken so far; none in a game without tricks.
    fn tricks(&self) -> BySeat<u8> {
        BySeat([0; 3])
    }

    /// A hand of which this seat has the same view, and which is a function of that view: what the
    /// seat does not know is not in it. Nobody plays it, so it need not be a hand that can be.
    ///
    /// By default one of the worlds, always the same one; a game of its own may have a way that does
    /// not count the worlds first.
    #[must_use]
    fn veiled(&self, seat: Seat) -> Self {
        let worlds = <Self::Game as Game>::Worlds::of(&self.view(seat));
        worlds.draw(&mut Stream::new([0; 4]))
    }

    /// Where it leads that every seat chooses uniformly at random among its legal actions, from
    /// here to the end: the `below(rng, n)`-th of `n` at each decision. A game of its own may have a
    /// way to the same end, with the same numbers, at a fraction of the time.
    fn play_out<R: Rng>(&self, rng: &mut R) -> Outcome<<Self::Game as Game>::Standing> {
        let mut hand = self.clone();
        while hand.turn().is_some() {
            play_any(&mut hand, rng);
        }
        hand.outcome().expect("nobody is to move")
    }
}

/// Plays any legal action, each equally likely.
#[inline]
pub(crate) fn play_any<H: Hand, R: Rng>(hand: &mut H, rng: &mut R) {
    hand.play_unchecked(hand.any_legal(rng));
}
