//! A hand as the page steps through it: the table before each action, as all and as each seat sees it.

use serde::Serialize;
use serde_json::{Map, Value, json};
use threehand_bots::Knowledge;
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Game, Hand as _, Legal as _, Played, Scene, Seat};

use crate::records::opinions::{Annotator, Told};
use crate::records::sight::saw;
use crate::records::words::{scores_text, winner_text};
use crate::terminal::shown::shown;

/// A hand to step through.
#[derive(Debug, Serialize)]
pub(super) struct Steps {
    bots: BySeat<String>,
    /// The score of each seat before the hand and after it, as words.
    before: BySeat<String>,
    after: Option<BySeat<String>>,
    points: Option<BySeat<i32>>,
    /// The bot whose opinions the steps have.
    annotator: Option<String>,
    /// How it ended, in a sentence.
    end: String,
    steps: Vec<Step>,
    /// The tables before each step and at the end, as all see it and as each seat does: what differs from the
    /// table before.
    views: [Vec<Value>; 4],
}

/// A decision.
#[derive(Debug, Serialize)]
struct Step {
    seat: Seat,
    /// What was done, in words.
    say: String,
    /// What could be done.
    may: Vec<String>,
    /// The seats that could not see what was done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unseen: Vec<Seat>,
    /// The trick that this ended, with who took it.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<Seat>,
    /// Whether a card was played to the trick.
    plays: bool,
    /// What another bot thinks of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    opinion: Option<Told>,
}

/// The scenes of one point of a hand: with all cards open, and each seat's.
struct Scenes {
    open: Scene,
    seats: BySeat<Scene>,
}

impl Scenes {
    fn of<G: Game>(hand: &G::Hand) -> Self {
        let seats = BySeat::from_fn(|seat| hand.view(seat).scene());
        Self { open: Scene::open::<G>(hand), seats }
    }

    fn all(&self) -> [&Scene; 4] {
        let BySeat([a, b, c]) = &self.seats;
        [&self.open, a, b, c]
    }
}

impl Steps {
    /// The steps of a hand.
    pub(super) fn of<G: Knowledge>(
        record: &Record,
        played: &Played<G>,
        mut annotator: Option<Annotator<G>>,
    ) -> Self {
        let mut hand = played.start();
        let mut at = Scenes::of::<G>(&hand);
        let mut views = at.all().map(|scene| vec![flat(scene)]);
        let mut flats = at.all().map(flat);
        let mut steps = Vec::with_capacity(played.actions.len());
        for &(seat, action) in &played.actions {
            let may: Vec<String> = hand.legal().iter().map(G::say).collect();
            // Where there is no choice, there is nothing to think of.
            let asked = annotator.as_mut().filter(|_| may.len() > 1);
            let opinion = asked.map(|annotator| annotator.told(&hand, seat, Some(action)));
            hand.play_unchecked(action);
            let next = Scenes::of::<G>(&hand);
            let say = G::say(action);
            let sees = |other: Seat| {
                saw::<G>(other, (seat, action), (&at.seats[other], &next.seats[other]))
            };
            let count = |scenes: &Scenes| scenes.open.trick.iter().map(|l| l.cards.0.len()).sum();
            let (before, after): (usize, usize) = (count(&at), count(&next));
            let ended = next.open.last != at.open.last;
            steps.push(Step {
                seat,
                may,
                unseen: Seat::ALL.into_iter().filter(|&other| !sees(other)).collect(),
                taken: next.open.last.as_ref().filter(|_| ended).map(|last| last.winner),
                plays: after > before || ended,
                say,
                opinion,
            });
            for ((view, flat_before), scene) in views.iter_mut().zip(&mut flats).zip(next.all()) {
                let after = flat(scene);
                view.push(difference(flat_before, &after));
                *flat_before = after;
            }
            at = next;
        }
        Self {
            bots: BySeat::from_fn(|seat| shown(&record.bots[seat]).into()),
            before: scores_text(played.end.standing()),
            after: played.outcome.as_ref().map(|outcome| scores_text(&outcome.standing)),
            points: played.outcome.as_ref().map(|outcome| outcome.points),
            annotator: annotator.map(|annotator| annotator.name),
            end: end(record, played),
            steps,
            views,
        }
    }
}

/// A decision that cost something, by another bot.
pub(super) struct Blunder {
    /// The place of the decision among the steps.
    pub(super) step: usize,
    /// Who decided what, and what the other bot would have done, in words.
    pub(super) seat: Seat,
    pub(super) done: String,
    pub(super) choice: String,
    /// How much less what was done is worth, and the standard error of that.
    pub(super) loss: f64,
    pub(super) error: Option<f64>,
    /// Whether these are chances to win the match, and not points.
    pub(super) chance: bool,
}

impl Steps {
    /// The decisions that cost something, in their order.
    pub(super) fn blunders(&self) -> impl Iterator<Item = Blunder> + '_ {
        self.steps.iter().enumerate().filter_map(|(step, done)| {
            let Told { choice, loss, chance, .. } = done.opinion.as_ref()?;
            let (loss, error, _) = loss.filter(|(loss, ..)| *loss > 0.0)?;
            let (seat, chance) = (done.seat, *chance);
            let (done, choice) = (done.say.clone(), choice.clone());
            Some(Blunder { step, seat, done, choice, loss, error, chance })
        })
    }
}

/// A scene with each hand under a key of its own.
fn flat(scene: &Scene) -> Value {
    let mut json = serde_json::to_value(scene).expect("a scene has a JSON text");
    if let Some(hands) = json.get_mut("hands").map(Value::take)
        && let (Some(map), Value::Array(hands)) = (json.as_object_mut(), hands)
    {
        map.remove("hands");
        map.extend(hands.into_iter().enumerate().map(|(seat, hand)| (format!("hand{seat}"), hand)));
    }
    json
}

/// The entries of the second object that the first does not have so.
fn difference(before: &Value, after: &Value) -> Value {
    let entries = after.as_object().into_iter().flatten();
    let changed = entries.filter(|(key, value)| before.get(key.as_str()) != Some(*value));
    Value::from(changed.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>())
}

fn end<G: Game>(record: &Record, played: &Played<G>) -> String {
    if let Some(forfeit) = &record.forfeit {
        return format!("Seat {} forfeits the match: {}", forfeit.seat, shown(&forfeit.reason));
    }
    match &played.outcome {
        Some(outcome) if outcome.over => winner_text(&outcome.standing),
        _ if record.truncated => "The cap on hands ends the match.".to_owned(),
        _ => "The match goes on.".to_owned(),
    }
}

/// The steps as JSON that can stand in a page.
pub(super) fn json(steps: &Steps) -> String {
    json!(steps).to_string().replace('<', "\\u003c")
}
