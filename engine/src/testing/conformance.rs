//! What every game owes to whoever plays, searches or records it, whatever its rules are.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value};

use super::checks;
use super::trials::{Trial, Trials, named};
use super::{playouts, records, scenes, seen, text, worlds};
use crate::options::{from_json_of, rules_of, to_json, variant_name};
use crate::random::{Stream, below};
use crate::seat::Seat;
use crate::{Action, Game, Hand, Legal, Standing};

/// Makes all the checks that need nothing but the game: [`actions`], [`options`], [`hands`],
/// [`worlds`], [`scenes`], [`seen`], [`records`], [`playouts`] and [`matches_end`].
///
/// 400 hands are enough for a game that is played one card an action, and take some seconds.
///
/// # Panics
/// If the game breaks a promise.
pub fn conformance<G: Game>(trials: &Trials<G>) {
    actions::<G>();
    options(trials);
    hands(trials);
    worlds(trials);
    scenes(trials);
    seen(trials);
    records(trials);
    playouts(trials);
    matches_end(trials);
}

/// Each action is its index and its text, and no other text panics.
///
/// Indices and texts are one to one with the actions, no index is [`Action::COUNT`] or above, and
/// a text that is read is written back as it was. Tries all actions and [so many](checks) texts of 50,000.
///
/// # Panics
/// If an action is not read back.
pub fn actions<G: Game>() {
    named(&G::NAME, actions_are_their_index_and_their_text::<G::Action>);
    named(&G::NAME, no_text_panics::<G::Action>);
}

fn actions_are_their_index_and_their_text<A: Action>() {
    let mut texts = HashSet::new();
    for index in 0..A::COUNT {
        let Some(action) = A::from_index(index) else {
            continue;
        };
        assert_eq!(action.index(), index, "the index of `{action}`, which has index {index}");
        let text = action.to_string();
        let read = text.parse::<A>().ok();
        assert_eq!(read, Some(action), "the text `{text}` is not read as its action");
        assert_eq!(text.trim(), text, "blanks around an action's text");
        assert!(texts.insert(text), "two actions have the text `{action}`");
    }
    assert!(!texts.is_empty(), "no index has an action");
    for index in [A::COUNT, A::COUNT + 1, 2 * A::COUNT, usize::MAX] {
        assert_eq!(A::from_index(index), None, "index {index} with a count of {}", A::COUNT);
    }
}

/// Texts that nobody should write: parsed or refused, but never a panic.
fn no_text_panics<A: Action>() {
    let mut rng = Stream::new([1, 1, 7, 925]);
    let own = (0..A::COUNT).filter_map(A::from_index).map(|action| action.to_string());
    let odd = " 0123456789♠é\0\n-+".to_owned();
    let letters: BTreeSet<char> = own.chain([odd]).collect::<String>().chars().collect();
    let letters: Vec<char> = letters.into_iter().collect();
    for _ in 0..checks(50_000) {
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
            Ok(action) => assert_eq!(action.to_string(), text, "read, but written otherwise"),
            Err(error) => assert!(!error.to_string().is_empty(), "`{text}` is refused for nothing"),
        }
    }
}

/// The options can be set to their values and are read back so, defaults first; no name is used
/// twice; what a record or a name says of rules comes to these rules. Tries [so many](checks) of
/// 3,000 rules, as the trials have them.
///
/// # Panics
/// If an option is not read back.
pub fn options<G: Game>(trials: &Trials<G>) {
    let game = trials.game();
    named(&game.name(), || names_are_not_used_twice(game));
    named(&game.name(), || options_are_read_back(game));
    let mut rng = Stream::new([2, 1, 7, 925]);
    for _ in 0..checks(3_000) {
        rules_are_their_options(game, &trials.some_rules(&mut rng));
    }
}

fn options_are_read_back<G: Game>(game: &G) {
    for option in game.options() {
        for value in option.values {
            let mut set = game.published();
            let taken = set.set_option(option.name, value);
            assert_eq!(taken, Some(()), "{} can't be set to its value {value}", option.name);
            assert_eq!(set.option(option.name), *value, "{} reads back", option.name);
        }
    }
    assert_eq!(game.published().set_option("no such option", "true"), None, "an option nobody has");
}

fn rules_are_their_options<G: Game>(game: &G, some: &G) {
    let name = variant_name(some);
    let json = to_json(some);
    assert_eq!(from_json_of(game, &json).as_ref(), Ok(some), "the rules {name} from {json:?}");
    let texts: Vec<_> = game.options().iter().map(|o| (o.name, some.option(o.name))).collect();
    let read = rules_of(game, texts.iter().map(|(name, value)| (*name, value.as_str())));
    assert_eq!(read.as_ref(), Ok(some), "the rules {name} from {texts:?}");
    let mut words = name.split(':');
    if words.next() == Some(game.name()) {
        let options = words.map(|word| word.split_once('=').expect("name=value"));
        assert_eq!(rules_of(game, options).as_ref(), Ok(some), "the rules {name} from their name");
    }
}

fn names_are_not_used_twice<G: Game>(game: &G) {
    let published = variant_name(&game.published());
    assert!(!published.contains(':'), "the published game has a plain name, not {published}");
    let mut names = HashSet::new();
    for variant in game.variants() {
        let rules = rules_of(game, variant.options.iter().copied()).expect("its options exist");
        assert_eq!(variant_name(&rules), variant.name);
        assert!(names.insert(variant.name), "two variants are called {}", variant.name);
    }
    let options: HashSet<_> = game.options().iter().map(|option| option.name).collect();
    assert_eq!(options.len(), game.options().len(), "two options have one name: {options:?}");
    for option in game.options() {
        let name = option.name;
        let values: HashSet<_> = option.values.iter().collect();
        assert_eq!(values.len(), option.values.len(), "{name} lists a value twice");
        let allowed = option.allowed();
        assert!(
            values.iter().all(|value| allowed.contains(**value) || option.also.is_some()),
            "{name} does not tell all its values: {allowed}"
        );
        assert_eq!(game.published().option(name), option.default(), "{name} by default");
        assert!(!option.meaning.is_empty(), "{name} means nothing");
    }
}

/// The promises of a hand: what is legal, what playing does, and how it ends.
///
/// In every hand: it starts as its standing says and ends with an outcome; points come to scores;
/// any legal action is drawn as `below` has it; the same actions lead to the same hand, played
/// with or without check. At some of its decisions: [`Legal`] is one list
/// and one set; just these actions can be played, and others leave the hand as it was. 400 hands
/// take some seconds, if there are some hundred actions.
///
/// # Panics
/// If the game breaks a promise.
pub fn hands<G: Game>(trials: &Trials<G>) {
    trials.each(|trial| {
        a_standing_is_its_record(&trial.rules(), &trial.standing);
        starts_as_its_standing_says(trial);
        loop {
            any_legal_is_as_below_has_it::<G>(&trial.hand, &mut trial.rng);
            every_seat_has_a_role(trial);
            let over = trial.hand.turn().is_none();
            assert_eq!(trial.hand.outcome().is_some(), over, "an outcome when nobody is to move");
            if over || below(&mut trial.rng, 4) == 0 {
                legal_is_a_list_and_a_set::<G>(&trial.hand);
            }
            if over || below(&mut trial.rng, 20) == 0 {
                just_the_legal_actions_can_be_played::<G>(&trial.hand);
            }
            if !trial.step() {
                break;
            }
        }
        points_come_to_scores(trial);
        comes_of_its_deal_and_actions(trial);
    });
}

fn a_standing_is_its_record<G: Game>(rules: &G, standing: &G::Standing) {
    let carry = standing.carry();
    let read = |carry: &Map<String, Value>| {
        rules.read_standing(standing.dealer(), standing.scores(), carry)
    };
    assert_eq!(read(&carry).as_ref(), Ok(standing), "read back from {carry:?}");
    let mut unknown = carry.clone();
    unknown.insert("no such thing".to_owned(), Value::Bool(true));
    assert!(read(&unknown).is_err(), "a carry that no hand has is read: {unknown:?}");
    for key in carry.keys() {
        for wrong in [Value::Null, Value::from("x"), Value::from(vec![1; 7])] {
            let mut carry = carry.clone();
            carry.insert(key.clone(), wrong);
            assert!(read(&carry).is_err(), "a carry that no hand has is read: {carry:?}");
        }
    }
}

fn starts_as_its_standing_says<G: Game>(trial: &Trial<'_, G>) {
    assert_eq!(trial.hand.standing(), &trial.standing, "the standing of the hand");
    assert_eq!(trial.hand.rules(), &trial.rules(), "the rules of the hand");
    assert_eq!(trial.hand.tricks().0, [0; 3], "tricks before the first action");
}

fn every_seat_has_a_role<G: Game>(trial: &Trial<'_, G>) {
    let rules = trial.rules();
    let roles = rules.roles().len();
    for seat in Seat::ALL {
        let role = trial.hand.role(seat);
        assert!(role < roles || roles == 0, "seat {seat} has role {role} of {roles}");
    }
    assert!((0..roles).all(|role| !rules.role_heading(role).is_empty()), "a role with no heading");
}

fn any_legal_is_as_below_has_it<G: Game>(hand: &G::Hand, rng: &mut Stream) {
    let legal = hand.legal();
    if legal.is_empty() {
        return;
    }
    let mut same = rng.clone();
    let any = hand.any_legal(&mut same);
    let due = legal.nth(below(rng, legal.len()));
    assert_eq!(any, due, "any legal action is not the one that `below` says");
    assert_eq!(below(&mut same, 1 << 30), below(rng, 1 << 30), "any_legal draws other numbers");
}

fn legal_is_a_list_and_a_set<G: Game>(hand: &G::Hand) {
    let legal = hand.legal();
    let list: Vec<_> = hand.legal().iter().collect();
    assert_eq!(list.len(), legal.len(), "`Legal::iter` and `Legal::len`");
    assert_eq!(legal.is_empty(), list.is_empty(), "`Legal::is_empty`");
    assert_eq!(list.is_empty(), hand.turn().is_none(), "nothing is legal just if nobody moves");
    for (n, &action) in list.iter().enumerate() {
        assert_eq!(legal.nth(n), action, "`Legal::nth` and `Legal::iter`");
        assert_eq!(G::Action::from_index(action.index()), Some(action), "`{action}` by its index");
    }
    let indices: HashSet<usize> = list.iter().map(|action| action.index()).collect();
    assert_eq!(indices.len(), list.len(), "legal actions share an index: {list:?}");
    for action in (0..G::Action::COUNT).filter_map(G::Action::from_index) {
        let listed = indices.contains(&action.index());
        assert_eq!(legal.contains(action), listed, "whether `{action}` is legal");
    }
}

pub(super) fn just_the_legal_actions_can_be_played<G: Game>(hand: &G::Hand) {
    let before = text(hand);
    let legal = hand.legal();
    for action in (0..G::Action::COUNT).filter_map(G::Action::from_index) {
        let mut tried = hand.clone();
        let checked = hand.check(action);
        let played = tried.play(action);
        assert_eq!(checked.is_ok(), legal.contains(action), "`{action}` checked and listed");
        assert_eq!(checked.is_ok(), played.is_ok(), "`{action}` checked and played");
        if let Err(why) = played {
            assert_eq!(text(&tried), before, "`{action}` was refused but changed the hand");
            assert!(!why.to_string().is_empty(), "`{action}` is refused for nothing");
            assert_eq!(Err(why.to_string()), checked.map_err(|why| why.to_string()));
        } else {
            let mut unchecked = hand.clone();
            unchecked.play_unchecked(action);
            assert_eq!(text(&tried), text(&unchecked), "`{action}` played without check");
            assert_ne!(text(&tried), before, "`{action}` changed nothing");
        }
    }
}

/// Scores add up, except that a game point starts them anew.
fn points_come_to_scores<G: Game>(trial: &mut Trial<'_, G>) {
    let end = trial.finish();
    if end.standing.game_points() == trial.standing.game_points() {
        let before = trial.standing.scores();
        let due = Seat::ALL.map(|seat| before[seat] + end.points[seat]);
        assert_eq!(end.standing.scores().0, due, "scores after points of {:?}", end.points);
    }
}

fn comes_of_its_deal_and_actions<G: Game>(trial: &Trial<'_, G>) {
    let mut again = trial.start();
    for &(seat, action) in &trial.actions {
        assert_eq!(again.turn(), Some(seat), "the turn, played again");
        again.play_unchecked(action);
    }
    assert_eq!(text(&again), text(&trial.hand), "the same actions lead to another hand");
}

/// Matches end, whatever the rules: plays each match of the trials on to its end. One of random play
/// that is not over after 100,000 hands is held to be endless. 10,000 matches take about a second.
///
/// # Panics
/// If a match does not end.
pub fn matches_end<G: Game>(trials: &Trials<G>) {
    trials.each(|trial| {
        if trial.number() > 0 {
            return;
        }
        let mut outcome = trial.finish();
        for _ in 0..100_000 {
            if outcome.over {
                return;
            }
            outcome = trial.another(outcome.standing);
        }
        panic!("the match does not end");
    });
}
