//! A match in plain lines: what happened is printed, and a line is read for each decision.

use std::collections::BTreeSet;
use std::io::BufRead;

use super::advice::{hint, mistakes};
use super::draw;
use super::offer::{Choice, Offer};
use super::party::AnyParty;
use super::{Keep, end, failed};
use crate::records::replay::red_suits;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::stream::{print, print_bytes, print_painted};

/// What can be typed beside a choice.
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
/// If a bot fails, or standard output can't be written.
pub(super) fn play(
    party: &mut dyn AnyParty,
    input: &mut dyn BufRead,
    quick: bool,
    keep: Keep<'_>,
) -> Result<(), Failure> {
    let played = play_on(party, input, quick, keep);
    end(party, keep, played)
}

fn play_on(
    party: &mut dyn AnyParty,
    input: &mut dyn BufRead,
    quick: bool,
    keep: Keep<'_>,
) -> Result<(), Failure> {
    print(&format!("{HELP}\n"))?;
    let mut told = None;
    let mut ruled = BTreeSet::new();
    loop {
        let offer = party.offer();
        if told != Some(offer.moment) {
            print_painted(&draw::steps(&offer, &offer.steps), red_suits)?;
            told = Some(offer.moment);
            if offer.end.is_some() {
                ended(party, &offer)?;
                keep(party)?;
            } else {
                print_painted(&format!("\n{}", draw::table(&offer, &offer.scene)), red_suits)?;
                // The rule of a moment is told when it comes for the first time.
                if !offer.rule.is_empty() && !offer.choices.is_empty() && ruled.insert(offer.phase)
                {
                    print(&format!("{}\n", offer.rule))?;
                }
            }
        }
        if quick && offer.choices.len() == 1 {
            party.choose(0).map_err(failed)?;
            continue;
        }
        let goes_on = offer.end.as_ref().is_some_and(|end| !end.over);
        if quick && goes_on {
            party.deal().map_err(failed)?;
            continue;
        }
        let answer = ask(&offer, input)?.map_or(Answer::Leave, |typed| answer(&offer, &typed));
        match answer {
            Answer::Choose(number) => party.choose(number).map_err(failed)?,
            Answer::Deal => party.deal().map_err(failed)?,
            Answer::Leave => return Ok(()),
            Answer::TakeBack => {
                if !party.take_back() {
                    print("there is nothing to take back in this hand\n")?;
                }
            }
            Answer::Hint => {
                let adviser = party.adviser().to_owned();
                let told = party.advice();
                let text = told.map_or("there is nothing to choose\n".to_owned(), |told| {
                    hint(&adviser, &told)
                });
                print_painted(&text, red_suits)?;
            }
            Answer::Rule => print(&format!("  {}\n\n{HELP}", offer.rule))?,
            Answer::LastTrick => {
                let text = draw::last_trick(&offer);
                let text = text.unwrap_or_else(|| "there is no trick yet".to_owned());
                print_painted(&format!("  {text}\n"), red_suits)?;
            }
            Answer::Sheet => print(&draw::sheet(&offer))?,
            Answer::Table => print_painted(&draw::table(&offer, &offer.scene), red_suits)?,
            Answer::Unknown(why) => print(&format!("{why}\n"))?,
        }
    }
}

/// Asks for a line; `None` where the input has ended.
fn ask(offer: &Offer, input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    if offer.choices.is_empty() {
        let next = if offer.end.as_ref().is_some_and(|end| end.over) { "match" } else { "hand" };
        print_bytes(format!("Enter for the next {next}, q to leave > ").as_bytes())?;
    } else {
        print_painted(&draw::choices(offer), red_suits)?;
        print_bytes(b"> ")?;
    }
    let mut typed = Vec::new();
    let read =
        input.read_until(b'\n', &mut typed).map_err(|error| Failure::Failed(error.into()))?;
    if read == 0 {
        print("\nThe input has ended: you leave the table.\n")?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&typed).trim().to_owned()))
}

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Choose(usize),
    Deal,
    Leave,
    TakeBack,
    Hint,
    Rule,
    LastTrick,
    Sheet,
    Table,
    Unknown(String),
}

fn answer(offer: &Offer, typed: &str) -> Answer {
    let choices = &offer.choices;
    match typed {
        "q" => Answer::Leave,
        "u" => Answer::TakeBack,
        "h" => Answer::Hint,
        "?" => Answer::Rule,
        "l" => Answer::LastTrick,
        "s" => Answer::Sheet,
        "t" => Answer::Table,
        "" if choices.is_empty() => Answer::Deal,
        "" if choices.len() == 1 => Answer::Choose(0),
        _ => match meant(choices, typed) {
            Ok(number) => Answer::Choose(number),
            Err(why) => Answer::Unknown(why),
        },
    }
}

/// The choice that is meant: by its number, its words, or the end of its words.
fn meant(choices: &[Choice], typed: &str) -> Result<usize, String> {
    if choices.is_empty() {
        return Err("the hand is over: Enter for the next, q to leave".to_owned());
    }
    let plain = plain(typed);
    let found = |same: &dyn Fn(&Choice) -> bool| {
        let mut found = choices.iter().enumerate().filter(|(_, choice)| same(choice));
        found.next().filter(|_| found.next().is_none()).map(|(number, _)| number)
    };
    let is_whole =
        |choice: &Choice| self::plain(&choice.text) == plain || self::plain(&choice.say) == plain;
    let has_end = |choice: &Choice| {
        let text = self::plain(&choice.text);
        text.split_once(' ').is_some_and(|(_, end)| end == plain)
    };
    let has_word = |choice: &Choice| self::plain(&choice.say).split(' ').any(|word| word == plain);
    let number = || typed.parse::<usize>().ok()?.checked_sub(1).filter(|n| *n < choices.len());
    found(&is_whole)
        .or_else(|| found(&has_end))
        .or_else(number)
        .or_else(|| found(&has_word))
        .ok_or_else(|| {
            let many = plural(choices.len() as u64, "choice");
            format!("`{typed}` is none of the {many}; ? for what can be typed")
        })
}

/// A text in which the case does not matter, and a card is `9C` however it was written.
fn plain(text: &str) -> String {
    let word = |word: &str| {
        let upper = word.to_uppercase().replace("10", "T");
        let letters: Vec<char> = upper
            .chars()
            .map(|letter| match letter {
                '♠' => 'S',
                '♥' => 'H',
                '♦' => 'D',
                '♣' => 'C',
                other => other,
            })
            .collect();
        match letters[..] {
            [suit @ ('S' | 'H' | 'D' | 'C'), rank] if rank != 'S' => format!("{rank}{suit}"),
            _ => letters.into_iter().collect(),
        }
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// The end of a hand, and of a match.
fn ended(party: &mut dyn AnyParty, offer: &Offer) -> Result<(), Failure> {
    let Some(end) = &offer.end else { return Ok(()) };
    print_painted(&format!("\n{}\n", end.told), red_suits)?;
    print(&draw::result(offer))?;
    if end.over {
        let adviser = party.adviser().to_owned();
        print(&format!("{adviser} looks at your decisions …\n"))?;
        print_painted(&mistakes(&adviser, &party.mistakes()), red_suits)?;
    }
    Ok(())
}
