//! Matches and hands as rows of CSV files.

use threehand_engine::{BySeat, Seat};

use crate::{HandRow, MatchRow};

/// The first line of `matches.csv`.
pub const MATCHES_HEADER: &str =
    "game,variant,rules_version,match,lineup,seat,bot,score,won,hands,truncated,forfeit,place\n";

/// The first line of `hands.csv`.
pub const HANDS_HEADER: &str = "game,variant,rules_version,match,lineup,hand,seat,bot,dealer,role,\
                                contract,tricks,points,score_after,game_points_after\n";

/// Writes the rows of matches and hands.
pub struct RowWriter {
    /// The names of the game's roles.
    pub roles: &'static [&'static str],
    /// The first fields of every row, which name the game, with their commas.
    pub start: Vec<u8>,
    /// By player: the name as a field, with its comma.
    pub labels: Vec<Vec<u8>>,
}

/// A share of a match, as written, by its sixths.
const fn share(sixths: i64) -> &'static str {
    match sixths {
        0 => "0",
        2 => "0.3333333333333333",
        3 => "0.5",
        _ => "1",
    }
}

/// A field of a row.
enum Cell<'a> {
    Number(i64),
    Count(u64),
    /// Letters and digits, which need no quotes.
    Word(&'a str),
    /// Fields with their commas.
    Ready(&'a [u8]),
}

/// Adds fields to a line, each with a comma after it. Rows are most of what a fast run writes, so each field goes straight to
/// its place.
fn add<const N: usize>(line: &mut Vec<u8>, cells: [Cell<'_>; N]) {
    for cell in cells {
        match cell {
            Cell::Number(number) => {
                line.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
            }
            Cell::Count(count) => {
                line.extend_from_slice(itoa::Buffer::new().format(count).as_bytes());
            }
            Cell::Word(word) => line.extend_from_slice(word.as_bytes()),
            Cell::Ready(fields) => {
                line.extend_from_slice(fields);
                continue;
            }
        }
        line.push(b',');
    }
}

/// Adds a row, whose end takes the place of the last comma.
fn add_row<const N: usize>(lines: &mut Vec<u8>, cells: [Cell<'_>; N]) {
    add(lines, cells);
    lines.pop();
    lines.push(b'\n');
}

impl RowWriter {
    /// Adds all that is kept of a match to the lines of each file that grows.
    pub fn add(
        &self,
        number: u64,
        (lineup, seated): (usize, BySeat<usize>),
        row: &MatchRow,
        [matches, hands, records]: &mut [Vec<u8>; 3],
    ) {
        let start = self.start_of_match(number, lineup);
        self.of_match(&start, seated, row, matches);
        for (hand, row) in row.rows.iter().enumerate() {
            self.of_hand(&start, seated, hand, row, hands);
        }
        for record in &row.records {
            record.write_line(records);
        }
    }

    /// The fields that start every row of a match.
    pub fn start_of_match(&self, number: u64, lineup: usize) -> Vec<u8> {
        let mut start = Vec::with_capacity(self.start.len() + 40);
        let numbers = [number, lineup as u64].map(Cell::Count);
        start.extend_from_slice(&self.start);
        add(&mut start, numbers);
        start
    }

    /// A row of `matches.csv` for each seat, in a match with this start.
    pub fn of_match(
        &self,
        start: &[u8],
        seated: BySeat<usize>,
        row: &MatchRow,
        lines: &mut Vec<u8>,
    ) {
        let is = |so| Cell::Word(if so { "true" } else { "false" });
        for seat in Seat::ALL {
            let cells = [
                Cell::Ready(start),
                Cell::Number(u8::from(seat).into()),
                Cell::Ready(&self.labels[seated[seat]]),
                Cell::Number(row.scores[seat].into()),
                Cell::Word(share(row.won_sixths[seat])),
                Cell::Count(row.hands),
                is(row.truncated),
                is(row.forfeited() == Some(seat)),
                Cell::Number(row.place(seat).into()),
            ];
            add_row(lines, cells);
        }
    }

    /// The rows of `hands.csv` of one hand, in a match with this start.
    pub fn of_hand(
        &self,
        start: &[u8],
        seated: BySeat<usize>,
        hand: usize,
        row: &HandRow,
        lines: &mut Vec<u8>,
    ) {
        for seat in Seat::ALL {
            let game_points = row.after.game_points;
            let cells = [
                Cell::Ready(start),
                Cell::Count(hand as u64),
                Cell::Number(u8::from(seat).into()),
                Cell::Ready(&self.labels[seated[seat]]),
                Cell::Number(u8::from(row.dealer).into()),
                Cell::Word(self.roles[row.roles[seat]]),
                Cell::Word(row.contracts[seat].as_deref().unwrap_or_default()),
                Cell::Number(row.tricks[seat].into()),
                Cell::Number(row.points[seat].into()),
                Cell::Number(row.after.scores[seat].into()),
                game_points.map_or(Cell::Word(""), |points| Cell::Number(points[seat].into())),
            ];
            add_row(lines, cells);
        }
    }
}
