//! The suits that matter in play, the points and the end of the match, read as rules and checked.

use super::checked::Reader;
use super::error::{Refused, counted};
use super::keys::{CARD_POINTS, KEYS, MOST_POINTS};
use super::order::Order;
use super::rules::{Ends, Lead, Rules};
use super::score::Score;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::game::Win;

impl Reader<'_> {
    pub(super) fn suits_in_play(
        &self,
        order: &Order,
        pack: CardSet,
        hand: u8,
    ) -> Result<(Lead, CardSet), Refused> {
        let suits = self.text("cards.suits");
        let suit = |name: &str, letter: &str| {
            let suit = Suit::ALL.into_iter().find(|suit| suit.to_string() == letter);
            suit.filter(|suit| suits.contains(suit.letter())).ok_or_else(|| {
                Refused::of(
                    name,
                    format!(
                        "`{name}` is \"{}\": {letter} is not a suit of the pack",
                        self.text(name)
                    ),
                )
            })
        };
        let lead = match self.text("tricks.lead").strip_prefix("lowest ") {
            None => Lead::Role(self.role("tricks.lead")?),
            Some(letter) => {
                let lowest = suit("tricks.lead", letter)?;
                let out_of_play = pack.len() - 3 * usize::from(hand);
                if pack.of(lowest).len() <= out_of_play {
                    let reason = format!(
                        "with {} out of play, all of suit {letter} may be among them: a role has to lead",
                        counted(out_of_play, "card")
                    );
                    return Err(Refused::of("tricks.lead", reason));
                }
                Lead::Lowest(order.suit_in_play(lowest))
            }
        };
        let broken = match self.text("tricks.broken") {
            "none" => CardSet::EMPTY,
            letter => CardSet::suit(order.suit_in_play(suit("tricks.broken", letter)?)),
        };
        Ok((lead, broken))
    }

    pub(super) fn score(
        &self,
        order: &Order,
        pack: CardSet,
        has_target: bool,
    ) -> Result<Score, Refused> {
        let number = |name: &str| self.number(name).unwrap_or(0);
        for name in ["score.over", "score.under", "score.made", "score.missed"] {
            if number(name) != 0 && !has_target {
                let reason = format!("`{name}` needs a target: a `contract`, or the step `bid`");
                return Err(Refused::of(name, reason));
            }
        }
        let [own, others]: [Option<i32>; 2] =
            ["score.all.own", "score.all.others"].map(|name| self.number(name));
        let mut score = Score {
            trick: number("score.trick"),
            over: number("score.over"),
            under: number("score.under"),
            made: number("score.made"),
            missed: number("score.missed"),
            exact: self.is("score.exact", "true"),
            all: (own.is_some() || others.is_some())
                .then(|| (own.unwrap_or(0), others.unwrap_or(0))),
            ..Score::NONE
        };
        let entries = || self.cards.iter().zip(&self.values[KEYS.len()..]);
        // Suits first: a card counts by its own entry.
        for is_card in [false, true] {
            for (of, points) in entries().filter(|(of, _)| (of.len() == 2) == is_card) {
                let Ok(points) = points.parse::<i32>() else { continue };
                let cards = match of.parse::<Card>() {
                    Ok(card) => CardSet::only(card) & pack,
                    Err(_) => Suit::ALL
                        .into_iter()
                        .find(|s| s.to_string() == *of)
                        .map_or(CardSet::EMPTY, |s| pack.of(s)),
                };
                if cards.is_empty() {
                    let name = format!("{CARD_POINTS}{of}");
                    return Err(Refused::of(&name, format!("`{of}` is not in the pack")));
                }
                score.set(order.all_in_play(cards), points);
            }
        }
        if score.all.is_some() && score.pointed.is_empty() {
            let name = if own.is_some() { "score.all.own" } else { "score.all.others" };
            return Err(Refused::of(
                name,
                "`score.all` is for who takes all cards with points: `score.cards` has none",
            ));
        }
        Ok(score)
    }

    pub(super) fn ends(&self, hand: u8, once: bool) -> Result<Ends, Refused> {
        let ends = Ends {
            above: self.number("match.above"),
            below: self.number("match.below"),
            hands: self.number("match.hands"),
            win: Win {
                lowest: self.is("match.wins", "lowest"),
                tricks: self.number("match.tricks"),
            },
            is_shared: self.is("match.tie", "shared"),
        };
        let none = ends.above.is_none()
            && ends.below.is_none()
            && ends.hands.is_none()
            && ends.win.tricks.is_none();
        if none && !once {
            let reason = "nothing ends the match: set `match.above`, `match.below`, `match.hands` or `match.tricks`";
            return Err(Refused::of("match", reason));
        }
        if let Some(tricks) = ends.win.tricks.filter(|&tricks| tricks > hand) {
            let reason =
                format!("`match.tricks` is {tricks}, and a hand has {}", counted(hand, "trick"));
            return Err(Refused::of("match.tricks", reason));
        }
        Ok(ends)
    }

    /// The rules with the bounds of their points, if matches by them can end.
    pub(super) fn with_points(&self, mut rules: Rules) -> Result<Rules, Refused> {
        let [least, most] = rules.bounds();
        if least < -i64::from(MOST_POINTS) || most > i64::from(MOST_POINTS) {
            let reason = format!(
                "a hand can bring {least} to {most} points, and {MOST_POINTS} either way are the most"
            );
            return Err(Refused::of("score.trick", reason));
        }
        rules.points = (least as i32, most as i32);
        let Ends { above, below, hands, win: Win { tricks, .. }, is_shared } = rules.ends;
        let ends = hands.is_some() || tricks.is_some() || rules.once;
        let reaches = above.is_some_and(|above| rules.points.1 > 0 || above <= 0)
            || below.is_some_and(|below| rules.points.0 < 0 || below >= 0);
        if !ends && !reaches {
            let name = if above.is_some() { "match.above" } else { "match.below" };
            let reason = format!(
                "no score ever gets there: a hand brings {least} to {most} points (see `score`)"
            );
            return Err(Refused::of(name, reason));
        }
        if !is_shared && least == most && tricks.is_none() {
            let reason = format!(
                "every hand brings {least} points to all, so a tie is never broken (see `score`)"
            );
            return Err(Refused::of("match.tie", reason));
        }
        Ok(rules)
    }
}
