//! A network of three layers in whole numbers.
//!
//! The inputs that are on are added up (16 bits, which saturate) and cut off below 0 and above [`ONE`]: the first layer. The second weighs
//! the first and is cut off alike; what speaks for a label weighs both. Whoever makes one with floating point has 1.0
//! for [`ONE`], and for [`WEIGHT`].

use threehand_engine::{Products, Sums, side_by_side};

use super::{Labels, Learned, SENSES, inputs};

/// How many units the first layer has.
pub const HIDDEN: usize = 128;
/// How many units the second layer has.
pub const SECOND: usize = 32;
/// How many units speak for labels.
pub const UNITS: usize = HIDDEN + SECOND;
/// What a unit is when it is fully on, and what 1.0 is as a weight of the first layer.
pub const ONE: i16 = 256;
/// What 1.0 is as a weight of the other layers.
pub const WEIGHT: i32 = 1 << SHIFT;
const SHIFT: u32 = 10;

/// How many inputs and labels a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The inputs.
    pub inputs: usize,
    /// The labels; one more says what the seat can expect.
    pub labels: usize,
}

/// Why a file is no network of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNetwork {
    /// Its head has not the lines that it should.
    #[error("the file begins in another way than networks do")]
    Head,
    /// No network learns the game.
    #[error("no network learns {0}")]
    NoGame(&'static str),
    /// It was made for other inputs.
    #[error("it was made for {0} inputs, and a view has {1}")]
    Inputs(usize, usize),
    /// It is a network of something else.
    #[error("`{0}` where `{1}` is needed")]
    Other(String, String),
    /// It is too short or too long.
    #[error("{0} bytes of weights where {1} are needed")]
    Size(usize, usize),
    /// A sum of its weights might overflow.
    #[error(
        "its weights are too large: what they add up to has to fit 32 bits, and a bias of the first layer 16"
    )]
    Range,
}

/// A network that has learned.
pub struct Network {
    layout: Layout,
    made: String,
    first: Vec<[i16; HIDDEN]>,
    first_bias: [i16; HIDDEN],
    second: Box<[[i16; HIDDEN]; SECOND]>,
    second_bias: [i32; SECOND],
    labels: Vec<[i16; UNITS]>,
    label_bias: Vec<i32>,
}

/// What comes after the head.
const BLANK: &str = "\n\n";

impl Network {
    /// The lines that the file of a network of `G` begins with.
    fn head<G: Learned>() -> String {
        let [game, rules, senses] = [G::NAME, &G::RULES_VERSION.to_string(), &SENSES.to_string()];
        format!("threehand network\ngame {game}\nrules {rules}\nsenses {senses}\n")
    }

    /// A network of these weights, in the order of the file; `made` says how it was made.
    ///
    /// # Panics
    /// If there is another number of weights than the layout has.
    pub fn write<G: Learned>(
        layout: Layout,
        made: &str,
        weights: &[i16],
        biases: &[i32],
    ) -> Vec<u8> {
        assert_eq!((weights.len(), biases.len()), layout.counts(), "the numbers of the layout");
        let head = Self::head::<G>();
        let Layout { inputs, labels } = layout;
        let mut bytes =
            format!("{head}inputs {inputs}\nlabels {labels}\nmade {made}{BLANK}").into_bytes();
        bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Reads the file of a network of `G`.
    ///
    /// # Errors
    /// What is wrong with it, or which game or version it is of.
    pub fn read<G: Learned>(bytes: &[u8]) -> Result<Self, BadNetwork> {
        let end = bytes.windows(BLANK.len()).position(|two| two == BLANK.as_bytes());
        let end = end.ok_or(BadNetwork::Head)?;
        let head = str::from_utf8(&bytes[..end]).map_err(|_| BadNetwork::Head)?;
        let mut lines = head.lines();
        for needed in Self::head::<G>().lines() {
            let line = lines.next().ok_or(BadNetwork::Head)?;
            if line != needed {
                return Err(BadNetwork::Other(line.to_owned(), needed.to_owned()));
            }
        }
        let mut named = |name: &str| {
            let value = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value.map(str::to_owned).ok_or(BadNetwork::Head)
        };
        let [inputs, labels] = [named("inputs")?, named("labels")?];
        let number = |text: String| text.parse::<u16>().map_err(|_| BadNetwork::Head);
        let layout = Layout { inputs: number(inputs)?.into(), labels: number(labels)?.into() };
        let made = named("made")?;
        if layout.labels != G::LABELS {
            let [line, needed] = [layout.labels, G::LABELS].map(|n| format!("labels {n}"));
            return Err(BadNetwork::Other(line, needed));
        }
        let (weights, biases) = layout.counts();
        let body = &bytes[end + BLANK.len()..];
        let needed = 2 * weights + 4 * biases;
        if body.len() != needed {
            return Err(BadNetwork::Size(body.len(), needed));
        }
        let (weights, biases) = body.split_at(2 * weights);
        let weights: Vec<_> =
            weights.as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect();
        let biases: Vec<_> =
            biases.as_chunks().0.iter().map(|four| i32::from_le_bytes(*four)).collect();
        if biases[..HIDDEN].iter().any(|&bias| i16::try_from(bias).is_err()) {
            return Err(BadNetwork::Range);
        }
        Ok(Self::of(layout, made, &weights, &biases))
    }

    /// Reads the file of a network of `G` that takes the inputs which `G` now has.
    ///
    /// # Errors
    /// As [`Network::read`].
    pub fn read_whole<G: Learned>(bytes: &[u8]) -> Result<Self, BadNetwork> {
        let network = Self::read::<G>(bytes)?;
        let [its, needed] = [network.layout.inputs, inputs::<G>()];
        if its != needed {
            return Err(BadNetwork::Inputs(its, needed));
        }
        if network.fits() { Ok(network) } else { Err(BadNetwork::Range) }
    }

    /// Whether what speaks for an action fits 32 bits, whatever its labels are and whichever units are on.
    fn fits(&self) -> bool {
        let most = |(row, bias): (&[i16; UNITS], &i32)| {
            let row = row.iter().map(|&weight| u64::from(weight.unsigned_abs())).sum::<u64>();
            row * ONE.unsigned_abs() as u64 + u64::from(bias.unsigned_abs())
        };
        let most = self.labels.iter().zip(&self.label_bias).map(most).max();
        most.is_none_or(|most| most * Labels::default().len() as u64 <= i32::MAX as u64)
    }

    fn of(layout: Layout, made: String, weights: &[i16], biases: &[i32]) -> Self {
        let (first, rest) = weights.split_at(layout.inputs * HIDDEN);
        let (second, labels) = rest.split_at(HIDDEN * SECOND);
        let rows = first.as_chunks().0.to_vec();
        let second: [[i16; HIDDEN]; SECOND] =
            second.as_chunks().0.try_into().expect("the layout's");
        let (first_bias, biases) = biases.split_at(HIDDEN);
        let (second_bias, label_bias) = biases.split_at(SECOND);
        Self {
            layout,
            made,
            first: rows,
            first_bias: std::array::from_fn(|unit| first_bias[unit] as i16),
            second: Box::new(second),
            second_bias: second_bias.try_into().expect("the layout's"),
            labels: labels.as_chunks().0.to_vec(),
            label_bias: label_bias.to_vec(),
        }
    }

    /// All its weights and biases, as they were given to [`Network::write`].
    pub fn weights(&self) -> (Vec<i16>, Vec<i32>) {
        let mut weights = self.first.as_flattened().to_vec();
        weights.extend(self.second.as_flattened());
        weights.extend(self.labels.as_flattened());
        let biases = self.first_bias.iter().map(|&bias| i32::from(bias));
        let biases = biases.chain(self.second_bias).chain(self.label_bias.iter().copied());
        (weights, biases.collect())
    }

    /// How many inputs and labels it has.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// How it was made.
    pub fn made(&self) -> &str {
        &self.made
    }

    /// What the units of both layers come to, for these inputs.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn sense(&self, on: &[u16]) -> [i16; UNITS] {
        side_by_side(Sensing { network: self, on })
    }

    /// How much speaks for an action of these labels, all of them together, in parts of [`WEIGHT`] times [`ONE`].
    ///
    /// # Panics
    /// If there is no such label.
    pub fn speak_for<const R: usize>(&self, units: &[i16; UNITS], labels: &[u16; R]) -> i32 {
        side_by_side(Speaking { network: self, units, labels })
    }
}

/// What the units of a network come to.
pub(super) struct Sensing<'a> {
    pub(super) network: &'a Network,
    pub(super) on: &'a [u16],
}

impl Sums for Sensing<'_> {
    type Output = [i16; UNITS];

    #[inline(always)]
    fn run(self, products: impl Products) -> [i16; UNITS] {
        let Self { network, on } = self;
        let mut first = network.first_bias;
        for &input in on {
            let row = &network.first[usize::from(input)];
            for unit in 0..HIDDEN {
                first[unit] = first[unit].saturating_add(row[unit]);
            }
        }
        let mut units = [0; UNITS];
        for unit in 0..HIDDEN {
            first[unit] = first[unit].clamp(0, ONE);
            units[unit] = first[unit];
        }
        for unit in 0..SECOND {
            let dot = products.dot([&network.second[unit]], &first);
            let sum = network.second_bias[unit].saturating_add(dot);
            units[HIDDEN + unit] = (sum >> SHIFT).clamp(0, ONE.into()) as i16;
        }
        units
    }
}

/// How much speaks for all of some labels.
pub(super) struct Speaking<'a, const R: usize> {
    pub(super) network: &'a Network,
    pub(super) units: &'a [i16; UNITS],
    pub(super) labels: &'a [u16; R],
}

impl<const R: usize> Sums for Speaking<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run(self, products: impl Products) -> i32 {
        let Self { network, units, labels } = self;
        let labels = labels.map(usize::from);
        let biases: i32 = labels.iter().map(|&label| network.label_bias[label]).sum();
        biases + products.dot(labels.map(|label| &network.labels[label]), units)
    }
}

impl Layout {
    /// How many weights, and how many biases.
    pub const fn counts(self) -> (usize, usize) {
        let weights = self.inputs * HIDDEN + HIDDEN * SECOND + (self.labels + 1) * UNITS;
        (weights, HIDDEN + SECOND + self.labels + 1)
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng as _, SeedableRng as _};
    use threehand_engine::games::{NineTwoFive, ThreeKings};

    use super::*;
    use crate::bot::BotRng;

    const LAYOUT: Layout = Layout { inputs: 3, labels: NineTwoFive::LABELS };

    /// A network whose weights are all different.
    fn file() -> Vec<u8> {
        let (weights, biases) = LAYOUT.counts();
        let weights: Vec<_> = (0..weights).map(|n| (n * 37 % 701) as i16 - 350).collect();
        let biases: Vec<_> = (0..biases).map(|n| (n % 31) as i32 - 15).collect();
        Network::write::<NineTwoFive>(LAYOUT, "by hand", &weights, &biases)
    }

    #[test]
    fn a_network_comes_back_as_it_was_written() {
        let network = Network::read::<NineTwoFive>(&file()).expect("a network");
        assert_eq!((network.layout(), network.made()), (LAYOUT, "by hand"));
        let (weights, biases) = network.weights();
        assert_eq!(Network::write::<NineTwoFive>(LAYOUT, "by hand", &weights, &biases), file());
    }

    #[test]
    fn a_network_of_something_else_is_refused() {
        let why =
            |bytes: &[u8]| Network::read::<NineTwoFive>(bytes).err().map(|why| why.to_string());
        let other = Network::read::<ThreeKings>(&file()).err().map(|why| why.to_string());
        assert_eq!(other.as_deref(), Some("`game 9-2-5` where `game three-kings` is needed"));
        let mut cut = file();
        cut.pop();
        assert!(why(&cut).is_some_and(|why| why.contains("bytes of weights where")));
        assert_eq!(why(b"").as_deref(), Some("the file begins in another way than networks do"));
        let text = String::from_utf8_lossy(&file()).replacen("senses 2", "senses 0", 1);
        assert_eq!(why(text.as_bytes()).as_deref(), Some("`senses 0` where `senses 2` is needed"));
    }

    #[test]
    fn units_are_the_sums_of_what_is_on() {
        let network = Network::read::<NineTwoFive>(&file()).expect("a network");
        let units = sums_are_right(&network);
        assert!(units.iter().any(|&unit| unit > 0) && units.contains(&0));
    }

    #[test]
    fn a_network_of_any_weights_is_refused_or_adds_up_right() {
        let (weights, biases) = LAYOUT.counts();
        let (first, labels) = (3 * HIDDEN, 3 * HIDDEN + HIDDEN * SECOND);
        let mut refused = [0; 2];
        for seed in 0..60 {
            let mut rng = BotRng::seed_from_u64(seed);
            let [second, of_labels] = [(); 2].map(|()| rng.next_u32() % 16);
            // The sums of the first layer are held to 16 bits, and those here fit.
            let shift = |at| {
                if at < first {
                    2
                } else if at < labels {
                    second
                } else {
                    of_labels
                }
            };
            let mut weights: Vec<_> =
                (0..weights).map(|at| rng.next_u32() as i16 >> shift(at)).collect();
            let shift = rng.next_u32() % 32;
            let mut biases: Vec<_> = (0..biases).map(|_| rng.next_u32() as i32 >> shift).collect();
            if seed % 2 == 0 {
                biases[..HIDDEN].iter_mut().for_each(|bias| *bias >>= 18);
            }
            if seed % 10 == 0 {
                weights[first..labels].fill(i16::MIN);
                biases[HIDDEN..UNITS].fill(i32::MIN);
            }
            let file = Network::write::<NineTwoFive>(LAYOUT, "at random", &weights, &biases);
            match Network::read::<NineTwoFive>(&file) {
                Err(BadNetwork::Range) => refused[0] += 1,
                Err(error) => panic!("{error}"),
                Ok(network) if !network.fits() => refused[1] += 1,
                Ok(network) => drop(sums_are_right(&network)),
            }
        }
        assert!(refused.iter().all(|&count| (3..30).contains(&count)), "{refused:?}");
    }

    /// Checks the sums of a network against slow and wide ones; returns the units.
    fn sums_are_right(network: &Network) -> Vec<i64> {
        let on = [0, 2];
        let units = network.sense(&on);
        let (weights, biases) = network.weights();
        let cut = |sum: i64| sum.clamp(0, ONE.into());
        let first: Vec<_> = (0..HIDDEN)
            .map(|unit| {
                let sum =
                    on.iter().map(|&row| i64::from(weights[usize::from(row) * HIDDEN + unit]));
                cut(sum.sum::<i64>() + i64::from(biases[unit]))
            })
            .collect();
        let second = |unit: usize| {
            let row = &weights[(3 + unit) * HIDDEN..][..HIDDEN];
            let sum = row.iter().zip(&first).map(|(&weight, unit)| i64::from(weight) * unit);
            cut((sum.sum::<i64>() + i64::from(biases[HIDDEN + unit])) >> SHIFT)
        };
        let plain: Vec<_> = first.iter().copied().chain((0..SECOND).map(second)).collect();
        assert_eq!(units.map(i64::from).to_vec(), plain);
        let labels = [5, 9, 0, 5];
        let label = |&label: &u16| {
            let row = &weights[(3 + SECOND) * HIDDEN + usize::from(label) * UNITS..][..UNITS];
            let sum = row.iter().zip(&plain).map(|(&weight, unit)| i64::from(weight) * unit);
            sum.sum::<i64>() + i64::from(biases[UNITS + usize::from(label)])
        };
        let sum: i64 = labels.iter().map(label).sum();
        assert_eq!(i64::from(network.speak_for(&units, &labels)), sum);
        plain
    }
}
