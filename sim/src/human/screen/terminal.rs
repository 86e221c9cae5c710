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

use super::{Input, Screen};
use crate::experiment::interrupt::{heed_interrupts, interrupted};
use crate::human::GLANCE;
use crate::human::human_match::HumanMatch;
use crate::terminal::failure::Failure;

/// How long an action of another stays before the next is shown.
const PAUSE: Duration = Duration::from_millis(450);

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

/// The state of a terminal after a wait.
enum Terminal {
    /// Nothing within the time.
    Quiet,
    /// A key, a click, another size.
    Speaks,
    /// It is closed.
    Gone,
}

/// Waits so long for the terminal. Notices one that is closed, which would keep a reader of keys for ever.
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
        // A key that was read together with an earlier one is there at once.
        if event::poll(Duration::ZERO)? {
            return Ok(Terminal::Speaks);
        }
    }
    Ok(Terminal::Quiet)
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
        let wait = if screen.is_quiet() { GLANCE } else { PAUSE };
        match await_terminal(wait).context("the terminal gives no keys")? {
            // A closed terminal and a signal end the match, and leave the terminal as it was.
            Terminal::Gone => return Ok(()),
            Terminal::Quiet if interrupted().is_some() => return Ok(()),
            Terminal::Quiet => {
                screen.step();
                continue;
            }
            Terminal::Speaks => {}
        }
        let input = match event::read().context("the terminal gives no keys")? {
            Event::Key(key) if key.kind != KeyEventKind::Release => screen.on_key(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                screen.on_click(Position::new(mouse.column, mouse.row))
            }
            _ => None,
        };
        let Some(input) = input else { continue };
        match input {
            Input::Leave => return Ok(()),
            Input::Choose(number) => human_match.choose(number)?,
            Input::Deal => human_match.deal()?,
            Input::TakeBack if human_match.take_back() => {}
            Input::TakeBack => {
                screen.note = Some("There is nothing to take back in this hand.".to_owned());
                continue;
            }
            Input::Hint => {
                screen.note = human_match.hint();
                continue;
            }
            Input::Review => {
                screen.note = Some("A moment …".to_owned());
                draw(screen)?;
                screen.note = Some(human_match.review());
                continue;
            }
        }
        screen.show(human_match.moment());
    }
}
