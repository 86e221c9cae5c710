"""Prints the table of the page from blocks.csv: matches won and points a hand, with intervals over blocks."""

import csv
import pathlib
import sys
from collections import defaultdict

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import study

blocks = defaultdict(list)
with open(HERE / "blocks.csv", newline="") as file:
    for row in csv.DictReader(file):
        key = row["game"], row["bot"], row["against"]
        blocks[key].append({name: float(row[name]) for name in list(row)[4:]})

print("| game | one | against two | matches | won | points a hand more than each of the two | time of a seat |")
print("|---|---|---|---|---|---|---|")
for (game, bot, against), rows in sorted(blocks.items()):
    won = study.Figure.ratio([(row["won"], row["matches"]) for row in rows], share=True)
    more = study.Figure.ratio(
        [(row["points"] - row["points_against"] / 2, row["hands"]) for row in rows]
    )
    matches = int(sum(row["matches"] for row in rows))
    lo, hi = more.interval()
    interval = "" if lo is None else f" ({study.number(lo, 2, True)} to {study.number(hi, 2, True)})"
    mine, theirs = (sum(row[name] for row in rows) for name in ("seconds", "seconds_against"))
    print(
        f"| {game} | `{bot}` | `{against}` | {matches} | {sum(row['won'] for row in rows):g} "
        f"| {study.number(more.value, 2, True)}{interval} "
        f"| {mine / matches:.1f} s, of the others {theirs / 2 / matches:.2f} s |"
    )
for bot in sorted({bot for _, bot, _ in blocks}):
    rows = [row for (_, name, _), rows in blocks.items() if name == bot for row in rows]
    each = sum(row["simulations"] for row in rows) / sum(row["decisions"] for row in rows)
    print(f"{bot}: {each:.0f} simulations a decision")
