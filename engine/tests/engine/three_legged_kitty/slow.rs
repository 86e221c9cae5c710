//! Three-Legged Kitty a second time, written from the rules alone with lists and loops, to hold
//! the fast implementation to. Seats are 0, 1, 2 clockwise; nothing of the engine is used here.

/// Rank (2 to 14, the ace) and suit (`C`, `D`, `H` or `S`).
pub(crate) type Card = (u8, char);

/// The types of bids, lowest first.
pub(crate) const TYPES: [&str; 6] = ["Null", "C", "D", "H", "S", "NT"];

/// A number and a place in [`TYPES`].
pub(crate) type Bid = (i32, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Pass,
    Bid(Bid),
    Pay(Card),
    Enough,
    Stray(Card),
    Take(Card),
    Play(Card),
}

/// The rules; `false` everywhere, 5, 30 and 2 is the game as published.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) flat_one: bool,
    pub(crate) overpay: bool,
    pub(crate) must_open: bool,
    pub(crate) same_dealer: bool,
    pub(crate) high_bidder_passes: bool,
    pub(crate) shared: bool,
    pub(crate) fail_points: i32,
    pub(crate) target: i32,
    /// The lowest rank that there is.
    pub(crate) lowest: u8,
}

/// How a match stands between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) dealer: usize,
    pub(crate) scores: [i32; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Call,
    Pay,
    Stray,
    Take,
    Play,
    Nothing,
}

/// A hand in progress, with everything face up.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) before: Match,
    pub(crate) due: Due,
    pub(crate) hands: [Vec<Card>; 3],
    pub(crate) paid: [Vec<Card>; 3],
    /// Who has passed.
    pub(crate) out: [bool; 3],
    /// All bids with their bidders.
    pub(crate) bids: Vec<(usize, Bid)>,
    /// Cards that the last bid still costs.
    pub(crate) owed: i32,
    pub(crate) turn: usize,
    pub(crate) cat: Option<usize>,
    pub(crate) stray: Vec<Card>,
    pub(crate) untaken: Vec<Card>,
    pub(crate) trick: Vec<(usize, Card)>,
    pub(crate) tricks: [i32; 3],
}

/// The 58 bids, lowest first.
pub(crate) fn all_bids() -> Vec<Bid> {
    let mut bids = vec![];
    for number in 1..=10 {
        for kind in 0..6 {
            if kind > 0 || number <= 8 {
                bids.push((number, kind));
            }
        }
    }
    bids
}

impl Table {
    pub(crate) fn deal(rules: Rules, before: Match, hands: [Vec<Card>; 3]) -> Self {
        assert!(hands.iter().flatten().all(|&(rank, _)| rank >= rules.lowest));
        Self {
            rules,
            before,
            due: Due::Call,
            hands,
            paid: [vec![], vec![], vec![]],
            out: [false; 3],
            bids: vec![],
            owed: 0,
            turn: (before.dealer + 1) % 3,
            cat: None,
            stray: vec![],
            untaken: vec![],
            trick: vec![],
            tricks: [0; 3],
        }
    }

    pub(crate) fn turn(&self) -> Option<usize> {
        (self.due != Due::Nothing).then_some(self.turn)
    }

    pub(crate) fn high(&self) -> Option<Bid> {
        self.bids.last().map(|&(_, bid)| bid)
    }

    pub(crate) fn cost(&self, bid: Bid) -> i32 {
        let step = match self.high() {
            None if self.rules.flat_one => 1,
            None => bid.0,
            Some(high) => bid.0 - high.0,
        };
        step.max(1)
    }

    pub(crate) fn legal(&self) -> Vec<Act> {
        let hand = &self.hands[self.turn];
        let mut acts: Vec<Act> = vec![];
        match self.due {
            Due::Call => {
                if !(self.rules.must_open && self.bids.is_empty()) {
                    acts.push(Act::Pass);
                }
                for bid in all_bids() {
                    let higher = self.high().is_none_or(|high| bid > high);
                    if higher && hand.len() as i32 >= self.cost(bid) {
                        acts.push(Act::Bid(bid));
                    }
                }
            }
            Due::Pay => {
                acts.extend(hand.iter().map(|&card| Act::Pay(card)));
                if self.owed == 0 {
                    acts.push(Act::Enough);
                }
            }
            Due::Stray => acts.extend(hand.iter().map(|&card| Act::Stray(card))),
            Due::Take => acts.extend(self.untaken.iter().map(|&card| Act::Take(card))),
            Due::Play => {
                let led = self.trick.first().map(|&(_, card)| card.1);
                let must = hand.iter().any(|card| Some(card.1) == led);
                for &card in hand {
                    if !must || Some(card.1) == led {
                        acts.push(Act::Play(card));
                    }
                }
            }
            Due::Nothing => {}
        }
        acts
    }

    pub(crate) fn act(&mut self, act: Act) {
        let seat = self.turn;
        match act {
            Act::Pass => {
                self.out[seat] = true;
                self.called();
            }
            Act::Bid(bid) => {
                self.owed = self.cost(bid);
                self.bids.push((seat, bid));
                self.due = Due::Pay;
            }
            Act::Pay(card) => {
                take_out(&mut self.hands[seat], card);
                self.paid[seat].push(card);
                if self.owed > 0 {
                    self.owed -= 1;
                }
                let may_go_on = self.rules.overpay && !self.hands[seat].is_empty();
                if self.owed == 0 && !may_go_on {
                    self.called();
                }
            }
            Act::Enough => self.called(),
            Act::Stray(card) => {
                take_out(&mut self.hands[seat], card);
                self.stray.push(card);
                self.exchange();
            }
            Act::Take(card) => {
                take_out(&mut self.untaken, card);
                self.hands[seat].push(card);
                self.exchange();
            }
            Act::Play(card) => {
                take_out(&mut self.hands[seat], card);
                self.trick.push((seat, card));
                self.turn = (seat + 1) % 3;
                if self.trick.len() == 3 {
                    self.end_trick();
                }
            }
        }
    }

    /// Somebody has called, and paid for it.
    fn called(&mut self) {
        let still_in: Vec<usize> = (0..3).filter(|&seat| !self.out[seat]).collect();
        let bidder = self.bids.last().map(|&(seat, _)| seat);
        let alone = still_in.len() == 1 && bidder == Some(still_in[0]);
        if still_in.is_empty() || alone && !self.rules.high_bidder_passes {
            let Some(cat) = bidder else {
                self.due = Due::Nothing;
                return;
            };
            self.cat = Some(cat);
            for seat in 0..3 {
                let paid = self.paid[seat].clone();
                self.hands[cat].extend(paid);
            }
            self.exchange();
        } else {
            self.due = Due::Call;
            self.turn = (self.turn + 1) % 3;
            while self.out[self.turn] {
                self.turn = (self.turn + 1) % 3;
            }
        }
    }

    /// Finds who has to do something before the play.
    fn exchange(&mut self) {
        let cat = self.cat.expect("a Cat");
        let (left, right) = ((cat + 1) % 3, (cat + 2) % 3);
        if self.hands[cat].len() > 10 {
            self.due = Due::Stray;
            self.turn = cat;
            return;
        }
        if self.due != Due::Take {
            self.untaken = self.stray.clone();
        }
        if self.hands[left].len() < 10 {
            self.due = Due::Take;
            self.turn = left;
            return;
        }
        let rest = std::mem::take(&mut self.untaken);
        self.hands[right].extend(rest);
        self.due = Due::Play;
        self.turn = cat;
    }

    fn end_trick(&mut self) {
        let (_, (_, kind)) = *self.bids.last().expect("a contract");
        let trump = match TYPES[kind] {
            "C" => 'C',
            "D" => 'D',
            "H" => 'H',
            "S" => 'S',
            _ => '-',
        };
        let led = self.trick[0].1.1;
        let worth = |card: Card| match card.1 {
            suit if suit == trump => 100 + i32::from(card.0),
            suit if suit == led => i32::from(card.0),
            _ => 0,
        };
        let mut best = self.trick[0];
        for &play in &self.trick {
            if worth(play.1) > worth(best.1) {
                best = play;
            }
        }
        self.tricks[best.0] += 1;
        self.turn = best.0;
        self.trick.clear();
        if self.tricks[0] + self.tricks[1] + self.tricks[2] == 10 {
            self.due = Due::Nothing;
        }
    }

    pub(crate) fn made(&self) -> Option<bool> {
        let cat = self.cat?;
        let (number, kind) = self.high()?;
        Some(if TYPES[kind] == "Null" {
            self.tricks[cat] <= 8 - number
        } else {
            self.tricks[cat] >= number
        })
    }

    /// Once the hand is over: points, what crosses to the next hand, and whether the match is over.
    pub(crate) fn end(&self) -> Option<([i32; 3], Match, bool)> {
        if self.due != Due::Nothing {
            return None;
        }
        let mut points = [0; 3];
        if let (Some(cat), Some((number, _)), Some(made)) = (self.cat, self.high(), self.made()) {
            if made {
                points[cat] = number;
            } else {
                points[(cat + 1) % 3] = self.rules.fail_points;
                points[(cat + 2) % 3] = self.rules.fail_points;
            }
        }
        let mut scores = self.before.scores;
        for seat in 0..3 {
            scores[seat] += points[seat];
        }
        let stays = self.cat.is_none() && self.rules.same_dealer;
        let dealer = if stays { self.before.dealer } else { (self.before.dealer + 1) % 3 };
        let mut order = scores;
        order.sort_unstable();
        let tied = order[1] == order[2];
        let over = order[2] >= self.rules.target && (!tied || self.rules.shared);
        Some((points, Match { dealer, scores }, over))
    }
}

fn take_out(cards: &mut Vec<Card>, card: Card) {
    let place = cards.iter().position(|&held| held == card);
    cards.remove(place.expect("a card that is there"));
}
