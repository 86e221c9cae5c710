//! Bots as users ask for them: what is read, and what is refused with which words.

use threehand_bots::{Bots, Knowledge, Registry, Spec, SpecError, Visitor};
use threehand_engine::games::NineTwoFive;

use crate::LAB;

fn spec(text: &str) -> Result<Spec, SpecError> {
    LAB.bots::<NineTwoFive>().spec(text)
}

#[test]
fn a_spec_is_its_own_text() {
    for text in ["random", "greedy", "heuristic", "greedy:epsilon=0.25", "heuristic:epsilon=1"] {
        assert_eq!(spec(text).unwrap().to_string(), text);
    }
    for text in ["heuristic:epsilon=0", "heuristic:epsilon=-0", "heuristic:epsilon=0.00"] {
        assert_eq!(spec(text).unwrap().to_string(), "heuristic");
    }
}

#[test]
fn an_unknown_bot_is_refused_with_the_one_most_like_it() {
    let error = spec("heuristics").unwrap_err();
    assert_eq!(error.to_string(), "no bot is called `heuristics`; did you mean `heuristic`?");
    for name in ["", "chess"] {
        let words = "random, greedy, heuristic, mc, pimc, ismcts, policy, champion";
        let error = spec(name).unwrap_err();
        assert_eq!(error.to_string(), format!("no bot is called `{name}`: it is one of {words}"));
    }
}

#[test]
fn an_unknown_parameter_is_refused_with_the_one_most_like_it() {
    let error = spec("greedy:epsilom=0.1").unwrap_err();
    assert_eq!(error.to_string(), "greedy has no parameter `epsilom`; did you mean `epsilon`?");
    let error = spec("random:epsilon=0.1").unwrap_err();
    assert_eq!(error.to_string(), "random has no parameter `epsilon`");
}

#[test]
fn a_parameter_out_of_its_range_is_refused() {
    for value in ["", "1.5", "-0.1", "NaN", "inf", "often"] {
        let error = spec(&format!("heuristic:epsilon={value}")).unwrap_err();
        assert!(matches!(error, SpecError::BadValue { name: "epsilon", .. }), "{value}: {error}");
        assert!(error.to_string().ends_with("it is a number from 0 to 1"), "{error}");
    }
}

#[test]
fn a_search_that_looks_at_nothing_is_refused() {
    for text in
        ["mc:worlds=0", "pimc:worlds=0", "pimc:of=0", "ismcts:iterations=0", "champion:budget=0"]
    {
        let error = spec(text).unwrap_err();
        assert!(matches!(error, SpecError::BadValue { .. }), "{text}: {error}");
    }
}

#[test]
fn a_champion_stands_for_another_bot() {
    LAB.each_game(StandsFor);
}

#[derive(Clone)]
struct StandsFor;

impl Visitor for StandsFor {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let of = |text: &str| bots.stands_for(&bots.spec(text).unwrap());
        for budget in ["1ms", "5ms", "49ms", "50ms", "10s"] {
            let other = of(&format!("champion:budget={budget}"));
            assert!(!other.to_string().starts_with("champion"), "{}: {other}", G::NAME);
            assert_eq!(bots.stands_for(&other), other, "{}", G::NAME);
        }
        assert_ne!(of("champion"), of("champion:budget=50ms"), "{}", G::NAME);
    }
}

#[test]
fn a_parameter_is_given_once() {
    let error = spec("greedy:epsilon=0.1:epsilon=0.1").unwrap_err();
    assert_eq!(error, SpecError::Twice { bot: "greedy", name: "epsilon" });
}

#[test]
fn what_is_no_parameter_is_refused() {
    for (text, part) in [("greedy:", ""), ("greedy:0.1", "0.1")] {
        let error = spec(text).unwrap_err();
        assert_eq!(error, SpecError::NotAParameter(part.to_owned()));
    }
}
