//! A match in which a person has a seat and bots have the others.

use std::cmp::Reverse;

use threehand_bots::{BotFailure, BotRng, Knowledge, Maker};
use threehand_engine::record::{self, Record};
use threehand_engine::scene::{Cards, cards_said};
use threehand_engine::{BySeat, Hand as _, Legal as _, Played, Scene, Seat};

use super::offer::{Choice, End, Offer, Step};
use crate::experiment::prepare;
use crate::play::asking::caught;
use crate::play::forfeit::Forfeit;
use crate::play::seated::Seated;
use crate::play::seeds::Seeds;
use crate::records::opinions::{Annotator, Told};
use crate::records::replay::tell;
use crate::records::sight::{saw, unseen};
use crate::records::words::{ahead, scores_text};

/// What a person is called in records.
pub(crate) const PERSON: &str = "person";

/// Why somebody at the table can go on no more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Stuck {
    /// What was chosen is not to be had, or no more.
    #[error("that choice is not there any more")]
    NoSuchChoice,
    /// A bot failed.
    #[error("{bot} fails: {reason}")]
    BotFailed {
        /// The bot.
        bot: String,
        /// Why.
        reason: String,
    },
}

/// A match with a person in it, of whichever game.
pub(crate) trait AnyParty {
    /// The moment, with what happened since the one before.
    fn offer(&self) -> Offer;
    /// The number of the moment.
    fn moment(&self) -> u64;
    /// Whether the hand is over.
    fn is_over(&self) -> bool;
    /// Takes the choice of this number, and plays on until the person is to choose again.
    ///
    /// # Errors
    /// If there is no such choice, or a bot fails.
    fn choose(&mut self, number: usize) -> Result<(), Stuck>;
    /// Goes back to the person's last decision of this hand; `false` if there is none.
    fn take_back(&mut self) -> bool;
    /// Deals the next hand, or the first hand of the next match.
    ///
    /// # Errors
    /// If the hand is not over, or a bot fails.
    fn deal(&mut self) -> Result<(), Stuck>;
    /// What the adviser would choose now; `None` if the person is not to choose.
    fn advice(&mut self) -> Option<Told>;
    /// The person's decisions of the match so far of which the adviser thinks less than of another, the
    /// worst first.
    fn mistakes(&mut self) -> Vec<Mistake>;
    /// The adviser.
    fn adviser(&self) -> &str;
    /// The records of the match so far; a hand that is not over ends with the person leaving.
    fn records(&self) -> Vec<Record>;
}

/// A decision of which the adviser thinks less than of another.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Mistake {
    /// The hand, from 0.
    pub(crate) hand: usize,
    /// The number of the decision in the hand, from 0.
    pub(crate) decision: usize,
    /// What was done, in words.
    pub(crate) done: String,
    /// What the adviser thinks.
    pub(crate) told: Told,
}

/// Who sits at the table, and by which rules and cards they play.
pub(crate) struct Setting<'a, G: Knowledge> {
    /// The rules.
    pub(crate) rules: G,
    /// Where the cards come from.
    pub(crate) seeds: Seeds,
    /// The person's seat.
    pub(crate) seat: Seat,
    /// Who sits where, as records have it; the person's is [`PERSON`].
    pub(crate) names: BySeat<String>,
    /// What they go by at the table: two bots of one name by two names.
    pub(crate) called: BySeat<String>,
    /// What makes the bots; none makes the person.
    pub(crate) makers: BySeat<Option<prepare::Maker<'a, G>>>,
    /// The bot that is asked for advice.
    pub(crate) adviser: (String, Maker<'a, G>),
}

/// A match of `G` with a person in it.
pub(crate) struct Party<'a, G: Knowledge> {
    setting: Setting<'a, G>,
    match_number: u64,
    /// The hands that are over, with what was taken back in each.
    done: Vec<(Played<G>, u32)>,
    hand: Played<G>,
    taken_back: u32,
    bots: BySeat<Option<Seated<G>>>,
    rngs: BySeat<BotRng>,
    /// How far the hand was, and the luck of the bots, at each decision of the person.
    marks: Vec<(usize, BySeat<BotRng>)>,
    steps: Vec<Step>,
    moment: u64,
    /// The failure of a bot that ended the match.
    failure: Option<record::Forfeit>,
}

impl<'a, G: Knowledge> Party<'a, G> {
    /// Deals the first hand and plays on until the person is to choose.
    ///
    /// # Errors
    /// If a bot fails.
    pub(crate) fn new(setting: Setting<'a, G>) -> Result<Self, Stuck> {
        let mut party = Self {
            match_number: 0,
            done: Vec::new(),
            hand: first_hand(&setting, 0),
            taken_back: 0,
            bots: BySeat([None, None, None]),
            rngs: luck(&setting, 0),
            marks: Vec::new(),
            steps: Vec::new(),
            moment: 0,
            failure: None,
            setting,
        };
        party.seat_bots();
        party.go_on()?;
        Ok(party)
    }

    /// New bots, which know what they see and nothing from before.
    fn seat_bots(&mut self) {
        let makers = &self.setting.makers;
        self.bots = BySeat::from_fn(|seat| makers[seat].as_ref().map(|make| make()));
    }

    /// Bots play until the person is to choose, or the hand is over.
    fn go_on(&mut self) -> Result<(), Stuck> {
        self.moment += 1;
        while let Some(seat) = self.hand.end.turn() {
            let Some(bot) = &mut self.bots[seat] else { break };
            let (view, rng) = (self.hand.end.view(seat), &mut self.rngs[seat]);
            let decided = caught(|| bot.answer(&view, rng)).flatten().and_then(|action| {
                let checked = self.hand.end.check(action).map(|()| action);
                checked.map_err(|why| BotFailure::illegal(action, why))
            });
            let action = decided.map_err(|failure| {
                self.failure = Some(Forfeit::of(seat, &failure).record());
                let bot = self.setting.called[seat].clone();
                Stuck::BotFailed { bot, reason: failure.to_string() }
            })?;
            self.play(seat, action);
        }
        Ok(())
    }

    /// Plays a legal action, and notes what the person sees of it.
    fn play(&mut self, seat: Seat, action: G::Action) {
        let person = self.setting.seat;
        let before = self.hand.end.view(person).scene();
        self.hand.play(action).expect("the action is legal");
        let after = self.hand.end.view(person).scene();
        let say = G::say(action);
        let seen = saw::<G>(person, (seat, action), (&before, &after));
        let ended = after.last != before.last;
        let count = |scene: &Scene| scene.trick.iter().map(|lay| lay.cards.0.len()).sum::<usize>();
        self.steps.push(Step {
            seat,
            say: self.to_person(&if seen { say } else { unseen(&say) }),
            plays: ended || count(&after) > count(&before),
            taken: after.last.as_ref().filter(|_| ended).map(|last| last.winner),
            scene: after,
        });
    }

    /// The person's choices now, cards in the order in which he holds them.
    fn choices(&self) -> Vec<G::Action> {
        let person = self.setting.seat;
        if self.hand.end.turn() != Some(person) {
            return Vec::new();
        }
        let mut choices: Vec<G::Action> = self.hand.end.legal().iter().collect();
        let held = self.hand.end.view(person).scene().hands[person].cards.0.clone();
        let verbs: Vec<String> = choices.iter().map(verb::<G>).collect();
        choices.sort_by_cached_key(|action| {
            let card = Cards::from(cards_said(&G::say(*action))).0.first().copied();
            let place = held.iter().position(|&held| Some(held) == card);
            let elsewhere = card.map(|card| Reverse(card.index()));
            (verbs.iter().position(|other| *other == verb::<G>(action)), place, elsewhere)
        });
        choices
    }

    /// How many cards the person has chosen one by one for what he decides now, and how many are wanted in all.
    fn chosen(&self) -> Option<(usize, usize)> {
        let person = self.setting.seat;
        let doing = verb::<G>(self.choices().first()?);
        let tricks = |hand: &G::Hand| hand.view(person).scene().last;
        let is_same = |action: &G::Action| verb::<G>(action) == doing;
        // What is still wanted, until the turn passes on, the trick ends or he may do something else.
        let (mut hand, mut wanted) = (self.hand.end.clone(), 0);
        while hand.turn() == Some(person) && tricks(&hand) == tricks(&self.hand.end) {
            let mut legal = hand.legal().iter();
            let Some(first) =
                legal.next().filter(|first| is_same(first) && legal.all(|a| is_same(&a)))
            else {
                break;
            };
            hand.play_unchecked(first);
            wanted += 1;
        }
        let before = self.hand.actions.iter().rev();
        let count = before.take_while(|(seat, action)| *seat == person && is_same(action)).count();
        let mut then = self.hand.start();
        for &(_, action) in &self.hand.actions[..self.hand.actions.len() - count] {
            then.play_unchecked(action);
        }
        let chosen = if tricks(&then) == tricks(&self.hand.end) { count } else { 0 };
        (wanted > 0 && chosen + wanted > 1).then_some((chosen, chosen + wanted))
    }

    /// Words in which the person's seat is called `you`.
    fn to_person(&self, words: &str) -> String {
        words.replace(&format!("seat {}", self.setting.seat), "you")
    }

    /// Who wins a match that ends with this standing.
    fn winner(&self, standing: &G::Standing) -> String {
        match ahead(standing)[..] {
            [winner] if winner == self.setting.seat => "You win the match.".to_owned(),
            [winner] => format!("{} (seat {winner}) wins the match.", self.setting.called[winner]),
            _ => "The match is shared.".to_owned(),
        }
    }

    fn end(&self) -> Option<End> {
        let outcome = self.hand.outcome.as_ref()?;
        let record = self.record(&self.hand, self.done.len(), self.taken_back);
        let line = if outcome.over {
            self.winner(&outcome.standing)
        } else {
            "The match goes on.".to_owned()
        };
        Some(End {
            points: outcome.points,
            scores: scores_text(&outcome.standing),
            line,
            over: outcome.over,
            told: tell(&record, &self.hand).unwrap_or_default(),
        })
    }

    fn record(&self, played: &Played<G>, hand: usize, taken_back: u32) -> Record {
        let place = (self.match_number, 0, hand);
        Record { taken_back, ..Record::of(played, place, self.setting.names.clone()) }
    }
}

/// The word that says what is done, such as `play`.
fn verb<G: Knowledge>(action: &G::Action) -> String {
    G::say(*action).split(' ').next().unwrap_or_default().to_owned()
}

fn first_hand<G: Knowledge>(setting: &Setting<'_, G>, match_number: u64) -> Played<G> {
    let (rules, seeds) = (setting.rules, setting.seeds);
    let standing = rules.first_standing(seeds.first_dealer(match_number));
    let deal = rules.deal(&standing, &seeds.deck(match_number, 0));
    Played::new(rules, standing, deal)
}

fn luck<G: Knowledge>(setting: &Setting<'_, G>, match_number: u64) -> BySeat<BotRng> {
    BySeat::from_fn(|seat| setting.seeds.bot(match_number, 0, seat))
}

impl<G: Knowledge> AnyParty for Party<'_, G> {
    fn offer(&self) -> Offer {
        let view = self.hand.end.view(self.setting.seat);
        let recalled = G::recall(&view);
        let choice = |action: G::Action| {
            let say = G::say(action);
            let cards: Cards = cards_said(&say).into();
            Choice { text: action.to_string(), say, cards }
        };
        let points = |(played, _): &(Played<G>, u32)| played.outcome.map(|end| end.points);
        Offer {
            moment: self.moment,
            variant: threehand_engine::options::variant_name(&self.setting.rules),
            match_number: self.match_number,
            hand: self.done.len(),
            seat: self.setting.seat,
            names: self.setting.called.clone(),
            scores: scores_text(self.hand.end.standing()),
            sheet: self.done.iter().filter_map(points).collect(),
            steps: self.steps.clone(),
            scene: view.scene(),
            phase: recalled.phase,
            rule: recalled.rule,
            chosen: self.chosen(),
            choices: self.choices().into_iter().map(choice).collect(),
            end: self.end(),
            may_take_back: !self.marks.is_empty(),
        }
    }

    fn moment(&self) -> u64 {
        self.moment
    }

    fn is_over(&self) -> bool {
        self.hand.outcome.is_some()
    }

    fn choose(&mut self, number: usize) -> Result<(), Stuck> {
        let action = *self.choices().get(number).ok_or(Stuck::NoSuchChoice)?;
        self.marks.push((self.hand.actions.len(), self.rngs.clone()));
        self.steps.clear();
        self.play(self.setting.seat, action);
        self.go_on()
    }

    fn take_back(&mut self) -> bool {
        let Some((length, rngs)) = self.marks.pop() else { return false };
        let actions = std::mem::take(&mut self.hand.actions);
        let (rules, standing) = (*self.hand.end.rules(), *self.hand.end.standing());
        self.hand = Played::new(rules, standing, self.hand.deal);
        for &(_, action) in &actions[..length] {
            self.hand.play(action).expect("it was legal before");
        }
        self.rngs = rngs;
        self.seat_bots();
        self.steps.clear();
        self.taken_back += 1;
        self.moment += 1;
        true
    }

    fn deal(&mut self) -> Result<(), Stuck> {
        let outcome = self.hand.outcome.ok_or(Stuck::NoSuchChoice)?;
        let next = if outcome.over {
            self.match_number += 1;
            self.done.clear();
            self.rngs = luck(&self.setting, self.match_number);
            first_hand(&self.setting, self.match_number)
        } else {
            let rules = self.setting.rules;
            let deck = self.setting.seeds.deck(self.match_number, self.done.len() + 1);
            Played::new(rules, outcome.standing, rules.deal(&outcome.standing, &deck))
        };
        let ended = std::mem::replace(&mut self.hand, next);
        if outcome.over {
            self.seat_bots();
        } else {
            self.done.push((ended, self.taken_back));
        }
        self.taken_back = 0;
        self.marks.clear();
        self.steps.clear();
        self.go_on()
    }

    fn advice(&mut self) -> Option<Told> {
        if self.choices().is_empty() {
            return None;
        }
        let hand = self.done.len();
        let mut adviser = self.annotator(hand);
        Some(adviser.told(&self.hand.end, self.setting.seat, None))
    }

    fn mistakes(&mut self) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        let hands = self.done.iter().map(|(played, _)| played).chain([&self.hand]);
        for (number, played) in hands.enumerate() {
            let judged = self.annotator(number).judge(played, Some(self.setting.seat));
            for ((decision, _, action), thought) in judged {
                let told = thought.told::<G>();
                let lost = told
                    .loss
                    .is_some_and(|(loss, error, _)| loss > 2.0 * error.unwrap_or(f64::INFINITY));
                if lost {
                    let done = G::say(action);
                    mistakes.push(Mistake { hand: number, decision, done, told });
                }
            }
        }
        let loss = |mistake: &Mistake| mistake.told.loss.map_or(0.0, |(loss, ..)| loss);
        mistakes.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
        mistakes
    }

    fn adviser(&self) -> &str {
        &self.setting.adviser.0
    }

    fn records(&self) -> Vec<Record> {
        let done = self.done.iter().enumerate();
        let done = done.map(|(hand, (played, taken_back))| self.record(played, hand, *taken_back));
        let mut last = self.record(&self.hand, self.done.len(), self.taken_back);
        if self.hand.outcome.is_none() {
            let left =
                || record::Forfeit { seat: self.setting.seat, reason: "left the table".into() };
            last.forfeit = Some(self.failure.clone().unwrap_or_else(left));
        }
        done.chain([last]).collect()
    }
}

impl<G: Knowledge> Party<'_, G> {
    /// The adviser with its luck for a hand.
    fn annotator(&self, hand: usize) -> Annotator<G> {
        let (name, make) = &self.setting.adviser;
        let luck = self.setting.seeds.opinion(self.match_number, 0, hand);
        Annotator::new(name.clone(), make, luck)
    }
}
