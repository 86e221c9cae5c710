//! The figures of a comparison: what each is called, how it is shown, and where it comes from.

use threehand_engine::Seat;
use threehand_play::DynGame;
use threehand_stats::{BlockSums, RoleDispersion, Statistic, ValueRange};

use super::trace::{SIXTHS, Trace, correlation, deviation, ratio};
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

impl Measure {
    /// A statistic of what is counted of every match.
    const fn new(form: Statistic, of: usize, count: Count) -> Self {
        Self { number: 0, form, weight: 1, of_hands: false, of, count }
    }
}

impl Figure {
    /// A figure with its interval on the scale that suits its unit.
    fn new(
        (name, unit): (String, &'static str),
        meaning: String,
        direction: String,
        group: &'static str,
        source: Source,
    ) -> Self {
        let range = match (source, unit) {
            (Source::Measure(Measure { form: Statistic::Correlation, .. }), _) => ValueRange::EVEN,
            (_, "share") => ValueRange::SHARE,
            _ => ValueRange::Above(0.0),
        };
        Self { name, meaning, unit, direction, group, role: None, range, most: None, source }
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

/// The figures of a game, one after the other.
struct Figures {
    /// What more points are for who has them, and what a player announces.
    words: [(&'static str, &'static str); 2],
    all: Vec<Figure>,
}

impl Figures {
    /// Adds the figure of this name in `figures.txt`, where `{}` stands for this.
    fn add(&mut self, pattern: &str, of: impl ToString, source: Source) -> &mut Figure {
        let (mut group, of) = ("", of.to_string());
        let line = include_str!("figures.txt").lines().find(|line| {
            group = line.strip_prefix("# ").unwrap_or(group);
            line.split(" | ").next() == Some(pattern)
        });
        let cells: Vec<_> = line.into_iter().flat_map(|line| line.split(" | ")).collect();
        let [_, unit, meaning, direction] = cells[..] else { panic!("no figure {pattern}") };
        let text = |text: &str| {
            let fill = |text: String, (word, by): &(&str, &str)| text.replace(word, by);
            self.words.iter().fold(text.replace("{}", &of), fill)
        };
        let name = (text(pattern), unit);
        self.all.push(Figure::new(name, text(meaning), text(direction), group, source));
        self.all.last_mut().expect("it was added")
    }
}

/// The figures of a game, in the order of all tables, where matches have so many hands at most.
pub(crate) fn figures(game: &dyn DynGame, max_hands: u64) -> Vec<Figure> {
    let roles = || game.roles().iter().enumerate();
    let rules = game.rules(&[]).expect("the defaults");
    let better = if rules.win().lowest { "lower" } else { "higher" };
    let target = if rules.phases().contains(&"bid") { "bid" } else { "contract" };
    let words = [("{better}", better), ("{target}", target)];
    let mut figures = Figures { words, all: Vec::new() };
    let counted = |form, of, count: Count| Source::Measure(Measure::new(form, of, count));
    let mean = |count| counted(Statistic::Ratio, 0, count);
    let of_hands = |of, count: Count| {
        Source::Measure(Measure { of_hands: true, ..Measure::new(Statistic::Ratio, of, count) })
    };
    let won = |of, count: Count| {
        Source::Measure(Measure { weight: SIXTHS, ..Measure::new(Statistic::Ratio, of, count) })
    };
    for (role, name) in roles() {
        let points: Count = |trace, role| {
            deviation(trace.in_role(role).map(|(hand, seat)| i64::from(hand.points[seat])))
        };
        let figure = figures.add("points_{}", name, of_hands(role, points));
        (figure.role, figure.range) = (Some(*name), ValueRange::Any);
        figures.add("points_sd_{}", name, counted(Statistic::Deviation, role, points));
    }
    if !game.roles().is_empty() {
        figures.add("role_spread", "", Source::Uneven(RoleDispersion::Spread));
        figures.add("unevenness", "", Source::Uneven(RoleDispersion::RootMeanSquare));
    }
    for (role, name) in roles() {
        let made: Count = |trace, role| {
            let kept = trace.in_role(role).filter_map(|(hand, seat)| hand.kept[seat]);
            let add = |(made, all), kept| (made + i64::from(kept), all + 1);
            let (made, all) = kept.fold((0, 0), add);
            ratio(made, all)
        };
        figures.add("made_{}", name, of_hands(role, made));
    }
    for seat in Seat::ALL {
        let of_seat: Count = |trace, seat| trace.won_by(Some(Seat::ALL[seat]));
        figures.add("won_seat_{}", seat, won(seat.number(), of_seat));
    }
    let from_first: Count = |trace, steps| trace.won_by(Some(trace.first_dealer.around()[steps]));
    for (steps, name) in
        ["won_first_dealer", "won_first_left", "won_first_right"].iter().enumerate()
    {
        figures.add(name, "", won(steps, from_first));
    }
    let most = Some(max_hands as f64);
    figures.add("hands", "", mean(|trace, _| ratio(trace.length() as i64, 1))).most = most;
    figures.add("hands_median", "", Source::Length(50));
    figures.add("hands_p95", "", Source::Length(95));
    figures.add("hands_max", "", Source::Greatest(0));
    figures.add("ended_top", "", mean(|trace, _| ratio(trace.played.reach.top.into(), 1)));
    figures.add("ended_bottom", "", mean(|trace, _| ratio(trace.played.reach.bottom.into(), 1)));
    figures.add("lead_changes", "", mean(|trace, _| ratio(trace.lead_changes(), 1))).most = most;
    for hands in [1, 2, 4, 8] {
        let name = if hands == 1 { "leader_wins_after_1" } else { "leader_wins_after_{}" };
        figures.add(
            name,
            hands,
            won(hands, |trace, hands| trace.won_by(trace.leader_after(hands))),
        );
    }
    figures.add("comeback", "", won(0, |trace, _| trace.won_by(trace.last_at_half())));
    let all_roles: Count = |trace, _| correlation(trace.successions());
    figures.add("momentum", "", counted(Statistic::Correlation, 0, all_roles));
    for (role, name) in roles() {
        let count: Count =
            |trace, role| correlation(trace.successions().filter(|&(first, ..)| first == role));
        figures.add("momentum_{}", name, counted(Statistic::Correlation, role, count));
    }
    figures.add("largest_swing", "", mean(|trace, _| ratio(trace.swing(), 1)));
    figures.add("largest_swing_max", "", Source::Greatest(1));
    for (number, [name, meaning, unit]) in game.quantities().into_iter().enumerate() {
        let role = game.roles().iter().find(|role| name.ends_with(&format!("_{role}")));
        let neither = || "neither".to_owned();
        let direction = role.map_or_else(neither, |role| format!("higher is better for {role}"));
        let count: Count =
            |trace, number| deviation(trace.values(number).map(|value| value as i64));
        let (greatest, meaning_of_greatest) = (format!("{name}_max"), format!("most: {meaning}"));
        for (name, meaning, direction, source) in [
            (name.to_owned(), meaning.to_owned(), direction, of_hands(number, count)),
            (greatest, meaning_of_greatest, neither(), Source::Greatest(2 + number)),
        ] {
            let figure = Figure::new((name, unit), meaning, direction, "contracts", source);
            figures.all.push(Figure { range: ValueRange::Above(0.0), ..figure });
        }
    }
    figures.add("skill", "", won(0, |trace, _| trace.skill.map_or([0; 6], |won| ratio(won, 18))));
    let measures = figures.all.iter_mut().filter_map(|figure| match &mut figure.source {
        Source::Measure(measure) => Some(measure),
        _ => None,
    });
    measures.enumerate().for_each(|(number, measure)| measure.number = number);
    figures.all
}
