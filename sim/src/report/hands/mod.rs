//! Hands of the run to step through on its page, card by card.

mod exemplars;
mod files;
mod steps;

use maud::{Markup, PreEscaped, html};
use threehand_bots::Spec;
use threehand_play::Catalog;

use self::exemplars::{Exemplar, PlayedOtherwise, exemplars};
use self::steps::{Blunder, Steps};
use super::folder::Folder;
use crate::contrast::rerun::{OTHER_VERSION, Rerun};
use crate::records::advice::Adviser;
use crate::records::replay::{hand_text, trimmed};
use crate::terminal::failure::Failure;

/// The section's part of the style of the page.
pub(super) const STYLE: &str = include_str!("hands.css");

/// The script that draws cards and piles.
pub(crate) const CARDS: &str = include_str!("cards.js");

/// The section's script.
pub(super) const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("cards.js"),
    include_str!("hands.js"),
    "})();\n"
);

/// Hands that are worth a look, with the advice of a bot if one is asked; `None` where the run has no matches of
/// its own.
///
/// # Errors
/// If there is no such bot, or a file of the folder can't be read.
pub(super) fn section(
    catalog: &Catalog<'_>,
    folder: &Folder,
    annotate: Option<&str>,
) -> Result<Option<Markup>, Failure> {
    let refused = |why: &str| annotate.map(|_| Failure::setting("annotate", why));
    if folder.written.text("version") != env!("CARGO_PKG_VERSION") {
        return refused(OTHER_VERSION).map_or(Ok(Some(none(OTHER_VERSION))), Err);
    }
    let (hands, searches) = match hands(catalog, folder, annotate) {
        Ok(found) => found,
        Err(Failure::Failed(error)) if error.is::<PlayedOtherwise>() => {
            let why = format!(
                "{error}, so the manifest or the bots have changed since (`threehand verify --again` says more)"
            );
            return refused(&why).map_or(Ok(Some(none(&why))), Err);
        }
        Err(failure) => return Err(failure),
    };
    if hands.is_empty() {
        return refused("this page has no hands to step through").map_or(Ok(None), Err);
    }
    Ok(Some(html! {
        section #hands {
            h2 { "Hands to step through" }
            p.note {
                "The program chose these hands and played them again from the seed. Arrow keys, buttons and a swipe go \
                 from decision to decision. The switch above a table shows what one seat knew."
                @if searches { " A bot of this run searches, so only few matches were looked at." }
            }
            @if let Some(spec) = annotate {
                p.note { "Beside each decision stands what " code { (spec) } " would have chosen on what the seat knew." }
            }
            (worst(&hands))
            @for (number, hand) in hands.iter().enumerate() { (hand.show(number)) }
        }
    }))
}

/// The decisions of these hands that cost the most by the bot that was asked, with links to them; nothing where it
/// puts no figures on its choices.
fn worst(hands: &[Shown]) -> Markup {
    /// As many are listed.
    const LISTED: usize = 5;
    let of = |(number, hand)| {
        let Shown { blunders, .. }: &Shown = hand;
        blunders.iter().map(move |blunder| (number, blunder))
    };
    let mut all: Vec<(usize, &Blunder)> = hands.iter().enumerate().flat_map(of).collect();
    all.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    all.truncate(LISTED);
    let points = |blunder: &Blunder| {
        let (scale, decimals) = if blunder.is_chance { (100.0, 1) } else { (1.0, 2) };
        let error = blunder
            .error
            .map_or_else(String::new, |error| format!(" ± {:.decimals$}", scale * error));
        let unit =
            if blunder.is_chance { "points of the chance to win the match" } else { "points" };
        format!("{:.decimals$}{error} {unit}", scale * blunder.loss)
    };
    html! {
        @if !all.is_empty() {
            p { "The decisions that cost the most (± is a standard error):" }
            ol.worst {
                @for (number, blunder) in all {
                    li {
                        a href=(format!("#hand-{}", number + 1)) data-step=(blunder.step) {
                            (hands[number].title) ", decision " (blunder.step + 1)
                        }
                        ": seat " (blunder.seat) " does “" (blunder.done) "”, not “" (blunder.choice) "”, which costs "
                        (points(blunder)) "."
                    }
                }
            }
        }
    }
}

/// The section where there are no hands.
fn none(why: &str) -> Markup {
    html! {
        section #hands {
            h2 { "Hands to step through" }
            p.note { "There are none here: " (why) "." }
        }
    }
}

/// The hands to show, and whether a bot of the run searches.
fn hands(
    catalog: &Catalog<'_>,
    folder: &Folder,
    annotate: Option<&str>,
) -> Result<(Vec<Shown>, bool), Failure> {
    let Some(rerun) = Rerun::of(catalog, folder)? else { return Ok((Vec::new(), false)) };
    let spec = annotate.map(|text| rerun.game.spec(text)).transpose();
    let spec = spec.map_err(|error| Failure::setting("annotate", error.to_string()))?;
    let exemplars = exemplars(&rerun, folder)?.into_iter();
    let hands: anyhow::Result<_> =
        exemplars.map(|exemplar| Shown::of(&rerun, exemplar, spec.as_ref())).collect();
    Ok((hands?, rerun.searches))
}

/// A hand of the section.
struct Shown {
    title: String,
    why: String,
    steps: String,
    blunders: Vec<Blunder>,
    text: String,
}

impl Shown {
    fn of(rerun: &Rerun<'_>, exemplar: Exemplar, adviser: Option<&Spec>) -> anyhow::Result<Self> {
        let Exemplar { title, why, record } = exemplar;
        let hand = rerun.game.replay(&record)?;
        let rng = rerun.seeds.opinion(record.match_number, record.lineup, record.hand);
        let adviser = adviser.map(|spec| Adviser::new(rerun.game, spec, rng));
        let steps = Steps::of(&record, &*hand, adviser);
        let text = trimmed(&hand_text(&record, &*hand)).join("\n");
        Ok(Self { title, why, steps: steps.json(), blunders: steps.blunders().collect(), text })
    }

    fn show(&self, number: usize) -> Markup {
        html! {
            article.hand id=(format!("hand-{}", number + 1)) {
                h3 { (self.title) }
                p.note { (self.why) }
                div.stage hidden {}
                script type="application/json" { (PreEscaped(&self.steps)) }
                details.told open {
                    summary { "The hand in words" }
                    pre.scroll tabindex="0" { (self.text) }
                }
            }
        }
    }
}
