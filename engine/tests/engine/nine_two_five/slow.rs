//! 9-2-5 a second time, written from the rules alone with lists and loops, to hold the fast
//! implementation to. Seats are 0, 1, 2 clockwise; nothing of the engine is used here.

/// Rank (2 to 14, the ace) and suit (`C`, `D`, `H` or `S`).
pub(crate) type Card = (u8, char);

pub(crate) const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// A suit, or nothing for no trump.
    Trump(Option<char>),
    Give(Card, usize),
    Keep,
    Discard(Card),
    Play(Card),
}

/// The rules; `false` everywhere and 9, 2, 5 and 15 is the game as published.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// Dealer, left, right.
    pub(crate) contracts: [i32; 3],
    pub(crate) free_cap: bool,
    pub(crate) surplus_first: bool,
    pub(crate) optional: bool,
    pub(crate) trump_after_bleed: bool,
    pub(crate) discard_first: bool,
    pub(crate) left_leads: bool,
    pub(crate) public_bleed: bool,
    pub(crate) recheck: bool,
    pub(crate) target: i32,
    pub(crate) unbled_no_trump: bool,
}

impl Rules {
    pub(crate) fn contract(&self, seat: usize, dealer: usize) -> i32 {
        self.contracts[(seat + 3 - dealer) % 3]
    }
}

/// How a match stands between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) dealer: usize,
    pub(crate) scores: [i32; 3],
    /// Tricks less contract in the last hand.
    pub(crate) last: Option<[i32; 3]>,
    pub(crate) latched: bool,
}

/// One card that passed between a giver and a receiver, one way or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) giver: usize,
    pub(crate) receiver: usize,
    pub(crate) card: Card,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Trump,
    Bleed,
    Discard,
    Play,
    Nothing,
}

/// A hand in progress, with everything face up.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) before: Match,
    pub(crate) hands: [Vec<Card>; 3],
    pub(crate) kitty: Vec<Card>,
    pub(crate) discards: Vec<Card>,
    pub(crate) trump: Option<Option<char>>,
    /// Who is still to give, in order.
    pub(crate) givers: Vec<usize>,
    pub(crate) given: Vec<Pass>,
    pub(crate) returned: Vec<Pass>,
    pub(crate) leader: usize,
    pub(crate) trick: Vec<Card>,
    pub(crate) tricks: [i32; 3],
}

impl Table {
    pub(crate) fn deal(
        rules: Rules,
        before: Match,
        hands: [Vec<Card>; 3],
        kitty: Vec<Card>,
    ) -> Self {
        let leader = if rules.left_leads { (before.dealer + 1) % 3 } else { before.dealer };
        Self {
            rules,
            before,
            hands,
            kitty,
            discards: vec![],
            trump: None,
            givers: givers(rules, before),
            given: vec![],
            returned: vec![],
            leader,
            trick: vec![],
            tricks: [0; 3],
        }
    }

    pub(crate) fn due(&self) -> Due {
        let bleeding = !self.givers.is_empty();
        if self.trump.is_none() && !(bleeding && self.rules.trump_after_bleed) {
            Due::Trump
        } else if bleeding {
            Due::Bleed
        } else if self.discards.len() < 4 {
            Due::Discard
        } else if self.tricks[0] + self.tricks[1] + self.tricks[2] < 16 {
            Due::Play
        } else {
            Due::Nothing
        }
    }

    pub(crate) fn turn(&self) -> Option<usize> {
        match self.due() {
            Due::Trump | Due::Discard => Some(self.before.dealer),
            Due::Bleed => Some(self.givers[0]),
            Due::Play => Some((self.leader + self.trick.len()) % 3),
            Due::Nothing => None,
        }
    }

    fn last(&self, seat: usize) -> i32 {
        self.before.last.map_or(0, |last| last[seat])
    }

    pub(crate) fn legal(&self) -> Vec<Act> {
        let mut acts = vec![];
        match self.due() {
            Due::Trump => {
                acts.push(Act::Trump(None));
                acts.extend(SUITS.iter().map(|&suit| Act::Trump(Some(suit))));
            }
            Due::Bleed => {
                for receiver in 0..3 {
                    let got = self.given.iter().filter(|p| p.receiver == receiver).count() as i32;
                    let down = self.last(receiver) < 0;
                    let room = self.rules.free_cap || got < -self.last(receiver);
                    if down && room {
                        for &card in &self.hands[self.givers[0]] {
                            acts.push(Act::Give(card, receiver));
                        }
                    }
                }
                if self.rules.optional {
                    acts.push(Act::Keep);
                }
            }
            Due::Discard => {
                for &card in &self.hands[self.before.dealer] {
                    acts.push(Act::Discard(card));
                }
            }
            Due::Play => {
                let hand = &self.hands[(self.leader + self.trick.len()) % 3];
                let follows = |card: &Card| !self.trick.is_empty() && card.1 == self.trick[0].1;
                let must = hand.iter().any(follows);
                for &card in hand {
                    if !must || follows(&card) {
                        acts.push(Act::Play(card));
                    }
                }
            }
            Due::Nothing => {}
        }
        acts
    }

    pub(crate) fn act(&mut self, act: Act) {
        let seat = self.turn().expect("a hand that is not over");
        match act {
            Act::Trump(trump) => {
                self.trump = Some(trump);
                if trump.is_none() && self.rules.unbled_no_trump {
                    self.givers.clear();
                }
            }
            Act::Give(card, receiver) => {
                self.take_from(seat, card);
                self.hands[receiver].push(card);
                self.given.push(Pass { giver: seat, receiver, card });
                let by_him = self.given.iter().filter(|p| p.giver == seat).count() as i32;
                if by_him == self.last(seat) {
                    self.return_to(seat);
                }
            }
            Act::Keep => self.return_to(seat),
            Act::Discard(card) => {
                self.take_from(seat, card);
                self.discards.push(card);
            }
            Act::Play(card) => {
                self.take_from(seat, card);
                self.trick.push(card);
                if self.trick.len() == 3 {
                    self.end_trick();
                }
            }
        }
        let kitty_due = if self.rules.discard_first {
            self.due() == Due::Play
        } else {
            self.due() == Due::Discard
        };
        if kitty_due {
            let kitty = std::mem::take(&mut self.kitty);
            self.hands[self.before.dealer].extend(kitty);
        }
    }

    fn take_from(&mut self, seat: usize, card: Card) {
        let place = self.hands[seat].iter().position(|&held| held == card);
        self.hands[seat].swap_remove(place.expect("a card that the seat holds"));
    }

    /// All that this giver gives is out: now his receivers return.
    fn return_to(&mut self, giver: usize) {
        for receiver in 0..3 {
            for suit in SUITS {
                let due = self
                    .given
                    .iter()
                    .filter(|p| p.giver == giver && p.receiver == receiver && p.card.1 == suit)
                    .count();
                let mut his: Vec<Card> = self.hands[receiver].clone();
                his.retain(|card| card.1 == suit);
                his.sort();
                his.reverse();
                for &card in &his[..due] {
                    self.take_from(receiver, card);
                    self.hands[giver].push(card);
                    self.returned.push(Pass { giver, receiver, card });
                }
            }
        }
        self.givers.remove(0);
    }

    fn end_trick(&mut self) {
        let trumps = |card: Card| self.trump == Some(Some(card.1));
        let mut best = 0;
        for i in 1..3 {
            let (card, winning) = (self.trick[i], self.trick[best]);
            let higher = card.1 == winning.1 && card.0 > winning.0;
            if higher || trumps(card) && !trumps(winning) {
                best = i;
            }
        }
        self.leader = (self.leader + best) % 3;
        self.tricks[self.leader] += 1;
        self.trick.clear();
    }

    /// Once the hand is over: points, what crosses to the next hand, and whether the match is over.
    pub(crate) fn end(&self) -> Option<([i32; 3], Match, bool)> {
        if self.due() != Due::Nothing {
            return None;
        }
        let dealer = self.before.dealer;
        let mut points = [0; 3];
        let mut scores = [0; 3];
        for seat in 0..3 {
            points[seat] = self.tricks[seat] - self.rules.contract(seat, dealer);
            scores[seat] = self.before.scores[seat] + points[seat];
        }
        let beyond =
            scores.iter().any(|&score| score >= self.rules.target || score <= -self.rules.target);
        let ending = beyond || self.before.latched;
        let mut order = scores;
        order.sort_unstable();
        let tied = order[2] == order[1];
        let next = Match {
            dealer: (dealer + 1) % 3,
            scores,
            last: Some(points),
            latched: ending && tied && !self.rules.recheck,
        };
        Some((points, next, ending && !tied))
    }

    /// Whether `seat` knows which cards pass between these two.
    pub(crate) fn knows(&self, seat: usize, giver: usize, receiver: usize) -> bool {
        self.rules.public_bleed || seat == giver || seat == receiver
    }
}

/// Who gives, in order.
fn givers(rules: Rules, before: Match) -> Vec<usize> {
    let Some(last) = before.last else {
        return vec![];
    };
    let contract = |seat| rules.contract(seat, before.dealer);
    let ahead = |a: usize, b: usize| {
        if rules.surplus_first && last[a] != last[b] {
            last[a] > last[b]
        } else {
            contract(a) > contract(b)
        }
    };
    let mut givers: Vec<usize> = vec![];
    for seat in [before.dealer, before.dealer + 1, before.dealer + 2] {
        let seat = seat % 3;
        if last[seat] > 0 {
            // Behind all that it is not strictly ahead of, so equals stay dealer, left, right.
            let place = givers.iter().position(|&other| ahead(seat, other));
            givers.insert(place.unwrap_or(givers.len()), seat);
        }
    }
    givers
}
