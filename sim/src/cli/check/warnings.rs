//! What a designer should look at.

use super::decisions::{ALL, Figure};
use super::{Check, MOST_HANDS};
use crate::stats::Estimate;
use crate::terminal::unit::Unit;

/// What is rarer than this, or what is not this rare the other way round, can be left out of a game.
const RARE: f64 = 0.05;

impl Check<'_> {
    /// What looks wrong, a sentence each; of the last bot, where nothing else is said.
    pub(super) fn warnings(&self) -> Vec<String> {
        let design = self.comparison.design;
        let bot = self.last();
        let mut warnings = Vec::new();
        if let Some((contracts, tricks)) = self.owed {
            let who = if contracts > tricks {
                "somebody always misses"
            } else {
                "somebody always gets more"
            };
            warnings.push(format!(
                "The contracts add up to {contracts}, and a hand has {tricks} tricks: {who}."
            ));
        }
        let met = |phase: &&str| self.decisions.0.iter().any(|(other, _)| other == phase);
        for phase in self.rules.phases().iter().filter(|phase| !met(phase)) {
            warnings.push(format!("Nobody ever gets to the step `{phase}`."));
        }
        for (rung, endless) in self.endless.iter().enumerate() {
            if let Some(endless) = endless.filter(|share| share.mean >= RARE) {
                let (share, bot) = (Unit::Share.value(endless.mean), &design.rungs[rung].label);
                warnings.push(format!(
                    "Matches hardly end: {share} of those of {bot} are not over after {MOST_HANDS} hands."
                ));
            }
        }
        for (name, role) in design.game.roles().iter().map(|role| (format!("made_{role}"), role)) {
            let Some(made) = self.value(&name) else { continue };
            let share = Unit::Share.text(&made);
            // Where every match is at the same end, the interval of few matches is wide.
            if made.mean == 0.0 || made.hi.is_some_and(|hi| hi < RARE) {
                warnings.push(format!(
                    "Hardly anybody makes the target as {role}: {bot} in {share} of hands."
                ));
            }
            if made.mean == 1.0 || above(&made, 1.0 - RARE) {
                warnings.push(format!(
                    "Hardly anybody misses the target as {role}: {bot} makes it in {share} of hands."
                ));
            }
        }
        let roles = || design.game.roles().iter();
        let sds: Vec<f64> =
            roles().filter_map(|r| Some(self.value(&format!("points_sd_{r}"))?.mean)).collect();
        let sd = sds.iter().sum::<f64>() / sds.len().max(1) as f64;
        if let Some(spread) =
            self.value("role_spread").filter(|spread| spread.lo.is_some_and(|lo| lo > sd))
        {
            let (spread, sd) = (Unit::Plain.text(&spread), Unit::Plain.value(sd));
            warnings.push(format!(
                "The roles are far from even: the best gains {spread} points a hand more than the worst, and the points of a \
                 role have a standard deviation of {sd}."
            ));
        }
        if let Some(shared) =
            self.shared.last().copied().flatten().filter(|share| above(share, RARE))
        {
            warnings.push(format!("Players share {} of matches.", Unit::Share.text(&shared)));
        }
        if let Some(skill) = self.value("skill").filter(|skill| !above(skill, 1.0 / 3.0)) {
            let (below, won) =
                (&design.rungs[design.rungs.len() - 2].label, Unit::Share.text(&skill));
            warnings.push(format!(
                "Better play hardly shows: {bot} alone against two {below} wins {won} (even: 33.3 %)."
            ));
        }
        let of_all = |figure| {
            let all = self.decisions.0.iter().position(|(phase, _)| *phase == ALL)?;
            self.decisions.value(all, design.rungs.len() - 1, figure)
        };
        if let Some(forced) = of_all(Figure::Forced).filter(|share| above(share, 0.5)) {
            warnings.push(format!(
                "There is little to decide: {} of decisions have one choice.",
                Unit::Share.text(&forced)
            ));
        }
        if let Some(range) = of_all(Figure::Range).filter(|range| !above(range, 0.0)) {
            warnings.push(format!(
                "The choice hardly matters: the best is worth {} points more than the worst.",
                Unit::Plain.text(&range)
            ));
        }
        warnings
    }

    /// The last bot.
    pub(super) fn last(&self) -> &str {
        self.comparison.design.rungs.last().map_or("", |player| &player.label)
    }

    /// A figure of the last bot.
    pub(super) fn value(&self, name: &str) -> Option<Estimate> {
        let figure = self.comparison.design.figure(name)?;
        self.comparison.values[0].last()?[figure]
    }
}

/// Whether an estimate is shown to be above a value; without an interval, whether it is.
fn above(estimate: &Estimate, value: f64) -> bool {
    estimate.lo.unwrap_or(estimate.mean) > value
}
