//! Records of a file, one after another.

use std::collections::BTreeMap;

use super::{Fault, Record};
use crate::deck::{Deal, Deck};
use crate::game::{Game, Hand};
use crate::played::Played;
use crate::seat::{BySeat, Seat};
use crate::standing::Standing;

/// What holds the hands of a file together: each match starts anew and goes on to its end.
///
/// All line-ups of a match have the same first dealer and the same decks, and a line-up's number
/// stands for the same bots in every match.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    last: Option<Link>,
    /// The decks of the match, as far as a line-up of it has needed them.
    decks: Vec<Deck>,
    first_dealer: Option<Seat>,
    /// The bots of each line-up so far.
    lineups: BTreeMap<usize, BySeat<String>>,
}

/// The record that must follow the last one, unless its match has ended.
#[derive(Clone, Debug)]
struct Link {
    next: Record,
    ended: bool,
}

impl Chain {
    /// Adds the next record of the file with what replaying it gave.
    pub fn push<G: Game>(&mut self, record: &Record, played: &Played<G>) -> Result<(), Fault> {
        let goes_on = self.last.as_ref().filter(|last| last.next.place() == record.place());
        match (goes_on, &self.last) {
            (Some(last), _) => last.goes_on_with(record)?,
            (None, Some(last)) => last.gives_way_to(record)?,
            (None, None) => {}
        }
        if goes_on.is_none() && record.hand != 0 {
            let reason = format!("{} opens a match, which starts with hand 0", record.hand);
            return Err(Fault::at("hand", reason));
        }
        self.compare_lineups(record, &played.deal)?;
        let next = played.outcome.as_ref().map_or(*played.end.standing(), |end| end.standing);
        let over = played.outcome.as_ref().is_none_or(|end| end.over);
        let next = Record {
            hand: record.hand + 1,
            dealer: next.dealer(),
            scores: next.scores(),
            carry: next.carry(),
            ..record.clone()
        };
        self.last = Some(Link { next, ended: over || record.truncated });
        Ok(())
    }

    fn compare_lineups(&mut self, record: &Record, deal: &Deal) -> Result<(), Fault> {
        let bots = self.lineups.entry(record.lineup).or_insert_with(|| record.bots.clone());
        if *bots != record.bots {
            let reason =
                format!("{:?}, but line-up {} was {:?}", record.bots.0, record.lineup, bots.0);
            return Err(Fault::at("bots", reason));
        }
        if self.last.as_ref().is_none_or(|last| last.next.match_number != record.match_number) {
            self.decks.clear();
            self.first_dealer = None;
        }
        if record.hand == 0 && *self.first_dealer.get_or_insert(record.dealer) != record.dealer {
            return Err(Fault::at(
                "dealer",
                "another line-up of this match had another first dealer",
            ));
        }
        match self.decks.get(record.hand) {
            Some(deck) if deck != deal.deck() => {
                Err(Fault::at("deal", "another line-up of this match had other cards in this hand"))
            }
            Some(_) => Ok(()),
            None => {
                self.decks.push(*deal.deck());
                Ok(())
            }
        }
    }

    /// Ends the file: its last match must have ended too.
    pub fn finish(&self) -> Result<(), Fault> {
        match &self.last {
            Some(last) if !last.ended => Err(Fault::at("hand", last.unfinished())),
            _ => Ok(()),
        }
    }
}

impl Link {
    fn unfinished(&self) -> String {
        let Record { match_number, lineup, hand, .. } = self.next;
        format!(
            "match {match_number}, line-up {lineup} stops after hand {} and is not over",
            hand - 1
        )
    }

    fn goes_on_with(&self, record: &Record) -> Result<(), Fault> {
        if self.ended {
            return Err(Fault::at("hand", "the match was over with the hand before"));
        }
        let next = &self.next;
        Fault::unless_same("game", &record.game, &next.game)?;
        Fault::unless_same("rules", &record.rules, &next.rules)?;
        Fault::unless_same("bots", &record.bots.0, &next.bots.0)?;
        Fault::unless_same("hand", &record.hand, &next.hand)?;
        Fault::unless_same("dealer", &record.dealer, &next.dealer)?;
        Fault::unless_same("scores", &record.scores, &next.scores)?;
        Fault::unless_same("carry", &record.carry, &next.carry)
    }

    fn gives_way_to(&self, record: &Record) -> Result<(), Fault> {
        if !self.ended {
            return Err(Fault::at("hand", self.unfinished()));
        }
        let (place, last) = (record.place(), self.next.place());
        if place <= last {
            let reason = format!(
                "match {}, line-up {} comes after match {}, line-up {}",
                place.0, place.1, last.0, last.1
            );
            return Err(Fault::at("match", reason));
        }
        Ok(())
    }
}

impl Record {
    /// Match and line-up.
    const fn place(&self) -> (u64, usize) {
        (self.match_number, self.lineup)
    }
}
