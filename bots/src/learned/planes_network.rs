//! Networks over the [`Planes`] of a view, as other programs train them.
//!
//! The bytes of the planes go in, layers weigh all that comes before them, and each number of the last layer speaks for
//! the action of its index. All is in whole numbers: what floating point calls 1.0 is [`WEIGHT`] as a weight and [`ONE`]
//! between layers, where what is below 0 is 0 (ReLU) and what is above 127.99 is that.

use threehand_engine::{Action as _, Legal as _, View};

use super::{BadNetwork, ONE, WEIGHT};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::planes::Planes;

/// How the files of these networks begin.
const START: &str = "threehand network of planes\n";
/// The version of planes: networks of other versions are refused.
const VERSION: u32 = 1;
/// The most layers, and the most numbers between two of them.
const MOST: [usize; 2] = [16, 4096];

/// A network over the planes of a view.
pub(super) struct PlanesNetwork {
    /// The lines that say what it is of.
    about: [String; 3],
    layers: Vec<Layer>,
}

/// A layer: for each number that comes in a weight for each that goes out, and biases.
struct Layer {
    weights: Vec<i16>,
    biases: Vec<i32>,
    /// What a sum is divided by.
    divisor: i64,
}

impl PlanesNetwork {
    /// Whether a file begins as one of these.
    pub(super) fn is_in(bytes: &[u8]) -> bool {
        bytes.starts_with(START.as_bytes())
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, BadNetwork> {
        let end = bytes.windows(2).position(|two| two == b"\n\n").ok_or(BadNetwork::Head)?;
        let head = str::from_utf8(&bytes[..end]).map_err(|_| BadNetwork::Head)?;
        let lines: Vec<_> = head.lines().collect();
        let [_, game, rules, version, layers, _made] = lines[..] else {
            return Err(BadNetwork::Head);
        };
        let sizes = layers.strip_prefix("layers ").ok_or(BadNetwork::Head)?;
        let sizes: Result<Vec<usize>, _> = sizes.split(' ').map(str::parse).collect();
        let sizes = sizes.map_err(|_| BadNetwork::Head)?;
        let is_bounded = (2..=MOST[0]).contains(&sizes.len())
            && sizes.iter().all(|size| (1..=MOST[1]).contains(size));
        if !is_bounded {
            return Err(BadNetwork::Head);
        }
        if sizes[0] != Planes::BYTES {
            return Err(BadNetwork::Inputs(sizes[0], Planes::BYTES));
        }
        let mut body = &bytes[end + 2..];
        let needed = sizes.windows(2).map(|two| 2 * two[0] * two[1] + 4 * two[1]).sum();
        if body.len() != needed {
            return Err(BadNetwork::Size(body.len(), needed));
        }
        let mut layers = Vec::with_capacity(sizes.len() - 1);
        for (place, two) in sizes.windows(2).enumerate() {
            let (weights, rest) = body.split_at(2 * two[0] * two[1]);
            let (biases, rest) = rest.split_at(4 * two[1]);
            body = rest;
            layers.push(Layer {
                weights: weights.as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect(),
                biases: biases.as_chunks().0.iter().map(|four| i32::from_le_bytes(*four)).collect(),
                // The planes are whole numbers, and what is between layers has parts.
                divisor: if place == 0 {
                    i64::from(WEIGHT) / i64::from(ONE)
                } else {
                    WEIGHT.into()
                },
            });
        }
        Ok(Self { about: [game, rules, version].map(str::to_owned), layers })
    }

    /// The bot that plays by it.
    pub(super) fn policy<G: Knowledge>(&'static self) -> Result<Box<dyn Bot<G>>, BadNetwork> {
        self.expect_actions::<G>()?;
        Ok(Box::new(PlanesPolicy(self)))
    }

    /// Checks that it is of this game as it is played here.
    pub(super) fn expect<G: Knowledge>(&self, game: &G) -> Result<(), BadNetwork> {
        let [name, rules] = [game.name(), &G::RULES_VERSION.to_string()];
        let due = [format!("game {name}"), format!("rules {rules}"), format!("planes {VERSION}")];
        let mut lines = self.about.iter().zip(due);
        match lines.find(|(line, due)| *line != due) {
            Some((line, due)) => Err(BadNetwork::Other(line.clone(), due)),
            None => self.expect_actions::<G>(),
        }
    }

    fn expect_actions<G: Knowledge>(&self) -> Result<(), BadNetwork> {
        let actions = self.layers.last().map_or(0, |layer| layer.biases.len());
        if actions == G::Action::COUNT {
            return Ok(());
        }
        let [line, due] = [actions, G::Action::COUNT].map(|count| format!("{count} actions"));
        Err(BadNetwork::Other(line, due))
    }

    /// What comes to the last layer, which is this one.
    fn before_last(&self, planes: &[u8]) -> (Vec<i64>, &Layer) {
        let (last, before) = self.layers.split_last().expect("a network has a layer");
        let mut numbers: Vec<i64> = planes.iter().copied().map(i64::from).collect();
        for layer in before {
            let mut sums: Vec<i64> = layer.biases.iter().copied().map(i64::from).collect();
            let rows = layer.weights.chunks_exact(sums.len());
            for (row, number) in rows.zip(numbers).filter(|(_, number)| *number != 0) {
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += i64::from(*weight) * number;
                }
            }
            let cut = |sum: i64| sum.div_euclid(layer.divisor).clamp(0, i16::MAX.into());
            numbers = sums.into_iter().map(cut).collect();
        }
        (numbers, last)
    }
}

impl Layer {
    /// The number of this index that goes out, undivided.
    fn out(&self, numbers: &[i64], index: usize) -> i64 {
        let column = self.weights.iter().skip(index).step_by(self.biases.len());
        let sum: i64 =
            column.zip(numbers).map(|(weight, number)| i64::from(*weight) * number).sum();
        sum + i64::from(self.biases[index])
    }
}

/// Plays, of what is legal, what most speaks for; of equals the action of the lowest index.
struct PlanesPolicy(&'static PlanesNetwork);

impl<G: Knowledge> Bot<G> for PlanesPolicy {
    fn decide(&mut self, view: &View<'_, G>, _: &mut BotRng) -> G::Action {
        let legal = view.legal();
        if legal.len() == 1 {
            return legal.nth(0);
        }
        let mut bytes = [0; Planes::BYTES];
        G::observe(view, &mut Planes::new(&mut bytes));
        let (numbers, last) = self.0.before_last(&bytes);
        let speaks = |action: &G::Action| {
            let index = action.index();
            (last.out(&numbers, index), std::cmp::Reverse(index))
        };
        legal.iter().max_by_key(speaks).expect("an action is legal")
    }
}
