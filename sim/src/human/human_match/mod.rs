//! A match in which a person has a seat and bots have the others.

mod choices;
mod records;

use std::path::PathBuf;

use threehand_bots::{BotFailure, BotRng, Spec};
use threehand_engine::record;
use threehand_engine::scene::{Cards, cards_said};
use threehand_engine::{BySeat, Scene, Seat};
use threehand_play::{
    DynBot, DynError, DynGame, DynHand, DynRules, DynView, Forfeit, ProgramSeat, Seeds,
    panics::caught,
};

use crate::human::moment::{Choice, HandEnd, Moment, Step};
use crate::play::external::bots::did;
use crate::play::players::{PlayedBy, Player, programs};
use crate::records::advice::{Advice, Adviser, Decision};
use crate::records::replay::hand_text;
use crate::records::scores::scores_text;
use crate::records::visibility::{saw, trick_between, unseen};
use crate::terminal::failure::Failure;

/// The person's name in records.
const PERSON: &str = "person";

/// The rules and cards of a match, and who sits at the table.
pub(crate) struct Setup<'a> {
    pub(crate) game: &'a dyn DynGame,
    pub(crate) rules: Box<dyn DynRules>,
    pub(crate) seeds: Seeds,
    /// The person's seat.
    pub(crate) seat: Seat,
    /// The bots; `None` in the person's seat.
    pub(crate) bots: BySeat<Option<Player>>,
    /// The bot that gives advice.
    pub(crate) adviser: Spec,
    /// The file for records, if they are wanted.
    pub(crate) records: Option<PathBuf>,
}

impl Setup<'_> {
    /// The first hand of a match.
    fn first_hand(&self, match_number: u64) -> Box<dyn DynHand> {
        let dealer = self.seeds.first_dealer(match_number);
        self.rules.first_hand(dealer, &self.seeds.deck(match_number, 0))
    }

    /// The randomness of the bots in a match.
    fn rngs(&self, match_number: u64) -> BySeat<BotRng> {
        BySeat::from_fn(|seat| self.seeds.bot(match_number, 0, seat))
    }

    /// The names of the bots by seat, and that of the person.
    fn names(&self, name: fn(&Player) -> String) -> BySeat<String> {
        BySeat::from_fn(|seat| self.bots[seat].as_ref().map_or_else(|| PERSON.to_owned(), name))
    }

    fn labels(&self) -> BySeat<String> {
        self.names(|player| player.label.clone())
    }

    /// New bots, without a memory. A number that is new has new processes of programs.
    fn sit(&self, number: usize) -> BySeat<Option<Box<dyn ProgramSeat>>> {
        let sit = |seat: Seat, player: &Player| -> Box<dyn ProgramSeat> {
            match &player.who {
                PlayedBy::External(bot) => bot.sit((number, BySeat([0, 1, 2])), seat),
                who @ (PlayedBy::BuiltIn(_) | PlayedBy::Absent { .. }) => {
                    let bot = self.game.bot(&who.to_string());
                    Box::new(BuiltIn(bot.expect("the game has read the spec")))
                }
            }
        };
        BySeat::from_fn(|seat| self.bots[seat].as_ref().map(|player| sit(seat, player)))
    }
}

/// A bot of this process in a seat.
struct BuiltIn(Box<dyn DynBot>);

impl ProgramSeat for BuiltIn {
    fn decide(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<usize, BotFailure> {
        Ok(self.0.decide(view, rng).expect("the seat is to move"))
    }
}

/// A match in which a person has a seat.
pub(crate) struct HumanMatch<'a> {
    setup: Setup<'a>,
    match_number: u64,
    /// The finished hands of the match.
    done: Vec<Box<dyn DynHand>>,
    hand: Box<dyn DynHand>,
    /// The number of decisions taken back in this hand.
    taken_back: u32,
    bots: BySeat<Option<Box<dyn ProgramSeat>>>,
    rngs: BySeat<BotRng>,
    /// The number of actions, and the randomness of the bots, at each decision of the person.
    decisions: Vec<(usize, BySeat<BotRng>)>,
    steps: Vec<Step>,
    moment: u64,
    /// The failure of a bot that ended the match.
    failure: Option<record::Forfeit>,
    /// The lines of the records of all finished hands.
    finished: Vec<u8>,
    has_written: bool,
}

impl<'a> HumanMatch<'a> {
    /// Deals the first hand and plays on until the person is to choose.
    ///
    /// # Errors
    /// If a bot fails, or records can't be written.
    pub(crate) fn new(setup: Setup<'a>) -> Result<Self, Failure> {
        let mut human_match = Self {
            match_number: 0,
            done: Vec::new(),
            hand: setup.first_hand(0),
            taken_back: 0,
            bots: setup.sit(0),
            rngs: setup.rngs(0),
            decisions: Vec::new(),
            steps: Vec::new(),
            moment: 0,
            failure: None,
            finished: Vec::new(),
            has_written: false,
            setup,
        };
        human_match.play_bots()?;
        Ok(human_match)
    }

    /// The match as the person sees it now, with the steps since the moment before.
    pub(crate) fn moment(&self) -> Moment {
        let choices = self.choices();
        let costs = self.costs(&choices);
        let choice = |(action, costs): (usize, usize)| {
            let say = self.hand.say(action);
            let cards: Cards = cards_said(&say).into();
            Choice { text: self.hand.text(action), say, cards, costs }
        };
        let recalled = self.hand.view(self.setup.seat).recalled();
        let ends = self.done.iter().chain([&self.hand]).filter_map(|hand| hand.end());
        let standing = self.hand.end().map_or_else(|| self.hand.standing(), |end| end.standing);
        Moment {
            number: self.moment,
            variant: self.setup.rules.variant(),
            match_number: self.match_number,
            hand: self.done.len(),
            seat: self.setup.seat,
            names: self.setup.labels(),
            scores: scores_text(&standing),
            sheet: ends.map(|end| end.points).collect(),
            steps: self.steps.clone(),
            scene: self.hand.scene(self.setup.seat),
            phase: recalled.phase,
            rule: recalled.rule,
            chosen: self.chosen(),
            choices: choices.into_iter().zip(costs).map(choice).collect(),
            refused: self.refused(),
            end: self.end(),
            may_take_back: !self.decisions.is_empty(),
        }
    }

    /// Takes the choice of this number, and plays on until the person is to choose again. Does nothing if
    /// there is no such choice.
    ///
    /// # Errors
    /// If a bot fails, or records can't be written.
    pub(crate) fn choose(&mut self, number: usize) -> Result<(), Failure> {
        let Some(&action) = self.choices().get(number) else { return Ok(()) };
        self.decisions.push((self.hand.actions().len(), self.rngs.clone()));
        self.steps.clear();
        self.play(self.setup.seat, action).expect("a choice is legal");
        self.play_bots()
    }

    /// Goes back to the person's last decision of this hand; `false` if there is none.
    pub(crate) fn take_back(&mut self) -> bool {
        let Some((length, rngs)) = self.decisions.pop() else { return false };
        self.hand = self.after(length);
        self.rngs = rngs;
        self.steps.clear();
        self.taken_back += 1;
        self.moment += 1;
        self.bots = self.setup.sit(self.moment as usize);
        true
    }

    /// Deals the next hand, or the first hand of the next match. Does nothing before the hand is over.
    ///
    /// # Errors
    /// If a bot fails, or records can't be written.
    pub(crate) fn deal(&mut self) -> Result<(), Failure> {
        let Some(end) = self.hand.end() else { return Ok(()) };
        self.record().write_line(&mut self.finished);
        if end.over {
            self.match_number += 1;
            self.done.clear();
            self.rngs = self.setup.rngs(self.match_number);
            self.bots = self.setup.sit(0);
            self.hand = self.setup.first_hand(self.match_number);
        } else {
            let deck = self.setup.seeds.deck(self.match_number, self.done.len() + 1);
            let next = self.hand.next_hand(&deck).expect("the match is not over");
            self.done.push(std::mem::replace(&mut self.hand, next));
        }
        self.taken_back = 0;
        self.decisions.clear();
        self.steps.clear();
        self.play_bots()
    }

    /// Takes the only choice, or deals the next hand of the match; `false` if the person has to decide.
    ///
    /// # Errors
    /// If a bot fails, or records can't be written.
    pub(crate) fn play_forced(&mut self) -> Result<bool, Failure> {
        match (self.choices().len(), self.hand.end()) {
            (1, _) => self.choose(0)?,
            (_, Some(end)) if !end.over => self.deal()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Ends the match with a forfeit of the person; between two hands, in the next one.
    ///
    /// # Errors
    /// If a bot fails, or records can't be written.
    pub(crate) fn leave(&mut self) -> Result<(), Failure> {
        let is_between = self.hand.end().is_some_and(|end| !end.over);
        let dealt = if is_between { self.deal() } else { Ok(()) };
        self.write_records()?;
        dealt
    }

    /// The adviser's spec.
    pub(crate) fn adviser(&self) -> String {
        self.setup.adviser.to_string()
    }

    /// The adviser's advice on the present decision of the person.
    pub(crate) fn advice(&self) -> Advice {
        self.adviser_of(self.done.len()).advice(&*self.hand, self.setup.seat, None)
    }

    /// The person's decisions in the match that had a choice, with the number of the hand from 0.
    pub(crate) fn decisions(&self) -> Vec<(usize, Decision)> {
        let mut all = Vec::new();
        for (number, hand) in self.done.iter().chain([&self.hand]).enumerate() {
            let decisions = self.adviser_of(number).decisions(&**hand, Some(self.setup.seat));
            all.extend(decisions.into_iter().map(|decision| (number, decision)));
        }
        all
    }

    /// The adviser with its randomness for a hand.
    fn adviser_of(&self, hand: usize) -> Adviser {
        let rng = self.setup.seeds.opinion(self.match_number, 0, hand);
        Adviser::new(self.setup.game, &self.setup.adviser, rng)
    }

    /// Bots play until the person is to choose, or the hand is over. Then records are written.
    fn play_bots(&mut self) -> Result<(), Failure> {
        self.moment += 1;
        while let Some(seat) = self.hand.turn() {
            let Some(bot) = &mut self.bots[seat] else { return Ok(()) };
            let (view, rng) = (self.hand.view(seat), &mut self.rngs[seat]);
            let decided = caught(|| bot.decide(&*view, rng)).flatten();
            if let Err(failure) = decided.and_then(|action| self.play(seat, action)) {
                self.failure = Some(Forfeit::of(seat, &failure).record());
                let bot = &self.setup.labels()[seat];
                let program = programs(self.setup.bots[seat].as_slice()).next();
                let said = program.map_or_else(String::new, |(_, bot)| bot.log().last_words());
                return Err(Failure::BotFailed(format!("{bot} failed: {}{said}", did(&failure))));
            }
        }
        self.write_records()
    }

    /// Plays an action, and notes what the person sees of it.
    fn play(&mut self, seat: Seat, action: usize) -> Result<(), BotFailure> {
        let person = self.setup.seat;
        let before = self.hand.scene(person);
        self.hand.play(action).map_err(|error| match error {
            DynError::Illegal { action, reason } => BotFailure::illegal(action, reason),
            error => BotFailure::illegal(action, error),
        })?;
        let scene = self.hand.scene(person);
        let say = self.hand.say(action);
        let is_seen = saw(person, (&*self.hand, seat, action), (&before, &scene));
        let say = if is_seen { say } else { unseen(&say) };
        let say = say.replace(&format!("seat {person}"), "you");
        let (taken, plays) = trick_between(&before, &scene);
        let held = |scene: &Scene| scene.hands[person].cards.set();
        let got = (held(&scene) - held(&before) - cards_said(&say)).into();
        self.steps.push(Step { seat, say, plays, taken, got, scene });
        Ok(())
    }

    /// The hand after so many of its actions.
    fn after(&self, actions: usize) -> Box<dyn DynHand> {
        let mut hand = self.hand.start().expect("the hand was dealt");
        for &(_, action) in &self.hand.actions()[..actions] {
            hand.play(action).expect("it was legal");
        }
        hand
    }

    fn end(&self) -> Option<HandEnd> {
        let end = self.hand.end()?;
        let line = match end.standing.leaders()[..] {
            _ if !end.over => "The match goes on.".to_owned(),
            [winner] if winner == self.setup.seat => "You win the match.".to_owned(),
            [winner] => format!("{} (seat {winner}) wins the match.", self.setup.labels()[winner]),
            _ => "The match is shared.".to_owned(),
        };
        let text = hand_text(&self.record(), &*self.hand);
        Some(HandEnd { points: end.points, line, over: end.over, text })
    }
}
