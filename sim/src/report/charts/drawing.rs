//! A drawing that fits its width: what stands across it is placed by the part of the width, what stands down it by
//! pixels. So letters stay as large on a phone as on a wide screen.

use maud::{Markup, PreEscaped, html};

/// The width of a drawing in a file of its own, in pixels.
const WIDTH: usize = 720;
/// The width of a narrow phone, less the margins of the page, which letters are measured by.
const NARROW: f64 = 350.0;
/// How wide a letter is at most on average, in pixels.
const LETTER: f64 = 6.9;

/// Which side of its place a text stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A text that is drawn.
#[derive(Clone, Debug)]
pub(in crate::report) struct Text<'t> {
    pub(in crate::report) text: &'t str,
    pub(in crate::report) anchor: Anchor,
    /// How far it is moved to the right, in pixels.
    pub(in crate::report) dx: i32,
    pub(in crate::report) class: &'static str,
    /// What stands in a table for the figure that the text shows.
    pub(in crate::report) raw: Option<&'t str>,
}

impl<'t> Text<'t> {
    pub(in crate::report) fn new(text: &'t str, anchor: Anchor, class: &'static str) -> Self {
        Self { text, anchor, dx: 0, class, raw: None }
    }
}

/// A drawing, made piece by piece from the back to the front.
#[derive(Clone, Debug)]
pub(in crate::report) struct Drawing {
    pieces: Vec<Markup>,
    /// Its height in pixels.
    height: f64,
}

/// A part of the width as SVG has it.
fn across(part: f64) -> String {
    format!("{}%", short(100.0 * part))
}

/// A number with two decimals at most.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The part of a narrow width that these texts take.
pub(in crate::report) fn width<'t>(texts: impl IntoIterator<Item = &'t str>) -> f64 {
    let longest = texts.into_iter().map(|text| text.chars().count()).max().unwrap_or(0);
    (longest as f64 * LETTER + 8.0) / NARROW
}

/// A text in lines that fit a narrow width.
pub(in crate::report) fn lines(text: &str) -> Vec<String> {
    let most = (NARROW / LETTER) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text of at most so many letters, its middle left out.
pub(in crate::report) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let (start, end) = (most.saturating_sub(1).div_ceil(2), most.saturating_sub(1) / 2);
    let head: String = text.chars().take(start).collect();
    let tail: String = text.chars().skip(count - end).collect();
    format!("{head}…{tail}")
}

impl Drawing {
    /// Nothing yet, so many pixels high.
    pub(in crate::report) fn new(height: f64) -> Self {
        Self { pieces: Vec::new(), height }
    }

    pub(in crate::report) fn text(&mut self, x: f64, y: f64, text: &Text<'_>) {
        let Text { text, anchor, dx, class, raw } = text;
        self.pieces.push(html! {
            text x=(across(x)) y=(short(y)) dx=[(*dx != 0).then_some(dx)] text-anchor=(anchor.word())
                class=(class) data-value=[raw] { (text) }
        });
    }

    pub(in crate::report) fn line(
        &mut self,
        (x1, y1): (f64, f64),
        (x2, y2): (f64, f64),
        class: &str,
    ) {
        self.pieces.push(html! {
            line x1=(across(x1)) y1=(short(y1)) x2=(across(x2)) y2=(short(y2)) class=(class) {}
        });
    }

    pub(in crate::report) fn dot(&mut self, x: f64, y: f64, class: &str) {
        self.pieces.push(html! { circle cx=(across(x)) cy=(short(y)) r="4.5" class=(class) {} });
    }

    /// A bar that stands on `base`.
    pub(in crate::report) fn bar(
        &mut self,
        (x1, x2): (f64, f64),
        (top, base): (f64, f64),
        class: &str,
    ) {
        self.pieces.push(html! {
            rect x=(across(x1)) y=(short(top)) width=(across(x2 - x1)) height=(short(base - top)) class=(class) {}
        });
    }

    /// A path through these points; closed, if its class fills it.
    pub(in crate::report) fn path(&mut self, points: &[(f64, f64)], class: &str) {
        let height = short(self.height);
        let points: Vec<_> =
            points.iter().map(|(x, y)| format!("{},{}", short(1000.0 * x), short(*y))).collect();
        self.pieces.push(html! {
            svg x="0" y="0" width="100%" height=(height) viewBox=(format!("0 0 1000 {height}"))
                preserveAspectRatio="none" {
                polyline points=(points.join(" ")) class=(class) vector-effect="non-scaling-stroke" {}
            }
        });
    }

    /// The name of an axis that begins at `left`: there, or if that is too far to the right, at the end of the width.
    pub(in crate::report) fn axis(&mut self, left: f64, y: f64, name: &str) {
        let (x, anchor) =
            if left + width([name]) < 1.0 { (left, Anchor::Start) } else { (1.0, Anchor::End) };
        self.text(x, y, &Text::new(name, anchor, "axis"));
    }

    /// Drawings below each other.
    pub(in crate::report) fn stacked(drawings: &[Self]) -> Self {
        const GAP: f64 = 14.0;
        let mut stacked = Self::new(0.0);
        for (number, Self { pieces, height }) in drawings.iter().enumerate() {
            stacked.height += if number > 0 { GAP } else { 0.0 };
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
    pub(in crate::report) fn inline(&self, title: &str) -> Markup {
        html! {
            svg.chart width="100%" height=(short(self.height)) role="img" aria-label=(title) {
                @for piece in &self.pieces { (piece) }
            }
        }
    }

    /// As a file of its own, which carries its style.
    pub(in crate::report) fn file(&self, title: &str, style: &str) -> String {
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
        drawing.text(1.0 / 3.0, 5.0, &Text::new("<b>&", Anchor::End, "label"));
        drawing.path(&[(0.0, 0.0), (1.0, 10.0)], "series");
        let told = drawing.inline("a \"chart\"").into_string();
        assert!(
            told.contains(
                r#"<text x="33.33%" y="5" text-anchor="end" class="label">&lt;b&gt;&amp;</text>"#
            ),
            "{told}"
        );
        assert!(
            told.contains(r#"points="0,0 1000,10""#) && told.contains("a &quot;chart&quot;"),
            "{told}"
        );
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
