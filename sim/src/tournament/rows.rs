//! The rows that a block adds to the files of a run.

use std::fmt::Display;
use std::io::Write;
use std::marker::PhantomData;

use serde_json::{Map, Value};
use threehand_bots::Knowledge;
use threehand_engine::record::{DealText, Record};
use threehand_engine::{BySeat, Deal, Hand, Played, Seat, Standing, options};
use threehand_play::MatchRow;

use crate::play::forfeit::Forfeit;
use crate::play::players::Player;
use crate::play::table::{Match, Table};
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
#[derive(Clone, Debug)]
pub(crate) struct Rows<G> {
    /// The options that differ from the game's defaults.
    options: Map<String, Value>,
    variant: String,
    /// What the bots were asked for as.
    specs: Vec<String>,
    /// The first fields of every row, which name the game.
    start: Vec<u8>,
    /// The players' names, as fields.
    labels: Vec<Vec<u8>>,
    game: PhantomData<G>,
}

/// What `hands.csv` tells of a finished hand.
pub(super) struct FinishedHand<C> {
    pub(super) dealer: Seat,
    /// Places in the game's list of roles.
    pub(super) roles: BySeat<usize>,
    pub(super) contracts: BySeat<Option<C>>,
    pub(super) tricks: BySeat<u8>,
    pub(super) points: BySeat<i32>,
    /// The scores with which the next hand starts.
    pub(super) scores: BySeat<i32>,
    /// The game points with which the next hand starts, if the game has any.
    pub(super) game_points: Option<BySeat<i32>>,
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

impl<G: Knowledge> Rows<G> {
    /// The rows of a run.
    pub(crate) fn new(rules: &G, variant: &str, players: &[Player]) -> Self {
        let start = fields(&[G::NAME, variant, &G::RULES_VERSION.to_string()]);
        let labels = players.iter().map(|player| fields(&[&player.label])).collect();
        let specs = players.iter().map(|player| player.who.to_string()).collect();
        let (options, variant) = (options::to_json(rules), variant.to_owned());
        Self { options, variant, specs, start, labels, game: PhantomData }
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

    /// A row of `hands.csv` for each finished hand and seat.
    pub(super) fn of_hands(
        &self,
        number: u64,
        (lineup, seated): (usize, BySeat<usize>),
        played: &Match<G>,
        lines: &mut Vec<u8>,
    ) {
        let start = self.start_of_match(number, lineup);
        for (hand, (deal, outcome)) in played.finished().enumerate() {
            let end = &deal.end;
            let told = FinishedHand {
                dealer: end.standing().dealer(),
                roles: BySeat::from_fn(|seat| end.role(seat)),
                contracts: BySeat::from_fn(|seat| end.contract(seat)),
                tricks: end.tricks(),
                points: outcome.points,
                scores: outcome.standing.scores(),
                game_points: outcome.standing.game_points(),
            };
            self.of_hand(&start, seated, hand, &told, lines);
        }
    }

    /// The rows of `hands.csv` of one hand, in a match with this start.
    pub(super) fn of_hand<C: Display>(
        &self,
        start: &[u8],
        seated: BySeat<usize>,
        hand: usize,
        told: &FinishedHand<C>,
        lines: &mut Vec<u8>,
    ) {
        for seat in Seat::ALL {
            let line = Line(lines).ready(start).number(hand).seat(seat);
            let line = line.ready(&self.labels[seated[seat]]);
            let line = line.seat(told.dealer).word(G::ROLES[told.roles[seat]]);
            if let Some(contract) = &told.contracts[seat] {
                write!(line.0, "{contract}").expect(IN_MEMORY);
            }
            let line = line.comma().number(told.tricks[seat]).number(told.points[seat]);
            let line = line.number(told.scores[seat]);
            match told.game_points {
                Some(points) => line.number(points[seat]),
                None => line.comma(),
            }
            .end();
        }
    }

    /// A record for each hand.
    pub(super) fn of_records(
        &self,
        number: u64,
        (lineup, seated): (usize, BySeat<usize>),
        played: &Match<G>,
        lines: &mut Vec<u8>,
    ) {
        for hand in 0..played.hands.len() {
            let record = self.record(number, (lineup, seated), played, hand);
            serde_json::to_writer(&mut *lines, &record).expect(IN_MEMORY);
            lines.write_all(b"\n").expect(IN_MEMORY);
        }
    }

    /// Plays a match of these rules for its records.
    pub(crate) fn replay(
        &self,
        table: &Table<'_, G>,
        number: u64,
        lineup: (usize, BySeat<usize>),
    ) -> Vec<Record> {
        let played = table.play(&mut table.decks(number), lineup, true);
        (0..played.hands.len()).map(|hand| self.record(number, lineup, &played, hand)).collect()
    }

    /// The record of a hand of a match.
    pub(super) fn record(
        &self,
        number: u64,
        lineup: (usize, BySeat<usize>),
        played: &Match<G>,
        hand: usize,
    ) -> Record {
        let last = hand + 1 == played.hands.len();
        let Played { deal, actions, end, outcome } = &played.hands[hand];
        let standing = end.standing();
        Record {
            actions: G::lines(actions),
            points: outcome.map_or(BySeat([0; 3]), |end| end.points),
            scores_after: outcome.map_or(standing.scores(), |end| end.standing.scores()),
            truncated: last && played.truncated,
            forfeit: played.forfeit.as_ref().filter(|_| last).map(Forfeit::record),
            ..self.opening(number, lineup, hand, standing, deal)
        }
    }

    /// The record of a hand in which nothing has been done yet.
    pub(super) fn opening(
        &self,
        match_number: u64,
        (lineup, seated): (usize, BySeat<usize>),
        hand: usize,
        standing: &G::Standing,
        deal: &Deal,
    ) -> Record {
        Record {
            game: G::NAME.to_owned(),
            variant: self.variant.clone(),
            rules: self.options.clone(),
            rules_version: G::RULES_VERSION,
            match_number,
            lineup,
            hand,
            bots: BySeat::from_fn(|seat| self.specs[seated[seat]].clone()),
            dealer: standing.dealer(),
            scores: standing.scores(),
            carry: standing.carry(),
            deal: DealText::of(deal),
            actions: Vec::new(),
            points: BySeat([0; 3]),
            scores_after: standing.scores(),
            truncated: false,
            taken_back: 0,
            forfeit: None,
        }
    }
}
