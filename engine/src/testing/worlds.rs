//! What a seat sees, and the worlds that it can't tell apart.

use std::fmt::Debug;

use super::script::play_randomly;
use super::text;
use super::trials::{Trial, Trials};
use crate::random::{Stream, below};
use crate::seat::Seat;
use crate::{Game, Hand, Legal, View, Worlds};

/// Two hands that a seat can't tell apart show it the same, and the sampler of worlds gives such
/// hands.
///
/// At a random point of each hand and at its end, for every seat: a world that is drawn has the
/// same view, to the letter, the same [scene](View::scene), the same turn and, if it is the seat's own, the same legal actions; it
/// is as open as the true hand in roles, contracts and tricks; it can be played to its end; and its
/// own view has as many worlds, which the same random numbers draw. What is kept of the view is the same in the
/// world, and has the same worlds. 400 hands take a second or two, nearly all of it in
/// [`Worlds::of`].
///
/// # Panics
/// If a view shows more in one of the hands, or a world is impossible.
pub fn worlds<G: Game>(trials: &Trials<G>) {
    trials.each(|trial| {
        trial.finish();
        for seat in Seat::ALL {
            world::<G>(&trial.hand, seat, &mut trial.rng);
        }
        back_from_end(trial);
        for seat in Seat::ALL {
            world::<G>(&trial.hand, seat, &mut trial.rng);
        }
    });
}

/// Goes back from the end to any decision, each equally likely.
fn back_from_end<G: Game>(trial: &mut Trial<'_, G>) {
    trial.finish();
    let decisions = trial.actions.len();
    if decisions > 0 {
        let last = 1 + below(&mut trial.rng, decisions);
        trial.back_from_end(last);
    }
}

/// The same of one seat in a hand.
///
/// # Panics
/// If a view shows more in one of the hands, or a world is impossible.
pub fn world<G: Game>(hand: &G::Hand, seat: Seat, rng: &mut Stream) {
    let view = hand.view(seat);
    let worlds = G::Worlds::of(&view);
    let count = worlds.count();
    assert!(count.is_none_or(|count| count >= 1.0), "seat {seat} has {count:?} worlds");
    let owned = view.to_owned();
    for by_owned in [false, true] {
        let world = worlds.draw(rng);
        assert_same_view(&world.view(seat), &view);
        let of_world = world.view(seat);
        assert_eq!(of_world.seen(), view.seen(), "seat {seat} is told more than it knows");
        assert_eq!(
            text(&of_world.to_owned()),
            text(&owned),
            "seat {seat} keeps more than it knows"
        );
        assert_same_in_the_open::<G>(&world, hand);
        let again = G::Worlds::of(&if by_owned { owned.view() } else { world.view(seat) });
        assert_eq!(
            again.count(),
            count,
            "the worlds of seat {seat} in a world of it, or as it was kept"
        );
        let draw = |worlds: &G::Worlds, mut rng: Stream| text(&worlds.draw(&mut rng));
        let drawn = draw(&worlds, rng.clone());
        assert_eq!(draw(&again, rng.clone()), drawn, "seat {seat} draws by what it can't see");
        let mut over = world;
        play_randomly(&mut over, rng, |_| true);
        assert!(over.outcome().is_some(), "a world of seat {seat} has no outcome");
    }
}

fn assert_same_view<G: Game>(one: &View<'_, G>, other: &View<'_, G>) {
    let seat = other.seat();
    assert_eq!(text(one), text(other), "the view of seat {seat} tells of what it can't see");
    assert_eq!(one.turn(), other.turn(), "whose turn seat {seat} sees");
    assert_eq!(one.standing(), other.standing(), "the standing that seat {seat} sees");
    assert_eq!(one.rules(), other.rules(), "the rules that seat {seat} sees");
    if other.turn() == Some(seat) {
        let actions = |view: &View<'_, G>| view.legal().iter().collect::<Vec<_>>();
        assert_eq!(actions(one), actions(other), "what seat {seat} may do");
    }
}

fn assert_same_in_the_open<G: Game>(world: &G::Hand, hand: &G::Hand) {
    let contract = |hand: &G::Hand, seat| hand.contract(seat).map(|it| it.to_string());
    for seat in Seat::ALL {
        assert_eq!(world.role(seat), hand.role(seat), "the role of seat {seat} in a world");
        assert_eq!(contract(world, seat), contract(hand, seat), "the contract of seat {seat}");
    }
    assert_eq!(world.tricks(), hand.tricks(), "the tricks in a world");
}

/// A sampler, which a bot may keep, holds no more than its seat has seen: its text is the same for
/// a hand and for a world of it.
///
/// One point of each hand, for every seat. 40 hands are enough, which take no second; most of the
/// drawn worlds have to differ from the true hand, or the check would find nothing.
///
/// # Panics
/// If the sampler holds more, or too few worlds differ from the true hand.
pub fn worlds_say_no_more<G: Game<Worlds: Debug>>(trials: &Trials<G>) {
    let (mut drawn, mut other) = (0, 0);
    trials.each(|trial| {
        back_from_end(trial);
        for seat in Seat::ALL {
            let worlds = G::Worlds::of(&trial.hand.view(seat));
            let world = worlds.draw(&mut trial.rng);
            drawn += 1;
            other += u32::from(text(&world) != text(&trial.hand));
            let again = G::Worlds::of(&world.view(seat));
            assert_eq!(text(&worlds), text(&again), "seat {seat} has a sampler that tells more");
        }
    });
    let few = 2 * other <= drawn;
    let game = trials.game().name();
    assert!(!few, "{game}: only {other} of {drawn} worlds were other than the true hand");
}
