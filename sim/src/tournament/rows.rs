//! The rows that a block adds to the files of a run.

use threehand_engine::{BySeat, Seat};
use threehand_play::{DynGame, HandRow, MatchRow};

use crate::play::players::Player;
use crate::tables::fields;

/// The files that grow, in the order in which a block has its lines.
pub(super) const GROWING: [&str; 3] = ["matches.csv", "hands.csv", "records.jsonl"];

/// The first line of `matches.csv`.
pub(super) const MATCHES_HEADER: &str =
    "game,variant,rules_version,match,lineup,seat,bot,score,won,hands,truncated,forfeit,place\n";

/// The first line of `hands.csv`.
pub(super) const HANDS_HEADER: &str = "game,variant,rules_version,match,lineup,hand,seat,bot,dealer,role,\
                                contract,tricks,points,score_after,game_points_after\n";

/// What is the same on all rows of a run.
pub(crate) struct Rows {
    roles: &'static [&'static str],
    /// The first fields of every row, which name the game.
    start: Vec<u8>,
    /// The players' names, as fields.
    labels: Vec<Vec<u8>>,
}

/// The lines of one block, a file each.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockLines {
    /// For `matches.csv`.
    pub matches: Vec<u8>,
    /// For `hands.csv`.
    pub hands: Vec<u8>,
    /// For `records.jsonl`.
    pub records: Vec<u8>,
}

/// A share of a match, as written, by its sixths.
pub(super) const fn share(sixths: i64) -> &'static str {
    match sixths {
        0 => "0",
        2 => "0.3333333333333333",
        3 => "0.5",
        _ => "1",
    }
}

const IN_MEMORY: &str = "plain rows can be written to memory";

/// A line being written, field by field. Rows are most of what a fast run writes, so each field goes
/// straight to its place; only names may need quotes, and they come ready.
struct Line<'a>(&'a mut Vec<u8>);

impl Line<'_> {
    /// Fields that are ready, commas and all.
    fn ready(self, fields: &[u8]) -> Self {
        self.0.extend_from_slice(fields);
        self
    }

    /// A field of letters and digits.
    fn word(self, word: &str) -> Self {
        self.ready(word.as_bytes()).comma()
    }

    fn number(self, number: impl itoa::Integer) -> Self {
        self.0.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        self.comma()
    }

    fn seat(self, seat: Seat) -> Self {
        self.number(u8::from(seat))
    }

    fn yes_or_no(self, yes: bool) -> Self {
        self.word(if yes { "true" } else { "false" })
    }

    fn comma(self) -> Self {
        self.0.push(b',');
        self
    }

    /// The line's end, in place of the last comma.
    fn end(self) {
        self.0.pop();
        self.0.push(b'\n');
    }
}

impl Rows {
    /// The rows of a run.
    pub(crate) fn new(game: &dyn DynGame, variant: &str, players: &[Player]) -> Self {
        let start = fields(&[game.name(), variant, &game.rules_version().to_string()]);
        let labels = players.iter().map(|player| fields(&[&player.label])).collect();
        Self { roles: game.roles(), start, labels }
    }

    /// Adds all that is kept of a match.
    pub(super) fn add(
        &self,
        number: u64,
        (lineup, seated): (usize, BySeat<usize>),
        row: &MatchRow,
        lines: &mut BlockLines,
    ) {
        self.of_match(number, seated, row, &mut lines.matches);
        let start = self.start_of_match(number, lineup);
        for (hand, row) in row.rows.iter().enumerate() {
            self.of_hand(&start, seated, hand, row, &mut lines.hands);
        }
        for record in &row.records {
            serde_json::to_writer(&mut lines.records, record).expect(IN_MEMORY);
            lines.records.push(b'\n');
        }
    }

    /// The fields that start every row of a match.
    pub(super) fn start_of_match(&self, number: u64, lineup: usize) -> Vec<u8> {
        let mut start = Vec::with_capacity(self.start.len() + 40);
        Line(&mut start).ready(&self.start).number(number).number(lineup);
        start
    }

    /// A row of `matches.csv` for each seat.
    pub(super) fn of_match(
        &self,
        number: u64,
        seated: BySeat<usize>,
        result: &MatchRow,
        lines: &mut Vec<u8>,
    ) {
        let start = self.start_of_match(number, result.lineup);
        for seat in Seat::ALL {
            let line = Line(lines).ready(&start).seat(seat).ready(&self.labels[seated[seat]]);
            let line = line.number(result.scores[seat]).word(share(result.won_sixths[seat]));
            let line = line.number(result.hands).yes_or_no(result.truncated);
            line.yes_or_no(result.forfeited() == Some(seat)).number(result.place(seat)).end();
        }
    }

    /// The rows of `hands.csv` of one hand, in a match with this start.
    pub(super) fn of_hand(
        &self,
        start: &[u8],
        seated: BySeat<usize>,
        hand: usize,
        row: &HandRow,
        lines: &mut Vec<u8>,
    ) {
        for seat in Seat::ALL {
            let line = Line(lines).ready(start).number(hand).seat(seat);
            let line = line.ready(&self.labels[seated[seat]]);
            let line = line.seat(row.dealer).word(self.roles[row.roles[seat]]);
            let line = line.word(row.contracts[seat].as_deref().unwrap_or_default());
            let line = line.number(row.tricks[seat]).number(row.points[seat]);
            let line = line.number(row.after.scores[seat]);
            match row.after.game_points {
                Some(points) => line.number(points[seat]),
                None => line.comma(),
            }
            .end();
        }
    }
}
