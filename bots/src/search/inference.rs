//! Worlds drawn by how likely they make what the other seats have done.

use rand::Rng;
use threehand_engine::{BySeat, Deal, Hand, Legal as _, Seat, Worlds, fraction};

use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;

/// How worlds are chosen by what the others did.
#[derive(Clone, Copy, Debug)]
pub struct Inference {
    /// Of so many worlds one is taken; 1 takes each as it is drawn.
    pub candidates: u32,
    /// How often a seat does something else than the policy would in its place, 0 to 1. If the policy says how likely
    /// it is to do each action, the seat does in these cases any of them.
    pub error: f64,
}

impl Inference {
    /// Draws a world. Of several one is taken, with chances in proportion to how likely the others
    /// would have done in it what they did if they played by `policy` but for errors; what a seat
    /// did out of sight it did by the policy. If the policy says how likely it is to do each action, each of the others
    /// may as well be one who plays by the game's heuristic all along.
    pub(super) fn draw<G: Knowledge, P: Bot<G>>(
        &self,
        possible: &G::Worlds,
        me: Seat,
        policy: &mut P,
        rng: &mut BotRng,
    ) -> G::Hand {
        if self.candidates <= 1 {
            return possible.draw(rng);
        }
        let mut total = 0.0;
        let mut taken = None;
        for _ in 0..self.candidates {
            let drawn = possible.draw(rng);
            let Some(deal) = G::dealt(&drawn) else { return drawn };
            let (world, weight) = self.retrace::<G, P>(&drawn, &deal, me, policy, rng);
            total += weight;
            if taken.is_none() || fraction(rng) * total < weight {
                taken = Some(world);
            }
        }
        taken.expect("of several worlds one is taken")
    }

    /// Goes through the hand again from the deal. What it comes to, with the likelihood of what the
    /// others did.
    fn retrace<G: Knowledge, P: Bot<G>>(
        &self,
        world: &G::Hand,
        deal: &Deal,
        me: Seat,
        policy: &mut P,
        rng: &mut impl Rng,
    ) -> (G::Hand, f64) {
        let mut luck = <BotRng as rand::SeedableRng>::from_rng(rng);
        let mut past = world.rules().start(world.standing(), deal);
        let mut heuristic = G::heuristic();
        let mut likelihoods = BySeat([Likelihood::START; 3]);
        let mut chances = Vec::new();
        while let Some(seat) = past.turn() {
            let legal = past.legal();
            let free = seat != me && legal.len() > 1;
            let wish = if free {
                policy.decide_by_chances(&past.view(seat), &mut luck, &mut chances)
            } else {
                legal.nth(0)
            };
            let Some(action) = G::done(world, &past, me, wish) else { break };
            if free && chances.is_empty() {
                let likely = if action == wish { 1.0 - self.error } else { self.error };
                likelihoods[seat].add(likely, likely);
            } else if free {
                let any = self.error / chances.len() as f64;
                let place = legal.iter().position(|legal| legal == action);
                let by_policy =
                    (1.0 - self.error) * place.map_or(0.0, |place| chances[place]) + any;
                let by_heuristic = heuristic.as_mut().map_or(by_policy, |heuristic| {
                    let wish = heuristic.decide(&past.view(seat), &mut luck);
                    if action == wish { 1.0 - self.error + any } else { any }
                });
                likelihoods[seat].add(by_policy, by_heuristic);
            }
            past.play_unchecked(action);
        }
        (past, likelihoods.0.iter().map(Likelihood::of_either).product())
    }
}

/// How likely what a seat did is, by who may sit there all along.
#[derive(Clone, Copy, Debug)]
struct Likelihood {
    policy: f64,
    heuristic: f64,
}

impl Likelihood {
    /// Of a seat that has done nothing.
    const START: Self = Self { policy: 1.0, heuristic: 1.0 };

    /// The seat has done something that is so likely by either.
    fn add(&mut self, by_policy: f64, by_heuristic: f64) {
        self.policy *= by_policy;
        self.heuristic *= by_heuristic;
    }

    /// If either is as likely to sit there.
    fn of_either(&self) -> f64 {
        f64::midpoint(self.policy, self.heuristic)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use threehand_engine::games::{NineTwoFive, nine_two_five};
    use threehand_engine::{CardSet, Deck, Game, Rank, Stream};

    use super::*;
    use crate::games::nine_two_five::Heuristic;

    /// The hand of this number of a stream, played by one bot in all seats until so many tricks are won.
    fn played(
        [stream, number]: [u64; 2],
        bot: &mut impl Bot<NineTwoFive>,
        rng: &mut BotRng,
        tricks: u8,
    ) -> nine_two_five::Hand {
        let rules = NineTwoFive::default();
        let standing = rules.first_standing(Seat::P0);
        let deck = Deck::shuffled(&mut Stream::new([stream, number, 0, 0]));
        let mut hand = rules.start(&standing, &rules.deal(&standing, &deck));
        while hand.tricks().0.iter().sum::<u8>() < tricks {
            let seat = hand.turn().expect("there are more tricks");
            let action = bot.decide(&hand.view(seat), rng);
            hand.play_unchecked(action);
        }
        hand
    }

    /// A hand of 9-2-5 that `heuristic` has played to its second trick, with its trump suit.
    fn started(number: u64) -> Option<(nine_two_five::Hand, CardSet)> {
        let mut rng = BotRng::seed_from_u64(number);
        let hand = played([9, number], &mut Heuristic::default(), &mut rng, 1);
        let trump = hand.view(Seat::P0).trump()?.suit()?;
        Some((hand, CardSet::suit(trump)))
    }

    #[test]
    fn worlds_go_well_with_the_trump_that_was_named_and_with_what_a_dealer_lays_away() {
        const WORLDS: u32 = 20;
        let mut policy = Heuristic::default();
        let mut rng = BotRng::seed_from_u64(1);
        let aces: CardSet = CardSet::FULL.iter().filter(|c| c.rank() == Rank::Ace).collect();
        // Trumps that the dealer has left and aces that he laid away: truly, and in the worlds of
        // his left neighbour.
        let (mut truly, mut plainly, mut likely) = ([0, 0], [0, 0], [0, 0]);
        let count = |hand: &nine_two_five::Hand, trumps: CardSet, counts: &mut [usize; 2]| {
            let dealer = hand.view(Seat::P0);
            counts[0] += (dealer.cards() & trumps).len();
            counts[1] += (dealer.discards().expect("the dealer's view") & aces).len();
        };
        for (hand, trumps) in (0..60).filter_map(started) {
            count(&hand, trumps, &mut truly);
            let possible = <NineTwoFive as Game>::Worlds::of(&hand.view(Seat::P1));
            for _ in 0..WORLDS {
                for (of, counts) in [(1, &mut plainly), (8, &mut likely)] {
                    let inference = Inference { candidates: of, error: 0.2 };
                    let world = inference.draw::<NineTwoFive, _>(
                        &possible,
                        Seat::P1,
                        &mut policy,
                        &mut rng,
                    );
                    count(&world, trumps, counts);
                }
            }
        }
        let truly = truly.map(|n| n * WORLDS as usize);
        assert!(
            plainly[0] < likely[0] && likely[0] < truly[0] * 21 / 20,
            "{truly:?} {plainly:?} {likely:?}"
        );
        assert!(plainly[1] > 10 * likely[1].max(1), "{truly:?} {plainly:?} {likely:?}");
    }

    /// Of the cards that a left neighbour holds after so many tricks, the share that he holds in worlds too, drawn as
    /// they come and taken of eight by what `policy` or `heuristic` would have done.
    fn shares_found(mut bot: impl Bot<NineTwoFive>, tricks: u8) -> [f64; 2] {
        const WORLDS: usize = 10;
        let mut policy = NineTwoFive::policy().expect("it has one");
        let mut rng = BotRng::seed_from_u64(2);
        let (mut held, mut found) = (0, [0; 2]);
        for number in 0..60 {
            let hand = played([11, number], &mut bot, &mut rng, tricks);
            let cards = hand.view(Seat::P1).cards();
            held += WORLDS * cards.len();
            let possible = <NineTwoFive as Game>::Worlds::of(&hand.view(Seat::P0));
            for (candidates, found) in [1, 8].into_iter().zip(&mut found) {
                let inference = Inference { candidates, error: 0.2 };
                for _ in 0..WORLDS {
                    let world: nine_two_five::Hand = inference.draw::<NineTwoFive, _>(
                        &possible,
                        Seat::P0,
                        &mut policy,
                        &mut rng,
                    );
                    *found += (world.view(Seat::P1).cards() & cards).len();
                }
            }
        }
        found.map(|found| found as f64 / held as f64)
    }

    #[test]
    fn others_may_play_like_the_policy_or_like_the_heuristic() {
        let policy = NineTwoFive::policy().expect("it has one");
        let by_policy = shares_found(policy, 4);
        let by_heuristic = shares_found(Heuristic::default(), 4);
        // By what `policy` alone would have done, worlds have 0.034 more of what a `heuristic` holds; by what
        // `heuristic` alone would have done, 0.028 more of what a `policy` holds.
        for [plain, likely] in [by_policy, by_heuristic] {
            assert!(likely > plain + 0.036, "{by_policy:?} {by_heuristic:?}");
        }
    }
}
