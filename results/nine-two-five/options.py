"""What each option of the rules changes in 9-2-5 against 9-5-2: options.csv from the runs in options/."""

import os

import rungs

WANTED = ("role_spread", "unevenness", "points_dealer", "points_left", "points_right", "made_dealer", "made_left",
          "made_right", "won_first_dealer", "won_first_left", "won_first_right", "hands", "lead_changes", "comeback",
          "leader_wins_after_4", "largest_swing", "bled_to_dealer", "skill")
COLUMNS = ("option", "measure", "verdict", "published", "changes", "random", "greedy", "heuristic")


def count(runs):
    """Differences are 9-2-5 less 9-5-2 under the option, by rung."""
    names = sorted(os.listdir(f"{runs}/options"), key=lambda name: (name != "published", name))
    published, rows = {}, []
    for name in names:
        folder = f"{runs}/options/{name}"
        differences = {(row["measure"], row["bot"]): rungs.number(row["difference"])
                       for row in rungs.read(f"{folder}/differences.csv")}
        for row in rungs.read(f"{folder}/verdicts.csv"):
            measure = row["measure"]
            if measure not in WANTED:
                continue
            if name == "published":
                published[measure] = row["verdict"]
            rows.append({"option": name, "measure": measure, "verdict": row["verdict"],
                         "published": published[measure],
                         "changes": "yes" if row["verdict"] != published[measure] else "no"}
                        | {bot: differences.get((measure, bot)) for bot in ("random", "greedy", "heuristic")})
    rungs.write("options.csv", COLUMNS, rows)
    return rows
