//! The screen, drawn in memory.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use threehand_engine::scene::cards_said;
use threehand_engine::{Card, CardSet, Seat};
use threehand_play::Catalog;

use super::*;
use crate::human::human_match::HumanMatch;
use crate::human::text;
use crate::human::{PlayArgs, setup};

fn press(screen: &mut Screen, code: KeyCode) -> Option<Input> {
    screen.on_key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// The rows of the screen.
fn drawn(screen: &mut Screen, width: u16) -> Vec<Vec<char>> {
    let mut terminal = Terminal::new(TestBackend::new(width, 24)).expect("it is memory");
    terminal.draw(|frame| screen.draw(frame)).expect("it is memory");
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).flat_map(move |x| buffer[(x, y)].symbol().chars()).collect();
    (0..24).map(row).collect()
}

fn text_of(rows: &[Vec<char>]) -> String {
    rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// A match of a person with `greedy` in the other seats.
fn match_of<'c>(catalog: &'c Catalog<'_>, game: &str, seat: Seat, seed: u64) -> HumanMatch<'c> {
    let args = PlayArgs {
        game: game.to_owned(),
        bots: vec!["greedy".to_owned(); 2],
        external: Vec::new(),
        seat,
        rules: Vec::new(),
        seed: None,
        adviser: Some("greedy".to_owned()),
        quick: false,
        web: false,
        out: None,
    };
    let setup = setup(catalog, &args, seed).expect("the arguments are right");
    HumanMatch::new(setup).expect("greedy does not fail")
}

/// Checks a screen on which the person is to choose.
fn check_choices(screen: &mut Screen, rows: &[Vec<char>]) {
    let (all, moment) = (text_of(rows), screen.moment.clone());
    assert!(all.contains("Your turn") && all.contains("you are seat 1"), "{all}");
    // In the first hand a decision comes with the start of its rule.
    let rule: String = moment.rule.chars().take(20).collect();
    let is_first = moment.hand == 0 && moment.match_number == 0;
    assert_eq!(all.contains(&rule), is_first, "{all}");
    if let Some((chosen, wanted)) = moment.chosen {
        assert!(chosen < wanted && all.contains(&format!("{chosen} of {wanted} chosen")), "{all}");
    }
    // Cards to choose from run as they are held.
    let held = &moment.scene.hands[Seat::P1].cards.0;
    let single = moment.choices.iter().filter(|choice| choice.cards.0.len() == 1);
    let places = single.filter_map(|one| held.iter().position(|card| *card == one.cards.0[0]));
    let is_gift = moment.choices.iter().any(|choice| choice.say.contains("to seat"));
    assert!(is_gift || places.is_sorted(), "{all}");
    // Each choice can be clicked where it stands.
    for (number, choice) in moment.choices.iter().enumerate() {
        let place = screen.places[number];
        let row = &rows[usize::from(place.y)][usize::from(place.x)..];
        let text: String = row[..usize::from(place.width)].iter().collect();
        assert!(choice.say.ends_with(text.trim()), "{text} for {}", choice.say);
        let clicked = screen.on_click(Position::new(place.x + 1, place.y));
        assert_eq!(clicked, Some(Input::Choose(number)));
    }
    let narrow = drawn(screen, 40);
    for (choice, place) in moment.choices.iter().zip(&screen.places) {
        let row: String = narrow[usize::from(place.y)][usize::from(place.x)..].iter().collect();
        let label = choice.say.rsplit(' ').next().expect("a word");
        assert!(row.contains(label), "{label}: {}", text_of(&narrow));
    }
}

#[test]
fn every_screen_of_80_by_24_has_the_choices_and_each_can_be_clicked() {
    let catalog = Catalog::standard();
    for game in ["9-2-5", "three-legged-kitty", "three-kings"] {
        let mut human_match = match_of(&catalog, game, Seat::P1, 4);
        let mut screen = Screen::new(human_match.moment());
        let mut counted = false;
        for _ in 0..150 {
            screen.shown = screen.moment.steps.len();
            let rows = drawn(&mut screen, 80);
            let all = text_of(&rows);
            assert!(all.trim_end().ends_with("q quit"), "{all}");
            let (entered, count) =
                (press(&mut screen, KeyCode::Enter), screen.moment.choices.len());
            let input = if screen.moment.end.is_some() {
                assert!(all.contains("The hand is over") && entered == Some(Input::Deal), "{all}");
                Input::Deal
            } else {
                let due = (count == 1).then_some(Input::Choose(0));
                assert_eq!(entered, due, "Enter takes only what was moved to: {all}");
                counted |= screen.moment.chosen.is_some_and(|(chosen, _)| chosen > 0);
                assert_eq!(screen.close_note().is_some(), count > 1, "it says so");
                check_choices(&mut screen, &rows);
                // In an auction the highest bid, so that cards are paid and put out.
                Input::Choose(if screen.moment.phase == "call" { count - 1 } else { 0 })
            };
            human_match.reply(input).expect("greedy does not fail");
            screen.show(human_match.moment());
        }
        assert!(counted || game == "three-kings", "cards that are chosen one by one are counted");
    }
}

#[test]
fn a_trick_that_is_over_is_seen_with_its_winner_and_what_was_drawn() {
    let catalog = Catalog::standard();
    let mut human_match = match_of(&catalog, "three-kings", Seat::P1, 4);
    let mut screen = Screen::new(human_match.moment());
    let (mut taken, mut drawn_cards) = (0, 0);
    while screen.moment.end.is_none() {
        screen.shown = screen.moment.steps.len();
        let all = text_of(&drawn(&mut screen, 80));
        for step in &screen.moment.steps {
            if let Some(winner) = step.taken {
                assert!(all.contains(&format!("→ {winner} takes the trick")), "{all}");
                taken += 1;
            }
            if !step.got.0.is_empty() {
                let got = text::cards_text(&step.got);
                assert!(all.contains(&format!("you get {got}")), "{all}");
                drawn_cards += 1;
            }
        }
        if screen.moment.scene.trick.is_empty() && screen.moment.scene.last.is_some() {
            assert!(all.contains('★'), "the trick before lies there: {all}");
        }
        human_match.reply(Input::Choose(0)).expect("greedy does not fail");
        screen.show(human_match.moment());
    }
    assert!(taken > 10 && drawn_cards > 5, "{taken} tricks, {drawn_cards} draws");
}

#[test]
fn cards_that_are_paid_or_put_out_are_listed_once() {
    let catalog = Catalog::standard();
    let mut human_match = match_of(&catalog, "three-legged-kitty", Seat::P1, 4);
    let mut seen = 0;
    for _ in 0..40 {
        let moment = human_match.moment();
        let listed: Vec<Card> = text::about(&moment, &moment.scene)
            .lines()
            .filter(|line| !line.starts_with("kitty to "))
            .filter_map(|line| line.split_once(": "))
            .flat_map(|(_, cards)| cards_said(cards))
            .collect();
        let distinct: CardSet = listed.iter().copied().collect();
        assert_eq!(distinct.len(), listed.len(), "{}", text::table(&moment, &moment.scene));
        seen = seen.max(listed.len());
        let highest = moment.choices.len().saturating_sub(1);
        let choice = if moment.phase == "call" { highest } else { 0 };
        let input = if moment.end.is_some() { Input::Deal } else { Input::Choose(choice) };
        human_match.reply(input).expect("greedy does not fail");
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn only_bids_cost_cards() {
    let catalog = Catalog::standard();
    for game in ["9-2-5", "three-legged-kitty", "three-kings"] {
        let mut human_match = match_of(&catalog, game, Seat::P1, 4);
        let mut costly = 0;
        for round in 0..1_000 {
            let Moment { choices, phase, .. } = human_match.moment();
            let count = choices.iter().filter(|choice| choice.costs > 0).count();
            assert!(count == 0 || phase == "call", "{game}: {phase} {choices:?}");
            costly += count;
            let input = match choices.len() {
                0 => Input::Deal,
                count => Input::Choose(round % count),
            };
            human_match.reply(input).expect("greedy does not fail");
        }
        assert_eq!(costly > 0, game == "three-legged-kitty", "{game}");
    }
}

#[test]
fn all_cards_of_a_hand_scroll_and_begin_with_the_result() {
    let catalog = Catalog::standard();
    let mut human_match = match_of(&catalog, "9-2-5", Seat::P0, 3);
    let screen = &mut Screen::new(human_match.moment());
    while human_match.moment().end.is_none() {
        human_match.reply(Input::Choose(0)).expect("greedy does not fail");
    }
    screen.show(human_match.moment());
    screen.shown = screen.moment.steps.len();
    assert_eq!(press(screen, KeyCode::Char('a')), Some(Input::Cards));
    screen.note = human_match.reply(Input::Cards).expect("greedy does not fail");
    let first = text_of(&drawn(screen, 80));
    assert!(first.contains("The hand is over: "), "{first}");
    for key in [KeyCode::Down, KeyCode::PageDown, KeyCode::End] {
        assert_eq!(press(screen, key), None);
        drawn(screen, 80);
    }
    let last = text_of(&drawn(screen, 80));
    let ending = human_match.moment().end.expect("it is over").text;
    let ending = ending.trim_end().lines().next_back().expect("a line").trim();
    let ending: String = ending.chars().take(20).collect();
    assert!(last.contains(&ending) && !first.contains(&ending), "{last}");
    assert_eq!(press(screen, KeyCode::Char('x')), None, "any other key goes back");
    assert!(!text_of(&drawn(screen, 80)).contains(&ending));
    screen.note = human_match.reply(Input::Cards).expect("greedy does not fail");
    drawn(screen, 80);
    assert_eq!(press(screen, KeyCode::End), None);
    assert_eq!(screen.on_click(Position::new(0, 0)), None, "so does a click");
    screen.note = human_match.reply(Input::Cards).expect("greedy does not fail");
    assert!(text_of(&drawn(screen, 80)).contains("The hand is over: "), "at its first line");
}

#[test]
fn keys_move_the_choice_and_notes_go_with_the_next_key() {
    let catalog = Catalog::standard();
    let mut human_match = match_of(&catalog, "9-2-5", Seat::P0, 3);
    let screen = &mut Screen::new(human_match.moment());
    let (enter, key) = (KeyCode::Enter, KeyCode::Char);
    assert_eq!(press(screen, enter), None, "nothing was moved to");
    assert!(text_of(&drawn(screen, 80)).contains("Nothing is chosen yet"));
    assert_eq!(press(screen, enter), None, "it only closes the note");
    assert!(text_of(&drawn(screen, 80)).contains("Move with"));
    for (moved, due) in [(KeyCode::Left, 4), (KeyCode::Right, 0)] {
        assert_eq!(press(screen, moved), None);
        assert_eq!(press(screen, enter), Some(Input::Choose(due)), "one of five");
    }
    assert!(text_of(&drawn(screen, 80)).contains("Enter: call clubs"));
    drawn(screen, 40);
    for (moved, due) in [(KeyCode::Down, 3), (KeyCode::Up, 0)] {
        press(screen, moved);
        assert_eq!(press(screen, enter), Some(Input::Choose(due)), "in two rows");
    }
    assert_eq!(press(screen, key('?')), Some(Input::Rule));
    screen.note = human_match.reply(Input::Rule).expect("greedy does not fail");
    assert!(text_of(&drawn(screen, 80)).contains("The dealer names a suit as trump"));
    assert_eq!(press(screen, enter), None, "it only closes the note");
    for (typed, due) in [
        ('q', None),
        ('u', None),
        ('n', None),
        ('y', None),
        ('q', None),
        ('y', Some(Input::Leave)),
        ('q', None),
        ('u', None),
        ('i', None),
        ('t', Some(Input::Leave)),
        ('h', Some(Input::Hint)),
        ('u', Some(Input::TakeBack)),
    ] {
        assert_eq!(press(screen, key(typed)), due, "{typed}");
        let all = text_of(&drawn(screen, 80));
        assert!(!all.contains("stays. q"), "what was typed is not shown: {all}");
    }
    let interrupt = KeyEvent::new(key('c'), KeyModifiers::CONTROL);
    assert_eq!(screen.on_key(interrupt), None, "it asks as q does");
    assert_eq!(screen.on_key(interrupt), Some(Input::Leave));
}
