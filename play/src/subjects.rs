//! What `bench` times, for any game: each a piece of work that is the same in every run.

use std::hint::black_box;

use threehand_bots::{Bot, BotRng, Bots, Knowledge, Random, bot_rng};
use threehand_engine::{Action as _, Game, Hand, Legal, Outcome, Seat, below};

use crate::seeds::Seeds;

/// The cards of all subjects.
const SEEDS: Seeds = Seeds(1);
/// How many positions the subjects of play go through in turn.
const HANDS: usize = 64;
/// How many decisions a bot's subjects go through in turn.
const DECISIONS: usize = 512;
/// How many of them are timed together: their cost differs too much to time fewer.
const DECISIONS_AT_ONCE: usize = 64;

/// A piece of work, and what it is counted in.
pub struct Subject<'g> {
    /// What is timed, such as `playout`.
    pub bench: String,
    /// The game it is of.
    pub game: &'static str,
    /// What the time is given for, such as `card`.
    pub unit: &'static str,
    work: Box<dyn FnMut() -> u64 + 'g>,
}

impl<'g> Subject<'g> {
    /// `work` does it once and says how many units that were.
    pub fn new(
        bench: impl Into<String>,
        game: &'static str,
        unit: &'static str,
        work: impl FnMut() -> u64 + 'g,
    ) -> Self {
        Self { bench: bench.into(), game, unit, work: Box::new(work) }
    }

    /// Does it so many times; gives the units.
    pub fn run(&mut self, times: u64) -> u64 {
        (0..times).map(|_| (self.work)()).sum()
    }
}

/// The subjects of a game: the rules' own, then a decision of each bot.
pub(crate) fn subjects<G: Knowledge>(rules: &G, bots: &Bots<G>) -> Vec<Subject<'static>> {
    let mut all = vec![deal(*rules), playout(rules)];
    all.extend(bots.names().map(|name| decision(rules, bots, name)));
    all
}

fn rng() -> BotRng {
    bot_rng([1; 32])
}

/// A deck from its stream, shuffled and dealt.
fn deal<G: Game>(rules: G) -> Subject<'static> {
    let standing = rules.first_standing(Seat::P0);
    let mut number = 0;
    Subject::new("deal", rules.name(), "deal", move || {
        number += 1;
        black_box(rules.deal(&standing, &SEEDS.deck(number, 0)).hands());
        1
    })
}

/// The fast playout that search uses, from first leads in turn, counted in cards.
fn playout<G: Game>(rules: &G) -> Subject<'static> {
    let (leads, mut rng) = (first_leads(rules), rng());
    let cards = cards_left::<G>(&leads[0]);
    let mut number = 0;
    Subject::new("playout", rules.name(), "card", move || {
        number += 1;
        black_box(leads[number % HANDS].play_out(&mut rng));
        cards
    })
}

/// A bot's decisions: the mean over those of whole hands, the same for every bot.
fn decision<G: Knowledge>(rules: &G, bots: &Bots<G>, name: &str) -> Subject<'static> {
    let positions = decisions(rules);
    let mut rng = rng();
    let mut bot = bots.make(name).expect("a bot's name is its spec");
    let mut number = 0;
    Subject::new(format!("decision/{name}"), rules.name(), "decision", move || {
        let chunk = &positions[number * DECISIONS_AT_ONCE..][..DECISIONS_AT_ONCE];
        number = (number + 1) % (DECISIONS / DECISIONS_AT_ONCE);
        for (hand, seat) in chunk {
            black_box(bot.decide(&hand.view(*seat), &mut rng));
        }
        DECISIONS_AT_ONCE as u64
    })
}

/// Decisions of a match among three good club players, or at random where a game has none, shuffled.
fn decisions<G: Knowledge>(rules: &G) -> Vec<(G::Hand, Seat)> {
    let mut standing = rules.first_standing(Seat::P0);
    let mut bot: Box<dyn Bot<G>> = match G::heuristic() {
        Some(heuristic) => Box::new(heuristic),
        None => Box::new(Random),
    };
    let mut rng = rng();
    let mut positions = Vec::new();
    let mut number = 0;
    while positions.len() < DECISIONS {
        let deal = rules.deal(&standing, &SEEDS.deck(0, number));
        let mut hand = rules.start(&standing, &deal);
        while let Some(seat) = hand.turn() {
            positions.push((hand.clone(), seat));
            hand.play_unchecked(bot.decide(&hand.view(seat), &mut rng));
        }
        standing = next_standing::<G>(&hand);
        number += 1;
    }
    for last in (1..positions.len()).rev() {
        positions.swap(last, below(&mut rng, last + 1));
    }
    positions.truncate(DECISIONS);
    positions
}

/// The standing after a hand, and after a match the first of another.
fn next_standing<G: Game>(hand: &G::Hand) -> G::Standing {
    let Outcome { standing, over, .. } = hand.outcome().expect("the hand is over");
    if over { hand.rules().first_standing(Seat::P0) } else { standing }
}

/// Hands at their first lead, each the second or later of a match; in a game whose actions do not say
/// `play`, hands as dealt.
fn first_leads<G: Game>(rules: &G) -> Vec<G::Hand> {
    let mut standing = rules.first_standing(Seat::P0);
    let mut rng = rng();
    let mut leads = Vec::with_capacity(HANDS);
    let texts = (0..G::Action::COUNT).filter_map(G::Action::from_index);
    let plays_cards = texts.map(|action| action.to_string()).any(|text| text.starts_with("play "));
    for number in 0.. {
        let deal = rules.deal(&standing, &SEEDS.deck(1, number));
        let mut hand = rules.start(&standing, &deal);
        let mut lead = None;
        while hand.turn().is_some() {
            let legal = hand.legal();
            let leads = !plays_cards || legal.nth(0).to_string().starts_with("play ");
            if lead.is_none() && leads {
                lead = Some(hand.clone());
            }
            hand.play_unchecked(legal.nth(below(&mut rng, legal.len())));
        }
        leads.extend(lead.filter(|_| number > 0));
        if leads.len() == HANDS {
            break;
        }
        standing = next_standing::<G>(&hand);
    }
    leads
}

/// How many cards are still to be played: as many as a record of the rest would tell; in a game whose
/// actions do not say `play`, how many actions.
pub fn cards_left<G: Game>(hand: &G::Hand) -> u64 {
    let mut hand = hand.clone();
    let mut actions = Vec::new();
    while let Some(seat) = hand.turn() {
        let action = hand.legal().nth(0);
        actions.push((seat, action));
        hand.play_unchecked(action);
    }
    let cards =
        |line: &String| line.split(" play ").nth(1).map_or(0, |cards| cards.split(' ').count());
    let cards: usize = G::lines(&actions).iter().map(cards).sum();
    if cards > 0 { cards as u64 } else { actions.len() as u64 }
}
