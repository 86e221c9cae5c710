//! What shows that the answers to puzzles are right: every world of an ending
//! solved with all hands open, or many worlds played out.

use rand::SeedableRng;
use threehand_engine::{BySeat, CardSet, Game, Hand, Legal, Outcome, Seat, Worlds};

use threehand_bots::puzzles::{Proof, Puzzle, of_game};
use threehand_bots::{Bot, BotRng, Bots, Knowledge, play_out};

/// What each action comes to: a row of values, one for each world and each way to solve it.
pub(crate) type Table<A> = Vec<(A, Vec<i32>)>;

/// More worlds than this are too many.
const MOST: usize = 8_000;

/// The puzzles of a game that are shown to be right in this way.
pub(crate) fn with_proof<G: Knowledge>(proof: Proof) -> impl Iterator<Item = Puzzle<G>> {
    of_game().into_iter().filter(move |puzzle: &Puzzle<G>| puzzle.line.proof == proof)
}

/// What is wrong with the answers to a puzzle, by this table: no world may make a right one worse
/// than another, and some worlds must make it better than a wrong one.
pub(crate) fn faults_by_table<G: Knowledge>(
    puzzle: &Puzzle<G>,
    table: &Table<G::Action>,
) -> Vec<String> {
    let name = &puzzle.line.name;
    let (right, wrong): (Vec<_>, Vec<_>) =
        table.iter().partition(|(action, _)| puzzle.is_right(&[*action]));
    let mut faults = Vec::new();
    for (action, row) in &right {
        for (other, values) in &wrong {
            let pairs = || row.iter().zip(values);
            if pairs().any(|(a, b)| a < b) || pairs().all(|(a, b)| a == b) {
                faults.push(format!("{name}: {action} does not dominate {other}"));
            }
        }
        if right.iter().any(|(_, values)| values != row) {
            faults.push(format!("{name}: {action} is not as good as the other right ones"));
        }
    }
    faults
}

/// All ways to put `free` cards into the two others' hands, that have room for so many, and aside.
/// Each place takes only cards that it may hold. `None` if there are none, or more than 8,000.
pub(crate) fn ways(
    free: CardSet,
    room: [usize; 2],
    may: [CardSet; 2],
) -> Option<Vec<[CardSet; 2]>> {
    fn choose(
        cards: &[CardSet],
        room: [usize; 2],
        may: [CardSet; 2],
        way: [CardSet; 2],
        ways: &mut Vec<[CardSet; 2]>,
    ) {
        let [first, rest @ ..] = cards else {
            if room == [0, 0] {
                ways.push(way);
            }
            return;
        };
        if room[0] + room[1] > cards.len() || ways.len() > MOST {
            return;
        }
        for hand in 0..2 {
            if room[hand] > 0 && may[hand].contains_all(*first) {
                let (mut room, mut way) = (room, way);
                room[hand] -= 1;
                way[hand] |= *first;
                choose(rest, room, may, way, ways);
            }
        }
        choose(rest, room, may, way, ways);
    }
    let cards: Vec<_> = free.iter().map(CardSet::only).collect();
    let mut all = Vec::new();
    choose(&cards, room, may, [CardSet::EMPTY; 2], &mut all);
    (all.len() <= MOST && !all.is_empty()).then_some(all)
}

/// The hands of all three, if these are the seat's own and those of its left and of its right.
pub(crate) fn open_hands(seat: Seat, own: CardSet, others: [CardSet; 2]) -> BySeat<CardSet> {
    let mut hands = BySeat([own; 3]);
    hands[seat.left()] = others[0];
    hands[seat.right()] = others[1];
    hands
}

/// How a hand ends from here on.
pub(crate) trait Finish<G: Game> {
    /// Its end.
    fn finish(&mut self, hand: G::Hand, luck: &mut BotRng) -> Outcome<G::Standing>;
}

/// A hand is played out by this bot in all seats.
pub(crate) struct PlayedBy<G: Game>(Box<dyn Bot<G>>);

impl<G: Knowledge> PlayedBy<G> {
    /// The bot of this spec.
    ///
    /// # Panics
    /// If it is no spec.
    pub(crate) fn bot(bots: &Bots<G>, spec: &str) -> Self {
        let bot = bots.make(spec);
        Self(bot.unwrap_or_else(|why| panic!("{}: `{spec}`: {why}", G::NAME)))
    }
}

impl<G: Game> Finish<G> for PlayedBy<G> {
    fn finish(&mut self, mut hand: G::Hand, luck: &mut BotRng) -> Outcome<G::Standing> {
        play_out::<G>(&mut hand, |_, view| self.0.decide(view, luck))
    }
}

/// The wrong answers that are not behind far enough: every right answer wins more matches than every
/// wrong one, by more than so many standard errors over so many worlds; with a bound below 0, none
/// wins fewer by more than that.
pub(crate) fn faults_by_playouts<G: Knowledge>(
    proof: Proof,
    worlds: u32,
    finish: &mut impl Finish<G>,
    errors: f64,
) -> Vec<String> {
    let is_enough = |mean: f64, error: f64| match errors {
        0.0.. => mean > errors * error,
        _ => mean >= errors * error,
    };
    let mut faults = Vec::new();
    for puzzle in with_proof::<G>(proof) {
        let answers = answers::<G>(&puzzle.hand);
        let table = equities::<G>(&puzzle.hand, &answers, worlds, finish);
        for (wrong, values) in answers.iter().zip(&table) {
            for (right, row) in answers.iter().zip(&table) {
                if puzzle.is_right(wrong) || !puzzle.is_right(right) {
                    continue;
                }
                let (mean, error) = margin(row, values);
                if !is_enough(mean, error) {
                    let name = &puzzle.line.name;
                    faults.push(format!("{name}: {right:?} {wrong:?} {mean:.4} ± {error:.4}"));
                }
            }
        }
    }
    faults
}

/// Every answer that makes a line of a record: one action, or several that the game joins.
fn answers<G: Game>(hand: &G::Hand) -> Vec<Vec<G::Action>> {
    let seat = hand.turn().expect("somebody is to move");
    let mut open = vec![(hand.clone(), Vec::new())];
    let mut answers = Vec::new();
    while let Some((hand, actions)) = open.pop() {
        for action in hand.legal().iter() {
            let mut actions: Vec<G::Action> = actions.clone();
            actions.push(action);
            let lines = G::lines(&actions.iter().map(|&a| (seat, a)).collect::<Vec<_>>());
            if lines.is_empty() {
                let mut hand = hand.clone();
                hand.play_unchecked(action);
                open.push((hand, actions));
            } else {
                answers.push(actions);
            }
        }
    }
    answers
}

/// The seat's match equity after each answer, in each of the same worlds.
fn equities<G: Knowledge>(
    hand: &G::Hand,
    answers: &[Vec<G::Action>],
    worlds: u32,
    finish: &mut impl Finish<G>,
) -> Vec<Vec<f64>> {
    let seat = hand.turn().expect("somebody is to move");
    let possible = G::Worlds::of(&hand.view(seat));
    let mut rng = BotRng::seed_from_u64(5);
    let mut table = vec![Vec::new(); answers.len()];
    for _ in 0..worlds {
        let world = possible.draw(&mut rng);
        let luck = BotRng::from_rng(&mut rng);
        for (actions, row) in answers.iter().zip(&mut table) {
            let mut hand = world.clone();
            for &action in actions {
                hand.play_unchecked(action);
            }
            let rules = *hand.rules();
            row.push(rules.equity(&finish.finish(hand, &mut luck.clone()))[seat]);
        }
    }
    table
}

/// The mean of what the first row has more than the second, and its standard error.
fn margin(a: &[f64], b: &[f64]) -> (f64, f64) {
    let n = a.len() as f64;
    let more: Vec<_> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    let mean = more.iter().sum::<f64>() / n;
    let squares: f64 = more.iter().map(|more| (more - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}

/// The share of these puzzles that a bot finds, of so many tries at each.
///
/// # Panics
/// If it is no spec.
pub(crate) fn share_found<G: Knowledge>(
    bots: &Bots<G>,
    puzzles: impl IntoIterator<Item = Puzzle<G>>,
    spec: &str,
    tries: u32,
) -> f64 {
    let mut rng = BotRng::seed_from_u64(5);
    let (mut found, mut asked) = (0, 0);
    for puzzle in puzzles {
        let bot = bots.make(spec);
        let mut bot = bot.unwrap_or_else(|why| panic!("{}: `{spec}`: {why}", G::NAME));
        found += puzzle.times_found(&mut *bot, tries, &mut rng);
        asked += tries;
    }
    f64::from(found) / f64::from(asked)
}
