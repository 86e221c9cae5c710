//! The page: one file that needs nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use threehand_bots::Registry;

use super::folder::Folder;
use super::hands;

const STYLE: &str = include_str!("style.css");

/// The page of a run.
pub(super) fn page(lab: &impl Registry, folder: &Folder) -> anyhow::Result<Markup> {
    let title =
        format!("{} · {}", folder.told("variant").unwrap_or_default(), folder.written.run());
    let hands = hands::section(lab, folder, None)?;
    Ok(html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) @if hands.is_some() { (PreEscaped(hands::STYLE)) } }
            }
            body {
                main {
                    h1 { (title) }
                    @if let Some(hands) = &hands { (hands) }
                }
                @if hands.is_some() { script { (PreEscaped(hands::SCRIPT)) } }
            }
        }
    })
}
