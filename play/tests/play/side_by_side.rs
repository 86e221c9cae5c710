//! Matches that are played side by side come out as they do one after another.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use threehand_bots::{
    BatchDecider, Bot, BotRng, Kind, Knowledge, Lab, Parameter, Planes, Settings, ViewBatch,
};
use threehand_engine::{Action as _, BySeat, View};
use threehand_play::{DueMatch, Keep, Player, Seeds, dyn_game};

/// Decides by all that it sees of a view, and now and then fails or does what is not legal.
struct Hashing {
    most: usize,
    fails: bool,
    /// The most views that were shown at once.
    shown: Arc<AtomicUsize>,
}

/// A view: planes and mask, seat and seed.
type Row<'a> = ((&'a [u8], &'a [u8]), (&'a u8, &'a u64));

impl BatchDecider for Hashing {
    fn most(&self) -> usize {
        self.most
    }

    fn decide(&self, views: &ViewBatch) -> Vec<Result<usize, String>> {
        assert!((1..=self.most).contains(&views.len()));
        self.shown.fetch_max(views.len(), Ordering::Relaxed);
        let planes = views.planes.chunks_exact(Planes::BYTES);
        let masks = views.masks.chunks_exact(views.action_count);
        let rows = planes.zip(masks).zip(views.turns.iter().zip(&views.seeds));
        let decide = |((planes, mask), (turn, seed)): Row<'_>| {
            let bytes = planes.iter().chain(mask).chain([turn]);
            let hash = bytes
                .fold(*seed, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
            match hash % 1009 {
                0 if self.fails => Err("out of ideas".to_owned()),
                1 if self.fails => Ok(mask.iter().position(|legal| *legal == 0).expect("not all")),
                _ => {
                    let legal: Vec<_> = (0..mask.len()).filter(|place| mask[*place] == 1).collect();
                    Ok(legal[(hash >> 32) as usize % legal.len()])
                }
            }
        };
        rows.map(decide).collect()
    }
}

/// The bot that decides so.
struct Hasher(Arc<Hashing>);

impl Kind for Hasher {
    const NAME: &'static str = "hasher";
    const ABOUT: &'static str = "decides by a hash";
    const PARAMETERS: &'static [Parameter] = &[];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(One(Arc::clone(&self.0)))
    }

    fn decider(&self, _: &Settings) -> Option<Arc<dyn BatchDecider>> {
        Some(Arc::clone(&self.0) as _)
    }
}

/// The bot, which is asked view by view.
struct One(Arc<Hashing>);

impl<G: Knowledge> Bot<G> for One {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let mut views = ViewBatch::default();
        views.push(view, rng);
        let answer = self.0.decide(&views).pop().expect("an answer");
        let index = answer.unwrap_or_else(|why| panic!("{why}"));
        G::Action::from_index(index).unwrap_or_else(|| panic!("no action {index}"))
    }
}

#[test]
fn side_by_side_gives_the_rows_of_one_after_another() {
    let lineups = [[0, 1, 1], [1, 0, 2], [0, 0, 0], [2, 2, 2], [2, 1, 0]].map(BySeat);
    for (most, fails) in [(1, true), (7, true), (1000, true), (64, false)] {
        let shown = Arc::new(AtomicUsize::new(0));
        let decider = Arc::new(Hashing { most, fails, shown: Arc::clone(&shown) });
        let lab = Lab::standard().bot(Hasher(decider));
        for name in ["9-2-5", "three-legged-kitty", "three-kings"] {
            let game = dyn_game(&lab, name).expect("a game");
            let specs = ["hasher", "random", "greedy:epsilon=0.2"]
                .map(|spec| game.spec(spec).expect("a bot"));
            let players = specs.map(Player::BuiltIn);
            let rules = game.rules(&[]).expect("the rules");
            let arena = game.arena(&*rules, &players, Seeds(5), 12);
            assert_eq!(arena.most_at_once(), most);
            let due: Vec<_> = (0..5)
                .flat_map(|number| {
                    lineups.into_iter().enumerate().map(move |lineup| DueMatch {
                        decks: Seeds(5).decks(number),
                        lineup,
                        keep: Keep { hands: number % 2 == 0, records: number % 3 == 0 },
                    })
                })
                .collect();
            let play =
                |due: &DueMatch| arena.play(&mut due.decks.clone(), due.lineup, due.keep, None);
            let alone: Vec<_> = due.iter().map(play).collect();
            let together = arena.play_side_by_side(due);
            assert_eq!(alone, together, "{name}");
            let forfeits = alone.iter().filter(|row| row.forfeit.is_some()).count();
            assert_eq!(forfeits > 0, fails, "{name}: {forfeits}");
        }
        assert!(shown.load(Ordering::Relaxed) >= most.min(15));
    }
}
