//! The page: one file that needs nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Map, Value};

use super::charts;
use super::folder::Folder;
use super::glossary::glossary;
use super::hands;
use super::{UNBROKEN, prose, table};
use crate::tables::page::{Chart, PageContent};
use crate::terminal::shown::lines;

/// The name by which a page is recognised.
const GENERATOR: &str = "threehand report";

pub(super) const STYLE: &str = include_str!("style.css");
/// What is said of a run that goes on.
const SO_FAR: &str = "The run is not finished. Intervals hold for a number of blocks that was chosen before; who stops \
    where the figures please finds effects that are none.";
/// The sentences below the chart that are shown at first.
const SENTENCES: usize = 5;

/// The parts of a page.
pub(super) struct Page<'a> {
    pub(super) folder: &'a Folder,
    /// How far the run has got, if it is not finished.
    pub(super) so_far: Option<String>,
    /// Sentences, a line each, and lines of a word and a figure, which begin with a blank.
    pub(super) answer: &'a str,
    /// Remarks, a sentence a line.
    pub(super) notes: &'a str,
    pub(super) content: &'a PageContent,
    /// The section of hands to step through.
    pub(super) hands: Option<Markup>,
}

impl Page<'_> {
    /// The document.
    pub(super) fn show(&self) -> Markup {
        let Self { folder, content: PageContent { title, tables, .. }, hands, .. } = self;
        let title = format!("{} · threehand {}", lines(title), folder.written.run());
        let generator = html! { meta name="generator" content=(GENERATOR); };
        let mut style = [charts::COLOURS, STYLE, charts::STYLE].concat();
        let mut script = "";
        if hands.is_some() {
            style += hands::STYLE;
            script = hands::SCRIPT;
        }
        let main = html! {
            main {
                (self.head())
                section #answer { (self.answer()) }
                @if !tables.is_empty() {
                    section #tables { h2 { "Tables" } @for table in tables { (table::show(table)) } }
                }
                @if !self.charts().is_empty() {
                    section #charts {
                        h2 { "Charts" }
                        @for chart in self.charts() { (charts::inline(chart)) }
                    }
                }
                (self.method())
                @if let Some(hands) = hands { (hands) }
            }
        };
        document(&title, &generator, &style, &main, script)
    }

    /// The charts that don't stand beside the answer.
    fn charts(&self) -> &[Chart] {
        self.content.charts.get(1..).unwrap_or_default()
    }

    fn head(&self) -> Markup {
        let Self { folder, content, hands, .. } = self;
        let seed = folder.count("seed").map(|seed| format!("seed {seed}"));
        let finished = folder.written.finished().and_then(|(time, _)| time.split('T').next());
        let finished = finished.map(|day| format!("played on {day}"));
        let facts = content.facts.iter().map(|fact| lines(fact)).chain(seed).chain(finished);
        let parts = [
            ("#tables", "Tables", !content.tables.is_empty()),
            ("#charts", "Charts", !self.charts().is_empty()),
            ("#method", "Method", true),
            ("#hands", "Hands", hands.is_some()),
        ];
        html! {
            header {
                p.kind { (folder.text("game")) " · " (folder.written.run()) }
                h1 { (prose(&lines(&content.title))) }
                p.facts { (unbroken(facts.filter(|fact| !fact.is_empty()))) }
                nav {
                    @for (to, name, _) in parts.iter().filter(|(.., is_there)| *is_there) {
                        a href=(to) { (name) } " "
                    }
                }
            }
        }
    }

    fn answer(&self) -> Markup {
        let (sentences, figures): (Vec<&str>, Vec<&str>) =
            self.answer.lines().partition(|line| !line.starts_with(' '));
        let (lead, sentences) = sentences.split_at(sentences.len().min(1));
        let (shown, folded) = sentences.split_at(sentences.len().min(SENTENCES));
        let mut notes = self.notes.lines().filter(|line| !line.is_empty()).peekable();
        html! {
            @if let Some(so_far) = &self.so_far {
                p { strong { "So far: " (so_far) } ". " (SO_FAR) }
            }
            @for sentence in lead { p.lead { (prose(sentence)) } }
            @if let Some(chart) = self.content.charts.first() { (charts::inline(chart)) }
            @if let Some(table) = &self.content.verdicts { (table::show(table)) }
            @for sentence in shown { p { (prose(sentence)) } }
            @for rules in self.rules().iter().take(SENTENCES) { p.facts { code { (rules) } } }
            @if !folded.is_empty() {
                details {
                    summary { (folded.len()) " more sentences" }
                    @for sentence in folded { p { (prose(sentence)) } }
                }
            }
            @if !figures.is_empty() {
                dl.figures {
                    @for line in figures {
                        @let (word, figure) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
                        dt { (word) } dd { (prose(figure.trim())) }
                    }
                }
            }
            @if notes.peek().is_some() {
                div.notes { @for note in notes { p { (prose(note)) } } }
            }
        }
    }

    /// The options of the rules that differ from the defaults, a line for the run or for each variant.
    fn rules(&self) -> Vec<String> {
        let written = &self.folder.written;
        let rules = ["rules", "options"].into_iter().filter_map(|key| written.value(key));
        rules.filter_map(Value::as_object).flat_map(options).map(|rules| lines(&rules)).collect()
    }

    fn method(&self) -> Markup {
        let Self { folder, content, .. } = self;
        let run = folder.written.run();
        let stands_for = folder.texts("specs").into_iter().zip(folder.texts("stands_for"));
        html! {
            section #method {
                h2 { "How it was done" }
                @for paragraph in &content.method { p { (prose(paragraph)) } }
                p {
                    "Standard errors are over blocks, each with cards of its own. A 95 % interval holds the true value in \
                     95 of 100 runs. Intervals are not corrected for their number."
                }
                h3 { "To repeat it" }
                pre.scroll tabindex="0" { code { (folder.text("command")) } }
                p {
                    "The run's folder holds the same settings in " code { "config.toml" } ": "
                    code { "threehand " (run) " --config config.toml --out again" }
                    " plays the run again, and the same version gives the same " code { "results_hash" }
                    " at any number of threads. " code { "threehand verify" }
                    " checks the folder, from the seed to the tables."
                }
                dl.facts {
                    dt { "version" } dd { "threehand " (folder.text("version")) }
                    @if let Some(version) = folder.count("rules_version") {
                        dt { "rules" } dd { "version " (version) @for rules in self.rules() { br; code { (rules) } } }
                    }
                    @if let Some(seed) = folder.count("seed") { dt { "seed" } dd { (seed) } }
                    @for (spec, stands) in stands_for.filter(|(spec, stands)| spec != stands) {
                        dt { (spec) } dd { code { (stands) } }
                    }
                    dt { "results_hash" }
                    dd { code.hash { (folder.written.finished().map_or("", |(_, hash)| hash)) } }
                }
                h3 { "Terms" }
                (glossary(content.terms))
            }
        }
    }
}

/// A document that needs nothing else.
pub(crate) fn document(
    title: &str,
    head: &Markup,
    style: &str,
    body: &Markup,
    script: &str,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                (head)
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) @if !script.is_empty() { script { (PreEscaped(script)) } } }
        }
    }
}

/// Facts in a row. Short ones are not broken.
fn unbroken(facts: impl Iterator<Item = String>) -> Markup {
    html! {
        @for (number, fact) in facts.enumerate() {
            @if number > 0 { " · " }
            span class=[(fact.chars().count() <= UNBROKEN).then_some("unbroken")] { (fact) }
        }
    }
}

/// Options of rules as `key=value,key=value`; of several variants a line each.
fn options(rules: &Map<String, Value>) -> Vec<String> {
    fn text(value: &Value) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join("-"),
            other => other.to_string(),
        }
    }
    let pairs = |rules: &Map<String, Value>| {
        let pairs = rules.iter().map(|(key, value)| format!("{key}={}", text(value)));
        pairs.collect::<Vec<_>>().join(",")
    };
    let variants = rules.iter().filter_map(|(name, rules)| Some((name, rules.as_object()?)));
    let variants = variants.filter(|(_, rules)| !rules.is_empty());
    if rules.values().any(Value::is_object) {
        variants.map(|(name, rules)| format!("{name}: {}", pairs(rules))).collect()
    } else {
        Some(pairs(rules)).filter(|pairs| !pairs.is_empty()).into_iter().collect()
    }
}

/// Whether a text is a page of `report`.
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
