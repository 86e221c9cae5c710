//! Single hands of matches: what bots gain over another in all three seats, on the same cards.
//!
//! Every fourth hand of matches of three absent-minded `heuristic` is taken from its deal on, and played by three of
//! the other bot, then with each of the bots in each seat.

use std::ops::ControlFlow;

use threehand_bots::{Bots, Knowledge, Maker, Spec, play_out};
use threehand_engine::{Deck, Game, Outcome, Seat};

use crate::lab::{Failure, ordered_map};
use crate::matches::{Seated, deal, first_dealer, one_against_two, play_match, three_of};
use crate::sample::{Figure, mean};
use crate::streams::Purpose;

/// One in so many hands is measured.
const RARITY: u64 = 4;
/// Who plays the matches that the hands are taken from.
const TABLE: &str = "heuristic:epsilon=0.05";

/// What bots gained in the measured hands of matches.
#[derive(Clone, Debug)]
pub struct Sample {
    /// By match its hands, measured or not, and its measured hands.
    hands: Vec<[f64; 2]>,
    /// By bot and match what it gained in the measured hands.
    gains: Vec<Vec<Gain>>,
}

impl Sample {
    /// Plays matches from the one of number `first` on, until so many hands are measured, two matches at least; the hands
    /// of the last match are all taken. The bots `ones` sit in turn between two of `other`. After each match `told` hears
    /// what there is so far.
    ///
    /// # Errors
    /// That threads could not be started, or what is wrong with the bots that play the matches.
    pub fn taken<G: Knowledge>(
        bots: &Bots<'_, G>,
        (ones, other): (&[Spec], &Spec),
        (hands, first): (u64, u64),
        mut told: impl FnMut(&Self) + Send,
    ) -> Result<Self, Failure> {
        let table = bots.spec(TABLE).map_err(Failure::usage)?;
        let ones: Vec<_> = ones.iter().map(|spec| bots.maker(spec)).collect();
        let table = Table { ones: &ones, other: bots.maker(other), table: bots.maker(&table) };
        let gains = vec![Vec::new(); ones.len()];
        let mut sample = Self { hands: Vec::new(), gains };
        let take = |_, (hands_played, measured, gains): (u64, u64, Vec<Gain>)| {
            sample.hands.push([hands_played, measured].map(|hands| hands as f64));
            for (gain, gains) in gains.into_iter().zip(&mut sample.gains) {
                gains.push(gain);
            }
            told(&sample);
            let enough = sample.measured() >= hands as f64 && sample.matches() > 1;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let threads = rayon::current_num_threads();
        let _ = ordered_map(threads, first..u64::MAX, |number| table.play(number), take)?;
        Ok(sample)
    }

    /// Matches that the hands are from.
    pub fn matches(&self) -> u64 {
        self.hands.len() as u64
    }

    /// Hands measured.
    pub fn measured(&self) -> f64 {
        self.hands.iter().map(|[_, measured]| measured).sum()
    }

    /// The chance to win a match that this bot gains: what it gains in a measured hand, times the hands of a match. Both
    /// vary from match to match, so its error is of their product (delta method over matches).
    pub fn gain(&self, bot: usize) -> Figure {
        let pairs: Vec<_> = self.of(bot, |gain| gain.matches);
        let a_hand = Figure::ratio(&pairs).expect("hands were measured");
        let hands = mean(self.hands.iter().map(|[hands, _]| *hands));
        let adds = a_hand.adds.iter().zip(&self.hands);
        let adds = adds.map(|(add, [length, _])| add * hands + a_hand.value * (length - hands));
        Figure { value: a_hand.value * hands, adds: adds.collect() }
    }

    /// The points that this bot gains in a hand.
    pub fn points(&self, bot: usize) -> f64 {
        Figure::ratio(&self.of(bot, |gain| gain.points)).expect("hands were measured").value
    }

    /// By match the measured hands, and what this bot gained in them.
    fn of(&self, bot: usize, what: impl Fn(&Gain) -> f64) -> Vec<(f64, f64)> {
        let gains = self.gains[bot].iter().map(what);
        self.hands.iter().map(|[_, measured]| *measured).zip(gains).collect()
    }
}

/// What a bot gained, over the seats on average.
#[derive(Clone, Copy, Debug, Default)]
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
    /// Plays the match of this number: its hands, those measured, and what each bot gained in these together.
    fn play(&self, number: u64) -> (u64, u64, Vec<Gain>) {
        let (mut hands, mut measured) = (0, 0);
        let mut gained = vec![Gain::default(); self.ones.len()];
        play_match(&G::default(), first_dealer(number), |hand, standing| {
            hands += 1;
            if (hand + number).is_multiple_of(RARITY) {
                measured += 1;
                for (gain, gained) in self.gains(standing, (number, hand)).iter().zip(&mut gained) {
                    gained.matches += gain.matches;
                    gained.points += gain.points;
                }
            }
            // Other cards and other luck than where the hand is measured.
            play_hand(standing, three_of(&self.table), (number, hand + 1_000))
        });
        (hands, measured, gained)
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
