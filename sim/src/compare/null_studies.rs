//! Studies in which nothing depends on the bots: the same bot is every rung, each time with a luck of its own.

use rand::Rng as _;
use threehand_bots::{Bot, BotRng, Bots, Knowledge, Lab, Maker, Registry as _, Visitor, bot_rng};
use threehand_engine::View;

use super::findings::{Comparison, Who};
use super::study::Study;
use super::study_block::play_block;
use super::variants::variants;
use crate::play::ordered_map::ordered_map;
use crate::play::players::{PlayedBy, Player, label};
use crate::play::seated::Seated;
use crate::play::seeds::Seeds;
use crate::play::table::Table;
use crate::stats::{Verdict, binomial_interval};

/// The same bot with another luck for each number.
struct WithLuck<G: Knowledge>(Box<dyn Bot<G>>, u8);

impl<G: Knowledge> Bot<G> for WithLuck<G> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        self.0.decide(view, &mut bot_rng(seed.map(|byte| byte ^ self.1)))
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

impl Visitor for NullStudies {
    type Output = False;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> False {
        let spec = bots.spec(self.bot).expect("a spec");
        let makers: Vec<Maker<'_, G>> = (0..self.rungs).map(|_| bots.maker(&spec)).collect();
        let players = label(vec![PlayedBy::BuiltIn(spec); self.rungs]);
        let names: Vec<String> = self.variants.iter().map(|&name| name.to_owned()).collect();
        let Ok(named) = variants::<G>(&names, &[]) else { panic!("{names:?}") };
        let rules: Vec<G> = named.iter().map(|variant| variant.rules).collect();
        let study = |seed: u64| {
            let make = |rung: usize| Seated::Bot(Box::new(WithLuck(makers[rung](), rung as u8)));
            let (mut study, measures) = Study::new::<G>(rules.len(), self.rungs, None);
            let table = |&rules| Table::new(rules, Seeds(seed), 1000, &make);
            let tables: Vec<_> = rules.iter().map(table).collect();
            for number in 0..self.blocks {
                study.add(&play_block(&tables, self.rungs, &measures, Seeds(seed), number));
            }
            judged(G::NAME, &names, &players, &study)
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
fn judged(
    game: &'static str,
    names: &[String],
    rungs: &[Player],
    study: &Study,
) -> (bool, bool, usize) {
    let margins = vec![None; study.figures.len()];
    let who = Who { variants: names, rungs, against: None };
    let comparison = Comparison::new(game, who, &margins, study);
    let (mut by_test, mut by_rule, mut tested) = (false, false, 0);
    comparison.each_verdict(|pair, figure, verdict| {
        let signs: Vec<_> = pair.signs(figure).into_iter().flatten().collect();
        by_test |= verdict == Verdict::DependsOnTheBots;
        by_rule |= signs.iter().any(|sign| *sign != signs[0]);
        tested += usize::from(pair.differing[figure].is_some());
    });
    (by_test, by_rule, tested)
}

#[test]
fn the_same_bot_as_three_rungs_seldom_seems_to_be_three() {
    let variants = &["9-2-5", "9-5-2"];
    let studies = NullStudies { variants, bot: "random", rungs: 3, blocks: 40, studies: 24 };
    let (by_test, by_rule, tested) = Lab::standard().with_game("9-2-5", studies).expect("a game");
    assert!(tested > 20 && by_rule > 2, "{by_rule} of 24 by signs, {tested} tests");
    assert!(binomial_interval(by_test, 24).0 <= 0.05, "{by_test} of 24");
}

#[test]
#[ignore = "minutes: makes results/calibration/heterogeneity.md"]
#[expect(clippy::print_stdout, reason = "it makes a page")]
fn a_page_of_null_studies() {
    println!("| game | bot | rungs | blocks | studies | tests | \"depends\" | by signs |");
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
            let found = Lab::standard().with_game(game, null).expect("a game");
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
