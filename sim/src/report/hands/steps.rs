//! A hand step by step: the table before each action, with all cards open and as each seat sees it.

use serde::Serialize;
use serde_json::{Map, Value, json};
use threehand_bots::Judged;
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Scene, Seat};
use threehand_play::DynHand;

use crate::records::advice::{Advice, Adviser};
use crate::records::scores::{match_end, scores_text};
use crate::records::visibility::{saw, trick_between};
use crate::terminal::shown::shown;

/// A hand to step through.
#[derive(Debug, Serialize)]
pub(super) struct Steps {
    bots: BySeat<String>,
    /// The score of each seat before and after the hand, in words.
    before: BySeat<String>,
    after: Option<BySeat<String>>,
    points: Option<BySeat<i32>>,
    /// The spec of the bot that gives the opinions.
    annotator: Option<String>,
    /// The sentence on the match after the hand.
    end: String,
    steps: Vec<Step>,
    /// The scenes before each step and at the end, with all cards open and as each seat sees them. Each is the
    /// difference from the scene before.
    views: [Vec<Value>; 4],
}

/// A decision.
#[derive(Debug, Serialize)]
pub(super) struct Step {
    pub(super) seat: Seat,
    /// The action in words.
    pub(super) say: String,
    /// The legal actions in words.
    may: Vec<String>,
    /// The seats that did not see the action.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unseen: Vec<Seat>,
    /// The winner of the trick that this ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<Seat>,
    /// Whether a card was played to the trick.
    plays: bool,
    /// The advice of another bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    opinion: Option<Advice>,
}

/// The scenes of one point of a hand: with all cards open, and each seat's.
fn scenes(hand: &dyn DynHand) -> [Scene; 4] {
    let [a, b, c] = Seat::ALL.map(|seat| hand.scene(seat));
    [hand.open_scene(), a, b, c]
}

impl Steps {
    /// The steps of a dealt hand, with the advice of a bot if one is asked.
    pub(super) fn of(record: &Record, hand: &dyn DynHand, mut adviser: Option<Adviser>) -> Self {
        let mut then = hand.start().expect("the hand was dealt");
        let mut now = scenes(&*then);
        let mut flats = now.each_ref().map(flat);
        let mut views = flats.clone().map(|flat| vec![flat]);
        let mut steps = Vec::new();
        for (seat, action) in hand.actions() {
            let may: Vec<String> =
                then.legal().into_iter().map(|action| then.say(action)).collect();
            // Where there is no choice, there is nothing to think of.
            let asked = adviser.as_mut().filter(|_| may.len() > 1);
            let opinion = asked.map(|adviser| adviser.advice(&*then, seat, Some(action)));
            then.play(action).expect("it was legal");
            let next = scenes(&*then);
            let sees = |other: &Seat| {
                let scene = 1 + other.number();
                saw(*other, (&*then, seat, action), (&now[scene], &next[scene]))
            };
            let (taken, plays) = trick_between(&now[0], &next[0]);
            steps.push(Step {
                seat,
                say: then.say(action),
                may,
                unseen: Seat::ALL.into_iter().filter(|other| !sees(other)).collect(),
                taken,
                plays,
                opinion,
            });
            for ((view, before), scene) in views.iter_mut().zip(&mut flats).zip(&next) {
                let after = flat(scene);
                view.push(difference(before, &after));
                *before = after;
            }
            now = next;
        }
        let end = hand.end();
        Self {
            bots: BySeat::from_fn(|seat| shown(&record.bots[seat]).into()),
            before: scores_text(&hand.standing()),
            after: end.as_ref().map(|end| scores_text(&end.standing)),
            points: end.as_ref().map(|end| end.points),
            annotator: adviser.map(|adviser| adviser.spec),
            end: match match_end(record, hand) {
                Some(end) => end[..1].to_uppercase() + &end[1..] + ".",
                None => "The match goes on.".to_owned(),
            },
            steps,
            views,
        }
    }

    /// The steps as JSON that can stand in a page.
    pub(super) fn json(&self) -> String {
        json!(self).to_string().replace('<', "\\u003c")
    }

    /// The decisions that lost something by the advice, in their order, with their numbers and losses.
    pub(super) fn mistakes(&self) -> impl Iterator<Item = (usize, &Step, &Advice, Judged<usize>)> {
        self.steps.iter().enumerate().filter_map(|(number, step)| {
            let advice = step.opinion.as_ref()?;
            let loss = advice.loss().filter(|worth| worth.loss > 0.0)?;
            Some((number, step, advice, loss))
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
