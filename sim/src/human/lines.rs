//! A match in plain lines: events are printed, and a line is read for each decision.

use std::collections::BTreeSet;
use std::io::BufRead;

use super::human_match::HumanMatch;
use super::moment::{Choice, Moment};
use super::reply::Input;
use super::text;
use crate::records::replay::red_suits;
use crate::terminal::failure::Failure;
use crate::terminal::stream::{print, print_bytes, print_painted};

/// The help on what to type.
const HELP: &str = "\
  Type a number, or a card such as AS or ♠A (T is a ten), or the words of a choice.
  Enter      take the only choice, or deal the next hand
  ?          the rule of this moment
  h          what the adviser would do
  u          take back your last decision of this hand
  l          the trick before
  s          the points of each hand
  t          the table again
  q          leave the table
";

/// Plays until the person leaves or the input ends.
///
/// # Errors
/// If a bot fails, standard output can't be written, or records can't.
pub(super) fn play(
    human_match: &mut HumanMatch<'_>,
    input: &mut dyn BufRead,
    quick: bool,
) -> Result<(), Failure> {
    print(&format!("{HELP}\n"))?;
    let mut printed = None;
    let mut ruled = BTreeSet::new();
    loop {
        let moment = human_match.moment();
        let Moment { choices, phase, rule, .. } = &moment;
        if printed.replace(moment.number) != Some(moment.number) {
            print_painted(&text::steps(&moment, &moment.steps), red_suits)?;
            if let Some(end) = &moment.end {
                let text = format!("\n{}\n{}", end.text, text::result(&moment));
                print_painted(&text, red_suits)?;
                if end.over {
                    print(&format!("{} looks at your decisions …\n", human_match.adviser()))?;
                    print_painted(&human_match.review(), red_suits)?;
                }
            } else {
                print_painted(&format!("\n{}", text::table(&moment, &moment.scene)), red_suits)?;
                // The rule of a phase is printed once.
                if !rule.is_empty() && !choices.is_empty() && ruled.insert(*phase) {
                    print(&format!("{rule}\n"))?;
                }
            }
        }
        if quick && human_match.play_forced()? {
            continue;
        }
        let Some(typed) = ask(&moment, input)? else { return Ok(()) };
        let input = match (&*typed, Input::of_key(&typed)) {
            (_, Some(Input::Leave)) if may_leave(&moment, input)? => return Ok(()),
            (_, Some(Input::Leave)) => continue,
            (_, Some(input)) => input,
            ("t", _) => {
                print_painted(&text::table(&moment, &moment.scene), red_suits)?;
                continue;
            }
            ("", _) if choices.is_empty() => Input::Deal,
            ("", _) if choices.len() == 1 => Input::Choose(0),
            _ => match meant(choices, &typed) {
                Ok(number) => Input::Choose(number),
                Err(why) => {
                    let typed = plain(&typed);
                    let card = typed.rsplit(' ').next().unwrap_or_default();
                    let why = moment.refused.get(card).unwrap_or(&why);
                    print(&format!("{why}\n"))?;
                    continue;
                }
            },
        };
        if let Some(note) = human_match.reply(input)? {
            print_painted(&note, red_suits)?;
        }
        if input == Input::Rule {
            print(&format!("\n{HELP}"))?;
        }
    }
}

/// Asks whether to leave a match that is not over.
fn may_leave(moment: &Moment, input: &mut dyn BufRead) -> Result<bool, Failure> {
    if moment.end.as_ref().is_some_and(|end| end.over) {
        return Ok(true);
    }
    print_bytes(b"Leave the match? y or q leaves, anything else stays > ")?;
    let typed = line(input)?;
    Ok(typed.is_none_or(|typed| ["y", "yes", "q", "quit"].contains(&&*typed)))
}

/// Asks for a line; `None` where the input has ended.
fn ask(moment: &Moment, input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    match &moment.end {
        Some(end) => {
            let next = if end.over { "match" } else { "hand" };
            print_bytes(format!("Enter for the next {next}, q to leave > ").as_bytes())?;
        }
        None => {
            print_painted(&text::choices(moment), red_suits)?;
            print_bytes(b"> ")?;
        }
    }
    line(input)
}

/// The next line; `None` where the input has ended.
fn line(input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    let mut typed = Vec::new();
    if input.read_until(b'\n', &mut typed).map_err(anyhow::Error::from)? == 0 {
        print("\nThe input has ended: you leave the table.\n")?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&typed).trim().to_owned()))
}

/// The number of the choice that was typed: by its words, the end of its words in a record, its number from 1, or one
/// of its words.
fn meant(choices: &[Choice], typed: &str) -> Result<usize, String> {
    if choices.is_empty() {
        return Err("the hand is over: Enter to go on, q to leave".to_owned());
    }
    let word = plain(typed);
    let only = |is_meant: &dyn Fn(&str, &str) -> bool| {
        let is_meant = |choice: &Choice| is_meant(&plain(&choice.text), &plain(&choice.say));
        let mut found = (0..choices.len()).filter(|&number| is_meant(&choices[number]));
        found.next().filter(|_| found.next().is_none())
    };
    let number = || typed.parse::<usize>().ok()?.checked_sub(1).filter(|n| *n < choices.len());
    only(&|text, say| text == word || say == word)
        .or_else(|| only(&|text, _| text.split_once(' ').is_some_and(|(_, end)| end == word)))
        .or_else(number)
        .or_else(|| only(&|_, say| say.split(' ').any(|part| part == word)))
        .ok_or_else(|| {
            match choices.len() {
                many if typed.is_empty() => {
                    format!("several choices are left: type a number from 1 to {many}, or a card; ? for help")
                }
                1 => format!("`{typed}` is not the one choice; ? for help"),
                many => format!("`{typed}` is none of the {many} choices; ? for help"),
            }
        })
}

/// A text in capitals, in which a card is `9C` however it was written.
fn plain(text: &str) -> String {
    let word = |word: &str| {
        let mut word = word.to_uppercase().replace("10", "T");
        for (symbol, letter) in [('♠', "S"), ('♥', "H"), ('♦', "D"), ('♣', "C")] {
            word = word.replace(symbol, letter);
        }
        match word.as_bytes() {
            [b'S' | b'H' | b'D' | b'C', rank] if *rank != b'S' => word.chars().rev().collect(),
            _ => word,
        }
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}
