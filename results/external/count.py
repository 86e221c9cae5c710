"""Prints the table of the page from blocks.csv: matches won and points a hand, with intervals over blocks."""

import pathlib
import sys
from collections import defaultdict

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.append(str(HERE.parent))
from study import Figure, number, rows, table

blocks = defaultdict(list)
for row in rows(HERE / "blocks.csv"):
    blocks[row["game"], row["bot"], row["against"]].append({name: float(row[name]) for name in list(row)[4:]})

lines, trials = [], defaultdict(lambda: [0, 0])
for (game, bot, against), found in sorted(blocks.items()):
    matches, won, mine, theirs, simulations, decisions = (
        sum(row[name] for row in found) for name in ("matches", "won", "seconds", "seconds_against", "simulations", "decisions")
    )
    more = Figure.ratio([(row["points"] - row["points_against"] / 2, row["hands"]) for row in found]).row()
    ends = [number(more[end], 2, True) for end in ("lo", "hi") if end in more]
    points = number(more["value"], 2, True) + (f" ({' to '.join(ends)})" if ends else "")
    time = f"{mine / matches:.1f} s, of the others {theirs / 2 / matches:.2f} s"
    lines.append([game, f"`{bot}`", f"`{against}`", f"{matches:g}", f"{won:g}", points, time])
    trials[bot] = [trials[bot][0] + simulations, trials[bot][1] + decisions]
print(table(["game", "one", "against two", "matches", "won", "points a hand more than each of the two", "time of a seat"], lines))
for bot, (simulations, decisions) in trials.items():
    print(f"{bot}: {simulations / decisions:.0f} simulations a decision")
