//! `tournament`: bots against each other, every line-up on the same cards.

pub(crate) mod anchor;
mod columns;
mod outcome;
mod page;
mod plan;
pub(crate) mod ratings;
mod recount;
mod settings;
pub(crate) mod standings;
mod text;

use std::any::Any;
use std::ops::Range;

use serde_json::{Map, Value, json};
use threehand_engine::BySeat;
use threehand_play::referee::Watch;
use threehand_play::{
    Arena, DueMatch, DynGame, DynRules, HANDS_HEADER, Keep, MATCHES_HEADER, MatchRow, RowWriter,
    Seeds,
};
use threehand_stats::{
    ConfidenceSequence, Mergeable as _, RATING_REPLICATES, Ratings, Tally, have_shape_of,
    poisson_weights,
};

pub use self::anchor::Anchor;
pub use self::settings::TournamentSettings;

use self::outcome::TournamentOutcome;
use crate::experiment::contract::{
    Block, Experiment, Fold, Kind, Outcome, Plan, Play, Probe, Recount, SavedSums, Settings, Stop,
    json_of, map_of,
};
use crate::experiment::prepare::{arena, facts, labels, part, players, rules, specs};
use crate::files::audit::audited_files::AuditedFiles;
use crate::files::audit::file_fault::FileFault;
use crate::files::growing::{GrowingFile, compress};
use crate::play::players::Player;
use crate::play::rematch::Rematch;
use crate::play::schedule::{Format, Schedule};
use crate::settings::common::CommonSettings;
use crate::settings::match_filter::MatchFilter;
use crate::settings::shard::Shard;
use crate::tables::fields;
use crate::terminal::failure::Failure;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand tournament --game 9-2-5 --bots heuristic,greedy,random
  threehand tournament --game 9-2-5 --bots heuristic,greedy --blocks 10000 --out runs/a --records all
  threehand tournament --game 9-2-5 --rules contracts=9-5-2,bleed_cap=free --bots greedy,greedy:epsilon=0.1
  threehand tournament --config runs/a/config.toml --seed 2 --out runs/b
  threehand tournament --game 9-2-5 --bots heuristic,greedy --shard 1/4 --out runs/part1

Three bots sit in all six orders; any other number plays each two of them as ABB BAB BBA BAA ABA AAB.";

/// The kind of experiment.
pub(crate) static KIND: Kind =
    Kind::of::<TournamentSettings>("tournament", columns::figures, columns::keys);

impl Settings for TournamentSettings {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn to_map(&self) -> Map<String, Value> {
        map_of(self)
    }

    fn common(&self) -> &CommonSettings {
        &self.common
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a>(
        &self,
        game: &'a dyn DynGame,
        noted: &[String],
    ) -> Result<Experiment<'a>, Failure> {
        let asked = self.filled()?;
        let rules = rules(game, &asked.common.rules)?;
        let first = asked.first.unwrap_or(0);
        let format = asked.format.unwrap_or(Format::default_for(asked.bots.len()));
        let schedule = Schedule::new(format, asked.bots.len());
        let schedule = schedule.map_err(|why| Failure::setting("bots", why))?;
        let players = players(game, &asked.bots, &asked.common.external, noted)?;
        let blocks = part(asked.blocks, "blocks", asked.shard)?;
        let anchor = asked.anchor.as_ref().map(|anchor| anchor.place(&labels(&players)));
        let variant = rules.variant();
        let settings = Self { bots: specs(&players), format: Some(format), ..asked.clone() };
        let mut facts = facts(game, &*rules, &players);
        let lineups = schedule.iter().map(|lineup| json!(lineup)).collect();
        facts.insert("lineups".to_owned(), lineups);
        let tournament = Tournament {
            blocks: first + blocks.start..first + blocks.end,
            arena: arena(game, &*rules, &players, &asked.common),
            anchor: anchor.transpose()?,
            rows: RowWriter {
                roles: game.roles(),
                start: fields(&[game.name(), &variant, &game.rules_version().to_string()]),
                labels: players.iter().map(|player| fields(&[&player.label])).collect(),
            },
            settings,
            schedule,
            game,
            rules,
            players,
            variant,
        };
        Ok(Experiment {
            game,
            settings: Box::new(tournament.settings.clone()),
            facts,
            players: tournament.players.clone(),
            blocks: tournament.blocks.clone(),
            all_blocks: asked.blocks,
            most_shards: asked.blocks,
            growing: tournament.growing(),
            probation: 0,
            play: Box::new(tournament),
        })
    }
}

/// The files that grow, in the order in which a block has its lines.
const GROWING: [&str; 3] = ["matches.csv", "hands.csv", "records.jsonl"];

/// A tournament, ready to be played.
pub struct Tournament<'a> {
    settings: TournamentSettings,
    game: &'a dyn DynGame,
    rules: Box<dyn DynRules>,
    variant: String,
    players: Vec<Player>,
    arena: Box<dyn Arena + 'a>,
    /// The bot whose rating is given, and that rating.
    anchor: Option<(usize, f64)>,
    schedule: Schedule,
    blocks: Range<u64>,
    rows: RowWriter,
}

/// The results of a block, and its weights in the bootstrap of ratings.
type Played = (Vec<MatchRow>, Vec<u32>);

/// The tally of a tournament, and the intervals that are shown while it is watched.
pub(super) struct TournamentFold<'a> {
    pub(super) of: &'a Tournament<'a>,
    pub(super) tally: Tally,
    live: Option<Vec<ConfidenceSequence>>,
}

impl<'a> TournamentFold<'a> {
    pub(super) fn new(of: &'a Tournament<'a>) -> Self {
        let tally =
            Tally::new(of.schedule.iter().collect(), of.players.len(), of.game.roles().len());
        Self { of, tally, live: None }
    }
}

impl Tournament<'_> {
    fn seeds(&self) -> Seeds {
        Seeds(self.settings.common.seed)
    }

    /// What is wanted of the matches of a block.
    fn keep(&self, number: u64, written: bool) -> Keep {
        let TournamentSettings { hands, records, .. } = self.settings;
        let kept = |which: MatchFilter| written && which.contains(number);
        Keep { hands: kept(hands), records: kept(records) }
    }

    /// The block whose rows are the next of these.
    fn block_of(
        &self,
        number: u64,
        written: bool,
        rows: &mut dyn Iterator<Item = MatchRow>,
    ) -> Block {
        let mut lines = <[Vec<u8>; 3]>::default();
        let rows = self.schedule.iter().enumerate().zip(rows).map(|(lineup, mut row)| {
            if written {
                self.rows.add(number, lineup, &row, &mut lines);
            }
            (row.rows, row.records) = (Vec::new(), Vec::new());
            row
        });
        let played: Played = (rows.collect(), self.weights(number));
        if !self.settings.rows().contains(number) {
            lines[0].clear();
        }
        if self.settings.compress {
            lines.iter_mut().for_each(|lines| *lines = compress(lines));
        }
        Block::new(lines.into(), played)
    }

    /// The weights of a block in the bootstrap of ratings.
    fn weights(&self, number: u64) -> Vec<u32> {
        poisson_weights(self.seeds().bootstrap(number), RATING_REPLICATES)
    }

    fn growing(&self) -> Vec<Option<GrowingFile>> {
        let TournamentSettings { hands, records, compress, .. } = self.settings;
        let matches = self.settings.rows();
        let end = if compress { ".zst" } else { "" };
        let file = |name: &str, header, which| {
            let name = format!("{name}{end}");
            (which != MatchFilter::None).then_some(GrowingFile { name, header })
        };
        vec![
            file(GROWING[0], MATCHES_HEADER, matches),
            file(GROWING[1], HANDS_HEADER, hands),
            file(GROWING[2], "", records),
        ]
    }
}

impl Play for Tournament<'_> {
    fn block(&self, number: u64, written: bool, watch: Option<&Watch<'_>>) -> Block {
        let (keep, mut decks) = (self.keep(number, written), self.seeds().decks(number));
        let lineups = self.schedule.iter().enumerate();
        let play = |lineup| self.arena.play(&mut decks, lineup, keep, watch);
        self.block_of(number, written, &mut lineups.map(play))
    }

    fn together(&self) -> u64 {
        self.arena.most_at_once().div_ceil(self.schedule.len()) as u64
    }

    fn blocks(&self, numbers: Range<u64>, written: bool) -> Vec<Block> {
        let of_block = |number| {
            let (keep, decks) = (self.keep(number, written), self.seeds().decks(number));
            let due = move |lineup| DueMatch { decks: decks.clone(), lineup, keep };
            self.schedule.iter().enumerate().map(due)
        };
        let due = numbers.clone().flat_map(of_block).collect();
        let mut rows = self.arena.play_side_by_side(due).into_iter();
        numbers.map(|number| self.block_of(number, written, &mut rows)).collect()
    }

    fn lineups(&self) -> Vec<BySeat<usize>> {
        self.schedule.iter().collect()
    }

    fn matches(&self) -> Vec<Rematch<'_>> {
        let lineups = self.schedule.iter().enumerate();
        lineups.map(|lineup| Rematch { rules: "", arena: &*self.arena, lineup }).collect()
    }

    fn fold(&self) -> Box<dyn Fold + '_> {
        Box::new(TournamentFold::new(self))
    }

    fn recount<'s>(&'s self, held: &mut AuditedFiles) -> Result<Recount<'s>, FileFault> {
        recount::recount(self, held)
    }
}

impl Fold for TournamentFold<'_> {
    fn blocks(&self) -> u64 {
        self.tally.blocks
    }

    fn to_json(&self, pretty: bool) -> String {
        json_of(&self.tally, pretty)
    }

    fn hands(&self) -> u64 {
        self.tally.hands
    }

    fn add(&mut self, block: &Block) {
        let (results, weights): &Played = block.rows();
        self.tally.add(results, weights);
        if let Some(live) = &mut self.live {
            self.tally.watch(live, results);
        }
    }

    fn restore(&mut self, saved: &SavedSums<'_>) -> anyhow::Result<()> {
        let fit = |tally: &Tally| have_shape_of(tally, Self::new(self.of).tally);
        self.tally.merge(&saved.read(|tally| tally.blocks, fit)?);
        Ok(())
    }

    fn stop(&self) -> Option<Stop> {
        let failed = (0..self.tally.bots()).any(|bot| self.tally.forfeits(bot) > 0);
        (self.of.settings.strict && failed).then_some(Stop::BotFailed)
    }

    fn watch(&mut self) {
        self.live = Some(self.tally.sequences());
    }

    fn standing(&self) -> String {
        self.standings()
    }

    fn outcome(&self) -> Box<dyn Outcome + '_> {
        let ratings = Ratings::of(&self.tally, self.of.anchor);
        Box::new(TournamentOutcome { fold: self, ratings })
    }

    fn plan(&self, probe: &Probe) -> Plan {
        plan::of_tournament(self, probe)
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(&self.tally)
    }
}
