//! The bots of a run with the names they go by.

use std::fmt;
use std::sync::Arc;

use threehand_bots::Spec;

use crate::play::external::ExternalBot;

/// A bot of a run.
#[derive(Clone, Debug)]
pub struct Player {
    /// What plays.
    pub who: PlayedBy,
    /// What the bot is called in every table: its spec, or the label of a program with what its spec sets; `#2` and so
    /// on after it where the same comes again.
    pub label: String,
}

/// What plays as a bot of a run. The text is the spec that it was asked for as.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayedBy {
    /// A bot of the laboratory.
    BuiltIn(Spec),
    /// A program that runs beside this one.
    External(ExternalBot),
}

impl fmt::Display for PlayedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(spec) => spec.fmt(f),
            Self::External(bot) => bot.spec().fmt(f),
        }
    }
}

impl PlayedBy {
    /// The same for a table.
    pub fn seated(&self) -> threehand_play::Player {
        match self {
            Self::BuiltIn(spec) => threehand_play::Player::BuiltIn(spec.clone()),
            Self::External(bot) => threehand_play::Player::External(Arc::new(bot.clone())),
        }
    }

    /// The name in tables, without a number that parts equal names.
    fn name(&self) -> String {
        match self {
            Self::BuiltIn(spec) => spec.to_string(),
            Self::External(bot) => bot.spec().name(),
        }
    }
}

/// The programs among these bots, with the names that they go by.
pub fn programs(players: &[Player]) -> impl Iterator<Item = (&str, &ExternalBot)> {
    players.iter().filter_map(|player| match &player.who {
        PlayedBy::BuiltIn(_) => None,
        PlayedBy::External(bot) => Some((player.label.as_str(), bot)),
    })
}

/// Labels each bot, so that no two bots of a run go by the same name.
pub fn label(all: Vec<PlayedBy>) -> Vec<Player> {
    let text: Vec<String> = all.iter().map(PlayedBy::name).collect();
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
