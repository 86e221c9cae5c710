"""Draws the ladder: ratings.svg and curve.svg; prints where the cross-tables go round in a circle.

Reads <game>-crosstable.csv and <game>-ratings.csv, as a tournament writes them, and curve.txt."""

import itertools
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent))
from chart import Chart
from study import real, rows

GAMES = ["9-2-5", "three-legged-kitty", "three-kings"]
RUNGS = ["random", "greedy", "heuristic", "mc", "pimc", "ismcts", "policy", "champion"]
# Parts of the specs of the cross-tables' bots that are made like the champions.
CHAMPIONS = [":of=", ":candidates=", ":playout=", ":worlds=100"]
LARGE = 1e9


def draw_ratings():
    chart = Chart("Rating by rung", "bars are 95 % intervals, where there are some", width=660)
    panel = chart.panel("rating", RUNGS, -900, 500, 200, joined=False)
    for game in GAMES:
        for row in rows(HERE / f"{game}-ratings.csv"):
            rating, lo, hi = (real(row[key]) for key in ("rating", "lo", "hi"))
            # A bot that lost to all others, or won from all, has no rating.
            if rating is not None:
                if lo is not None or hi is not None:  # an end without a number is open
                    lo, hi = (-LARGE if lo is None else lo), (LARGE if hi is None else hi)
                champion = any(part in row["bot"] for part in CHAMPIONS)
                panel.point(game, "champion" if champion else row["bot"].split(":")[0], rating, lo, hi)
    chart.write(HERE / "ratings.svg", GAMES)


def draw_curve():
    pattern = re.compile(r"(\S+) +pimc(?::worlds=(\d+))? +heuristic +\d+ blocks +([\d.]+) ± ([\d.]+)")
    found = [match.groups() for match in map(pattern.match, (HERE / "curve.txt").open()) if match]
    chart = Chart("pimc against two heuristic", "bars are 95 % intervals", width=660)
    worlds = sorted({worlds or "64" for _, worlds, _, _ in found}, key=int)
    panel = chart.panel("share of matches, %, by worlds a decision", worlds, 0, 100, 20, joined=False)
    for game, worlds, share, half in found:
        share, half = 100 * float(share), 100 * float(half)
        panel.point(game, worlds or "64", share, share - half, share + half)
    chart.write(HERE / "curve.svg", GAMES)


def print_circles():
    for game in GAMES:
        ahead = {(r["bot"], r["opponent"]): r for r in rows(HERE / f"{game}-crosstable.csv")}
        bots = sorted({bot for bot, _ in ahead})
        found = 0
        for trio in itertools.permutations(bots, 3):
            pairs = [ahead[pair] for pair in zip(trio, trio[1:] + trio[:1])]
            if trio[0] == min(trio) and all(float(row["score_share"]) > 0.5 for row in pairs):
                sure = all(float(row["lo"]) > 0.5 for row in pairs)
                found += 1
                steps = ", ".join(f"{row['bot']} over {row['opponent']} {100 * float(row['score_share']):.1f} %" for row in pairs)
                print(f"{game}: {steps}{'' if sure else ' (not sure)'}")
        print(f"{game}: {found or 'no'} circle{'' if found == 1 else 's'} among {len(bots)} bots")


draw_ratings()
draw_curve()
print_circles()
