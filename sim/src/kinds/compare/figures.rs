//! The figures of a comparison: what each is called, how it is shown, and where it comes from.

use threehand_engine::Seat;
use threehand_play::DynGame;

use super::trace::{SIXTHS, Trace, correlation, deviation, ratio};
use crate::stats::{BlockSums, RoleDispersion, Statistic, ValueRange};
use crate::terminal::unit::Unit;

/// The subjects of figures. Tables list figures by group in this order: what the roles score; contracts, and what else
/// is peculiar to the game; where one sits, and who deals first; how long matches are, and how they end; whether a match
/// stays open; what a better player gains.
pub(super) const GROUPS: [&str; 6] =
    ["points", "contracts", "chairs", "length", "suspense", "skill"];

/// A figure of a comparison.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// Its name, as written in every file.
    pub name: String,
    /// What the figure is, in a line.
    pub meaning: String,
    /// What it is counted in.
    pub unit: &'static str,
    /// What more of it means.
    pub direction: String,
    /// What the figure is about: one of [`GROUPS`].
    pub group: &'static str,
    /// The role whose mean points it is.
    pub role: Option<&'static str>,
    /// The range on whose scale it has its interval.
    pub range: ValueRange,
    /// The greatest value that a run can have, as of its limit of hands.
    pub most: Option<f64>,
    pub(super) source: Source,
}

/// Where a figure comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Measure(Measure),
    /// How uneven the roles are.
    Uneven(RoleDispersion),
    /// A percentile of the lengths of matches.
    Length(u64),
    /// The greatest value of a distribution, by its number: it has no interval, and is not tested.
    Greatest(usize),
}

/// What a match adds to a measure: of a role, a seat, a number of hands or a quantity, by number.
type Count = fn(&Trace<'_>, usize) -> BlockSums;

/// A statistic of what is counted of every match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    /// Its number among the measures.
    pub(super) number: usize,
    pub(super) form: Statistic,
    /// The weight of one match or hand: 6 where matches are counted in sixths.
    pub(super) weight: i64,
    /// Whether it is a mean over hands, to which the luck of the deals adds up. What matches come to depends on too
    /// much else: there nothing is gained by taking luck out.
    pub(super) of_hands: bool,
    pub(super) of: usize,
    pub(super) count: Count,
}

impl Figure {
    /// A measure in points or without a unit, of this role or other number.
    fn new(name: &str, meaning: &str, form: Statistic, of: usize, count: Count) -> Self {
        let (range, unit) = match form {
            Statistic::Ratio => (ValueRange::Any, "points"),
            Statistic::Deviation => (ValueRange::Above(0.0), "points"),
            Statistic::Correlation => (ValueRange::EVEN, "correlation"),
        };
        let measure = Measure { number: 0, form, weight: 1, of_hands: false, count, of };
        Self {
            name: name.to_owned(),
            meaning: meaning.to_owned(),
            unit,
            direction: "neither".to_owned(),
            group: "points",
            role: None,
            range,
            most: None,
            source: Source::Measure(measure),
        }
    }

    /// A mean of what is never negative, in this unit.
    fn mean(name: &str, meaning: &str, unit: &'static str, of: usize, count: Count) -> Self {
        let range = ValueRange::Above(0.0);
        Self { unit, range, ..Self::new(name, meaning, Statistic::Ratio, of, count) }
    }

    /// A share: how much of how much, where one match or hand has this weight.
    fn share(name: &str, meaning: &str, weight: i64, of: usize, count: Count) -> Self {
        let share = Self::new(name, meaning, Statistic::Ratio, of, count);
        let share = share.with(|measure| measure.weight = weight);
        Self { unit: "share", range: ValueRange::SHARE, ..share }
    }

    /// The same with its measure changed.
    fn with(mut self, change: impl FnOnce(&mut Measure)) -> Self {
        if let Source::Measure(measure) = &mut self.source {
            change(measure);
        }
        self
    }

    fn over_hands(self) -> Self {
        self.with(|measure| measure.of_hands = true)
    }

    fn more_is(self, direction: impl Into<String>) -> Self {
        Self { direction: direction.into(), ..self }
    }

    /// The same; a match has no more than this.
    fn at_most(self, most: u64) -> Self {
        Self { most: Some(most as f64), ..self }
    }

    /// A figure beside this one, from another source.
    fn beside(&self, name: &str, meaning: &str, source: Source) -> Self {
        let (name, meaning) = (name.to_owned(), meaning.to_owned());
        Self {
            name,
            meaning,
            direction: "neither".to_owned(),
            role: None,
            most: None,
            source,
            ..self.clone()
        }
    }

    /// Its measure, if it is one.
    pub(super) const fn measure(&self) -> Option<Measure> {
        if let Source::Measure(measure) = self.source { Some(measure) } else { None }
    }

    /// What a measure's value is made of; `None` if the figure is no measure.
    pub(crate) fn form(&self) -> Option<Statistic> {
        self.measure().map(|measure| measure.form)
    }

    /// What percentile the figure is, if it is one.
    pub(crate) const fn percentile(&self) -> Option<u64> {
        if let Source::Length(percent) = self.source { Some(percent) } else { None }
    }

    /// Whether two variants are tested for a difference in it.
    pub(crate) const fn is_tested(&self) -> bool {
        !matches!(self.source, Source::Greatest(_))
    }

    /// Whether the figure is a share with the intervals of one.
    pub(crate) fn is_share(&self) -> bool {
        self.range == ValueRange::SHARE
    }

    /// Where its values can lie, and so the ends of their intervals.
    pub(super) fn limits(&self) -> ValueRange {
        self.most.map_or(self.range, |most| ValueRange::Between(0.0, most))
    }

    /// How its values are shown.
    pub(crate) fn unit_of_values(&self) -> Unit {
        if self.unit == "share" { Unit::Share } else { Unit::Plain }
    }

    /// How differences between its values are shown.
    pub(crate) fn unit_of_differences(&self) -> Unit {
        if self.unit == "share" { Unit::ShareDifference } else { Unit::Signed }
    }
}

/// The names of what is counted value by value: two of matches, and the game's quantities.
pub(crate) fn distributions(game: &dyn DynGame) -> Vec<&'static str> {
    let quantities = game.quantities().into_iter().map(|[name, ..]| name);
    ["hands", "largest_swing"].into_iter().chain(quantities).collect()
}

/// The figures of a game, in the order of all tables, where matches have so many hands at most.
pub(crate) fn figures(game: &dyn DynGame, max_hands: u64) -> Vec<Figure> {
    let roles = || game.roles().iter().enumerate();
    let rules = game.rules(&[]).expect("the defaults");
    let better = if rules.win().lowest { "lower" } else { "higher" };
    let target = if rules.phases().contains(&"bid") { "bid" } else { "contract" };
    let mut all = Vec::new();
    for (role, name) in roles() {
        let points: Count = |trace, role| {
            deviation(trace.in_role(role).map(|(hand, seat)| i64::from(hand.points[seat])))
        };
        let meaning = format!("points a hand, {name}");
        let mean = Figure::new(&format!("points_{name}"), &meaning, Statistic::Ratio, role, points);
        let mean = mean.over_hands().more_is(format!("{better} is better for {name}"));
        all.push(Figure { role: Some(name), ..mean });
        let (name, meaning) =
            (format!("points_sd_{name}"), format!("standard deviation of points, {name}"));
        let sd = Figure::new(&name, &meaning, Statistic::Deviation, role, points);
        all.push(sd.more_is("higher is more varied"));
    }
    let uneven = [
        ("role_spread", "best role less worst, points a hand", RoleDispersion::Spread),
        ("unevenness", "unevenness of the roles, points a hand", RoleDispersion::RootMeanSquare),
    ];
    if let Some(points) = all.first().cloned() {
        all.extend(uneven.map(|(name, meaning, dispersion)| Figure {
            direction: "lower is more even".to_owned(),
            range: ValueRange::Above(0.0),
            ..points.beside(name, meaning, Source::Uneven(dispersion))
        }));
    }
    let mut add = |group, figure: Figure| all.push(Figure { group, ..figure });
    for (role, name) in roles() {
        let meaning = format!("{target} made, {name}");
        let made = Figure::share(&format!("made_{name}"), &meaning, 1, role, |trace, role| {
            let kept = trace.in_role(role).filter_map(|(hand, seat)| hand.kept[seat]);
            let add = |(made, all), kept| (made + i64::from(kept), all + 1);
            let (made, all) = kept.fold((0, 0), add);
            ratio(made, all)
        });
        add("contracts", made.over_hands().more_is(format!("higher is better for {name}")));
    }
    let mut chair = |name: &str, who: &str, of, count| {
        let meaning = format!("won by {who}");
        let won = Figure::share(&format!("won_{name}"), &meaning, SIXTHS, of, count);
        add("chairs", won.more_is("higher is better there"));
    };
    for seat in Seat::ALL {
        let count: Count = |trace, seat| trace.won_by(Some(Seat::ALL[seat]));
        chair(&format!("seat_{seat}"), &format!("seat {seat}"), seat.number(), count);
    }
    let from_first: Count = |trace, steps| trace.won_by(Some(trace.first_dealer.around()[steps]));
    chair("first_dealer", "the first dealer", 0, from_first);
    chair("first_left", "the seat left of the first dealer", 1, from_first);
    chair("first_right", "the seat right of the first dealer", 2, from_first);
    let length: Count = |trace, _| ratio(trace.length() as i64, 1);
    let hands = Figure::mean("hands", "hands a match", "hands", 0, length);
    let hands = hands.at_most(max_hands);
    let beside = |name, meaning, source| hands.beside(name, meaning, source);
    add("length", hands.clone());
    add("length", beside("hands_median", "median of hands a match", Source::Length(50)));
    add("length", beside("hands_p95", "95th percentile of hands a match", Source::Length(95)));
    add("length", beside("hands_max", "most: hands a match", Source::Greatest(0)));
    let top: Count = |trace, _| ratio(i64::from(trace.played.reach.top), 1);
    let bottom: Count = |trace, _| ratio(i64::from(trace.played.reach.bottom), 1);
    add("length", Figure::share("ended_top", "ended at the top", 1, 0, top));
    add("length", Figure::share("ended_bottom", "ended at the bottom", 1, 0, bottom));
    let changes: Count = |trace, _| ratio(trace.lead_changes(), 1);
    let changes = Figure::mean("lead_changes", "lead changes a match", "count", 0, changes);
    add("suspense", changes.at_most(max_hands).more_is("higher is more open"));
    for k in [1, 2, 4, 8] {
        let name = format!("leader_wins_after_{k}");
        let meaning = format!("won by the leader after {k} hand{}", if k == 1 { "" } else { "s" });
        let leader: Count = |trace, k| trace.won_by(trace.leader_after(k));
        let won = Figure::share(&name, &meaning, SIXTHS, k, leader);
        add("suspense", won.more_is("lower is more open"));
    }
    let last: Count = |trace, _| trace.won_by(trace.last_at_half());
    let comeback = Figure::share("comeback", "won by the last at half-length", SIXTHS, 0, last);
    add("suspense", comeback.more_is("higher is more open"));
    let meaning = "correlation of a player's results in two hands on end";
    let all_roles: Count = |trace, _| correlation(trace.successions());
    add("suspense", Figure::new("momentum", meaning, Statistic::Correlation, 0, all_roles));
    for (role, name) in roles() {
        let count: Count =
            |trace, role| correlation(trace.successions().filter(|&(first, ..)| first == role));
        let meaning = format!("that correlation, {name} in the first hand");
        let name = format!("momentum_{name}");
        add("suspense", Figure::new(&name, &meaning, Statistic::Correlation, role, count));
    }
    let swing: Count = |trace, _| ratio(trace.swing(), 1);
    let swing = Figure::mean("largest_swing", "largest swing in a hand", "points", 0, swing);
    let most = "most: largest swing in a hand";
    let most = swing.beside("largest_swing_max", most, Source::Greatest(1));
    add("suspense", swing);
    add("suspense", most);
    for (number, [name, meaning, unit]) in game.quantities().into_iter().enumerate() {
        let quantity = Figure::mean(name, meaning, unit, number, |trace, number| {
            deviation(trace.values(number).map(|value| value as i64))
        });
        let most = Source::Greatest(2 + number);
        let most = quantity.beside(&format!("{name}_max"), &format!("most: {meaning}"), most);
        let role = game.roles().iter().find(|role| name.ends_with(&format!("_{role}")));
        let better = |role| format!("higher is better for {role}");
        let direction = role.map_or_else(|| "neither".to_owned(), better);
        add("contracts", quantity.over_hands().more_is(direction));
        add("contracts", most);
    }
    let skill: Count = |trace, _| trace.skill.map_or([0; 6], |won| ratio(won, 18));
    let skill = Figure::share("skill", "won alone against two of the rung below", SIXTHS, 0, skill);
    add("skill", skill.more_is("higher rewards skill"));
    let measures = all.iter_mut().filter_map(|figure| match &mut figure.source {
        Source::Measure(measure) => Some(measure),
        _ => None,
    });
    measures.enumerate().for_each(|(number, measure)| measure.number = number);
    all
}
