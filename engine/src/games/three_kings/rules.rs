//! The options of Three Kings, and the game made of them.

use std::fmt;

use super::{
    Action, Hand, Known, Legal, Prediction, Standing, Worlds, action, recall, scene, story,
};
use crate::action::NoSuchAction;
use crate::deck::Deal;
use crate::game::{Bounds, Game, Quantity};
use crate::illegal::Illegal;
use crate::played::Played;
use crate::scene::Scene;
use crate::seat::{BySeat, Seat};
use crate::seen::Recalled;
use crate::standing::Reach;
use crate::view::View;
use crate::{choice, rule_options, whole_number};

choice! {
    /// Which three cards are a meld.
    MeldList {
        /// The 44 of the closed list.
        Table = "table",
        /// Any three of a rank, and any three of a suit in sequence from A 2 3 to J Q K.
        All = "all",
    }

    /// How a set and a run of the same level compare.
    MeldOrder {
        /// They are equal: the earlier stands.
        RowsEqual = "rows_equal",
        /// The set is the higher.
        SetOverSeq = "set_over_seq",
    }

    /// What an ace that is led to the last trick and wins it scores in all.
    AceLastTotal {
        /// Five, in place of the two of any last trick.
        Five = "5",
        /// Six.
        Six = "6",
    }

    /// What a fulfilled prediction of a winning ace scores in all, the last trick with it.
    AcePredictTotal {
        /// Ten on top of what the ace scores.
        Fifteen = "15",
        /// Ten on top of the two of any last trick.
        Twelve = "12",
    }

    /// How penalties for the next set add up.
    Pending {
        /// All count.
        Sum = "sum",
        /// The worst single one counts.
        Worst = "worst",
    }

    /// Who can take the game point.
    Qualify {
        /// Who has the points of a set at the end of the hand.
        EndScore = "end_score",
        /// Who had them after some trick of the hand.
        Touched = "touched",
    }

    /// Which played cards stay face up on the table.
    Form {
        /// Those of the trick being played.
        Closed = "closed",
        /// All.
        Open = "open",
    }

    /// Which hands are dealt as the first of a game: nine cards each and a card turned up.
    FirstDeal {
        /// The first of a match.
        Match = "match",
        /// The first of each set.
        Set = "set",
    }

    /// How many predictions there can be in a hand.
    PredictionSlots {
        /// One, of either kind.
        Shared = "shared",
        /// One of each kind, by different players.
        Separate = "separate",
    }
}

whole_number! {
    /// Trick points that make a game point.
    SetPoints = 15, from 5 to 60
}

whole_number! {
    /// Game points that win the match.
    GamePoints = 3, from 1 to 10
}

rule_options! {
    /// Three Kings with its options; the default is the game as published.
    pub struct ThreeKings {
        melds: MeldList = "which three cards are a meld: the 44 of the list, or any set and any run",
        meld_order: MeldOrder = "a set and a run of the same level: the earlier stands, or the set is higher",
        ace_last_total: AceLastTotal = "what an ace led to the last trick scores in all if it wins",
        ace_predict_total: AcePredictTotal = "a winning ace as predicted: 10 more than the ace scores, or 12; the last trick as predicted, won with an ace: ace_last_total + 5 either way",
        pending: Pending = "penalties for the next set: all of them, or the worst single one",
        qualify: Qualify = "who can take the game point: the set's points at the end of the hand, or after any trick of it",
        form: Form = "whether played cards stay face up; a perfect memory sees no difference",
        first_deal: FirstDeal = "nine cards each, a card turned up, forehand leads: in the first hand of a match, or of each set",
        prediction_slots: PredictionSlots = "one prediction a hand, or besides one of the last trick one of the ace by another player",
        set_points: SetPoints = "trick points that make a game point",
        game_points: GamePoints = "game points that win the match",
    }
}

impl ThreeKings {
    /// Cards in a hand at every lead of phase 1.
    pub const HAND: usize = 9;
    /// Cards in the stock before the first draw.
    pub const STOCK: usize = 24;
    /// Cards that each player plays in a hand.
    pub const PLAYS: usize = 17;

    /// What the winner of the last trick scores for it: with an ace led, or not.
    pub const fn last_trick_points(&self, with_ace: bool) -> i32 {
        match (with_ace, self.ace_last_total) {
            (false, _) => 2,
            (true, AceLastTotal::Five) => 5,
            (true, AceLastTotal::Six) => 6,
        }
    }

    /// What a prediction of the winning ace brings on top of the last trick with it.
    pub const fn ace_prediction_points(&self) -> i32 {
        match self.ace_predict_total {
            AcePredictTotal::Fifteen => 10,
            AcePredictTotal::Twelve => 12 - self.last_trick_points(true),
        }
    }
}

impl Game for ThreeKings {
    const NAME: &'static str = "three-kings";
    const PAGE: &'static str = include_str!("rules.md");

    const ROLES: &'static [&'static str] = &["lead", "left", "right"];
    const QUANTITIES: &'static [Quantity<Hand>] = &[
        Quantity {
            name: "melds_led",
            meaning: "tricks led with a meld",
            unit: "count",
            of: |hand| Some(hand.melds_led()),
        },
        Quantity {
            name: "predicted",
            meaning: "share of hands in which somebody predicts",
            unit: "share",
            of: |hand| Some(u8::from(!hand.predictions.is_empty())),
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

    #[inline]
    fn hand_sizes(&self, standing: &Standing) -> BySeat<usize> {
        BySeat::from_fn(|seat| Self::HAND + usize::from(standing.last_trick_winner() == Some(seat)))
    }

    fn check_standing(&self, standing: &Standing) -> Result<(), String> {
        standing.check(self)
    }

    fn reach(&self, standing: &Standing) -> Reach {
        let points = crate::Standing::match_scores(standing);
        Reach { top: points.0.iter().any(|&points| points >= self.game_points()), bottom: false }
    }

    fn start(&self, standing: &Standing, deal: &Deal) -> Hand {
        Hand::start(*self, *standing, deal)
    }

    fn lines(actions: &[(Seat, Action)]) -> Vec<String> {
        action::lines(actions)
    }

    fn read_line(&self, words: &str) -> Result<Vec<Action>, NoSuchAction> {
        action::read_line(self, words)
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
        let tricks = Self::PLAYS as i32 - 1;
        let last = self.last_trick_points(true) + self.ace_prediction_points().max(5);
        // The upcard, the exchange, three predictions, and each card by itself.
        let decisions = 1 + 1 + 3 + 3 * Self::PLAYS;
        Some(Bounds { least: -5 - Prediction::Ace.penalty(), most: tricks + last, decisions })
    }

    fn say(action: Action) -> String {
        scene::say(action)
    }
}
