//! Three-Legged Kitty with one promise broken at a time: each is to be caught.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use rand::Rng;

use super::{
    Oracle, Trials, actions, agreement, conformance, hands, options, playouts, playthroughs,
    positions, records, redealt_worlds, text, worlds, worlds_say_no_more,
};
use crate::deck::Deal;
use crate::game::{self, Game, Hand as _, Legal as _, Outcome, Quantity, View};
use crate::games::three_legged_kitty::{self as kitty, ThreeLeggedKitty};
use crate::options::{RuleOption, Variant};
use crate::played::Played;
use crate::random::{Stream, below};
use crate::seat::{BySeat, Seat};

/// What is broken.
type Fault = u8;
const NOTHING: Fault = 0;
const TWO_ACTIONS_SHARE_AN_INDEX: Fault = 1;
const AN_ACTION_IS_READ_AS_ANOTHER: Fault = 2;
const AN_OPTION_IS_FORGOTTEN: Fault = 3;
const THE_LAST_LEGAL_ACTION_IS_NOT_LISTED: Fault = 4;
const A_REFUSED_ACTION_CHANGES_THE_HAND: Fault = 5;
const ANY_LEGAL_IS_THE_FIRST: Fault = 6;
const THE_PLAYOUT_DRAWS_ONE_NUMBER_MORE: Fault = 7;
const THE_PLAYOUT_GIVES_A_POINT_MORE: Fault = 8;
const THE_OUTCOME_IS_THERE_TOO_SOON: Fault = 9;
const THE_LAST_LINE_IS_LOST: Fault = 10;
const THE_VIEW_TELLS_A_HIDDEN_CARD: Fault = 11;
const THE_SAMPLER_HOLDS_THE_TRUE_HAND: Fault = 12;
const THE_SAMPLER_DRAWS_THE_TRUE_HAND: Fault = 13;
const THE_SAMPLER_DRAWS_SOME_WORLDS_MORE_OFTEN: Fault = 14;
const THE_SAMPLER_FORGETS_HALF_OF_THE_WORLDS: Fault = 15;
const PLAYING_UNCHECKED_IS_NOT_PLAYING: Fault = 16;
const THE_HAND_REMEMBERS_ANOTHER_HAND: Fault = 17;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Broken<const F: Fault>(ThreeLeggedKitty);

#[derive(Clone, Debug, PartialEq)]
struct Hand<const F: Fault> {
    hand: kitty::Hand,
    rules: Broken<F>,
    /// What has gone wrong with it.
    spoilt: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Action<const F: Fault>(kitty::Action);

#[derive(Clone, Copy, Debug)]
struct Legal<const F: Fault>(kitty::Legal);

#[derive(Debug)]
struct Worlds<const F: Fault> {
    worlds: kitty::Worlds,
    rules: Broken<F>,
    truth: Option<kitty::Hand>,
}

impl<const F: Fault> Game for Broken<F> {
    const NAME: &'static str = ThreeLeggedKitty::NAME;
    const RULES_VERSION: u32 = 1;
    const OPTIONS: &'static [RuleOption] = ThreeLeggedKitty::OPTIONS;
    const VARIANTS: &'static [Variant] = ThreeLeggedKitty::VARIANTS;
    const ROLES: &'static [&'static str] = ThreeLeggedKitty::ROLES;
    const QUANTITIES: &'static [Quantity<Hand<F>>] = &[];

    type Standing = kitty::Standing;
    type Hand = Hand<F>;
    type Action = Action<F>;
    type Legal = Legal<F>;
    type Illegal = kitty::Illegal;
    type Contract = kitty::Bid;
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

    fn lines(actions: &[(Seat, Action<F>)]) -> Vec<String> {
        let lost = usize::from(F == THE_LAST_LINE_IS_LOST);
        let told = &actions[..actions.len() - lost];
        told.iter().map(|(seat, action)| format!("{seat} {action}")).collect()
    }

    fn describe(view: &View<'_, Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = &view.hand.hand;
        hand.view(view.seat).fmt(f)?;
        if F == THE_VIEW_TELLS_A_HIDDEN_CARD {
            let hidden = hand.view(view.seat.left()).cards();
            write!(f, ", the left has {:?}", hidden.first())?;
        }
        Ok(())
    }

    fn tell(_: &Played<Self>, _: &BySeat<String>, _: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }
}

impl<const F: Fault> game::Hand for Hand<F> {
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

    fn contract(&self, seat: Seat) -> Option<kitty::Bid> {
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

    fn play_out<R: Rng>(&self, rng: &mut R) -> Outcome<kitty::Standing> {
        let mut outcome = self.hand.play_out(rng);
        if F == THE_PLAYOUT_DRAWS_ONE_NUMBER_MORE {
            rng.next_u32();
        }
        outcome.points.0[0] += i32::from(F == THE_PLAYOUT_GIVES_A_POINT_MORE);
        outcome
    }
}

impl<const F: Fault> game::Action for Action<F> {
    const COUNT: usize = <kitty::Action as game::Action>::COUNT;

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

impl<const F: Fault> game::Legal<Action<F>> for Legal<F> {
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

impl<const F: Fault> game::Worlds<Hand<F>> for Worlds<F> {
    fn of(view: &View<'_, Broken<F>>) -> Self {
        let truth = matches!(F, THE_SAMPLER_HOLDS_THE_TRUE_HAND | THE_SAMPLER_DRAWS_THE_TRUE_HAND);
        Self {
            worlds: kitty::Worlds::of(&view.hand.hand.view(view.seat)),
            rules: view.hand.rules,
            truth: truth.then(|| view.hand.hand.clone()),
        }
    }

    fn count(&self) -> f64 {
        let count = self.worlds.count();
        if F == THE_SAMPLER_FORGETS_HALF_OF_THE_WORLDS { (count / 2.0).ceil() } else { count }
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

fn some<const F: Fault>(hands: usize) -> Trials<Broken<F>> {
    Trials::new(hands)
}

#[test]
fn the_game_in_which_nothing_is_broken_passes_every_check() {
    conformance(&some::<NOTHING>(100));
    worlds_say_no_more(&some::<NOTHING>(40));
    assert!(redealt_worlds(&some::<NOTHING>(60), 150) > 10);
}

#[test]
#[should_panic(expected = "the index of `enough`, which has index")]
fn an_index_that_collides_is_caught() {
    actions::<Broken<TWO_ACTIONS_SHARE_AN_INDEX>>();
}

#[test]
#[should_panic(expected = "the text `play 2C` is not read as its action")]
fn a_text_that_is_read_as_another_action_is_caught() {
    actions::<Broken<AN_ACTION_IS_READ_AS_ANOTHER>>();
}

#[test]
#[should_panic(expected = "tie reads back")]
fn an_option_that_is_forgotten_is_caught() {
    options(&some::<AN_OPTION_IS_FORGOTTEN>(1));
}

#[test]
#[should_panic(expected = "is legal")]
fn a_legal_action_that_is_not_listed_is_caught() {
    hands(&some::<THE_LAST_LEGAL_ACTION_IS_NOT_LISTED>(20));
}

#[test]
#[should_panic(expected = "was refused but changed the hand")]
fn a_refusal_that_changes_the_hand_is_caught() {
    hands(&some::<A_REFUSED_ACTION_CHANGES_THE_HAND>(20));
}

#[test]
#[should_panic(expected = "played without check")]
fn a_play_that_is_another_without_check_is_caught() {
    hands(&some::<PLAYING_UNCHECKED_IS_NOT_PLAYING>(20));
}

#[test]
#[should_panic(expected = "the same actions lead to another hand")]
fn a_hand_that_is_no_function_of_its_deal_is_caught() {
    hands(&some::<THE_HAND_REMEMBERS_ANOTHER_HAND>(20));
}

#[test]
#[should_panic(expected = "any legal action is not the one that `below` says")]
fn a_choice_that_is_not_of_all_legal_actions_is_caught() {
    hands(&some::<ANY_LEGAL_IS_THE_FIRST>(20));
}

#[test]
#[should_panic(expected = "an outcome when nobody is to move")]
fn an_outcome_before_the_end_is_caught() {
    hands(&some::<THE_OUTCOME_IS_THERE_TOO_SOON>(20));
}

#[test]
#[should_panic(expected = "the hand's lines lead to another hand")]
fn a_line_that_is_lost_is_caught() {
    hands(&some::<THE_LAST_LINE_IS_LOST>(20));
}

#[test]
#[should_panic(expected = "the hand is not over")]
fn a_record_without_its_last_line_is_caught() {
    records(&some::<THE_LAST_LINE_IS_LOST>(20));
}

#[test]
#[should_panic(expected = "a playout draws other numbers")]
fn a_playout_that_draws_one_number_more_is_caught() {
    playouts(&some::<THE_PLAYOUT_DRAWS_ONE_NUMBER_MORE>(20));
}

#[test]
#[should_panic(expected = "a playout comes to another outcome")]
fn a_playout_that_counts_otherwise_is_caught() {
    playouts(&some::<THE_PLAYOUT_GIVES_A_POINT_MORE>(20));
}

#[test]
#[should_panic(expected = "tells of what it can't see")]
fn a_view_that_tells_a_hidden_card_is_caught() {
    worlds(&some::<THE_VIEW_TELLS_A_HIDDEN_CARD>(20));
}

#[test]
#[should_panic(expected = "has a sampler that tells more")]
fn a_sampler_that_holds_the_true_hand_is_caught() {
    worlds_say_no_more(&some::<THE_SAMPLER_HOLDS_THE_TRUE_HAND>(20));
}

#[test]
#[should_panic(expected = "draws were the true hand")]
fn a_sampler_that_draws_the_true_hand_is_caught() {
    worlds(&some::<THE_SAMPLER_DRAWS_THE_TRUE_HAND>(20));
}

#[test]
#[should_panic(expected = "worlds are drawn unevenly")]
fn a_sampler_that_has_favourites_is_caught() {
    redealt_worlds(&some::<THE_SAMPLER_DRAWS_SOME_WORLDS_MORE_OFTEN>(60), 60);
}

#[test]
#[should_panic(expected = "are found")]
fn a_sampler_that_counts_too_few_worlds_is_caught() {
    redealt_worlds(&some::<THE_SAMPLER_FORGETS_HALF_OF_THE_WORLDS>(60), 60);
}

#[test]
#[should_panic(
    expected = "three-legged-kitty, rules three-legged-kitty, seed 7, match 0, hand 2 after 3 actions, seat"
)]
fn a_failure_names_its_place() {
    let trials = some::<NOTHING>(20).under(Broken::default()).seed(7);
    trials.each(|trial| {
        trial.steps(3);
        assert!(trial.number() < 2, "it fails");
    });
}

#[test]
fn the_same_seed_comes_to_the_same_hands_and_another_to_others() {
    let ends = |seed| {
        let mut ends = vec![];
        some::<NOTHING>(20).seed(seed).each(|trial| {
            trial.finish();
            ends.push(text(&trial.hand));
        });
        ends
    };
    assert_eq!(ends(1), ends(1));
    assert_eq!(ends(1).len(), 20);
    assert_ne!(ends(1), ends(2));
}

/// Three-Legged Kitty again, which never says `enough` where the first would.
struct Second<const F: Fault>(Hand<F>, bool);

impl<const F: Fault> Oracle<Broken<F>> for Second<F> {
    type Act = Action<F>;

    fn act_of(action: Action<F>) -> Action<F> {
        action
    }

    fn start(rules: &Broken<F>, standing: &kitty::Standing, deal: &Deal) -> Self {
        Self(rules.start(standing, deal), rules.option("overpay") == "true")
    }

    fn turn(&self) -> Option<Seat> {
        self.0.turn()
    }

    fn legal(&self) -> Vec<Action<F>> {
        let mut legal: Vec<_> = self.0.legal().iter().collect();
        if F != NOTHING && self.1 {
            legal.retain(|action| action.0 != kitty::Action::Enough);
        }
        legal
    }

    fn act(&mut self, act: Action<F>) {
        self.0.play_unchecked(act);
    }

    fn assert_same_table(&self, hand: &Hand<F>) {
        assert_eq!(&self.0, hand);
    }

    fn assert_same_end(&self, _: &Hand<F>, outcome: &Outcome<kitty::Standing>) {
        assert_eq!(self.0.outcome().as_ref(), Some(outcome));
    }
}

#[test]
fn two_implementations_that_are_the_same_agree() {
    let mut ends = 0;
    agreement(&some::<NOTHING>(50), |_, slow: &Second<NOTHING>, action| {
        ends += usize::from(action.is_none());
        assert_eq!(slow.turn().is_none(), action.is_none());
    });
    assert_eq!(ends, 50);
}

#[test]
#[should_panic(expected = "but [")]
fn two_implementations_that_are_not_the_same_are_caught() {
    agreement(&some::<ANY_LEGAL_IS_THE_FIRST>(50), |_, _: &Second<ANY_LEGAL_IS_THE_FIRST>, _| {});
}

const POSITION: &str = "
# The last three cards.
position: start
dealer: 2
seat 0: KC 7H 7D TD 8D 5H AH 7S QH TS
seat 1: 3S 4C 6C QD 9D 9S 2H AD 5D KD
seat 2: JD QC 2S 3H AC 4S 2D TC 7C 4D
rest: TH 9H AS 9C JC KS 6H JS 3C JH 3D 5S 6S 6D 8S KH 8C 2C QS 8H 4H 5C
first: pass, pass
perft 1: 59
";

#[test]
fn a_position_counts_as_its_text_says() {
    let all = positions::<ThreeLeggedKitty>(POSITION);
    assert_eq!((all.len(), all[0].first.len(), all[0].hand.turn()), (1, 2, Some(Seat::P2)));
    all[0].assert_counts();
}

#[test]
#[should_panic(expected = "three-legged-kitty, start, depth 1")]
fn a_position_with_another_count_is_caught() {
    let wrong = POSITION.replace("perft 1: 59", "perft 1: 58");
    positions::<ThreeLeggedKitty>(&wrong)[0].assert_counts();
}

#[test]
#[should_panic(expected = "three-legged-kitty, line 1: points: ")]
fn a_playthrough_that_came_to_something_else_is_caught() {
    let lines = include_str!("../../tests/data/playthroughs/three_legged_kitty.jsonl");
    let first = lines.lines().next().expect("a line");
    let (before, after) = first.split_once("\"points\":[").expect("points");
    playthroughs::<ThreeLeggedKitty>(&format!("{before}\"points\":[1{after}"));
}

#[test]
fn trials_choose_rules_standings_and_actions_as_they_are_asked_to() {
    let rules: ThreeLeggedKitty = super::rules("tie=shared");
    let mut matches = 0;
    let trials = Trials::new(30)
        .under(rules)
        .hands_of_a_match(3)
        .standing(|rules, rng| rules.first_standing(Seat::from_number(below(rng, 1))))
        .choose(|hand, _| hand.legal().nth(0));
    trials.each(|trial| {
        assert_eq!(trial.rules(), rules);
        assert!(trial.number() < 3 && trial.match_number() == matches / 3);
        matches += 1;
        while trial.hand.turn().is_some() {
            assert_eq!(trial.next_action(), trial.hand.legal().nth(0));
            trial.step();
        }
    });
    assert_eq!(matches, 30);
}
