//! What the sentences about a game go by: the values of its keys, and what follows from them.

use std::collections::BTreeMap;

use super::error::counted;
use super::keys::CARD_POINTS;
use super::rules::{Step, TrumpBy};
use super::{Action, Family};
use crate::game::Game as _;
use crate::trick::Trump;

pub(super) struct Facts {
    game: Family,
    /// A fact holds if its text is neither empty nor `0`, `none` or `false`.
    texts: BTreeMap<&'static str, String>,
}

impl Facts {
    pub(super) fn of(game: Family) -> Self {
        let options = game.options().iter().map(|option| (option.name, game.option(option.name)));
        let mut facts = Self { game, texts: options.collect() };
        facts.cards();
        facts.steps();
        facts.points();
        facts
    }

    fn add(&mut self, name: &'static str, text: impl ToString) {
        self.texts.insert(name, text.to_string());
    }

    fn text(&self, name: &str) -> &str {
        self.texts.get(name).unwrap_or_else(|| panic!("there is no fact {name}"))
    }

    /// Whether a condition holds: `fact`, `fact=value`, or `!` and what must not.
    pub(super) fn holds(&self, condition: &str) -> bool {
        match (condition.strip_prefix('!'), condition.split_once('=')) {
            (Some(not), _) => !self.holds(not),
            (None, Some((name, value))) => self.text(name) == value,
            (None, None) => !matches!(self.text(condition), "" | "0" | "none" | "false"),
        }
    }

    /// A sentence with its facts: `{deal.hand:card}` becomes `16 cards`.
    pub(super) fn fill(&self, sentence: &str) -> String {
        let mut parts = sentence.split(['{', '}']);
        let mut text = parts.next().unwrap_or_default().to_owned();
        while let (Some(fact), Some(more)) = (parts.next(), parts.next()) {
            let (name, noun) = fact.split_once(':').unwrap_or((fact, ""));
            text += &self.shown(self.text(name), noun);
            text += more;
        }
        capital(&text)
    }

    /// The place of a step among those that are taken.
    pub(super) fn place_of(&self, step: &str) -> Option<usize> {
        self.text("steps").split('-').position(|other| other == step)
    }

    fn shown(&self, text: &str, noun: &str) -> String {
        match noun {
            "" => text.to_owned(),
            "role" => {
                let mut names = self.game.roles().iter().chain(&PLACES);
                self.role(names.position(|role| *role == text).unwrap_or_default() % 3)
            }
            "suit" => suit(text).to_owned(),
            "one" => one_of(text).to_owned(),
            noun => counted(text, noun),
        }
    }

    /// Whoever has the role of a place, by its name or, if that is the usual one, by the place.
    fn role(&self, place: usize) -> String {
        let name = self.game.roles()[place];
        if name == PLACES[place] { at(place).to_owned() } else { format!("the {name}") }
    }

    /// A number of tricks for each role.
    fn by_role(&self, tricks: [u8; 3]) -> String {
        list((0..3).map(|place| format!("{} {}", self.role(place), tricks[place])), "and")
    }

    fn cards(&mut self) {
        let game = self.game;
        let (letters, of) = (game.option("cards.ranks"), game.option("cards.suits"));
        let suits = list(of.chars().map(|letter| suit(&letter.to_string()).to_owned()), "and");
        let count = game.pack().len();
        let without = match &*game.option("cards.without") {
            "none" => String::new(),
            cards => format!(" without {}", list(cards.split('-').map(card), "and")),
        };
        self.add(
            "pack",
            match letters.len() * of.len() {
                52 if count == 52 => "an ordinary pack of 52 cards".to_owned(),
                52 => format!("an ordinary pack{without}: {count} cards"),
                of_one if of_one == letters.len() => format!("{count} cards: {suits}{without}"),
                _ => format!("{count} cards: {suits}, each with the ranks below,{without}")
                    .trim_end_matches(',')
                    .to_owned(),
            },
        );
        let ranks =
            letters.chars().rev().map(|c| if c == 'T' { "10".to_owned() } else { c.to_string() });
        self.add("ranks", ranks.collect::<Vec<_>>().join(" "));
        self.add("aside", game.aside());
        let named = (0..3).filter(|&place| game.roles()[place] != PLACES[place]);
        let named = named.map(|place| format!("{} is the {}", at(place), game.roles()[place]));
        self.add("roles.named", list(named, "and"));
        let contract = game.contract.unwrap_or([0; 3]);
        self.add("contract.owed", self.by_role(contract));
        let counts = !game.has(Step::Bid) || game.needs_over();
        self.add("contract.counts", game.contract.is_some() && counts);
        let [a, b, c] = contract;
        self.add("contract.level", a == b || b == c || c == a);
    }

    fn steps(&mut self) {
        let game = self.game;
        for (name, step) in Step::ALL {
            self.add(name, game.has(step));
        }
        self.add("rest", game.hand - game.first);
        self.add("steps.many", game.steps.len() > 1);
        self.add(
            "steps.listed",
            game.option("steps").replace("rest", "second packet").replace('-', ", "),
        );
        let call = |call: &Action| match call {
            Action::Trump(trump) => suit(&trump.to_string()).to_owned(),
            _ => "the fewest tricks".to_owned(),
        };
        self.add("trump.listed", list(game.calls.iter().map(call), "or"));
        self.add("calls", 3 * game.calls.len());
        self.add("trump.most", self.by_role(game.fewest.unwrap_or([0; 3])));
        // Whether scores can decide a match: also where two can take the tricks that win.
        let [above, below] = [game.ends.above, game.ends.below].map(|score| score.is_some());
        let two_win = game.ends.win.tricks.is_none_or(|tricks| 2 * tricks <= game.hand);
        let by_score = above || below || game.ends.hands.is_some() || game.once || two_win;
        self.add("match.scored", by_score);
        let trump = match game.trump {
            TrumpBy::Role(_) => "role",
            TrumpBy::TurnUp => "turn_up",
            TrumpBy::Fixed(Trump::None) => "none",
            TrumpBy::Fixed(_) => "suit",
        };
        self.add("trump.of", trump);
        let ways = game.option("pass.to");
        let ways: Vec<_> = ways.split('-').collect();
        let way = |(i, way): (usize, &&str)| {
            let way = if *way == "hold" { "to nobody".to_owned() } else { format!("to the {way}") };
            if ways.len() == 1 { way } else { format!("{way} in hand {}", i + 1) }
        };
        let again =
            if ways.len() == 1 { " in every hand" } else { ", and then from the beginning" };
        self.add("pass.ways", list(ways.iter().enumerate().map(way), "and") + again);
        self.add("bid.most", game.bid_most);
        let lead = game.option("tricks.lead");
        self.add("lowest", lead.strip_prefix("lowest ").unwrap_or_default());
        self.add("ruff", game.must_trump && trump != "none");
        self.add("unfree", !game.first_free);
    }

    fn points(&mut self) {
        let game = self.game;
        let score = &game.score;
        self.add("target", if game.has(Step::Bid) { "bid" } else { "contract" });
        let entries: Vec<_> = game
            .options()
            .iter()
            .filter_map(|option| {
                let of = option.name.strip_prefix(CARD_POINTS)?;
                Some((of, game.option(option.name))).filter(|(_, points)| points != "none")
            })
            .collect();
        let of = |(of, points): &(&str, String)| {
            let own = |(card, _): &(&str, String)| card.len() == 2 && card.ends_with(of);
            let of = match of.len() {
                2 => card(of),
                _ if entries.iter().any(own) => format!("each other {}", one_of(of)),
                _ => format!("each {}", one_of(of)),
            };
            format!("{of} {}", self.shown(points, "point"))
        };
        self.add("cards", list(entries.iter().map(of), "and"));
        let all = entries.iter().map(|(of, _)| match of.len() {
            2 => card(of),
            _ => format!("every {}", one_of(of)),
        });
        self.add("all.cards", list(all, "and"));
        let of_tricks = [score.trick, score.over, score.under, score.made, score.missed];
        self.add("scores", of_tricks != [0; 5] || !entries.is_empty());
        self.add("score.all", score.all.is_some());
        self.add("all.apart", game.aside() + usize::from(game.kitty) > 0);
        let (own, others) = score.all.unwrap_or_default();
        self.add("all.own", own);
        self.add("all.others", others);
    }
}

const PLACES: [&str; 3] = ["dealer", "left", "right"];

/// Whoever sits at one of these places.
const fn at(place: usize) -> &'static str {
    ["the dealer", "the player on the dealer's left", "the player on the dealer's right"][place]
}

/// `a, b and c`.
fn list(items: impl Iterator<Item = String>, last: &str) -> String {
    let mut items: Vec<_> = items.collect();
    match items.pop() {
        Some(end) if !items.is_empty() => format!("{} {last} {end}", items.join(", ")),
        end => end.unwrap_or_default(),
    }
}

/// With a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `hearts` of `H`.
pub(super) fn suit(letter: &str) -> &'static str {
    match letter {
        "C" => "clubs",
        "D" => "diamonds",
        "H" => "hearts",
        "S" => "spades",
        _ => "no trump",
    }
}

/// `heart` of `H`.
fn one_of(letter: &str) -> &'static str {
    suit(letter).trim_end_matches('s')
}

/// `the queen of spades` of `QS`.
fn card(name: &str) -> String {
    let (rank, letter) = name.split_at(1);
    let rank = match rank {
        "T" => "10",
        "J" => "jack",
        "Q" => "queen",
        "K" => "king",
        "A" => "ace",
        number => number,
    };
    format!("the {rank} of {}", suit(letter))
}
