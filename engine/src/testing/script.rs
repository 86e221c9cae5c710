//! Rules, hands and actions from a few words.

use rand::Rng;

use crate::options;
use crate::random::{Stream, below};
use crate::{Game, Hand, Legal};

/// The rules of these options, such as `bleed_cap=free tie=recheck`.
///
/// # Panics
/// If the game has no such options.
pub fn rules<G: Game>(words: &str) -> G {
    let pairs = words.split_whitespace().map(|word| word.split_once('=').expect("option=value"));
    options::rules(pairs).unwrap_or_else(|error| panic!("{error}"))
}

/// Rules with any value for every option: a listed one or, where others may be written, as often any
/// number between the least and the most, or one with the same numbers shared out in another way, if
/// there is one.
pub fn any_rules<G: Game>(rng: &mut impl Rng) -> G {
    any_rules_of(&G::default(), rng)
}

/// Rules of this game with any value for every option, as [`any_rules`].
pub(super) fn any_rules_of<G: Game>(game: &G, rng: &mut impl Rng) -> G {
    let mut rules = game.published();
    for option in game.options() {
        let value = option.values[below(rng, option.values.len())];
        rules.set_option(option.name, value).expect("a listed value can be set");
        if let Some((least, most)) = option.range
            && below(rng, 2) == 0
        {
            let number = least + below(rng, (most - least + 1) as usize) as i32;
            rules.set_option(option.name, &number.to_string()).expect("a number of the range");
        } else if option.also.is_some() && below(rng, 2) == 0 {
            let _ = rules.set_option(option.name, &shared_out_anew(value, rng));
        }
    }
    rules
}

/// The numbers of a list such as `9-2-5`, with the same sum; no other text is changed.
fn shared_out_anew(value: &str, rng: &mut impl Rng) -> String {
    let Ok(numbers) = value.split('-').map(str::parse).collect::<Result<Vec<usize>, _>>() else {
        return value.to_owned();
    };
    let mut left = numbers.iter().sum::<usize>();
    let last = numbers.len() - 1;
    let share = |place| {
        let share = if place == last { left } else { below(rng, left + 1) };
        left -= share;
        share.to_string()
    };
    (0..=last).map(share).collect::<Vec<_>>().join("-")
}

/// Any legal action, each equally likely: the `below(rng, n)`-th of `n`.
pub fn any_action<H: Hand, R: Rng>(hand: &H, rng: &mut R) -> <H::Game as Game>::Action {
    let legal = hand.legal();
    legal.nth(below(rng, legal.len()))
}

/// Plays any legal actions while `goes_on` says so and the hand is not over.
pub fn play_randomly<H: Hand>(hand: &mut H, rng: &mut Stream, goes_on: impl Fn(&H) -> bool) {
    while hand.turn().is_some() && goes_on(hand) {
        hand.play_unchecked(any_action(hand, rng));
    }
}

/// Plays a record's lines without their seats, apart by commas: `trump S, give 3D 1`.
///
/// # Panics
/// If a line is none of the game, or can't be played.
pub fn play<H: Hand>(hand: &mut H, lines: &str) {
    for line in lines.split(',').map(str::trim) {
        let actions = hand.rules().read_line(line);
        for action in actions.unwrap_or_else(|error| panic!("{line}: {error}")) {
            hand.play(action).unwrap_or_else(|why| panic!("{line}: {why}"));
        }
    }
}
