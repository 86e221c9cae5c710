//! The page: one file that needs nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Map, Value};

use super::answer::Answer;
use super::charts;
use super::content::Content;
use super::folder::Folder;
use super::glossary::glossary;
use super::hands;
use super::unit::glued;
use crate::terminal::shown::lines;

/// What a report is known by.
const GENERATOR: &str = "threehand report";

pub(super) const STYLE: &str = include_str!("style.css");
/// As many sentences of an answer are shown at first.
const SENTENCES: usize = 6;
/// A longer word may be broken.
const WORD: usize = 24;

/// What a page is made of.
pub(super) struct Page<'a> {
    pub(super) folder: &'a Folder,
    pub(super) answer: Option<&'a Answer>,
    pub(super) content: &'a Content,
    /// Recorded hands to step through.
    pub(super) hands: Option<&'a Markup>,
}

impl Page<'_> {
    /// The whole page.
    pub(super) fn show(&self) -> Markup {
        let Self { folder, content, hands, .. } = self;
        let title = format!("{} · threehand {}", content.title, folder.written.run());
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="generator" content=(GENERATOR);
                    title { (title) }
                    style {
                        (PreEscaped(charts::COLOURS)) (PreEscaped(STYLE)) (PreEscaped(charts::STYLE))
                        @if hands.is_some() { (PreEscaped(hands::STYLE)) }
                    }
                }
                body {
                    main {
                        (self.head())
                        (self.answer())
                        @if !content.tables.is_empty() {
                            section #tables { h2 { "Tables" } @for table in &content.tables { (table.show()) } }
                        }
                        @if !content.charts.is_empty() {
                            section #charts { h2 { "Charts" } @for chart in &content.charts { (chart.inline()) } }
                        }
                        (self.method())
                        @if let Some(hands) = hands { (hands) }
                    }
                    @if hands.is_some() { script { (PreEscaped(hands::SCRIPT)) } }
                }
            }
        }
    }

    fn head(&self) -> Markup {
        let Self { folder, content, .. } = self;
        let written = &folder.written;
        let seed = folder.count("seed").map(|seed| format!("seed {seed}"));
        let finished = written.finished().and_then(|(finished, _)| finished.split('T').next());
        let finished = finished.map(|day| format!("played on {day}"));
        let facts = content
            .facts
            .iter()
            .cloned()
            .chain(seed)
            .chain(finished)
            .filter(|fact| !fact.is_empty());
        let parts = [
            ("tables", "Tables", content.tables.is_empty()),
            ("charts", "Charts", content.charts.is_empty()),
        ];
        html! {
            header {
                p.kind { (folder.text("game")) " · " (written.run()) }
                h1 { (unbroken(content.title.split(' '), " ")) }
                p.facts { (unbroken(facts, " · ")) }
                @for rules in self.rules().iter().take(SENTENCES) { p.facts { code { (rules) } } }
                nav {
                    @for (id, name, _) in parts.iter().filter(|(.., empty)| !empty) {
                        a href=(format!("#{id}")) { (name) } " "
                    }
                    a href="#method" { "Method" }
                    @if self.hands.is_some() { " " a href="#hands" { "Hands" } }
                }
            }
        }
    }

    fn answer(&self) -> Markup {
        let Some(Answer { words, notes, .. }) = self.answer else {
            return html! {
                section #answer {
                    p.lead { "The answer in words is left out: this folder does not keep the sums that it is made from, or \
                              another version of threehand wrote them. All figures below are those of its tables." }
                }
            };
        };
        let lines: Vec<&str> = words.lines().collect();
        let (sentences, figures): (Vec<&str>, Vec<&str>) =
            lines.into_iter().partition(|line| !line.starts_with(' '));
        let (shown, folded) = sentences.split_at(sentences.len().min(SENTENCES));
        let notes: Vec<&str> = notes.lines().filter(|line| !line.is_empty()).collect();
        html! {
            section #answer {
                @for (number, sentence) in shown.iter().enumerate() {
                    p class=[(number == 0).then_some("lead")] { (glued(sentence)) }
                }
                @if !folded.is_empty() {
                    details {
                        summary { (format!("{} more sentences", folded.len())) }
                        @for sentence in folded { p { (glued(sentence)) } }
                    }
                }
                @if !figures.is_empty() {
                    dl.figures {
                        @for line in &figures {
                            @let (word, figure) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
                            dt { (word) }
                            dd { (glued(figure.trim())) }
                        }
                    }
                }
                @if !notes.is_empty() {
                    div.notes { @for note in notes { p { (glued(note)) } } }
                }
            }
        }
    }

    /// The options of the rules that are not at their defaults, a line for the run or for each variant.
    fn rules(&self) -> Vec<String> {
        let written = &self.folder.written;
        let rules = ["rules", "options"].into_iter().filter_map(|key| written.value(key));
        rules.flat_map(options).map(|rules| lines(&rules)).collect()
    }

    fn method(&self) -> Markup {
        let Self { folder, content, .. } = self;
        let written = &folder.written;
        let hash = written.finished().map_or("", |(_, hash)| hash);
        let rules = self.rules();
        let stands_for = folder.texts("specs").into_iter().zip(folder.texts("stands_for"));
        let stands_for = stands_for.filter(|(spec, stands)| spec != stands);
        html! {
            section #method {
                h2 { "How it was done" }
                @for paragraph in &content.method { p { (paragraph) } }
                p {
                    "Errors are taken over blocks: each block has cards of its own. A 95 % interval holds the true value in \
                     95 of 100 runs. Intervals are each of one figure, not corrected for their number."
                }
                h3 { "To repeat it" }
                pre.scroll tabindex="0" { code { (folder.text("command")) } }
                p {
                    "The folder of the run holds the same settings in " code { "config.toml" } ". So "
                    code { (format!("threehand {} --config config.toml --out again", written.run())) }
                    " plays the run again, and the same version gives the same " code { "results_hash" }
                    " at any number of threads. " code { "threehand verify" }
                    " checks the folder, from the seed to the tables."
                }
                dl.facts {
                    dt { "version" } dd { "threehand " (folder.text("version")) }
                    @if let Some(rules_version) = folder.count("rules_version") {
                        dt { "rules" } dd { "version " (rules_version) @for rules in &rules { br; code { (rules) } } }
                    }
                    @if let Some(seed) = folder.count("seed") { dt { "seed" } dd { (seed) } }
                    @for (spec, stands) in stands_for { dt { (spec) } dd { code { (stands) } } }
                    dt { "results_hash" } dd { code.hash { (hash) } }
                }
                h3 { "Terms" }
                (glossary(&content.terms))
            }
        }
    }
}

/// Texts in a row, none of them broken at a hyphen.
fn unbroken(texts: impl IntoIterator<Item = impl AsRef<str>>, between: &str) -> Markup {
    html! {
        @for (number, text) in texts.into_iter().enumerate() {
            @if number > 0 { (between) }
            @let text = text.as_ref();
            span class=[(text.chars().count() <= WORD).then_some("word")] { (text) }
        }
    }
}

/// The options of the rules that differ from the game's own: as `key=value`, or of several variants a line each.
fn options(rules: &Value) -> Vec<String> {
    fn told(value: &Value) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Array(values) => values.iter().map(told).collect::<Vec<_>>().join("-"),
            other => other.to_string(),
        }
    }
    let pairs = |map: &Map<String, Value>| {
        map.iter()
            .map(|(key, value)| format!("{key}={}", told(value)))
            .collect::<Vec<_>>()
            .join(",")
    };
    let of_variants = |map: &Map<String, Value>| map.values().any(Value::is_object);
    match rules {
        Value::Object(map) if of_variants(map) => map
            .iter()
            .filter_map(|(variant, options)| Some((variant, options.as_object()?)))
            .filter(|(_, options)| !options.is_empty())
            .map(|(variant, options)| format!("{variant}: {}", pairs(options)))
            .collect(),
        Value::Object(map) if !map.is_empty() => vec![pairs(map)],
        _ => Vec::new(),
    }
}

/// Whether a text is a page that this program has made.
pub(super) fn is_page(text: &str) -> bool {
    text.starts_with("<!DOCTYPE html>") && text.contains(&format!("content=\"{GENERATOR}\""))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The classes with which selectors of a style begin, and all classes that it names.
    fn classes(style: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
        let rules = style.split('}').filter_map(|rule| rule.split_once('{'));
        let selectors = rules.flat_map(|(selectors, _)| selectors.split(','));
        let selectors: Vec<&str> = selectors.map(str::trim).collect();
        let is_end = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
        let name = |text: &'_ str| -> usize { text.find(is_end).unwrap_or(text.len()) };
        let begins = selectors.iter().filter_map(|selector| selector.strip_prefix('.'));
        let begins = begins.map(|text| &text[..name(text)]).collect();
        let all = selectors.iter().flat_map(|selector| selector.split('.').skip(1));
        (begins, all.map(|text| &text[..name(text)]).collect())
    }

    #[test]
    fn the_hands_have_no_rule_for_what_stands_elsewhere_on_the_page() {
        let (begins, _) = classes(hands::STYLE);
        assert!(begins.contains("stage") && begins.len() > 30, "{begins:?}");
        for style in [STYLE, charts::STYLE] {
            let (_, elsewhere) = classes(style);
            let both: Vec<_> = begins.intersection(&elsewhere).collect();
            assert!(both.is_empty(), "{both:?}");
        }
    }
}
