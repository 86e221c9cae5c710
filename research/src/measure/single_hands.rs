//! Single hands of matches: what bots gain over another in all three seats, on the same cards.
//!
//! Every fourth hand of matches of three absent-minded `heuristic` is taken from its deal on, and played by three of
//! the other bot, then with each of the bots in each seat.

use std::ops::{ControlFlow, Range};

use threehand_bots::{Bots, Knowledge, Maker, Spec, play_out};
use threehand_engine::{Deck, Game, Outcome, Seat};

use crate::lab::{Failure, ordered_map};
use crate::matches::{Seated, deal, first_dealer, one_against_two, play_match, three_of};
use crate::sample::{MANY, mean_and_error};
use crate::streams::Purpose;

/// One in so many hands is measured.
const RARITY: u64 = 4;
/// Who plays the matches that the hands are taken from.
const TABLE: &str = "heuristic:epsilon=0.05";

/// What bots gained, by bot, in the hands that were measured.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The numbers of the matches that the hands are from.
    pub matches: Range<u64>,
    /// Hands in these matches, measured or not.
    length: u64,
    /// By bot what it gained in each hand, over the seats on average.
    gains: Vec<Vec<f64>>,
    /// By bot the points by which it did better, in all hands together, over the seats on average.
    points: Vec<f64>,
}

impl Sample {
    /// Plays matches from the one of number `first` on, until so many hands are measured; those of the last match are
    /// all taken. The bots `ones` sit in turn between two of `other`.
    ///
    /// # Errors
    /// That threads could not be started, or what is wrong with the bots that play the matches.
    pub fn taken<G: Knowledge>(
        bots: &Bots<'_, G>,
        (ones, other): (&[Spec], &Spec),
        (hands, first): (u64, u64),
    ) -> Result<Self, Failure> {
        let table = bots.spec(TABLE).map_err(Failure::usage)?;
        let ones: Vec<_> = ones.iter().map(|spec| bots.maker(spec)).collect();
        let table = Table { ones: &ones, other: bots.maker(other), table: bots.maker(&table) };
        let (gains, points) = (vec![Vec::new(); ones.len()], vec![0.0; ones.len()]);
        let mut sample = Self { matches: first..first, length: 0, gains, points };
        let take = |number, (length, measured): (u64, Vec<Vec<Gain>>)| {
            sample.matches.end = number + 1;
            sample.length += length;
            for gains in measured {
                sample.add(&gains);
            }
            let enough = sample.hands() as u64 >= hands;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let threads = rayon::current_num_threads();
        let _ = ordered_map(threads, first..u64::MAX, |number| table.play(number), take)?;
        Ok(sample)
    }

    /// Adds a hand: what each bot gained.
    fn add(&mut self, hand: &[Gain]) {
        for ((gain, gains), points) in hand.iter().zip(&mut self.gains).zip(&mut self.points) {
            gains.push(gain.matches);
            *points += gain.points;
        }
    }

    /// Hands measured.
    pub fn hands(&self) -> usize {
        self.gains.first().map_or(0, Vec::len)
    }

    /// The matches that this bot gains, and half a 95 % interval.
    pub fn gain(&self, bot: usize) -> (f64, f64) {
        let (mean, error) = mean_and_error(&self.gains[bot]);
        let length = self.length as f64 / (self.matches.end - self.matches.start) as f64;
        (mean * length, MANY * error * length)
    }

    /// The points that this bot gains in a hand.
    pub fn points(&self, bot: usize) -> f64 {
        self.points[bot] / self.hands() as f64
    }
}

/// What a bot gained in a hand, over the seats on average.
struct Gain {
    /// In chances to win the match.
    matches: f64,
    points: f64,
}

/// The bots that are measured, who sits beside them, and who plays the matches.
struct Table<'a, G: Game> {
    ones: &'a [Maker<'a, G>],
    other: Maker<'a, G>,
    table: Maker<'a, G>,
}

impl<G: Knowledge> Table<'_, G> {
    /// Plays the match of this number: its hands, and what each bot gained in those that are measured.
    fn play(&self, number: u64) -> (u64, Vec<Vec<Gain>>) {
        let (mut hands, mut measured) = (0, Vec::new());
        play_match(&G::default(), first_dealer(number), |hand, standing| {
            hands += 1;
            if (hand + number).is_multiple_of(RARITY) {
                measured.push(self.gains(standing, (number, hand)));
            }
            // Other cards and other luck than where the hand is measured.
            play_hand(standing, three_of(&self.table), (number, hand + 1_000))
        });
        (hands, measured)
    }

    /// Plays a hand without each bot and with it in each seat.
    fn gains(&self, standing: &G::Standing, place: (u64, u64)) -> Vec<Gain> {
        let base = play_hand(standing, three_of(&self.other), place);
        let gain = |one| {
            let gains = Seat::ALL.map(|seat| {
                let with = play_hand(standing, one_against_two(one, seat, &self.other), place);
                let [better, worse] = [with, base].map(|end| G::default().equity(&end)[seat]);
                (better - worse, f64::from(with.points[seat] - base.points[seat]))
            });
            let mean = |of: fn(&(f64, f64)) -> f64| gains.iter().map(of).sum::<f64>() / 3.0;
            Gain { matches: mean(|gain| gain.0), points: mean(|gain| gain.1) }
        };
        self.ones.iter().map(gain).collect()
    }
}

/// Plays the hand of this match and number.
fn play_hand<G: Game>(
    standing: &G::Standing,
    mut bots: Seated<G>,
    (number, hand): (u64, u64),
) -> Outcome<G::Standing> {
    let mut luck = Purpose::Luck.generators(number, hand);
    let deck: Deck = Purpose::GainDecks.deck(number, hand);
    play_out(&mut deal(&G::default(), standing, deck), |seat, view| {
        bots[seat].decide(view, &mut luck[seat])
    })
}
