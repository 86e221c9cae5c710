//! A bot's advice on the decisions of a hand.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use threehand_bots::{BotRng, Judged, Opinion, Spec, Unit};
use threehand_engine::{BySeat, Seat};
use threehand_play::{DynBot, DynGame, DynHand};

/// A bot that gives advice. In each seat it knows what that seat knows.
pub(crate) struct Adviser {
    /// The bot's spec.
    pub(crate) spec: String,
    bots: BySeat<Box<dyn DynBot>>,
    rng: BotRng,
}

/// A decision of a hand, with the adviser's advice.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    /// The place of its line in the actions of the record, from 0.
    pub(crate) line: usize,
    pub(crate) seat: Seat,
    /// The action taken.
    pub(crate) done: NamedAction,
    pub(crate) advice: Advice,
}

/// An action as programs and persons name it.
#[derive(Clone, Debug)]
pub(crate) struct NamedAction {
    index: usize,
    /// As a record writes it.
    pub(crate) text: String,
    pub(crate) words: String,
}

/// A bot's advice on a decision. Page and terminal show it in words.
#[derive(Clone, Debug)]
pub(crate) struct Advice {
    /// The action that the bot would take.
    pub(crate) choice: NamedAction,
    /// Whether a record has a line for it.
    pub(crate) has_line: bool,
    /// Whether the action taken has the same effect; `false` before an action was taken.
    pub(crate) is_same: bool,
    /// The compared action that has the same effect as the action taken.
    pub(crate) taken: Option<Compared>,
    /// The actions that the bot compared, the least loss first.
    pub(crate) compared: Vec<Compared>,
    /// The unit of worths and losses.
    pub(crate) unit: Unit,
}

/// An action that a bot compared with others.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    /// The action in words.
    pub(crate) words: String,
    pub(crate) worth: Judged<usize>,
}

impl Adviser {
    /// The bot of this spec of a game, with this randomness.
    pub(crate) fn new(game: &dyn DynGame, spec: &Spec, rng: BotRng) -> Self {
        let spec = spec.to_string();
        let bots = BySeat::from_fn(|_| game.bot(&spec).expect("the game has read the spec"));
        Self { spec, bots, rng }
    }

    /// Advice to the seat to move, which took the action `taken` if there is one.
    pub(crate) fn advice(
        &mut self,
        hand: &dyn DynHand,
        seat: Seat,
        taken: Option<usize>,
    ) -> Advice {
        let opinion = self.bots[seat].opinion(&*hand.view(seat), &mut self.rng);
        let Opinion { choice, unit, worths } = opinion.expect("the seat is to move");
        let candidates: Vec<usize> = worths.iter().map(|worth| worth.action).collect();
        let place = taken.and_then(|taken| {
            let place = candidates.iter().position(|&candidate| candidate == taken);
            place.or_else(|| hand.candidate_for(&candidates, taken))
        });
        let is_same =
            taken == Some(choice) || place.is_some_and(|place| candidates[place] == choice);
        let compared = |worth: Judged<usize>| Compared { words: hand.say(worth.action), worth };
        let taken = place.map(|place| compared(worths[place]));
        let mut compared: Vec<_> = worths.into_iter().map(compared).collect();
        compared.sort_by(|a, b| a.worth.loss.total_cmp(&b.worth.loss));
        let choice = NamedAction::of(hand, choice);
        let has_line = hand.rules().read_line(&choice.text).is_ok();
        Advice { choice, has_line, is_same, taken, compared, unit }
    }

    /// The decisions of a hand that have more than one legal action: all, or those of one seat.
    pub(crate) fn decisions(&mut self, hand: &dyn DynHand, of: Option<Seat>) -> Vec<Decision> {
        let mut decisions = Vec::new();
        let Some(mut then) = hand.start() else { return decisions };
        for (number, (seat, action)) in hand.actions().into_iter().enumerate() {
            if of.is_none_or(|of| of == seat) && then.legal().len() > 1 {
                let advice = self.advice(&*then, seat, Some(action));
                let (line, done) = (hand.lines(number).len(), NamedAction::of(hand, action));
                decisions.push(Decision { line, seat, done, advice });
            }
            then.play(action).expect("it was legal");
        }
        decisions
    }
}

impl NamedAction {
    fn of(hand: &dyn DynHand, index: usize) -> Self {
        Self { index, text: hand.text(index), words: hand.say(index) }
    }
}

impl Advice {
    /// Whether a compared action is the choice.
    pub(crate) fn chooses(&self, compared: &Compared) -> bool {
        compared.worth.action == self.choice.index
    }

    /// What the action taken loses against the choice; `None` where the bot did not compare it, or where the
    /// two have the same effect.
    pub(crate) fn loss(&self) -> Option<Judged<usize>> {
        self.taken.as_ref().filter(|_| !self.is_same).map(Compared::rounded)
    }

    /// Whether worths are chances to win the match, and not points.
    pub(crate) fn is_chance(&self) -> bool {
        self.unit == Unit::Chance
    }
}

impl Compared {
    /// The worth to the decimals that a reader may see.
    pub(crate) fn rounded(&self) -> Judged<usize> {
        let rounded = |value: f64| (value * 1e4).round() / 1e4;
        let Judged { mean, loss, error, .. } = self.worth;
        let error = error.map(rounded);
        Judged { mean: rounded(mean), loss: rounded(loss), error, ..self.worth }
    }
}

impl Serialize for Advice {
    /// As the scripts of pages read it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = json!({ "choice": self.choice.words, "same": self.is_same });
        if let Some(taken) = &self.taken {
            json["done"] = json!(taken.words);
        }
        if let Some(Judged { loss, error, worlds, .. }) = self.loss() {
            json["loss"] = json!((loss, error, worlds));
        }
        if !self.compared.is_empty() {
            let worth = |compared: &Compared| -> Value {
                let Judged { mean, loss, error, .. } = compared.rounded();
                json!((&compared.words, mean, loss, error))
            };
            json["worths"] = self.compared.iter().map(worth).collect();
        }
        json["chance"] = json!(self.is_chance());
        json.serialize(serializer)
    }
}
