//! `block_values.csv`: what every block adds to every measure, from which the figures of a comparison can be
//! counted by anybody.

use threehand_play::PLACES;
use threehand_stats::{BlockSums, Statistic};

use super::design::{Cell, Design, StudyBlock};
use super::trace::ratio;
use crate::files::audit::audited_files::AuditedFile;
use crate::files::audit::file_fault::FileFault;
use crate::tables::fields;

/// The file.
pub(super) const BLOCK_VALUES: &str = "block_values.csv";

/// The first line of that file.
pub(super) const HEADER: &str =
    "block,bot,variant,measure,n,sum_x,sum_y,sum_xx,sum_yy,sum_xy,game\n";

/// What the luck of the deals goes by, by place from the dealer on.
const LUCK: [&str; PLACES] = ["luck_dealer", "luck_left", "luck_right"];

/// The rows of a block: for each rung and variant those of the measures in their order, then those of luck.
pub(super) struct BlockRows {
    /// The fields that name bot, variant and measure, row by row, each with a comma after it.
    names: Vec<String>,
    /// How each row ends.
    game: String,
    /// What the rows of one rung and variant are made of, and whether each is of a share.
    kinds: Vec<(Statistic, bool)>,
    /// Which rows of one rung and variant tell the length of the match and its largest swing.
    length: usize,
    swing: usize,
    variants: usize,
}

impl BlockRows {
    pub(super) fn new(Design { game, rungs, variants, figures, .. }: &Design<'_>) -> Self {
        let measures = || figures.iter().filter_map(|figure| Some((figure, figure.form()?)));
        let rows: Vec<_> = measures().map(|(figure, _)| &*figure.name).chain(LUCK).collect();
        let cells = rungs.iter().flat_map(|rung| variants.iter().map(move |v| (rung, v)));
        let names = cells
            .flat_map(|(rung, variant)| rows.iter().map(|row| fields(&[&rung.label, variant, row])))
            .map(|names| String::from_utf8(names).expect("names are text"));
        let kinds = measures().map(|(figure, form)| (form, figure.is_share()));
        let place = |name: &str| rows.iter().position(|row| *row == name).expect("a measure");
        Self {
            names: names.collect(),
            game: format!(",{}\n", game.name()),
            kinds: kinds.chain([(Statistic::Ratio, false); PLACES]).collect(),
            length: place("hands"),
            swing: place("largest_swing"),
            variants: variants.len(),
        }
    }

    /// The rows of a block.
    pub(super) fn of_block(&self, block: &StudyBlock) -> String {
        let cells = block.cells.iter().flatten();
        let values = cells.flat_map(|cell| {
            cell.parts.iter().copied().chain(cell.luck.map(|luck| ratio(luck, 1)))
        });
        let rows = self.names.iter().zip(self.kinds.iter().cycle()).zip(values);
        rows.map(|((names, (form, _)), parts)| self.row(block.number, names, *form, &parts))
            .collect()
    }

    /// Reads the rows of the block of this number, which has these weights in the bootstrap, as far as they tell of
    /// it: of hands and matches that were truncated or forfeited they tell nothing.
    pub(super) fn read(
        &self,
        file: &mut AuditedFile,
        number: u64,
        weights: Vec<u32>,
        max_hands: u64,
    ) -> Result<StudyBlock, FileFault> {
        let width = self.kinds.len();
        let mut cells: Vec<Vec<Cell>> = Vec::new();
        for rung in self.names.chunks(width * self.variants) {
            let mut of_rung = Vec::new();
            for names in rung.chunks(width) {
                let mut parts = Vec::with_capacity(width);
                for (place, (names, (form, _))) in names.iter().zip(&self.kinds).enumerate() {
                    let line = file.due_line(|| format!("block {number}"))?;
                    let sums = read_row(&line.bytes, &self.game, *form)
                        .filter(|sums| self.can_be(place, sums, max_hands))
                        .ok_or_else(|| file.fault(line.number, "no block comes to these values"))?;
                    let due = self.row(number, names, *form, &sums);
                    file.compare(&[line], due.as_bytes(), "in this place")?;
                    parts.push(sums);
                }
                let luck = parts.split_off(width - PLACES);
                of_rung.push(Cell {
                    luck: std::array::from_fn(|place| luck[place][1]),
                    length: parts[self.length][1] as usize,
                    swing: parts[self.swing][1] as usize,
                    parts,
                    matches: if cells.is_empty() { 1 } else { 4 },
                    ..Cell::default()
                });
            }
            cells.push(of_rung);
        }
        Ok(StudyBlock { number, cells, weights })
    }

    /// The row of a block's parts.
    fn row(&self, number: u64, names: &str, form: Statistic, parts: &BlockSums) -> String {
        let text =
            |part: Option<usize>| part.map_or_else(String::new, |part| parts[part].to_string());
        format!("{number},{names}{}{}", columns(form).map(text).join(","), self.game)
    }

    /// Whether a block can come to this in the row of a measure or of luck.
    fn can_be(&self, place: usize, [n, x, ..]: &BlockSums, max_hands: u64) -> bool {
        let up_to = |most: u64| *n == 1 && (0..=most as i64).contains(x);
        match self.kinds[place] {
            _ if place == self.length => up_to(max_hands.min(MOST_COUNTED)),
            _ if place == self.swing => up_to(MOST_COUNTED),
            _ if place >= self.kinds.len() - PLACES => *n == 1,
            (_, is_share) => !is_share || (0..=*n).contains(x),
        }
    }
}

/// No match is counted as longer, and no swing as larger, when rows are read: what is counted number by number takes
/// memory for each.
const MOST_COUNTED: u64 = 1 << 16;

/// No sum over the hands of such a match has more.
const MOST: u64 = 1 << 40;

/// By column from `n` on: which of a form's parts stands there.
const fn columns(form: Statistic) -> [Option<usize>; 6] {
    match form {
        Statistic::Ratio => [Some(0), Some(1), None, None, None, None],
        Statistic::Deviation => [Some(0), Some(1), None, Some(2), None, None],
        Statistic::Correlation => [Some(0), Some(1), Some(2), Some(3), Some(4), Some(5)],
    }
}

/// The parts in the last fields of a row before the game; `None` if no block comes to such.
fn read_row(line: &[u8], game: &str, form: Statistic) -> Option<BlockSums> {
    let text = str::from_utf8(line).ok()?.strip_suffix(game)?;
    let mut parts = [0; 6];
    for (field, part) in text.rsplit(',').zip(columns(form).into_iter().rev()) {
        if let Some(part) = part {
            parts[part] = field.parse().ok().filter(|sum: &i64| sum.unsigned_abs() <= MOST)?;
        }
    }
    (parts[0] >= 0).then_some(parts)
}
