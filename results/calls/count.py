"""Counts what the runs of `run` say of seats and calls, and holds the page to it: see `main` of study.py."""

import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from study import cell, main, reals, rows, table, write

SEATS = ["dealer", "left", "right"]
# The games whose calls say more than a suit.
CALLED = ["9-2-5", "three-legged-kitty", "three-kings", "three-five-eight", "oh-hell"]
MOST = 4  # calls of a game on the page, the most frequent first
LEAST = 0.01  # the share of a call that is shown
# Roles and calls in words.
ROLES = {"dealer": "is the dealer", "cat": "is the Cat", "lead": "has the lead", "left": "is on the left", "right": "is on the right"}
WORDS = {"trump S": "calls spades", "trump NT": "calls no trump", "fewest": "calls the fewest tricks", "pass": "passes",
         "predict none": "predicts nothing", "predict last": "predicts the last trick"}


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


def in_words(call):
    return WORDS.get(call) or re.sub(r"^bid (\d+)(.*)", lambda bid: f"bids {bid[1]} {bid[2]}".strip(), call).replace(" S", "♠")


def of_game(seats, calls):
    """A table of one game: what each seat is worth, and what is called."""
    game, bots = seats[0]["game"], list(dict.fromkeys(row["bot"] for row in seats))
    lines = []
    for role in dict.fromkeys(row["role"] for row in seats):
        values = [cell(*reals(row, "value", "lo", "hi"), "points", True) for row in seats if row["role"] == role]
        lines.append([ROLES[role], *(each for value in values for each in ("–", value))])
    # Suits are alike: spades stand for all.
    by_call = {(row["call"], row["bot"]): row for row in calls if not row["call"].endswith(("C", "D", "H"))}
    often = {}
    for (call, _), row in by_call.items():
        often[call] = max(often.get(call, 0), float(row["share"]))
    for call in sorted(often, key=lambda call: (-often[call], call))[:MOST]:
        if often[call] >= LEAST:
            found = [by_call.get((call, bot), {}) for bot in bots]
            units = (("share", "share"), ("points", "points", True))
            shown = lambda row, name, *unit: cell(*reals(row, name, f"{name}_lo", f"{name}_hi"), *unit) if row else "–"
            lines.append([in_words(call), *(shown(row, *unit) for row in found for unit in units)])
    return table([f"`{game}`: who …", *(f"`{bot}`: {what}" for bot in bots for what in ("how often", "points a hand"))], lines)


def tables(folder):
    seats = [row for row in rows(folder / "seats.csv") if row["role"] in ROLES]
    calls = rows(folder / "calls.csv")
    of = lambda found, game: [row for row in found if row["game"] == game]
    by_bot = {(row["game"], row["bot"]): {} for row in seats if row["game"] not in CALLED}
    for row in (row for row in seats if row["game"] not in CALLED):
        by_bot[row["game"], row["bot"]][row["role"]] = cell(*reals(row, "value", "lo", "hi"), "points", True)
    lines = [[f"`{game}`", f"`{bot}`", *(of[seat] for seat in SEATS)] for (game, bot), of in by_bot.items()]
    plain = table(["game", "bot", *(f"{seat}, points a hand" for seat in SEATS)], lines)
    return [*(of_game(of(seats, game), of(calls, game)) for game in CALLED), plain]


main(__file__, count, lambda folder: None, tables)
