"""Counts the tables of this study from its runs, and draws the map: `count.py RUNS ORDERS HANDS STEPS`, each of the
last three a list of what was played, as in `run`."""

import math
import os
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import claims
import orders
import page
import picture
import study
import sweep
import swings

ROLES = ("dealer", "left", "right")
BOTS = ("random", "greedy", "heuristic")
# The measures of which options.csv says whether an option changes their verdict.
WANTED = ("role_spread", "unevenness", "points_dealer", "points_left", "points_right", "made_dealer", "made_left",
          "made_right", "won_first_dealer", "won_first_left", "won_first_right", "hands", "lead_changes", "comeback",
          "leader_wins_after_4", "largest_swing", "bled_to_dealer", "skill")


def first_hands(runs):
    """Tricks by role in the first hand, where nobody bleeds: first.csv. Stops where a bot does not take the same tricks
    under every order."""
    rows = []
    for rung in BOTS:
        found = {}
        for row in study.rows(f"{runs}/first/{rung}/characters.csv"):
            role = row["measure"].removeprefix("points_")
            if role in ROLES:
                tricks = float(row["value"]) + int(row["variant"].split("-")[ROLES.index(role)])
                of_order = found.setdefault(row["variant"], {"rung": rung, "blocks": row["blocks"]})
                of_order |= {role: tricks, f"{role}_se": float(row["se"])}
        first, *others = found.values()
        for other in others:
            assert all(math.isclose(first[role], other[role], abs_tol=1e-9) for role in ROLES), (first, other)
        rows.append(first)
    study.write_dicts("first.csv", ("rung", "blocks", *ROLES, *(f"{role}_se" for role in ROLES)), rows)


def options(runs):
    """What each option of the rules changes in 9-2-5 against 9-5-2: options.csv. Differences are 9-2-5 less 9-5-2 under
    the option, by rung."""
    published, rows = {}, []
    for name in sorted(os.listdir(f"{runs}/options"), key=lambda name: (name != "published", name)):
        folder = f"{runs}/options/{name}"
        differences = {(row["measure"], row["bot"]): study.real(row["difference"])
                       for row in study.rows(f"{folder}/differences.csv")}
        for row in study.rows(f"{folder}/verdicts.csv"):
            measure, verdict = row["measure"], row["verdict"]
            if measure in WANTED:
                before = published.setdefault(measure, verdict)
                rows.append({"option": name, "measure": measure, "verdict": verdict, "published": before,
                             "changes": "no" if verdict == before else "yes"}
                            | {bot: differences.get((measure, bot)) for bot in BOTS})
    study.write_dicts("options.csv", ("option", "measure", "verdict", "published", "changes", *BOTS), rows)


def names(words):
    """What a list of `run` names, without the numbers of blocks."""
    return [word.rpartition("=")[0] for word in words.split()]


def main(runs, order_rungs, hand_rungs, steps):
    differences = orders.count(runs, names(order_rungs), names(steps))
    after, found = swings.count(runs, names(hand_rungs))
    claims.count(runs, names(order_rungs), differences, after, found)
    options(runs)
    first_hands(runs)
    sweep.count(runs)
    picture.draw()
    page.fill()


if __name__ == "__main__":
    main(*sys.argv[1:])
