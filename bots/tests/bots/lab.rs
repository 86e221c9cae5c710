//! Games and bots that come from outside, as another crate adds them.

use threehand_bots::{
    Bot, BotRng, Bots, Champion, EPSILON, GameKind, Greedy, Kind, Knowledge, Lab, Only, Parameter,
    Random, Range, Settings, SpecError, Visitor, bot_rng, testing,
};
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::testing::Trials;
use threehand_engine::{Game, Hand, Legal, Seat, Stream, View};

use crate::high_card::{HighCard, NOTHING};

/// Plays the legal action of this number, or the last.
struct Numbered(u32);

impl<G: Game> Bot<G> for Numbered {
    fn decide(&mut self, view: &View<'_, G>, _: &mut BotRng) -> G::Action {
        let legal = view.legal();
        legal.nth((self.0 as usize).min(legal.len()) - 1)
    }
}

const NUMBER: Parameter =
    Parameter::new("number", "1", Range::Whole(99), "which of the legal actions, 1 to 99")
        .formerly("n");

/// A bot for every game.
struct AnyNumbered;

impl Kind for AnyNumbered {
    const NAME: &'static str = "numbered";
    const ABOUT: &'static str = "always the same of the legal actions";
    const PARAMETERS: &'static [Parameter] = &[NUMBER, EPSILON];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Numbered(NUMBER.whole(settings)))
    }
}

/// A bot for Three Kings alone.
struct KingsOnly;

impl GameKind for KingsOnly {
    type Game = ThreeKings;
    const NAME: &'static str = "kings-only";
    const ABOUT: &'static str = "plays one game";

    fn make(&self, _: &Settings) -> Box<dyn Bot<ThreeKings>> {
        Box::new(Numbered(2))
    }
}

/// A bot that stands for another one.
#[derive(Clone, Copy)]
struct StandsFor(&'static str);

impl Kind for StandsFor {
    const NAME: &'static str = "stand-in";
    const ABOUT: &'static str = "stands for another bot";
    const PARAMETERS: &'static [Parameter] = &[EPSILON];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        unreachable!("another bot plays")
    }

    fn stands_for<G: Knowledge>(&self, _: &Settings, _: &Bots<G>) -> Option<String> {
        Some(self.0.to_owned())
    }
}

#[test]
fn a_bot_from_outside_plays_a_game_by_the_settings_of_its_spec() {
    let lab = Lab::standard().bot(AnyNumbered);
    assert_eq!(lab.kinds().last().map(|kind| kind.name), Some("numbered"));
    let bots = lab.bots::<ThreeKings>();
    let specs = ["numbered:number=3", "numbered:epsilon=0.5"];
    let specs = specs.map(|text| bots.spec(text).expect("a spec"));
    testing::conformance(bots, &specs, &Trials::new(20));
    testing::blindness(bots, &specs, &Trials::new(2));
    let rules = ThreeKings::default();
    let standing = rules.first_standing(Seat::P2);
    let hand = testing::deal(&rules, &standing, &mut Stream::new([1, 0, 30, 3]));
    let seat = hand.turn().expect("somebody leads");
    for number in 1..4 {
        let mut bot = bots.make(&format!("numbered:number={number}")).expect("a bot");
        let action = bot.decide(&hand.view(seat), &mut bot_rng([1; 32]));
        assert_eq!(action, hand.legal().nth(number - 1));
    }
}

#[test]
fn a_bot_for_one_game_plays_that_game_alone() {
    let lab = Lab::standard().bot(Only(KingsOnly));
    assert_eq!(lab.kinds().len(), 9);
    let kings = lab.bots::<ThreeKings>();
    assert_eq!(kings.names().last(), Some("kings-only"));
    let spec = kings.spec("kings-only").expect("a spec");
    testing::conformance(kings, &[spec], &Trials::new(50));
    let others = lab.bots::<NineTwoFive>();
    assert!(!others.names().any(|name| name == "kings-only"));
    let error = others.spec("kings-only").unwrap_err();
    assert_eq!(error.to_string(), "9-2-5 has no `kings-only`");
}

#[test]
fn a_game_from_outside_is_played_by_all_bots() {
    let lab = Lab::standard().game::<HighCard<NOTHING>>().bot(AnyNumbered);
    assert_eq!(lab.games(), ["9-2-5", "three-legged-kitty", "three-kings", "high-card"]);
    let bots = lab.bots::<HighCard<NOTHING>>();
    // The game has a bot `greedy`, none called `heuristic`, and a champion from 5 ms on.
    let names = ["random", "greedy", "mc", "pimc", "ismcts", "champion", "numbered"];
    assert!(bots.names().eq(names), "{:?}", bots.names().collect::<Vec<_>>());
    assert_eq!(bots.spec("champion").unwrap().stands_for().to_string(), "greedy");
    let error = bots.spec("champion:budget=4ms").unwrap_err();
    assert_eq!(error.to_string(), "high-card has no `champion:budget=4ms`");
    let share = testing::win_share(bots, &HighCard, "pimc:worlds=8", "random", 200);
    assert!(share > 0.36, "{share}");
}

#[test]
fn a_parameter_is_written_by_the_name_that_was_typed() {
    let lab = Lab::standard().bot(AnyNumbered);
    let bots = lab.bots::<NineTwoFive>();
    for (text, written) in [
        ("numbered:number=3", "numbered:number=3"),
        ("numbered:n=3", "numbered:n=3"),
        ("numbered:epsilon=0.50:n=03", "numbered:n=3:epsilon=0.5"),
        ("numbered:n=1", "numbered"),
        ("numbered:number=1", "numbered"),
        ("heuristic:epsilon=0.25", "heuristic:epsilon=0.25"),
        ("heuristic:epsilon=-0", "heuristic"),
        ("pimc:of=3:doubt=2", "pimc:of=3:doubt=2"),
        ("pimc:candidates=3:threshold=2", "pimc:candidates=3:threshold=2"),
    ] {
        assert_eq!(bots.spec(text).expect("a spec").to_string(), written);
    }
}

#[test]
fn a_spec_that_can_t_be_is_refused_with_what_is_most_like_it() {
    let lab = Lab::standard().bot(AnyNumbered);
    let bots = lab.bots::<NineTwoFive>();
    let list =
        "it is one of random, greedy, heuristic, mc, pimc, ismcts, policy, champion, numbered";
    for (text, error) in [
        ("heuristics", "no bot is called `heuristics`; did you mean `heuristic`?"),
        ("", &format!("no bot is called ``: {list}")),
        ("chess", &format!("no bot is called `chess`: {list}")),
        ("greedy:epsilom=0.1", "greedy has no parameter `epsilom`; did you mean `epsilon`?"),
        ("random:epsilon=0.1", "random has no parameter `epsilon`"),
        ("numbered:nunber=2", "numbered has no parameter `nunber`; did you mean `number`?"),
        ("greedy:epsilon=0.1:epsilon=0.1", "greedy: epsilon is given twice"),
        ("numbered:n=2:n=2", "numbered: n is given twice"),
        (
            "numbered:n=2:number=2",
            "numbered: number and n are two names of one parameter: leave one out",
        ),
        (
            "numbered:number=1:n=3",
            "numbered: n and number are two names of one parameter: leave one out",
        ),
        (
            "pimc:of=3:candidates=3",
            "pimc: candidates and of are two names of one parameter: leave one out",
        ),
        ("greedy:", "`` is no parameter: write name=value, after a colon"),
        ("greedy:0.1", "`0.1` is no parameter: write name=value, after a colon"),
        ("numbered:n=0", "numbered: n can't be `0`: it is a whole number from 1 to 99"),
    ] {
        assert_eq!(bots.spec(text).unwrap_err().to_string(), error);
    }
    for value in ["", "1.5", "-0.1", "NaN", "inf", "often"] {
        let error = bots.spec(&format!("heuristic:epsilon={value}")).unwrap_err().to_string();
        let words = format!("heuristic: epsilon can't be `{value}`: it is a number from 0 to 1");
        assert_eq!(error, words);
    }
    for parameter in ["mc:worlds", "pimc:worlds", "pimc:of", "ismcts:iterations", "champion:budget"]
    {
        let error = bots.spec(&format!("{parameter}=0")).unwrap_err();
        assert!(matches!(error, SpecError::BadValue { .. }), "{parameter}: {error}");
    }
}

#[derive(Clone)]
struct ChampionsStandForOthers;

impl Visitor for ChampionsStandForOthers {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<G>) {
        let of = |text: &str| bots.spec(text).unwrap().stands_for().clone();
        for budget in ["1ms", "5ms", "49ms", "50ms", "10s"] {
            let other = of(&format!("champion:budget={budget}"));
            assert!(!other.to_string().starts_with("champion"), "{}: {other}", G::NAME);
            // A run keeps the one that was fitted to another machine.
            let kept = bots.noted_spec("champion:machine=this", &other.to_string()).unwrap();
            assert_eq!(kept.stands_for(), &other);
        }
        assert_ne!(of("champion"), of("champion:budget=50ms"), "{}", G::NAME);
    }
}

#[test]
fn a_champion_stands_for_another_bot() {
    Lab::standard().each_game(ChampionsStandForOthers);
}

#[test]
fn a_champion_is_fitted_once_and_kept_by_its_own_run_alone() {
    let lab = Lab::standard();
    let bots = lab.bots::<ThreeKings>();
    let [first, again] = [(); 2].map(|()| bots.spec("champion:budget=1ms:machine=this").unwrap());
    assert_eq!((&first, first.stands_for().bot()), (&again, "pimc"));
    for noted in ["pimc:playout=policy:threshold=2", "greedy"] {
        let plain = bots.noted_spec("champion", noted).unwrap();
        assert_eq!(plain, bots.spec("champion").unwrap(), "{noted}");
    }
}

#[test]
fn a_bot_that_stands_for_one_that_is_not_there_is_refused() {
    let lab = Lab::new().game::<ThreeLeggedKitty>().bot(Random).bot(Champion);
    let error = lab.bots::<ThreeLeggedKitty>().spec("champion").unwrap_err();
    let words = "champion stands for `pimc:worlds=500`: no bot is called `pimc`: it is one of random, champion";
    assert_eq!(error.to_string(), words);
}

#[test]
fn a_bot_may_stand_for_one_that_stands_for_another() {
    let lab = Lab::standard().bot(StandsFor("champion"));
    let bots = lab.bots::<NineTwoFive>();
    let [here, there] = ["stand-in", "champion"].map(|text| bots.spec(text).expect("a spec"));
    assert_eq!(here.stands_for(), there.stands_for());
    assert_ne!(here.stands_for().bot(), "champion");
    bots.maker(&here)();
}

/// The share of matches that one bot wins against two of another at a game of few decisions.
fn share<K: Kind + Copy>(kind: K, one: &str, two: &str) -> f64 {
    let lab = Lab::new().game::<ThreeLeggedKitty>().bot(Random).bot(Greedy).bot(kind);
    testing::win_share(lab.bots::<ThreeLeggedKitty>(), &Default::default(), one, two, 60)
}

#[test]
fn a_bot_is_as_absent_minded_as_the_one_that_it_stands_for() {
    let absent = share(StandsFor("greedy:epsilon=0.5"), "stand-in", "greedy");
    let present = share(StandsFor("greedy"), "stand-in", "greedy");
    assert!(absent < 0.25 && present > 0.25, "{absent} {present}");
    let absent = share(StandsFor("greedy"), "stand-in:epsilon=0.5", "greedy");
    assert!(absent < 0.25, "{absent}");
}
