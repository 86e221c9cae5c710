//! One match at the table: bots in their seats, hand after hand until it is over.

use std::cell::Cell;

use threehand_bots::{Bot, BotFailure, BotRng, Knowledge};
use threehand_engine::{BySeat, Deck, Game, Hand, Outcome, Played, Reach, Seat, Standing};

use crate::forfeit::{Forfeit, MADE, PUT_AWAY};
use crate::panics::caught;
use crate::referee::Watch;
use crate::row::{HandRow, MatchRow, PLACES, StandingRow, ahead, deal_luck};
use crate::seated::Seated;
use crate::seeds::Seeds;

/// Makes a bot for a line-up and a seat in it. Each match has its own, so that nothing a bot keeps in mind outlives
/// the match: not the cards, which come again under the next line-up, nor what a thread played before.
pub type MakeBot<'a, G> = Box<dyn Fn((usize, BySeat<usize>), Seat) -> Seated<G> + Sync + 'a>;

/// Where the matches of a run are played.
pub struct Table<'a, G: Knowledge> {
    /// The rules.
    pub rules: G,
    /// Where cards and bots have their randomness from.
    pub seeds: Seeds,
    /// The cap on the hands of a match.
    pub max_hands: usize,
    /// The bots, by the numbers that line-ups have.
    pub bots: Vec<MakeBot<'a, G>>,
}

/// The decks of one match number, each shuffled when it is first asked for: they are the same
/// under every line-up.
#[derive(Clone, Debug)]
pub struct Decks {
    seeds: Seeds,
    number: u64,
    shuffled: Vec<Deck>,
}

impl Decks {
    /// The decks of match `number`.
    pub fn new(seeds: Seeds, number: u64) -> Self {
        Self { seeds, number, shuffled: Vec::with_capacity(16) }
    }

    /// The match that these are the decks of.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The deck of a hand.
    pub fn of_hand(&mut self, hand: usize) -> Deck {
        while self.shuffled.len() <= hand {
            self.shuffled.push(self.seeds.deck(self.number, self.shuffled.len()));
        }
        self.shuffled[hand]
    }
}

/// A match as it was played.
pub struct Match<G: Game> {
    /// The hands, in order. The last may be unfinished, if its bot failed.
    pub hands: Vec<Played<G>>,
    /// The standing at the end.
    pub standing: G::Standing,
    /// Whether the cap on hands ended it.
    pub truncated: bool,
    /// The failure that ended it, if one did.
    pub forfeit: Option<Forfeit>,
}

impl<G: Knowledge> Table<'_, G> {
    /// Plays a match's cards under a line-up; with `keep_actions`, so that records can be written. A referee may
    /// watch.
    pub fn play(
        &self,
        decks: &mut Decks,
        lineup: (usize, BySeat<usize>),
        keep_actions: bool,
        watch: Option<&Watch<'_>>,
    ) -> Match<G> {
        self.play_on((0, self.first_hand(decks)), decks, lineup, keep_actions, watch)
    }

    pub(crate) fn first_hand(&self, decks: &mut Decks) -> Played<G> {
        let standing = self.rules.first_standing(self.seeds.first_dealer(decks.number));
        let deal = self.rules.deal(&standing, &decks.of_hand(0));
        Played::new(self.rules, standing, deal)
    }

    /// Plays a match on from this hand of it, which goes by its number and may have begun. The bots sit down anew.
    pub fn play_on(
        &self,
        begun: (usize, Played<G>),
        decks: &mut Decks,
        lineup: (usize, BySeat<usize>),
        keep_actions: bool,
        watch: Option<&Watch<'_>>,
    ) -> Match<G> {
        let mut sitting = self.sit_down(begun, decks, lineup, watch);
        loop {
            let Sitting { bots, rngs, played, .. } = &mut sitting;
            // Hands are large, so they are played where they lie.
            let hand = played.hands.last_mut().expect("a match has a hand");
            let failure = play_hand(hand, (bots, lineup.1), rngs, keep_actions, watch);
            if !self.end_hand(&mut sitting, failure, decks) {
                return sitting.part(watch);
            }
        }
    }

    /// New bots sit down to play a match on from this hand of it.
    pub(crate) fn sit_down(
        &self,
        (number, begun): (usize, Played<G>),
        decks: &Decks,
        (lineup, seated): (usize, BySeat<usize>),
        watch: Option<&Watch<'_>>,
    ) -> Sitting<G> {
        watch.iter().for_each(|watch| watch.next_match());
        let bots = BySeat::from_fn(|seat| {
            let made = ask(watch, seat, || self.bots[seated[seat]]((lineup, seated), seat));
            made.unwrap_or_else(|failure| Seated::Failed(failure.at(MADE)))
        });
        let rngs = BySeat::from_fn(|seat| self.seeds.bot(decks.number, lineup, seat));
        let standing = *begun.end.standing();
        let mut played =
            Match { hands: Vec::with_capacity(16), standing, truncated: false, forfeit: None };
        played.hands.push(begun);
        Sitting { bots, rngs, played, number }
    }

    /// Ends the last hand, whose bot may have failed. Deals the next one, or returns that the match is over.
    pub(crate) fn end_hand(
        &self,
        sitting: &mut Sitting<G>,
        failure: Option<Forfeit>,
        decks: &mut Decks,
    ) -> bool {
        let Sitting { played, number, .. } = sitting;
        let hand = played.hands.last_mut().expect("a match has a hand");
        hand.outcome = hand.end.outcome();
        let Some(Outcome { standing, over, .. }) = hand.outcome else {
            played.standing = *hand.end.standing();
            played.forfeit = failure;
            return false;
        };
        let next = *number + played.hands.len();
        played.standing = standing;
        played.truncated = !over && next >= self.max_hands;
        if over || played.truncated {
            return false;
        }
        let deal = self.rules.deal(&standing, &decks.of_hand(next));
        played.hands.push(Played::new(self.rules, standing, deal));
        true
    }
}

/// A match that is being played, with the bots in their seats.
pub(crate) struct Sitting<G: Knowledge> {
    pub(crate) bots: Bots<G>,
    pub(crate) rngs: BySeat<BotRng>,
    pub(crate) played: Match<G>,
    /// The number of the first hand in its match.
    number: usize,
}

impl<G: Knowledge> Sitting<G> {
    /// The match, once the bots are put away.
    pub(crate) fn part(self, watch: Option<&Watch<'_>>) -> Match<G> {
        let Self { bots, mut played, .. } = self;
        for (seat, bot) in Seat::ALL.into_iter().zip(bots.0) {
            if let Err(failure) = ask(watch, seat, || drop(bot)) {
                let failure = failure.at(PUT_AWAY);
                played.forfeit.get_or_insert(Forfeit::of(seat, &failure));
            }
        }
        played
    }
}

/// Plays a hand to its end, or to the failure of a bot; the bots go by their numbers too.
fn play_hand<G: Knowledge>(
    hand: &mut Played<G>,
    (bots, numbers): (&mut Bots<G>, BySeat<usize>),
    rngs: &mut BySeat<BotRng>,
    keep_actions: bool,
    watch: Option<&Watch<'_>>,
) -> Option<Forfeit> {
    let asked = Cell::new(Seat::P0);
    let end = &mut hand.end;
    let mut keep = |seat, action| {
        if keep_actions {
            hand.actions.push((seat, action));
        }
    };
    // What most matches are played by is asked without a detour.
    let failure = match (as_bots(bots), watch) {
        (Some(mut bots), None) => caught(|| {
            while let Some(seat) = end.turn() {
                asked.set(seat);
                let action = bots[seat].decide(&end.view(seat), &mut rngs[seat]);
                if let Err(why) = end.play(action) {
                    return Err(illegal::<G>(action, &why));
                }
                keep(seat, action);
            }
            Ok(())
        }),
        (_, watch) => caught(|| {
            while let Some(seat) = end.turn() {
                asked.set(seat);
                let (view, rng) = (end.view(seat), &mut rngs[seat]);
                let mut answer = || bots[seat].answer(&view, rng);
                let action = match watch.map(|watch| (watch, watch.stopwatch())) {
                    None => answer()?,
                    Some((watch, None)) => watch.ask(seat, answer).flatten()?,
                    Some((_, Some(stopwatch))) if stopwatch.lets_off(numbers[seat]) => {
                        view.any_legal(rng)
                    }
                    Some((watch, Some(stopwatch))) => {
                        let answer = || stopwatch.time(numbers[seat], answer);
                        watch.ask(seat, answer).flatten()?
                    }
                };
                end.play(action).map_err(|why| illegal::<G>(action, &why))?;
                keep(seat, action);
            }
            Ok(())
        }),
    };
    let failure = failure.flatten().err()?;
    Some(Forfeit::of(asked.get(), &failure))
}

/// What a bot's work comes to, or why the bot failed.
fn ask<T>(
    watch: Option<&Watch<'_>>,
    seat: Seat,
    work: impl FnOnce() -> T,
) -> Result<T, BotFailure> {
    match watch {
        None => caught(work),
        Some(watch) => watch.ask(seat, work),
    }
}

/// The bots, if all three are bots of this process.
fn as_bots<G: Knowledge>(seated: &mut Bots<G>) -> Option<BySeat<&mut dyn Bot<G>>> {
    let BySeat([Seated::Bot(a), Seated::Bot(b), Seated::Bot(c)]) = seated else { return None };
    Some(BySeat([&mut **a, &mut **b, &mut **c]))
}

#[cold]
#[inline(never)]
pub(crate) fn illegal<G: Game>(action: G::Action, why: &G::Illegal) -> BotFailure {
    BotFailure::illegal(action, why)
}

/// The bots at a table.
type Bots<G> = BySeat<Seated<G>>;

impl<G: Game> Match<G> {
    /// Each seat's share of the match in sixths: 6 for who stands ahead of all, split where the
    /// top is shared. A seat that forfeits stands behind the others.
    pub fn won_sixths(&self) -> BySeat<i64> {
        let best = Seat::ALL.map(|seat| self.placing(seat)).into_iter().max();
        let at_top = Seat::ALL.iter().filter(|&&seat| Some(self.placing(seat)) == best).count();
        BySeat::from_fn(|seat| if Some(self.placing(seat)) == best { 6 / at_top as i64 } else { 0 })
    }

    /// Sort key of the seats at the end: the greater is ahead, equals share.
    pub fn placing(&self, seat: Seat) -> (bool, (i32, i32)) {
        let stays = self.forfeit.as_ref().is_none_or(|forfeit| forfeit.seat != seat);
        (stays, self.standing.placing(seat))
    }

    /// The hands that were played to their end, with their outcomes.
    pub fn finished(&self) -> impl Iterator<Item = (&Played<G>, &Outcome<G::Standing>)> {
        self.hands.iter().filter_map(|hand| Some((hand, hand.outcome.as_ref()?)))
    }

    /// How many roles the game has.
    fn roles(&self) -> usize {
        self.hands.first().map_or(0, |hand| hand.end.rules().roles().len())
    }

    /// The plain row of the match, with the rows of its hands if they are wanted.
    pub fn row(&self, lineup: usize, with_hands: bool) -> MatchRow {
        let mut roles = vec![BySeat([(0, 0); 3]); self.roles()];
        let mut hands = 0;
        for (hand, outcome) in self.finished() {
            hands += 1;
            for seat in Seat::ALL {
                let (points, count) = &mut roles[hand.end.role(seat)][seat];
                *points += i64::from(outcome.points[seat]);
                *count += 1;
            }
        }
        let mut luck = [0; PLACES];
        let mut rows = Vec::new();
        if with_hands {
            for hand in &self.hands {
                let of_hand = deal_luck(&hand.deal, hand.end.standing().dealer());
                luck.iter_mut().zip(of_hand).for_each(|(sum, of_place)| *sum += of_place);
            }
            rows.extend(self.finished().map(|(hand, outcome)| hand_row(hand, outcome)));
        }
        let ended = !self.truncated && self.forfeit.is_none();
        let last = self.hands.last().filter(|_| ended);
        MatchRow {
            lineup,
            won_sixths: self.won_sixths(),
            scores: self.standing.match_scores(),
            ahead: ahead(&BySeat::from_fn(|seat| self.placing(seat))),
            roles,
            hands,
            truncated: self.truncated,
            forfeit: self.forfeit.clone(),
            reach: last.map_or_else(Reach::default, |hand| hand.end.rules().reach(&self.standing)),
            luck,
            rows,
            records: Vec::new(),
        }
    }
}

/// The plain row of a finished hand.
pub(crate) fn hand_row<G: Game>(played: &Played<G>, outcome: &Outcome<G::Standing>) -> HandRow {
    let end = &played.end;
    HandRow {
        dealer: end.standing().dealer(),
        roles: BySeat::from_fn(|seat| end.role(seat)),
        contracts: BySeat::from_fn(|seat| end.contract(seat).map(|contract| contract.to_string())),
        kept: BySeat::from_fn(|seat| end.kept(seat)),
        tricks: end.tricks(),
        points: outcome.points,
        after: StandingRow::of(&outcome.standing),
        quantities: G::QUANTITIES.iter().map(|quantity| (quantity.of)(end)).collect(),
    }
}
