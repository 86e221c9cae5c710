//! Worlds drawn by how likely they make what the other seats have done.

use rand::Rng;
use threehand_engine::{Hand, Legal as _, Seat, Worlds, fraction};

use super::Past;
use crate::bot::{Bot, BotRng};

/// How worlds are chosen by what the others did.
#[derive(Clone, Copy, Debug)]
pub struct Inference {
    /// Of so many worlds one is taken; 1 takes each as it is drawn.
    pub of: u32,
    /// How often a seat does something else than the policy would in its place, 0 to 1.
    pub error: f64,
}

impl Inference {
    /// Draws a world. Of several one is taken, with chances in proportion to how likely the others
    /// would have done in it what they did if they played by `policy` but for errors; what a seat
    /// did out of sight it did by the policy.
    pub(super) fn draw<G: Past, P: Bot<G>>(
        &self,
        possible: &G::Worlds,
        me: Seat,
        policy: &mut P,
        rng: &mut BotRng,
    ) -> G::Hand {
        if self.of <= 1 {
            return possible.draw(rng);
        }
        let mut total = 0.0;
        let mut taken = None;
        for _ in 0..self.of {
            let (world, weight) = self.retrace::<G, P>(&possible.draw(rng), me, policy, rng);
            total += weight;
            if taken.is_none() || fraction(rng) * total < weight {
                taken = Some(world);
            }
        }
        taken.expect("of several worlds one is taken")
    }

    /// Goes through the hand again from the deal. What it comes to, with the likelihood of what the
    /// others did.
    fn retrace<G: Past, P: Bot<G>>(
        &self,
        world: &G::Hand,
        me: Seat,
        policy: &mut P,
        rng: &mut impl Rng,
    ) -> (G::Hand, f64) {
        let mut luck = <BotRng as rand::SeedableRng>::from_rng(rng);
        let mut past = world.rules().start(world.standing(), &G::deal(world));
        let mut likelihood = 1.0;
        while let Some(seat) = past.turn() {
            let legal = past.legal();
            let free = seat != me && legal.len() > 1;
            let wish = if free { policy.decide(&past.view(seat), &mut luck) } else { legal.nth(0) };
            let Some(action) = G::done(world, &past, me, wish) else { break };
            if free {
                likelihood *= if action == wish { 1.0 - self.error } else { self.error };
            }
            past.play_unchecked(action);
        }
        (past, likelihood)
    }
}
