//! The options of Three-Legged Kitty, and the game made of them.

use std::fmt;

use super::{Action, Bid, Hand, Known, Legal, Standing, Worlds, recall, scene, story};
use crate::card::{Card, Rank};
use crate::card_set::CardSet;
use crate::deck::Deal;
use crate::game::{Bounds, Game, Quantity};
use crate::illegal::Illegal;
use crate::played::Played;
use crate::scene::Scene;
use crate::seat::BySeat;
use crate::seen::Recalled;
use crate::standing::Reach;
use crate::view::View;
use crate::{choice, rule_options, whole_number};

choice! {
    /// What the first bid of an auction costs.
    OpeningCost {
        /// The bid's number in cards.
        FromZero = "from_zero",
        /// One card.
        FlatOne = "flat_one",
    }

    /// Whether players may pass while there is no bid.
    Opening {
        /// They may.
        MayPass = "may_pass",
        /// They may not.
        MustOpen = "must_open",
    }

    /// Who deals after a hand that nobody bid for.
    AllPass {
        /// The player on the dealer's left.
        NextDealer = "next_dealer",
        /// The same dealer again.
        SameDealer = "same_dealer",
    }

    /// What ends an auction.
    AuctionEnd {
        /// The passes of the two others.
        TwoPasses = "two_passes",
        /// The highest bidder's own pass after theirs.
        HighBidderPasses = "high_bidder_passes",
    }

    /// What happens when two stand level at the top with the target or more.
    Tie {
        /// The match goes on until one leads alone.
        PlayOn = "play_on",
        /// They share it.
        Shared = "shared",
    }

    /// The cards of the game.
    Pack {
        /// All 52.
        Full = "52",
        /// The sevens to the aces.
        FromSevens = "32",
    }
}

whole_number! {
    /// What each of the two others scores when the Cat fails.
    FailPoints = 5, from 0 to 20
}

whole_number! {
    /// The score that ends the match.
    Target = 30, from 5 to 200
}

impl Pack {
    /// The cards of the pack.
    #[inline]
    pub const fn cards(self) -> CardSet {
        match self {
            Self::Full => CardSet::FULL,
            Self::FromSevens => FROM_SEVENS,
        }
    }
}

/// Eight ranks of each suit.
const FROM_SEVENS: CardSet = {
    let mut cards = CardSet::EMPTY;
    let mut index = 0;
    while index < Card::COUNT {
        let card = Card::from_index(index);
        if card.rank().index() >= Rank::Seven.index() {
            cards.insert(card);
        }
        index += 1;
    }
    cards
};

rule_options! {
    /// Three-Legged Kitty with its options; the default is the game as published.
    pub struct ThreeLeggedKitty {
        opening_cost: OpeningCost = "what the first bid of an auction costs: its number in cards, or one card",
        overpay: bool = "whether a bidder may pay more cards than his bid costs",
        opening: Opening = "whether players may pass while there is no bid",
        all_pass: AllPass = "who deals after a hand that nobody bid for",
        auction_end: AuctionEnd = "whether the highest bidder is asked again after both others passed",
        tie: Tie = "two level at the top at the end: on until one leads alone, or shared",
        fail_points: FailPoints = "what each of the two others scores when the Cat fails",
        target: Target = "the score that ends the match",
        deck: Pack = "how many cards there are: all, or the sevens to the aces, of which two are set aside",
    }
}

impl ThreeLeggedKitty {
    /// How many cards each player holds, and how many tricks there are.
    pub const CARDS: u8 = 10;

    /// What `bid` costs over the highest bid, in cards.
    #[inline]
    pub const fn cost(&self, bid: Bid, high: Option<Bid>) -> u8 {
        let step = match (high, self.opening_cost) {
            (Some(high), _) => bid.number().saturating_sub(high.number()),
            (None, OpeningCost::FromZero) => bid.number(),
            (None, OpeningCost::FlatOne) => 1,
        };
        if step == 0 { 1 } else { step }
    }
}

impl Game for ThreeLeggedKitty {
    const NAME: &'static str = "three-legged-kitty";
    const PAGE: &'static str = include_str!("rules.md");

    const ROLES: &'static [&'static str] = &["cat", "left", "right", "out"];
    const QUANTITIES: &'static [Quantity<Hand>] = &[
        Quantity {
            name: "number_bid",
            meaning: "the number of the bid that is played",
            unit: "count",
            of: Hand::number_bid,
        },
        Quantity {
            name: "cards_paid",
            meaning: "cards paid in the auction",
            unit: "count",
            of: |hand| Some(hand.kitty().len() as u8),
        },
        Quantity {
            name: "passed_out",
            meaning: "share of hands in which all pass",
            unit: "share",
            of: |hand| Some(hand.passed_out()),
        },
    ];

    type Standing = Standing;
    type Hand = Hand;
    type Action = Action;
    type Legal = Legal;
    type Illegal = Illegal;
    type Known<'a> = Known<'a>;
    type Worlds = Worlds;

    rule_options! {}

    fn role_heading(&self, role: usize) -> String {
        ["as Cat", "as left", "as right", "passed out"][role].to_owned()
    }

    #[inline]
    fn hand_sizes(&self, _: &Standing) -> BySeat<usize> {
        BySeat([usize::from(Self::CARDS); 3])
    }

    #[inline]
    fn pack(&self) -> CardSet {
        self.deck.cards()
    }

    fn check_standing(&self, standing: &Standing) -> Result<(), String> {
        let scores = crate::Standing::scores(standing).0;
        let fits = scores.iter().all(|score| (0..=1_000_000).contains(score));
        fits.then_some(()).ok_or_else(|| "scores are from 0 to a million".to_owned())
    }

    fn reach(&self, standing: &Standing) -> Reach {
        let scores = crate::Standing::scores(standing).0;
        Reach { top: scores.iter().any(|&score| score >= self.target()), bottom: false }
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
        let cards = 3 * usize::from(Self::CARDS);
        // Each bid costs a card and may be followed by `enough`; what is paid may stray and be taken.
        let (calls, payments) = (cards + 3, if self.overpay { 2 * cards } else { cards });
        let most = i32::from(Self::CARDS).max(self.fail_points());
        Some(Bounds { least: 0, most, decisions: calls + payments + cards + cards })
    }

    fn say(action: Action) -> String {
        scene::say(action)
    }
}
