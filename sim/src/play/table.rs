//! One match at the table: bots in their seats, hand after hand until it is over.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use threehand_bots::{Bot, BotRng};
use threehand_engine::record::Forfeit;
use threehand_engine::{BySeat, Deal, Deck, Game, Hand, Outcome, Played, Seat, Standing};

use crate::play::seeds::Seeds;

thread_local! {
    /// Whether this thread is asking bots: their panics are recorded, not printed.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics of bots off the terminal; all others are printed as before.
pub fn silence_bots() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !ASKING.get() {
            print(info);
        }
    }));
}

/// Makes the bot of a number. Each match has its own, so that nothing a bot keeps in mind outlives
/// the match: not the cards, which come again under the next line-up, nor what a thread played before.
pub type MakeBot<'a, G> = dyn Fn(usize) -> Box<dyn Bot<G>> + Sync + 'a;

/// Where the matches of a run are played: the rules, the cards, and who makes the bots.
#[derive(Clone, Copy)]
pub struct Table<'a, G: Game> {
    rules: G,
    seeds: Seeds,
    max_hands: usize,
    make: &'a MakeBot<'a, G>,
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
    /// The match that these are the decks of.
    pub const fn number(&self) -> u64 {
        self.number
    }

    fn of_hand(&mut self, hand: usize) -> Deck {
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

impl<'a, G: Game> Table<'a, G> {
    /// A table of these rules and cards.
    pub const fn new(rules: G, seeds: Seeds, max_hands: usize, make: &'a MakeBot<'a, G>) -> Self {
        Self { rules, seeds, max_hands, make }
    }

    /// The cards of match `number`.
    pub fn decks(&self, number: u64) -> Decks {
        Decks { seeds: self.seeds, number, shuffled: Vec::with_capacity(16) }
    }

    /// Plays a match's cards under a line-up; with `keep_actions`, so that records can be written.
    pub fn play(
        &self,
        decks: &mut Decks,
        lineup: (usize, BySeat<usize>),
        keep_actions: bool,
    ) -> Match<G> {
        let (lineup, seated) = lineup;
        let number = decks.number;
        let mut bots = BySeat::from_fn(|seat| (self.make)(seated[seat]));
        let mut rngs = BySeat::from_fn(|seat| self.seeds.bot(number, lineup, seat));
        let mut standing = self.rules.first_standing(self.seeds.first_dealer(number));
        let mut hands = Vec::with_capacity(16);
        loop {
            let deck = decks.of_hand(hands.len());
            let deal = Deal::new(deck, self.rules.hand_sizes(&standing));
            hands.push(Played {
                deal,
                actions: Vec::new(),
                end: self.rules.start(&standing, &deal),
                outcome: None,
            });
            let hand = hands.last_mut().expect("the one just started");
            let failure = play_hand(hand, &mut bots, &mut rngs, keep_actions);
            hand.outcome = hand.end.outcome();
            let outcome = hand.outcome;
            let Some(Outcome { standing: next, over, .. }) = outcome else {
                return Match { hands, standing, truncated: false, forfeit: failure };
            };
            standing = next;
            let truncated = !over && hands.len() == self.max_hands;
            if over || truncated {
                return Match { hands, standing, truncated, forfeit: None };
            }
        }
    }
}

/// Plays a hand to its end, or to the failure of a bot.
fn play_hand<G: Game>(
    hand: &mut Played<G>,
    bots: &mut BySeat<Box<dyn Bot<G>>>,
    rngs: &mut BySeat<BotRng>,
    keep_actions: bool,
) -> Option<Forfeit> {
    let asked = Cell::new(Seat::P0);
    let end = &mut hand.end;
    let play = AssertUnwindSafe(|| {
        while let Some(seat) = end.turn() {
            asked.set(seat);
            let action = bots[seat].decide(&end.view(seat), &mut rngs[seat]);
            if let Err(error) = end.play(action) {
                return Some(format!("`{action}` is not legal: {error}"));
            }
            if keep_actions {
                hand.actions.push((seat, action));
            }
        }
        None
    });
    ASKING.set(true);
    let played = catch_unwind(play);
    ASKING.set(false);
    let reason = played.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Some(format!("panicked: {}", text.unwrap_or("no reason given")))
    })?;
    Some(Forfeit { seat: asked.get(), reason })
}

impl<G: Game> Match<G> {
    /// Each seat's share of the match in sixths: 6 for who stands ahead of all, split where the
    /// top is shared. A seat that forfeits stands behind the others.
    pub fn won_sixths(&self) -> BySeat<i64> {
        let best = Seat::ALL.map(|seat| self.placing(seat)).into_iter().max();
        let at_top = Seat::ALL.iter().filter(|&&seat| Some(self.placing(seat)) == best).count();
        BySeat::from_fn(|seat| if Some(self.placing(seat)) == best { 6 / at_top as i64 } else { 0 })
    }

    /// What orders the seats at the end: the greater stands ahead, equals share.
    pub fn placing(&self, seat: Seat) -> (bool, (i32, i32)) {
        let stays = self.forfeit.as_ref().is_none_or(|forfeit| forfeit.seat != seat);
        (stays, self.standing.placing(seat))
    }

    /// The hands that were played to their end, with their outcomes.
    pub fn finished(&self) -> impl Iterator<Item = (&Played<G>, &Outcome<G::Standing>)> {
        self.hands.iter().filter_map(|hand| Some((hand, hand.outcome.as_ref()?)))
    }
}
