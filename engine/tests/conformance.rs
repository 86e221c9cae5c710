//! What every game owes to whoever plays, searches or records it, whatever its rules are.

mod common;
#[path = "common/three_kings.rs"]
mod kings;
mod kitty;

use std::collections::HashSet;
use std::fmt::Debug;

use serde_json::Value;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::options::{from_json, rules, to_json, variant_name};
use threehand_engine::{
    Action, BySeat, Deal, Deck, Game, Hand, Legal, Seat, Standing, Stream, Worlds, below,
};

/// Where a game is tried: many hands of random rules, each with what came before it.
struct Trial<G: Game> {
    rules: G,
    standing: G::Standing,
    hand: G::Hand,
    rng: Stream,
}

/// Calls `each` on the first hands of matches, by the default rules and by random ones.
fn trials<G: Game>(random: fn(&mut Stream) -> G, matches: u64, mut each: impl FnMut(Trial<G>)) {
    for key in 0..matches {
        let mut rng = Stream::new([key, 0, 7, 925]);
        let rules = if key % 4 == 0 { G::default() } else { random(&mut rng) };
        let mut standing = rules.first_standing(Seat::from_number(below(&mut rng, 3)));
        for _ in 0..4 {
            let deal = Deal::new(Deck::shuffled(&mut rng), rules.hand_sizes(&standing));
            let hand = rules.start(&standing, &deal);
            each(Trial { rules, standing, hand: hand.clone(), rng: rng.clone() });
            let mut hand = hand;
            play_on(&mut hand, &mut rng, usize::MAX);
            let outcome = hand.outcome().expect("the hand is over");
            if outcome.over {
                break;
            }
            standing = outcome.standing;
        }
    }
}

fn play_on<H: Hand>(hand: &mut H, rng: &mut Stream, mut actions: usize) {
    while hand.turn().is_some() && actions > 0 {
        let legal = hand.legal();
        hand.play_unchecked(legal.nth(below(rng, legal.len())));
        actions -= 1;
    }
}

/// Every point of the trial's hand, the end included.
fn points<G: Game>(trial: &mut Trial<G>, mut each: impl FnMut(&G::Hand, &mut Stream)) {
    loop {
        each(&trial.hand, &mut trial.rng);
        if trial.hand.turn().is_none() {
            break;
        }
        play_on(&mut trial.hand, &mut trial.rng, 1);
    }
}

/// All that a hand is, as far as its text tells.
fn text(of: &impl Debug) -> String {
    format!("{of:?}")
}

fn actions_are_their_index_and_their_text<A: Action>() {
    let mut texts = HashSet::new();
    let mut count = 0;
    for index in 0..A::COUNT {
        let Some(action) = A::from_index(index) else {
            continue;
        };
        assert_eq!(action.index(), index);
        let text = action.to_string();
        assert_eq!(text.parse::<A>().ok(), Some(action), "{text}");
        assert_eq!(text.trim(), text);
        assert!(texts.insert(text));
        count += 1;
    }
    assert!(count > 0);
    for index in [A::COUNT, A::COUNT + 1, 2 * A::COUNT, usize::MAX] {
        assert_eq!(A::from_index(index), None);
    }
}

/// Texts that nobody should write: parsed or refused, but never a panic, and what is parsed is
/// written back as it was read.
fn no_text_panics<A: Action>() {
    let mut rng = Stream::new([1, 1, 7, 925]);
    let any = "playgivetrumpdiscardkeep 0123456789TJQKACDHSNT♠é\0\n-+";
    let letters: Vec<char> = any.chars().collect();
    for _ in 0..50_000 {
        let mut text = String::new();
        if below(&mut rng, 2) == 0 {
            let action = (0..).find_map(|_| A::from_index(below(&mut rng, A::COUNT)));
            text = action.map(|action| action.to_string()).unwrap_or_default();
            let chars: Vec<char> = text.chars().collect();
            let place = below(&mut rng, chars.len() + 1);
            let letter = letters[below(&mut rng, letters.len())];
            let rest = chars.iter().skip(place + below(&mut rng, 2));
            text = chars[..place].iter().chain([&letter]).chain(rest).collect();
        } else {
            for _ in 0..below(&mut rng, 20) {
                text.push(letters[below(&mut rng, letters.len())]);
            }
        }
        match text.parse::<A>() {
            Ok(action) => assert_eq!(action.to_string(), text),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn the_legal_actions_are_a_list_and_a_set<G: Game>(hand: &G::Hand) {
    let legal = hand.legal();
    let list: Vec<_> = legal.iter().collect();
    assert_eq!(list.len(), legal.len());
    assert_eq!(legal.is_empty(), list.is_empty());
    assert_eq!(list.is_empty(), hand.turn().is_none());
    for (n, &action) in list.iter().enumerate() {
        assert_eq!(legal.nth(n), action);
    }
    let indices: HashSet<usize> = list.iter().map(|action| action.index()).collect();
    assert_eq!(indices.len(), list.len(), "all different: {list:?}");
    assert!(indices.iter().all(|&index| index < G::Action::COUNT));
    for action in (0..G::Action::COUNT).filter_map(G::Action::from_index) {
        assert_eq!(legal.contains(action), indices.contains(&action.index()), "{action}");
    }
}

fn just_the_legal_actions_can_be_played<G: Game>(hand: &G::Hand) {
    let before = text(hand);
    for action in (0..G::Action::COUNT).filter_map(G::Action::from_index) {
        let mut tried = hand.clone();
        let checked = hand.check(action);
        let played = tried.play(action);
        assert_eq!(checked.is_ok(), hand.legal().contains(action), "{action}");
        assert_eq!(checked.is_ok(), played.is_ok());
        if let Err(why) = played {
            assert_eq!(text(&tried), before, "{action} was refused but changed the hand");
            assert!(!why.to_string().is_empty());
            assert_eq!(why.to_string(), checked.unwrap_err().to_string());
        } else {
            let mut unchecked = hand.clone();
            unchecked.play_unchecked(action);
            assert_eq!(text(&tried), text(&unchecked));
            assert_ne!(text(&tried), before);
        }
    }
}

/// What the seat sees, and what it may do, is the same in a world drawn for it.
fn a_view_shows_nothing_hidden<G: Game>(hand: &G::Hand, rng: &mut Stream) {
    for seat in Seat::ALL {
        let view = hand.view(seat);
        let world = G::Worlds::of(&view).draw(rng);
        let same = world.view(seat);
        assert_eq!(text(&same), text(&view));
        assert_eq!(same.turn(), view.turn());
        assert_eq!(same.standing(), view.standing());
        assert_eq!(same.rules(), view.rules());
        if view.turn() == Some(seat) {
            let own: Vec<_> = view.legal().iter().collect();
            assert_eq!(same.legal().iter().collect::<Vec<_>>(), own);
        }
        for other in Seat::ALL {
            assert_eq!(world.role(other), hand.role(other));
            let contracts = [&world, hand].map(|h| h.contract(other).map(|c| c.to_string()));
            assert_eq!(contracts[0], contracts[1]);
        }
        assert_eq!(world.tricks(), hand.tricks());
    }
}

fn a_standing_is_its_record<S: Standing>(standing: &S) {
    let read = S::from_record(standing.dealer(), standing.scores(), &standing.carry());
    assert_eq!(read.as_ref(), Ok(standing));
    let mut unknown = standing.carry();
    unknown.insert("no such thing".to_owned(), Value::Bool(true));
    assert!(S::from_record(standing.dealer(), standing.scores(), &unknown).is_err());
    for (key, _) in standing.carry() {
        for wrong in [Value::Null, Value::from("x"), Value::from(vec![1; 7])] {
            let mut carry = standing.carry();
            carry.insert(key.clone(), wrong);
            assert!(S::from_record(standing.dealer(), standing.scores(), &carry).is_err());
        }
    }
}

fn every_seat_has_a_role_that_can_be_headed<G: Game>(hand: &G::Hand) {
    assert!(Seat::ALL.into_iter().all(|seat| hand.role(seat) < G::ROLES.len()));
    assert!((0..G::ROLES.len()).all(|role| !hand.rules().role_heading(role).is_empty()));
}

fn a_hand_starts_and_ends_as_its_standing_says<G: Game>(trial: &mut Trial<G>) {
    assert_eq!(trial.hand.standing(), &trial.standing);
    assert_eq!(trial.hand.rules(), &trial.rules);
    assert_eq!(trial.hand.tricks(), BySeat([0; 3]));
    let scores = trial.standing.scores();
    points(trial, |hand, _| {
        assert_eq!(hand.outcome().is_some(), hand.turn().is_none());
        if let Some(end) = hand.outcome() {
            let sum = BySeat::from_fn(|seat| scores[seat] + end.points[seat]);
            // Scores add up, except that a game point starts them anew.
            if end.standing.game_points() == hand.standing().game_points() {
                assert_eq!(end.standing.scores(), sum);
            }
        }
    });
}

/// A record's lines are read back as the same actions, or others that come to the same hand.
fn a_hand_is_its_lines<G: Game>(trial: &mut Trial<G>) {
    let mut hand = trial.hand.clone();
    let mut actions = vec![];
    while let Some(seat) = hand.turn() {
        let legal = hand.legal();
        let action = legal.nth(below(&mut trial.rng, legal.len()));
        hand.play(action).expect("a legal action");
        actions.push((seat, action));
    }
    let lines = G::lines(&actions);
    assert!(!lines.is_empty() && lines.len() <= actions.len());
    let mut again = trial.hand.clone();
    for line in lines {
        let (seat, words) = line.split_once(' ').expect("a seat and an action");
        assert_eq!(again.turn().map(|turn| turn.to_string()).as_deref(), Some(seat), "{line}");
        for action in trial.rules.read_line(words).expect("an action") {
            again.play(action).expect("a legal action");
        }
    }
    assert_eq!(text(&again), text(&hand));
}

fn rules_are_their_options<G: Game>(random: fn(&mut Stream) -> G) {
    let mut rng = Stream::new([2, 1, 7, 925]);
    for _ in 0..2_000 {
        let some = random(&mut rng);
        assert_eq!(from_json::<G>(&to_json(&some)).as_ref(), Ok(&some));
        let texts: Vec<_> = G::OPTIONS.iter().map(|o| (o.name, some.option(o.name))).collect();
        let read = rules::<G>(texts.iter().map(|(name, value)| (*name, value.as_str())));
        assert_eq!(read.as_ref(), Ok(&some));
        let name = variant_name(&some);
        let mut words = name.split(':');
        if words.next() == Some(G::NAME) {
            let options = words.map(|word| word.split_once('=').expect("name=value"));
            assert_eq!(rules::<G>(options).as_ref(), Ok(&some), "{name}");
        }
    }
}

fn names_are_not_used_twice<G: Game>() {
    assert!(!variant_name(&G::default()).contains(':'), "the published game has a plain name");
    let mut names = HashSet::new();
    for variant in G::VARIANTS {
        let rules = rules::<G>(variant.options.iter().copied()).expect("its options exist");
        assert_eq!(variant_name(&rules), variant.name);
        assert!(names.insert(variant.name));
    }
    let options: HashSet<_> = G::OPTIONS.iter().map(|option| option.name).collect();
    assert_eq!(options.len(), G::OPTIONS.len());
    for option in G::OPTIONS {
        let values: HashSet<_> = option.values.iter().collect();
        assert_eq!(values.len(), option.values.len());
        assert!(
            values.iter().all(|value| option.allowed().contains(**value) || option.also.is_some())
        );
        assert_eq!(G::default().option(option.name), option.default());
        assert!(!option.meaning.is_empty());
    }
}

fn the_suite<G: Game>(random: fn(&mut Stream) -> G) {
    actions_are_their_index_and_their_text::<G::Action>();
    no_text_panics::<G::Action>();
    rules_are_their_options(random);
    names_are_not_used_twice::<G>();
    trials(random, 100, |mut trial| a_hand_starts_and_ends_as_its_standing_says(&mut trial));
    trials(random, 100, |mut trial| a_hand_is_its_lines(&mut trial));
    trials(random, 40, |mut trial| {
        a_standing_is_its_record(&trial.standing);
        every_seat_has_a_role_that_can_be_headed::<G>(&trial.hand);
        points(&mut trial, |hand, rng| {
            if below(rng, 4) == 0 {
                the_legal_actions_are_a_list_and_a_set::<G>(hand);
            }
            if below(rng, 20) == 0 || hand.turn().is_none() {
                just_the_legal_actions_can_be_played::<G>(hand);
                a_view_shows_nothing_hidden::<G>(hand, rng);
            }
        });
    });
}

#[test]
fn nine_two_five_keeps_the_contract_of_a_game() {
    the_suite::<NineTwoFive>(common::random_rules);
}

#[test]
fn three_legged_kitty_keeps_the_contract_of_a_game() {
    the_suite::<ThreeLeggedKitty>(kitty::random_rules);
}

#[test]
fn three_kings_keeps_the_contract_of_a_game() {
    the_suite::<ThreeKings>(kings::random_rules);
}

#[test]
#[should_panic(expected = "only the seat to move has actions")]
fn a_view_of_another_seats_turn_does_not_tell_what_it_may_do() {
    let game = NineTwoFive::default();
    let deck = Deck::shuffled(&mut Stream::new([3, 1, 7, 925]));
    let hand = game.start(&game.first_standing(Seat::P0), &Deal::new(deck, BySeat([16; 3])));
    let _ = hand.view(Seat::P1).legal();
}

#[test]
#[should_panic(expected = "9-2-5 deals sixteen cards each")]
fn a_deal_of_other_sizes_is_refused() {
    let game = NineTwoFive::default();
    let deck = Deck::shuffled(&mut Stream::new([4, 1, 7, 925]));
    game.start(&game.first_standing(Seat::P0), &Deal::new(deck, BySeat([17, 16, 16])));
}
