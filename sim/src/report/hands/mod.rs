//! Hands of the run to step through on its page, card by card.

mod exemplars;
mod files;
mod steps;

use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value};
use threehand_bots::{AnyKind, Bots, Knowledge, Registry, Visitor};
use threehand_play::{Catalog, DynGame};

use self::exemplars::{Exemplar, Finder, PlayedOtherwise};
use self::steps::{Blunder, Steps};
use super::folder::Folder;
use crate::experiment::again::prepare_again;
use crate::experiment::contract::Settings;
use crate::experiment::life::settings_of;
use crate::games::named::{game_named, with_named_game};
use crate::play::asking::silence_bots;
use crate::play::seeds::Seeds;
use crate::records::opinions::Annotator;
use crate::records::replay::tell;
use crate::runs::kinds::kind;
use crate::terminal::failure::Failure;

/// What the section adds to the style of the page.
pub(super) const STYLE: &str = include_str!("hands.css");

/// What draws cards and piles in a page.
pub(crate) const CARDS: &str = include_str!("cards.js");

/// What the section runs in the page.
pub(super) const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("cards.js"),
    include_str!("hands.js"),
    "})();\n"
);

/// Hands that are worth a look, each with what the bot of the spec `annotate` thinks of its decisions; `None` where
/// the run has no matches of its own, or another version of the program began it.
///
/// # Errors
/// If there is no such bot, or a file of the folder can't be read.
pub(super) fn section<R: Registry>(
    (lab, catalog): (&R, &Catalog<'_>),
    folder: &Folder,
    annotate: Option<&str>,
) -> Result<Option<Markup>, Failure> {
    let written = &folder.written;
    let refused = |why: &str| annotate.map(|_| Failure::setting("annotate", why));
    if written.text("version") != env!("CARGO_PKG_VERSION") {
        let why = "another version of threehand began this run, and what its bots would do now is not known";
        return refused(why).map_or(Ok(Some(none(why))), Err);
    }
    silence_bots();
    let hands = kind(written.run()).map(|kind| -> Result<_, Failure> {
        let settings = &*settings_of(kind, written)?;
        let game = game_named(catalog, &settings.stage().game)?;
        with_named_game(lab, game.name(), InGame { lab, game, folder, settings, annotate })?
    });
    let (hands, searches) = match hands.transpose() {
        Ok(found) => found.unwrap_or_default(),
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
        let (scale, decimals) = if blunder.chance { (100.0, 1) } else { (1.0, 2) };
        let error = blunder
            .error
            .map_or_else(String::new, |error| format!(" ± {:.decimals$}", scale * error));
        let unit = if blunder.chance { "points of the chance to win the match" } else { "points" };
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

/// A hand of the section.
struct Shown {
    title: String,
    why: String,
    steps: String,
    blunders: Vec<Blunder>,
    told: String,
}

impl Shown {
    fn show(&self, number: usize) -> Markup {
        html! {
            article.hand id=(format!("hand-{}", number + 1)) {
                h3 { (self.title) }
                p.note { (self.why) }
                div.stage hidden {}
                script type="application/json" { (PreEscaped(&self.steps)) }
                details.told open {
                    summary { "The hand in words" }
                    pre.scroll tabindex="0" { (self.told) }
                }
            }
        }
    }
}

/// Whether a bot of an experiment that has these facts searches, so that it takes its time.
pub(crate) fn searches(lab: &impl Registry, facts: &Map<String, Value>) -> bool {
    let searching = lab.kinds().into_iter().filter(|kind| {
        let mut names = kind.parameters().iter().flat_map(|parameter| parameter.names());
        names.any(|name| ["worlds", "iterations"].contains(&name))
    });
    let searching: Vec<_> = searching.map(AnyKind::name).collect();
    let specs = facts.get("stands_for").and_then(Value::as_array).into_iter().flatten();
    let mut names = specs.filter_map(|spec| spec.as_str()?.split(':').next());
    names.any(|name| searching.contains(&name))
}

struct InGame<'a, R> {
    lab: &'a R,
    game: &'a dyn DynGame,
    folder: &'a Folder,
    settings: &'a dyn Settings,
    annotate: Option<&'a str>,
}

impl<R: Registry> Visitor for InGame<'_, R> {
    type Output = Result<(Vec<Shown>, bool), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let Self { lab, game, folder, settings, annotate } = self;
        let spec = annotate.map(|text| bots.spec(text)).transpose();
        let spec = spec.map_err(|error| Failure::setting("annotate", error.to_string()))?;
        let annotator = spec.map(|spec| (spec.to_string(), bots.maker(&spec)));
        let seeds = Seeds(settings.stage().seed);
        let experiment = prepare_again(settings, game, &folder.written)?;
        let searches = searches(lab, &experiment.facts());
        let finder = Finder { experiment: &*experiment, folder, searches };
        let show = |exemplar: Exemplar| {
            let Exemplar { title, why, record } = exemplar;
            let played = record.replay::<G>().map_err(anyhow::Error::from)?;
            let rng = seeds.opinion(record.match_number, record.lineup, record.hand);
            let annotator = annotator.as_ref();
            let annotator = annotator.map(|(name, make)| Annotator::new(name.clone(), make, rng));
            let steps = Steps::of(&record, &played, annotator);
            let (steps, blunders) = (steps::json(&steps), steps.blunders().collect());
            let told = tell(&record, &played)?;
            let told = told.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            Ok(Shown { title, why, steps, blunders, told })
        };
        let hands: Result<_, Failure> = finder.exemplars::<G>()?.into_iter().map(show).collect();
        Ok((hands?, searches))
    }
}
