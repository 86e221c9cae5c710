//! The rows that a block adds to the files of a run.

use std::io::Write;

use serde::Serialize;
use threehand_bots::registry::Roster;
use threehand_engine::record::{DealText, Record};
use threehand_engine::{BySeat, Hand, Seat, Standing, options};

use crate::players::Player;
use crate::table::Match;

/// The first line of `matches.csv`.
pub const MATCHES_HEADER: &str =
    "game,variant,rules_version,match,lineup,seat,bot,score,won,hands,truncated,forfeit\n";

/// The first line of `hands.csv`.
pub const HANDS_HEADER: &str = "game,variant,rules_version,match,lineup,hand,seat,bot,dealer,role,\
                                contract,tricks,points,score_after,game_points_after\n";

#[derive(Serialize)]
struct MatchRow<'a> {
    game: &'a str,
    variant: &'a str,
    rules_version: u32,
    #[serde(rename = "match")]
    match_number: u64,
    lineup: usize,
    seat: Seat,
    bot: &'a str,
    score: i32,
    won: &'a str,
    hands: usize,
    truncated: bool,
    forfeit: bool,
}

#[derive(Serialize)]
struct HandRow<'a> {
    game: &'a str,
    variant: &'a str,
    rules_version: u32,
    #[serde(rename = "match")]
    match_number: u64,
    lineup: usize,
    hand: usize,
    seat: Seat,
    bot: &'a str,
    dealer: Seat,
    role: &'a str,
    contract: String,
    tricks: u8,
    points: i32,
    score_after: i32,
    game_points_after: Option<i32>,
}

/// What is the same on all rows of a run.
#[derive(Clone, Debug)]
pub struct Rows<'a, G> {
    rules: G,
    variant: &'a str,
    players: &'a [Player],
}

/// The lines of one block, a file each.
#[derive(Clone, Debug, Default)]
pub struct BlockLines {
    /// For `matches.csv`.
    pub matches: Vec<u8>,
    /// For `hands.csv`.
    pub hands: Vec<u8>,
    /// For `records.jsonl`.
    pub records: Vec<u8>,
}

fn csv(lines: &mut Vec<u8>) -> csv::Writer<&mut Vec<u8>> {
    csv::WriterBuilder::new().has_headers(false).from_writer(lines)
}

const IN_MEMORY: &str = "plain rows can be written to memory";

impl<'a, G: Roster> Rows<'a, G> {
    /// The rows of a run.
    pub const fn new(rules: G, variant: &'a str, players: &'a [Player]) -> Self {
        Self { rules, variant, players }
    }

    /// A row of `matches.csv` for each seat.
    pub fn of_match(
        &self,
        number: u64,
        (lineup, seated): (usize, BySeat<usize>),
        played: &Match<G>,
        lines: &mut Vec<u8>,
    ) {
        let mut rows = csv(lines);
        let won = played.won_sixths();
        for seat in Seat::ALL {
            let row = MatchRow {
                game: G::NAME,
                variant: self.variant,
                rules_version: G::RULES_VERSION,
                match_number: number,
                lineup,
                seat,
                bot: &self.players[seated[seat]].label,
                score: played.standing.match_scores()[seat],
                won: match won[seat] {
                    0 => "0",
                    2 => "0.3333333333333333",
                    3 => "0.5",
                    _ => "1",
                },
                hands: played.finished().count(),
                truncated: played.truncated,
                forfeit: played.forfeit.as_ref().is_some_and(|forfeit| forfeit.seat == seat),
            };
            rows.serialize(row).expect(IN_MEMORY);
        }
        rows.flush().expect(IN_MEMORY);
    }

    /// A row of `hands.csv` for each finished hand and seat.
    pub fn of_hands(
        &self,
        number: u64,
        (lineup, seated): (usize, BySeat<usize>),
        played: &Match<G>,
        lines: &mut Vec<u8>,
    ) {
        let mut rows = csv(lines);
        for (hand, (deal, outcome)) in played.finished().enumerate() {
            let end = &deal.end;
            let tricks = end.tricks();
            for seat in Seat::ALL {
                let row = HandRow {
                    game: G::NAME,
                    variant: self.variant,
                    rules_version: G::RULES_VERSION,
                    match_number: number,
                    lineup,
                    hand,
                    seat,
                    bot: &self.players[seated[seat]].label,
                    dealer: end.standing().dealer(),
                    role: G::ROLES[end.role(seat)],
                    contract: end.contract(seat).map_or_else(String::new, |c| c.to_string()),
                    tricks: tricks[seat],
                    points: outcome.points[seat],
                    score_after: outcome.standing.scores()[seat],
                    game_points_after: outcome.standing.game_points().map(|points| points[seat]),
                };
                rows.serialize(row).expect(IN_MEMORY);
            }
        }
        rows.flush().expect(IN_MEMORY);
    }

    /// A record for each hand.
    pub fn of_records(
        &self,
        number: u64,
        (lineup, seated): (usize, BySeat<usize>),
        played: &Match<G>,
        lines: &mut Vec<u8>,
    ) {
        let rules = options::to_json(&self.rules);
        for (i, hand) in played.hands.iter().enumerate() {
            let last = i + 1 == played.hands.len();
            let standing = hand.end.standing();
            let outcome = hand.outcome;
            let record = Record {
                game: G::NAME.to_owned(),
                variant: self.variant.to_owned(),
                rules: rules.clone(),
                rules_version: G::RULES_VERSION,
                match_number: number,
                lineup,
                hand: i,
                bots: BySeat::from_fn(|seat| self.players[seated[seat]].spec.to_string()),
                dealer: standing.dealer(),
                scores: standing.scores(),
                carry: standing.carry(),
                deal: DealText::of(&hand.deal),
                actions: G::lines(&hand.actions),
                points: outcome.map_or(BySeat([0; 3]), |end| end.points),
                scores_after: outcome.map_or(standing.scores(), |end| end.standing.scores()),
                truncated: last && played.truncated,
                forfeit: played.forfeit.clone().filter(|_| last),
            };
            serde_json::to_writer(&mut *lines, &record).expect(IN_MEMORY);
            lines.write_all(b"\n").expect(IN_MEMORY);
        }
    }
}
