//! Draws the screen, and notes the place of each choice.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::Screen;
use crate::human::moment::Moment;
use crate::human::text;
use crate::terminal::screen::fitted;

/// The keys of the last line. Those at the end go first where there is no room.
const KEYS: [&str; 6] =
    ["←→ Enter, mouse: play", "? rule", "h hint", "u undo", "l last", "s points"];
const OUT: &str = "q quit";

/// The most lines of steps.
const STEPS: usize = 6;

impl Screen {
    /// Draws what there is room for.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (width, room) = (usize::from(area.width), usize::from(area.height.saturating_sub(1)));
        let steps = &self.moment.steps[..self.shown];
        let scene = match steps.last() {
            Some(last) if !self.is_quiet() => &last.scene,
            _ => &self.moment.scene,
        };
        let of = |words: &str| text(&fitted(words, width));
        // Suits of cards may stand below each other, and their ranks too.
        let table = text::table(&self.moment, scene);
        let table = table.lines().map(|line| match line.contains(['♠', '♥', '♦', '♣']) {
            true => format!("{}\n", line.replace("   ", "\u{a0}\u{a0} ")),
            false => format!("{line}\n"),
        });
        let mut lines: Vec<Line<'static>> = of(&table.collect::<String>());
        lines.push(Line::default());
        let mut happened = of(&text::steps(&self.moment, steps));
        self.places.clear();
        let mut below = match &self.moment.end {
            _ if !self.is_quiet() => Vec::new(),
            Some(end) => of(&ended(&self.moment, end.over)),
            None => self.choices(area.width),
        };
        // The latest steps, as far as there is room.
        let wanted = lines.len() + below.len() + 1;
        let (rule, wanted) = match self.is_quiet() && self.moment.end.is_none() {
            true => {
                let rule = self.rule(width, room.saturating_sub(wanted + happened.len().min(2)));
                (rule, wanted + 1)
            }
            false => (Vec::new(), wanted),
        };
        let left = room.saturating_sub(wanted + rule.len()).min(STEPS);
        happened.drain(..happened.len().saturating_sub(left));
        if !happened.is_empty() {
            lines.append(&mut happened);
            lines.push(Line::default());
        }
        let mut start = lines.len();
        if !below.is_empty() && !rule.is_empty() {
            let head = below.remove(0);
            lines.push(head);
            start += rule.len();
            lines.extend(rule);
        }
        lines.append(&mut below);
        // A screen that is too long loses its beginning, and the choices stay.
        let cut = lines.len().saturating_sub(room);
        for place in &mut self.places {
            place.y = (place.y + start as u16).saturating_sub(cut as u16);
        }
        let table = Rect { height: area.height.saturating_sub(1), ..area };
        frame.render_widget(Paragraph::new(lines.split_off(cut)), table);
        let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        frame.render_widget(
            Paragraph::new(keys(width)).style(Style::new().add_modifier(Modifier::REVERSED)),
            last,
        );
        if let Some(note) = &self.note {
            draw_note(frame, area, note);
        }
    }

    /// The rule of a phase that is new to the person: all of it if there is room, else its first sentence, else the
    /// start of that.
    fn rule(&self, width: usize, room: usize) -> Vec<Line<'static>> {
        let rule = self.moment.rule;
        if rule.is_empty() || self.known.contains(self.moment.phase) {
            return Vec::new();
        }
        let of = |words: &str| -> Vec<String> {
            fitted(words, width).lines().map(str::to_owned).collect()
        };
        let sentence = rule.split_inclusive(". ").next().unwrap_or(rule).trim_end();
        let (all, first) = (of(rule), of(sentence));
        let shown = match room {
            room if all.len() <= room => all,
            room if first.len() <= room || first.len() == 1 => first,
            _ => {
                let cut: String = first[0].chars().take(width.saturating_sub(2)).collect();
                vec![format!("{cut} …")]
            }
        };
        let dim = Style::new().add_modifier(Modifier::DIM);
        shown.into_iter().map(|line| Line::styled(line, dim)).collect()
    }

    /// The phase, the choices side by side, and the effect of Enter. Notes the place of each choice, counted from the
    /// first of these lines.
    fn choices(&mut self, width: u16) -> Vec<Line<'static>> {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = vec![Line::styled(text::phase(&self.moment), bold)];
        let (mut spans, mut column) = (Vec::new(), 0);
        for (number, (before, label)) in text::labels(&self.moment.choices).into_iter().enumerate()
        {
            let before = before.map(|words| format!(" {words}")).unwrap_or_default();
            let label = format!(" {label} ");
            let [ahead, wide] = [&before, &label].map(|text| text.chars().count() as u16);
            if column + ahead + wide > width && column > 0 {
                lines.push(Line::from(std::mem::take(&mut spans)));
                column = 0;
            }
            spans.push(Span::raw(before));
            self.places.push(Rect {
                x: column + ahead,
                y: lines.len() as u16,
                width: wide,
                height: 1,
            });
            let style = Style::new().fg(colour(&label).unwrap_or(Color::Reset));
            let is_chosen = Some(number) == self.at;
            let chosen = if is_chosen { Modifier::REVERSED } else { Modifier::empty() };
            spans.push(Span::styled(label, style.add_modifier(chosen)));
            column += ahead + wide;
        }
        lines.push(Line::from(spans));
        let takes = match self.at.and_then(|at| self.moment.choices.get(at)) {
            Some(choice) => format!("Enter: {}", choice.say),
            None => "Move with ← → ↑ ↓, then Enter; or click.".to_owned(),
        };
        lines.extend(text(&takes));
        lines
    }
}

/// The keys that have room in a line.
fn keys(width: usize) -> String {
    let mut shown = KEYS.len();
    loop {
        let line = KEYS[..shown].iter().chain([&OUT]).copied().collect::<Vec<_>>().join(" · ");
        if line.chars().count() < width || shown == 0 {
            return format!(" {line}");
        }
        shown -= 1;
    }
}

/// The text below a hand that is over.
fn ended(moment: &Moment, over: bool) -> String {
    let mut text = text::result(moment);
    text += if over {
        "\nEnter: another match · m: what you could have done better · a: all cards\n"
    } else {
        "\nEnter: the next hand · a: all cards\n"
    };
    text
}

/// Draws a text over the table.
fn draw_note(frame: &mut Frame<'_>, area: Rect, note: &str) {
    let lines = text(note);
    let wide = area.width.saturating_sub(4).min(76);
    let rows: usize =
        lines.iter().map(|line| line.width().div_ceil(usize::from(wide.max(3) - 2)).max(1)).sum();
    let height = (rows as u16 + 2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - wide) / 2,
        y: area.y + (area.height - height) / 2,
        width: wide,
        height,
    };
    frame.render_widget(Clear, place);
    let note = Paragraph::new(lines).wrap(Wrap { trim: false }).block(Block::bordered());
    frame.render_widget(note, place);
}

/// Lines with hearts and diamonds in red.
fn text(text: &str) -> Vec<Line<'static>> {
    let line = |line: &str| {
        let mut spans: Vec<Span<'static>> = Vec::new();
        for letter in line.chars() {
            let style = match letter {
                '♥' | '♦' => Style::new().fg(Color::Red),
                _ => Style::new(),
            };
            match spans.last_mut().filter(|span| span.style == style) {
                Some(span) => span.content.to_mut().push(letter),
                None => spans.push(Span::styled(letter.to_string(), style)),
            }
        }
        Line::from(spans)
    };
    text.lines().map(line).collect()
}

fn colour(label: &str) -> Option<Color> {
    label.contains(['♥', '♦']).then_some(Color::Red)
}
