//! A match on the whole screen of a terminal, by keys and mouse.

mod drawing;
mod terminal;

use std::collections::BTreeSet;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

pub(super) use self::terminal::play;
use super::moment::Moment;
use super::text;

/// A request of the person.
#[derive(Debug, PartialEq, Eq)]
enum Input {
    Choose(usize),
    Deal,
    TakeBack,
    Hint,
    Review,
    Leave,
}

/// The state of the screen.
struct Screen {
    moment: Moment,
    /// The number of steps that are shown of those since the moment before.
    shown: usize,
    /// The choice that Enter takes; `None` until the person moves to one of several.
    at: Option<usize>,
    /// The note over the table until the next key.
    note: Option<String>,
    /// Whether the note asks to confirm leaving.
    leaving: bool,
    /// The place of each choice.
    places: Vec<Rect>,
    /// The phases of finished hands, whose rules the person knows.
    known: BTreeSet<&'static str>,
    /// The phases of this hand.
    met: BTreeSet<&'static str>,
}

impl Screen {
    fn new(moment: Moment) -> Self {
        let mut screen = Self {
            at: only(&moment),
            moment,
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

    /// Shows another moment from its first step.
    fn show(&mut self, moment: Moment) {
        match &self.moment.end {
            Some(_) => self.known.append(&mut self.met),
            None => drop(self.met.insert(self.moment.phase)),
        }
        (self.at, self.shown, self.note, self.leaving) = (only(&moment), 0, None, false);
        self.moment = moment;
        self.step();
    }

    /// Shows one more step.
    fn step(&mut self) {
        self.shown = (self.shown + 1).min(self.moment.steps.len());
    }

    /// Whether all steps are shown.
    fn is_quiet(&self) -> bool {
        self.shown == self.moment.steps.len()
    }

    fn on_key(&mut self, key: KeyEvent) -> Option<Input> {
        let interrupt =
            key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
        if interrupt || self.leaving && key.code == KeyCode::Char('y') {
            return Some(Input::Leave);
        }
        let was_noted = self.note.take().is_some();
        self.leaving = false;
        if !self.is_quiet() {
            self.shown = self.moment.steps.len();
            return None;
        }
        let (moment, count) = (&self.moment, self.moment.choices.len());
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
                return self.at.map(Input::Choose);
            }
            KeyCode::Enter | KeyCode::Char(' ') => return Some(Input::Deal),
            KeyCode::Char('u') => return Some(Input::TakeBack),
            KeyCode::Char('h') if count > 0 => return Some(Input::Hint),
            KeyCode::Char('m') if moment.end.as_ref().is_some_and(|end| end.over) => {
                return Some(Input::Review);
            }
            KeyCode::Char('?') => self.note = Some(moment.rule.to_owned()),
            KeyCode::Char('s') => self.note = Some(text::sheet(moment)),
            KeyCode::Char('l') => {
                let last = text::last_trick(moment);
                self.note = Some(last.unwrap_or_else(|| "There is no trick yet.".to_owned()));
            }
            KeyCode::Char('a') => self.note = moment.end.as_ref().map(|end| end.text.clone()),
            KeyCode::Char('q') => {
                self.leaving = true;
                self.note = Some("Leave the table? y leaves, any other key stays.".to_owned());
            }
            _ => {}
        }
        None
    }

    fn on_click(&mut self, at: Position) -> Option<Input> {
        if self.note.take().is_some() || !self.is_quiet() {
            self.shown = self.moment.steps.len();
            return None;
        }
        let hit = self.places.iter().position(|place| place.contains(at));
        hit.map(Input::Choose).or_else(|| self.moment.choices.is_empty().then_some(Input::Deal))
    }

    /// The nearest choice in the row below, or above.
    fn beside(&self, down: i32) -> Option<usize> {
        let Some(here) = self.at.and_then(|at| self.places.get(at)) else { return Some(0) };
        let row = i32::from(here.y) + down;
        let there = self.places.iter().enumerate().filter(|(_, place)| i32::from(place.y) == row);
        let nearest = there.min_by_key(|(_, place)| place.x.abs_diff(here.x));
        nearest.map(|(number, _)| number).or(self.at)
    }
}

/// The only choice; `None` if there are several.
fn only(moment: &Moment) -> Option<usize> {
    (moment.choices.len() == 1).then_some(0)
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use threehand_engine::Seat;
    use threehand_play::{Catalog, Seeds};

    use super::*;
    use crate::experiment::prepare;
    use crate::human::human_match::{HumanMatch, Setup};

    fn press(screen: &mut Screen, code: KeyCode) -> Option<Input> {
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
    fn match_of<'c>(catalog: &'c Catalog<'_>, game: &str, seat: Seat, seed: u64) -> HumanMatch<'c> {
        let game = catalog.game(game).expect("a game");
        let bots = prepare::players(game, &["greedy", "greedy"].map(str::to_owned), &[]);
        let setup = Setup {
            game,
            rules: game.rules(&[]).expect("no option is wrong"),
            seeds: Seeds(seed),
            seat,
            bots: bots.expect("bots").try_into().expect("two"),
            adviser: game.spec("greedy").expect("a bot"),
            records: None,
        };
        HumanMatch::new(setup).expect("greedy does not fail")
    }

    /// Plays hands of a game by the first choice, and looks at each screen.
    fn play_hands(game: &str) {
        let catalog = Catalog::standard();
        let mut human_match = match_of(&catalog, game, Seat::P1, 4);
        let mut screen = Screen::new(human_match.moment());
        let mut counted = false;
        for _ in 0..150 {
            if press(&mut screen, KeyCode::Char(' ')).is_some() {
                screen.shown = screen.moment.steps.len();
            }
            let rows = shown(&mut screen);
            let all = rows.join("\n");
            assert!(rows[23].trim_end().ends_with("q quit"), "{all}");
            let wish = press(&mut screen, KeyCode::Enter);
            if screen.moment.end.is_some() {
                assert!(all.contains("The hand is over"), "{all}");
                assert_eq!(wish, Some(Input::Deal));
                human_match.deal().expect("greedy does not fail");
            } else {
                assert!(all.contains("Your turn"), "{all}");
                assert!(all.contains("you are seat 1"), "{all}");
                // Whoever is new to this finds the start of its rule; who has done it before does not.
                let rule: String = screen.moment.rule.chars().take(20).collect();
                let is_new = screen.moment.hand == 0 && screen.moment.match_number == 0;
                assert!(all.contains(&rule) || !is_new, "{all}");
                assert!(
                    !all.contains(&rule) || !screen.known.contains(screen.moment.phase),
                    "{all}"
                );
                if let Some((chosen, wanted)) = screen.moment.chosen {
                    counted |= chosen > 0;
                    assert!(chosen < wanted);
                    assert!(all.contains(&format!("{chosen} of {wanted} chosen")), "{all}");
                }
                // Cards that may be chosen run as they are held.
                let held = &screen.moment.scene.hands[Seat::P1].cards.0;
                let single =
                    screen.moment.choices.iter().filter(|choice| choice.cards.0.len() == 1);
                let places: Vec<_> = single
                    .filter_map(|choice| held.iter().position(|card| *card == choice.cards.0[0]))
                    .collect();
                let is_sorted = places.is_sorted();
                assert!(
                    is_sorted
                        || screen.moment.choices.iter().any(|one| one.say.contains("to seat"))
                );
                let narrow = shown_at(&mut screen, 40);
                assert!(narrow[23].trim_end().ends_with("q quit"), "{narrow:?}");
                for (number, choice) in screen.moment.choices.iter().enumerate() {
                    let place = screen.places[number];
                    let row: String =
                        narrow[usize::from(place.y)].chars().skip(place.x.into()).collect();
                    let label = choice.say.rsplit(' ').next().expect("a word");
                    assert!(row.contains(label), "{label}: {narrow:?}");
                }
                shown(&mut screen);
                // Each choice can be clicked where it stands.
                for (number, choice) in screen.moment.choices.clone().iter().enumerate() {
                    let place = screen.places[number];
                    let row: Vec<char> = rows[usize::from(place.y)].chars().collect();
                    let text: String =
                        row[usize::from(place.x)..][..usize::from(place.width)].iter().collect();
                    assert!(choice.say.ends_with(text.trim()), "{text} for {}", choice.say);
                    let clicked = screen.on_click(Position::new(place.x + 1, place.y));
                    assert_eq!(clicked, Some(Input::Choose(number)));
                }
                let count = screen.moment.choices.len();
                let due = (count == 1).then_some(Input::Choose(0));
                assert_eq!(wish, due, "nothing is taken that was not moved to: {all}");
                // In an auction the highest bid, so that cards are paid and put out.
                let number = if screen.moment.phase == "call" { count - 1 } else { 0 };
                human_match.choose(number).expect("greedy does not fail");
            }
            screen.show(human_match.moment());
        }
        assert!(
            counted || game == "three-kings",
            "of several cards that are chosen it is said how many"
        );
    }

    #[test]
    fn every_screen_of_80_by_24_has_the_choices_and_each_can_be_clicked() {
        for game in ["9-2-5", "three-legged-kitty", "three-kings"] {
            play_hands(game);
        }
    }

    #[test]
    fn keys_move_the_choice_and_notes_go_with_the_next_key() {
        let catalog = Catalog::standard();
        let human_match = match_of(&catalog, "9-2-5", Seat::P0, 3);
        let screen = &mut Screen::new(human_match.moment());
        assert_eq!(press(screen, KeyCode::Enter), None, "nothing was moved to");
        assert!(shown(screen).join(" ").contains("Move with"));
        assert_eq!(press(screen, KeyCode::Left), None);
        assert_eq!(press(screen, KeyCode::Enter), Some(Input::Choose(4)), "the last of five");
        press(screen, KeyCode::Right);
        assert!(shown(screen).join(" ").contains("Enter: call clubs"));
        assert_eq!(press(screen, KeyCode::Enter), Some(Input::Choose(0)));
        shown_at(screen, 40);
        press(screen, KeyCode::Down);
        assert_eq!(
            press(screen, KeyCode::Enter),
            Some(Input::Choose(3)),
            "it stands below the first"
        );
        press(screen, KeyCode::Up);
        assert_eq!(press(screen, KeyCode::Enter), Some(Input::Choose(0)));
        press(screen, KeyCode::Char('?'));
        assert!(shown(screen).join(" ").contains("The dealer names a suit as trump"));
        assert_eq!(press(screen, KeyCode::Enter), None, "it only closes the note");
        assert_eq!(press(screen, KeyCode::Char('q')), None, "it asks first");
        assert_eq!(press(screen, KeyCode::Char('n')), None);
        assert_eq!(press(screen, KeyCode::Char('y')), None, "nobody asked");
        press(screen, KeyCode::Char('q'));
        assert_eq!(press(screen, KeyCode::Char('y')), Some(Input::Leave));
        assert_eq!(press(screen, KeyCode::Char('h')), Some(Input::Hint));
        assert_eq!(press(screen, KeyCode::Char('u')), Some(Input::TakeBack));
    }
}
