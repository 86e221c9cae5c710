//! Texts that users write of a game: each is refused with a reason, or means what its own text means.

use threehand_bots::solver::{Problem, Value};
use threehand_bots::{Bots, Knowledge, Visitor};
use threehand_engine::options::{from_json, rules, to_json, variant_name};

use crate::{CATALOG, LAB};

/// What a text is taken for.
#[derive(Clone, Copy)]
pub(crate) enum Text {
    /// Rule options: `key=value,key=value`, or JSON. They are the same rules under each of their names.
    Rules,
    /// The spec of a bot, which is read back from its own text.
    Spec,
    /// A position for `solve`, which has a possible value.
    Position,
}

/// Takes the bytes for such a text of every game.
pub(crate) fn target(text: Text, data: &[u8]) {
    let Ok(words) = std::str::from_utf8(data) else { return };
    LAB.each_game(Read(text, words));
    for game in CATALOG.games_of_files().filter(|_| matches!(text, Text::Position)) {
        match game.problem(words) {
            Ok(found) => has_a_possible_value(&found),
            Err(why) => assert_ne!(why.to_string(), "", "refused for nothing"),
        }
    }
}

#[derive(Clone)]
struct Read<'a>(Text, &'a str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<G>) {
        let refused = match self.0 {
            Text::Rules => read_rules::<G>(self.1),
            Text::Spec => bots
                .spec(self.1)
                .map(|spec| {
                    let text = spec.to_string();
                    assert_eq!(bots.spec(&text).as_ref(), Ok(&spec), "`{text}` is read otherwise");
                    let _bot = bots.maker(&spec)();
                })
                .map_err(|why| why.to_string()),
            Text::Position => G::default()
                .problem(self.1)
                .map(|found| has_a_possible_value(&found))
                .map_err(|why| why.to_string()),
        };
        assert_ne!(refused, Err(String::new()), "refused for nothing");
    }
}

fn read_rules<G: Knowledge>(text: &str) -> Result<(), String> {
    if let Ok(json) = serde_json::from_str(text)
        && let Ok(read) = from_json::<G>(&json)
    {
        are_the_same_by_every_name(&read);
    }
    let options: Option<Vec<_>> = text.split(',').map(|word| word.split_once('=')).collect();
    let Some(options) = options else { return Ok(()) };
    are_the_same_by_every_name(&rules::<G>(options).map_err(|why| why.to_string())?);
    Ok(())
}

fn are_the_same_by_every_name<G: Knowledge>(read: &G) {
    assert_eq!(from_json::<G>(&to_json(read)).as_ref(), Ok(read), "by their JSON");
    let texts: Vec<_> = G::OPTIONS.iter().map(|o| (o.name, read.option(o.name))).collect();
    let texts = texts.iter().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(rules::<G>(texts).as_ref(), Ok(read), "by their options");
    let name = variant_name(read);
    if let Some(words) = name.strip_prefix(G::NAME).and_then(|words| words.strip_prefix(':')) {
        let options = words.split(':').map(|word| word.split_once('=').expect("name=value"));
        assert_eq!(rules::<G>(options).as_ref(), Ok(read), "by their name {name}");
    }
}

/// Most cards a seat: a position with more takes too long.
const MOST_CARDS: usize = 4;

fn has_a_possible_value(problem: &Problem) {
    let text = problem.to_string();
    let most = problem.hands.0.iter().map(|hand| hand.len()).max().unwrap_or_default();
    if most > MOST_CARDS {
        return;
    }
    let solution = (problem.solve)();
    assert!(solution.best().next().is_some(), "no action is best: {text}{solution:?}");
    let values = solution.actions.iter().map(|(_, value)| *value).chain([solution.value]);
    for value in values.filter(|_| problem.unit == "tricks") {
        let right = match value {
            Value::One(tricks) => (0..=most as i32).contains(&tricks),
            Value::Each(tricks) => {
                let sum: i32 = tricks.0.iter().sum();
                tricks.0.iter().all(|&tricks| tricks >= 0) && sum == most as i32
            }
        };
        assert!(right, "{value:?} of {most} tricks: {text}");
    }
}
