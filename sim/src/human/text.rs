//! The table in lines of text, for a terminal of 80 columns.

use std::fmt::Write as _;

use threehand_engine::scene::{Cards, Lay, Pile, card_text};
use threehand_engine::{Scene, Seat, Suit};

use super::moment::{Choice, Moment, Step};
use crate::records::scores::signed;

/// The longest line.
const WIDTH: usize = 78;

/// The table: seats, piles, the trick and the person's hand.
pub(super) fn table(moment: &Moment, scene: &Scene) -> String {
    let Moment { variant, hand, match_number, seat: me, scores, .. } = moment;
    let mut lines = vec![format!(
        "{variant} · hand {} of match {} · you are seat {me}",
        hand + 1,
        match_number + 1
    )];
    let wide = Seat::ALL.map(|seat| name(moment, seat).chars().count()).into_iter().max();
    let wide = wide.unwrap_or_default();
    for seat in [me.left(), me.right(), *me] {
        let (notes, tally, hand) = (&scene.notes[seat], &scene.tally[seat], &scene.hands[seat]);
        let mut parts = vec![format!("score {}", scores[seat])];
        let is_dealer = scene.dealer == seat && !notes.iter().any(|note| note == "dealer");
        parts.extend(is_dealer.then(|| "dealer".to_owned()));
        parts.extend(notes.iter().cloned());
        parts.extend(Some(tally.clone()).filter(|tally| !tally.is_empty()));
        parts.extend((seat != *me && !hand.is_empty()).then(|| pile_text(hand)));
        lines.push(format!("  {seat} {:<wide$}  {}", name(moment, seat), parts.join(" · ")));
    }
    for fact in &scene.facts {
        let mut line = format!("  {} {}", fact.name, fact.text);
        if !fact.pile.is_empty() {
            line += &format!(": {}", pile_text(&fact.pile));
        }
        lines.push(line.replace(&format!("seat {me}"), "you"));
    }
    for heap in scene.heaps.iter().filter(|heap| heap.name != "played") {
        lines.push(format!("  {}: {}", heap.name, pile_text(&heap.pile)));
    }
    if !scene.trick.is_empty() {
        lines.push(format!("  trick: {}", lays(&scene.trick, scene.best)));
    }
    let mine = &scene.hands[*me];
    if !mine.is_empty() {
        lines.push(format!("  your cards: {}", by_suit(&mine.cards)));
    }
    text_of(&lines)
}

/// The last trick.
pub(super) fn last_trick(moment: &Moment) -> String {
    let Some(last) = &moment.scene.last else { return "There is no trick yet.\n".to_owned() };
    let (lays, winner) = (lays(&last.plays, Some(last.winner)), last.winner);
    format!("{lays}; {winner} {} took it\n", name(moment, winner))
}

/// The actions of a moment, a line each.
pub(super) fn steps(moment: &Moment, steps: &[Step]) -> String {
    let mut lines = Vec::new();
    for Step { seat, say, taken, .. } in steps {
        lines.push(format!("  {seat} {}: {say}", name(moment, *seat)));
        let takes = |winner| format!("      → {winner} {} takes the trick", name(moment, winner));
        lines.extend(taken.map(takes));
    }
    text_of(&lines)
}

/// The phase, with the number of cards that are chosen already.
pub(super) fn phase(moment: &Moment) -> String {
    let chosen = moment.chosen.map(|(chosen, wanted)| format!("{chosen} of {wanted} chosen"));
    let phase = Some(moment.phase).filter(|phase| !phase.is_empty());
    let parts = ["Your turn"].into_iter().chain(phase).chain(chosen.as_deref());
    parts.collect::<Vec<_>>().join(" · ")
}

/// The words before each choice, if any, and its label. The words that all choices begin with are left out; the
/// words before numbers, such as bids, stand before the first of them.
pub(super) fn labels(choices: &[Choice]) -> Vec<(Option<&str>, &str)> {
    let common = common_words(choices).len();
    let mut before = "";
    let label = |choice: &'_ Choice| -> (usize, usize) {
        let rest = choice.say[common..].trim_start();
        let start = choice.say.len() - rest.len();
        let number = rest.find(|c: char| c.is_ascii_digit()).unwrap_or_default();
        (start, if choice.cards.0.is_empty() { start + number } else { start })
    };
    let mut labels = Vec::with_capacity(choices.len());
    for choice in choices {
        let (start, number) = label(choice);
        let words = choice.say[start..number].trim_end();
        labels.push((
            Some(words).filter(|words| !words.is_empty() && *words != before),
            &choice.say[number..],
        ));
        before = words;
    }
    labels
}

/// The choices with their numbers, from 1.
pub(super) fn choices(moment: &Moment) -> String {
    let choices = &moment.choices;
    let common = common_words(choices);
    let chosen = moment.chosen.map(|(chosen, wanted)| format!("({chosen} of {wanted} chosen)"));
    let head =
        ["you may", common].into_iter().chain(chosen.as_deref()).collect::<Vec<_>>().join(" ");
    let mut lines = vec![head.trim_end().to_owned()];
    for (number, choice) in (1..).zip(choices) {
        let item = format!("{number}) {}", choice.say[common.len()..].trim_start());
        let last = lines.last_mut().expect("there is one");
        if last.chars().count() + 2 + item.chars().count() > WIDTH {
            lines.push(format!("   {item}"));
        } else {
            let _ = write!(last, "  {item}");
        }
    }
    text_of(&lines)
}

/// The words that all choices begin with, such as `play`.
pub(super) fn common_words(choices: &[Choice]) -> &str {
    let Some(first) = choices.first().filter(|_| choices.len() > 1) else { return "" };
    let ends = first.say.char_indices().filter(|(_, letter)| *letter == ' ').map(|(at, _)| at);
    let is_common =
        |end: &usize| choices.iter().all(|choice| choice.say.starts_with(&first.say[..=*end]));
    &first.say[..ends.take_while(is_common).last().unwrap_or_default()]
}

/// The points of each hand, and their sums.
pub(super) fn sheet(moment: &Moment) -> String {
    let names = Seat::ALL.map(|seat| format!("{seat} {}", name(moment, seat))).join(", ");
    let hands =
        moment.sheet.iter().enumerate().map(|(hand, points)| {
            format!("  {:>3}   {}", hand + 1, points.map(signed).0.join("  "))
        });
    let mut lines = vec![format!("  points by hand: {names}")];
    lines.extend(hands);
    lines.push(format!("  now   {}", moment.scores.0.join("  ")));
    text_of(&lines)
}

/// The end of the hand; empty while it is not over.
pub(super) fn result(moment: &Moment) -> String {
    let Some(end) = &moment.end else { return String::new() };
    let points =
        Seat::ALL.map(|seat| format!("{} {}", name(moment, seat), signed(end.points[seat])));
    format!("The hand is over: {}. {}\n", points.join(", "), end.line)
}

/// The name of a seat at this table.
pub(super) fn name(moment: &Moment, seat: Seat) -> &str {
    if seat == moment.seat { "you" } else { &moment.names[seat] }
}

/// `♠ A Q   ♥ –   …`, suit by suit from spades.
pub(super) fn by_suit(cards: &Cards) -> String {
    let suit = |suit: Suit| {
        let ranks = cards.0.iter().filter(|card| card.suit() == suit);
        let ranks: Vec<String> = ranks.map(|card| card.rank().letter().to_string()).collect();
        format!(
            "{} {}",
            suit.symbol(),
            if ranks.is_empty() { "–".to_owned() } else { ranks.join(" ") }
        )
    };
    Suit::ALL.into_iter().rev().map(suit).collect::<Vec<_>>().join("   ")
}

fn lays(lays: &[Lay], best: Option<Seat>) -> String {
    let text = |lay: &Lay| {
        let cards: Vec<_> = lay.cards.0.iter().copied().map(card_text).collect();
        let mark = if best == Some(lay.seat) { "*" } else { "" };
        format!("{} {}{mark}", lay.seat, cards.join(" "))
    };
    lays.iter().map(text).collect::<Vec<_>>().join("   ")
}

fn pile_text(pile: &Pile) -> String {
    let cards: Vec<_> = pile.cards.0.iter().copied().map(card_text).collect();
    match (cards.is_empty(), pile.hidden) {
        (true, 1) => "1 card".to_owned(),
        (true, hidden) => format!("{hidden} cards"),
        (false, 0) => cards.join(" "),
        (false, hidden) => format!("{} and {hidden} more", cards.join(" ")),
    }
}

fn text_of(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}
