//! The testing kit itself: what keeps all promises passes, and what breaks one is caught, with the
//! place and the bot in the message.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use threehand_bots::search::{Ismcts, Mc, Pimc};
use threehand_bots::testing::{Trials, blindness, conformance, every_game, knowledge, specs};
use threehand_bots::{
    Bot, BotRng, Champion, Greedy, Heuristic, Kind, Knowledge, Lab, Parameter, Random, Range,
    Settings,
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
    let lab = Lab::new().game::<G>().bot(Random).bot(wrong);
    let bots = lab.bots::<G>();
    let specs = [bots.spec("wrong").expect("a spec")];
    let trials = || Trials::new(hands).seed(7);
    let message = |run: &dyn Fn()| {
        let panic = catch_unwind(AssertUnwindSafe(run)).err()?;
        Some(*panic.downcast::<String>().expect("a message"))
    };
    let blind = || {
        blindness(bots, &specs, &trials());
    };
    [message(&|| conformance(bots, &specs, &trials())), message(&blind)]
}

/// What is caught by conformance, and what by blindness, with all these words in the message.
#[test]
fn a_bot_that_is_wrong_is_caught() {
    const SMUGGLES: Fault = high::HANDS_ARE_SMUGGLED;
    let peeks = ["high-card, rules high-card, seed 7, match ", "hand ", "wrong in seat "];
    let peeks = [&peeks[..], &["decides by what the seat can't see"]].concat();
    let illegal = ["9-2-5, rules ", ", seed 7, match 0, hand 0 after ", "wrong in seat "];
    let illegal = [&illegal[..], &[" is illegal: "]].concat();
    let panics = &["wrong in seat ", ": what now?"][..];
    let cases = [
        (caught_playing::<HighCard<SMUGGLES>>(Wrong::Peeks, 40), [None, Some(&peeks[..])]),
        (
            caught_playing::<HighCard<SMUGGLES>>(Wrong::DrawsByPeeking, 40),
            [None, Some(&["draws by what the seat can't see"])],
        ),
        (caught_playing::<NineTwoFive>(Wrong::PlaysIllegally, 2), [Some(&illegal), None]),
        (
            caught_playing::<ThreeKings>(Wrong::Counts, 2),
            [Some(&["decides by more than its seeds"]), None],
        ),
        (
            caught_playing::<ThreeKings>(Wrong::DrawsByCounting, 2),
            [Some(&["draws by more than its seeds"]), None],
        ),
        (caught_playing::<ThreeKings>(Wrong::Panics, 2), [Some(panics), Some(panics)]),
    ];
    for (messages, due) in cases {
        for (message, words) in messages.into_iter().zip(due) {
            let message = message.unwrap_or_default();
            let is_there = |word: &&str| message.contains(word);
            assert!(words.is_none_or(|words| words.iter().all(is_there)), "{words:?}: {message}");
        }
    }
    // Where nothing is smuggled there is nothing to peek at.
    let messages = caught_playing::<HighCard<{ high::NOTHING }>>(Wrong::Peeks, 40);
    assert_eq!(messages, [None, None]);
}

fn knowledge_of<const F: Fault>() {
    let lab = Lab::new().game::<HighCard<F>>().bot(Random).bot(Greedy).bot(Champion);
    knowledge(lab.bots::<HighCard<F>>(), &Trials::new(100));
}

#[test]
fn knowledge_that_is_wrong_is_caught() {
    knowledge_of::<{ high::NOTHING }>();
    let order = &["is illegal or out of order"][..];
    let cases = [
        (knowledge_of::<{ high::A_CANDIDATE_IS_ILLEGAL }> as fn(), order),
        (knowledge_of::<{ high::CANDIDATES_ARE_OUT_OF_ORDER }>, order),
        (
            knowledge_of::<{ high::THE_POLICY_S_ACTION_HAS_NO_CANDIDATE }>,
            &["for the policy's `play "][..],
        ),
        (knowledge_of::<{ high::WHAT_WAS_DONE_IS_FORGOTTEN }>, &["sees something else once"]),
        (
            knowledge_of::<{ high::ANOTHER_DEAL_IS_TOLD }>,
            &["can't have been done", "something else"],
        ),
        (knowledge_of::<{ high::EQUITIES_SUM_TO_TWO }>, &["are no chances", "sum to 2"]),
        (knowledge_of::<{ high::THE_LOSER_HAS_ALL_EQUITY }>, &["go against the end of the match"]),
        (knowledge_of::<{ high::A_FEATURE_HAS_NO_WEIGHT }>, &["features and weights"]),
        (
            knowledge_of::<{ high::THE_LAST_TRICK_IS_SOLVED_WRONG }>,
            &["high-card, rules high-card, seed 0, match "],
        ),
        (knowledge_of::<{ high::WHAT_IS_SOLVED_COMES_OF_NO_ACTION }>, &["come of it"]),
        (
            knowledge_of::<{ high::THE_CHAMPION_IS_NO_BOT }>,
            &["the champion of 5ms: champion stands for `nobody`: no bot"],
        ),
    ];
    for (run, words) in cases {
        let message = caught(run);
        assert!(words.iter().any(|words| message.contains(words)), "{words:?}: {message}");
    }
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

const DEPTH: Parameter = Parameter::new("depth", "20", Range::Whole(100), "how deep");
const WIDTH: Parameter = Parameter::new("width", "2", Range::Whole(100), "how wide");
const RISK: Parameter = Parameter::new("risk", "5", Range::Number(9.0), "how bold");

impl Kind for Tuned {
    const NAME: &'static str = "tuned";
    const ABOUT: &'static str = "has parameters";
    const PARAMETERS: &'static [Parameter] = &[DEPTH, WIDTH, RISK];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Random)
    }
}

#[test]
fn every_kind_is_tried_with_whole_numbers_lowered_and_no_stand_ins() {
    let standard = specs(LAB.bots::<ThreeKings>());
    let standard: Vec<_> = standard.iter().map(ToString::to_string).collect();
    let searchers = ["mc:worlds=4", "pimc:worlds=4", "ismcts:iterations=4", "policy"];
    assert_eq!(standard, [&["random", "greedy", "heuristic"][..], &searchers].concat());
    let lab = Lab::new().game::<ThreeKings>().bot(Tuned);
    let tuned: Vec<_> = specs(lab.bots::<ThreeKings>()).iter().map(ToString::to_string).collect();
    assert_eq!(tuned, ["tuned:depth=4"]);
}
