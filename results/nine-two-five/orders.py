"""The five orders by rung: orders.csv, differences.csv and sample.csv from the runs in orders/ and skill/. Each rung has
cards of its own, so rungs are independent.

Only `chair_unevenness` is counted here, from what each block adds (block_values.csv): how far the three chairs' shares of
matches, by place at the first deal, are from a third, as `unevenness` is for points by role."""

import math
from collections import defaultdict

import rungs
import study

BASE = "9-2-5"
CHAIRS = ("won_first_dealer", "won_first_left", "won_first_right")
MEASURES = CHAIRS + (
    "points_dealer", "points_left", "points_right", "role_spread", "unevenness", "made_dealer", "made_left", "made_right",
    "hands", "ended_top", "ended_bottom", "lead_changes", "leader_wins_after_1", "leader_wins_after_2",
    "leader_wins_after_4", "leader_wins_after_8", "comeback", "largest_swing", "bled_to_dealer")
SAMPLED, SAMPLE, SAMPLE_MEASURES = "heuristic", 50, ("points_dealer", "won_first_dealer", "hands", "lead_changes")
COLUMNS = ("rung", "order", "measure", "blocks", "value", "lo", "hi")
DIFFERENCES = ("rung", "order", "measure", "blocks", "difference", "se", "lo", "hi", "p", "p_adjusted", "margin",
               "p_same_adjusted")


def of_run(folder, rung, bot, wanted):
    """The values and differences of the wanted measures, as threehand's own tables have them."""
    def select(table, order, columns):
        return [{"rung": rung, "order": row[order], "measure": row["measure"], "blocks": int(row["blocks"])}
                | {column: study.real(row[column]) for column in columns}
                for row in study.rows(f"{folder}/{table}.csv") if row["bot"] == bot and row["measure"] in wanted]

    return (select("characters", "variant", ("value", "lo", "hi")),
            select("differences", "a", ("difference", "se", "lo", "hi", "p", "margin", "p_same")))


def block_sums(folder, wanted):
    """Of each variant and wanted measure what each block adds: the sum and n."""
    sums = defaultdict(list)
    with open(f"{folder}/block_values.csv") as file:
        next(file)
        for line in file:
            _, _, order, measure, n, total, _ = line.split(",", 6)
            if measure in wanted:
                sums[order, measure].append((int(total), int(n)))
    return sums


def chairs(folder, rung):
    """The values and differences of `chair_unevenness`."""
    sums = block_sums(folder, CHAIRS)
    squares = {}
    for order in dict.fromkeys(order for order, _ in sums):
        # Of each chair the share less a third, and each block's part in its error.
        found = [study.Figure.ratio(sums[order, chair]).less(1 / 3) for chair in CHAIRS]
        apart, parts = [figure.value for figure in found], [figure.adds for figure in found]
        n = len(parts[0])
        covariance = [[sum(x * y for x, y in zip(a, b)) / n / (n - 1) for b in parts] for a in parts]
        # The mean square less what chance adds, each block's part in its error, and the variance that is left where
        # all chairs are equal.
        square = sum(a * a for a in apart) / 3 - sum(covariance[i][i] for i in range(3)) / 3
        along = [2 / 3 * sum(a * part[b] for a, part in zip(apart, parts)) for b in range(n)]
        squares[order] = square, along, 2 / 9 * sum(c * c for row in covariance for c in row)

    root = lambda square: math.sqrt(max(square, 0.0))
    width = lambda along, *chance: study.half_width(math.hypot(study.error(along), *map(root, chance)), n)
    values, differences = [], []
    for order, (square, along, chance) in squares.items():
        key = {"rung": rung, "order": order, "measure": "chair_unevenness", "blocks": n}
        half = width(along, chance)
        values.append(key | {"value": root(square), "lo": root(square - half), "hi": root(square + half)})
        if order != BASE:
            base, base_along, base_chance = squares[BASE]
            se = math.hypot(study.error([p - q for p, q in zip(along, base_along)]), root(chance + base_chance))
            row = key | {"difference": root(square) - root(base), "p": study.t_test(square - base, se, n)}
            # Of two roots that are surely above 0 the difference has an interval.
            if square > half and base > width(base_along, base_chance):
                half = width([p / 2 / root(square) - q / 2 / root(base) for p, q in zip(along, base_along)])
                row |= {"lo": row["difference"] - half, "hi": row["difference"] + half}
            differences.append(row)
    return values, differences


def sample(runs):
    """The first blocks of one rung as they were played, which a test plays again."""
    with open(f"{runs}/orders/{SAMPLED}/block_values.csv") as file, open("sample.csv", "w", newline="") as out:
        out.write(next(file))
        for line in file:
            block, _, _, measure, _ = line.split(",", 4)
            if int(block) >= SAMPLE:
                break
            if measure in SAMPLE_MEASURES:
                out.write(line)


def count(runs, rung_names, steps):
    values, differences = [], []
    for rung in rung_names:
        folder = f"{runs}/orders/{rung}"
        found, of_rung = (a + b for a, b in zip(of_run(folder, rung, rung, MEASURES), chairs(folder, rung)))
        for row in of_rung:
            # Near 0 a root has no error to compare rungs by.
            row["se"] = None if row["measure"] == "unevenness" else row.get("se")
        for column in ("p", "p_same"):
            raised = rungs.holm({(row["order"], row["measure"]): row.get(column) for row in of_rung})
            for row in of_rung:
                row[f"{column}_adjusted"] = raised.get((row["order"], row["measure"]))
        values += found
        differences += of_rung
    for step in steps:  # the one measure of a step, `skill`, with the step for a rung
        found, of_step = of_run(f"{runs}/skill/{step}", step, step.split(",")[1], ("skill",))
        raised = rungs.holm({row["order"]: row["p"] for row in of_step})
        values += found
        differences += [row | {"p_adjusted": raised.get(row["order"])} for row in of_step if row["se"]]
    sample(runs)
    study.write_dicts("orders.csv", COLUMNS, values)
    study.write_dicts("differences.csv", DIFFERENCES, differences)
    return differences
