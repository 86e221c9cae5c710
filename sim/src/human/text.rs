//! The table in lines of text, for a terminal of 80 columns.

use threehand_engine::scene::{Cards, Fact, Heap, Lay, Pile, card_text};
use threehand_engine::{Scene, Seat, Suit};

use super::moment::{Choice, Moment, Step};
use crate::records::replay::trimmed;
use crate::records::scores::signed;
use crate::terminal::screen::{fitted, width};

/// The table: seats, piles, the trick and the person's hand.
pub(super) fn table(moment: &Moment, scene: &Scene) -> String {
    let me = moment.seat;
    let mut text = title(moment) + "\n";
    let names = Seat::ALL.map(|seat| name(moment, seat));
    let width = names.map(|name| name.chars().count()).into_iter().max().unwrap_or_default();
    for seat in [me.left(), me.right(), me] {
        let name = names[seat.number()];
        text += &format!("  {seat} {name:<width$}  {}\n", self::seat(moment, scene, seat));
    }
    for line in about(moment, scene).lines() {
        text += &format!("  {line}\n");
    }
    if !scene.trick.is_empty() {
        text += &format!("  trick: {}\n", lays(&scene.trick, scene.best));
    }
    if let Some(hand) = hand(moment, scene) {
        text += &format!("  your cards: {hand}\n");
    }
    text
}

/// The match, the hand, and where the person sits.
pub(super) fn title(Moment { variant, hand, match_number, seat, .. }: &Moment) -> String {
    format!("{variant} · match {match_number}, hand {hand} · you are seat {seat}")
}

/// What a seat is, has and holds.
pub(super) fn seat(moment: &Moment, scene: &Scene, seat: Seat) -> String {
    let (notes, tally, hand) = (&scene.notes[seat], &scene.tally[seat], &scene.hands[seat]);
    let is_dealer = scene.dealer == seat && !notes.iter().any(|note| note == "dealer");
    let mut parts = vec![format!("score {}", moment.scores[seat])];
    parts.extend(is_dealer.then(|| "dealer".to_owned()));
    parts.extend(notes.iter().chain([tally]).filter(|part| !part.is_empty()).cloned());
    parts.extend((seat != moment.seat && !hand.is_empty()).then(|| pile_text(hand)));
    parts.join(" · ")
}

/// Facts and piles, a line each.
pub(super) fn about(moment: &Moment, scene: &Scene) -> String {
    let you = format!("seat {}", moment.seat);
    let mut text = String::new();
    for (number, fact) in scene.facts.iter().enumerate() {
        let later = scene.facts[number + 1..].iter().filter(|later| later.name == fact.name);
        if lies_in(&fact.pile, later) {
            continue;
        }
        text += &format!("{} {}", fact.name, fact.text).replace(&you, "you");
        if !fact.pile.is_empty() {
            text += &format!(": {}", pile_text(&fact.pile));
        }
        text += "\n";
    }
    for Heap { name, pile } in scene.heaps.iter().filter(|heap| heap.name != "played") {
        let pile = match lies_in(pile, scene.facts.iter()) {
            true => &Pile { hidden: pile.len(), ..Pile::default() },
            false => pile,
        };
        text += &format!("{name}: {}\n", pile_text(pile));
    }
    text
}

/// Whether a pile has cards, and all of them are known and shown with these facts.
fn lies_in<'a>(pile: &Pile, facts: impl Iterator<Item = &'a Fact>) -> bool {
    let shown: Vec<_> = facts.flat_map(|fact| &fact.pile.cards.0).collect();
    let is_shown = |card| shown.contains(&card);
    pile.hidden == 0 && !pile.cards.0.is_empty() && pile.cards.0.iter().all(is_shown)
}

/// The person's cards, suit by suit; `None` without any.
pub(super) fn hand(moment: &Moment, scene: &Scene) -> Option<String> {
    let mine = &scene.hands[moment.seat];
    (!mine.is_empty()).then(|| by_suit(&mine.cards))
}

/// The last trick.
pub(super) fn last_trick(moment: &Moment) -> String {
    let Some(last) = &moment.scene.last else { return "There is no trick yet.\n".to_owned() };
    let (lays, winner) = (lays(&last.plays, Some(last.winner)), last.winner);
    format!("{lays}; {winner} {} took it\n", name(moment, winner))
}

/// Some actions of a moment, a line each.
pub(super) fn steps(moment: &Moment, steps: &[Step]) -> String {
    let named = |seat| format!("{seat} {}", name(moment, seat));
    steps_with(steps, named, ["  ", ":", "      "])
}

/// Some actions of a moment, in few words: seats by their number.
pub(super) fn short_steps(steps: &[Step]) -> String {
    steps_with(steps, |seat| seat.to_string(), ["", "", ""])
}

/// Some actions with names of seats, what stands before and after the name, and before what follows from an action.
fn steps_with(
    steps: &[Step],
    named: impl Fn(Seat) -> String,
    [before, after, inset]: [&str; 3],
) -> String {
    let mut text = String::new();
    for Step { seat, say, taken, got, .. } in steps {
        text += &format!("{before}{}{after} {say}\n", named(*seat));
        if let Some(winner) = taken {
            text += &format!("{inset}→ {} takes the trick\n", named(*winner));
        }
        if !got.0.is_empty() {
            text += &format!("{inset}you get {}\n", cards_text(got));
        }
    }
    text
}

/// The first sentences of a rule, as many as say something.
pub(super) fn start_of_rule(rule: &str) -> &str {
    const LETTERS: usize = 40;
    let mut ends = rule.match_indices(". ").map(|(end, _)| end + 1);
    &rule[..ends.find(|end| *end > LETTERS).unwrap_or(rule.len())]
}

/// The phase, with the number of cards that are chosen already.
pub(super) fn phase(moment: &Moment) -> String {
    let phase = if moment.phase.is_empty() { "" } else { " · " };
    let chosen = moment.chosen.map(|(chosen, wanted)| format!(" · {chosen} of {wanted} chosen"));
    format!("Your turn{phase}{}{}", moment.phase, chosen.unwrap_or_default())
}

/// The label of each choice, and the words before it, if any. The words that all choices begin with are left out; the
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
        let is_new = !words.is_empty() && words != before;
        labels.push((is_new.then_some(words), &choice.say[number..]));
        before = words;
    }
    labels
}

/// The choices with their numbers, from 1, in lines that break only between choices.
pub(super) fn choices(moment: &Moment) -> String {
    let common = common_words(&moment.choices);
    let chosen = moment.chosen.map(|(chosen, wanted)| format!(" ({chosen} of {wanted} chosen)"));
    let mut line = format!("you may {common}").trim_end().to_owned() + &chosen.unwrap_or_default();
    for (number, choice) in (1..).zip(&moment.choices) {
        let words = choice.say[common.len()..].trim_start().replace(' ', "\u{a0}");
        line += &format!("\u{a0} {number})\u{a0}{words}");
    }
    trimmed(&fitted(&line, width().unwrap_or(usize::MAX))).join("\n") + "\n"
}

/// The words that all choices begin with, such as `play`.
fn common_words(choices: &[Choice]) -> &str {
    let Some(first) = choices.first().filter(|_| choices.len() > 1) else { return "" };
    let ends = first.say.match_indices(' ').map(|(end, _)| end);
    let is_common =
        |end: &usize| choices.iter().all(|choice| choice.say.starts_with(&first.say[..=*end]));
    &first.say[..ends.take_while(is_common).last().unwrap_or_default()]
}

/// The points of each hand, and their sums.
pub(super) fn sheet(moment: &Moment) -> String {
    let names = Seat::ALL.map(|seat| format!("{seat} {}", name(moment, seat))).join(", ");
    let mut text = format!("points by hand: {names}\n");
    for (hand, points) in moment.sheet.iter().enumerate() {
        text += &format!("{hand:>5}   {}\n", points.map(signed).0.join("  "));
    }
    text + &format!("  now   {}\n", moment.scores.0.join("  "))
}

/// The end of the hand; empty while it is not over.
pub(super) fn result(moment: &Moment) -> String {
    let Some(end) = &moment.end else { return String::new() };
    let points = |seat| format!("{} {}", name(moment, seat), signed(end.points[seat]));
    format!("The hand is over: {}. {}\n", Seat::ALL.map(points).join(", "), end.line)
}

/// The name of a seat at this table.
pub(super) fn name(moment: &Moment, seat: Seat) -> &str {
    if seat == moment.seat { "you" } else { &moment.names[seat] }
}

/// `♠ A Q   ♥ –   …`, suit by suit from spades.
fn by_suit(cards: &Cards) -> String {
    let suit = |suit: &Suit| {
        let ranks = cards.0.iter().filter(|card| card.suit() == *suit);
        let ranks: Vec<_> = ranks.map(|card| card.rank().letter().to_string()).collect();
        let ranks = if ranks.is_empty() { "–".to_owned() } else { ranks.join(" ") };
        format!("{} {ranks}", suit.symbol())
    };
    Suit::ALL.iter().rev().map(suit).collect::<Vec<_>>().join("   ")
}

fn lays(lays: &[Lay], best: Option<Seat>) -> String {
    let lay = |lay: &Lay| {
        let mark = if best == Some(lay.seat) { "*" } else { "" };
        format!("{} {}{mark}", lay.seat, cards_text(&lay.cards))
    };
    lays.iter().map(lay).collect::<Vec<_>>().join("   ")
}

fn pile_text(pile: &Pile) -> String {
    match (cards_text(&pile.cards), pile.hidden) {
        (cards, 1) if cards.is_empty() => "1 card".to_owned(),
        (cards, hidden) if cards.is_empty() => format!("{hidden} cards"),
        (cards, 0) => cards,
        (cards, hidden) => format!("{cards} and {hidden} more"),
    }
}

pub(super) fn cards_text(cards: &Cards) -> String {
    cards.0.iter().copied().map(card_text).collect::<Vec<_>>().join(" ")
}
