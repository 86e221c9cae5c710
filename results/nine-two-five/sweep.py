"""All 102 orders by rung: sweep.csv, ranking.csv and front.csv from the runs in sweep/."""

import math

import study
from orders import CHAIRS

BASE = "9-2-5"
NAMED = ("9-2-5", "9-5-2", "8-3-5", "9-3-4", "8-4-4")
# The run of each rung, and whether the rung has one below it there.
RUNS = {"random": ("low", False), "greedy": ("low", True), "heuristic": ("high", True)}
PLAIN = ("points_dealer", "points_left", "points_right", "role_spread", "unevenness", "lead_changes", "comeback",
         "leader_wins_after_4", "skill", "hands", "largest_swing", "bled_to_dealer", "bled_to_dealer_max")
# What makes an order better, which way, and the smallest difference that matters: a step.
GOOD = {"role_spread": (-1, 0.25), "chair_unevenness": (-1, 0.02), "lead_changes": (1, 0.2), "skill": (1, 0.02)}
# The front is of these. With lead changes it has most orders, as uneven roles make the lead change.
FRONT = ("role_spread", "chair_unevenness", "skill")
WITH_ERRORS = tuple(GOOD) + ("unevenness", "comeback")
COLUMNS = ("rung", "order", "blocks", "chair_unevenness", *PLAIN, *(f"{m}_se" for m in WITH_ERRORS))
WEIGHTINGS = {
    "fairness of roles": {"role_spread": 1},
    "fairness of roles and chairs": {"role_spread": 1, "chair_unevenness": 1},
    "lead changes": {"lead_changes": 1},
    "skill": {"skill": 1},
    "all four alike": {"role_spread": 1, "chair_unevenness": 1, "lead_changes": 1, "skill": 1},
    "all four (lead changes three times)": {"role_spread": 1, "chair_unevenness": 1, "lead_changes": 3, "skill": 1},
    "all four (skill three times)": {"role_spread": 1, "chair_unevenness": 1, "lead_changes": 1, "skill": 3},
}


def read_rung(runs, rung):
    run, _ = RUNS[rung]
    orders = {}
    for row in study.rows(f"{runs}/sweep/{run}/characters.csv"):
        if row["bot"] != rung or not row["value"]:
            continue
        order = orders.setdefault(row["variant"], {"rung": rung, "order": row["variant"], "blocks": row["blocks"]})
        if row["measure"] in PLAIN + CHAIRS:
            order[row["measure"]] = float(row["value"])
            if row["measure"] in WITH_ERRORS + CHAIRS:
                order[row["measure"] + "_se"] = study.real(row["se"])
    for order in orders.values():
        square = sum((order[chair] - 1 / 3) ** 2 for chair in CHAIRS) / 3
        chance = sum(order[chair + "_se"] ** 2 for chair in CHAIRS) / 3
        order["chair_unevenness"] = math.sqrt(max(0.0, square - chance))
        # Of a figure well above 0; near 0 it is an upper bound.
        order["chair_unevenness_se"] = math.sqrt(chance)
    return orders


def steps_better(order, base, measure):
    """By how many of the smallest differences that matter an order is better than 9-2-5."""
    sign, step = GOOD[measure]
    return sign * (order[measure] - base[measure]) / step


def beats(order, other, measures):
    """Whether an order is at least as good in all of these, and better in one."""
    gains = [GOOD[m][0] * (order[m] - other[m]) for m in measures if m in order]
    return all(gain >= 0 for gain in gains) and any(gain > 0 for gain in gains)


def surely_better(order, base):
    """The measures in which an order is better than 9-2-5 by more than 3.5 standard errors: some 400 such differences
    are looked at on a rung. Cards are the same, so the errors taken here are rather too large."""
    found = []
    for measure, (sign, _) in GOOD.items():
        if measure in order:
            se = math.hypot(order[measure + "_se"] or 0, base[measure + "_se"] or 0)
            if sign * (order[measure] - base[measure]) > 3.5 * se:
                found.append(measure)
    return found


def correlation(xs, ys):
    """Of ranks (Spearman)."""
    ranks = [{value: rank for rank, value in enumerate(sorted(values))} for values in (xs, ys)]
    a, b = ([rank[value] for value in values] for rank, values in zip(ranks, (xs, ys)))
    middle = [sum(values) / len(values) for values in (a, b)]
    product = sum((x - middle[0]) * (y - middle[1]) for x, y in zip(a, b))
    return product / math.sqrt(sum((x - middle[0]) ** 2 for x in a) * sum((y - middle[1]) ** 2 for y in b))


def count(runs):
    rows, ranking, front, together = [], [], [], []
    for rung in RUNS:
        orders = read_rung(runs, rung)
        rows += orders.values()
        base = orders[BASE]
        for measure in ("lead_changes", "comeback", "chair_unevenness", "leader_wins_after_4", "hands", "skill"):
            known = [order for order in orders.values() if measure in order]
            if known:
                r = correlation([order["role_spread"] for order in known], [order[measure] for order in known])
                together.append({"rung": rung, "measure": measure, "with": "role_spread", "orders": len(known),
                                 "rank_correlation": r})
        for weighting, weights in WEIGHTINGS.items():
            if not all(measure in base for measure in weights):
                continue
            score = {name: sum(w * steps_better(order, base, m) for m, w in weights.items())
                     for name, order in orders.items()}
            for rank, name in enumerate(sorted(score, key=lambda name: -score[name]), 1):
                if rank <= 5 or name in NAMED:
                    ranking.append({"rung": rung, "weighting": weighting, "rank": rank, "order": name,
                                    "steps": score[name]})
        for name, order in orders.items():
            fronts = [not any(beats(other, order, measures) for other in orders.values()) for measures in (FRONT, GOOD)]
            better = surely_better(order, base)
            if any(fronts) or name in NAMED or len(better) == sum(m in base for m in GOOD):
                on = ["yes" if front else "no" for front in fronts]
                front.append({"rung": rung, "order": name, "on_the_front": on[0], "with_lead_changes": on[1],
                              "surely_better_than_9_2_5_in": " ".join(better),
                              "surely_worse_than_9_2_5_in": " ".join(surely_better(base, order))}
                             | {m: order.get(m) for m in GOOD})
    study.write_dicts("sweep.csv", COLUMNS, rows)
    study.write_dicts("ranking.csv", ("rung", "weighting", "rank", "order", "steps"), ranking)
    study.write_dicts("front.csv", ("rung", "order", "on_the_front", "with_lead_changes", *GOOD, "surely_better_than_9_2_5_in",
                              "surely_worse_than_9_2_5_in"), front)
    study.write_dicts("together.csv", ("rung", "measure", "with", "orders", "rank_correlation"), together)
