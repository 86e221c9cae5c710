//! Hand records: one JSON object a hand, from which it can be replayed by the rules alone.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::card::Card;
use crate::card_set::CardSet;
use crate::deck::{Deal, Deck};
use crate::game::{Game, Hand};
use crate::json;
use crate::options;
use crate::played::Played;
use crate::seat::{BySeat, Seat};
use crate::standing::{Outcome, Standing};

mod chain;

pub use chain::Chain;

/// A hand as it stands on one line of a records file. Matches, line-ups and hands count from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// What these rules are called, see [`options::variant_name`].
    pub variant: String,
    /// The options that differ from the game's defaults.
    #[serde(deserialize_with = "json::object")]
    pub rules: Map<String, Value>,
    /// Goes up when a ruling changes.
    pub rules_version: u32,
    /// The match: its cards are the same under every line-up.
    #[serde(rename = "match")]
    pub match_number: u64,
    /// The line-up: which bot sits where.
    pub lineup: usize,
    /// The hand in its match.
    pub hand: usize,
    /// The bots by seat.
    pub bots: BySeat<String>,
    /// Who dealt.
    pub dealer: Seat,
    /// Scores before the hand.
    pub scores: BySeat<i32>,
    /// What else came over from the hand before; empty on the first.
    #[serde(deserialize_with = "json::object")]
    pub carry: Map<String, Value>,
    /// The cards as dealt.
    pub deal: DealText,
    /// The decisions in order: seat, verb, arguments.
    pub actions: Vec<String>,
    /// Points gained in the hand.
    pub points: BySeat<i32>,
    /// Scores after it, as the next hand starts with them.
    pub scores_after: BySeat<i32>,
    /// Whether a hand cap ended the match here.
    #[serde(
        default,
        deserialize_with = "json::only_true",
        skip_serializing_if = "std::ops::Not::not"
    )]
    pub truncated: bool,
    /// How many decisions a person at the table took back in the hand.
    #[serde(default, deserialize_with = "json::not_zero", skip_serializing_if = "is_zero")]
    pub taken_back: u32,
    /// The failure that ended the match here, in the middle of the hand.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The cards as dealt, in the order of the deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealText {
    /// Each seat's cards, apart by blanks.
    pub hands: BySeat<String>,
    /// The cards that no seat was dealt.
    pub rest: String,
}

/// A match given up because its bot failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The seat of the bot that failed.
    pub seat: Seat,
    /// What it did.
    pub reason: String,
}

/// Where a record departs from the rules, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Fault {
    /// The field, such as `actions[17]`.
    pub place: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Fault {
    /// A fault at this place.
    pub fn at(place: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self { place: place.into(), reason: reason.to_string() }
    }

    /// Compares what a record says with what the rules say.
    fn unless_same<T: PartialEq + Serialize>(place: &str, said: &T, due: &T) -> Result<(), Self> {
        if said == due {
            Ok(())
        } else {
            let json = |value| serde_json::to_string(value).expect("plain values have a JSON text");
            Err(Self::at(place, format!("{}, but by the rules {}", json(said), json(due))))
        }
    }

    /// Compares what a record says with how a record writes the same.
    fn unless_plain(
        place: &str,
        said: &Map<String, Value>,
        plain: Map<String, Value>,
    ) -> Result<(), Self> {
        if *said == plain {
            return Ok(());
        }
        let (said, plain) = (Value::from(said.clone()), Value::from(plain));
        Err(Self::at(place, format!("{said}, which a record writes {plain}")))
    }
}

impl DealText {
    /// The text of a deal.
    pub fn of(deal: &Deal) -> Self {
        Self {
            hands: BySeat::from_fn(|seat| card_text(deal.hand(seat))),
            rest: card_text(deal.rest()),
        }
    }

    /// The deal of this text, if it is all cards of the pack in hands of these sizes.
    pub(crate) fn deal(&self, pack: CardSet, sizes: BySeat<usize>) -> Result<Deal, Fault> {
        let mut cards = Vec::with_capacity(pack.len());
        let seats =
            Seat::ALL.map(|seat| (format!("deal.hands[{seat}]"), &self.hands[seat], sizes[seat]));
        let dealt: usize = sizes.0.iter().sum();
        let rest = ("deal.rest".to_owned(), &self.rest, pack.len() - dealt);
        for (place, text, size) in seats.into_iter().chain([rest]) {
            let before = cards.len();
            for word in text.split(' ').filter(|_| !text.is_empty()) {
                cards.push(word.parse::<Card>().map_err(|error| Fault::at(&place, error))?);
            }
            let count = cards.len() - before;
            if count != size {
                return Err(Fault::at(place, format!("{count} cards, but {size} are dealt there")));
            }
        }
        if let Some(card) = cards.iter().find(|card| !pack.contains(**card)) {
            return Err(Fault::at("deal", format!("{card} is not in the pack of this game")));
        }
        let twice = |card| Fault::at("deal", format!("{card} is dealt twice"));
        Ok(Deal::new(Deck::of(cards).map_err(twice)?, sizes))
    }
}

fn card_text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

impl Record {
    /// Adds the record to the lines of a file.
    pub fn write_line(&self, lines: &mut Vec<u8>) {
        serde_json::to_writer(&mut *lines, self).expect("records can be written to memory");
        lines.push(b'\n');
    }

    /// The record of a hand that these bots played, as far as it was played.
    pub fn of<G: Game>(
        played: &Played<G>,
        (match_number, lineup, hand): (u64, usize, usize),
        bots: BySeat<String>,
    ) -> Self {
        let (rules, standing) = (played.end.rules(), played.end.standing());
        let outcome = played.outcome.as_ref();
        Self {
            game: rules.name().to_owned(),
            variant: options::variant_name(rules),
            rules: options::to_json(rules),
            rules_version: G::RULES_VERSION,
            match_number,
            lineup,
            hand,
            bots,
            dealer: standing.dealer(),
            scores: standing.scores(),
            carry: standing.carry(),
            deal: DealText::of(&played.deal),
            actions: G::lines(&played.actions),
            points: outcome.map_or(BySeat([0; 3]), |outcome| outcome.points),
            scores_after: outcome.map_or(standing.scores(), |end| end.standing.scores()),
            truncated: false,
            taken_back: 0,
            forfeit: None,
        }
    }

    /// Plays the hand again by the rules of `G`, and compares all that the record says of it.
    pub fn replay<G: Game>(&self) -> Result<Played<G>, Fault> {
        self.replay_of(&G::default())
    }

    /// Plays the hand again by the rules of this game, and compares all that the record says of it.
    ///
    /// # Errors
    /// Where the record departs from the rules.
    pub fn replay_of<G: Game>(&self, game: &G) -> Result<Played<G>, Fault> {
        let rules = self.rules_of(game)?;
        self.check_standing(&rules)?;
        let played = self.begun(rules, self.actions.len())?;
        let lines = G::lines(&played.actions);
        for (i, line) in self.actions.iter().enumerate() {
            let plain = lines.get(i).map_or("", String::as_str);
            if line != plain {
                let reason = format!("`{line}`, which a record writes `{plain}`");
                return Err(Fault::at(format!("actions[{i}]"), reason));
            }
        }
        self.compare_end::<G>(&played.end, played.outcome.as_ref())?;
        Ok(played)
    }

    /// The hand after the first `lines` of its lines, by these rules or those of another variant.
    ///
    /// # Errors
    /// Where the standing, the deal or an action is not one of these rules.
    pub fn begun<G: Game>(&self, rules: G, lines: usize) -> Result<Played<G>, Fault> {
        let standing = standing(&rules, self.dealer, self.scores, &self.carry)?;
        let deal = self.deal.deal(rules.pack(), rules.hand_sizes(&standing))?;
        let mut played = Played::new(rules, standing, deal);
        for (i, line) in self.actions.iter().take(lines).enumerate() {
            let fault = |reason: &dyn fmt::Display| Fault::at(format!("actions[{i}]"), reason);
            let turn = played.end.turn().ok_or_else(|| fault(&"the hand is over"))?;
            for action in read_line(&rules, turn, line).map_err(|reason| fault(&reason))? {
                played.play(action).map_err(|error| fault(&error))?;
            }
        }
        Ok(played)
    }

    /// The rules that the hand was played by.
    ///
    /// # Errors
    /// If they are those of another game, of another version, or not written as a record writes them.
    pub fn rules<G: Game>(&self) -> Result<G, Fault> {
        self.rules_of(&G::default())
    }

    /// The rules of this game that the hand was played by.
    ///
    /// # Errors
    /// If they are those of another game, of another version, or not written as a record writes them.
    pub fn rules_of<G: Game>(&self, game: &G) -> Result<G, Fault> {
        let rules = rules(game, &self.game, self.rules_version, &self.rules)?;
        let plain = options::to_json::<G>(&rules);
        Fault::unless_plain("rules", &self.rules, plain)?;
        Fault::unless_same("variant", &self.variant, &options::variant_name(&rules))?;
        Ok(rules)
    }

    fn check_standing<G: Game>(&self, rules: &G) -> Result<(), Fault> {
        let standing = standing(rules, self.dealer, self.scores, &self.carry)?;
        if self.hand == 0 {
            let first = rules.first_standing(self.dealer);
            Fault::unless_same("scores", &self.scores, &first.scores())?;
            Fault::unless_same("carry", &self.carry, &first.carry())?;
        }
        Fault::unless_plain("carry", &self.carry, standing.carry())
    }

    fn compare_end<G: Game>(
        &self,
        hand: &G::Hand,
        outcome: Option<&Outcome<G::Standing>>,
    ) -> Result<(), Fault> {
        let (points, scores) = match (outcome, &self.forfeit, hand.turn()) {
            (Some(outcome), None, _) => (outcome.points, outcome.standing.scores()),
            // A bot may fail when the match is over.
            (Some(outcome), Some(_), _) if outcome.over || self.truncated => {
                (outcome.points, outcome.standing.scores())
            }
            (Some(_), Some(_), _) => {
                return Err(Fault::at("forfeit", "the hand was played to its end"));
            }
            (None, Some(forfeit), turn) => {
                if turn != Some(forfeit.seat) {
                    let reason = format!("it was not seat {}'s turn", forfeit.seat);
                    return Err(Fault::at("forfeit", reason));
                }
                (BySeat([0; 3]), self.scores)
            }
            (None, None, turn) => {
                let turn =
                    turn.map_or_else(String::new, |seat| format!(": seat {seat} is to move"));
                return Err(Fault::at("actions", format!("the hand is not over{turn}")));
            }
        };
        Fault::unless_same("points", &self.points, &points)?;
        Fault::unless_same("scores_after", &self.scores_after, &scores)?;
        if self.truncated && outcome.is_none_or(|end| end.over) {
            return Err(Fault::at("truncated", "the match is over without a hand cap"));
        }
        Ok(())
    }
}

/// The rules that these options make, if they are of this game and version.
pub(crate) fn rules<G: Game>(
    game: &G,
    name: &str,
    version: u32,
    options: &Map<String, Value>,
) -> Result<G, Fault> {
    Fault::unless_same("game", &name, &game.name())?;
    Fault::unless_same("rules_version", &version, &G::RULES_VERSION)?;
    options::from_json_of(game, options).map_err(|error| Fault::at("rules", error))
}

/// The standing of these parts, if a hand by these rules can start from it.
pub(crate) fn standing<G: Game>(
    rules: &G,
    dealer: Seat,
    scores: BySeat<i32>,
    carry: &Map<String, Value>,
) -> Result<G::Standing, Fault> {
    rules
        .read_standing(dealer, scores, carry)
        .and_then(|standing| rules.check_standing(&standing).map(|()| standing))
        .map_err(|reason| Fault::at("carry", reason))
}

/// The actions that a line such as `1 play 9C` stands for.
fn read_line<G: Game>(rules: &G, turn: Seat, line: &str) -> Result<Vec<G::Action>, String> {
    let (seat, words) =
        line.split_once(' ').ok_or_else(|| format!("`{line}` is not a seat and an action"))?;
    if seat != turn.to_string() {
        return Err(format!("`{line}`, but it is seat {turn}'s turn"));
    }
    rules.read_line(words).map_err(|error| error.to_string())
}
