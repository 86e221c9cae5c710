//! The rules as a page for people: the sentences of `page.txt` that the values of a file call for.

use super::Family;
use super::facts::Facts;
use crate::game::Game as _;
use crate::options::{rules_of, variant_name};

/// A sentence or two about one thing.
struct Rule {
    /// The heading over it.
    part: &'static str,
    /// The step that it belongs to, if any, with its heading.
    step: Option<(&'static str, &'static str)>,
    /// What it is about: the rule of a variant stands for the one with the same topic.
    topic: &'static str,
    text: String,
}

/// The page of a game, in Markdown.
pub(super) fn page(game: Family) -> String {
    let mut page = format!("# {}\n", game.title());
    if !game.about().is_empty() {
        page += &format!("\n{}\n", plain(game.about()));
    }
    let rules = rules(game);
    let mut step_number = 0;
    for (i, rule) in rules.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &rules[i]);
        if before.is_none_or(|before| before.part != rule.part) {
            page += &format!("\n## {}\n\n", rule.part);
        }
        page += &match rule.step {
            None if rule.topic == "steps" => format!("{}\n\n", rule.text),
            None => format!("- {}\n", rule.text),
            Some((_, step)) if before.is_none_or(|before| before.step != rule.step) => {
                step_number += 1;
                format!("{step_number}. **{step}.** {}\n", rule.text)
            }
            Some(_) => format!("   {}\n", rule.text),
        };
    }
    let is_published = game == game.published();
    let variants = game.variants().get(1..).filter(|_| is_published).unwrap_or_default();
    for (i, variant) in variants.iter().enumerate() {
        let other = rules_of(&game, variant.options.iter().copied());
        let other = other.expect("the variants of a file are checked");
        let heading = if i == 0 { "\n## Variants\n\n" } else { "" };
        page += &format!("{heading}- **{}.** {}\n", variant.name, differences(&rules, other));
    }
    page
}

/// A text in which no line is read as a heading, a rule, a list or a table.
fn plain(text: &str) -> String {
    let escaped = |line: &str| match line
        .trim_start()
        .starts_with(['#', '-', '=', '+', '*', '_', '>', '|'])
    {
        true => format!("\\{}", line.trim_start()),
        false => line.to_owned(),
    };
    text.trim_end().lines().map(escaped).collect::<Vec<_>>().join("\n")
}

/// What the page says of each step, by its name, and of the tricks, by none.
pub(super) fn sentences(game: Family) -> Vec<(Option<&'static str>, String)> {
    let rules = rules(game).into_iter();
    let of_hand = rules.filter(|rule| rule.step.is_some() || rule.part == "The tricks");
    let mut all: Vec<(_, String)> = Vec::new();
    for Rule { step, text, .. } in of_hand {
        let step = step.map(|(step, _)| step);
        match all.iter_mut().find(|(other, _)| *other == step) {
            Some((_, said)) => *said += &format!(" {text}"),
            None => all.push((step, text)),
        }
    }
    all
}

/// The rules of a variant that are not among these, and those that are no longer.
fn differences(rules: &[Rule], variant: Family) -> String {
    let others = self::rules(variant);
    let has = |rules: &[Rule], topic, text: Option<&str>| {
        rules.iter().any(|rule| rule.topic == topic && text.is_none_or(|text| rule.text == text))
    };
    let of_step = |rule: &Rule| rule.step.map_or(String::new(), |(_, step)| format!("{step}: "));
    let new = others.iter().filter(|other| !has(rules, other.topic, Some(&other.text)));
    let new = new.map(|other| of_step(other) + &other.text);
    // A step that is gone is missed in the list of steps.
    let is_taken = |rule: &Rule| others.iter().any(|other| other.step == rule.step);
    let gone = rules.iter().filter(|rule| !has(&others, rule.topic, None));
    let gone = gone.filter(|rule| rule.step.is_none() || is_taken(rule));
    let gone = gone.map(|rule| match rule.topic {
        "steps" => "After the deal the play begins at once.".to_owned(),
        _ => format!("Without the rule \"{}{}\"", of_step(rule), rule.text),
    });
    let texts: Vec<_> = new.chain(gone).collect();
    match texts.is_empty() {
        true => format!("`{}` changes nothing for people.", variant_name(&variant)),
        false => texts.join(" "),
    }
}

/// The rules that hold in a game, in the order of the page.
fn rules(game: Family) -> Vec<Rule> {
    let facts = Facts::of(game);
    let (mut part, mut step) = ("", None);
    let mut rules = Vec::new();
    let mut lines = include_str!("page.txt").lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("# ") {
            (part, step) = (heading, None);
        } else if let Some(heading) = line.strip_prefix("## ") {
            step = heading.split_once(' ');
        } else if !line.is_empty() && !line.starts_with("//") {
            let (topic, conditions) = line.split_once(" [").unwrap_or((line, "]"));
            let mut text = Vec::new();
            while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
                text.push(more.trim());
            }
            let holds = |condition| facts.holds(condition);
            let is_taken = step.is_none_or(|(step, _)| facts.holds(step));
            if is_taken && conditions.trim_end_matches(']').split_whitespace().all(holds) {
                let text = facts.fill(&text.join(" "));
                rules.push(Rule { part, step, topic, text });
            }
        }
    }
    // The steps come as the file has them.
    let place = |rule: &Rule| rule.step.map(|(step, _)| facts.place_of(step));
    let is_step = |one: &Rule, next: &Rule| one.step.is_some() == next.step.is_some();
    for steps in rules.chunk_by_mut(is_step) {
        steps.sort_by_key(place);
    }
    rules
}
