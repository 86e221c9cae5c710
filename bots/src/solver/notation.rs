//! Positions in a line, as bridge players write them: `AK2..QJ3.T9`, a hand in suits from spades
//! to clubs, for each of the three seats, then settings such as `trump=S`.

use std::str::FromStr;

use threehand_engine::options::{did_you_mean, nearest};
use threehand_engine::{BySeat, Card, CardSet, NoSuchCard, Rank, Seat, Suit, Trick, Trump};

use super::position::{NoPosition, Position};

/// Why a line is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// There are not three words without a `=`.
    #[error("three hands are needed, {0} are there: such as AK2..QJ3.T9, spades to clubs")]
    Hands(usize),
    /// A hand can't be read.
    #[error("the hand of seat {seat}, `{word}`{why}")]
    Hand {
        /// Whose hand.
        seat: Seat,
        /// The hand as written.
        word: String,
        /// What is wrong with it, after a comma or a colon.
        why: String,
    },
    /// There is no such setting.
    #[error("`{name}` is no setting of {game}: {known}{}", did_you_mean(nearest))]
    Unknown {
        /// The game.
        game: &'static str,
        /// The setting that was asked for.
        name: String,
        /// Those there are.
        known: String,
        /// The one that it is most like, if any.
        nearest: Option<&'static str>,
    },
    /// A setting is missing.
    #[error("{game} needs {name}=…, {meaning}")]
    Missing {
        /// The game.
        game: &'static str,
        /// The setting.
        name: &'static str,
        /// What it says.
        meaning: &'static str,
    },
    /// A setting is there twice.
    #[error("{0}=… is given twice")]
    Twice(&'static str),
    /// A setting can't have this value.
    #[error("{name}={value}: {why}")]
    Value {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// The hands do not go together.
    #[error(transparent)]
    Position(#[from] NoPosition),
    /// A card on the table should not have been played.
    #[error("trick: seat {seat} played {card} and still holds {led}: it had to follow")]
    Revoked {
        /// Who played it.
        seat: Seat,
        /// The card.
        card: Card,
        /// The suit led.
        led: Suit,
    },
    /// There is no card to play.
    #[error("nobody has a card left to play")]
    Nothing,
    /// Endings of the game can't be solved.
    #[error("endings of {0} can't be solved: nobody has written a solver for them")]
    Unsolved(&'static str),
    /// A card is not in the pack of the game.
    #[error("{card} is not in the pack of {game}")]
    NotInPack {
        /// The game.
        game: &'static str,
        /// The card.
        card: Card,
    },
    /// The position can't be solved in a time that anybody would wait.
    #[error("{left} tricks are left, which takes too long: {most} at most can be solved")]
    TooLong {
        /// Tricks left.
        left: usize,
        /// The most that can be solved.
        most: usize,
    },
    /// The game has no hands as long.
    #[error("{left} tricks are left: {game} has {most}")]
    TooMany {
        /// The game.
        game: &'static str,
        /// Tricks left.
        left: usize,
        /// Tricks in a hand.
        most: usize,
    },
}

/// A setting of a game's positions: its name, and what it says.
pub(crate) type Setting = (&'static str, &'static str);

pub(crate) const LEAD: Setting = ("lead", "who leads, or has led to the trick on the table");
pub(crate) const TRICK: Setting =
    ("trick", "the cards on the table, the one led first, such as KS,3S");

/// The words of a position, taken apart.
pub(crate) struct Words<'a> {
    pub(crate) game: &'static str,
    known: &'static [Setting],
    pub(crate) hands: BySeat<CardSet>,
    settings: Vec<(&'static str, &'a str)>,
}

impl<'a> Words<'a> {
    pub(crate) fn read(
        game: &'static str,
        known: &'static [Setting],
        text: &'a str,
    ) -> Result<Self, BadPosition> {
        let (settings, hands): (Vec<&str>, Vec<&str>) =
            text.split_whitespace().partition(|word| word.contains('='));
        let hands: [&str; 3] = hands[..].try_into().map_err(|_| BadPosition::Hands(hands.len()))?;
        let mut words = Self { game, known, hands: BySeat::default(), settings: Vec::new() };
        let names = || known.iter().map(|&(name, _)| name);
        for (seat, word) in Seat::ALL.into_iter().zip(hands) {
            let bad = |why| BadPosition::Hand { seat, word: word.to_owned(), why };
            words.hands[seat] = read_hand(word).map_err(bad)?;
        }
        for setting in settings {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            let name =
                names().find(|&known| known == name).ok_or_else(|| BadPosition::Unknown {
                    game,
                    name: name.to_owned(),
                    known: names().collect::<Vec<_>>().join(", "),
                    nearest: nearest(name, names()),
                })?;
            if words.settings.iter().any(|&(other, _)| other == name) {
                return Err(BadPosition::Twice(name));
            }
            words.settings.push((name, value));
        }
        Ok(words)
    }

    /// The value of a setting, if it is there; in capitals or not.
    pub(crate) fn find<T: FromStr<Err: ToString>>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, BadPosition> {
        let Some(&(name, text)) = self.settings.iter().find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        let bad =
            |why: T::Err| BadPosition::Value { name, value: text.to_owned(), why: why.to_string() };
        let parsed = text.parse().or_else(|why| text.to_ascii_uppercase().parse().map_err(|_| why));
        parsed.map(Some).map_err(bad)
    }

    /// Who leads, or has led to the trick on the table; unless that is said, `default`.
    pub(crate) fn leader(&self, default: Seat) -> Result<Seat, BadPosition> {
        Ok(self.find("lead")?.map_or(default, |Who(seat)| seat))
    }

    /// The value of a setting that has to be there.
    pub(crate) fn need<T: FromStr<Err: ToString>>(
        &self,
        name: &'static str,
    ) -> Result<T, BadPosition> {
        let meaning = self.known.iter().find(|known| known.0 == name).map_or("", |known| known.1);
        self.find(name)?.ok_or(BadPosition::Missing { game: self.game, name, meaning })
    }

    /// The position with this trump: `lead=` and `trick=` say what lies on the table.
    pub(crate) fn position(
        &self,
        trump: Trump,
        leader: Seat,
        most: usize,
    ) -> Result<Position, BadPosition> {
        let mut trick = Trick::led_by(leader);
        for (_, cards) in self.table(leader)? {
            let Some(card) = cards.first().filter(|_| cards.len() == 1) else {
                let why = "one card is played at a time".to_owned();
                return Err(BadPosition::Value { name: "trick", value: cards.to_string(), why });
            };
            if let Some(led) = trick.suit().filter(|&led| led != card.suit())
                && !self.hands[trick.turn()].is_void(led)
            {
                return Err(BadPosition::Revoked { seat: trick.turn(), card, led });
            }
            trick.play(card, trump);
        }
        let position = Position::new(self.hands, trump, trick)?;
        match position.tricks_left() {
            0 => Err(BadPosition::Nothing),
            left if left > most => Err(BadPosition::TooMany { game: self.game, left, most }),
            _ => Ok(position),
        }
    }

    /// What was played so far to the trick that `leader` leads, and by whom.
    pub(crate) fn table(&self, leader: Seat) -> Result<Vec<(Seat, CardSet)>, BadPosition> {
        let Table(plays) = self.find("trick")?.unwrap_or_default();
        Ok(leader.around().into_iter().zip(plays).collect())
    }
}

/// The cards of a hand such as `AK2..QJ3.T9`, spades to clubs, also as `ak2.-.qj3.109` and `SAK2.H.DQJ3.CT9`; or what is
/// wrong with it.
fn read_hand(word: &str) -> Result<CardSet, String> {
    let suits: Vec<_> = word.split('.').collect();
    if suits.len() != 4 {
        let found = suits.len();
        return Err(format!(
            ", has {found} suits: 4 are needed, such as AK2..QJ3.T9, spades to clubs"
        ));
    }
    let mut hand = CardSet::EMPTY;
    for (suit, ranks) in Suit::ALL.into_iter().rev().zip(suits) {
        let ranks = plain(ranks);
        let ranks = ranks.strip_prefix(suit.letter()).unwrap_or(&ranks);
        for letter in ranks.chars().filter(|_| ranks != "-") {
            let rank = Rank::ALL.into_iter().find(|rank| rank.letter() == letter);
            let rank = rank.ok_or_else(|| format!(": `{letter}` is no rank of AKQJT98765432"))?;
            let card = Card::new(rank, suit);
            if hand.contains(card) {
                return Err(format!(": {card} is there twice"));
            }
            hand.insert(card);
        }
    }
    Ok(hand)
}

/// Cards in capitals, with `T` for ten and the letters of suits.
fn plain(cards: &str) -> String {
    let plain = cards.to_uppercase().replace("10", "T");
    Suit::ALL.into_iter().fold(plain, |text, suit| {
        text.replace(suit.symbol(), suit.letter().encode_utf8(&mut [0; 4]))
    })
}

/// The value of `won=`: cards of each seat, as hands, with commas between.
#[derive(Default)]
pub(crate) struct Piles(pub(crate) BySeat<CardSet>);

impl FromStr for Piles {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let piles: Result<Vec<_>, _> = text.split(',').map(read_hand).collect();
        let piles = piles.map_err(|why| why.trim_start_matches([',', ':', ' ']).to_owned())?;
        let piles = piles.try_into().map(|piles| Self(BySeat(piles)));
        piles.map_err(|_| "three seats are needed, such as Q.K2..,...,.7..".to_owned())
    }
}

/// The value of `lead=` and `cat=`.
pub(crate) struct Who(pub(crate) Seat);

impl FromStr for Who {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let seat = Seat::ALL.into_iter().find(|seat| seat.to_string() == text);
        seat.map(Self).ok_or("seats are 0, 1 and 2")
    }
}

/// The value of `trick=`: what was played, the lead first; each a card, or three on end.
#[derive(Default)]
struct Table(Vec<CardSet>);

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut plays = Vec::new();
        for word in text.split(',') {
            let letters: Vec<char> = plain(word).chars().collect();
            let (whole, _) = letters.as_chunks::<2>();
            if letters.len() != 2 && letters.len() != 6 {
                return Err(NoSuchCard(word.to_owned()).to_string());
            }
            let cards = whole.iter().map(|[a, b]| {
                let turned = |_| format!("{b}{a}").parse();
                format!("{a}{b}").parse().or_else(turned)
            });
            let cards: Result<CardSet, NoSuchCard> = cards.collect();
            let cards = cards.map_err(|error| error.to_string())?;
            if 2 * cards.len() != letters.len() {
                return Err(format!("`{word}` has a card twice"));
            }
            plays.push(cards);
        }
        match plays.len() {
            1 | 2 => Ok(Self(plays)),
            n => Err(format!("{n} cards are no trick that is still being played")),
        }
    }
}
