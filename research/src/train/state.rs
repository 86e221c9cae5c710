//! What a training goes on from after it was stopped.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use threehand_bots::learned::{Learned, Network};
use threehand_sim::io::atomic_write::write_whole;
use threehand_sim::terminal::failure::Failure;

use super::Args;
use super::critic::Critic;
use super::floats::Floats;
use super::step::Steps;

/// A training between two rounds.
pub(super) struct State {
    /// The number of the next round.
    pub(super) round: u64,
    pub(super) floats: Floats,
    pub(super) steps: Steps,
    pub(super) critic: Critic,
    /// The networks of the past that were added to those of `--past`.
    pub(super) remembered: Vec<Network>,
}

impl State {
    /// The state before the first round.
    pub(super) fn new(floats: Floats, first: u64) -> Self {
        let (critic, steps) = (Critic::new(floats.layout().inputs, first), Steps::new(&floats));
        Self { round: first, floats, steps, critic, remembered: Vec::new() }
    }

    /// The state in a file, if the file is there; without it this one.
    pub(super) fn or_of_file<G: Learned>(self, path: &Path, args: &Args) -> Result<Self, Failure> {
        let place = path.display();
        if !path.try_exists().with_context(|| format!("--state {place}"))? {
            return Ok(self);
        }
        let bytes = std::fs::read(path).with_context(|| format!("--state {place}"))?;
        let state = self.read::<G>(&bytes, args);
        let state = state.map_err(|why| Failure::usage(anyhow!("--state {place}: {why}")))?;
        match state.round.checked_sub(args.first) {
            Some(rounds) if rounds < args.rounds => Ok(state),
            rounds => Err(Failure::usage(anyhow!(
                "--state {place}: it has learned in {} rounds; --rounds has to be more",
                rounds.unwrap_or_default()
            ))),
        }
    }

    fn read<G: Learned>(mut self, bytes: &[u8], args: &Args) -> Result<Self, &'static str> {
        let rest = bytes.strip_prefix(START).ok_or("it is no state of a training")?;
        let rest = rest.strip_prefix(&*head::<G>(args)).ok_or("it is of other settings")?;
        let mut rest = rest;
        for count in self.counts() {
            let (eight, after) = rest.split_first_chunk().ok_or(CUT)?;
            (*count, rest) = (u64::from_le_bytes(*eight), after);
        }
        for weights in self.weights() {
            let (body, after) = rest.split_at_checked(4 * weights.len()).ok_or(CUT)?;
            for (weight, four) in weights.iter_mut().zip(body.as_chunks().0) {
                *weight = f32::from_le_bytes(*four);
            }
            rest = after;
        }
        let size = self.floats.file::<G>(PAST).len();
        let networks = rest.chunks(size).map(|bytes| Network::read_whole::<G>(bytes));
        self.remembered = networks.collect::<Result<_, _>>().map_err(|_| CUT)?;
        Ok(self)
    }

    /// Writes the state to a file.
    pub(super) fn write<G: Learned>(&mut self, path: &Path, args: &Args) -> Result<(), Failure> {
        let mut bytes = [START, &head::<G>(args)].concat();
        for count in self.counts() {
            bytes.extend(count.to_le_bytes());
        }
        for weights in self.weights() {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.remembered.iter().flat_map(|past| Floats::of(past).file::<G>(PAST)));
        write_whole(path, &bytes).with_context(|| format!("--state {}", path.display()))?;
        Ok(())
    }

    fn counts(&mut self) -> [&mut u64; 3] {
        [&mut self.round, &mut self.steps.taken, &mut self.critic.steps.taken]
    }

    fn weights(&mut self) -> [&mut [f32]; 6] {
        let (own, critic) = (&mut self.steps, &mut self.critic);
        [
            &mut self.floats.all,
            &mut own.means,
            &mut own.squares,
            &mut critic.floats.all,
            &mut critic.steps.means,
            &mut critic.steps.squares,
        ]
    }
}

const START: &[u8] = b"threehand training\n";
const CUT: &str = "it is cut off";
/// How networks of the past were made.
const PAST: &str = "to play with";

/// The settings that a training keeps when it goes on.
fn head<G: Learned>(args: &Args) -> Vec<u8> {
    let args = Args { rounds: 0, blocks: 0, out: "".into(), state: None, ..args.clone() };
    format!("{} {args:?}\n\n", G::RULES_VERSION).into_bytes()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;
    use threehand_engine::games::NineTwoFive;

    use super::*;
    use crate::train::train;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn a_training_that_was_stopped_ends_as_one_that_was_not() {
        let folder = std::env::temp_dir().join(format!("threehand-state-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let learn = |name: &str, rounds: u64, hands: u64| {
            let [out, state] = ["network", "state"].map(|end| folder.join(format!("{name}.{end}")));
            let words = format!(
                "train --game 9-2-5 --out {} --state {} --rounds {rounds} --hands {hands} --remember 1 --blocks 2",
                out.display(),
                state.display()
            );
            let mut args = Words::parse_from(words.split(' ')).args;
            args.interval = 2;
            train(NineTwoFive::default(), &args)
                .map(|_| [out, state].map(|path| fs::read(path).expect("written")))
        };
        let refused = |hands| {
            let failure = learn("stopped", 4, hands).expect_err("a refusal");
            failure.message().split(": ").last().expect("a reason").to_owned()
        };
        let whole = learn("whole", 4, 1).expect("it learns");
        let stopped = learn("stopped", 3, 1).expect("it learns");
        assert!(whole != stopped);
        // The settings name no file of the training itself.
        assert!(whole == learn("stopped", 4, 1).expect("it goes on"));
        assert_eq!(refused(1), "it has learned in 4 rounds; --rounds has to be more");
        assert_eq!(refused(17), "it is of other settings");
        let cut = &whole[1][..whole[1].len() - 1];
        for (bytes, why) in [(cut, "it is cut off"), (&cut[..9], "it is no state of a training")] {
            fs::write(folder.join("stopped.state"), bytes).expect("written");
            assert_eq!(refused(1), why);
        }
        fs::remove_dir_all(folder).expect("it is there");
    }
}
