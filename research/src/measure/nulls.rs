//! What a bid of Null brings at each height in Three-Legged Kitty.
//!
//! Bots that judge hardly ever bid it, so it is bid for them. At some of their calls the seat looks
//! into 60 worlds for each Null that it may bid: in how many is it made, if nobody bids over it and
//! `heuristic` plays it out? Where that is more often than it takes to break even, the bid is truly
//! made in the hand as it lies: once with no further bid allowed, once with the auction going on; and
//! once the seat calls as it likes.

use std::cell::OnceCell;
use std::io::Write;

use rayon::prelude::*;
use threehand_bots::games::three_legged_kitty::Heuristic;
use threehand_bots::{Bot as _, BotRng, Maker, Registry, play_out};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Bid, Hand, Legal, Strain};
use threehand_engine::{Game, Hand as _, Seat, View, Worlds as _, below};

use crate::cli::specs;
use crate::lab::Failure;
use crate::matches::{deal, first_dealer, play_match, three_of};
use crate::sample::Figure;
use crate::streams::Purpose;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research nulls --bots heuristic --matches 2000
  research nulls --bots pimc:worlds=16 --matches 20

The table is CSV, a row a height and measure. `promising` is the share of calls at which a Null of this \
height promises more than nothing; the others are of these calls. `promised` and `made` are how often the \
contract is made in 60 worlds and in the hand as it lies; `margin` is the caller's points less those of \
each other, if nobody bids over the Null. `bid` is that margin where the auction goes on, `stands` how \
often the Null is the contract then, `own` the margin where the caller calls as he likes, `less` the \
difference of the two. n counts calls; lo and hi are ends of 95 % intervals over matches.";

const WORLDS: u32 = 60;
/// One in so many calls is looked at.
const RARITY: usize = 3;
/// The heights that a Null has.
const HEIGHTS: u8 = 8;

/// Nulls as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The bots: three of a kind play its matches
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Matches
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(2..=1 << 24))]
    matches: u64,
}

/// A Null that may be bid at a call.
struct Null {
    height: u8,
    /// In what part of worlds it is made.
    promised: f64,
    /// What it truly brings, where it promises more than nothing.
    brought: Option<Brought>,
}

/// What comes of a bid of Null in the hand as it lies.
struct Brought {
    /// If nobody bids over it: whether it is made, and the margin of the caller.
    made: bool,
    margin: f64,
    /// If the auction goes on: the margin, and whether the Null is the contract.
    bid: f64,
    stands: bool,
    /// The margin if the caller calls as he likes.
    own: f64,
}

type Measure = (&'static str, fn(&Null, &Brought) -> f64);

const MEASURES: [Measure; 7] = [
    ("promised", |null, _| null.promised),
    ("made", |_, brought| f64::from(u8::from(brought.made))),
    ("margin", |_, brought| brought.margin),
    ("stands", |_, brought| f64::from(u8::from(brought.stands))),
    ("bid", |_, brought| brought.bid),
    ("own", |_, brought| brought.own),
    ("less", |_, brought| brought.bid - brought.own),
];

/// Has each bot play its matches, and writes what Nulls promised and brought.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let bots = lab.bots::<ThreeLeggedKitty>();
    writeln!(out, "bot,height,measure,n,value,lo,hi")?;
    for spec in specs(&bots, "--bots", &args.bots)? {
        let maker = bots.maker(&spec);
        let matches: Vec<_> =
            (0..args.matches).into_par_iter().map(|number| nulls(&maker, number)).collect();
        for height in 1..=HEIGHTS {
            let of_height = |of: &dyn Fn(&Null) -> Option<f64>| {
                let pairs = matches.iter().map(|nulls: &Vec<Null>| {
                    let found = nulls.iter().filter(|null| null.height == height).filter_map(of);
                    found.fold((0.0, 0.0), |(n, sum), value| (n + 1.0, sum + value))
                });
                pairs.collect::<Vec<_>>()
            };
            let mut write = |measure, pairs: &[(f64, f64)]| -> Result<(), Failure> {
                let n: f64 = pairs.iter().map(|(n, _)| n).sum();
                if let Some(figure) = Figure::ratio(pairs) {
                    let (value, half) = (figure.value, figure.half_width());
                    let (lo, hi) = (value - half, value + half);
                    writeln!(out, "{spec},{height},{measure},{n},{value:.5},{lo:.5},{hi:.5}")?;
                }
                Ok(())
            };
            let promising = |null: &Null| Some(f64::from(u8::from(null.brought.is_some())));
            write("promising", &of_height(&promising))?;
            for (measure, of) in MEASURES {
                let of = |null: &Null| null.brought.as_ref().map(|brought| of(null, brought));
                write(measure, &of_height(&of))?;
            }
        }
    }
    Ok(())
}

/// Plays a match of three such bots, and looks at Nulls on the way.
fn nulls(maker: &Maker<'_, ThreeLeggedKitty>, number: u64) -> Vec<Null> {
    let rules = ThreeLeggedKitty::default();
    let mut bots = three_of(maker);
    let mut luck = Purpose::NullLuck.generators(number, 0);
    let mut worlds = Purpose::NullLuck.generator(number, 1);
    let mut found = Vec::new();
    play_match(&rules, first_dealer(number), |hand, standing| {
        let mut hand = deal(&rules, standing, Purpose::NullDecks.deck(number, hand));
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            if let Legal::Call { bids, .. } = view.legal()
                && below(&mut worlds, RARITY) == 0
            {
                let call = Call { maker, hand: &hand, seat, number: (number, found.len() as u64) };
                let own = OnceCell::new();
                let heights = (1..=HEIGHTS).filter_map(|height| Bid::new(height, Strain::Null));
                for bid in heights.filter(|&bid| bids.contains(bid)) {
                    found.push(call.look(bid, &own, &mut worlds));
                }
            }
            let action = bots[seat].decide(&hand.view(seat), &mut luck[seat]);
            hand.play(action).expect("bots play legal actions");
        }
        hand.outcome().expect("nobody is to move")
    });
    found
}

/// A call at which Nulls are looked at.
struct Call<'a> {
    maker: &'a Maker<'a, ThreeLeggedKitty>,
    hand: &'a Hand,
    seat: Seat,
    /// The numbers of its match, and of the first Null that is looked at there.
    number: (u64, u64),
}

impl Call<'_> {
    /// Looks at a Null that may be bid: in worlds, and in the hand as it lies if it promises something.
    /// `own` keeps the margin of the caller if he calls as he likes.
    fn look(&self, bid: Bid, own: &OnceCell<f64>, rng: &mut BotRng) -> Null {
        let Self { hand, seat, .. } = *self;
        let possible = <ThreeLeggedKitty as Game>::Worlds::of(&hand.view(seat));
        let in_world = |_| {
            let mut world = possible.draw(rng);
            world.play_unchecked(Action::Bid(bid));
            let end = play_out(&mut world, unless_a_call(|_, view| Heuristic.decide(view, rng)));
            u32::from(end.points[seat] > 0)
        };
        let height = bid.number();
        let promised = f64::from((0..WORLDS).map(in_world).sum::<u32>()) / f64::from(WORLDS);
        let fail_points = f64::from(ThreeLeggedKitty::default().fail_points());
        if promised * f64::from(height) <= (1.0 - promised) * fail_points {
            return Null { height, promised, brought: None };
        }
        let (alone, _) = self.play_on(Some(bid), false);
        let (going_on, end) = self.play_on(Some(bid), true);
        let brought = Brought {
            made: alone > 0.0,
            margin: alone,
            bid: going_on,
            stands: end.contract(seat) == Some(bid),
            own: *own.get_or_init(|| self.play_on(None, true).0),
        };
        Null { height, promised, brought: Some(brought) }
    }

    /// Plays on in the hand as it lies, after a bid if one is made: the caller's points less those of each
    /// other, and the hand at its end.
    fn play_on(&self, bid: Option<Bid>, with_calls: bool) -> (f64, Hand) {
        let mut hand = self.hand.clone();
        if let Some(bid) = bid {
            hand.play(Action::Bid(bid)).expect("the bid is legal");
        }
        let mut bots = three_of(self.maker);
        let mut luck = Purpose::NullTrials.generators(self.number.0, self.number.1);
        let mut decide = |seat: Seat, view: &View<'_, _>| bots[seat].decide(view, &mut luck[seat]);
        let end = if with_calls {
            play_out(&mut hand, decide)
        } else {
            play_out(&mut hand, unless_a_call(&mut decide))
        };
        let others = end.points[self.seat.left()] + end.points[self.seat.right()];
        (f64::from(end.points[self.seat]) - f64::from(others) / 2.0, hand)
    }
}

/// Passes where there is a call to make, and else decides.
fn unless_a_call(
    mut decide: impl FnMut(Seat, &View<'_, ThreeLeggedKitty>) -> Action,
) -> impl FnMut(Seat, &View<'_, ThreeLeggedKitty>) -> Action {
    move |seat, view| {
        if matches!(view.legal(), Legal::Call { .. }) { Action::Pass } else { decide(seat, view) }
    }
}
