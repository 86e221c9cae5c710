//! A match on the whole screen of a terminal, by keys and mouse.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use anyhow::Context as _;
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::advice::{hint, mistakes};
use super::draw;
use super::offer::Offer;
use super::party::AnyParty;
use super::{GLANCE, Keep, end, failed};
use crate::experiment::interrupt::{heed_interrupts, interrupted};
use crate::terminal::failure::Failure;
use crate::terminal::screen::fitted;

/// How long what another did stays before the next of it is shown.
const PAUSE: Duration = Duration::from_millis(450);

/// The keys, in the last line: what has no room goes from the end, but for the way out.
const KEYS: [&str; 6] =
    ["←→ Enter, mouse: play", "? rule", "h hint", "u undo", "l last", "s points"];
const OUT: &str = "q quit";

/// As many lines of what happened are shown at most.
const HAPPENED: usize = 6;

/// Plays until the person leaves.
///
/// # Errors
/// If a bot fails, or the terminal can't be used.
pub(super) fn play(party: &mut dyn AnyParty, quick: bool, keep: Keep<'_>) -> Result<(), Failure> {
    heed_interrupts()?;
    let mut terminal = ratatui::try_init().context("this terminal can't be drawn on")?;
    let _ = execute!(terminal.backend_mut(), EnableMouseCapture);
    let mut screen = Screen::new(party.offer());
    let mut draw = |screen: &mut Screen| -> Result<(), Failure> {
        let drawn = terminal.draw(|frame| screen.draw(frame));
        Ok(drawn.map(|_| ()).context("the terminal can't be drawn on")?)
    };
    let played = play_on(party, &mut screen, quick, keep, &mut draw);
    let _ = execute!(terminal.backend_mut(), DisableMouseCapture);
    ratatui::restore();
    end(party, keep, played)
}

/// What came of waiting for a terminal.
enum Terminal {
    /// Nothing within the time.
    Quiet,
    /// A key, a click, another size.
    Speaks,
    /// It is closed.
    Gone,
}

/// Waits so long for the terminal. One that is closed is noticed here, as whatever reads keys would ask it for ever.
fn await_terminal(wait: Duration) -> io::Result<Terminal> {
    for wait in [Duration::ZERO, wait] {
        let input = io::stdin();
        let mut ready = [PollFd::new(&input, PollFlags::IN)];
        let time = Timespec::try_from(wait).expect("a short time");
        match poll(&mut ready, Some(&time)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if ready[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) {
            return Ok(Terminal::Gone);
        }
        // What was read together with an earlier key is there without a wait.
        if event::poll(Duration::ZERO)? {
            return Ok(Terminal::Speaks);
        }
    }
    Ok(Terminal::Quiet)
}

fn play_on(
    party: &mut dyn AnyParty,
    screen: &mut Screen,
    quick: bool,
    keep: Keep<'_>,
    draw: &mut dyn FnMut(&mut Screen) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        if quick && screen.is_quiet() {
            let forced = screen.offer.choices.len() == 1;
            let goes_on = screen.offer.end.as_ref().is_some_and(|end| !end.over);
            if forced || goes_on {
                let done = if forced { party.choose(0) } else { party.deal() };
                done.map_err(failed)?;
                screen.show(party.offer());
                keep_ended(party, screen, keep)?;
                continue;
            }
        }
        draw(screen)?;
        let wait = if screen.is_quiet() { GLANCE } else { PAUSE };
        match await_terminal(wait).context("the terminal gives no keys")? {
            // Whoever is told to end leaves the table, and the terminal as it was.
            Terminal::Gone => return Ok(()),
            Terminal::Quiet if interrupted().is_some() => return Ok(()),
            Terminal::Quiet => {
                screen.step();
                continue;
            }
            Terminal::Speaks => {}
        }
        let wish = match event::read().context("the terminal gives no keys")? {
            Event::Key(key) if key.kind != KeyEventKind::Release => screen.on_key(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                screen.on_click(Position::new(mouse.column, mouse.row))
            }
            _ => Wish::Nothing,
        };
        match wish {
            Wish::Nothing => continue,
            Wish::Leave => return Ok(()),
            Wish::Choose(number) => party.choose(number).map_err(failed)?,
            Wish::Deal => party.deal().map_err(failed)?,
            Wish::TakeBack if party.take_back() => {}
            Wish::TakeBack => {
                screen.note("There is nothing to take back in this hand.".to_owned());
                continue;
            }
            Wish::Hint => {
                let adviser = party.adviser().to_owned();
                if let Some(told) = party.advice() {
                    screen.note(hint(&adviser, &told));
                }
                continue;
            }
            Wish::Mistakes => {
                screen.note("A moment …".to_owned());
                draw(screen)?;
                let adviser = party.adviser().to_owned();
                screen.note(mistakes(&adviser, &party.mistakes()));
                continue;
            }
        }
        screen.show(party.offer());
        keep_ended(party, screen, keep)?;
    }
}

fn keep_ended(party: &dyn AnyParty, screen: &Screen, keep: Keep<'_>) -> Result<(), Failure> {
    if screen.offer.end.is_some() { keep(party) } else { Ok(()) }
}

/// What the person wishes.
#[derive(Debug, PartialEq, Eq)]
enum Wish {
    Nothing,
    Choose(usize),
    Deal,
    TakeBack,
    Hint,
    Mistakes,
    Leave,
}

/// What is on the screen.
struct Screen {
    offer: Offer,
    /// How many of the steps since the moment before are shown.
    shown: usize,
    /// The choice that Enter takes; `None` until the person has moved to one, unless it is the only one.
    at: Option<usize>,
    /// What lies over the table until the next key.
    note: Option<String>,
    /// Whether the person was asked whether to leave.
    leaving: bool,
    /// Where each choice stands.
    places: Vec<Rect>,
    /// What the person has decided in hands that are over, so that he needs no rule for it.
    known: BTreeSet<&'static str>,
    /// What he has decided in this hand.
    met: BTreeSet<&'static str>,
}

impl Screen {
    fn new(offer: Offer) -> Self {
        let mut screen = Self {
            at: only(&offer),
            offer,
            shown: 0,
            note: None,
            leaving: false,
            places: Vec::new(),
            known: BTreeSet::new(),
            met: BTreeSet::new(),
        };
        screen.step();
        screen
    }

    /// Shows another moment, from the first thing that happened.
    fn show(&mut self, offer: Offer) {
        match &self.offer.end {
            Some(_) => self.known.append(&mut self.met),
            None => drop(self.met.insert(self.offer.phase)),
        }
        (self.at, self.shown, self.note, self.leaving) = (only(&offer), 0, None, false);
        self.offer = offer;
        self.step();
    }

    /// Shows one thing more that happened.
    fn step(&mut self) {
        self.shown = (self.shown + 1).min(self.offer.steps.len());
    }

    /// Whether all that happened is shown.
    fn is_quiet(&self) -> bool {
        self.shown == self.offer.steps.len()
    }

    fn note(&mut self, text: String) {
        self.note = Some(text);
    }

    fn on_key(&mut self, key: KeyEvent) -> Wish {
        let interrupt =
            key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
        if interrupt || self.leaving && key.code == KeyCode::Char('y') {
            return Wish::Leave;
        }
        let was_noted = self.note.take().is_some();
        self.leaving = false;
        if !self.is_quiet() {
            self.shown = self.offer.steps.len();
            return Wish::Nothing;
        }
        let (offer, count) = (&self.offer, self.offer.choices.len());
        match key.code {
            KeyCode::Right | KeyCode::Tab if count > 0 => {
                self.at = Some(self.at.map_or(0, |at| (at + 1) % count));
            }
            KeyCode::Left | KeyCode::BackTab if count > 0 => {
                self.at = Some((self.at.unwrap_or(0) + count - 1) % count);
            }
            KeyCode::Down if count > 0 => self.at = self.beside(1),
            KeyCode::Up if count > 0 => self.at = self.beside(-1),
            KeyCode::Enter | KeyCode::Char(' ') if was_noted => {}
            KeyCode::Enter | KeyCode::Char(' ') if count > 0 => {
                return self.at.map_or(Wish::Nothing, Wish::Choose);
            }
            KeyCode::Enter | KeyCode::Char(' ') => return Wish::Deal,
            KeyCode::Char('u') => return Wish::TakeBack,
            KeyCode::Char('h') if count > 0 => return Wish::Hint,
            KeyCode::Char('m') if offer.end.as_ref().is_some_and(|end| end.over) => {
                return Wish::Mistakes;
            }
            KeyCode::Char('?') => self.note = Some(offer.rule.to_owned()),
            KeyCode::Char('s') => self.note = Some(draw::sheet(offer)),
            KeyCode::Char('l') => {
                let last = draw::last_trick(offer);
                self.note = Some(last.unwrap_or_else(|| "There is no trick yet.".to_owned()));
            }
            KeyCode::Char('a') => self.note = offer.end.as_ref().map(|end| end.told.clone()),
            KeyCode::Char('q') => {
                self.leaving = true;
                self.note = Some("Leave the table? y leaves, any other key stays.".to_owned());
            }
            _ => {}
        }
        Wish::Nothing
    }

    fn on_click(&mut self, at: Position) -> Wish {
        if self.note.take().is_some() || !self.is_quiet() {
            self.shown = self.offer.steps.len();
            return Wish::Nothing;
        }
        let hit = self.places.iter().position(|place| place.contains(at));
        match hit {
            Some(number) => Wish::Choose(number),
            None if self.offer.choices.is_empty() => Wish::Deal,
            None => Wish::Nothing,
        }
    }

    /// The choice a row below, or above, that is the nearest to the one that was moved to.
    fn beside(&self, down: i32) -> Option<usize> {
        let Some(here) = self.at.and_then(|at| self.places.get(at)) else { return Some(0) };
        let row = i32::from(here.y) + down;
        let there = self.places.iter().enumerate().filter(|(_, place)| i32::from(place.y) == row);
        let nearest = there.min_by_key(|(_, place)| place.x.abs_diff(here.x));
        nearest.map(|(number, _)| number).or(self.at)
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (width, room) = (usize::from(area.width), usize::from(area.height.saturating_sub(1)));
        let steps = &self.offer.steps[..self.shown];
        let scene = match steps.last() {
            Some(last) if !self.is_quiet() => &last.scene,
            _ => &self.offer.scene,
        };
        let of = |words: &str| text(&fitted(words, width));
        // Suits of cards may stand below each other, and their ranks too.
        let table = draw::table(&self.offer, scene);
        let table = table.lines().map(|line| match line.contains(['♠', '♥', '♦', '♣']) {
            true => format!("{}\n", line.replace("   ", "\u{a0}\u{a0} ")),
            false => format!("{line}\n"),
        });
        let mut lines: Vec<Line<'static>> = of(&table.collect::<String>());
        lines.push(Line::default());
        let mut happened = of(&draw::steps(&self.offer, steps));
        self.places.clear();
        let mut below = match &self.offer.end {
            _ if !self.is_quiet() => Vec::new(),
            Some(end) => of(&ended(&self.offer, end.over)),
            None => self.choices(area.width),
        };
        // The latest of what happened, as far as there is room.
        let wanted = lines.len() + below.len() + 1;
        let (rule, wanted) = match self.is_quiet() && self.offer.end.is_none() {
            true => {
                let rule = self.rule(width, room.saturating_sub(wanted + happened.len().min(2)));
                (rule, wanted + 1)
            }
            false => (Vec::new(), wanted),
        };
        let left = room.saturating_sub(wanted + rule.len()).min(HAPPENED);
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
        // What is too long loses its beginning, and the choices stay.
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

    /// The rule of the moment for whoever has not decided such a thing in a hand before: all of it where there is room,
    /// or what of its first sentence has a line.
    fn rule(&self, width: usize, room: usize) -> Vec<Line<'static>> {
        let rule = self.offer.rule;
        if rule.is_empty() || self.known.contains(self.offer.phase) {
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

    /// What is to be decided; the choices side by side, the chosen one marked; and what Enter does. Notes where each
    /// choice stands, from the first of these lines.
    fn choices(&mut self, width: u16) -> Vec<Line<'static>> {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = vec![Line::styled(draw::phase(&self.offer), bold)];
        let (mut spans, mut column) = (Vec::new(), 0);
        for (number, (before, label)) in draw::labels(&self.offer.choices).into_iter().enumerate() {
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
        let takes = match self.at.and_then(|at| self.offer.choices.get(at)) {
            Some(choice) => format!("Enter: {}", choice.say),
            None => "Move with ← → ↑ ↓, then Enter; or click.".to_owned(),
        };
        lines.extend(text(&takes));
        lines
    }
}

/// The only choice, which needs no move.
fn only(offer: &Offer) -> Option<usize> {
    (offer.choices.len() == 1).then_some(0)
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

/// What stands below a hand that is over.
fn ended(offer: &Offer, over: bool) -> String {
    let mut text = draw::result(offer);
    text += if over {
        "\nEnter: another match · m: what you could have done better · a: all cards\n"
    } else {
        "\nEnter: the next hand · a: all cards\n"
    };
    text
}

/// A text over the table.
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

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use threehand_bots::{Lab, Registry as _};
    use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
    use threehand_engine::{BySeat, Seat};

    use super::*;
    use crate::experiment::prepare::Maker;
    use crate::person::party::{Party, Setting};
    use crate::play::seated::Seated;
    use crate::play::seeds::Seeds;

    fn press(screen: &mut Screen, code: KeyCode) -> Wish {
        screen.on_key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn shown_at(screen: &mut Screen, width: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, 24)).expect("it is memory");
        terminal.draw(|frame| screen.draw(frame)).expect("it is memory");
        let buffer = terminal.backend().buffer();
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..24).map(row).collect()
    }

    fn shown(screen: &mut Screen) -> Vec<String> {
        shown_at(screen, 80)
    }

    /// A match of a person with `greedy` in the other seats.
    fn match_of<G: threehand_bots::Knowledge>(
        seat: Seat,
        seed: u64,
        look: impl FnOnce(Party<'_, G>),
    ) {
        let lab = Lab::standard();
        let bots = lab.bots::<G>();
        let spec = bots.spec("greedy").expect("a bot");
        let name = |at: Seat| if at == seat { "person" } else { "greedy" }.to_owned();
        let setting = Setting {
            rules: G::default(),
            seeds: Seeds(seed),
            seat,
            names: BySeat::from_fn(name),
            called: BySeat::from_fn(name),
            makers: BySeat::from_fn(|at| {
                let make = bots.maker(&spec);
                let make = move || Seated::Bot(make());
                (at != seat).then(|| -> Maker<'_, G> { Box::new(make) })
            }),
            adviser: ("greedy".to_owned(), bots.maker(&spec)),
        };
        look(Party::new(setting).expect("greedy does not fail"));
    }

    /// Plays hands of a game by the first choice, and looks at each screen.
    fn play_hands<G: threehand_bots::Knowledge>() {
        match_of::<G>(Seat::P1, 4, |party| look_at_hands(party));
    }

    fn look_at_hands<G: threehand_bots::Knowledge>(mut party: Party<'_, G>) {
        let mut screen = Screen::new(party.offer());
        let mut counted = false;
        for _ in 0..150 {
            if press(&mut screen, KeyCode::Char(' ')) != Wish::Nothing {
                screen.shown = screen.offer.steps.len();
            }
            let rows = shown(&mut screen);
            let all = rows.join("\n");
            assert!(rows[23].trim_end().ends_with("q quit"), "{all}");
            let wish = press(&mut screen, KeyCode::Enter);
            if screen.offer.end.is_some() {
                assert!(all.contains("The hand is over"), "{all}");
                assert_eq!(wish, Wish::Deal);
                party.deal().expect("greedy does not fail");
            } else {
                assert!(all.contains("Your turn"), "{all}");
                assert!(all.contains("you are seat 1"), "{all}");
                // Whoever is new to this finds the start of its rule; who has done it before does not.
                let rule: String = screen.offer.rule.chars().take(20).collect();
                let is_new = screen.offer.hand == 0 && screen.offer.match_number == 0;
                assert!(all.contains(&rule) || !is_new, "{all}");
                assert!(
                    !all.contains(&rule) || !screen.known.contains(screen.offer.phase),
                    "{all}"
                );
                if let Some((chosen, wanted)) = screen.offer.chosen {
                    counted |= chosen > 0;
                    assert!(chosen < wanted);
                    assert!(all.contains(&format!("{chosen} of {wanted} chosen")), "{all}");
                }
                // Cards that may be chosen run as they are held.
                let held = &screen.offer.scene.hands[Seat::P1].cards.0;
                let single = screen.offer.choices.iter().filter(|choice| choice.cards.0.len() == 1);
                let places: Vec<_> = single
                    .filter_map(|choice| held.iter().position(|card| *card == choice.cards.0[0]))
                    .collect();
                let is_sorted = places.is_sorted();
                assert!(
                    is_sorted || screen.offer.choices.iter().any(|one| one.say.contains("to seat"))
                );
                let narrow = shown_at(&mut screen, 40);
                assert!(narrow[23].trim_end().ends_with("q quit"), "{narrow:?}");
                for (number, choice) in screen.offer.choices.iter().enumerate() {
                    let place = screen.places[number];
                    let row: String =
                        narrow[usize::from(place.y)].chars().skip(place.x.into()).collect();
                    let label = choice.say.rsplit(' ').next().expect("a word");
                    assert!(row.contains(label), "{label}: {narrow:?}");
                }
                shown(&mut screen);
                // Each choice can be clicked where it stands.
                for (number, choice) in screen.offer.choices.clone().iter().enumerate() {
                    let place = screen.places[number];
                    let row: Vec<char> = rows[usize::from(place.y)].chars().collect();
                    let text: String =
                        row[usize::from(place.x)..][..usize::from(place.width)].iter().collect();
                    assert!(choice.say.ends_with(text.trim()), "{text} for {}", choice.say);
                    let clicked = screen.on_click(Position::new(place.x + 1, place.y));
                    assert_eq!(clicked, Wish::Choose(number));
                }
                let count = screen.offer.choices.len();
                let due = if count == 1 { Wish::Choose(0) } else { Wish::Nothing };
                assert_eq!(wish, due, "nothing is taken that was not moved to: {all}");
                // In an auction the highest bid, so that cards are paid and put out.
                let number = if screen.offer.phase == "call" { count - 1 } else { 0 };
                party.choose(number).expect("greedy does not fail");
            }
            screen.show(party.offer());
        }
        assert!(
            counted || G::NAME == "three-kings",
            "of several cards that are chosen it is said how many"
        );
    }

    #[test]
    fn every_screen_of_80_by_24_has_the_choices_and_each_can_be_clicked() {
        play_hands::<NineTwoFive>();
        play_hands::<ThreeLeggedKitty>();
        play_hands::<ThreeKings>();
    }

    #[test]
    fn keys_move_the_choice_and_notes_go_with_the_next_key() {
        match_of::<NineTwoFive>(Seat::P0, 3, |party| press_keys(&mut Screen::new(party.offer())));
    }

    fn press_keys(screen: &mut Screen) {
        assert_eq!(press(screen, KeyCode::Enter), Wish::Nothing, "nothing was moved to");
        assert!(shown(screen).join(" ").contains("Move with"));
        assert_eq!(press(screen, KeyCode::Left), Wish::Nothing);
        assert_eq!(press(screen, KeyCode::Enter), Wish::Choose(4), "the last of five");
        press(screen, KeyCode::Right);
        assert!(shown(screen).join(" ").contains("Enter: call clubs"));
        assert_eq!(press(screen, KeyCode::Enter), Wish::Choose(0));
        shown_at(screen, 40);
        press(screen, KeyCode::Down);
        assert_eq!(press(screen, KeyCode::Enter), Wish::Choose(3), "it stands below the first");
        press(screen, KeyCode::Up);
        assert_eq!(press(screen, KeyCode::Enter), Wish::Choose(0));
        press(screen, KeyCode::Char('?'));
        assert!(shown(screen).join(" ").contains("The dealer names a suit as trump"));
        assert_eq!(press(screen, KeyCode::Enter), Wish::Nothing, "it only closes the note");
        assert_eq!(press(screen, KeyCode::Char('q')), Wish::Nothing, "it asks first");
        assert_eq!(press(screen, KeyCode::Char('n')), Wish::Nothing);
        assert_eq!(press(screen, KeyCode::Char('y')), Wish::Nothing, "nobody asked");
        press(screen, KeyCode::Char('q'));
        assert_eq!(press(screen, KeyCode::Char('y')), Wish::Leave);
        assert_eq!(press(screen, KeyCode::Char('h')), Wish::Hint);
        assert_eq!(press(screen, KeyCode::Char('u')), Wish::TakeBack);
    }
}
