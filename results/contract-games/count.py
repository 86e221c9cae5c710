"""Counts what the runs of `run` say of six games, and holds the page to it: see `main` of study.py."""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from chart import Chart
from study import cell, main, reals, rows, table, write

GAMES = ["9-2-5", "9-5-2", "7-4-5", "8-5-3", "3-5-8", "3-2-5"]
BOTS = ["random", "greedy", "heuristic"]
ROLES = ["dealer", "left", "right"]
# A line of the page: a measure, its words, its unit and the bots that it is shown of.
LINES = [("role_spread", "best role less worst, points a hand", "points", BOTS)]
LINES += [(f"points_{role}", f"points a hand, {role}", "points", BOTS[2:]) for role in ROLES]
LINES += [(f"made_{role}", f"contract made, {role}", "share", BOTS[2:]) for role in ROLES]
LINES += [(f"won_first_{role}", f"match won, {role} of the first hand", "share", BOTS[2:]) for role in ROLES]
LINES += [("skill", "won alone against two of the bot below", "share", BOTS[1:]), ("hands", "hands a match", "hands", BOTS[2:])]
DECISIONS = [("decisions", "decisions a hand", "hands", BOTS[2:]), ("forced", "… with one choice", "share", BOTS[2:]),
             ("choices", "choices of the others", "hands", BOTS[2:]),
             ("best_less_worst", "best choice less worst, points", "points", BOTS[2:]),
             ("best_less_second", "best less second, points", "points", BOTS[2:]),
             ("found", "finds the best choice", "share", BOTS), ("lost", "loses a decision, points", "points", BOTS)]


def count(folder, runs, _):
    found = []
    for game in GAMES:
        said = json.loads((runs / f"{game}.json").read_text())
        of_bots = {(each["bot"], name): each["metrics"].get(name) for each in said["bots"] for name, *_ in LINES}
        all_phases = [each for each in said["decisions"] if each["phase"] == "all"]
        of_bots |= {(each["bot"], name): each[name] for each in all_phases for name, *_ in DECISIONS}
        for (bot, measure), row in of_bots.items():
            if row:
                found.append({"game": game, "bot": bot, "measure": measure, "value": row["mean"]} | row)
    write(folder / "figures.csv", "game bot measure value se lo hi", found)


def figures(folder):
    return {(row["game"], row["bot"], row["measure"]): reals(row, "value", "lo", "hi") for row in rows(folder / "figures.csv")}


def tables(folder):
    by = figures(folder)
    lines = lambda measures: [
        [words, f"`{bot}`", *(cell(*by[game, bot, name], unit, unit == "points" and name.startswith("points")) for game in GAMES)]
        for name, words, unit, bots in measures for bot in bots
    ]
    return [table(["game", "bot", *GAMES], lines(LINES)), table(["decisions", "bot", *GAMES], lines(DECISIONS))]


def draw(folder):
    by = figures(folder)
    chart = Chart("Six games of unequal contracts", "points a hand; dots are means, lines 95 % intervals")
    fair = chart.panel("best role less worst", GAMES, 0, 6, 1)
    stake = chart.panel("best choice less worst, of a decision", GAMES, 0, 0.8, 0.2)
    for game in GAMES:
        for bot in BOTS:
            fair.point(bot, game, *by[game, bot, "role_spread"])
        stake.point("heuristic", game, *by[game, "heuristic", "best_less_worst"])
    chart.write(folder / "games.svg", BOTS)


main(__file__, count, draw, tables)
