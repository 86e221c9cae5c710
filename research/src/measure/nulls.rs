//! Results of bids of Null at each height in Three-Legged Kitty.
//!
//! Bots that search hardly ever bid Null, so the study bids it for them. At every third call the seat draws
//! 60 worlds for each Null that it may bid. `heuristic` plays them out, and nobody bids over the Null. If
//! the Null is made often enough to break even, the hand as it lies is played three times: with the Null
//! and no further bid, with the Null and the auction going on, and with the seat's own call.

use std::cell::OnceCell;

use rayon::prelude::*;
use threehand_bots::games::three_legged_kitty::Heuristic;
use threehand_bots::{Bot as _, BotRng, Maker, Registry, play_out};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Bid, Hand, Legal, Strain};
use threehand_engine::{Game, Hand as _, Seat, View, Worlds as _, below};
use threehand_sim::terminal::failure::Failure;

use crate::matches::{deal, first_dealer, play_match, three_of};
use crate::sample::Estimate;
use crate::specs;
use crate::streams::Purpose;

/// The end of its help.
pub const EXAMPLES: &str = "\
Examples:
  research nulls --bots heuristic --matches 2000
  research nulls --bots pimc:worlds=16 --matches 20

The table is CSV, a row a height and measure. `promising` is the share of calls at which a Null of this \
height breaks even or better in 60 worlds; the other measures are of these calls. `promised` and `made`: \
share of contracts made in the worlds and in the hand as it lies. `margin`: points of the caller less \
those of each other, if nobody bids over the Null. `bid`: that margin if the auction goes on. `stands`: \
share in which the Null is then the contract. `own`: the margin of the caller's own call. `less`: `bid` \
less `own`. n counts calls; lo and hi are ends of 95 % intervals over matches.";

const WORLDS: u32 = 60;
/// One in so many calls is looked at.
const RARITY: usize = 3;
/// The heights of a Null.
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

/// A Null at a call where it may be bid: one figure a measure, all but the first only where the Null
/// promises more than nothing.
struct Null {
    height: u8,
    figures: [Option<f64>; MEASURES.len()],
}

const MEASURES: [&str; 8] =
    ["promising", "promised", "made", "margin", "stands", "bid", "own", "less"];

/// Has each bot play its matches; what Nulls promised and brought, as CSV.
pub fn run(lab: &impl Registry, args: &Args) -> Result<String, Failure> {
    let bots = lab.bots::<ThreeLeggedKitty>();
    let mut text = "bot,height,measure,n,value,lo,hi\n".to_owned();
    for spec in specs(&bots, "--bots", &args.bots)? {
        let maker = bots.maker(&spec);
        let matches: Vec<_> =
            (0..args.matches).into_par_iter().map(|number| nulls(&maker, number)).collect();
        for height in 1..=HEIGHTS {
            for (place, measure) in MEASURES.iter().enumerate() {
                let pair = |nulls: &Vec<Null>| {
                    let of_height = nulls.iter().filter(|null| null.height == height);
                    let figures = of_height.filter_map(|null| null.figures[place]);
                    figures.fold((0.0, 0.0), |(n, sum), figure| (n + 1.0, sum + figure))
                };
                let pairs: Vec<_> = matches.iter().map(pair).collect();
                let n: f64 = pairs.iter().map(|(n, _)| n).sum();
                if let Some(estimate) = Estimate::ratio(&pairs) {
                    let (value, half) = (estimate.value, estimate.half_width());
                    let (lo, hi) = (value - half, value + half);
                    text += &format!("{spec},{height},{measure},{n},{value:.5},{lo:.5},{hi:.5}\n");
                }
            }
        }
    }
    Ok(text)
}

/// The Nulls of a match of three such bots.
fn nulls(maker: &Maker<'_, ThreeLeggedKitty>, number: u64) -> Vec<Null> {
    let rules = ThreeLeggedKitty::default();
    let mut bots = three_of(maker);
    let mut rngs = Purpose::NullLuck.generators(number, 0);
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
            let action = bots[seat].decide(&hand.view(seat), &mut rngs[seat]);
            hand.play(action).expect("bots play legal actions");
        }
        hand.outcome().expect("nobody is to move")
    });
    found
}

/// A call at which Nulls may be bid.
struct Call<'a> {
    maker: &'a Maker<'a, ThreeLeggedKitty>,
    hand: &'a Hand,
    seat: Seat,
    /// The numbers of its match and of its first Null.
    number: (u64, u64),
}

impl Call<'_> {
    /// The figures of a Null. `own` keeps the margin of the caller's own call.
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
        let mut figures = [None; MEASURES.len()];
        let promising = promised * f64::from(height) > (1.0 - promised) * fail_points;
        figures[0] = Some(f64::from(u8::from(promising)));
        if promising {
            let (margin, _) = self.play_on(Some(bid), false);
            let (going_on, end) = self.play_on(Some(bid), true);
            let own = *own.get_or_init(|| self.play_on(None, true).0);
            let [made, stands] = [margin > 0.0, end.contract(seat) == Some(bid)]
                .map(|is_so| f64::from(u8::from(is_so)));
            let known = [promised, made, margin, stands, going_on, own, going_on - own];
            figures[1..].copy_from_slice(&known.map(Some));
        }
        Null { height, figures }
    }

    /// Plays on in the hand as it lies, after this bid: the caller's points less the mean of the others',
    /// and the finished hand.
    fn play_on(&self, bid: Option<Bid>, with_calls: bool) -> (f64, Hand) {
        let mut hand = self.hand.clone();
        if let Some(bid) = bid {
            hand.play(Action::Bid(bid)).expect("the bid is legal");
        }
        let mut bots = three_of(self.maker);
        let mut rngs = Purpose::NullTrials.generators(self.number.0, self.number.1);
        let mut decide = |seat: Seat, view: &View<'_, _>| bots[seat].decide(view, &mut rngs[seat]);
        let end = if with_calls {
            play_out(&mut hand, decide)
        } else {
            play_out(&mut hand, unless_a_call(&mut decide))
        };
        let others = end.points[self.seat.left()] + end.points[self.seat.right()];
        (f64::from(end.points[self.seat]) - f64::from(others) / 2.0, hand)
    }
}

/// Passes at every call, and decides otherwise.
fn unless_a_call(
    mut decide: impl FnMut(Seat, &View<'_, ThreeLeggedKitty>) -> Action,
) -> impl FnMut(Seat, &View<'_, ThreeLeggedKitty>) -> Action {
    move |seat, view| {
        if matches!(view.legal(), Legal::Call { .. }) { Action::Pass } else { decide(seat, view) }
    }
}
