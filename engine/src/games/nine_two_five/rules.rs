//! The options of 9-2-5, and the game made of them.

use std::fmt;

use super::{Action, Hand, Known, Legal, Standing, Worlds, recall, scene, story};
use crate::deck::Deal;
use crate::game::{Bounds, Game, Quantity};
use crate::illegal::Illegal;
use crate::options::{OptionValue, Variant};
use crate::played::Played;
use crate::scene::Scene;
use crate::seat::{BySeat, Seat};
use crate::seen::Recalled;
use crate::standing::Reach;
use crate::view::View;
use crate::{choice, rule_options, whole_number};

choice! {
    /// How many cards a player who was down can be given.
    BleedCap {
        /// As many as he was short of his contract.
        Deficit = "deficit",
        /// Any number.
        Free = "free",
    }

    /// Which of two givers gives first.
    BleedOrder {
        /// The one with the higher contract in this hand.
        Contract = "contract",
        /// The one who was further over his contract.
        Surplus = "surplus",
    }

    /// When the dealer names the trump.
    TrumpCall {
        /// Knowing his sixteen cards as dealt.
        BeforeBleed = "before_bleed",
        /// Knowing his sixteen cards after all bleeding.
        AfterBleed = "after_bleed",
    }

    /// How the dealer takes the kitty.
    Kitty {
        /// Takes it, then discards four of twenty.
        TakeThenDiscard = "take_then_discard",
        /// Discards four of sixteen, then takes it unseen.
        DiscardThenTake = "discard_then_take",
    }

    /// Who leads to the first trick.
    FirstLead {
        /// The dealer.
        Dealer = "dealer",
        /// The player on the dealer's left.
        Left = "left",
    }

    /// Who sees the cards that are bled.
    BleedView {
        /// Giver and receiver.
        Pair = "pair",
        /// All three.
        Public = "public",
    }

    /// What happens after a tie at the top of a match that should have ended.
    Tie {
        /// The match ends as soon as the top is unique.
        Latched = "latched",
        /// The match goes on for as long as all scores are short of the target again.
        Recheck = "recheck",
    }

    /// Whether cards are bled in a hand that is called without a trump.
    NoTrumpBleed {
        /// As in any other.
        Bled = "true",
        /// None are.
        Unbled = "false",
    }
}

whole_number! {
    /// How far from nothing, either way, a score ends the match.
    Target = 15, from 5 to 60
}

/// The tricks that dealer, left and right have to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contracts([u8; 3]);

impl Default for Contracts {
    fn default() -> Self {
        Self([9, 2, 5])
    }
}

impl OptionValue for Contracts {
    type Plain = [u8; 3];

    const VALUES: &'static [&'static str] = &["9-2-5"];
    const ALSO: Option<&'static str> = Some("three numbers of tricks with sum 16, such as 9-5-2");

    fn read(text: &str) -> Option<Self> {
        // Only the plain way to write a number: no sign, no leading zero.
        let plain = |part: &str| part.parse().ok().filter(|n: &u8| n.to_string() == part);
        let parts: Option<Vec<u8>> = text.split('-').map(plain).collect();
        let contracts: [u8; 3] = parts?.try_into().ok()?;
        let sum: u32 = contracts.iter().map(|&c| u32::from(c)).sum();
        (sum == u32::from(NineTwoFive::TRICKS)).then_some(Self(contracts))
    }

    fn text(self) -> String {
        self.0.map(|contract| contract.to_string()).join("-")
    }

    fn plain(self) -> [u8; 3] {
        self.0
    }
}

rule_options! {
    /// The game 9-2-5 with its options; the default is the game as published.
    pub struct NineTwoFive {
        contracts: Contracts = "tricks that dealer, left and right have to take",
        bleed_cap: BleedCap = "how many cards one receiver can be given: as many as he was short, or any number",
        bleed_order: BleedOrder = "who gives first: the higher contract of this hand, or the larger surplus",
        bleed_optional: bool = "whether a giver may stop giving",
        trump_call: TrumpCall = "when the dealer names the trump",
        kitty: Kitty = "whether the dealer sees the kitty before he discards four",
        first_lead: FirstLead = "who leads to the first trick",
        bleed_view: BleedView = "who sees the cards given and returned: the two concerned, or all",
        tie: Tie = "after a tie at the end: on until the top is unique, or as long as all are short of the target again",
        target: Target = "the score, above or below nothing, that ends the match",
        no_trump_bleed: NoTrumpBleed = "whether cards are bled in a hand that the dealer has called no trump",
    }
}

impl NineTwoFive {
    /// Tricks in a hand, and so the sum of the contracts.
    pub const TRICKS: u8 = 16;

    /// The tricks that `seat` has to take when `dealer` deals: 0 to 16.
    pub const fn contract(&self, seat: Seat, dealer: Seat) -> u8 {
        self.contracts.0[seat.steps_from(dealer)]
    }
}

impl Game for NineTwoFive {
    const NAME: &'static str = "9-2-5";
    const PAGE: &'static str = include_str!("rules.md");

    const VARIANTS: &'static [Variant] = &[
        Variant { name: "9-2-5", options: &[] },
        Variant { name: "9-5-2", options: &[("contracts", "9-5-2")] },
        Variant { name: "8-3-5", options: &[("contracts", "8-3-5")] },
        Variant { name: "9-3-4", options: &[("contracts", "9-3-4")] },
        Variant { name: "8-4-4", options: &[("contracts", "8-4-4")] },
    ];
    const QUANTITIES: &'static [Quantity<Hand>] = &[Quantity {
        name: "bled_to_dealer",
        meaning: "cards bled, in hands with a bleed",
        unit: "count",
        of: Hand::bled_to_dealer,
    }];

    type Standing = Standing;
    type Hand = Hand;
    type Action = Action;
    type Legal = Legal;
    type Illegal = Illegal;
    type Known<'a> = Known<'a>;
    type Worlds = Worlds;

    rule_options! {}

    fn role_heading(&self, role: usize) -> String {
        let contract = self.contracts.0[role];
        if self.contracts.0.iter().filter(|&&c| c == contract).count() == 1 {
            format!("as {contract}")
        } else {
            format!("as {contract} ({})", Self::ROLES[role])
        }
    }

    #[inline]
    fn hand_sizes(&self, _: &Standing) -> BySeat<usize> {
        BySeat([16; 3])
    }

    fn reach(&self, standing: &Standing) -> Reach {
        let scores = crate::Standing::scores(standing).0;
        let any = |reached: &dyn Fn(i32) -> bool| scores.iter().any(|&score| reached(score));
        Reach {
            top: any(&|score| score >= self.target()),
            bottom: any(&|score| score <= -self.target()),
        }
    }

    fn start(&self, standing: &Standing, deal: &Deal) -> Hand {
        Hand::start(*self, *standing, deal)
    }

    fn tell(played: &Played<Self>, bots: &BySeat<String>, out: &mut dyn fmt::Write) -> fmt::Result {
        story::tell(played, bots, out)
    }

    fn lay_out(view: &View<'_, Self>, scene: &mut Scene) {
        scene::lay_out(view, scene);
    }

    fn recall(view: &View<'_, Self>) -> Recalled {
        recall::recall(view)
    }

    fn bounds(&self) -> Option<Bounds> {
        let contracts = self.contracts.0.map(i32::from);
        let [least, most] = [contracts.iter().min(), contracts.iter().max()];
        // The call, all surplus tricks given, two refusals to give, the discard and the tricks.
        let decisions = 1 + usize::from(Self::TRICKS) + 2 + 4 + 48;
        Some(Bounds {
            least: -most.expect("three contracts"),
            most: i32::from(Self::TRICKS) - least.expect("three contracts"),
            decisions,
        })
    }

    fn say(action: Action) -> String {
        scene::say(action)
    }
}
