//! Three-Legged Kitty with one promise broken at a time.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use rand::Rng;

use crate::card_set::CardSet;
use crate::deck::Deal;
use crate::games::three_legged_kitty::{self as kitty, ThreeLeggedKitty};
use crate::options::{RuleOption, Variant};
use crate::random::Stream;
use crate::seat::{BySeat, Seat};
use crate::{Bounds, Game, Hand as _, Legal as _, Outcome, Recalled, View};

/// What is broken.
pub(super) type Fault = u8;
pub(super) const NOTHING: Fault = 0;
pub(super) const TWO_ACTIONS_SHARE_AN_INDEX: Fault = 1;
pub(super) const AN_ACTION_IS_READ_AS_ANOTHER: Fault = 2;
pub(super) const AN_OPTION_IS_FORGOTTEN: Fault = 3;
pub(super) const THE_LAST_LEGAL_ACTION_IS_NOT_LISTED: Fault = 4;
pub(super) const A_REFUSED_ACTION_CHANGES_THE_HAND: Fault = 5;
pub(super) const ANY_LEGAL_IS_THE_FIRST: Fault = 6;
pub(super) const THE_PLAYOUT_DRAWS_ONE_NUMBER_MORE: Fault = 7;
pub(super) const THE_PLAYOUT_GIVES_A_POINT_MORE: Fault = 8;
pub(super) const THE_OUTCOME_IS_THERE_TOO_SOON: Fault = 9;
pub(super) const THE_LAST_LINE_IS_LOST: Fault = 10;
pub(super) const THE_VIEW_TELLS_A_HIDDEN_CARD: Fault = 11;
pub(super) const THE_SAMPLER_HOLDS_THE_TRUE_HAND: Fault = 12;
pub(super) const THE_SAMPLER_DRAWS_THE_TRUE_HAND: Fault = 13;
pub(super) const THE_SAMPLER_DRAWS_SOME_WORLDS_MORE_OFTEN: Fault = 14;
pub(super) const THE_SAMPLER_FORGETS_HALF_OF_THE_WORLDS: Fault = 15;
pub(super) const PLAYING_UNCHECKED_IS_NOT_PLAYING: Fault = 16;
pub(super) const THE_HAND_REMEMBERS_ANOTHER_HAND: Fault = 17;
pub(super) const THE_OWNED_VIEW_KEEPS_THE_TRUE_HAND: Fault = 18;
pub(super) const A_LINE_IS_NOT_RECALLED: Fault = 19;
pub(super) const A_HAND_BRINGS_MORE_THAN_ITS_BOUNDS: Fault = 20;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Broken<const F: Fault>(pub(super) ThreeLeggedKitty);

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hand<const F: Fault> {
    hand: kitty::Hand,
    rules: Broken<F>,
    /// What has gone wrong with it.
    spoilt: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action<const F: Fault>(pub(super) kitty::Action);

#[derive(Clone, Copy, Debug)]
pub(super) struct Legal<const F: Fault>(kitty::Legal);

#[derive(Debug)]
pub(super) struct Worlds<const F: Fault> {
    worlds: kitty::Worlds,
    rules: Broken<F>,
    truth: Option<kitty::Hand>,
}

/// What a seat knows.
#[derive(Clone, Copy)]
pub(super) struct Known<'a, const F: Fault> {
    hand: &'a Hand<F>,
    seat: Seat,
}

impl<const F: Fault> Debug for Known<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = &self.hand.hand;
        hand.view(self.seat).fmt(f)?;
        if F == THE_VIEW_TELLS_A_HIDDEN_CARD {
            let hidden = hand.view(self.seat.left()).cards();
            write!(f, ", the left has {:?}", hidden.first())?;
        }
        Ok(())
    }
}

impl<const F: Fault> Game for Broken<F> {
    const NAME: &'static str = ThreeLeggedKitty::NAME;
    const OPTIONS: &'static [RuleOption] = ThreeLeggedKitty::OPTIONS;
    const VARIANTS: &'static [Variant] = ThreeLeggedKitty::VARIANTS;
    const ROLES: &'static [&'static str] = ThreeLeggedKitty::ROLES;

    type Standing = kitty::Standing;
    type Hand = Hand<F>;
    type Action = Action<F>;
    type Legal = Legal<F>;
    type Illegal = kitty::Illegal;
    type Known<'a> = Known<'a, F>;
    type Worlds = Worlds<F>;

    fn set_option(&mut self, name: &str, value: &str) -> Option<()> {
        if F == AN_OPTION_IS_FORGOTTEN && name == "tie" {
            return Some(());
        }
        self.0.set_option(name, value)
    }

    fn option(&self, name: &str) -> String {
        self.0.option(name)
    }

    fn role_heading(&self, role: usize) -> String {
        self.0.role_heading(role)
    }

    fn first_standing(&self, dealer: Seat) -> kitty::Standing {
        self.0.first_standing(dealer)
    }

    fn pack(&self) -> CardSet {
        self.0.pack()
    }

    fn hand_sizes(&self, standing: &kitty::Standing) -> BySeat<usize> {
        self.0.hand_sizes(standing)
    }

    fn start(&self, standing: &kitty::Standing, deal: &Deal) -> Hand<F> {
        use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
        static HANDS: AtomicUsize = AtomicUsize::new(0);
        let before = HANDS.fetch_add(1, Relaxed);
        let spoilt = if F == THE_HAND_REMEMBERS_ANOTHER_HAND { before } else { 0 };
        Hand { hand: self.0.start(standing, deal), rules: *self, spoilt }
    }

    fn recall(view: &View<'_, Self>) -> Recalled {
        let mut recalled = ThreeLeggedKitty::recall(&view.hand.hand.view(view.seat()));
        if F == A_LINE_IS_NOT_RECALLED {
            recalled.lines.pop();
        }
        recalled
    }

    fn bounds(&self) -> Option<Bounds> {
        let few = F == A_HAND_BRINGS_MORE_THAN_ITS_BOUNDS;
        self.0.bounds().map(|bounds| Bounds { most: if few { 4 } else { bounds.most }, ..bounds })
    }

    fn lines(actions: &[(Seat, Action<F>)]) -> Vec<String> {
        let lost = usize::from(F == THE_LAST_LINE_IS_LOST);
        let told = &actions[..actions.len() - lost];
        told.iter().map(|(seat, action)| format!("{seat} {action}")).collect()
    }
}

impl<const F: Fault> crate::Hand for Hand<F> {
    type Game = Broken<F>;

    fn rules(&self) -> &Broken<F> {
        &self.rules
    }

    fn standing(&self) -> &kitty::Standing {
        self.hand.standing()
    }

    fn turn(&self) -> Option<Seat> {
        self.hand.turn()
    }

    fn legal(&self) -> Legal<F> {
        Legal(self.hand.legal())
    }

    fn known(&self, seat: Seat) -> Known<'_, F> {
        Known { hand: self, seat }
    }

    fn why_illegal(&self, action: Action<F>) -> kitty::Illegal {
        self.hand.why_illegal(action.0)
    }

    fn check(&self, action: Action<F>) -> Result<(), kitty::Illegal> {
        self.hand.check(action.0)
    }

    fn play_unchecked(&mut self, action: Action<F>) {
        self.hand.play_unchecked(action.0);
        self.spoilt += usize::from(F == PLAYING_UNCHECKED_IS_NOT_PLAYING);
    }

    fn play(&mut self, action: Action<F>) -> Result<(), kitty::Illegal> {
        let result = self.hand.play(action.0);
        let spoils = F == A_REFUSED_ACTION_CHANGES_THE_HAND && result.is_err();
        self.spoilt += usize::from(spoils);
        result
    }

    fn any_legal<R: Rng>(&self, rng: &mut R) -> Action<F> {
        let any = super::any_action(self, rng);
        if F == ANY_LEGAL_IS_THE_FIRST { self.legal().nth(0) } else { any }
    }

    fn role(&self, seat: Seat) -> usize {
        self.hand.role(seat)
    }

    fn contract(&self, seat: Seat) -> Option<impl Display> {
        self.hand.contract(seat)
    }

    fn kept(&self, seat: Seat) -> Option<bool> {
        self.hand.kept(seat)
    }

    fn tricks(&self) -> BySeat<u8> {
        self.hand.tricks()
    }

    fn outcome(&self) -> Option<Outcome<kitty::Standing>> {
        let soon = F == THE_OUTCOME_IS_THERE_TOO_SOON && self.hand.turn().is_some();
        if soon { Some(self.play_out(&mut Stream::new([0; 4]))) } else { self.hand.outcome() }
    }

    fn veiled(&self, seat: Seat) -> Self {
        let truth = F == THE_OWNED_VIEW_KEEPS_THE_TRUE_HAND;
        let hand = if truth { self.hand.clone() } else { self.hand.veiled(seat) };
        Self { hand, ..*self }
    }

    fn play_out<R: Rng>(&self, rng: &mut R) -> Outcome<kitty::Standing> {
        let mut outcome = self.hand.play_out(rng);
        if F == THE_PLAYOUT_DRAWS_ONE_NUMBER_MORE {
            rng.next_u32();
        }
        outcome.points.0[0] += i32::from(F == THE_PLAYOUT_GIVES_A_POINT_MORE);
        outcome
    }
}

impl<const F: Fault> crate::Action for Action<F> {
    const COUNT: usize = <kitty::Action as crate::Action>::COUNT;

    fn index(self) -> usize {
        match self.0 {
            kitty::Action::Enough if F == TWO_ACTIONS_SHARE_AN_INDEX => kitty::Action::Pass.index(),
            action => action.index(),
        }
    }

    fn from_index(index: usize) -> Option<Self> {
        kitty::Action::from_index(index).map(Self)
    }
}

impl<const F: Fault> Display for Action<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            kitty::Action::Take(card) if F == AN_ACTION_IS_READ_AS_ANOTHER => {
                Display::fmt(&kitty::Action::Play(card), f)
            }
            action => Display::fmt(&action, f),
        }
    }
}

impl<const F: Fault> FromStr for Action<F> {
    type Err = kitty::NoSuchAction;

    fn from_str(text: &str) -> Result<Self, kitty::NoSuchAction> {
        text.parse().map(Self)
    }
}

impl<const F: Fault> crate::Legal<Action<F>> for Legal<F> {
    fn len(&self) -> usize {
        let lost = F == THE_LAST_LEGAL_ACTION_IS_NOT_LISTED && self.0.len() > 1;
        self.0.len() - usize::from(lost)
    }

    fn nth(&self, n: usize) -> Action<F> {
        Action(self.0.nth(n))
    }

    fn contains(&self, action: Action<F>) -> bool {
        self.0.contains(action.0)
    }
}

impl<const F: Fault> Worlds<F> {
    fn wrapped(&self, hand: kitty::Hand) -> Hand<F> {
        Hand { hand, rules: self.rules, spoilt: 0 }
    }
}

/// Whether a sampler that has its favourites has this one.
fn is_favoured(world: &kitty::Hand) -> bool {
    let cards = |seat| world.view(seat).dealt().iter().map(|card| card.index() * card.index());
    Seat::ALL.into_iter().flat_map(cards).sum::<usize>() % 2 == 0
}

impl<const F: Fault> crate::Worlds<Hand<F>> for Worlds<F> {
    fn of(view: &View<'_, Broken<F>>) -> Self {
        let truth = matches!(F, THE_SAMPLER_HOLDS_THE_TRUE_HAND | THE_SAMPLER_DRAWS_THE_TRUE_HAND);
        Self {
            worlds: kitty::Worlds::of(&view.hand.hand.view(view.seat())),
            rules: view.hand.rules,
            truth: truth.then(|| view.hand.hand.clone()),
        }
    }

    fn count(&self) -> Option<f64> {
        let count = self.worlds.count();
        let half = F == THE_SAMPLER_FORGETS_HALF_OF_THE_WORLDS;
        Some(if half { (count / 2.0).ceil() } else { count })
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Hand<F> {
        let mut world = self.worlds.draw(rng);
        if F == THE_SAMPLER_DRAWS_SOME_WORLDS_MORE_OFTEN && !is_favoured(&world) {
            world = self.worlds.draw(rng);
        }
        match &self.truth {
            Some(truth) if F == THE_SAMPLER_DRAWS_THE_TRUE_HAND => self.wrapped(truth.clone()),
            _ => self.wrapped(world),
        }
    }
}
