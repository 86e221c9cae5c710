//! A match on the whole screen of a terminal, by keys and mouse.

mod picture;
mod terminal;

use std::collections::BTreeSet;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

pub(super) use self::terminal::play;
use super::draw;
use super::offer::Offer;

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
}

/// The only choice, which needs no move.
fn only(offer: &Offer) -> Option<usize> {
    (offer.choices.len() == 1).then_some(0)
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
    use crate::person::party::{AnyParty as _, Party, Setting};
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
