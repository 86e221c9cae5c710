//! The event loop of the full-screen terminal.

use std::io;
use std::time::Duration;

use anyhow::Context as _;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::Position;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::Screen;
use crate::human::GLANCE;
use crate::human::human_match::HumanMatch;
use crate::human::reply::Input;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::{heed_interrupts, interrupted};

/// The time between two steps of the others.
const PAUSE: Duration = Duration::from_millis(450);
/// The time for which a trick that is over stays.
const TRICK_PAUSE: Duration = Duration::from_millis(1_500);

/// Plays until the person leaves.
///
/// # Errors
/// If a bot fails, or the terminal can't be used.
pub(in crate::human) fn play(human_match: &mut HumanMatch<'_>, quick: bool) -> Result<(), Failure> {
    heed_interrupts()?;
    let mut terminal = ratatui::try_init().context("this terminal can't be drawn on")?;
    let _ = execute!(terminal.backend_mut(), EnableMouseCapture);
    let mut screen = Screen::new(human_match.moment());
    let mut draw = |screen: &mut Screen| -> Result<(), Failure> {
        let drawn = terminal.draw(|frame| screen.draw(frame));
        Ok(drawn.map(|_| ()).context("the terminal can't be drawn on")?)
    };
    let played = play_on(human_match, &mut screen, quick, &mut draw);
    let _ = execute!(terminal.backend_mut(), DisableMouseCapture);
    ratatui::restore();
    played
}

/// Whether input comes within a time; `None` if the terminal is closed, which a reader of keys would not notice.
fn await_input(wait: Duration) -> io::Result<Option<bool>> {
    for wait in [Duration::ZERO, wait] {
        let input = io::stdin();
        let mut ready = [PollFd::new(&input, PollFlags::IN)];
        let time = Timespec::try_from(wait).expect("a short time");
        match poll(&mut ready, Some(&time)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if ready[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) {
            return Ok(None);
        }
        // A key that was read together with an earlier one is there at once.
        if event::poll(Duration::ZERO)? {
            return Ok(Some(true));
        }
    }
    Ok(Some(false))
}

fn play_on(
    human_match: &mut HumanMatch<'_>,
    screen: &mut Screen,
    quick: bool,
    draw: &mut dyn FnMut(&mut Screen) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        if quick && screen.is_quiet() && human_match.play_forced()? {
            screen.show(human_match.moment());
            continue;
        }
        draw(screen)?;
        let wait = match screen.moment.steps[..screen.shown].last() {
            _ if screen.is_quiet() => GLANCE,
            Some(step) if step.taken.is_some() => TRICK_PAUSE,
            _ => PAUSE,
        };
        match await_input(wait).context("the terminal gives no keys")? {
            // A closed terminal and a signal end the match, and leave the terminal as it was.
            None => return Ok(()),
            Some(false) if interrupted().is_some() => return Ok(()),
            Some(false) => {
                screen.step();
                continue;
            }
            Some(true) => {}
        }
        let input = match event::read().context("the terminal gives no keys")? {
            Event::Key(key) if key.kind != KeyEventKind::Release => screen.on_key(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                screen.on_click(Position::new(mouse.column, mouse.row))
            }
            _ => None,
        };
        let Some(input) = input else { continue };
        if input == Input::Leave {
            return Ok(());
        }
        if input == Input::Review {
            screen.note = Some("A moment …".to_owned());
            draw(screen)?;
        }
        match human_match.reply(input)? {
            Some(note) => screen.note = Some(note),
            None => screen.show(human_match.moment()),
        }
    }
}
