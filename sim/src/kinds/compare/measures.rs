//! The measures that are taken of a match.

use threehand_engine::{Reach, Seat};
use threehand_play::{HandRow, MatchRow};

use crate::stats::{BlockSums, Statistic, ValueRange};

/// A match in which one bot sits at all three seats, with its hands.
pub(super) struct Trace<'a> {
    pub(super) played: &'a MatchRow,
    pub(super) first_dealer: Seat,
    /// The sixths of matches that the bot won alone against two of the rung below, and how many there were to win.
    pub(super) skill: Option<(i64, i64)>,
}

impl Trace<'_> {
    /// Finished hands.
    pub(super) const fn length(&self) -> usize {
        self.played.rows.len()
    }

    /// The values of the game's quantity of that number, hand by hand.
    pub(super) fn quantity(&self, number: usize) -> impl Iterator<Item = usize> {
        self.played.rows.iter().filter_map(move |hand| hand.quantities[number].map(usize::from))
    }

    /// Seats in a role, with the hand.
    fn in_role(&self, role: usize) -> impl Iterator<Item = (&HandRow, Seat)> {
        let seats = |hand| Seat::ALL.into_iter().map(move |seat| (hand, seat));
        self.played
            .rows
            .iter()
            .flat_map(seats)
            .filter(move |(hand, seat)| hand.roles[*seat] == role)
    }

    /// A seat's points in two consecutive hands, with its role in the first.
    fn successions(&self) -> impl Iterator<Item = (usize, i64, i64)> {
        let seats = |pair: &[HandRow]| {
            let points = |hand: usize, seat| i64::from(pair[hand].points[seat]);
            Seat::ALL.map(|seat| (pair[0].roles[seat], points(0, seat), points(1, seat)))
        };
        self.played.rows.windows(2).flat_map(seats)
    }

    /// The sixths of the match that a seat won, of six; nothing of nothing without a seat.
    fn won_by(&self, seat: Option<Seat>) -> (i64, i64) {
        seat.map_or((0, 0), |seat| (self.played.won_sixths[seat], SIXTHS))
    }
}

/// The greatest distance between the best and the worst result of a hand.
pub(super) fn largest_swing(trace: &Trace<'_>) -> i64 {
    let swing = |hand: &HandRow| {
        let mut points = hand.points.0.map(i64::from);
        points.sort_unstable();
        points[2] - points[0]
    };
    trace.played.rows.iter().map(swing).max().unwrap_or(0)
}

/// Hands after which another player led alone than the one who last did.
fn lead_changes(trace: &Trace<'_>) -> i64 {
    let leaders: Vec<Seat> = trace.played.rows.iter().filter_map(leader).collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as i64
}

/// The seats after a hand from the last to the first, with what ranks them.
fn ranked(hand: &HandRow) -> [((i32, i32), Seat); 3] {
    let mut ranked = Seat::ALL.map(|seat| (hand.after.placing[seat], seat));
    ranked.sort();
    ranked
}

/// The seat that leads alone after a hand.
fn leader(hand: &HandRow) -> Option<Seat> {
    let [_, next, first] = ranked(hand);
    (first.0 != next.0).then_some(first.1)
}

/// The seat that is last alone after a hand.
fn last(hand: &HandRow) -> Option<Seat> {
    let [last, next, _] = ranked(hand);
    (last.0 != next.0).then_some(last.1)
}

/// The subject of a measure. Tables list measures by group in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Group {
    /// What the roles score.
    Points,
    /// Contracts, and what else is peculiar to the game.
    Contracts,
    /// Where one sits, and who deals first.
    Chairs,
    /// How long matches are, and how they end.
    Length,
    /// Whether a match stays open.
    Suspense,
    /// What a better player gains.
    Skill,
}

impl Group {
    /// All groups, in their order.
    pub(super) const ALL: [Self; 6] =
        [Self::Points, Self::Contracts, Self::Chairs, Self::Length, Self::Suspense, Self::Skill];

    /// What it is called.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Contracts => "contracts",
            Self::Chairs => "chairs",
            Self::Length => "length",
            Self::Suspense => "suspense",
            Self::Skill => "skill",
        }
    }
}

/// A figure that is taken of every match.
pub(crate) struct Measure {
    /// Its name, as written in every file.
    pub name: String,
    /// What it is, in a line.
    pub meaning: String,
    /// What it is about.
    pub group: Group,
    /// The role whose points it is the mean of.
    pub role: Option<&'static str>,
    /// What it is made of.
    pub form: Statistic,
    /// What its values are counted in.
    pub unit: &'static str,
    /// What more of it means.
    pub direction: String,
    /// The weight of one match or hand: 6 where matches are counted in sixths.
    pub weight: i64,
    /// Where its values can lie; a share is shown in percent.
    pub range: ValueRange,
    /// Whether it is a mean over hands, to which the luck of the deals adds up. What matches come to depends on too
    /// much else: there nothing is gained by taking luck out.
    pub of_hands: bool,
    /// What a match adds to it.
    pub(super) count: Box<dyn Fn(&Trace<'_>) -> BlockSums + Send + Sync>,
}

impl Measure {
    fn new(
        name: impl Into<String>,
        meaning: impl Into<String>,
        form: Statistic,
        count: impl Fn(&Trace<'_>) -> BlockSums + Send + Sync + 'static,
    ) -> Self {
        let (name, meaning) = (name.into(), meaning.into());
        let (range, unit) = match form {
            Statistic::Ratio => (ValueRange::Any, "points"),
            Statistic::Deviation => (ValueRange::Above(0.0), "points"),
            Statistic::Correlation => (ValueRange::EVEN, "correlation"),
        };
        let (group, direction) = (Group::Points, "neither".to_owned());
        let (of_hands, count) = (false, Box::new(count));
        let (role, weight) = (None, 1);
        Self { name, meaning, unit, direction, group, role, form, weight, range, of_hands, count }
    }

    /// The same with this direction.
    fn more_is(self, direction: impl Into<String>) -> Self {
        Self { direction: direction.into(), ..self }
    }

    /// The same in a group.
    fn in_group(self, group: Group) -> Self {
        Self { group, ..self }
    }

    /// A share of matches won, which are counted in sixths.
    fn won(
        name: impl Into<String>,
        meaning: impl Into<String>,
        count: impl Fn(&Trace<'_>) -> (i64, i64) + Send + Sync + 'static,
    ) -> Self {
        Self { weight: SIXTHS, ..Self::share(name, meaning, count) }
    }

    /// The mean of a number a match, in this unit.
    fn mean(name: &str, meaning: &str, unit: &'static str, number: fn(&Trace<'_>) -> i64) -> Self {
        let mean = Self::new(name, meaning, Statistic::Ratio, move |trace| ratio(number(trace), 1));
        mean.counted(unit)
    }

    /// The same of what is counted in this unit, so never negative.
    fn counted(self, unit: &'static str) -> Self {
        Self { unit, range: ValueRange::Above(0.0), ..self }
    }

    /// The same as a mean over hands.
    fn over_hands(self) -> Self {
        Self { of_hands: true, ..self }
    }

    /// A share: how much of how much.
    fn share(
        name: impl Into<String>,
        meaning: impl Into<String>,
        count: impl Fn(&Trace<'_>) -> (i64, i64) + Send + Sync + 'static,
    ) -> Self {
        let count = move |trace: &Trace<'_>| {
            let (part, all) = count(trace);
            ratio(part, all)
        };
        let share = Self::new(name, meaning, Statistic::Ratio, count);
        Self { unit: "share", range: ValueRange::SHARE, ..share }
    }
}

const fn ratio(x: i64, n: i64) -> BlockSums {
    [n, x, 0, 0, 0, 0]
}

fn deviation(values: impl Iterator<Item = i64>) -> BlockSums {
    values.fold([0; 6], |[n, x, xx, ..], v| [n + 1, x + v, xx + v * v, 0, 0, 0])
}

fn correlation(pairs: impl Iterator<Item = (i64, i64)>) -> BlockSums {
    pairs.fold([0; 6], |[n, x, y, xx, yy, xy], (a, b)| {
        [n + 1, x + a, y + b, xx + a * a, yy + b * b, xy + a * b]
    })
}

/// A match is won in sixths: one player's, or shared by two or three.
const SIXTHS: i64 = 6;

/// The measures of a game, in the order of all tables.
pub(super) fn measures(
    roles: &[&'static str],
    quantities: &[(&'static str, &'static str)],
) -> Vec<Measure> {
    let mut all = Vec::new();
    for (role, name) in roles.iter().enumerate() {
        let points = move |trace: &Trace<'_>| {
            deviation(trace.in_role(role).map(|(hand, seat)| i64::from(hand.points[seat])))
        };
        let meaning = format!("points a hand, {name}");
        let mean = Measure::new(format!("points_{name}"), meaning, Statistic::Ratio, points);
        let mean = mean.more_is(format!("higher is better for {name}"));
        all.push(Measure { role: Some(name), ..mean.over_hands() });
        let meaning = format!("standard deviation of points, {name}");
        let sd = Measure::new(format!("points_sd_{name}"), meaning, Statistic::Deviation, points);
        all.push(sd.more_is("higher is more varied"));
    }
    for (role, name) in roles.iter().enumerate() {
        let meaning = format!("contract made, {name}");
        let count = move |trace: &Trace<'_>| {
            let kept = trace.in_role(role).filter_map(|(hand, seat)| hand.kept[seat]);
            kept.fold((0, 0), |(made, all), kept| (made + i64::from(kept), all + 1))
        };
        let made = Measure::share(format!("made_{name}"), meaning, count);
        let made = made.more_is(format!("higher is better for {name}"));
        all.push(made.over_hands().in_group(Group::Contracts));
    }
    for seat in Seat::ALL {
        let meaning = format!("won by seat {seat}");
        let count = move |trace: &Trace<'_>| trace.won_by(Some(seat));
        let won = Measure::won(format!("won_seat_{seat}"), meaning, count);
        all.push(won.more_is("higher is better there").in_group(Group::Chairs));
    }
    let places = [
        ("dealer", "the first dealer"),
        ("left", "the seat left of the first dealer"),
        ("right", "the seat right of the first dealer"),
    ];
    for (steps, (name, whom)) in places.into_iter().enumerate() {
        let count = move |trace: &Trace<'_>| trace.won_by(Some(trace.first_dealer.around()[steps]));
        let won = Measure::won(format!("won_first_{name}"), format!("won by {whom}"), count);
        all.push(won.more_is("higher is better there").in_group(Group::Chairs));
    }
    let hands = Measure::mean("hands", "hands a match", "hands", |trace| trace.length() as i64);
    all.push(hands.in_group(Group::Length));
    let ended =
        |at: fn(&Reach) -> bool| move |trace: &Trace<'_>| (i64::from(at(&trace.played.reach)), 1);
    let top = Measure::share("ended_top", "ended at the top", ended(|reach| reach.top));
    let bottom = Measure::share("ended_bottom", "ended at the bottom", ended(|reach| reach.bottom));
    all.extend([top, bottom].map(|measure| measure.in_group(Group::Length)));
    let first_of_suspense = all.len();
    let lead_changes = Measure::mean("lead_changes", "lead changes a match", "count", lead_changes);
    all.push(lead_changes.more_is("higher is more open"));
    for k in [1, 2, 4, 8] {
        let name = format!("leader_wins_after_{k}");
        let meaning = format!("won by the leader after {k} hand{}", if k == 1 { "" } else { "s" });
        let won = Measure::won(name, meaning, move |trace| {
            let goes_on = trace.length() > k;
            trace.won_by(trace.played.rows.get(k - 1).filter(|_| goes_on).and_then(leader))
        });
        all.push(won.more_is("lower is more open"));
    }
    let comeback = Measure::won("comeback", "won by the last at half-length", |trace| {
        let half = (trace.length() / 2).checked_sub(1);
        trace.won_by(half.and_then(|hand| last(&trace.played.rows[hand])))
    });
    all.push(comeback.more_is("higher is more open"));
    all.push(Measure::new(
        "momentum",
        "correlation of a player's results in two hands on end",
        Statistic::Correlation,
        |trace| correlation(trace.successions().map(|(_, now, next)| (now, next))),
    ));
    for (role, name) in roles.iter().enumerate() {
        let meaning = format!("that correlation, {name} in the first hand");
        let count = move |trace: &Trace<'_>| {
            let his = trace.successions().filter(|&(first, ..)| first == role);
            correlation(his.map(|(_, now, next)| (now, next)))
        };
        all.push(Measure::new(format!("momentum_{name}"), meaning, Statistic::Correlation, count));
    }
    let swing = Measure::mean("largest_swing", "largest swing in a hand", "points", largest_swing);
    all.push(swing);
    for measure in &mut all[first_of_suspense..] {
        measure.group = Group::Suspense;
    }
    for (number, (name, meaning)) in quantities.iter().enumerate() {
        let count = move |trace: &Trace<'_>| deviation(trace.quantity(number).map(|v| v as i64));
        let quantity = Measure::new(*name, *meaning, Statistic::Ratio, count).counted("count");
        let role = roles.iter().find(|role| name.ends_with(&format!("_{role}")));
        let direction =
            role.map_or("neither".to_owned(), |role| format!("higher is better for {role}"));
        let quantity = quantity.more_is(direction);
        all.push(quantity.over_hands().in_group(Group::Contracts));
    }
    let skill = Measure::won("skill", "won alone against two of the rung below", |trace| {
        trace.skill.unwrap_or((0, 0))
    });
    all.push(skill.more_is("higher rewards skill").in_group(Group::Skill));
    all
}
