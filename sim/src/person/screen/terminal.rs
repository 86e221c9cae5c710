//! The terminal while a person plays on the whole of it: what it tells, and when it is drawn anew.

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

use super::{Screen, Wish};
use crate::experiment::interrupt::{heed_interrupts, interrupted};
use crate::person::advice::{hint, mistakes};
use crate::person::party::AnyParty;
use crate::person::{GLANCE, Keep, end, failed};
use crate::terminal::failure::Failure;

/// How long what another did stays before the next of it is shown.
const PAUSE: Duration = Duration::from_millis(450);

/// Plays until the person leaves.
///
/// # Errors
/// If a bot fails, or the terminal can't be used.
pub(in crate::person) fn play(
    party: &mut dyn AnyParty,
    quick: bool,
    keep: Keep<'_>,
) -> Result<(), Failure> {
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
