//! Counts of the tree of legal actions of Three Kings, from a data file, by the engine and by the
//! slow second implementation.

#[path = "oracle/three_kings_bridge.rs"]
mod bridge;
#[path = "common/three_kings.rs"]
mod common;
#[path = "oracle/three_kings.rs"]
mod oracle;

use std::collections::BTreeSet;

use common::{BEFORE, Before, Hand, cards, rules};
use threehand_engine::{Card, Deal, Deck, Game, Hand as _, Seat, perft};

const POSITIONS: &str = include_str!("data/perft/three_kings.txt");

/// A block of the data file; the file itself says what its lines mean.
#[derive(Debug, Default)]
struct Position {
    name: String,
    rules: String,
    dealer: u8,
    winner: Option<u8>,
    shares: [String; 4],
    first: Vec<String>,
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
            ("winner", "") => position.winner = Some(value.parse().unwrap()),
            ("seat", n) => value.clone_into(&mut position.shares[n.parse::<usize>().unwrap()]),
            ("rest", "") => value.clone_into(&mut position.shares[3]),
            ("first", "") => position.first.extend(value.split(", ").map(str::to_owned)),
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
        let seat = |n: u8| Seat::try_from(n).expect("a seat");
        let standing = match self.winner {
            None => rules.first_standing(seat(self.dealer)),
            Some(winner) => Before { winner: seat(winner), ..BEFORE }.standing(),
        };
        let deck = self.shares.iter().flat_map(|share| share.split(' '));
        let deck: Vec<Card> = deck.map(|text| text.parse().expect("a card")).collect();
        let deal = Deal::new(Deck::of(&deck).expect("52 cards"), rules.hand_sizes(&standing));
        for seat in Seat::ALL {
            assert_eq!(deal.hands()[seat], cards(&self.shares[seat.number()]), "{}", self.name);
        }
        let mut fast = rules.start(&standing, &deal);
        let mut slow = bridge::slow_table(&rules, &standing, &deal);
        for line in &self.first {
            let begun = line.starts_with("throw").then(|| vec![line.parse().expect("a throw")]);
            let read = || rules.read_line(line).expect("a line of a record");
            for action in begun.unwrap_or_else(read) {
                fast.play(action).unwrap_or_else(|why| panic!("{}: {line}: {why}", self.name));
                slow.act(&bridge::slow_act(action));
            }
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
fn the_positions_have_every_kind_of_decision() {
    let positions = positions();
    assert!(positions.len() >= 15);
    assert!(positions.iter().all(|position| !position.counts.is_empty()));
    let names: BTreeSet<_> = positions.iter().map(|position| &position.name).collect();
    assert_eq!(names.len(), positions.len());
    let tables: Vec<_> = positions.iter().map(|p| p.at_both_tables().1).collect();
    use oracle::Due;
    for kind in [Due::Upcard, Due::Card, Due::Exchange, Due::Prediction] {
        for phase_2 in [false, true] {
            let late_only = matches!(kind, Due::Exchange | Due::Prediction);
            let possible = if phase_2 { kind != Due::Upcard } else { !late_only };
            let met =
                |table: &&oracle::Table| table.due() == kind && table.stock.is_empty() == phase_2;
            assert_eq!(tables.iter().any(|table| met(&table)), possible, "{kind:?} {phase_2}");
        }
    }
    let answered = |table: &oracle::Table| table.trick.first().is_some_and(|led| led.len() == 3);
    assert!(tables.iter().any(|table| answered(table) && table.stock.is_empty()));
    assert!(tables.iter().any(|table| answered(table) && !table.stock.is_empty()));
    assert!(tables.iter().any(|table| table.rules.all_melds));
}
