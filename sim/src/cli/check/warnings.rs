//! What a designer should look at.

use threehand_stats::Estimate;

use super::decisions::Figure;
use super::text::shown;
use super::{Check, LEAST_BLOCKS, MOST_HANDS};
use crate::terminal::unit::Unit;

/// What is rarer than this hardly ever happens.
const RARE: f64 = 0.05;

/// So many hands in which something never happens show that it is rare: 0.95⁶⁰ is below 5 %.
const ENOUGH_HANDS: u64 = 60;

/// Matches of fewer hands than this are hardly more than one hand.
const SHORT: f64 = 2.0;

/// The options that say when a match ends.
const ENDS: [&str; 5] = ["match.above", "match.tricks", "match.hands", "target", "game_points"];

/// The win share of a bot against two weaker ones below which better play pays little; a third is even.
const LITTLE_SKILL: f64 = 0.4;

impl Check<'_> {
    /// What looks wrong, a sentence each: of the last bot, where nothing else is said.
    pub(super) fn warnings(&self) -> Vec<String> {
        let design = self.comparison.design;
        let [.., bot] = &design.rungs[..] else { return Vec::new() };
        let bot = &bot.label;
        let value = |name: &str| self.comparison.values[0].last()?[design.figure(name)?];
        let share = |share: Estimate| Unit::Share.text(&shown(share));
        let mut warnings = self.of_rules();
        for (rung, endless) in design.rungs.iter().zip(&self.endless) {
            if let Some(endless) = endless.filter(|endless| endless.mean >= RARE) {
                let (share, bot) = (share(endless), &rung.label);
                warnings.push(format!(
                    "Matches hardly end: {share} of those of {bot} are not over after {MOST_HANDS} hands."
                ));
            }
        }
        let ends = self.ends_of_matches();
        let is_meant = ends.iter().any(|end| end == "match.hands=1");
        let matches = self.comparison.study.blocks;
        let hands = self.hands.last().map_or(0.0, |&hands| hands as f64 / matches as f64);
        if matches >= LEAST_BLOCKS && hands < SHORT && !is_meant {
            let ends = match ends.join(", ") {
                ends if ends.is_empty() => ends,
                ends => format!(" They end by {ends}: a higher one makes them longer."),
            };
            warnings.push(format!("Matches of {bot} are short: {hands:.1} hands each.{ends}"));
        }
        for role in design.game.roles() {
            let name = format!("made_{role}");
            let Some((made, figure)) = value(&name).zip(design.figure(&name)) else { continue };
            let figure = &design.figures[figure];
            let count = self.comparison.study.count(design.rungs.len() - 1, 0, figure);
            // Of equal blocks no interval knows how many hands they have.
            let always = |end: f64| count >= ENOUGH_HANDS && made.mean == end;
            if always(0.0) || made.hi.is_some_and(|hi| hi < RARE) {
                let share = share(made);
                warnings.push(format!(
                    "The target of {role} is hardly ever made: in {share} of hands."
                ));
            }
            if always(1.0) || is_above(made, 1.0 - RARE) {
                let share = share(made);
                warnings.push(format!(
                    "The target of {role} is hardly ever missed: it is made in {share} of hands."
                ));
            }
        }
        let sds = design.game.roles().iter().filter_map(|role| value(&format!("points_sd_{role}")));
        let sds: Vec<f64> = sds.map(|sd| sd.mean).collect();
        let sd = sds.iter().sum::<f64>() / sds.len().max(1) as f64;
        if let Some(spread) = value("role_spread").filter(|spread| is_above(*spread, sd)) {
            let (spread, sd) = (Unit::Plain.text(&shown(spread)), Unit::Plain.value(sd));
            warnings.push(format!(
                "The roles are far from even: the best gains {spread} points a hand more than the worst. That is more than \
                 the standard deviation of a role's points, {sd}."
            ));
        }
        if let Some(shared) = self.shared.last().copied().flatten().filter(|s| is_above(*s, RARE)) {
            warnings.push(format!("Players share {} of matches.", share(shared)));
        }
        if let Some(skill) = value("skill").filter(|skill| skill.mean < LITTLE_SKILL) {
            let (below, won) = (&design.rungs[design.rungs.len() - 2].label, share(skill));
            warnings.push(format!(
                "Better play pays little with these bots: {bot} alone against two {below} wins {won} (even: 33.3 %). \
                 A bot that searches may show more: --bots {below},{bot},pimc."
            ));
        }
        let of_all = |figure| self.decisions.value(0, design.rungs.len() - 1, figure);
        if let Some(forced) = of_all(Figure::Forced).filter(|forced| is_above(*forced, 0.5)) {
            let share = share(forced);
            warnings
                .push(format!("There is little to decide: {share} of decisions have one choice."));
        }
        if let Some(range) = of_all(Figure::Range).filter(|range| !is_above(*range, 0.0)) {
            let range = Unit::Plain.text(&range);
            warnings.push(format!(
                "The choice hardly matters: the best is worth {range} points more than the worst."
            ));
        }
        warnings
    }

    /// The options that say when a match ends, with their values.
    fn ends_of_matches(&self) -> Vec<String> {
        let options = self.rules.options();
        let value = |name: &str, default: &str| {
            let set = options.iter().find(|(other, _)| *other == name);
            set.map_or_else(|| default.to_owned(), |(_, value)| value.clone())
        };
        let all = self.comparison.design.game.rule_options().iter();
        let all = all.filter(|option| ENDS.contains(&option.name));
        let all = all.map(|option| (option.name, value(option.name, option.default())));
        all.filter(|(_, value)| value != "none")
            .map(|(name, value)| format!("{name}={value}"))
            .collect()
    }

    /// What follows from the rules.
    fn of_rules(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some((contracts, tricks)) = self.owed {
            let who = if contracts > tricks { "misses" } else { "gets more" };
            warnings.push(format!(
                "The contracts add up to {contracts}, and a hand has {tricks} tricks: somebody always {who}."
            ));
        }
        let is_met = |phase: &&str| self.decisions.0.iter().any(|(met, _)| met == phase);
        for phase in self.rules.phases().iter().filter(|phase| !is_met(phase)) {
            warnings.push(format!("Nobody ever gets to the step `{phase}`."));
        }
        warnings
    }
}

/// Whether an estimate is shown to be above a value; without an interval, whether it is.
fn is_above(estimate: Estimate, value: f64) -> bool {
    estimate.lo.unwrap_or(estimate.mean) > value
}
