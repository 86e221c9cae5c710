//! A match read from its rows, where no records were kept: held to all that can be known of it.

use std::cmp::Reverse;

use threehand_engine::{BySeat, Seat};
use threehand_play::{Forfeit, HandRow, MatchRow, Seeds, StandingRow, ahead};

use super::super::Tournament;
use super::super::rows::share;
use super::{Files, Place};
use crate::audit::fault::Fault;
use crate::audit::held::{HeldFile, Line};

/// What the rows have told so far.
pub(super) struct Known {
    /// Points and hands by role.
    pub(super) roles: bool,
    /// Points.
    pub(super) points: bool,
    /// Finishing orders, otherwise than from the rows alone.
    pub(super) orders: bool,
    /// How bots failed: rows tell only which.
    pub(super) failures: bool,
}

impl Default for Known {
    fn default() -> Self {
        Self { roles: true, points: true, orders: true, failures: true }
    }
}

/// What the rows of a match's hands come to.
struct Hands {
    roles: Vec<BySeat<(i64, i64)>>,
    scores: BySeat<i32>,
    game_points: Option<BySeat<i32>>,
}

/// Reads a match from its rows.
pub(super) fn read(
    tournament: &Tournament<'_>,
    (number, lineup): Place,
    files: &mut Files<'_>,
    known: &mut Known,
) -> Result<MatchRow, Fault> {
    let file = &mut *files.matches;
    let lines = three(file, || format!("match {number}, line-up {}", lineup.0))?;
    let at = |told: String| file.fault(lines[0].number, told);
    let mut result = of_rows(tournament.roles.len(), file, &lines, lineup.0)?;
    let mut due = Vec::new();
    tournament.rows.of_match(number, lineup.1, &result, &mut due);
    file.compare(&lines, &due, "by the settings and the rows beside it")?;

    let stage = &tournament.settings.stage;
    if result.hands > stage.max_hands {
        return Err(at(format!("hands are {}, over max_hands", result.hands)));
    }
    if result.truncated && (result.hands < stage.max_hands || result.forfeited().is_some()) {
        return Err(at("truncated is true, but max_hands did not end the match".to_owned()));
    }
    if result.hands == 0 && result.forfeited().is_none() {
        return Err(at("hands are 0, but nobody forfeited the match".to_owned()));
    }
    let dealer = Seeds(stage.seed).first_dealer(number);
    let first = tournament.rules.first_standing(dealer);
    let hands = match &mut files.hands {
        Some(hands) if tournament.settings.hands.contains(number) => {
            Some(of_hands(tournament, (number, lineup), result.hands, &first, hands)?)
        }
        _ => None,
    };
    let file = &*files.matches;
    let at = |told: String| file.fault(lines[0].number, told);
    let (scores, game_points) = match &hands {
        Some(hands) => (Some(hands.scores), hands.game_points),
        None if first.game_points.is_none() => (Some(result.scores), None),
        None if result.hands == 0 => (Some(first.scores), first.game_points),
        None => (None, Some(result.scores)),
    };
    let decides = game_points.or(scores).unwrap_or(result.scores);
    if decides != result.scores {
        let (found, due) = (result.scores.0, decides.0);
        return Err(at(format!("scores are {found:?}, but by hands.csv they are {due:?}")));
    }
    place(&result, scores, known).map_err(at)?;
    known.failures &= result.forfeited().is_none();
    match hands {
        Some(hands) => result.roles = hands.roles,
        None => {
            known.roles &= tournament.roles.is_empty();
            known.points &= first.game_points.is_none();
            if let Some(all) = result.roles.first_mut() {
                // As if a seat had one role alone: its points and hands are known in sum.
                let points = |seat| i64::from(result.scores[seat]) - i64::from(first.scores[seat]);
                *all = BySeat::from_fn(|seat| (points(seat), result.hands as i64));
            }
        }
    }
    Ok(result)
}

/// Sees to it that who finished ahead of whom, and the shares won, are what the scores say.
fn place(result: &MatchRow, scores: Option<BySeat<i32>>, known: &mut Known) -> Result<(), String> {
    let standing = BySeat::from_fn(|seat| {
        (result.forfeited() != Some(seat), result.scores[seat], scores.map(|scores| scores[seat]))
    });
    let due = ahead(&standing);
    for (seat, other) in [(0, 1), (0, 2), (1, 2)].map(|(a, b)| (Seat::ALL[a], Seat::ALL[b])) {
        // Where the running score is not known, which parts level game points, the rows alone tell.
        let level = due[seat][other] == 1;
        known.orders &= scores.is_some() || !level;
        if due[seat][other] != result.ahead[seat][other] && (scores.is_some() || !level) {
            let [a, b] = [seat, other].map(|seat| result.place(seat));
            return Err(format!(
                "places of seats {seat} and {other} are {a} and {b}, but by the scores they are not"
            ));
        }
    }
    let top = Seat::ALL.iter().filter(|&&seat| result.place(seat) == 1).count();
    for seat in Seat::ALL {
        let due = if result.place(seat) == 1 { 6 / top as i64 } else { 0 };
        let found = result.won_sixths[seat];
        if found != due {
            let (found, due) = (share(found), share(due));
            return Err(format!("won of seat {seat} is {found}, but by the places it is {due}"));
        }
    }
    Ok(())
}

/// What three rows of `matches.csv` say.
fn of_rows(
    roles: usize,
    file: &HeldFile,
    lines: &[Line],
    lineup: usize,
) -> Result<MatchRow, Fault> {
    let mut result = MatchRow {
        lineup,
        ahead: BySeat([BySeat([1; 3]); 3]),
        roles: vec![BySeat([(0, 0); 3]); roles],
        ..MatchRow::default()
    };
    let mut places = BySeat([0_u8; 3]);
    for (seat, line) in Seat::ALL.into_iter().zip(lines) {
        let wrong = |told: String| file.fault(line.number, told);
        let [score, won, hands, truncated, forfeit, place] = last_fields(line).map_err(wrong)?;
        places[seat] = number("place", place).map_err(wrong)?;
        result.scores[seat] = number("score", score).map_err(wrong)?;
        result.won_sixths[seat] = [0, 2, 3, 6]
            .into_iter()
            .find(|&sixths| share(sixths) == won)
            .ok_or_else(|| wrong(format!("won is {won}, which is no share of a match")))?;
        if seat == Seat::P0 {
            result.hands = number("hands", hands).map_err(wrong)?;
            result.truncated = truncated == "true";
        }
        if forfeit == "true" {
            if result.forfeited().is_some() {
                return Err(wrong("forfeit is true for a second seat".to_owned()));
            }
            result.forfeit = Some(Forfeit { seat, kind: None, reason: String::new() });
        }
    }
    result.ahead = ahead(&BySeat::from_fn(|seat| Reverse(places[seat])));
    Ok(result)
}

/// What the rows of a match's hands come to, which have to go on from one another.
fn of_hands(
    tournament: &Tournament<'_>,
    (number, lineup): Place,
    count: u64,
    first: &StandingRow,
    file: &mut HeldFile,
) -> Result<Hands, Fault> {
    let start = tournament.rows.start_of_match(number, lineup.0);
    let mut sum = Hands {
        roles: vec![BySeat([(0, 0); 3]); tournament.roles.len()],
        scores: first.scores,
        game_points: first.game_points,
    };
    for hand in 0..count {
        let lines = three(file, || format!("hand {hand} of match {number}, line-up {}", lineup.0))?;
        let told = of_hand(tournament, file, &lines, first.game_points.is_some())?;
        let mut due = Vec::new();
        tournament.rows.of_hand(&start, lineup.1, hand as usize, &told, &mut due);
        file.compare(&lines, &due, "by matches.csv and the rows beside it")?;
        let wrong = |told: String| file.fault(lines[0].number, told);
        if hand == 0 && told.dealer != first.dealer {
            let due = first.dealer;
            return Err(wrong(format!("dealer is {}, but by the seed it is {due}", told.dealer)));
        }
        for (seat, line) in Seat::ALL.into_iter().zip(&lines) {
            let (points, hands) = &mut sum.roles[told.roles[seat]][seat];
            *points += i64::from(told.points[seat]);
            *hands += 1;
            // Every game promises that points come to scores, unless a game point starts them anew.
            let due = i64::from(sum.scores[seat]) + i64::from(told.points[seat]);
            let found = i64::from(told.after.scores[seat]);
            if told.after.game_points == sum.game_points && found != due {
                let told = format!("score_after is {found}, but by the points it is {due}");
                return Err(file.fault(line.number, told));
            }
        }
        (sum.scores, sum.game_points) = (told.after.scores, told.after.game_points);
    }
    Ok(sum)
}

/// What three rows of `hands.csv` say.
fn of_hand(
    tournament: &Tournament<'_>,
    file: &HeldFile,
    lines: &[Line],
    with_game_points: bool,
) -> Result<HandRow, Fault> {
    let mut told = HandRow {
        dealer: Seat::P0,
        roles: BySeat([0; 3]),
        contracts: BySeat([const { None }; 3]),
        tricks: BySeat([0; 3]),
        points: BySeat([0; 3]),
        kept: BySeat([None; 3]),
        after: StandingRow {
            dealer: Seat::P0,
            scores: BySeat([0; 3]),
            game_points: with_game_points.then_some(BySeat([0; 3])),
            placing: BySeat([(0, 0); 3]),
        },
        quantities: Vec::new(),
    };
    for (seat, line) in Seat::ALL.into_iter().zip(lines) {
        let wrong = |told: String| file.fault(line.number, told);
        let [dealer, role, contract, tricks, points, score, game_points] =
            last_fields(line).map_err(wrong)?;
        if seat == Seat::P0 {
            let number: u8 = number("dealer", dealer).map_err(wrong)?;
            let dealer = Seat::ALL.get(usize::from(number));
            told.dealer = *dealer.ok_or_else(|| wrong(format!("dealer is {number}, no seat")))?;
        }
        let game = tournament.game;
        told.roles[seat] = game.roles().iter().position(|name| *name == role).ok_or_else(|| {
            wrong(format!("role is {role}, but {} has no such role", game.name()))
        })?;
        told.contracts[seat] = (!contract.is_empty()).then(|| contract.to_owned());
        told.tricks[seat] = number("tricks", tricks).map_err(wrong)?;
        told.points[seat] = number("points", points).map_err(wrong)?;
        told.after.scores[seat] = number("score_after", score).map_err(wrong)?;
        if let Some(all) = &mut told.after.game_points {
            all[seat] = number("game_points_after", game_points).map_err(wrong)?;
        }
    }
    Ok(told)
}

/// The rows of the three seats.
fn three(file: &mut HeldFile, what: impl Fn() -> String) -> Result<Vec<Line>, Fault> {
    Seat::ALL.iter().map(|seat| file.due_line(|| format!("seat {seat} of {}", what()))).collect()
}

/// The last fields of a row, none of which holds a comma.
fn last_fields<const N: usize>(line: &Line) -> Result<[&str; N], String> {
    let text = std::str::from_utf8(&line.bytes).map_err(|error| error.to_string())?;
    let mut fields: Vec<_> = text.trim_end_matches('\n').rsplitn(N + 1, ',').take(N).collect();
    fields.reverse();
    fields.try_into().map_err(|_| "the row has too few fields".to_owned())
}

fn number<T: std::str::FromStr>(column: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{column} is {text}, which is no number that it can be"))
}
