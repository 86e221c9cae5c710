"""Draws the ladder: ratings.svg from <game>-ratings.csv, as a tournament writes them, and curve.svg from curve.txt."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent))
from chart import Chart
from study import reals, rows

GAMES = ["9-2-5", "three-legged-kitty", "three-kings"]
BOTS = ["random", "greedy", "heuristic", "mc", "pimc", "ismcts", "policy", "champion"]
# Parts of the specs of the cross-tables' bots that are made like the champions.
CHAMPIONS = [":of=", ":candidates=", ":playout=", ":worlds=100"]
LARGE = 1e9


def draw_ratings():
    chart = Chart("Rating by bot", "bars are 95 % intervals, where there are some", width=660)
    panel = chart.panel("rating", BOTS, -900, 500, 200)
    for game in GAMES:
        for row in rows(HERE / f"{game}-ratings.csv"):
            rating, lo, hi = reals(row, "rating", "lo", "hi")
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
    panel = chart.panel("share of matches, %, by worlds a decision", worlds, 0, 100, 20)
    for game, worlds, share, half in found:
        share, half = 100 * float(share), 100 * float(half)
        panel.point(game, worlds or "64", share, share - half, share + half)
    chart.write(HERE / "curve.svg", GAMES)


draw_ratings()
draw_curve()
