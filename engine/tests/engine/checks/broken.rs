//! Three-Legged Kitty with one promise broken at a time.

use std::cell::Cell;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rand::Rng;
use threehand_engine::games::three_legged_kitty::{self as kitty, ThreeLeggedKitty};
use threehand_engine::options::RuleOption;
use threehand_engine::testing::any_action;
use threehand_engine::{
    Bounds, BySeat, CardSet, Deal, Game, Hand as _, Legal as _, Outcome, Recalled, Seat, Stream,
    View,
};

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Nothing,
    TwoActionsShareAnIndex,
    AnActionIsReadAsAnother,
    AnOptionIsForgotten,
    TheLastLegalActionIsNotListed,
    ARefusedActionChangesTheHand,
    AnyLegalIsTheFirst,
    ThePlayoutDrawsOneNumberMore,
    ThePlayoutGivesAPointMore,
    TheOutcomeIsThereTooSoon,
    TheLastLineIsLost,
    TheViewTellsAHiddenCard,
    TheSamplerHoldsTheTrueHand,
    TheSamplerDrawsTheTrueHand,
    PlayingUncheckedIsNotPlaying,
    TheHandRemembersAnotherHand,
    TheOwnedViewKeepsTheTrueHand,
    ALineIsNotRecalled,
    AHandBringsMoreThanItsBounds,
}

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::Nothing) };
}

/// Breaks the game on this thread.
pub(super) fn break_it(fault: Fault) {
    FAULT.set(fault);
}

pub(super) fn is(fault: Fault) -> bool {
    FAULT.get() == fault
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Broken(ThreeLeggedKitty);

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hand {
    hand: kitty::Hand,
    rules: Broken,
    /// What has gone wrong with it.
    spoilt: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action(pub(super) kitty::Action);

#[derive(Clone, Copy, Debug)]
pub(super) struct Legal(kitty::Legal);

#[derive(Debug)]
pub(super) struct Worlds {
    worlds: kitty::Worlds,
    rules: Broken,
    truth: Option<kitty::Hand>,
}

#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    hand: &'a Hand,
    seat: Seat,
}

impl Debug for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = &self.hand.hand;
        hand.view(self.seat).fmt(f)?;
        if is(Fault::TheViewTellsAHiddenCard) {
            let hidden = hand.view(self.seat.left()).cards();
            write!(f, ", the left has {:?}", hidden.first())?;
        }
        Ok(())
    }
}

impl Game for Broken {
    const NAME: &'static str = ThreeLeggedKitty::NAME;
    const OPTIONS: &'static [RuleOption] = ThreeLeggedKitty::OPTIONS;

    type Standing = kitty::Standing;
    type Hand = Hand;
    type Action = Action;
    type Legal = Legal;
    type Illegal = threehand_engine::Illegal;
    type Known<'a> = Known<'a>;
    type Worlds = Worlds;

    fn set_option(&mut self, name: &str, value: &str) -> Option<()> {
        let forgotten = is(Fault::AnOptionIsForgotten) && name == "tie";
        if forgotten { Some(()) } else { self.0.set_option(name, value) }
    }

    fn option(&self, name: &str) -> String {
        self.0.option(name)
    }

    fn pack(&self) -> CardSet {
        self.0.pack()
    }

    fn hand_sizes(&self, standing: &kitty::Standing) -> BySeat<usize> {
        self.0.hand_sizes(standing)
    }

    fn start(&self, standing: &kitty::Standing, deal: &Deal) -> Hand {
        static HANDS: AtomicUsize = AtomicUsize::new(0);
        let before = HANDS.fetch_add(1, Relaxed);
        let spoilt = if is(Fault::TheHandRemembersAnotherHand) { before } else { 0 };
        Hand { hand: self.0.start(standing, deal), rules: *self, spoilt }
    }

    fn recall(view: &View<'_, Self>) -> Recalled {
        let mut recalled = ThreeLeggedKitty::recall(&view.hand.hand.view(view.seat()));
        if is(Fault::ALineIsNotRecalled) {
            recalled.lines.pop();
        }
        recalled
    }

    fn bounds(&self) -> Option<Bounds> {
        let few = is(Fault::AHandBringsMoreThanItsBounds);
        self.0.bounds().map(|bounds| Bounds { most: if few { 4 } else { bounds.most }, ..bounds })
    }

    fn lines(actions: &[(Seat, Action)]) -> Vec<String> {
        let lost = usize::from(is(Fault::TheLastLineIsLost));
        let told = &actions[..actions.len() - lost];
        told.iter().map(|(seat, action)| format!("{seat} {action}")).collect()
    }
}

impl threehand_engine::Hand for Hand {
    type Game = Broken;

    fn rules(&self) -> &Broken {
        &self.rules
    }

    fn standing(&self) -> &kitty::Standing {
        self.hand.standing()
    }

    fn turn(&self) -> Option<Seat> {
        self.hand.turn()
    }

    fn legal(&self) -> Legal {
        Legal(self.hand.legal())
    }

    fn known(&self, seat: Seat) -> Known<'_> {
        Known { hand: self, seat }
    }

    fn why_illegal(&self, action: Action) -> threehand_engine::Illegal {
        self.hand.why_illegal(action.0)
    }

    fn play_unchecked(&mut self, action: Action) {
        self.hand.play_unchecked(action.0);
        self.spoilt += usize::from(is(Fault::PlayingUncheckedIsNotPlaying));
    }

    fn play(&mut self, action: Action) -> Result<(), threehand_engine::Illegal> {
        let result = self.hand.play(action.0);
        let spoils = is(Fault::ARefusedActionChangesTheHand) && result.is_err();
        self.spoilt += usize::from(spoils);
        result
    }

    fn any_legal<R: Rng>(&self, rng: &mut R) -> Action {
        let any = any_action(self, rng);
        if is(Fault::AnyLegalIsTheFirst) { self.legal().nth(0) } else { any }
    }

    fn outcome(&self) -> Option<Outcome<kitty::Standing>> {
        let soon = is(Fault::TheOutcomeIsThereTooSoon) && self.hand.turn().is_some();
        if soon { Some(self.play_out(&mut Stream::new([0; 4]))) } else { self.hand.outcome() }
    }

    fn veiled(&self, seat: Seat) -> Self {
        let truth = is(Fault::TheOwnedViewKeepsTheTrueHand);
        let hand = if truth { self.hand.clone() } else { self.hand.veiled(seat) };
        Self { hand, ..*self }
    }

    fn play_out<R: Rng>(&self, rng: &mut R) -> Outcome<kitty::Standing> {
        let mut outcome = self.hand.play_out(rng);
        if is(Fault::ThePlayoutDrawsOneNumberMore) {
            rng.next_u32();
        }
        outcome.points.0[0] += i32::from(is(Fault::ThePlayoutGivesAPointMore));
        outcome
    }
}

impl threehand_engine::Action for Action {
    const COUNT: usize = <kitty::Action as threehand_engine::Action>::COUNT;

    fn index(self) -> usize {
        let shared = is(Fault::TwoActionsShareAnIndex) && self.0 == kitty::Action::Enough;
        if shared { kitty::Action::Pass.index() } else { self.0.index() }
    }

    fn from_index(index: usize) -> Option<Self> {
        kitty::Action::from_index(index).map(Self)
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            kitty::Action::Take(card) if is(Fault::AnActionIsReadAsAnother) => {
                Display::fmt(&kitty::Action::Play(card), f)
            }
            action => Display::fmt(&action, f),
        }
    }
}

impl FromStr for Action {
    type Err = threehand_engine::NoSuchAction;

    fn from_str(text: &str) -> Result<Self, threehand_engine::NoSuchAction> {
        text.parse().map(Self)
    }
}

impl threehand_engine::Legal<Action> for Legal {
    fn len(&self) -> usize {
        let lost = is(Fault::TheLastLegalActionIsNotListed) && self.0.len() > 1;
        self.0.len() - usize::from(lost)
    }

    fn nth(&self, n: usize) -> Action {
        Action(self.0.nth(n))
    }

    fn contains(&self, action: Action) -> bool {
        self.0.contains(action.0)
    }
}

impl threehand_engine::Worlds<Hand> for Worlds {
    fn of(view: &View<'_, Broken>) -> Self {
        let truth = is(Fault::TheSamplerHoldsTheTrueHand) || is(Fault::TheSamplerDrawsTheTrueHand);
        Self {
            worlds: kitty::Worlds::of(&view.hand.hand.view(view.seat())),
            rules: view.hand.rules,
            truth: truth.then(|| view.hand.hand.clone()),
        }
    }

    fn count(&self) -> Option<f64> {
        self.worlds.count()
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Hand {
        let mut hand = self.worlds.draw(rng);
        if is(Fault::TheSamplerDrawsTheTrueHand) {
            hand = self.truth.clone().expect("the sampler keeps it");
        }
        Hand { hand, rules: self.rules, spoilt: 0 }
    }
}
