//! `tournament`: bots against each other, every line-up on the same cards.

mod anchor;
mod crosstable;
mod fit;
mod outcome;
mod plan;
pub mod rate;
mod ratings;
mod recount;
pub(crate) mod rows;
mod settings;
mod standings;
mod summary;
mod text;
mod who_pays;

use std::ops::Range;
use std::path::Path;

use indicatif::HumanCount;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge};
use threehand_engine::BySeat;
use threehand_engine::options::{self, variant_name};
use threehand_engine::record::Record;
use threehand_play::MatchRow;

pub use self::anchor::Anchor;
pub use self::settings::TournamentSettings;

use self::outcome::TournamentOutcome;
use self::rows::{BlockLines, GROWING, HANDS_HEADER, MATCHES_HEADER, Rows};
use self::summary::{Role, Summary};
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use crate::experiment::contract::{Design, Experiment, Outcome, Plan, Prepared, Probe, Stop, Sums};
use crate::experiment::prepare::{Maker, labels, makers, part, players, rules, specs, stands_for};
use crate::folder::growing::{GrowingFile, compress};
use crate::folder::note::Noted;
use crate::play::players::Player;
use crate::play::referee::Watch;
use crate::play::schedule::{Format, Schedule, TooMany};
use crate::play::seeds::Seeds;
use crate::play::table::{Match, Table};
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::settings::which::Which;
use crate::stats::{
    Block, Mergeable, RATING_REPLICATES, Tally, WinShareSequences, poisson_weights,
};
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

impl Design for TournamentSettings {
    const RESULTS: &'static [&'static str] = &[
        GROWING[0],
        GROWING[1],
        "hands.csv.zst",
        GROWING[2],
        "records.jsonl.zst",
        "summary.csv",
        "crosstable.csv",
        "ratings.csv",
        "fit.csv",
        "who_pays.csv",
    ];
    type Block = Played;
    type Sums = Standing;

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a, G: Knowledge>(self, bots: &Bots<'a, G>) -> Result<Prepared<'a, Self>, Failure> {
        let rules: G = rules(&self.stage.rules)?;
        let first = self.first.unwrap_or(0);
        if self.blocks > u64::MAX - first {
            return Err(Failure::setting("blocks", "there are not so many from --first on"));
        }
        let format = self.format.unwrap_or(Format::default_for(self.bots.len()));
        let schedule = schedule(format, self.bots.len())?;
        let players = players(bots, &self.bots, &self.stage.external)?;
        let variant = variant_name(&rules);
        let roles = G::ROLES.iter().enumerate();
        let roles = roles.map(|(role, name)| Role { name, heading: rules.role_heading(role) });
        Ok(Box::new(Tournament {
            schedule,
            blocks: from(first, &part(self.blocks, "blocks", self.shard)?),
            makers: makers(bots, &players),
            stands_for: stands_for(bots, &players),
            anchor: self
                .anchor
                .as_ref()
                .map(|anchor| anchor.place(&labels(&players)))
                .transpose()?,
            rows: Rows::new(&rules, &variant, &players),
            settings: Self { bots: specs(&players), format: Some(format), ..self },
            roles: roles.collect(),
            rules,
            players,
            variant,
        }))
    }
}

/// Blocks so far on.
const fn from(first: u64, blocks: &Range<u64>) -> Range<u64> {
    first + blocks.start..first + blocks.end
}

/// The line-ups of so many bots, if they are neither too few for the format nor too many for a block.
fn schedule(format: Format, bots: usize) -> Result<Schedule, Failure> {
    if bots < format.fewest() {
        let (name, fewest) = (format.name(), format.fewest());
        let told = format!("{name} need at least {fewest} bots, not {bots}");
        return Err(Failure::setting("bots", told));
    }
    Schedule::new(format, bots).map_err(|TooMany { lineups, most, most_bots }| {
        let gauntlet = match Schedule::new(Format::Gauntlet, bots) {
            Ok(_) => ", or --format gauntlet, which pairs only the first bot with each other",
            Err(_) => "",
        };
        Failure::setting(
            "bots",
            format!(
                "{bots} bots make {} line-ups as {format}, and a block has {} at most: take \
                 {most_bots} bots or fewer{gauntlet}",
                HumanCount(lineups),
                HumanCount(most as u64),
            ),
        )
    })
}

/// A tournament, ready to be played.
pub struct Tournament<'a, G: Knowledge> {
    settings: TournamentSettings,
    rules: G,
    variant: String,
    roles: Vec<Role>,
    players: Vec<Player>,
    makers: Vec<Maker<'a, G>>,
    stands_for: Vec<String>,
    /// The bot whose rating is given, and that rating.
    anchor: Option<(usize, f64)>,
    schedule: Schedule,
    blocks: Range<u64>,
    rows: Rows<G>,
}

/// What a block yields: its results, its lines, and its weights in the bootstrap of ratings.
pub struct Played {
    results: Block,
    lines: BlockLines,
    weights: Vec<u32>,
}

/// The sums of a tournament, and what somebody who looks on is shown.
pub struct Standing {
    tally: Tally,
    live: Option<WinShareSequences>,
}

impl Noted for Tally {
    fn blocks(&self) -> u64 {
        self.blocks()
    }

    fn is_like(&self, other: &Self) -> bool {
        self.has_shape_of(other)
    }
}

impl Sums for Standing {
    type Note = Tally;

    fn blocks(&self) -> u64 {
        self.tally.blocks()
    }

    fn hands(&self) -> u64 {
        self.tally.hands()
    }

    fn note(&self) -> &Tally {
        &self.tally
    }
}

impl<G: Knowledge> Tournament<'_, G> {
    fn summary<'s>(&'s self, tally: &'s Tally) -> Summary<'s> {
        let Self { variant, roles, players, .. } = self;
        Summary { game: G::NAME, variant, roles, players, tally }
    }

    /// Adds the lines of a match.
    fn write(
        &self,
        number: u64,
        lineup: (usize, BySeat<usize>),
        played: &Match<G>,
        result: &MatchRow,
        lines: &mut BlockLines,
    ) {
        let TournamentSettings { hands, records, .. } = self.settings;
        self.rows.of_match(number, lineup.1, result, &mut lines.matches);
        if hands.contains(number) {
            self.rows.of_hands(number, lineup, played, &mut lines.hands);
        }
        if records.contains(number) {
            self.rows.of_records(number, lineup, played, &mut lines.records);
        }
    }
}

impl<G: Knowledge> Experiment<TournamentSettings> for Tournament<'_, G> {
    fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    fn players(&self) -> &[Player] {
        &self.players
    }

    fn facts(&self) -> Map<String, Value> {
        let facts = [
            ("variant", json!(self.variant)),
            ("rules_version", json!(G::RULES_VERSION)),
            ("rules", json!(options::to_json(&self.rules))),
            ("bots", json!(labels(&self.players))),
            ("stands_for", json!(self.stands_for)),
            ("lineups", self.schedule.iter().map(|lineup| json!(lineup)).collect()),
        ];
        facts.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
    }

    fn blocks(&self) -> Range<u64> {
        self.blocks.clone()
    }

    fn whole(&self) -> u64 {
        self.settings.blocks
    }

    fn growing(&self) -> Vec<Option<GrowingFile>> {
        let TournamentSettings { hands, records, compress, .. } = self.settings;
        let end = if compress { ".zst" } else { "" };
        let file = |name: &str, end, header, which| {
            let name = format!("{name}{end}");
            (which != Which::None).then_some(GrowingFile { name, header })
        };
        vec![
            file(GROWING[0], "", MATCHES_HEADER, Which::All),
            file(GROWING[1], end, HANDS_HEADER, hands),
            file(GROWING[2], end, "", records),
        ]
    }

    fn play(&self, number: u64, written: bool, watch: Option<&Watch<'_>>) -> Played {
        let TournamentSettings { records, .. } = self.settings;
        let records = records.contains(number);
        let (seeds, most) = (Seeds(self.settings.stage.seed), self.settings.stage.max_hands);
        let make = |bot: usize| self.makers[bot]();
        let table = Table::new(self.rules, seeds, most as usize, &make).watched(watch);
        let mut decks = table.decks(number);
        let mut lines = BlockLines::default();
        let results = self.schedule.iter().enumerate().map(|lineup| {
            let played = table.play(&mut decks, lineup, written && records);
            let result = played.row(lineup.0, false);
            if written {
                self.write(number, lineup, &played, &result, &mut lines);
            }
            result
        });
        let results = results.collect();
        if self.settings.compress {
            lines.hands = compress(&lines.hands);
            lines.records = compress(&lines.records);
        }
        let weights = poisson_weights(seeds.bootstrap(number), RATING_REPLICATES);
        Played { results, lines, weights }
    }

    fn matches(&self) -> Vec<String> {
        vec![String::new(); self.schedule.len()]
    }

    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let Stage { seed, max_hands, .. } = self.settings.stage;
        let make = |bot: usize| self.makers[bot]();
        let table = Table::new(self.rules, Seeds(seed), max_hands as usize, &make);
        self.rows.replay(&table, block, (number, self.schedule.nth(number)))
    }

    fn lines<'b>(&self, block: &'b Played) -> Vec<&'b [u8]> {
        vec![&block.lines.matches, &block.lines.hands, &block.lines.records]
    }

    fn start(&self) -> Standing {
        let tally = Tally::new(self.schedule.iter().collect(), self.players.len(), G::ROLES.len());
        Standing { tally, live: None }
    }

    fn add(&self, sums: &mut Standing, block: &Played) {
        sums.tally.add(&block.results, &block.weights);
        if let Some(live) = &mut sums.live {
            live.add(&sums.tally, &block.results);
        }
    }

    fn restore(&self, sums: &mut Standing, noted: &Tally, _: &Path) -> anyhow::Result<()> {
        sums.tally.merge(noted);
        Ok(())
    }

    fn recount(&self, held: &mut Held) -> Result<Recount<Standing>, Fault> {
        recount::recount(self, held)
    }

    fn stop(&self, sums: &Standing) -> Option<Stop> {
        let failed = (0..self.players.len()).any(|bot| sums.tally.forfeits(bot) > 0);
        (self.settings.strict && failed).then_some(Stop::BotFailed)
    }

    fn watch(&self, sums: &mut Standing) {
        sums.live = Some(WinShareSequences::new(&sums.tally));
    }

    fn standing(&self, sums: &Standing) -> String {
        self.summary(&sums.tally).standings(sums.live.as_ref())
    }

    fn stands_on_lines(&self) -> bool {
        self.players.len() > text::IN_A_LINE
    }

    fn outcome<'s>(&'s self, sums: &'s Standing) -> Box<dyn Outcome + 's> {
        Box::new(TournamentOutcome::new(&self.settings, self.summary(&sums.tally), self.anchor))
    }

    fn plan(&self, sums: &Standing, probe: &Probe) -> Plan {
        plan::of_tournament(&self.settings, &self.summary(&sums.tally), self.blocks(), probe)
    }
}
