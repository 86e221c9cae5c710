//! What terms mean: the glossary of the page on statistics, from which the terms of a page are taken.

use maud::{Markup, PreEscaped, html};

/// The page that has the glossary.
const STATISTICS: &str = include_str!("../../../docs/statistics.md");

/// The glossary's text on a term, without links and sentences that only point elsewhere.
fn meaning(term: &str) -> Option<String> {
    let (_, glossary) = STATISTICS.split_once("\n## Glossary\n")?;
    let (_, from) = glossary.split_once(&format!("\n### {term}\n"))?;
    let text = from.split("\n### ").next()?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentences = unlinked(&text);
    let kept = sentences.split_inclusive(". ").filter(|sentence| !sentence.starts_with("See "));
    Some(kept.collect::<String>().trim().to_owned())
}

/// A text of Markdown without its links, whose words stay.
fn unlinked(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        match after.split_once("](").and_then(|(words, to)| Some((words, to.split_once(')')?.1))) {
            Some((words, next)) => {
                plain.push_str(words);
                rest = next;
            }
            None => {
                plain.push('[');
                rest = after;
            }
        }
    }
    plain + rest
}

/// A text with what stands between backquotes as code, and between stars as emphasis.
fn marked(text: &str) -> Markup {
    let part = |(number, part): (usize, &str)| match number % 2 {
        1 => html! { code { (part) } },
        _ => emphasised(part),
    };
    html! { @for part in text.split('`').enumerate().map(part) { (part) } }
}

fn emphasised(text: &str) -> Markup {
    let part = |(number, part): (usize, &str)| match number % 2 {
        1 => html! { em { (part) } },
        _ => html! { (part) },
    };
    let parts: Vec<Markup> = text.split('*').enumerate().map(part).collect();
    html! { @for part in parts { (PreEscaped(part.into_string())) } }
}

/// These terms with what they mean.
pub(super) fn glossary(terms: &[&str]) -> Markup {
    html! {
        dl.glossary {
            @for term in terms {
                @if let Some(meaning) = meaning(term) {
                    dt { (term) }
                    dd { (marked(&meaning)) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_that_pages_use_are_in_the_glossary() {
        let terms = [
            "Block",
            "Line-up",
            "Win share",
            "Parity",
            "Role",
            "Rating",
            "Interval",
            "ρ",
            "Variant",
            "Rung",
            "Holm's correction",
            "Verdict",
            "SPRT",
            "t",
            "Confidence sequence",
            "Coverage",
        ];
        for term in terms {
            let meaning = meaning(term).unwrap_or_else(|| panic!("{term}"));
            assert!(
                meaning.len() > 20 && !meaning.contains("](") && !meaning.contains("See "),
                "{term}: {meaning}"
            );
        }
    }

    #[test]
    fn marks_become_elements_and_all_else_is_escaped() {
        let told = marked(&unlinked("The *mean* of `a<b` & [more](b.md#x).")).into_string();
        assert_eq!(told, "The <em>mean</em> of <code>a&lt;b</code> &amp; more.");
    }
}
