//! Positions with one right answer, and whether a bot finds it.
//!
//! They stand in `bots/puzzles`, a file a game, with the reason in a line.

use serde::Deserialize;
use threehand_engine::record::{Fault, Record};
use threehand_engine::{Game, Hand, Seat};

use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;

/// What shows that an answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// The answer is no worse than any other in every world of the seat's information set, with all hands
    /// open, and better in some.
    Worlds,
    /// The answer is no worse, and better in some, in every world in which the others have played with sense: who took a trick with the
    /// last card took it as cheaply as he could, and who could not win threw his lowest of the suit.
    /// Over all worlds another is better on average.
    Plays,
    /// The answer wins clearly more on average when many worlds are played out.
    Playouts,
    /// The answer wins clearly more on average when bots that search play many worlds on, whether they take
    /// each other to bid on or not. Playouts mislead there.
    Tables,
}

/// A line of a puzzle file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What the puzzle is called.
    pub name: String,
    /// The answers that are right, all as good, in a record's words without the seat.
    pub right: Vec<String>,
    /// The reason, for a person.
    pub why: String,
    /// What shows it.
    pub proof: Proof,
    /// The hand up to the decision: given up by the seat that has to decide.
    pub record: Record,
}

/// A puzzle of the game `G`.
#[derive(Clone, Debug)]
pub struct Puzzle<G: Game> {
    /// The line it was read from.
    pub line: Line,
    /// The hand in which the decision is to be made.
    pub hand: G::Hand,
    /// Whose decision it is.
    pub seat: Seat,
    right: Vec<Vec<String>>,
}

impl<G: Game> Puzzle<G> {
    /// Replays the hand and reads the answers; else says what is wrong with them.
    pub fn of(line: Line) -> Result<Self, Fault> {
        let hand = line.record.replay::<G>()?.end;
        let seat = hand.turn().ok_or_else(|| Fault::at("record", "nobody is to move"))?;
        let mut right = Vec::with_capacity(line.right.len());
        for words in &line.right {
            let actions = hand.rules().read_line(words).map_err(|why| Fault::at("right", why))?;
            let mut after = hand.clone();
            for &action in &actions {
                after.play(action).map_err(|why| Fault::at("right", why))?;
            }
            right.push(Self::written(seat, &actions));
        }
        Ok(Self { line, hand, seat, right })
    }

    /// Whether these actions of the seat are one of the right answers.
    pub fn is_right(&self, actions: &[G::Action]) -> bool {
        self.right.contains(&Self::written(self.seat, actions))
    }

    /// What the bot does, as far as it makes a line of a record: one action, or three throws.
    pub fn asked(&self, bot: &mut dyn Bot<G>, rng: &mut BotRng) -> Vec<G::Action> {
        let mut hand = self.hand.clone();
        let mut actions = Vec::new();
        while Self::written(self.seat, &actions).is_empty() {
            let action = bot.decide(&hand.view(self.seat), rng);
            hand.play(action).expect("bots play legal actions");
            actions.push(action);
        }
        actions
    }

    /// How often the bot finds it in so many tries.
    pub fn times_found(&self, bot: &mut dyn Bot<G>, tries: u32, rng: &mut BotRng) -> u32 {
        (0..tries).map(|_| u32::from(self.is_right(&self.asked(bot, rng)))).sum()
    }

    fn written(seat: Seat, actions: &[G::Action]) -> Vec<String> {
        G::lines(&actions.iter().map(|&action| (seat, action)).collect::<Vec<_>>())
    }
}

/// The puzzles of a game.
///
/// ```
/// use threehand_bots::{Lab, bot_rng, puzzles};
/// use threehand_engine::games::NineTwoFive;
///
/// let mut bot = Lab::standard().bots::<NineTwoFive>().make("heuristic")?;
/// let puzzle = &puzzles::of_game::<NineTwoFive>()[0];
/// let found = puzzle.is_right(&puzzle.asked(&mut *bot, &mut bot_rng([1; 32])));
/// println!("{}: {}", puzzle.line.name, if found { "found" } else { &puzzle.line.why });
/// # Ok::<(), threehand_bots::SpecError>(())
/// ```
///
/// # Panics
/// If the project's own file is broken.
pub fn of_game<G: Knowledge>() -> Vec<Puzzle<G>> {
    let read = |text: &str| {
        let line = serde_json::from_str(text).map_err(|why| Fault::at("line", why))?;
        Puzzle::of(line)
    };
    let lines = (1..).zip(G::PUZZLES.lines());
    lines
        .map(|(n, text)| read(text).unwrap_or_else(|why| panic!("{}.jsonl:{n}: {why}", G::NAME)))
        .collect()
}
