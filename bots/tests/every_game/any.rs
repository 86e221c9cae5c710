//! Games, hands and bots without their types do what they do with them, and refuse what can't be.

use threehand_bots::{AnyError, AnyGame, Lab, Registry, any_game, bot_rng};
use threehand_engine::{Deck, Seat, Stream, below};

fn deck(number: u64) -> Deck {
    Deck::shuffled(&mut Stream::new([number, 0, 90, 1]))
}

fn each_game(mut check: impl FnMut(&dyn AnyGame)) {
    let lab = Lab::standard();
    for name in lab.games() {
        check(&*any_game(&lab, name).expect("a game of the lab"));
    }
}

#[test]
fn a_match_is_played_by_indices_alone() {
    each_game(|game| {
        let rules = game.rules(&[]).expect("the rules as published");
        let mut rng = Stream::new([3, 0, 90, 2]);
        let mut hand = rules.first_hand(Seat::P1, &deck(0));
        for number in 1.. {
            while hand.turn().is_some() {
                let legal = hand.legal();
                let index = legal[below(&mut rng, legal.len())];
                let text = game.action_text(index).expect("a legal action has a text");
                assert_eq!(game.action_index(&text), Some(index), "{text}");
                hand.play(index).expect("it is legal");
            }
            assert!(hand.legal().is_empty());
            let end = hand.end().expect("nobody is to move");
            match hand.next_hand(&deck(number)) {
                Some(next) => hand = next,
                None => {
                    assert!(end.over, "{} goes on", game.name());
                    break;
                }
            }
        }
    });
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    each_game(|game| {
        let mut hand = game.rules(&[]).unwrap().first_hand(Seat::P0, &deck(5));
        let before = hand.view_text(Seat::P2);
        let legal = hand.legal();
        for index in (0..game.action_count()).filter(|index| !legal.contains(index)) {
            assert!(matches!(hand.play(index), Err(AnyError::Illegal { .. })), "{index}");
        }
        let beyond = hand.play(game.action_count());
        assert!(matches!(beyond, Err(AnyError::NoSuchAction { .. })), "{beyond:?}");
        assert_eq!((hand.view_text(Seat::P2), hand.legal()), (before, legal));
    });
}

#[test]
fn a_world_looks_the_same_to_its_seat_and_a_copy_goes_its_own_way() {
    each_game(|game| {
        let mut rng = bot_rng([8; 32]);
        let hand = game.rules(&[]).unwrap().first_hand(Seat::P0, &deck(6));
        let world = hand.world(Seat::P1, &mut rng);
        assert_eq!(world.view_text(Seat::P1), hand.view_text(Seat::P1));
        assert_ne!(world.view_text(Seat::P2), hand.view_text(Seat::P2));
        let mut copy = hand.copy();
        copy.play(copy.legal()[0]).unwrap();
        assert_ne!(copy.view_text(Seat::P0), hand.view_text(Seat::P0));
    });
}

#[test]
fn a_bot_decides_by_its_game_alone() {
    let lab = Lab::standard();
    let game = any_game(&lab, "three-kings").unwrap();
    let mut bot = game.bot("heuristic").unwrap();
    let mut rng = bot_rng([9; 32]);
    let hand = game.rules(&[]).unwrap().first_hand(Seat::P0, &deck(7));
    assert!(hand.legal().contains(&bot.decide(&*hand, &mut rng).unwrap()));
    let other = any_game(&lab, "9-2-5").unwrap().rules(&[]).unwrap();
    let error = bot.decide(&*other.first_hand(Seat::P0, &deck(7)), &mut rng).unwrap_err();
    assert_eq!(error.to_string(), "a bot of three-kings was asked about a hand of 9-2-5");
    assert!(game.bot("heurstic").err().unwrap().to_string().contains("did you mean `heuristic`"));
    assert!(any_game(&lab, "bridge").is_none());
}
