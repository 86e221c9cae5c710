"""What the same cards did for comparisons of two variants, variants.csv; and for a difference of win shares, lineups.csv: a row
for each folder of a tournament of two bots.

Three ways to play as many matches, and the error of the difference under each:
  random    each match on its own cards, its line-up drawn from the six
  separate  each match on its own cards, each line-up as often as the others
  blocks    each line-up as often as the others, six on the same cards
The last two are those of crosstable.csv; the first has the spread between line-ups beside."""

import math
import pathlib
import sys
from collections import defaultdict
from statistics import pvariance

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from study import reals, rows, write

WANTED = ("hands", "lead_changes", "won_first_dealer", "points_dealer", "points_cat", "points_lead")

lines, variants = [], []
for run in map(pathlib.Path, sys.argv[1:]):
    if run.name.startswith("compare-"):
        variants += [row for row in rows(run / "differences.csv") if row["measure"] in WANTED and row["se"]]
        continue
    row = rows(run / "crosstable.csv")[0]
    blocks, separate, same, cards = reals(row, "blocks", "naive_se", "difference_se", "variance_ratio")
    differences = defaultdict(float)
    for of in rows(run / "matches.csv"):
        differences[of["lineup"]] += (1 if of["bot"] == row["bot"] else -1) * float(of["won"]) / 9 / blocks
    # One match with its line-up drawn is six times its part; a block has six of them.
    alone = math.sqrt(separate**2 + 36 * pvariance(differences.values()) / blocks)
    errors = {"se_random": alone, "se_separate": separate, "se_blocks": same}
    even = (alone / separate) ** 2
    lines.append(row | errors | {"gain_even_lineups": even, "gain_same_cards": cards, "gain": even * cards})
names = "game bot opponent blocks difference se_random se_separate se_blocks gain_even_lineups gain_same_cards gain rho"
write("lineups.csv", names, lines)
write("variants.csv", "game a b bot measure difference se rho variance_ratio", variants)
