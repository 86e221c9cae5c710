//! Counts of the tree of legal actions, from a data file, by the engine and by the slow second
//! implementation.

#[path = "oracle/bridge.rs"]
mod bridge;
mod common;
#[path = "oracle/nine_two_five.rs"]
mod oracle;

use common::{Hand, cards, deal_of, rules, standing};
use threehand_engine::games::nine_two_five::Action;
use threehand_engine::{Game, Hand as _, Seat, perft};

const POSITIONS: &str = include_str!("data/perft/nine_two_five.txt");

/// A block of the data file; the file itself says what its lines mean.
#[derive(Debug, Default)]
struct Position {
    name: String,
    rules: String,
    dealer: u8,
    deltas: Option<[i32; 3]>,
    shares: [String; 4],
    first: Vec<Action>,
    counts: Vec<(usize, u64)>,
}

fn positions() -> Vec<Position> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let mut positions: Vec<Position> = vec![];
    for line in lines.filter(|line| !line.is_empty()) {
        let (key, value) = line.split_once(": ").expect("key: value");
        if key == "position" {
            positions.push(Position { name: value.to_owned(), ..Position::default() });
            continue;
        }
        let position = positions.last_mut().expect("a block starts with its position");
        match key.split_once(' ').unwrap_or((key, "")) {
            ("rules", "") => value.clone_into(&mut position.rules),
            ("dealer", "") => position.dealer = value.parse().unwrap(),
            ("deltas", "") => {
                let deltas: Vec<i32> = value.split(' ').map(|d| d.parse().unwrap()).collect();
                position.deltas = Some(deltas.try_into().unwrap());
            }
            ("seat", n) => value.clone_into(&mut position.shares[n.parse::<usize>().unwrap()]),
            ("kitty", "") => value.clone_into(&mut position.shares[3]),
            ("first", "") => {
                let actions =
                    value.split(", ").map(|text| text.parse::<Action>().expect("an action"));
                position.first.extend(actions);
            }
            ("perft", depth) => {
                position.counts.push((depth.parse().unwrap(), value.parse().unwrap()));
            }
            _ => panic!("no line is `{line}`"),
        }
    }
    positions
}

impl Position {
    fn at_both_tables(&self) -> (Hand, oracle::Table) {
        let rules = rules(&self.rules);
        let dealer = Seat::try_from(self.dealer).expect("a seat");
        let standing = standing(dealer, [0; 3], self.deltas, false);
        let deal = deal_of(self.shares.each_ref().map(|share| cards(share)));
        let mut fast = rules.start(&standing, &deal);
        let mut slow = bridge::slow_table(&rules, &standing, &deal);
        for &action in &self.first {
            fast.play(action).unwrap_or_else(|why| panic!("{}: {action}: {why}", self.name));
            slow.act(bridge::slow_act(action));
        }
        bridge::assert_same_position(&fast, &slow);
        (fast, slow)
    }
}

#[test]
fn both_implementations_count_what_the_data_file_says() {
    for position in positions() {
        let (fast, slow) = position.at_both_tables();
        for &(depth, count) in &position.counts {
            assert_eq!(perft(&fast, depth), count, "{}, depth {depth}", position.name);
            assert_eq!(slow.perft(depth), count, "{}, depth {depth}", position.name);
        }
    }
}

#[test]
fn the_positions_have_every_kind_of_decision_and_ending() {
    let positions = positions();
    assert!(positions.len() >= 20);
    assert!(positions.iter().all(|position| !position.counts.is_empty()));
    let names: std::collections::BTreeSet<_> = positions.iter().map(|p| &p.name).collect();
    assert_eq!(names.len(), positions.len());
    let due: Vec<_> = positions.iter().map(|p| p.at_both_tables().1.due()).collect();
    for kind in [oracle::Due::Trump, oracle::Due::Bleed, oracle::Due::Discard, oracle::Due::Play] {
        assert!(due.contains(&kind), "{kind:?}");
    }
    // Among the endings, counted to their last card, there is every trump.
    let mut trumps = std::collections::BTreeSet::new();
    for position in &positions {
        let (fast, _) = position.at_both_tables();
        let view = fast.view(Seat::P0);
        let left: usize = Seat::ALL.into_iter().map(|seat| view.hand_size(seat)).sum();
        if position.counts.iter().any(|&(depth, _)| depth >= left) {
            trumps.insert(view.trump().expect("play has begun").index());
        }
    }
    assert_eq!(trumps.len(), 5);
}

#[test]
fn a_finished_hand_counts_once_at_any_depth() {
    let position = positions().into_iter().find(|p| p.name.starts_with("last")).expect("an ending");
    let (mut hand, _) = position.at_both_tables();
    common::play_randomly(&mut hand, &mut threehand_engine::Stream::new([0; 4]), |_| true);
    assert_eq!([0, 1, 9].map(|depth| perft(&hand, depth)), [1; 3]);
}
