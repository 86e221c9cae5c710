//! The terms of a page, explained as in the glossary of `docs/statistics.md`.

use maud::{Markup, html};

/// The page with the glossary. The link puts it into the package of this crate.
const STATISTICS: &str = include_str!("statistics.txt");

/// The glossary's text on a term, without links and sentences that only point elsewhere.
fn meaning(term: &str) -> Option<String> {
    let (_, glossary) = STATISTICS.split_once("\n## Glossary\n")?;
    let (_, from) = glossary.split_once(&format!("\n### {term}\n"))?;
    let text = from.split("\n### ").next()?;
    let text = unlinked(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let kept = text.split_inclusive(". ").filter(|sentence| !sentence.starts_with("See "));
    Some(kept.collect::<String>().trim().to_owned())
}

/// A text of Markdown without the targets of its links.
fn unlinked(text: &str) -> String {
    let mut parts = text.split('[');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("](").and_then(|(words, to)| Some((words, to.split_once(')')?.1))) {
            Some((words, rest)) => plain.extend([words, rest]),
            None => plain.extend(["[", part]),
        }
    }
    plain
}

/// A text of Markdown with its code and its emphasis.
fn marked(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else {
                @for (number, part) in part.split('*').enumerate() {
                    @if number % 2 == 1 { em { (part) } } @else { (part) }
                }
            }
        }
    }
}

/// These terms with their meaning.
pub(super) fn glossary(terms: &[&str]) -> Markup {
    html! {
        dl.glossary {
            @for term in terms {
                @if let Some(meaning) = meaning(term) { dt { (term) } dd { (marked(&meaning)) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_that_pages_use_are_in_the_glossary() {
        let terms = "Block, Line-up, Win share, Parity, Role, Rating, Interval, Correlation, Variant, Holm's correction, \
                     Verdict, SPRT, t, Confidence sequence, Coverage";
        for term in terms.split(", ") {
            let meaning = meaning(term).unwrap_or_else(|| panic!("{term}"));
            let has_link = meaning.contains("](") || meaning.contains("See ");
            assert!(meaning.len() > 20 && !has_link, "{term}: {meaning}");
        }
    }

    #[test]
    fn marks_become_elements_and_all_else_is_escaped() {
        let html = marked(&unlinked("The *mean* of `a<b` & [more](b.md#x).")).into_string();
        assert_eq!(html, "The <em>mean</em> of <code>a&lt;b</code> &amp; more.");
    }
}
