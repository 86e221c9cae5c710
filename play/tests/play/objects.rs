//! Games, hands and bots without their types do what they do with them, and refuse what can't be.

use threehand_bots::{BotRng, Lab, Planes, bot_rng};
use threehand_engine::{Deck, Seat, Stream, below};
use threehand_play::{DynError, DynGame, DynHand, Seeds, dyn_game};

fn deck(number: u64) -> Deck {
    Deck::shuffled(&mut Stream::new([number, 0, 90, 1]))
}

fn each_game(mut check: impl FnMut(&dyn DynGame)) {
    let lab = Lab::standard();
    for name in lab.games() {
        check(&*dyn_game(&lab, name).expect("a game of the lab"));
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
        let before = hand.view(Seat::P2).text();
        let legal = hand.legal();
        for index in (0..game.action_count()).filter(|index| !legal.contains(index)) {
            assert!(matches!(hand.play(index), Err(DynError::Illegal { .. })), "{index}");
        }
        let beyond = hand.play(game.action_count());
        assert!(matches!(beyond, Err(DynError::NoSuchAction { .. })), "{beyond:?}");
        assert_eq!((hand.view(Seat::P2).text(), hand.legal()), (before, legal));
    });
}

#[test]
fn a_world_looks_the_same_to_its_seat_and_a_copy_goes_its_own_way() {
    each_game(|game| {
        let mut rng = bot_rng([8; 32]);
        let hand = game.rules(&[]).unwrap().first_hand(Seat::P0, &deck(6));
        let view = hand.view(Seat::P1);
        let world = view.worlds().draw(&mut rng);
        assert_eq!(world.view(Seat::P1).text(), view.text());
        assert_ne!(world.view(Seat::P2).text(), hand.view(Seat::P2).text());
        let mut copy = hand.copy();
        copy.play(copy.legal()[0]).unwrap();
        assert_ne!(copy.view(Seat::P0).text(), hand.view(Seat::P0).text());
    });
}

#[test]
fn a_saved_hand_comes_back_with_its_rules() {
    each_game(|game| {
        let mut hand = game.rules(&[]).unwrap().first_hand(Seat::P2, &deck(8));
        for _ in 0..9 {
            let action = *hand.legal().last().expect("nine decisions do not end a hand");
            hand.play(action).unwrap();
        }
        let (rules, back) = game.restore(&hand.saved().unwrap()).expect("it was saved so");
        assert_eq!(rules.variant(), game.name());
        for seat in Seat::ALL {
            assert_eq!(back.view(seat).text(), hand.view(seat).text());
        }
    });
}

#[test]
fn a_drawn_world_is_saved_with_a_past_that_leads_to_it_and_a_view_as_a_world_of_it() {
    each_game(|game| {
        let mut rng = bot_rng([1; 32]);
        for number in 0..8 {
            let mut hand = game.rules(&[]).unwrap().first_hand(Seat::P2, &deck(number));
            loop {
                if below(&mut rng, 8) == 0 {
                    comes_back(game, &*hand, Seat::cyclic(below(&mut rng, 3)), &mut rng);
                }
                let legal = hand.legal();
                if legal.is_empty() {
                    break;
                }
                hand.play(legal[below(&mut rng, legal.len())]).unwrap();
            }
            Seat::ALL.into_iter().for_each(|seat| comes_back(game, &*hand, seat, &mut rng));
        }
    });
}

fn comes_back(game: &dyn DynGame, hand: &dyn DynHand, seat: Seat, rng: &mut BotRng) {
    let view = hand.view(seat);
    let world = view.worlds().draw(rng);
    let saved = world.saved().expect("the game tells its past");
    let (_, back) = game.restore(&saved).expect("it was saved so");
    assert_eq!(back.saved(), Some(saved));
    for seat in Seat::ALL {
        assert_eq!(back.view(seat).text(), world.view(seat).text());
    }
    assert_eq!(back.legal(), world.legal());
    let kept = view.saved().expect("the game tells its past");
    let (_, back) = game.restore(&kept.world).expect("it was saved so");
    let back = back.view(kept.seat);
    assert_eq!((back.seat(), back.text(), back.legal()), (seat, view.text(), view.legal()));
    // It says no more than the seat knows: it is the same in another world of the seat.
    assert_eq!(world.view(seat).saved(), Some(kept));
}

#[test]
fn a_bot_decides_by_its_game_alone() {
    let lab = Lab::standard();
    let game = dyn_game(&lab, "three-kings").unwrap();
    let mut bot = game.bot("heuristic").unwrap();
    let mut rng = bot_rng([9; 32]);
    let hand = game.rules(&[]).unwrap().first_hand(Seat::P0, &deck(7));
    let [turn, other] = [hand.turn().unwrap(), hand.turn().unwrap().left()];
    assert!(hand.legal().contains(&bot.decide(&*hand.view(turn), &mut rng).unwrap()));
    let error = bot.decide(&*hand.view(other), &mut rng).unwrap_err();
    assert_eq!(error, DynError::NotItsTurn(other));
    let other = dyn_game(&lab, "9-2-5").unwrap().rules(&[]).unwrap();
    let error =
        bot.decide(&*other.first_hand(Seat::P0, &deck(7)).view(Seat::P0), &mut rng).unwrap_err();
    assert_eq!(error.to_string(), "a bot of three-kings was asked about a hand of 9-2-5");
    assert!(game.bot("heurstic").err().unwrap().to_string().contains("did you mean `heuristic`"));
    assert!(dyn_game(&lab, "bridge").is_none());
}

/// The cards of batches.
const SEEDS: Seeds = Seeds(9);

#[test]
fn a_batch_plays_what_its_matches_would_play_alone() {
    const SIZE: usize = 3;
    each_game(|game| {
        let rules = game.rules(&[]).unwrap();
        let mut batch = rules.batch(SIZE, SEEDS);
        let alone = |number| rules.first_hand(SEEDS.first_dealer(number), &SEEDS.deck(number, 0));
        let mut hands: Vec<_> = (0..SIZE as u64).map(|number| (alone(number), number, 0)).collect();
        let actions = game.action_count();
        let (mut turns, mut masks) = ([0; SIZE], vec![0; SIZE * actions]);
        let (mut planes, mut seen) = (vec![0; SIZE * Planes::BYTES], vec![0; Planes::BYTES]);
        let (mut rng, mut chosen, mut matches) = (bot_rng([4; 32]), [0; SIZE], 0);
        for _ in 0..20_000 {
            batch.turns(&mut turns);
            batch.masks(&mut masks);
            batch.planes(&mut planes);
            batch.sample(&mut rng, &mut chosen);
            for (place, (hand, ..)) in hands.iter().enumerate() {
                let turn = hand.turn().unwrap();
                let mask = &masks[place * actions..][..actions];
                let legal: Vec<_> = (0..actions).filter(|&index| mask[index] == 1).collect();
                let mut due = hand.legal();
                due.sort_unstable();
                hand.view(turn).planes(&mut seen);
                assert_eq!((usize::from(turns[place]), legal), (turn.number(), due));
                assert_eq!(planes[place * Planes::BYTES..][..Planes::BYTES], seen);
            }
            batch.step(&chosen, None).expect("what is drawn is legal");
            for (place, (hand, number, count)) in hands.iter_mut().enumerate() {
                hand.play(chosen[place] as usize).unwrap();
                let end = hand.end();
                let points = end.as_ref().map_or_else(Default::default, |end| end.points);
                assert_eq!(batch.points()[place], points);
                let ended = end.map_or(0, |end| 1 + u8::from(end.over));
                assert_eq!(batch.ended()[place], ended);
                if ended == 1 {
                    *count += 1;
                    *hand = hand.next_hand(&SEEDS.deck(*number, *count)).unwrap();
                } else if ended == 2 {
                    (*number, *count, matches) = (*number + SIZE as u64, 0, matches + 1);
                    *hand = alone(*number);
                }
            }
        }
        assert!(matches > 2, "{}: {matches} matches", game.name());
    });
}

#[test]
fn a_batch_refuses_what_is_not_legal_and_changes_nothing() {
    each_game(|game| {
        let rules = game.rules(&[]).unwrap();
        let mut batch = rules.batch(2, SEEDS);
        let (mut before, mut after) = (vec![0; 2 * Planes::BYTES], vec![0; 2 * Planes::BYTES]);
        batch.planes(&mut before);
        let legal = rules.first_hand(SEEDS.first_dealer(0), &SEEDS.deck(0, 0)).legal()[0] as i32;
        for wrong in [-1, game.action_count() as i32, i32::MAX] {
            let error = batch.step(&[legal, wrong], None).unwrap_err();
            assert_eq!(error.place, 1);
            assert!(error.to_string().contains(&format!("no action {wrong}")), "{error}");
        }
        batch.planes(&mut after);
        assert_eq!(before, after);
    });
}

#[test]
fn playouts_are_counted_in_the_cards_of_a_whole_hand() {
    let lab = Lab::standard();
    for (name, cards) in [("9-2-5", 48), ("three-legged-kitty", 30), ("three-kings", 51)] {
        let mut subjects = dyn_game(&lab, name).expect("a game of the lab").subjects();
        let playout = subjects.iter_mut().find(|subject| subject.bench == "playout");
        assert_eq!(playout.expect("a playout").run(1), cards, "{name}");
    }
}
