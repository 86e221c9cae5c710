//! The values of a file, read as rules and checked against each other.

use super::Action;
use super::error::{Refused, counted};
use super::keys::{self, KEYS};
use super::order::Order;
use super::rules::{Lead, PassTo, Rules, Step, TrumpBy};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::options::{did_you_mean, nearest};
use crate::trick::Trump;

/// The values of all options, those of `score.cards` last.
pub(super) struct Reader<'a> {
    pub(super) values: &'a [String],
    pub(super) cards: &'a [String],
}

impl<'a> Reader<'a> {
    pub(super) fn text(&self, name: &str) -> &'a str {
        let place = KEYS.iter().position(|key| key.name == name);
        &self.values[place.expect("a key")]
    }

    pub(super) fn is(&self, name: &str, word: &str) -> bool {
        self.text(name) == word
    }

    pub(super) fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.text(name).parse().ok()
    }

    pub(super) fn list(&self, name: &str) -> Vec<&'a str> {
        match self.text(name) {
            "none" | "all" | "" => Vec::new(),
            text => text.split('-').collect(),
        }
    }

    /// The role of a key, by its name or its place.
    pub(super) fn role(&self, name: &str) -> Result<usize, Refused> {
        let (text, roles) = (self.text(name), self.list("roles"));
        let places = ["dealer", "left", "right"];
        let named = roles.iter().position(|role| *role == text);
        named.or_else(|| places.iter().position(|place| *place == text)).ok_or_else(|| {
            let key = KEYS.iter().find(|key| key.name == name);
            let allowed = key.map_or_else(String::new, |key| key.kind.allowed());
            let words = ["turn_up"].into_iter().filter(|word| allowed.contains(word));
            let hint = did_you_mean(&nearest(text, roles.iter().copied().chain(words)));
            let roles = roles.join(", ");
            Refused::of(
                name,
                format!("`{name}` is \"{text}\": it is {allowed} (roles: {roles}){hint}"),
            )
        })
    }

    pub(super) fn rules(&self) -> Result<Rules, Refused> {
        let missing = KEYS
            .iter()
            .zip(self.values)
            .find(|(key, value)| key.name == "deal.hand" && value.is_empty());
        if missing.is_some() {
            return Err(Refused::of(
                "deal.hand",
                "`deal.hand` is missing: how many cards each seat is dealt, such as hand = 16",
            ));
        }
        let (order, pack) = self.pack()?;
        let hand: u8 = self.number("deal.hand").unwrap_or(1);
        let first = self.number("deal.first").unwrap_or(hand);
        let kitty: u8 = self.number("deal.kitty").unwrap_or(0);
        let turn_up = self.is("deal.turn_up", "true");
        let dealt = 3 * usize::from(hand) + usize::from(kitty) + usize::from(turn_up);
        if dealt > pack.len() {
            let turned = if turn_up { " + 1 turned up" } else { "" };
            let kitty = if kitty > 0 { format!(" + {kitty} in the kitty") } else { String::new() };
            return Err(Refused::of(
                "deal.hand",
                format!(
                    "3 × {}{kitty}{turned} are {dealt}, and the pack has {}",
                    counted(hand, "card"),
                    pack.len()
                ),
            ));
        }
        let steps = self.steps(hand, first)?;
        let has = |step| steps.contains(&step);
        let contract = self.three("contract");
        for (step, name) in [(Step::Exchange, "exchange"), (Step::Pull, "pull")] {
            if has(step) && contract.is_none() {
                return Err(Refused::of(
                    "steps",
                    format!(
                        "the step `{name}` goes by who was over the contract, and there is no `contract`, such as [8, 5, 3]"
                    ),
                ));
            }
        }
        let held = |step| match steps.iter().position(|&other| other == Step::Rest) {
            Some(rest) if steps.iter().position(|&other| other == step) < Some(rest) => first,
            _ => hand,
        };
        let discard_first = self.is("kitty.order", "discard_then_take");
        if has(Step::Kitty) {
            if kitty == 0 {
                return Err(Refused::of(
                    "steps",
                    "the step `kitty` needs cards, and `deal.kitty` is 0: set it, or take `kitty` out of `steps`",
                ));
            }
            if discard_first && kitty > held(Step::Kitty) {
                return Err(Refused::of(
                    "kitty.order",
                    format!(
                        "{} can't be laid away from {}",
                        counted(kitty, "card"),
                        held(Step::Kitty)
                    ),
                ));
            }
        }
        let pass_cards = self.number("pass.cards").unwrap_or(3);
        if has(Step::Pass) && pass_cards > held(Step::Pass) {
            return Err(Refused::of(
                "pass.cards",
                format!(
                    "`pass.cards` is {pass_cards}, and a seat then holds {}",
                    counted(held(Step::Pass), "card")
                ),
            ));
        }
        let (trump, calls) = self.trump(&order, &steps, turn_up)?;
        let fewest = self.fewest(&steps, contract.is_some())?;
        let once = self.is("trump.once", "true");
        if once && !has(Step::Trump) {
            return Err(Refused::of(
                "trump.once",
                "`trump.once` needs a role that calls: `trump.by`",
            ));
        }
        let (bid_least, bid_most, hook) = self.bids(hand, has(Step::Bid))?;
        let score = self.score(&order, pack, contract.is_some() || has(Step::Bid))?;
        let (lead, broken) = self.suits_in_play(&order, pack, hand)?;
        let first_free = self.is("tricks.first_free", "true") || score.pointed.is_empty();
        let (follow, beat) = (self.is("tricks.follow", "true"), self.is("tricks.beat", "true"));
        // Who need not follow can't fail to.
        let must_trump = follow && self.is("tricks.void", "trump");
        let by_role = matches!(lead, Lead::Role(_));
        let rules = Rules {
            is_plain: follow && !beat && !must_trump && broken.is_empty() && first_free && by_role,
            moves_early: first < hand
                && steps
                    .iter()
                    .take_while(|&&step| step != Step::Rest)
                    .any(|step| step.moves_cards()),
            order,
            pack,
            hand,
            first,
            kitty,
            turn_up,
            contract,
            trump,
            calls: calls
                .into_iter()
                .map(Action::Trump)
                .chain(fewest.map(|_| Action::Fewest))
                .collect(),
            fewest,
            once,
            free: self.is("exchange.cap", "free"),
            exchange_by_surplus: self.is("exchange.order", "surplus"),
            optional: self.is("exchange.optional", "true"),
            public: self.is("exchange.view", "public"),
            pull_by_surplus: self.is("pull.order", "surplus"),
            kitty_to: self.role("kitty.to")?,
            discard_first,
            pass_cards,
            pass_to: self.list("pass.to").into_iter().map(pass_to).collect(),
            bid_first: self.role("bid.first")?,
            bid_least,
            bid_most,
            hook,
            has_bids: has(Step::Bid),
            lead,
            follow,
            must_trump,
            beat,
            broken,
            first_free,
            score,
            ends: self.ends(hand, once)?,
            points: (0, 0),
            steps,
        };
        self.with_points(rules)
    }

    fn pack(&self) -> Result<(Order, CardSet), Refused> {
        let ranks = keys::ranks(self.text("cards.ranks")).expect("it was checked");
        let suits = keys::suits(self.text("cards.suits")).expect("it was checked");
        let mut pack = CardSet::EMPTY;
        for &suit in &suits {
            ranks.iter().for_each(|&rank| pack.insert(Card::new(rank, suit)));
        }
        for card in self.list("cards.without") {
            let card: Card = card.parse().expect("it was checked");
            if !pack.contains(card) {
                let reason = format!("{card} can't be left out: it is not in the pack");
                return Err(Refused::of("cards.without", reason));
            }
            pack.remove(card);
        }
        if pack.len() < 3 {
            let cards = counted(pack.len(), "card");
            let reason = format!("the pack has {cards}, and 3 are the fewest");
            return Err(Refused::of("cards.ranks", reason));
        }
        Ok((Order::of(&ranks, &suits), pack))
    }

    fn three(&self, name: &str) -> Option<[u8; 3]> {
        let numbers: Vec<u8> = self.list(name).iter().filter_map(|n| n.parse().ok()).collect();
        numbers.try_into().ok()
    }

    fn fewest(&self, steps: &[Step], has_contract: bool) -> Result<Option<[u8; 3]>, Refused> {
        let fewest = self.three("fewest");
        let reason = match fewest {
            Some(_) if !steps.contains(&Step::Trump) => {
                "`fewest` needs a role that calls: `trump.by`, and the step `trump`"
            }
            Some(_) if !has_contract || steps.contains(&Step::Bid) => {
                "where the fewest tricks are called, `fewest` stands for the `contract`: it needs one, and no bids"
            }
            _ => return Ok(fewest),
        };
        Err(Refused::of("fewest", reason))
    }

    fn steps(&self, hand: u8, first: u8) -> Result<Vec<Step>, Refused> {
        let step =
            |name: &&str| Step::ALL.iter().find(|(word, _)| word == name).map(|found| found.1);
        let steps: Vec<Step> = self.list("steps").iter().filter_map(step).collect();
        if first > hand {
            let reason = format!("`deal.first` is {first}, and `deal.hand` is {hand}");
            return Err(Refused::of("deal.first", reason));
        }
        let rest = steps.iter().position(|&step| step == Step::Rest);
        match rest {
            None if first < hand => {
                let reason = format!(
                    "`deal.first` is {first} of {hand}: the step `rest` is missing, which deals the others"
                );
                return Err(Refused::of("deal.first", reason));
            }
            Some(_) if first == hand => {
                let reason =
                    "the step `rest` has no cards to deal: set `deal.first` below `deal.hand`";
                return Err(Refused::of("steps", reason));
            }
            _ => {}
        }
        let pull = steps.iter().position(|&step| step == Step::Pull);
        if rest.is_some()
            && pull > rest
            && steps.iter().take_while(|&&s| s != Step::Rest).any(|s| s.moves_cards())
        {
            let reason = "the step `pull` takes the first cards that were dealt: no cards may change hands before `rest`";
            return Err(Refused::of("steps", reason));
        }
        Ok(steps)
    }

    fn trump(
        &self,
        order: &Order,
        steps: &[Step],
        turn_up: bool,
    ) -> Result<(TrumpBy, Vec<Trump>), Refused> {
        let suits = self.text("cards.suits");
        let in_pack = |trump: &Trump| trump.suit().is_none_or(|suit| suits.contains(suit.letter()));
        let mut choices: Vec<Trump> =
            self.list("trump.choices").iter().filter_map(|call| call.parse().ok()).collect();
        if let Some(other) = choices.iter().find(|call| !in_pack(call)) {
            let reason = format!("{other} can't be called: the suit is not in the pack");
            return Err(Refused::of("trump.choices", reason));
        }
        if self.is("trump.choices", "none") {
            return Err(Refused::of(
                "trump.choices",
                "`trump.choices` is empty: something must be called",
            ));
        }
        if choices.is_empty() {
            choices =
                keys::suits(suits).expect("it was checked").into_iter().map(Trump::Suit).collect();
            choices.push(Trump::None);
        }
        let calls = steps.contains(&Step::Trump);
        let by = match self.text("trump.by") {
            "none" => TrumpBy::Fixed(Trump::None),
            "turn_up" if turn_up => TrumpBy::TurnUp,
            "turn_up" => {
                let reason =
                    "`trump.by` is \"turn_up\" and no card is turned up: set `deal.turn_up = true`";
                return Err(Refused::of("trump.by", reason));
            }
            text => match text.parse::<Trump>() {
                Ok(trump @ Trump::Suit(_)) if in_pack(&trump) => {
                    TrumpBy::Fixed(order.trump_in_play(trump))
                }
                Ok(Trump::Suit(_)) => {
                    return Err(Refused::of(
                        "trump.by",
                        format!("{text} is not a suit of the pack"),
                    ));
                }
                _ => TrumpBy::Role(self.role("trump.by")?),
            },
        };
        match by {
            TrumpBy::Role(_) if !calls => {
                let reason = format!(
                    "`trump.by` is \"{}\", who calls at the step `trump`: add it to `steps`",
                    self.text("trump.by")
                );
                Err(Refused::of("trump.by", reason))
            }
            TrumpBy::TurnUp | TrumpBy::Fixed(_) if calls => {
                let reason = format!(
                    "the step `trump` is for a role that calls, and `trump.by` is \"{}\": set it to a role such as \
                     \"dealer\", or take `trump` out of `steps`",
                    self.text("trump.by")
                );
                Err(Refused::of("steps", reason))
            }
            _ => Ok((by, choices)),
        }
    }

    fn bids(&self, hand: u8, bids: bool) -> Result<(u8, u8, bool), Refused> {
        let least: u8 = self.number("bid.least").unwrap_or(0);
        let most = self.number("bid.most").unwrap_or(hand);
        let hook = self.is("bid.hook", "true");
        if bids && least > most {
            let reason = format!("`bid.least` is {least} and above the highest bid, {most}");
            return Err(Refused::of("bid.least", reason));
        }
        if bids && most > hand {
            let reason = format!("`bid.most` is {most}, and a hand has {}", counted(hand, "trick"));
            return Err(Refused::of("bid.most", reason));
        }
        if bids && hook && least == most && 3 * least == hand {
            let reason = format!(
                "all bid {least}, and the bids must not add up to {hand}: the last has no bid"
            );
            return Err(Refused::of("bid.hook", reason));
        }
        Ok((least, most, hook))
    }
}

fn pass_to(word: &str) -> PassTo {
    match word {
        "left" => PassTo::Left,
        "right" => PassTo::Right,
        _ => PassTo::Hold,
    }
}
