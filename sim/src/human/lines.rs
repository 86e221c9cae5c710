//! A match in plain lines: what happens is printed, and a line is read for each decision.

use std::collections::BTreeSet;
use std::io::BufRead;

use super::human_match::HumanMatch;
use super::moment::{Choice, Moment};
use super::text;
use crate::records::replay::red_suits;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::stream::{print, print_bytes, print_painted};

/// The lines that can be typed.
const HELP: &str = "\
  Type a number, or a card such as AS or ♠A, or the words of a choice.
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
        let Moment { choices, .. } = &moment;
        if printed.replace(moment.number) != Some(moment.number) {
            print_painted(&text::steps(&moment, &moment.steps), red_suits)?;
            if moment.end.is_some() {
                print_end(human_match, &moment)?;
            } else {
                print_painted(&format!("\n{}", text::table(&moment, &moment.scene)), red_suits)?;
                // The rule of a phase stands where the phase comes for the first time.
                if !moment.rule.is_empty() && !choices.is_empty() && ruled.insert(moment.phase) {
                    print(&format!("{}\n", moment.rule))?;
                }
            }
        }
        if quick && human_match.play_forced()? {
            continue;
        }
        let Some(typed) = ask(&moment, input)? else { return Ok(()) };
        match &*typed {
            "q" => return Ok(()),
            "u" if human_match.take_back() => {}
            "u" => print("there is nothing to take back in this hand\n")?,
            "h" => {
                let hint = human_match.hint();
                let hint = hint.unwrap_or_else(|| "there is nothing to choose\n".to_owned());
                print_painted(&hint, red_suits)?;
            }
            "?" => print(&format!("  {}\n\n{HELP}", moment.rule))?,
            "l" => {
                let trick = text::last_trick(&moment);
                let trick = trick.unwrap_or_else(|| "there is no trick yet".to_owned());
                print_painted(&format!("  {trick}\n"), red_suits)?;
            }
            "s" => print(&text::sheet(&moment))?,
            "t" => print_painted(&text::table(&moment, &moment.scene), red_suits)?,
            "" if choices.is_empty() => human_match.deal()?,
            "" if choices.len() == 1 => human_match.choose(0)?,
            typed => match meant(choices, typed) {
                Ok(number) => human_match.choose(number)?,
                Err(why) => print(&format!("{why}\n"))?,
            },
        }
    }
}

/// Asks for a line; `None` where the input has ended.
fn ask(moment: &Moment, input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    if moment.choices.is_empty() {
        let is_over = moment.end.as_ref().is_some_and(|end| end.over);
        let next = if is_over { "match" } else { "hand" };
        print_bytes(format!("Enter for the next {next}, q to leave > ").as_bytes())?;
    } else {
        print_painted(&text::choices(moment), red_suits)?;
        print_bytes(b"> ")?;
    }
    let mut typed = Vec::new();
    let read = input.read_until(b'\n', &mut typed).map_err(anyhow::Error::from)?;
    if read == 0 {
        print("\nThe input has ended: you leave the table.\n")?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&typed).trim().to_owned()))
}

/// The number of the choice that is meant: by its words, the end of its record's words, its number from 1, or
/// one of its words.
fn meant(choices: &[Choice], typed: &str) -> Result<usize, String> {
    if choices.is_empty() {
        return Err("the hand is over: Enter for the next, q to leave".to_owned());
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
            let many = plural(choices.len() as u64, "choice");
            format!("`{typed}` is none of the {many}; ? for what can be typed")
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

/// Prints the end of a hand, and of a match.
fn print_end(human_match: &HumanMatch<'_>, moment: &Moment) -> Result<(), Failure> {
    let Some(end) = &moment.end else { return Ok(()) };
    print_painted(&format!("\n{}\n", end.text), red_suits)?;
    print(&text::result(moment))?;
    if end.over {
        print(&format!("{} looks at your decisions …\n", human_match.adviser()))?;
        print_painted(&human_match.review(), red_suits)?;
    }
    Ok(())
}
