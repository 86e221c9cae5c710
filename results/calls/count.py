"""Counts what the runs of `run` say of seats and calls, and holds the page to it: see `main` of study.py."""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from study import cell, main, reals, rows, table, write

BOTS = ["heuristic", "policy"]
SEATS = ["dealer", "left", "right"]
# A role at the table by the name that a game has for it.
NAMES = {"cat": "dealer", "lead": "dealer"}
# The games whose calls say more than a suit.
CALLED = ["9-2-5", "three-legged-kitty", "three-kings", "three-five-eight", "oh-hell"]
MOST = 10  # calls of a game on the page, the most frequent first
LEAST = 0.01  # the share of a call that is shown


def count(folder, runs, _):
    seats, calls = [], []
    for path in sorted(runs.glob("*.json")):
        said = json.loads(path.read_text())
        for bot in said["bots"]:
            for name, figure in bot["metrics"].items():
                role = name.removeprefix("points_")
                if name == f"points_{role}" and not role.startswith("sd_"):
                    row = {"game": path.stem, "bot": bot["bot"], "role": role, "value": figure["mean"]}
                    seats.append(row | {"lo": figure["lo"], "hi": figure["hi"]})
        for call in said["calls"]:
            row = {key: call[key] for key in ("phase", "call", "bot")} | {"game": path.stem}
            for name in ("share", "points"):
                row |= {f"{name}{end}": call[name][key] for end, key in (("", "mean"), ("_lo", "lo"), ("_hi", "hi"))}
            calls.append(row)
    write(folder / "seats.csv", "game bot role value lo hi", seats)
    write(folder / "calls.csv", "game bot phase call share share_lo share_hi points points_lo points_hi", calls)


def tables(folder):
    seats = [row for row in rows(folder / "seats.csv") if row["role"] in SEATS or row["role"] in NAMES]
    by_bot = {(row["game"], row["bot"]): {} for row in seats}
    for row in seats:
        shown = cell(*reals(row, "value", "lo", "hi"), "points", True)
        by_bot[row["game"], row["bot"]][NAMES.get(row["role"], row["role"])] = shown
    lines = [[f"`{game}`", f"`{bot}`", *(of[seat] for seat in SEATS)] for (game, bot), of in by_bot.items()]

    calls = {(row["game"], row["call"], row["bot"]): row for row in rows(folder / "calls.csv")}
    said = []
    for game in CALLED:
        # Suits are alike: spades stand for all.
        plain = [key for key in calls if key[0] == game and not key[1].endswith(("C", "D", "H"))]
        share = lambda key: float(calls[key]["share"])
        often = {call: max(share(key) for key in plain if key[1] == call) for _, call, _ in plain}
        for call in sorted(often, key=lambda call: (-often[call], call))[:MOST]:
            if often[call] < LEAST:
                continue
            cells = []
            for bot in BOTS:
                row = calls.get((game, call, bot), {})
                for name, *unit in (("share", "share"), ("points", "points", True)):
                    cells.append(cell(*reals(row, name, f"{name}_lo", f"{name}_hi"), *unit) if row else "–")
            said.append([f"`{game}`", call, *cells])
    head = ["game", "call", *(f"`{bot}`: {what}" for bot in BOTS for what in ("how often", "points"))]
    return [table(["game", "bot", *(f"{seat}, points a hand" for seat in SEATS)], lines), table(head, said)]


main(__file__, count, lambda folder: None, tables)
