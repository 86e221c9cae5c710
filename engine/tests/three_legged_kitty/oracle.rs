//! The engine's Three-Legged Kitty against a slow second implementation, decision by decision.

use threehand_engine::games::three_legged_kitty::{Action, Legal};
use threehand_engine::testing::agreement;
use threehand_engine::{Hand as _, Seat};

use crate::common::{Hand, trials};
use crate::slow::Table;

const HANDS: usize = 100_000;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let mut seen = Seen::default();
    agreement(&trials(HANDS), |trial, slow: &Table, action| match action {
        Some(action) => seen.note(&trial.hand, action),
        None => seen.note_end(&trial.hand, slow),
    });
    assert_eq!(seen.hands, HANDS);
    assert!(seen.passed_out > 2_000, "{seen:?}");
    assert!(seen.forced_passes > 200, "{seen:?}");
    assert!(seen.enoughs > 2_000, "{seen:?}");
    assert!(seen.no_stray > 2_000 && seen.takes > 10_000, "{seen:?}");
    assert!(seen.only_right_takes > 1_000, "{seen:?}");
    assert!(seen.nulls_made > 1_000 && seen.nulls_failed > 1_000, "{seen:?}");
    assert!(seen.made > 1_000 && seen.failed > 10_000, "{seen:?}");
    assert!(seen.tied > 100 && seen.shared > 50 && seen.ended > 1_000, "{seen:?}");
    assert!(seen.raised_himself > 1_000, "{seen:?}");
}

/// How often the rarer things happened, so that the test can't pass without them.
#[derive(Debug, Default)]
struct Seen {
    hands: usize,
    passed_out: usize,
    forced_passes: usize,
    enoughs: usize,
    no_stray: usize,
    takes: usize,
    only_right_takes: usize,
    nulls_made: usize,
    nulls_failed: usize,
    made: usize,
    failed: usize,
    tied: usize,
    shared: usize,
    ended: usize,
    raised_himself: usize,
}

impl Seen {
    fn note(&mut self, fast: &Hand, action: Action) {
        let turn = fast.turn().expect("somebody acts");
        self.enoughs += usize::from(action == Action::Enough);
        self.takes += usize::from(matches!(action, Action::Take(_)));
        let high = fast.view(turn).high_bid();
        if let (Legal::Call { bids, .. }, Some((bidder, _))) = (fast.legal(), high) {
            self.forced_passes += usize::from(bids.is_empty());
            self.raised_himself += usize::from(bidder == turn && action != Action::Pass);
        }
    }

    fn note_end(&mut self, fast: &Hand, slow: &Table) {
        self.hands += 1;
        let end = slow.end().expect("the hand is over");
        let top = end.next.scores.into_iter().max().unwrap_or(0);
        let tied = end.next.scores.into_iter().filter(|&score| score == top).count() > 1;
        self.tied += usize::from(top >= slow.rules.target && tied && !end.over);
        self.shared += usize::from(tied && end.over);
        self.ended += usize::from(end.over);
        let null = slow.high().is_some_and(|(_, kind)| kind == 0);
        match (slow.made(), null) {
            (None, _) => self.passed_out += 1,
            (Some(true), true) => self.nulls_made += 1,
            (Some(false), true) => self.nulls_failed += 1,
            (Some(true), false) => self.made += 1,
            (Some(false), false) => self.failed += 1,
        }
        if let Some(cat) = slow.cat {
            let taken = |seat| fast.view(seat).taken(seat).len();
            let cat = Seat::cyclic(cat);
            self.no_stray += usize::from(slow.stray.is_empty());
            self.only_right_takes += usize::from(taken(cat.left()) == 0 && taken(cat.right()) > 0);
        }
    }
}
