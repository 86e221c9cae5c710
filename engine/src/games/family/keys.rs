//! The keys of a file, with what each may be set to.

use crate::card::{Card, Rank, Suit};
use crate::options::nearest;

/// A key of a file.
pub(super) struct Key {
    /// As it is written, with dots: `deal.hand`.
    pub(super) name: &'static str,
    /// The default as a text; empty where there is none.
    pub(super) default: &'static str,
    pub(super) kind: Kind,
    /// What it decides, in a line.
    pub(super) meaning: &'static str,
}

/// What a key may be set to.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// The letters of ranks, the lowest first.
    Ranks,
    /// The letters of suits.
    Suits,
    /// A list of cards.
    Cards,
    /// A whole number between two.
    Whole(i32, i32),
    /// A whole number between two, or a word.
    WholeOr(&'static str, i32, i32),
    Flag,
    OneOf(&'static [&'static str]),
    /// A list of some of these words, each once, or a word for the usual list.
    Some(&'static str, &'static [&'static str]),
    /// A list of these words, at least one.
    Row(&'static [&'static str]),
    /// Three names.
    Roles,
    /// A role, or one of these.
    Role(&'static [&'static str]),
    /// Three whole numbers, or `none`.
    Contract,
}

/// The most points that a key may give, and the highest score that ends a match.
pub(super) const MOST_POINTS: i32 = 100_000;

const SUITS: &[&str] = &["none", "C", "D", "H", "S"];
const CALLS: &[&str] = &["C", "D", "H", "S", "NT"];
const STEPS: &[&str] = &["exchange", "pull", "trump", "rest", "kitty", "pass", "bid"];
const GIVERS: Kind = Kind::OneOf(&["contract", "surplus"]);
const POINTS: Kind = Kind::Whole(-MOST_POINTS, MOST_POINTS);
pub(super) const POINTS_OR_NONE: Kind = Kind::WholeOr("none", -MOST_POINTS, MOST_POINTS);
/// Hands of a match.
const HANDS: Kind = Kind::WholeOr("none", 1, MOST_POINTS);

const fn key(name: &'static str, default: &'static str, kind: Kind, meaning: &'static str) -> Key {
    Key { name, default, kind, meaning }
}

/// All keys but those that name the game, and those of `score.cards`.
pub(super) const KEYS: &[Key] = &[
    key("cards.ranks", "23456789TJQKA", Kind::Ranks, "the ranks of the pack, the lowest first"),
    key("cards.suits", "CDHS", Kind::Suits, "the suits of the pack"),
    key("cards.without", "none", Kind::Cards, "the cards that are left out of the pack"),
    key("deal.hand", "", Kind::Whole(1, 17), "how many cards each seat is dealt"),
    key(
        "deal.first",
        "all",
        Kind::WholeOr("all", 1, 17),
        "how many of them come before the step rest",
    ),
    key("deal.kitty", "0", Kind::Whole(0, 49), "how many cards are the kitty"),
    key("deal.turn_up", "false", Kind::Flag, "whether one more card is turned up"),
    key("roles", "dealer-left-right", Kind::Roles, "what dealer, left and right are called"),
    key("contract", "none", Kind::Contract, "the tricks that dealer, left and right owe"),
    key(
        "fewest",
        "none",
        Kind::Contract,
        "the tricks that they may take at most where the fewest tricks are called",
    ),
    key("steps", "none", Kind::Some("none", STEPS), "what comes before the play, in its order"),
    key(
        "trump.by",
        "none",
        Kind::Role(&["turn_up", "none", "C", "D", "H", "S"]),
        "who or what makes the trump",
    ),
    key("trump.choices", "all", Kind::Some("all", CALLS), "what may be called as trump"),
    key("trump.once", "false", Kind::Flag, "whether a seat calls each choice once a match"),
    key(
        "exchange.cap",
        "deficit",
        Kind::OneOf(&["deficit", "free"]),
        "how many cards one seat can be given",
    ),
    key("exchange.order", "contract", GIVERS, "who gives first"),
    key("exchange.optional", "false", Kind::Flag, "whether a giver may stop giving"),
    key(
        "exchange.view",
        "pair",
        Kind::OneOf(&["pair", "public"]),
        "who sees the cards given and returned",
    ),
    key("pull.order", "contract", GIVERS, "who pulls first"),
    key("kitty.to", "dealer", Kind::Role(&[]), "who takes the kitty"),
    key(
        "kitty.order",
        "take_then_discard",
        Kind::OneOf(&["take_then_discard", "discard_then_take"]),
        "whether the kitty is seen before cards are laid away",
    ),
    key("pass.cards", "3", Kind::Whole(1, 17), "how many cards each seat passes"),
    key(
        "pass.to",
        "left-right-hold",
        Kind::Row(&["left", "right", "hold"]),
        "to whom, hand after hand",
    ),
    key("bid.first", "left", Kind::Role(&[]), "who bids first"),
    key("bid.least", "0", Kind::Whole(0, 17), "the lowest bid"),
    key("bid.most", "all", Kind::WholeOr("all", 0, 17), "the highest bid"),
    key(
        "bid.hook",
        "false",
        Kind::Flag,
        "whether the last to bid may not name the number that makes the bids add up to the tricks",
    ),
    key(
        "tricks.lead",
        "left",
        Kind::Role(&["lowest C", "lowest D", "lowest H", "lowest S"]),
        "who leads to the first trick",
    ),
    key("tricks.follow", "true", Kind::Flag, "whether the suit led must be followed"),
    key("tricks.void", "any", Kind::OneOf(&["any", "trump"]), "what is played by who can't follow"),
    key("tricks.beat", "false", Kind::Flag, "whether a card that would win must be played"),
    key(
        "tricks.broken",
        "none",
        Kind::OneOf(SUITS),
        "the suit that may not be led before one of it is played",
    ),
    key(
        "tricks.first_free",
        "true",
        Kind::Flag,
        "whether cards with points may be played to the first trick",
    ),
    key("score.trick", "0", POINTS, "points for each trick"),
    key("score.over", "0", POINTS, "points for each trick over the target"),
    key("score.under", "0", POINTS, "points for each trick under the target"),
    key("score.made", "0", POINTS, "points for a target that is made"),
    key("score.missed", "0", POINTS, "points for a target that is missed"),
    key("score.exact", "false", Kind::Flag, "whether a target is made only exactly"),
    key("score.all.own", "none", POINTS_OR_NONE, "points of who takes all cards that have points"),
    key("score.all.others", "none", POINTS_OR_NONE, "points of the others then"),
    key("match.above", "none", POINTS_OR_NONE, "the score that ends the match, or any higher one"),
    key("match.below", "none", POINTS_OR_NONE, "the score that ends the match, or any lower one"),
    key("match.hands", "none", HANDS, "the number of hands after which the match ends"),
    key(
        "match.tricks",
        "none",
        Kind::WholeOr("none", 1, 17),
        "the tricks in one hand that win the match",
    ),
    key("match.wins", "highest", Kind::OneOf(&["highest", "lowest"]), "which score wins the match"),
    key(
        "match.tie",
        "play_on",
        Kind::OneOf(&["play_on", "shared"]),
        "what happens to a tie at the end",
    ),
];

/// How the keys of `score.cards` begin.
pub(super) const CARD_POINTS: &str = "score.cards.";

impl Kind {
    /// What may be written, in words.
    pub(super) fn allowed(self) -> String {
        match self {
            Self::Ranks => {
                "letters of 23456789TJQKA (T is ten), each once, the lowest first".to_owned()
            }
            Self::Suits => "letters of CDHS, each once".to_owned(),
            Self::Cards => "a list of cards such as [\"2D\", \"2C\"]".to_owned(),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::WholeOr(word, least, most) => {
                format!("a whole number from {least} to {most}, or {word}")
            }
            Self::Flag => "true or false".to_owned(),
            Self::OneOf(words) => words.join(" or "),
            Self::Some(_, words) => format!("a list of some of {}, each once", words.join(", ")),
            Self::Row(words) => format!("a list of {}", words.join(", ")),
            Self::Roles => "a list of three different names of letters and digits".to_owned(),
            Self::Role(words) => role_or(words.iter().copied()),
            Self::Contract => {
                "a list of three whole numbers from 0 to 17 such as [8, 5, 3]".to_owned()
            }
        }
    }

    /// The same for the text of an option, in which a list has hyphens.
    pub(super) fn allowed_as_text(self) -> String {
        match self {
            Self::Cards => "cards such as 2D-2C, or none".to_owned(),
            Self::Some(word, words) => {
                format!("some of {} with hyphens, or {word}", words.join(", "))
            }
            Self::Row(words) => format!("{} in any row with hyphens", words.join(", ")),
            Self::Roles => "three different names of letters and digits, with hyphens".to_owned(),
            Self::Contract => "three whole numbers from 0 to 17 such as 8-5-3, or none".to_owned(),
            other => other.allowed(),
        }
    }

    /// The same without a word that is the default.
    pub(super) fn allowed_besides(self, default: &str) -> String {
        let others = |words: &[&str]| {
            let others = words.iter().copied().filter(|word| *word != default);
            others.collect::<Vec<_>>().join(" or ")
        };
        match self {
            Self::Flag => others(&["true", "false"]),
            Self::OneOf(words) => others(words),
            Self::Role(words) => role_or(words.iter().copied().filter(|word| *word != default)),
            _ => {
                let allowed = self.allowed_as_text();
                let word = format!(", or {default}");
                allowed.strip_suffix(&word).map_or(allowed.clone(), str::to_owned)
            }
        }
    }

    /// Whether a text is a value of this kind, as it is written in records.
    pub(super) fn takes(self, text: &str) -> bool {
        let whole = |text: &str, least: i32, most: i32| {
            let number = text.parse().ok().filter(|number: &i32| number.to_string() == text);
            number.is_some_and(|number| (least..=most).contains(&number))
        };
        let different = |mut parts: Vec<&str>| {
            let count = parts.len();
            parts.sort_unstable();
            parts.dedup();
            parts.len() == count
        };
        match self {
            Self::Ranks => ranks(text).is_some(),
            Self::Suits => suits(text).is_some(),
            Self::Cards => {
                text == "none" || {
                    let parts: Vec<_> = text.split('-').collect();
                    parts.iter().all(|card| card.parse::<Card>().is_ok()) && different(parts)
                }
            }
            Self::Whole(least, most) => whole(text, least, most),
            Self::WholeOr(word, least, most) => text == word || whole(text, least, most),
            Self::Flag => matches!(text, "true" | "false"),
            Self::OneOf(words) => words.contains(&text),
            Self::Some(word, words) => {
                text == word || {
                    let parts: Vec<_> = text.split('-').collect();
                    parts.iter().all(|part| words.contains(part)) && different(parts)
                }
            }
            Self::Row(words) => text.split('-').all(|part| words.contains(&part)),
            Self::Roles => {
                let parts: Vec<_> = text.split('-').collect();
                parts.len() == 3 && parts.iter().all(|role| is_role(role)) && different(parts)
            }
            Self::Role(_) => !text.is_empty() && text.len() <= 32,
            Self::Contract => {
                text == "none" || {
                    let parts: Vec<_> = text.split('-').collect();
                    parts.len() == 3 && parts.iter().all(|part| whole(part, 0, 17))
                }
            }
        }
    }

    /// The word that a text may have meant.
    pub(super) fn nearest(self, text: &str) -> Option<&'static str> {
        let words: &'static [&'static str] = match self {
            Self::OneOf(words) | Self::Some(_, words) | Self::Row(words) => words,
            Self::Flag => &["true", "false"],
            _ => &[],
        };
        let odd = text.split('-').find(|part| !words.contains(part));
        nearest(odd?, words.iter().copied())
    }
}

/// A role, or one of these words.
fn role_or(words: impl Iterator<Item = &'static str>) -> String {
    let words: Vec<_> = words.collect();
    match &words[..] {
        [] => "one of the roles".to_owned(),
        [words @ .., last] => format!("one of the roles, or {} or {last}", words.join(", ")),
    }
}

/// Names that a role can't have, as they mean something else where a role may stand.
const TAKEN: &[&str] = &["turn_up", "none", "all", "C", "D", "H", "S", "NT"];

fn is_role(name: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || c == '_' || c == ' ';
    let trimmed = name.trim() == name && !name.is_empty() && name.chars().count() <= 32;
    trimmed && name.chars().all(fits) && !TAKEN.contains(&name) && !name.starts_with("lowest ")
}

/// The ranks of a text such as `789TJQKA`, each once.
pub(super) fn ranks(text: &str) -> Option<Vec<Rank>> {
    letters(text, &Rank::ALL, Rank::letter)
}

/// The suits of a text such as `CDHS`, each once.
pub(super) fn suits(text: &str) -> Option<Vec<Suit>> {
    letters(text, &Suit::ALL, Suit::letter)
}

fn letters<T: Copy + PartialEq>(
    text: &str,
    all: &[T],
    letter: impl Fn(T) -> char,
) -> Option<Vec<T>> {
    let mut found = Vec::new();
    for c in text.chars() {
        let one = all.iter().copied().find(|&one| letter(one) == c)?;
        if found.contains(&one) {
            return None;
        }
        found.push(one);
    }
    (!found.is_empty()).then_some(found)
}
