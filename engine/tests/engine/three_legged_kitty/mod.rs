//! Three-Legged Kitty.

mod bridge;
mod common;
mod invariants;
mod slow;
mod worlds;

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Legal};
use threehand_engine::record::Record;
use threehand_engine::testing::{Trial, Trials};
use threehand_engine::{Hand as _, Seat, View};

use crate::every_game::Tested;
use crate::met::Met;

impl Tested for ThreeLeggedKitty {
    type Table = slow::Table;

    const CASES: &'static str = include_str!("../../data/cases/three_legged_kitty.txt");
    const PLAYTHROUGHS: (&'static str, &'static [usize]) =
        (include_str!("../../data/playthroughs/three_legged_kitty.jsonl"), &[0, 8, 9]);
    const POSITIONS: &'static str = include_str!("../../data/perft/three_legged_kitty.txt");
    const VERBS: &'static [&'static str] =
        &["bid", "enough", "pass", "pay", "play", "stray", "take"];
    const PHASES: usize = 6;
    const DUE: &'static [(&'static str, u64)] = &[
        ("passed out", 4_000),
        ("forced passes", 400),
        ("enough", 4_000),
        ("no stray", 4_000),
        ("taken", 20_000),
        ("only the right takes", 2_000),
        ("Null made", 2_000),
        ("Null failed", 2_000),
        ("made", 2_000),
        ("failed", 20_000),
        ("tied", 200),
        ("shared", 100),
        ("ended", 2_000),
        ("raised himself", 2_000),
    ];

    fn random_hands(hands: u64) -> Trials<Self> {
        Trials::new(hands as usize).rules(common::quick_rules)
    }

    fn trials(hands: u64) -> Trials<Self> {
        Trials::new(hands as usize)
            .rules(common::random_rules)
            .standing(common::start_of_match)
            .choose(common::random_action)
    }

    fn note(
        met: &mut Met<&'static str>,
        trial: &Trial<'_, Self>,
        slow: &slow::Table,
        action: Option<Action>,
    ) {
        let fast = &trial.hand;
        if let Some(action) = action {
            let turn = fast.turn().expect("somebody acts");
            met.add_if(action == Action::Enough, "enough");
            met.add_if(matches!(action, Action::Take(_)), "taken");
            let high = fast.view(turn).high_bid();
            if let (Legal::Call { bids, .. }, Some((bidder, _))) = (fast.legal(), high) {
                met.add_if(bids.is_empty(), "forced passes");
                met.add_if(bidder == turn && action != Action::Pass, "raised himself");
            }
            return;
        }
        let (_, next, over) = slow.end().expect("the hand is over");
        let top = next.scores.into_iter().max().unwrap_or(0);
        let tied = next.scores.into_iter().filter(|&score| score == top).count() > 1;
        met.add_if(top >= slow.rules.target && tied && !over, "tied");
        met.add_if(tied && over, "shared");
        met.add_if(over, "ended");
        met.add(match (slow.made(), slow.high().is_some_and(|(_, kind)| kind == 0)) {
            (None, _) => "passed out",
            (Some(true), true) => "Null made",
            (Some(false), true) => "Null failed",
            (Some(true), false) => "made",
            (Some(false), false) => "failed",
        });
        if let Some(cat) = slow.cat.map(Seat::cyclic) {
            let taken = |seat| fast.view(seat).taken(seat).len();
            met.add_if(slow.stray.is_empty(), "no stray");
            met.add_if(taken(cat.left()) == 0 && taken(cat.right()) > 0, "only the right takes");
        }
    }

    fn assert_fits(view: &View<'_, Self>, hand: &Self::Hand) {
        for other in [view.seat().left(), view.seat().right()] {
            let cards = hand.view(other).cards();
            assert_eq!(cards.len(), view.hand_size(other));
            assert_eq!(hand.view(other).dealt().len(), 10);
            assert!(cards.contains_all(view.open(other)));
            assert!((view.hidden() | view.open(other)).contains_all(cards));
            let may_hold = view.may_hold(other);
            assert!(may_hold.contains_all(cards), "{other} holds {cards}: {view:?}");
        }
    }
}

#[test]
fn a_record_of_a_32_card_hand_has_no_card_below_a_seven() {
    let lines = include_str!("../../data/playthroughs/three_legged_kitty.jsonl").lines();
    let mut record: Record = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert!(record.replay::<ThreeLeggedKitty>().is_ok());
    assert_eq!(record.deal.rest.len(), "7C 8C".len());
    record.deal.rest.replace_range(0..2, "6C");
    let fault = record.replay::<ThreeLeggedKitty>().unwrap_err();
    assert_eq!(fault.to_string(), "deal: 6C is not in the pack of this game");
    record.deal.rest = "7C".to_owned();
    let fault = record.replay::<ThreeLeggedKitty>().unwrap_err();
    assert_eq!(fault.to_string(), "deal.rest: 1 cards, but 2 are dealt there");
}
