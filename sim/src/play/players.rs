//! The bots of a run with the names they go by.

use threehand_bots::Spec;

/// A bot of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// What it was asked for as.
    pub spec: Spec,
    /// The spec's text; `#2` and so on after it where the same spec comes again.
    pub label: String,
}

/// Labels each spec, so that no two bots of a run go by the same name.
pub fn label(specs: Vec<Spec>) -> Vec<Player> {
    let text: Vec<String> = specs.iter().map(Spec::to_string).collect();
    let labels = text.iter().enumerate().map(|(i, name)| {
        match text[..=i].iter().filter(|other| *other == name).count() {
            1 => name.clone(),
            nth => format!("{name}#{nth}"),
        }
    });
    let labels: Vec<_> = labels.collect();
    specs.into_iter().zip(labels).map(|(spec, label)| Player { spec, label }).collect()
}

#[cfg(test)]
mod tests {
    use threehand_bots::{Lab, Registry as _};
    use threehand_engine::games::NineTwoFive;

    use super::*;

    #[test]
    fn the_same_spec_twice_goes_by_two_names() {
        let specs = ["greedy", "random", "greedy", "greedy:epsilon=0.5"];
        let lab = Lab::standard();
        let bots = lab.bots::<NineTwoFive>();
        let players = label(specs.iter().map(|spec| bots.spec(spec).unwrap()).collect());
        let labels: Vec<_> = players.iter().map(|player| player.label.as_str()).collect();
        assert_eq!(labels, ["greedy", "random", "greedy#2", "greedy:epsilon=0.5"]);
    }
}
