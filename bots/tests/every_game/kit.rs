//! The testing kit itself: what keeps all promises passes, and what breaks one is caught, with the
//! place and the bot in the message.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use threehand_bots::search::{Ismcts, Mc, Pimc};
use threehand_bots::testing::{Trials, blindness, conformance, every_game, knowledge, specs};
use threehand_bots::{
    AnyParameter, Bot, BotRng, Champion, Greedy, Heuristic, Kind, Knowledge, Lab, Parameter,
    Random, Registry, Settings,
};
use threehand_engine::games::{NineTwoFive, ThreeKings};
use threehand_engine::{Action, Card, Game, Legal, View};

use crate::LAB;
use crate::high_card::{self as high, Fault, HighCard, smuggled};

/// The message with which this panics.
fn caught(run: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("nothing was caught");
    *panic.downcast::<String>().expect("a message")
}

/// A bot that is wrong in one way.
#[derive(Clone, Copy)]
enum Wrong {
    /// It chooses by the hand that was smuggled last.
    Peeks,
    /// It chooses fairly, but draws by the hand that was smuggled last.
    DrawsByPeeking,
    /// It plays what is not legal, at last.
    PlaysIllegally,
    /// It counts how often bots of its kind were asked.
    Counts,
    /// It draws by how often bots of its kind were asked.
    DrawsByCounting,
    /// It gives up.
    Panics,
}

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

impl<G: Game> Bot<G> for Wrong {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let legal = view.legal();
        let peeked = || {
            let card = smuggled().and_then(|hands| hands[view.seat().left()].first());
            card.map_or(0, Card::index)
        };
        let counted = || ASKED.replace(ASKED.get() + 1);
        let draw = |times: usize, rng: &mut BotRng| {
            for _ in 0..times % 3 {
                view.any_legal(rng);
            }
            legal.nth(0)
        };
        match self {
            Self::Peeks => legal.nth(peeked() % legal.len()),
            Self::DrawsByPeeking => draw(peeked(), rng),
            Self::PlaysIllegally if legal.len() == 1 => {
                let all = (0..G::Action::COUNT).filter_map(G::Action::from_index);
                all.into_iter().find(|&action| !legal.contains(action)).expect("not all are legal")
            }
            Self::PlaysIllegally => legal.nth(0),
            Self::Counts => legal.nth(counted() % legal.len()),
            Self::DrawsByCounting => draw(counted(), rng),
            Self::Panics => panic!("what now?"),
        }
    }
}

impl Kind for Wrong {
    const NAME: &'static str = "wrong";
    const ABOUT: &'static str = "is wrong in one way";

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(*self)
    }
}

/// What the checks of a bot at a game come to where it is caught.
fn caught_playing<G: Knowledge>(wrong: Wrong, hands: usize) -> [Option<String>; 2] {
    let lab = Lab::new().bot(Random).bot(wrong);
    let bots = lab.bots::<G>();
    let specs = [bots.spec("wrong").expect("a spec")];
    let trials = || Trials::new(hands).seed(7);
    let message = |run: &dyn Fn()| {
        let panic = catch_unwind(AssertUnwindSafe(run)).err()?;
        Some(*panic.downcast::<String>().expect("a message"))
    };
    [
        message(&|| conformance(&bots, &specs, &trials())),
        message(&|| {
            blindness(&bots, &specs, &trials());
        }),
    ]
}

const SMUGGLES: Fault = high::HANDS_ARE_SMUGGLED;

#[test]
fn a_bot_that_peeks_is_caught() {
    let [_, message] = caught_playing::<HighCard<SMUGGLES>>(Wrong::Peeks, 40);
    let message = message.expect("it is caught");
    assert!(message.contains("high-card, rules high-card, seed 7, match "), "{message}");
    assert!(message.contains("hand "), "{message}");
    assert!(message.contains("wrong in seat "), "{message}");
    assert!(message.contains("decides by what the seat can't see"), "{message}");
}

#[test]
fn a_bot_that_draws_by_what_it_peeks_at_is_caught() {
    let [_, message] = caught_playing::<HighCard<SMUGGLES>>(Wrong::DrawsByPeeking, 40);
    let message = message.expect("it is caught");
    assert!(message.contains("draws by what the seat can't see"), "{message}");
}

#[test]
fn a_bot_that_would_peek_is_not_caught_where_nothing_is_smuggled() {
    for message in caught_playing::<HighCard<{ high::NOTHING }>>(Wrong::Peeks, 40) {
        assert_eq!(message, None);
    }
}

#[test]
fn a_bot_that_plays_illegally_is_caught() {
    let [message, _] = caught_playing::<NineTwoFive>(Wrong::PlaysIllegally, 2);
    let message = message.expect("it is caught");
    assert!(message.contains("9-2-5, rules "), "{message}");
    assert!(message.contains(", seed 7, match 0, hand 0 after "), "{message}");
    assert!(message.contains("wrong in seat ") && message.contains(" is illegal: "), "{message}");
}

#[test]
fn a_bot_that_is_no_function_of_its_seeds_is_caught() {
    let [message, _] = caught_playing::<ThreeKings>(Wrong::Counts, 2);
    assert!(message.expect("it is caught").contains("decides by more than its seeds"));
    let [message, _] = caught_playing::<ThreeKings>(Wrong::DrawsByCounting, 2);
    assert!(message.expect("it is caught").contains("draws by more than its seeds"));
}

#[test]
fn a_bot_that_panics_is_named() {
    for message in caught_playing::<ThreeKings>(Wrong::Panics, 2) {
        let message = message.expect("it is caught");
        assert!(
            message.contains("wrong in seat ") && message.ends_with(": what now?"),
            "{message}"
        );
    }
}

fn knowledge_of<const F: Fault>() {
    let lab = Lab::new().bot(Random).bot(Greedy).bot(Champion);
    knowledge(&lab.bots::<HighCard<F>>(), &Trials::new(100));
}

#[test]
fn knowledge_that_is_wrong_is_caught() {
    fn message<const F: Fault>() -> String {
        caught(knowledge_of::<F>)
    }
    knowledge_of::<{ high::NOTHING }>();
    let illegal = message::<{ high::A_CANDIDATE_IS_ILLEGAL }>();
    assert!(illegal.contains("is illegal or out of order"), "{illegal}");
    let order = message::<{ high::CANDIDATES_ARE_OUT_OF_ORDER }>();
    assert!(order.contains("is illegal or out of order"), "{order}");
    let none = message::<{ high::THE_POLICY_S_ACTION_HAS_NO_CANDIDATE }>();
    assert!(none.contains("for the policy's `play "), "{none}");
    let forgotten = message::<{ high::WHAT_WAS_DONE_IS_FORGOTTEN }>();
    assert!(forgotten.contains("sees something else once"), "{forgotten}");
    let deal = message::<{ high::ANOTHER_DEAL_IS_TOLD }>();
    assert!(deal.contains("can't have been done") || deal.contains("something else"), "{deal}");
    let two = message::<{ high::EQUITIES_SUM_TO_TWO }>();
    assert!(two.contains("are no chances") || two.contains("sum to 2"), "{two}");
    let loser = message::<{ high::THE_LOSER_HAS_ALL_EQUITY }>();
    assert!(loser.contains("go against the end of the match"), "{loser}");
    let weight = message::<{ high::A_FEATURE_HAS_NO_WEIGHT }>();
    assert!(weight.contains("features and weights"), "{weight}");
    let last = message::<{ high::THE_LAST_TRICK_IS_SOLVED_WRONG }>();
    assert!(last.contains("high-card, rules high-card, seed 0, match "), "{last}");
    let no_action = message::<{ high::WHAT_IS_SOLVED_COMES_OF_NO_ACTION }>();
    assert!(no_action.contains("come of it"), "{no_action}");
    let champion = message::<{ high::THE_CHAMPION_IS_NO_BOT }>();
    assert!(
        champion.contains("the champion of 5ms: champion stands for `nobody`: no bot"),
        "{champion}"
    );
}

#[test]
fn a_game_from_outside_passes_all_checks_with_all_bots() {
    let lab = Lab::new().game::<HighCard<{ high::NOTHING }>>();
    let lab = lab.bot(Random).bot(Greedy).bot(Heuristic).bot(Mc).bot(Pimc).bot(Ismcts);
    every_game(&lab.bot(Champion), 40);
}

#[test]
fn two_bots_of_one_name_are_refused() {
    let message = caught(|| every_game(&Lab::new().bot(Random).bot(Greedy).bot(Random), 1));
    assert!(message.contains("random"), "{message}");
}

/// A bot with parameters of all sorts.
struct Tuned;

const DEPTH: Parameter<u32> =
    Parameter { name: "depth", old_name: None, default: 20, range: 100, meaning: "how deep" };
const WIDTH: Parameter<u32> =
    Parameter { name: "width", old_name: None, default: 2, range: 100, meaning: "how wide" };
const RISK: Parameter<f64> =
    Parameter { name: "risk", old_name: None, default: 5.0, range: 9.0, meaning: "how bold" };

impl Kind for Tuned {
    const NAME: &'static str = "tuned";
    const ABOUT: &'static str = "has parameters";
    const PARAMETERS: &'static [&'static dyn AnyParameter] = &[&DEPTH, &WIDTH, &RISK];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Random)
    }
}

#[test]
fn every_kind_is_tried_with_whole_numbers_lowered_and_no_stand_ins() {
    let standard = specs(&LAB.bots::<ThreeKings>());
    let standard: Vec<_> = standard.iter().map(ToString::to_string).collect();
    let searchers = ["mc:worlds=4", "pimc:worlds=4", "ismcts:iterations=4", "policy"];
    assert_eq!(standard, [&["random", "greedy", "heuristic"][..], &searchers].concat());
    let lab = Lab::new().bot(Tuned);
    let tuned: Vec<_> = specs(&lab.bots::<ThreeKings>()).iter().map(ToString::to_string).collect();
    assert_eq!(tuned, ["tuned:depth=4"]);
}
