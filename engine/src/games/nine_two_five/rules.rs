//! The options of 9-2-5, and the game made of them.

use std::fmt;

use super::{Action, Hand, Illegal, Legal, Standing, Worlds, story};
use crate::deck::Deal;
use crate::game::{Game, View};
use crate::options::{Choice, RuleOption, Variant, choice};
use crate::record::Replay;
use crate::seat::{BySeat, Seat};

choice! {
    /// How many cards a player who was down can be given.
    BleedCap {
        /// As many as he was short of his contract.
        Deficit = "deficit",
        /// Any number.
        Free = "free",
    }
}

choice! {
    /// Which of two givers gives first.
    BleedOrder {
        /// The one with the higher contract in this hand.
        Contract = "contract",
        /// The one who was further over his contract.
        Surplus = "surplus",
    }
}

choice! {
    /// When the dealer names the trump.
    TrumpCall {
        /// Knowing his sixteen cards as dealt.
        BeforeBleed = "before_bleed",
        /// Knowing his sixteen cards after all bleeding.
        AfterBleed = "after_bleed",
    }
}

choice! {
    /// How the dealer takes the kitty.
    Kitty {
        /// Takes it, then discards four of twenty.
        TakeThenDiscard = "take_then_discard",
        /// Discards four of sixteen, then takes it unseen.
        DiscardThenTake = "discard_then_take",
    }
}

choice! {
    /// Who leads to the first trick.
    FirstLead {
        /// The dealer.
        Dealer = "dealer",
        /// The player on the dealer's left.
        Left = "left",
    }
}

choice! {
    /// Who sees the cards that are bled.
    BleedView {
        /// Giver and receiver.
        Pair = "pair",
        /// All three.
        Public = "public",
    }
}

choice! {
    /// What happens after a tie at the top of a match that should have ended.
    Tie {
        /// The match ends as soon as the top is unique.
        Latched = "latched",
        /// The match goes on for as long as all scores are inside ±15 again.
        Recheck = "recheck",
    }
}

/// The game 9-2-5 with its options; the default is the game as published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NineTwoFive {
    pub(super) contracts: [u8; 3],
    pub(super) bleed_cap: BleedCap,
    pub(super) bleed_order: BleedOrder,
    pub(super) bleed_optional: bool,
    pub(super) trump_call: TrumpCall,
    pub(super) kitty: Kitty,
    pub(super) first_lead: FirstLead,
    pub(super) bleed_view: BleedView,
    pub(super) tie: Tie,
}

impl Default for NineTwoFive {
    fn default() -> Self {
        Self {
            contracts: [9, 2, 5],
            bleed_cap: BleedCap::default(),
            bleed_order: BleedOrder::default(),
            bleed_optional: false,
            trump_call: TrumpCall::default(),
            kitty: Kitty::default(),
            first_lead: FirstLead::default(),
            bleed_view: BleedView::default(),
            tie: Tie::default(),
        }
    }
}

impl NineTwoFive {
    /// Tricks in a hand, and so the sum of the contracts.
    pub const TRICKS: u8 = 16;

    /// The tricks that `seat` has to take when `dealer` deals: 0 to 16.
    pub const fn contract(&self, seat: Seat, dealer: Seat) -> u8 {
        self.contracts[seat.steps_from(dealer)]
    }

    /// Whether givers may stop giving.
    pub const fn bleed_optional(&self) -> bool {
        self.bleed_optional
    }

    /// Who sees the cards that are bled.
    pub const fn bleed_view(&self) -> BleedView {
        self.bleed_view
    }

    /// When the trump is named.
    pub const fn trump_call(&self) -> TrumpCall {
        self.trump_call
    }

    /// How the dealer takes the kitty.
    pub const fn kitty(&self) -> Kitty {
        self.kitty
    }

    fn parse_contracts(text: &str) -> Option<[u8; 3]> {
        // Only the plain way to write a number: no sign, no leading zero.
        let plain = |part: &str| part.parse().ok().filter(|n: &u8| n.to_string() == part);
        let parts: Option<Vec<u8>> = text.split('-').map(plain).collect();
        let contracts: [u8; 3] = parts?.try_into().ok()?;
        let sum: u32 = contracts.iter().map(|&c| u32::from(c)).sum();
        (sum == u32::from(Self::TRICKS)).then_some(contracts)
    }
}

impl Game for NineTwoFive {
    const NAME: &'static str = "9-2-5";
    const RULES_VERSION: u32 = 1;
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            name: "contracts",
            values: &["9-2-5"],
            also: Some("three whole numbers with sum 16, such as 9-5-2"),
            meaning: "tricks that dealer, left and right have to take",
        },
        RuleOption {
            name: "bleed_cap",
            values: &["deficit", "free"],
            also: None,
            meaning: "how many cards one receiver can be given: as many as he was short, or any number",
        },
        RuleOption {
            name: "bleed_order",
            values: &["contract", "surplus"],
            also: None,
            meaning: "who gives first: the higher contract of this hand, or the larger surplus",
        },
        RuleOption {
            name: "bleed_optional",
            values: &["false", "true"],
            also: None,
            meaning: "whether a giver may stop giving",
        },
        RuleOption {
            name: "trump_call",
            values: &["before_bleed", "after_bleed"],
            also: None,
            meaning: "when the dealer names the trump",
        },
        RuleOption {
            name: "kitty",
            values: &["take_then_discard", "discard_then_take"],
            also: None,
            meaning: "whether the dealer sees the kitty before he discards four",
        },
        RuleOption {
            name: "first_lead",
            values: &["dealer", "left"],
            also: None,
            meaning: "who leads to the first trick",
        },
        RuleOption {
            name: "bleed_view",
            values: &["pair", "public"],
            also: None,
            meaning: "who sees the cards given and returned: the two concerned, or all",
        },
        RuleOption {
            name: "tie",
            values: &["latched", "recheck"],
            also: None,
            meaning: "after a tie at the end: on until the top is unique, or as long as all are inside ±15 again",
        },
    ];
    const VARIANTS: &'static [Variant] = &[
        Variant { name: "9-2-5", options: &[] },
        Variant { name: "9-5-2", options: &[("contracts", "9-5-2")] },
        Variant { name: "8-3-5", options: &[("contracts", "8-3-5")] },
        Variant { name: "9-3-4", options: &[("contracts", "9-3-4")] },
        Variant { name: "8-4-4", options: &[("contracts", "8-4-4")] },
    ];
    const ROLES: &'static [&'static str] = &["dealer", "left", "right"];

    type Standing = Standing;
    type Hand = Hand;
    type Action = Action;
    type Legal = Legal;
    type Illegal = Illegal;
    type Contract = u8;
    type Worlds = Worlds;

    fn set_option(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "contracts" => self.contracts = Self::parse_contracts(value)?,
            "bleed_cap" => self.bleed_cap = Choice::from_word(value)?,
            "bleed_order" => self.bleed_order = Choice::from_word(value)?,
            "bleed_optional" => self.bleed_optional = Choice::from_word(value)?,
            "trump_call" => self.trump_call = Choice::from_word(value)?,
            "kitty" => self.kitty = Choice::from_word(value)?,
            "first_lead" => self.first_lead = Choice::from_word(value)?,
            "bleed_view" => self.bleed_view = Choice::from_word(value)?,
            "tie" => self.tie = Choice::from_word(value)?,
            _ => return None,
        }
        Some(())
    }

    fn option(&self, name: &str) -> String {
        match name {
            "contracts" => self.contracts.map(|c| c.to_string()).join("-"),
            "bleed_cap" => self.bleed_cap.word().to_owned(),
            "bleed_order" => self.bleed_order.word().to_owned(),
            "bleed_optional" => self.bleed_optional.word().to_owned(),
            "trump_call" => self.trump_call.word().to_owned(),
            "kitty" => self.kitty.word().to_owned(),
            "first_lead" => self.first_lead.word().to_owned(),
            "bleed_view" => self.bleed_view.word().to_owned(),
            "tie" => self.tie.word().to_owned(),
            _ => panic!("9-2-5 has no rule option {name}"),
        }
    }

    fn role_heading(&self, role: usize) -> String {
        let contract = self.contracts[role];
        if self.contracts.iter().filter(|&&c| c == contract).count() == 1 {
            format!("as {contract}")
        } else {
            format!("as {contract} ({})", Self::ROLES[role])
        }
    }

    fn first_standing(&self, dealer: Seat) -> Standing {
        Standing::first(dealer)
    }

    fn hand_sizes(&self, _: &Standing) -> BySeat<usize> {
        BySeat([16; 3])
    }

    fn start(&self, standing: &Standing, deal: &Deal) -> Hand {
        Hand::start(*self, *standing, deal)
    }

    fn describe(view: &View<'_, Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        view.write_all(f)
    }

    fn tell(replay: &Replay<Self>, bots: &BySeat<String>, out: &mut dyn fmt::Write) -> fmt::Result {
        story::tell(replay, bots, out)
    }
}
