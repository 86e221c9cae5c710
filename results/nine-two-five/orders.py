"""The five orders by rung: orders.csv and differences.csv from the runs in orders/ and skill/.

Each rung has cards of its own, so what two rungs say is independent. `chair_unevenness` is counted here: how far the
three chairs' shares of matches, by place at the first deal, are from a third, as `unevenness` is for points by role."""

import math
import os
from collections import defaultdict

import rungs

BASE = "9-2-5"
CHAIRS = ("won_first_dealer", "won_first_left", "won_first_right")
COLUMNS = ("rung", "order", "measure", "blocks", "value", "lo", "hi")
DIFFERENCES = ("rung", "order", "measure", "blocks", "difference", "se", "lo", "hi", "p", "p_adjusted", "margin",
               "p_same_adjusted")


def block_values(folder, wanted):
    """Of each variant and wanted measure what each block adds: n and the sum."""
    values = defaultdict(list)
    with open(f"{folder}/block_values.csv") as file:
        next(file)
        for line in file:
            _, _, variant, measure, n, total, _ = line.split(",", 6)
            if measure in wanted:
                values[variant, measure].append((int(n), int(total)))
    return values


def chairs(values, order):
    """The chairs' unevenness squared with what each block adds to its error, and the variance that chance adds."""
    square, parts, covariances = 0.0, None, []
    for chair in CHAIRS:
        share, errors = rungs.ratio(values[order, chair])
        square += (share - 1 / 3) ** 2 / 3
        part = [2 / 3 * (share - 1 / 3) * e for e in errors]
        parts = part if parts is None else [p + q for p, q in zip(parts, part)]
        covariances.append(errors)
    n = len(parts)
    covariance = [[sum(x * y for x, y in zip(a, b)) / n / (n - 1) for b in covariances] for a in covariances]
    square -= sum(covariance[i][i] for i in range(3)) / 3
    chance = 2 * sum(c * c for row in covariance for c in row) / 9
    return square, parts, chance


def signed_root(square):
    return math.sqrt(max(square, 0.0))


def count_rung(folder, rung, values_out, differences_out):
    for row in rungs.read(f"{folder}/characters.csv"):
        if row["value"]:
            values_out.append({"rung": rung, "order": row["variant"], "blocks": row["blocks"],
                               "measure": row["measure"], "value": float(row["value"]),
                               "lo": rungs.number(row["lo"]), "hi": rungs.number(row["hi"])})
    rows = []
    for row in rungs.read(f"{folder}/differences.csv"):
        if row["se"]:
            rows.append({"rung": rung, "order": row["a"], "measure": row["measure"], "blocks": int(row["blocks"])}
                        | {c: rungs.number(row[c]) for c in DIFFERENCES if c in row and c not in
                           ("rung", "order", "measure", "blocks", "p_adjusted")})
    values = block_values(folder, CHAIRS)
    squares = {order: chairs(values, order) for order in sorted({order for order, _ in values})}
    for order, (square, parts, chance) in squares.items():
        n = len(parts)
        half = rungs.t_half_width(math.sqrt(rungs.error(parts) ** 2 + chance), n)
        values_out.append({"rung": rung, "order": order, "blocks": n, "measure": "chair_unevenness",
                           "value": signed_root(square), "lo": signed_root(square - half),
                           "hi": signed_root(square + half)})
        if order != BASE:
            base, base_parts, base_chance = squares[BASE]
            se = math.sqrt(rungs.error([p - q for p, q in zip(parts, base_parts)]) ** 2 + chance + base_chance)
            rows.append({"rung": rung, "order": order, "measure": "chair_unevenness", "blocks": n,
                         "difference": signed_root(square) - signed_root(base),
                         "p": rungs.t_test(square - base, se, n)})
    adjusted = rungs.holm({(row["order"], row["measure"]): row["p"] for row in rows})
    for row in rows:
        row["p_adjusted"] = adjusted.get((row["order"], row["measure"]))
    differences_out += rows


def count_step(folder, step, values_out, differences_out):
    """The one measure of a step, `skill`, with the step for a rung."""
    better = step.split(",")[1]
    for row in rungs.read(f"{folder}/characters.csv"):
        if row["measure"] == "skill" and row["bot"] == better:
            values_out.append({"rung": step, "order": row["variant"], "measure": "skill", "blocks": row["blocks"],
                               "value": float(row["value"]), "lo": float(row["lo"]), "hi": float(row["hi"])})
    rows = [{"rung": step, "order": row["a"], "measure": "skill", "blocks": int(row["blocks"])}
            | {c: float(row[c]) for c in ("difference", "se", "lo", "hi", "p")}
            for row in rungs.read(f"{folder}/differences.csv")
            if row["measure"] == "skill" and row["bot"] == better and row["se"]]
    adjusted = rungs.holm({row["order"]: row["p"] for row in rows})
    differences_out += [row | {"p_adjusted": adjusted[row["order"]]} for row in rows]


def count(runs, rung_names, steps):
    values, differences = [], []
    for rung in rung_names:
        count_rung(f"{runs}/orders/{rung}", rung, values, differences)
    for step in steps:
        if os.path.exists(f"{runs}/skill/{step}/characters.csv"):
            count_step(f"{runs}/skill/{step}", step, values, differences)
    rungs.write("orders.csv", COLUMNS, values)
    rungs.write("differences.csv", DIFFERENCES, differences)
    return values, differences
