//! The section of hands to step through, card by card.

mod exemplars;
mod steps;

use maud::{Markup, PreEscaped, html};
use threehand_bots::{Judged, Spec};
use threehand_play::Catalog;

use self::exemplars::{Exemplar, PlayedOtherwise, exemplars};
use self::steps::Steps;
use super::folder::Folder;
use super::prose;
use crate::experiment::contract::Experiment;
use crate::records::advice::{Advice, Adviser};
use crate::records::replay::{hand_text, trimmed};
use crate::report::contrast::rerun::{OTHER_VERSION, Rerun};
use crate::terminal::failure::Failure;

/// The style of cards.
pub(super) const CARD_STYLE: &str = include_str!("cards.css");

/// The section's style.
pub(super) const STYLE: &str = concat!(include_str!("cards.css"), include_str!("hands.css"));

/// The script that draws cards.
pub(crate) const CARDS: &str = include_str!("cards.js");

/// The section's script.
pub(super) const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("cards.js"),
    include_str!("hands.js"),
    "})();\n"
);

/// Hands that are worth a look, with the advice of a bot if one is named; `None` where the run has no matches of
/// its own.
///
/// # Errors
/// If there is no such bot, or a file of the folder can't be read.
pub(super) fn section(
    catalog: &Catalog<'_>,
    (experiment, played): (&Experiment<'_>, u64),
    folder: &Folder,
    annotate: Option<&str>,
) -> Result<Option<Markup>, Failure> {
    let none = |why: String, section: Option<Markup>| match annotate {
        Some(_) => Err(Failure::setting("annotate", why)),
        None => Ok(section),
    };
    let none_as = |why: String| {
        let note = html! { p.note { "There are none here: " (why) "." } };
        none(why, Some(framed(&note)))
    };
    if !folder.written.is_of_this_version() {
        return none_as(OTHER_VERSION.to_owned());
    }
    if let Err(why) = experiment.expect_bots() {
        return none_as(format!("{why:#}"));
    }
    let no_hands = || none("this page has no hands to step through".to_owned(), None);
    let rerun = Rerun::of(catalog, experiment, folder, played)?;
    let spec = annotate.map(|text| rerun.game.spec(text)).transpose();
    let spec = spec.map_err(|error| Failure::setting("annotate", error.to_string()))?;
    let exemplars = match exemplars(&rerun, folder) {
        Err(error) if error.is::<PlayedOtherwise>() => {
            let cause = "so the manifest or the bots have changed since (`threehand verify --again` says more)";
            return none_as(format!("{error}, {cause}"));
        }
        exemplars => exemplars?,
    };
    if exemplars.is_empty() {
        return no_hands();
    }
    let hand = |exemplar| Hand::of(&rerun, exemplar, spec.as_ref());
    let hands = exemplars.into_iter().map(hand).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(Some(shown(&hands, rerun.searches, annotate)))
}

/// The section with this content.
fn framed(content: &Markup) -> Markup {
    html! { section #hands { h2 { "Hands to step through" } (content) } }
}

/// The section of these hands.
fn shown(hands: &[Hand], searches: bool, annotate: Option<&str>) -> Markup {
    framed(&html! {
        p.note {
            "The program chose these hands and played them again from the seed. Arrow keys, buttons and a swipe go \
             from decision to decision. The switch above a table shows what one seat knew."
            @if searches { " A bot of this run searches, so only few matches were looked at." }
        }
        @if let Some(spec) = annotate {
            p.note { "Beside each decision stands what " code { (spec) } " would have chosen on what the seat knew." }
        }
        (worst(hands))
        @for (number, hand) in hands.iter().enumerate() { (hand.show(number)) }
    })
}

/// The decisions of these hands that cost the most by the named bot, with links to them; empty where the bot compares
/// no actions.
fn worst<'h>(hands: &'h [Hand]) -> Markup {
    /// The decisions that are listed.
    const LISTED: usize = 5;
    let of_hand = |(number, hand): (usize, &'h Hand)| {
        hand.steps.mistakes().map(move |mistake| (number, mistake))
    };
    let mut all: Vec<_> = hands.iter().enumerate().flat_map(of_hand).collect();
    all.sort_by(|(_, (.., a)), (_, (.., b))| b.loss.total_cmp(&a.loss));
    all.truncate(LISTED);
    let cost = |advice: &Advice, worth: &Judged<usize>| {
        let (scale, decimals, unit) = match advice.is_chance() {
            true => (100.0, 1, "percentage points of the chance to win the match"),
            false => (1.0, 2, "points"),
        };
        let number = |value: f64| format!("{:.decimals$}", scale * value);
        let error = worth.error.map_or_else(String::new, |error| format!(" ± {}", number(error)));
        format!("{}{error} {unit}", number(worth.loss))
    };
    html! {
        @if !all.is_empty() {
            p { "The decisions that cost the most (± is a standard error):" }
            ol.worst {
                @for (hand, (number, step, advice, loss)) in all {
                    li {
                        a href=(format!("#hand-{}", hand + 1)) data-step=(number) {
                            (hands[hand].title) ", decision " (number + 1)
                        }
                        ": seat " (step.seat) " does “" (step.say) "”, not “" (advice.choice.words) "”, which costs "
                        (cost(advice, &loss)) "."
                    }
                }
            }
        }
    }
}

/// A hand of the section.
struct Hand {
    title: String,
    why: String,
    steps: Steps,
    text: String,
}

impl Hand {
    fn of(rerun: &Rerun<'_>, exemplar: Exemplar, adviser: Option<&Spec>) -> anyhow::Result<Self> {
        let Exemplar { title, why, record } = exemplar;
        let hand = rerun.game.replay(&record)?;
        let rng = rerun.seeds.opinion(record.match_number, record.lineup, record.hand);
        let adviser = adviser.map(|spec| Adviser::new(rerun.game, spec, rng));
        let steps = Steps::of(&record, &*hand, adviser);
        let text = trimmed(&hand_text(&record, &*hand)).join("\n");
        Ok(Self { title, why, steps, text })
    }

    fn show(&self, number: usize) -> Markup {
        html! {
            article.hand id=(format!("hand-{}", number + 1)) {
                h3 { (self.title) }
                p.note { (prose(&self.why)) }
                div.stage hidden {}
                script type="application/json" { (PreEscaped(self.steps.json())) }
                details.in-words open {
                    summary { "The hand in words" }
                    pre.scroll tabindex="0" { (self.text) }
                }
            }
        }
    }
}
