//! A drawing that fits its width: x is a part of the width, y is in pixels. Letters are as large on a phone as on a
//! wide screen.

use maud::{Markup, PreEscaped, html};

use crate::terminal::screen::fill;

/// The width of a drawing in a file of its own, in pixels.
const WIDTH: usize = 720;
/// The width of a narrow phone less the margins of the page, in pixels. Texts are measured against it.
const NARROW: f64 = 350.0;
/// The average width of a letter at most, in pixels.
const LETTER: f64 = 6.9;

/// A drawing, made piece by piece from the back to the front.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pieces: Vec<Markup>,
    /// In pixels.
    height: f64,
}

/// A part of the width as an SVG length.
fn across(part: f64) -> String {
    format!("{}%", short(100.0 * part))
}

/// A number with two decimals at most.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The part of a narrow width that the longest of these texts takes.
pub(super) fn width(texts: impl IntoIterator<Item = impl AsRef<str>>) -> f64 {
    let longest = texts.into_iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0);
    (longest as f64 * LETTER + 8.0) / NARROW
}

/// A text in lines that fit a narrow width.
pub(super) fn lines(text: &str) -> Vec<String> {
    let mut lines = String::new();
    fill(&mut lines, text, (0, (NARROW / LETTER) as usize));
    lines.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// A text of at most `most` letters, its middle left out.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let (start, end) = (most / 2, letters.len() - (most - 1) / 2);
    letters[..start].iter().chain(&['…']).chain(&letters[end..]).collect()
}

impl Drawing {
    pub(super) const fn new(height: f64) -> Self {
        Self { pieces: Vec::new(), height }
    }

    /// A text whose anchor (`start`, `middle` or `end`) is `dx` pixels right of `x`.
    pub(super) fn text(
        &mut self,
        (x, dx, y): (f64, i32, f64),
        (anchor, class): (&str, &str),
        text: &str,
    ) {
        self.pieces.push(html! {
            text x=(across(x)) y=(short(y)) dx=[(dx != 0).then_some(dx)] text-anchor=(anchor) class=(class) { (text) }
        });
    }

    /// A figure at the right margin, with its cell in the run's table.
    pub(super) fn figure(&mut self, y: f64, raw: &str, text: &str) {
        self.pieces.push(html! {
            text x="100%" y=(short(y)) text-anchor="end" class="value" data-value=(raw) { (text) }
        });
    }

    pub(super) fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        self.pieces.push(html! {
            line x1=(across(x1)) y1=(short(y1)) x2=(across(x2)) y2=(short(y2)) class=(class) {}
        });
    }

    pub(super) fn dot(&mut self, x: f64, y: f64, class: &str) {
        self.pieces.push(html! { circle cx=(across(x)) cy=(short(y)) r="4.5" class=(class) {} });
    }

    /// A bar from its top down to its base.
    pub(super) fn bar(&mut self, (x1, x2): (f64, f64), (top, base): (f64, f64)) {
        self.pieces.push(html! {
            rect x=(across(x1)) y=(short(top)) width=(across(x2 - x1)) height=(short(base - top)) class="bar" {}
        });
    }

    /// A path through these points; a class may fill it.
    pub(super) fn path(&mut self, points: impl Iterator<Item = (f64, f64)>, class: &str) {
        let height = short(self.height);
        let points = points.map(|(x, y)| format!("{},{}", short(1000.0 * x), short(y)));
        let points = points.collect::<Vec<_>>().join(" ");
        self.pieces.push(html! {
            svg x="0" y="0" width="100%" height=(height) viewBox=(format!("0 0 1000 {height}"))
                preserveAspectRatio="none" {
                polyline points=(points) class=(class) vector-effect="non-scaling-stroke" {}
            }
        });
    }

    /// Drawings below each other.
    pub(super) fn stacked(drawings: &[Self]) -> Self {
        const GAP: f64 = 14.0;
        let mut stacked = Self::new(-GAP);
        for Self { pieces, height } in drawings {
            stacked.height += GAP;
            stacked.pieces.push(html! {
                svg y=(short(stacked.height)) width="100%" height=(short(*height)) {
                    @for piece in pieces { (piece) }
                }
            });
            stacked.height += height;
        }
        stacked
    }

    /// As a part of the page, as wide as there is room.
    pub(super) fn inline(&self, title: &str) -> Markup {
        html! {
            svg.chart width="100%" height=(short(self.height)) role="img" aria-label=(title) {
                @for piece in &self.pieces { (piece) }
            }
        }
    }

    /// As a file of its own, with its style.
    pub(super) fn file(&self, title: &str, style: &str) -> String {
        let head = 34.0;
        let height = short(self.height + head);
        let svg = html! {
            svg.chart xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(height)
                viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label=(title) {
                title { (title) }
                style { (PreEscaped(style)) }
                text.title x="0" y="16" { (title) }
                svg y=(head) width=(WIDTH) height=(short(self.height)) {
                    @for piece in &self.pieces { (piece) }
                }
            }
        };
        svg.into_string() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_numbers_short() {
        let mut drawing = Drawing::new(10.0);
        drawing.text((1.0 / 3.0, 0, 5.0), ("end", "label"), "<b>&");
        drawing.path([(0.0, 0.0), (1.0, 10.0)].into_iter(), "series");
        let svg = drawing.inline("a \"chart\"").into_string();
        for part in [
            r#"<text x="33.33%" y="5" text-anchor="end" class="label">&lt;b&gt;&amp;</text>"#,
            r#"points="0,0 1000,10""#,
            "a &quot;chart&quot;",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
    }

    #[test]
    fn long_texts_are_broken_or_shortened() {
        let text = "correlation of a player's results in two hands on end, dealer in the first";
        let lines = lines(text);
        assert!(lines.len() == 2 && lines.iter().all(|line| line.len() <= 50), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        assert_eq!(shortened("greedy:epsilon=0.1", 9), "gree…=0.1");
        assert_eq!(shortened("greedy", 9), "greedy");
    }
}
