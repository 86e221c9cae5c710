//! What the games of plain tricks share: suit is followed, aces are high, trumps beat.
//!
//! Their hands have the fields `rules`, `standing`, `phase`, `dealt`, `hands` and `tricks`, and decide by themselves
//! what comes before the play.

/// The part of an `impl crate::Hand` that such games share.
macro_rules! plain_hand {
    ($game:ident) => {
        type Game = $game;

        fn rules(&self) -> &$game {
            &self.rules
        }

        fn standing(&self) -> &Standing {
            &self.standing
        }

        #[inline]
        fn turn(&self) -> Option<Seat> {
            if self.phase == Phase::Play {
                Some(self.tricks.trick.turn())
            } else {
                self.turn_before_play()
            }
        }

        // Bots ask at each decision; left to itself, the compiler calls a function.
        #[inline(always)]
        fn legal(&self) -> Legal {
            if self.phase == Phase::Play {
                Legal::Play(self.tricks.playable(&self.hands))
            } else {
                self.legal_before_play()
            }
        }

        #[inline]
        fn check(&self, action: Action) -> Result<(), Illegal> {
            #[inline(never)]
            fn before_play(hand: &Hand, action: Action) -> Result<(), Illegal> {
                let legal = hand.legal_before_play().contains(action);
                if legal { Ok(()) } else { Err(hand.refusal(action)) }
            }
            match action {
                Action::Play(card)
                    if self.phase == Phase::Play
                        && self.tricks.playable(&self.hands).contains(card) =>
                {
                    Ok(())
                }
                _ => before_play(self, action),
            }
        }

        #[inline(always)]
        fn any_legal<R: Rng>(&self, rng: &mut R) -> Action {
            #[inline(never)]
            fn before_play<R: Rng>(hand: &Hand, rng: &mut R) -> Action {
                hand.legal_before_play().any(rng)
            }
            if self.phase == Phase::Play {
                Action::Play(self.tricks.playable(&self.hands).any(rng))
            } else {
                before_play(self, rng)
            }
        }

        #[cold]
        fn why_illegal(&self, action: Action) -> Illegal {
            self.refusal(action)
        }

        #[inline(always)]
        fn play_unchecked(&mut self, action: Action) {
            if let Action::Play(card) = action {
                let trump = self.trumps();
                if self.tricks.play(card, trump, &mut self.hands) {
                    self.phase = Phase::Over;
                }
            } else {
                self.act_before_play(action);
            }
        }

        fn tricks(&self) -> BySeat<u8> {
            self.tricks.taken
        }

        fn play_out<R: Rng>(&self, rng: &mut R) -> Outcome<Standing> {
            let is_at_lead = |hand: &Hand| {
                hand.phase == Phase::Over
                    || hand.phase == Phase::Play && hand.tricks.trick.is_empty()
            };
            from_lead(self, is_at_lead, rng, |hand, rng| {
                hand.settle(match hand.phase {
                    Phase::Over => hand.tricks.taken,
                    _ => hand.tricks.play_out(&hand.hands, hand.trumps(), rng),
                })
            })
        }

        fn veiled(&self, seat: Seat) -> Self {
            self.veil(seat)
        }

        #[inline]
        fn known(&self, seat: Seat) -> Known<'_> {
            Known { hand: self, seat }
        }

        fn outcome(&self) -> Option<Outcome<Standing>> {
            (self.phase == Phase::Over).then(|| self.settle(self.tricks.taken))
        }
    };
}

/// The part of an `impl Known` that such games share.
macro_rules! plain_view {
    () => {
        /// The cards in the seat's hand now.
        #[inline]
        pub fn cards(&self) -> CardSet {
            self.hand.hands[self.seat]
        }

        /// The cards that the seat was dealt.
        pub fn dealt(&self) -> CardSet {
            self.hand.dealt[self.seat]
        }

        /// Who dealt this hand.
        #[inline]
        pub fn dealer(&self) -> Seat {
            self.hand.standing.dealer()
        }

        /// The trick being played; before the first lead, an empty one.
        #[inline]
        pub fn trick(&self) -> &'a Trick {
            &self.hand.tricks.trick
        }

        /// Tricks taken so far.
        #[inline]
        pub fn tricks(&self) -> BySeat<u8> {
            self.hand.tricks.taken
        }

        /// The cards that `seat` has played.
        #[inline]
        pub fn played(&self, seat: Seat) -> CardSet {
            self.hand.tricks.played[seat]
        }

        /// All cards played, in order, with who played them.
        pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + 'a {
            self.hand.tricks.plays()
        }

        /// Whether `seat` has failed to follow this suit.
        #[inline]
        pub fn is_void(&self, seat: Seat, suit: Suit) -> bool {
            self.hand.tricks.void[seat].meets(CardSet::suit(suit))
        }

        /// How many cards `seat` holds.
        #[inline]
        pub fn hand_size(&self, seat: Seat) -> usize {
            self.hand.hands[seat].len()
        }
    };
}

pub(super) use {plain_hand, plain_view};
