//! Worked cases: a hand played by the lines of its record, with what must be so in between.

use threehand_engine::scene::Scene;
use threehand_engine::testing::{cards, play, quantity};
use threehand_engine::{Game, Hand, Legal as _, Outcome, Reach, Seat, Standing as _};

/// Plays the hand on by steps that stand apart by semicolons: a record's lines, apart by commas, or
/// one of these.
///
/// | step | what it does or asserts |
/// |---|---|
/// | `any`, `any 3`, `rest` | plays the first legal action, so many of them, all to the end |
/// | `1 moves`, `over` | whose decision is next |
/// | `phase play` | what is to be decided |
/// | `5 actions` | how many are legal |
/// | `only play KS, play 2D` | just these are legal |
/// | `can pass` | an action is legal |
/// | `cannot play 2D: REASON` | an action is refused, with this reason |
/// | `0 holds KS 9S`, `0 lacks 4S` | cards of a hand |
/// | `0 sees trump spades ♠` | a fact or a pile of the table as the seat sees it, cards of it at the end |
/// | `sizes 10 9 9`, `tricks 0 1 0`, `roles 2 0 1` | numbers by seat |
/// | `kept yes no -` | who kept what he undertook |
/// | `points 1 0 0`, `scores 8 0 3`, `dealer 1` | the end of the hand |
/// | `ends`, `goes on` | whether the match does |
/// | `reaches nothing` (`top`, `bottom`, `both`) | ends of the scale |
/// | `carries {}` | what crosses to the next hand, as in a record |
/// | `counts melds_led 1` | a quantity of the game, `-` for none |
pub(crate) fn run<G: Game<Hand = H>, H: Hand<Game = G>>(hand: &mut H, steps: &str) {
    for step in steps.split(';').map(str::trim).filter(|step| !step.is_empty()) {
        let words: Vec<&str> = step.split_whitespace().collect();
        match words[..] {
            ["any"] => any(hand, 1),
            ["any", times] => any(hand, times.parse().expect("a number")),
            ["rest"] => any(hand, usize::MAX),
            ["over"] => assert_eq!(hand.turn(), None, "{step}"),
            [seat, "moves"] => assert_eq!(hand.turn(), Some(read(seat)), "{step}"),
            ["phase", phase] => assert_eq!(hand.view(Seat::P0).seen().phase, phase, "{step}"),
            [count, "actions"] => assert_eq!(hand.legal().len().to_string(), count, "{step}"),
            ["only", ..] => {
                let legal: Vec<_> = hand.legal().iter().map(|action| action.to_string()).collect();
                assert_eq!(legal.join(", "), step["only ".len()..], "{step}");
            }
            ["can", ..] => assert!(check(hand, &step["can ".len()..]).is_none(), "{step}"),
            ["cannot", ..] => {
                let (action, reason) = step["cannot ".len()..].split_once(": ").expect("a reason");
                assert_eq!(check(hand, action).as_deref(), Some(reason), "{step}");
            }
            [seat, "holds", ..] => assert!(held(hand, seat).contains_all(rest(step, 2)), "{step}"),
            [seat, "lacks", ..] => assert!(!held(hand, seat).meets(rest(step, 2)), "{step}"),
            [seat, "sees", ..] => {
                let facts = facts(&hand.view(read(seat)).scene());
                let due = words[2..].join(" ");
                assert!(facts.contains(&due), "{due}: {facts:?}");
            }
            ["sizes", ..] => {
                let size = |seat| hand.view(seat).scene().hands[seat].len().to_string();
                assert_eq!(Seat::ALL.map(size).join(" "), words[1..].join(" "), "{step}");
            }
            ["tricks", ..] => assert_eq!(by_seat(hand.tricks().0), words[1..].join(" "), "{step}"),
            ["roles", ..] => {
                let roles = Seat::ALL.map(|seat| hand.role(seat));
                assert_eq!(by_seat(roles), words[1..].join(" "), "{step}");
            }
            ["kept", ..] => {
                let kept = Seat::ALL.map(|seat| match hand.kept(seat) {
                    Some(true) => "yes",
                    Some(false) => "no",
                    None => "-",
                });
                assert_eq!(kept, words[1..], "{step}");
            }
            ["counts", name, count] => {
                let counted = quantity::<G>(name, hand).map(|count| count.to_string());
                assert_eq!(counted.as_deref(), Some(count).filter(|&count| count != "-"), "{step}");
            }
            _ if at_end(hand, &words, step) => {}
            _ => play(hand, step),
        }
    }
}

fn any<H: Hand>(hand: &mut H, times: usize) {
    for _ in 0..times {
        if hand.turn().is_none() {
            break;
        }
        hand.play(hand.legal().nth(0)).unwrap_or_else(|why| panic!("{why}"));
    }
}

/// Checks a step about the end of the hand, if it is one.
fn at_end<G: Game<Hand = H>, H: Hand<Game = G>>(hand: &H, words: &[&str], step: &str) -> bool {
    let end = || -> Outcome<G::Standing> { hand.outcome().expect("the hand is over") };
    match words {
        ["points", due @ ..] => assert_eq!(by_seat(end().points.0), due.join(" "), "{step}"),
        ["scores", due @ ..] => {
            assert_eq!(by_seat(end().standing.scores().0), due.join(" "), "{step}");
        }
        ["dealer", seat] => assert_eq!(end().standing.dealer(), read(seat), "{step}"),
        ["ends"] => assert!(end().over, "{step}"),
        ["goes", "on"] => assert!(!end().over, "{step}"),
        ["reaches", ends] => {
            let (top, bottom) =
                (*ends == "top" || *ends == "both", *ends == "bottom" || *ends == "both");
            assert_eq!(hand.rules().reach(&end().standing), Reach { top, bottom }, "{step}");
        }
        ["carries", ..] => {
            let carry = serde_json::to_string(&end().standing.carry()).expect("plain values");
            assert_eq!(carry, step["carries ".len()..], "{step}");
        }
        _ => return false,
    }
    true
}

fn read(seat: &str) -> Seat {
    seat.parse().expect("a seat")
}

fn rest(step: &str, words: usize) -> threehand_engine::CardSet {
    cards(&step.split_whitespace().skip(words).collect::<Vec<_>>().join(" "))
}

fn held<H: Hand>(hand: &H, seat: &str) -> threehand_engine::CardSet {
    let seat = read(seat);
    hand.view(seat).scene().hands[seat].cards.set()
}

/// Why an action is refused, if it is.
fn check<H: Hand>(hand: &H, action: &str) -> Option<String> {
    let action = action.parse().unwrap_or_else(|error| panic!("{error}"));
    hand.check(action).err().map(|why| why.to_string())
}

fn by_seat<T: ToString>(values: [T; 3]) -> String {
    values.map(|value| value.to_string()).join(" ")
}

/// The facts and the piles of a table: name, text and the cards that are seen, in the order of a scene.
fn facts(scene: &Scene) -> Vec<String> {
    let facts = scene.facts.iter().map(|fact| (format!("{} {}", fact.name, fact.text), &fact.pile));
    let heaps = scene.heaps.iter().map(|heap| (heap.name.clone(), &heap.pile));
    let text = |(name, pile): (String, &threehand_engine::scene::Pile)| {
        let hidden =
            if pile.hidden > 0 { format!(" {} hidden", pile.hidden) } else { String::new() };
        format!("{name} {}{hidden}", pile.cards).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    facts.chain(heaps).map(text).collect()
}
