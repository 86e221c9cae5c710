//! Three Kings a second time, written from the rules alone with lists and loops, to hold the fast
//! implementation to. Seats are 0, 1, 2 clockwise; nothing of the engine is used here.

use super::slow_melds::{beats, meld, triples};

/// Rank (1, the ace, to 13, the king) and suit (`C`, `D`, `H` or `S`).
pub(crate) type Card = (u8, char);

pub(crate) const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Upcard(Card),
    /// One card, or the three of a meld.
    Play(Vec<Card>),
    /// One of three cards that answer a meld.
    Throw(Card),
    Exchange(Card),
    Decline,
    Predict(Said),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Nothing,
    Last,
    Ace,
}

/// The rules; `false`, 15 and 3 are the game as published.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) all_melds: bool,
    pub(crate) set_over_seq: bool,
    pub(crate) ace_six: bool,
    pub(crate) ace_predicted_twelve: bool,
    pub(crate) worst_pending: bool,
    pub(crate) touched: bool,
    pub(crate) first_deal_each_set: bool,
    pub(crate) two_predictions: bool,
    pub(crate) set_points: i32,
    pub(crate) game_points: i32,
}

/// How a match stands between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) dealer: usize,
    pub(crate) scores: [i32; 3],
    pub(crate) pending: [i32; 3],
    pub(crate) game_points: [i32; 3],
    pub(crate) last_winner: Option<usize>,
}

/// A trick that is over, with the scores after it.
#[derive(Clone, Debug)]
pub(crate) struct Over {
    pub(crate) winner: usize,
    /// Who played a meld, in order.
    pub(crate) melders: Vec<usize>,
    pub(crate) scores: [i32; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Upcard,
    Card,
    Exchange,
    Prediction,
    Nothing,
}

/// A hand in progress, with everything face up.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) before: Match,
    pub(crate) hands: [Vec<Card>; 3],
    /// The next card to draw first.
    pub(crate) stock: Vec<Card>,
    pub(crate) upcard: Option<Card>,
    pub(crate) out_of_play: Vec<Card>,
    pub(crate) exchanged: bool,
    pub(crate) leader: usize,
    /// What each has played to the trick, from the leader.
    pub(crate) trick: Vec<Vec<Card>>,
    pub(crate) throwing: Vec<Card>,
    /// What was said before phase 2, from its leader on.
    pub(crate) said: Vec<Said>,
    /// Who said what, if it was more than nothing.
    pub(crate) predictors: Vec<(usize, Said)>,
    /// Who had predicted, and whether it came true; nothing before the end.
    pub(crate) came_true: Vec<(usize, bool)>,
    pub(crate) points: [i32; 3],
    pub(crate) over: Vec<Over>,
}

impl Table {
    pub(crate) fn deal(
        rules: Rules,
        before: Match,
        hands: [Vec<Card>; 3],
        rest: Vec<Card>,
    ) -> Self {
        let mut stock = rest;
        let upcard = before.last_winner.is_none().then(|| stock.remove(0));
        Self {
            rules,
            before,
            hands,
            stock,
            upcard,
            out_of_play: vec![],
            exchanged: false,
            leader: before.last_winner.unwrap_or((before.dealer + 1) % 3),
            trick: vec![],
            throwing: vec![],
            said: vec![],
            predictors: vec![],
            came_true: vec![],
            points: [0; 3],
            over: vec![],
        }
    }

    pub(crate) fn due(&self) -> Due {
        if self.upcard.is_none() {
            Due::Upcard
        } else if self.hands.iter().all(Vec::is_empty) && self.trick.is_empty() {
            Due::Nothing
        } else if self.stock.is_empty() && !self.exchanged {
            Due::Exchange
        } else if self.exchanged && !self.sayable().is_empty() && self.said.len() < 3 {
            // Whoever is the n-th to play to the first trick of phase 2 is the n-th to be asked.
            if self.said.len() == self.trick.len() { Due::Prediction } else { Due::Card }
        } else {
            Due::Card
        }
    }

    pub(crate) fn turn(&self) -> Option<usize> {
        match self.due() {
            Due::Nothing => None,
            _ => Some((self.leader + self.trick.len()) % 3),
        }
    }

    /// What nobody has said yet, and may still be said.
    fn sayable(&self) -> Vec<Said> {
        let said = |what: Said| self.predictors.iter().any(|predictor| predictor.1 == what);
        if !self.rules.two_predictions && !self.predictors.is_empty() {
            return vec![];
        }
        [Said::Last, Said::Ace].into_iter().filter(|&what| !said(what)).collect()
    }

    pub(crate) fn legal(&self) -> Vec<Act> {
        let seat = (self.leader + self.trick.len()) % 3;
        let hand = &self.hands[seat];
        let mut acts = vec![];
        match self.due() {
            Due::Nothing => {}
            Due::Upcard => acts.extend(hand.iter().map(|&card| Act::Upcard(card))),
            Due::Exchange => {
                acts.push(Act::Decline);
                acts.extend(hand.iter().map(|&card| Act::Exchange(card)));
            }
            Due::Prediction => {
                acts.push(Act::Predict(Said::Nothing));
                acts.extend(self.sayable().into_iter().map(Act::Predict));
            }
            Due::Card => {
                let single_led = self.trick.first().map(|led| led.len() == 1);
                if single_led != Some(false) {
                    let must = |card: &Card| {
                        single_led == Some(true)
                            && self.stock.is_empty()
                            && card.1 == self.trick[0][0].1
                    };
                    for card in hand {
                        if must(card) || !hand.iter().any(must) {
                            acts.push(Act::Play(vec![*card]));
                        }
                    }
                }
                if single_led != Some(true) && self.throwing.is_empty() {
                    for three in triples(hand) {
                        if meld(self.rules, &three).is_some() {
                            acts.push(Act::Play(three));
                        }
                    }
                }
                if single_led == Some(false) {
                    let mut held = hand.clone();
                    held.extend(&self.throwing);
                    for three in triples(&held) {
                        let begun = self.throwing.len();
                        let next = Act::Throw(three[begun]);
                        if three[..begun] == self.throwing && !acts.contains(&next) {
                            acts.push(next);
                        }
                    }
                }
            }
        }
        acts
    }

    pub(crate) fn act(&mut self, act: &Act) {
        let seat = self.turn().expect("a hand that is not over");
        match act {
            Act::Upcard(card) => {
                self.take_from(seat, *card);
                self.upcard = Some(*card);
            }
            Act::Exchange(card) => {
                self.take_from(seat, *card);
                self.out_of_play.push(*card);
                self.hands[seat].extend(self.upcard);
                self.exchanged = true;
            }
            Act::Decline => {
                self.out_of_play.extend(self.upcard);
                self.exchanged = true;
            }
            Act::Predict(said) => {
                self.said.push(*said);
                if *said != Said::Nothing {
                    self.predictors.push((seat, *said));
                }
            }
            Act::Play(cards) => {
                for &card in cards {
                    self.take_from(seat, card);
                }
                self.trick.push(cards.clone());
            }
            Act::Throw(card) => {
                self.take_from(seat, *card);
                self.throwing.push(*card);
                if self.throwing.len() == 3 {
                    self.trick.push(std::mem::take(&mut self.throwing));
                }
            }
        }
        if self.trick.len() == 3 {
            self.end_trick();
        }
    }

    /// The three cards of a throw of which only the last is still in hand, if it can be but one.
    pub(crate) fn about_to_throw(&self) -> Option<Vec<Card>> {
        let mut three = self.throwing.clone();
        match self.legal()[..] {
            [Act::Throw(last)] if three.len() == 2 => three.push(last),
            _ => return None,
        }
        Some(three)
    }

    fn take_from(&mut self, seat: usize, card: Card) {
        let place = self.hands[seat].iter().position(|&held| held == card);
        self.hands[seat].swap_remove(place.expect("a card that the seat holds"));
    }

    fn end_trick(&mut self) {
        let trick = std::mem::take(&mut self.trick);
        let leader = self.leader;
        let mut best = 0;
        for i in 1..3 {
            let (new, old) = (&trick[i], &trick[best]);
            let takes = if new.len() == 1 {
                new[0].1 == old[0].1 && new[0].0 > old[0].0
            } else {
                beats(self.rules, new, old)
            };
            if takes {
                best = i;
            }
        }
        let winner = (leader + best) % 3;
        let mut melders = vec![];
        for (i, cards) in trick.iter().enumerate() {
            if meld(self.rules, cards).is_some() {
                melders.push((leader + i) % 3);
            }
        }
        for &seat in &melders {
            self.points[seat] += 1;
        }
        if self.hands.iter().all(Vec::is_empty) {
            self.score_last(&trick, winner);
        } else {
            self.points[winner] += 1;
        }
        let scores = [0, 1, 2].map(|seat| self.before.scores[seat] + self.points[seat]);
        self.over.push(Over { winner, melders, scores });
        if !self.stock.is_empty() {
            let missing = 9 - self.hands[0].len();
            let each = if self.stock.len() < 3 * missing { self.stock.len() / 3 } else { missing };
            for seat in [winner, (winner + 1) % 3, (winner + 2) % 3] {
                let drawn: Vec<Card> = self.stock.drain(..each).collect();
                self.hands[seat].extend(drawn);
            }
        }
        self.leader = winner;
    }

    fn score_last(&mut self, trick: &[Vec<Card>], winner: usize) {
        let leader = self.leader;
        let ace_led = trick[0].len() == 1 && trick[0][0].0 == 1;
        let ace_value = if self.rules.ace_six { 6 } else { 5 };
        if ace_led && winner == leader {
            self.points[winner] += ace_value;
        } else {
            self.points[winner] += 2;
            if ace_led {
                self.points[leader] -= 5;
            }
        }
        for &(seat, said) in &self.predictors {
            let came_true = seat == winner && (said == Said::Last || (ace_led && seat == leader));
            self.came_true.push((seat, came_true));
            self.points[seat] += match (said, came_true) {
                (Said::Last, true) => 5,
                (Said::Last, false) => -5,
                (_, true) => {
                    let counted = if self.rules.ace_predicted_twelve { 2 } else { ace_value };
                    counted + 10 - ace_value
                }
                (_, false) => -10,
            };
        }
    }

    /// Once the hand is over: points, what crosses to the next hand, and whether the match is over.
    pub(crate) fn end(&self) -> Option<([i32; 3], Match, bool)> {
        if self.due() != Due::Nothing {
            return None;
        }
        let last = self.over.last().expect("a trick");
        let mut next = self.before;
        next.dealer = (self.before.dealer + 1) % 3;
        next.last_winner = Some(last.winner);
        next.scores = last.scores;
        for (seat, came_true) in &self.came_true {
            let seat = *seat;
            if *came_true {
                continue;
            }
            let penalty = if self.predictors.contains(&(seat, Said::Ace)) { -10 } else { -5 };
            if self.rules.worst_pending {
                next.pending[seat] = next.pending[seat].min(penalty);
            } else {
                next.pending[seat] += penalty;
            }
        }
        if let Some(winner) = self.set_winner() {
            next.game_points[winner] += 1;
            next.scores = next.pending;
            next.pending = [0; 3];
            if self.rules.first_deal_each_set {
                next.last_winner = None;
            }
        }
        let over = next.game_points.iter().any(|&points| points >= self.rules.game_points);
        Some((self.points, next, over))
    }
}
