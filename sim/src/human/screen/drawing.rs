//! Draws the screen, and notes the place of each choice.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize as _};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use threehand_engine::Scene;

use super::{Screen, picture};
use crate::human::moment::{Choice, Step};
use crate::human::text;
use crate::terminal::number::plural;
use crate::terminal::screen::fitted;

/// The keys of the last line. Those at the end go first where there is no room.
const KEYS: [&str; 6] =
    ["←→ Enter, mouse: play", "? rule", "h hint", "u undo", "l last", "s points"];
const QUIT: &str = "q quit";

/// The most lines of steps, and of a rule.
const STEPS: usize = 6;
const RULE: usize = 3;

impl Screen {
    /// Draws what there is room for.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let areas = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]);
        let [area, last] = areas.areas(frame.area());
        let (width, room) = (usize::from(area.width), usize::from(area.height));
        self.places.clear();
        let mut below = match &self.moment.end {
            _ if !self.is_quiet() => Vec::new(),
            Some(end) => {
                let keys = match end.over {
                    true => {
                        "Enter: another match · m: what you could have done better · a: all cards"
                    }
                    false => "Enter: the next hand · a: all cards",
                };
                coloured(&format!("{}\n{keys}\n", text::result(&self.moment)), width)
            }
            None => self.choices(area.width),
        };
        let steps = &self.moment.steps[..self.shown];
        let scene = match steps.last() {
            Some(last) if !self.is_quiet() => &last.scene,
            _ => &self.moment.scene,
        };
        let mut lines = match width >= picture::LEAST_WIDTH {
            true => coloured(&picture::picture(&self.moment, scene, steps, width), width),
            false => self.listed(scene, steps, (width, room.saturating_sub(below.len()))),
        };
        // A screen that is too long loses its beginning, and the choices stay.
        let start = lines.len() as u16;
        lines.append(&mut below);
        let cut = lines.len().saturating_sub(room);
        for place in &mut self.places {
            place.y = (place.y + start).saturating_sub(cut as u16);
        }
        frame.render_widget(Paragraph::new(lines.split_off(cut)), area);
        frame.render_widget(Paragraph::new(keys(width)).reversed(), last);
        if let Some(note) = &self.note {
            draw_note(frame, note, &mut self.scroll);
        }
    }

    /// The table in lines, with the latest steps as far as there is room.
    fn listed(
        &self,
        scene: &Scene,
        steps: &[Step],
        (width, room): (usize, usize),
    ) -> Vec<Line<'static>> {
        // In a line that breaks, each suit stays with its cards, and the gaps stay as wide.
        let table = text::table(&self.moment, scene);
        let table = table.lines().map(|line| match line.contains(['♠', '♥', '♦', '♣']) {
            true => line.replace("   ", "\u{a0}\u{a0} ") + "\n",
            false => format!("{line}\n"),
        });
        let mut lines = coloured(&table.collect::<String>(), width);
        lines.push(Line::default());
        let mut steps = coloured(&text::steps(&self.moment, steps), width);
        let left = room.saturating_sub(lines.len() + 1).min(STEPS);
        steps.drain(..steps.len().saturating_sub(left));
        if !steps.is_empty() {
            lines.append(&mut steps);
            lines.push(Line::default());
        }
        lines
    }

    /// The phase, in the first hand the start of its rule, the choices side by side, and the effect of Enter. Notes the
    /// place of each choice, counted from the first of these lines.
    fn choices(&mut self, width: u16) -> Vec<Line<'static>> {
        let mut lines = vec![Line::from(text::phase(&self.moment)).bold()];
        if self.moment.hand == 0 && self.moment.match_number == 0 {
            let rule = text::start_of_rule(self.moment.rule);
            let rule = coloured(rule, usize::from(width)).into_iter().take(RULE);
            lines.extend(rule.map(Line::dim));
        }
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
            let (x, y) = (column + ahead, lines.len() as u16);
            self.places.push(Rect { x, y, width: wide, height: 1 });
            let red = if label.contains(['♥', '♦']) { Color::Red } else { Color::Reset };
            let label = Span::styled(label, Style::new().fg(red));
            let is_chosen = Some(number) == self.at;
            spans.extend([Span::raw(before), if is_chosen { label.reversed() } else { label }]);
            column += ahead + wide;
        }
        lines.push(Line::from(spans));
        let enter = match self.at.and_then(|at| self.moment.choices.get(at)) {
            Some(Choice { say, costs: 0, .. }) => format!("Enter: {say}"),
            Some(Choice { say, costs, .. }) => {
                format!("Enter: {say}, which costs {}", plural(*costs as u64, "card"))
            }
            None => "Move with ← → ↑ ↓, then Enter; or click.".to_owned(),
        };
        lines.extend(coloured(&enter, usize::MAX));
        lines
    }
}

/// The keys that have room in a line.
fn keys(width: usize) -> String {
    let lines = (0..=KEYS.len()).rev().map(|count| {
        let keys = KEYS[..count].iter().chain([&QUIT]).copied();
        format!(" {}", keys.collect::<Vec<_>>().join(" · "))
    });
    let mut lines = lines.filter(|line| line.chars().count() <= width);
    lines.next().unwrap_or_else(|| QUIT.to_owned())
}

/// Draws a text over the table, from the line to which the person has moved in it.
fn draw_note(frame: &mut Frame<'_>, note: &str, scroll: &mut (u16, u16)) {
    let area = frame.area();
    let width = area.width.saturating_sub(4).min(76);
    let lines = coloured(note, usize::from(width.saturating_sub(2)));
    let height = (lines.len() as u16 + 2).min(area.height);
    let below = (lines.len() as u16 + 2) - height;
    *scroll = (scroll.0.min(below), below);
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let place = Rect { x, y, width, height };
    let frame_of_note = match below {
        0 => Block::bordered(),
        _ => Block::bordered().title_bottom(" ↑ ↓: more · any other key: back "),
    };
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).scroll((scroll.0, 0)).block(frame_of_note), place);
}

/// The lines of a text, broken at a width, with hearts and diamonds in red.
fn coloured(text: &str, width: usize) -> Vec<Line<'static>> {
    let part = |part: &str| {
        let (plain, red) = part.split_at(part.trim_end_matches(['♥', '♦']).len());
        [Span::raw(plain.to_owned()), Span::raw(red.to_owned()).red()]
    };
    let line = |line: &str| Line::from_iter(line.split_inclusive(['♥', '♦']).flat_map(part));
    fitted(text, width).lines().map(line).collect()
}
