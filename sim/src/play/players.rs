//! The bots of a run with the names they go by.

use std::any::Any;

pub use threehand_play::Player as PlayedBy;

use crate::play::external::ExternalBot;
use crate::play::external::spec::START;

/// A bot of a run.
#[derive(Clone, Debug)]
pub struct Player {
    /// What plays.
    pub who: PlayedBy,
    /// What the bot is called in every table: its spec, or the label of a program with what its spec sets; `#2` and so
    /// on after it where the same comes again.
    pub label: String,
}

/// The kind of bot of a run that Python began, which only Python has.
pub const PYTHON: &str = "python";

impl Player {
    /// Whether it is a function of Python.
    pub fn is_function(&self) -> bool {
        match &self.who {
            PlayedBy::BuiltIn(spec) => spec.bot() == PYTHON,
            PlayedBy::Absent { .. } => true,
            PlayedBy::External(_) => false,
        }
    }
}

/// The programs among these bots, with the names that they go by.
pub fn programs(players: &[Player]) -> impl Iterator<Item = (&str, &ExternalBot)> {
    players.iter().filter_map(|player| match &player.who {
        PlayedBy::BuiltIn(_) | PlayedBy::Absent { .. } => None,
        PlayedBy::External(program) => {
            let bot = (&**program as &dyn Any).downcast_ref().expect("all programs are such bots");
            Some((player.label.as_str(), bot))
        }
    })
}

/// Labels each bot, so that no two bots of a run go by the same name.
pub fn label(all: Vec<PlayedBy>) -> Vec<Player> {
    let name = |who: &PlayedBy| {
        let spec = who.to_string();
        spec.strip_prefix(START).map_or_else(|| spec.clone(), str::to_owned)
    };
    let text: Vec<String> = all.iter().map(name).collect();
    let labels = text.iter().enumerate().map(|(i, name)| {
        match text[..=i].iter().filter(|other| *other == name).count() {
            1 => name.clone(),
            nth => format!("{name}#{nth}"),
        }
    });
    let labels: Vec<_> = labels.collect();
    all.into_iter().zip(labels).map(|(who, label)| Player { who, label }).collect()
}

#[cfg(test)]
mod tests {
    use threehand_bots::Lab;
    use threehand_engine::games::NineTwoFive;

    use super::*;

    #[test]
    fn the_same_spec_twice_goes_by_two_names() {
        let specs = ["greedy", "random", "greedy", "greedy:epsilon=0.5"];
        let lab = Lab::standard();
        let bots = lab.bots::<NineTwoFive>();
        let players =
            label(specs.iter().map(|spec| PlayedBy::BuiltIn(bots.spec(spec).unwrap())).collect());
        let labels: Vec<_> = players.iter().map(|player| player.label.as_str()).collect();
        assert_eq!(labels, ["greedy", "random", "greedy#2", "greedy:epsilon=0.5"]);
    }
}
