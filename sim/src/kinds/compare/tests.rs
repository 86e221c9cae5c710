//! Studies in which nothing depends on the bots: the same bot is every rung, each time with a luck of its own.

use threehand_engine::BySeat;
use threehand_play::referee::Watch;
use threehand_play::{Arena, Catalog, Continued, Decks, DynHand, Keep, MatchRow, Recorded, Seeds};
use threehand_stats::{Verdict, binomial_interval};

use super::design::Design;
use super::figures::figures;
use super::findings::Comparison;
use super::study::Study;
use super::variants::{NamedVariant, variants};
use crate::play::ordered_map::ordered_map;
use crate::play::players::{PlayedBy, label};

/// Plays each rung with random numbers of its own, by the number of the line-up.
struct OwnLuck<'a>(Box<dyn Arena + 'a>);

impl Arena for OwnLuck<'_> {
    fn play(
        &self,
        decks: &mut Decks,
        (lineup, seated): (usize, BySeat<usize>),
        keep: Keep,
        watch: Option<&Watch<'_>>,
    ) -> MatchRow {
        let rung = seated.0.into_iter().max().unwrap_or_default();
        self.0.play(decks, (lineup + 4 * rung, seated), keep, watch)
    }

    fn play_on(
        &self,
        hand: (usize, &dyn DynHand),
        decks: &mut Decks,
        lineup: (usize, BySeat<usize>),
    ) -> Continued {
        self.0.play_on(hand, decks, lineup)
    }

    fn recorded(&self, number: u64, lineup: (usize, BySeat<usize>)) -> Recorded<'_> {
        self.0.recorded(number, lineup)
    }
}

/// Studies of two variants by `rungs` times the same bot.
#[derive(Clone, Copy)]
struct NullStudies {
    variants: &'static [&'static str],
    bot: &'static str,
    rungs: usize,
    blocks: u64,
    studies: u64,
}

/// In how many studies something is said to depend on the bots: by the test, and by the rule that a difference
/// is significant on some rungs and not on others. How many figures were tested.
type False = (u64, u64, usize);

impl NullStudies {
    fn play(self, game: &str) -> False {
        let catalog = Catalog::standard();
        let game = catalog.game(game).expect("a game");
        let spec = game.spec(self.bot).expect("a spec");
        let players = label(vec![PlayedBy::BuiltIn(spec); self.rungs]);
        let seated: Vec<_> = players.iter().map(|player| player.who.clone()).collect();
        let names: Vec<String> = self.variants.iter().map(|&name| name.to_owned()).collect();
        let Ok(named) = variants(game, &names, &[]) else { panic!("{names:?}") };
        let study = |seed: u64| {
            let arena = |variant: &NamedVariant| {
                OwnLuck(game.arena(&*variant.rules, &seated, Seeds(seed), 1000))
            };
            let arenas = named.iter().map(|variant| Box::new(arena(variant)) as Box<dyn Arena>);
            let design = Design {
                game,
                seeds: Seeds(seed),
                variants: names.clone(),
                arenas: arenas.collect(),
                rungs: players.clone(),
                against: None,
                margins: vec![None; figures(game, 1000).len()],
                figures: figures(game, 1000),
            };
            let mut study = Study::new(&design);
            (0..self.blocks).for_each(|number| study.add(&design.play(number, None)));
            judged(&Comparison::new(&design, &study))
        };
        let (mut by_test, mut by_rule, mut tested) = (0, 0, 0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let flow = ordered_map(threads, 0..self.studies, study, |_, found: (bool, bool, usize)| {
            by_test += u64::from(found.0);
            by_rule += u64::from(found.1);
            tested = found.2;
            std::ops::ControlFlow::<()>::Continue(())
        });
        assert!(flow.is_ok_and(|flow| flow.is_continue()));
        (by_test, by_rule, tested)
    }
}

/// Whether a study says of any figure that it depends on the bots, and whether the signs alone would.
fn judged(comparison: &Comparison<'_>) -> (bool, bool, usize) {
    let (mut by_test, mut by_rule, mut tested) = (false, false, 0);
    for (pair, figure, verdict) in comparison.verdicts() {
        let signs: Vec<_> = pair.signs(figure).into_iter().flatten().collect();
        by_test |= verdict == Verdict::DependsOnTheBots;
        by_rule |= signs.iter().any(|sign| *sign != signs[0]);
        tested += usize::from(pair.differing[figure].0.is_some());
    }
    (by_test, by_rule, tested)
}

#[test]
fn the_same_bot_as_three_rungs_seldom_seems_to_be_three() {
    let variants = &["9-2-5", "9-5-2"];
    let studies = NullStudies { variants, bot: "random", rungs: 3, blocks: 40, studies: 24 };
    let (by_test, by_rule, tested) = studies.play("9-2-5");
    assert!(tested > 20 && by_rule > 2, "{by_rule} of 24 by signs, {tested} tests");
    assert!(binomial_interval(by_test, 24).0 <= 0.05, "{by_test} of 24");
}

#[test]
#[ignore = "minutes: makes results/calibration/heterogeneity.md"]
#[expect(clippy::print_stdout, reason = "it makes a page")]
fn a_page_of_null_studies() {
    println!(
        "| game | bot | as so many bots | blocks | studies | tests | \"depends\" | by signs |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let contracts = &["9-2-5", "9-5-2"][..];
    let kitty = &["three-legged-kitty", "three-legged-kitty:overpay=true"];
    let kings = &["three-kings", "three-kings:melds=all"];
    for (game, variants, bot, rungs) in [
        ("9-2-5", contracts, "random", 3),
        ("9-2-5", contracts, "random", 5),
        ("9-2-5", contracts, "greedy:epsilon=0.1", 3),
        ("three-legged-kitty", kitty, "random", 3),
        ("three-kings", kings, "random", 3),
    ] {
        for (blocks, studies) in [(20, 1000), (50, 500), (120, 500), (500, 200)] {
            let null = NullStudies { variants, bot, rungs, blocks, studies };
            let found = null.play(game);
            let (by_test, by_rule, tested) = found;
            let percent = |count: u64| {
                let (lo, hi) = binomial_interval(count, studies);
                let share = 100.0 * count as f64 / studies as f64;
                format!("{share:.1} % ({:.1} to {:.1})", 100.0 * lo, 100.0 * hi)
            };
            let (by_test, by_rule) = (percent(by_test), percent(by_rule));
            let who = format!("{game} | {bot} | {rungs}");
            println!("| {who} | {blocks} | {studies} | {tested} | {by_test} | {by_rule} |");
        }
    }
}
