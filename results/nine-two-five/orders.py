"""The five orders by rung: orders.csv, differences.csv and sample.csv from the runs in orders/ and skill/.

All is counted from what each block adds (block_values.csv), so a rung whose run is still going on is counted as far as
it has got. Of a finished run the figures have to be those of threehand's own tables, or `count` stops. Each rung has
cards of its own, so what two rungs say is independent.

`chair_unevenness` is counted here alone: how far the three chairs' shares of matches, by place at the first deal, are
from a third, as `unevenness` is for points by role."""

import math
import os
from collections import defaultdict

import rungs

BASE = "9-2-5"
ROLES = tuple(f"points_{role}" for role in ("dealer", "left", "right"))
CHAIRS = ("won_first_dealer", "won_first_left", "won_first_right")
RATIOS = ROLES + CHAIRS + (
    "made_dealer", "made_left", "made_right", "hands", "ended_top", "ended_bottom", "lead_changes", "leader_wins_after_1",
    "leader_wins_after_2", "leader_wins_after_4", "leader_wins_after_8", "comeback", "largest_swing", "bled_to_dealer")
# The smallest differences that matter, named before anything was played.
MARGINS = {"role_spread": 0.25, "won_first_dealer": 0.02, "won_first_left": 0.02,
           "won_first_right": 0.02, "hands": 0.5, "lead_changes": 0.2, "comeback": 0.03, "leader_wins_after_1": 0.02,
           "leader_wins_after_2": 0.02, "leader_wins_after_4": 0.02, "largest_swing": 0.5, "ended_top": 0.03,
           "ended_bottom": 0.03}
SAMPLED, SAMPLE, SAMPLE_MEASURES = "heuristic", 50, ("points_dealer", "won_first_dealer", "hands", "lead_changes")
COLUMNS = ("rung", "order", "measure", "blocks", "value", "lo", "hi")
DIFFERENCES = ("rung", "order", "measure", "blocks", "difference", "se", "lo", "hi", "p", "p_adjusted", "margin",
               "p_same_adjusted")


def block_values(folder, wanted=RATIOS):
    """Of each variant and wanted measure what each block adds: n and the sum. Blocks that are not whole are left out."""
    values = defaultdict(list)
    with open(f"{folder}/block_values.csv") as file:
        next(file)
        for line in file:
            _, _, variant, measure, n, total, _ = line.split(",", 6)
            if measure in wanted:
                values[variant, measure].append((int(n), int(total)))
    whole = min(map(len, values.values()))
    return {key: blocks[:whole] for key, blocks in values.items()}


def uneven(means, parts, about=None):
    """The mean square of means about their mean less what chance adds, each block's part in its error, and the part of
    its variance that is left where the means are equal."""
    k, n = len(means), len(parts[0])
    middle = sum(means) / k if about is None else about
    centre = [sum(column) / k for column in zip(*parts)]
    apart = [[p - c for p, c in zip(part, centre)] for part in parts]
    covariance = [[sum(x * y for x, y in zip(a, b)) / n / (n - 1) for b in apart] for a in apart]
    square = sum((mean - middle) ** 2 for mean in means) / k - sum(covariance[i][i] for i in range(k)) / k
    along = [sum(2 / k * (mean - middle) * part[b] for mean, part in zip(means, apart)) for b in range(n)]
    return square, along, 2 * sum(c * c for row in covariance for c in row) / k ** 2


def signed_root(square):
    return math.sqrt(max(square, 0.0))


class Rung:
    """The figures of a rung: of each order and measure the value and each block's part in its error."""

    def __init__(self, folder):
        values = block_values(folder)
        self.orders = list(dict.fromkeys(order for order, _ in values))
        self.blocks = len(values[BASE, "hands"])
        self.ratios = {key: rungs.ratio(blocks) for key, blocks in values.items()}
        self.squares = {}
        for order in self.orders:
            for name, measures, about in (("unevenness", ROLES, None), ("chair_unevenness", CHAIRS, 1 / 3)):
                figures = [self.ratios[order, measure] for measure in measures]
                self.squares[order, name] = uneven([f[0] for f in figures], [f[1] for f in figures], about)
            best, *_, worst = sorted((self.ratios[order, role] for role in ROLES), key=lambda figure: -figure[0])
            self.ratios[order, "role_spread"] = (best[0] - worst[0], [p - q for p, q in zip(best[1], worst[1])])

    def values(self, rung):
        for (order, measure), (value, parts) in self.ratios.items():
            half = rungs.t_half_width(rungs.error(parts), self.blocks)
            yield {"rung": rung, "order": order, "measure": measure, "blocks": self.blocks, "value": value,
                   "lo": value - half, "hi": value + half}
        for (order, measure), (square, along, chance) in self.squares.items():
            half = rungs.t_half_width(math.sqrt(rungs.error(along) ** 2 + chance), self.blocks)
            yield {"rung": rung, "order": order, "measure": measure, "blocks": self.blocks,
                   "value": signed_root(square), "lo": signed_root(square - half), "hi": signed_root(square + half)}

    def differences(self, rung):
        rows = []
        for (order, measure), (value, parts) in self.ratios.items():
            if order == BASE:
                continue
            base, base_parts = self.ratios[BASE, measure]
            se = rungs.error([p - q for p, q in zip(parts, base_parts)])
            half = rungs.t_half_width(se, self.blocks)
            row = {"rung": rung, "order": order, "measure": measure, "blocks": self.blocks, "difference": value - base,
                   "se": se, "lo": value - base - half, "hi": value - base + half,
                   "p": rungs.t_test(value - base, se, self.blocks)}
            if measure in MARGINS:
                row["margin"] = MARGINS[measure]
                row["p_same"] = rungs.t_test_above(MARGINS[measure] - abs(value - base), se, self.blocks)
            rows.append(row)
        for (order, measure), (square, along, chance) in self.squares.items():
            if order == BASE:
                continue
            base, base_along, base_chance = self.squares[BASE, measure]
            se = math.sqrt(rungs.error([p - q for p, q in zip(along, base_along)]) ** 2 + chance + base_chance)
            row = {"rung": rung, "order": order, "measure": measure, "blocks": self.blocks,
                   "difference": signed_root(square) - signed_root(base),
                   "p": rungs.t_test(square - base, se, self.blocks)}
            # Of two roots that are surely above 0 the difference has an interval.
            if all(value > rungs.t_half_width(math.sqrt(rungs.error(parts) ** 2 + left), self.blocks)
                   for value, parts, left in ((square, along, chance), (base, base_along, base_chance))):
                roots = signed_root(square), signed_root(base)
                half = rungs.t_half_width(
                    rungs.error([p / 2 / roots[0] - q / 2 / roots[1] for p, q in zip(along, base_along)]), self.blocks)
                row |= {"lo": row["difference"] - half, "hi": row["difference"] + half}
            rows.append(row)
        for column in ("p", "p_same"):
            raised = rungs.holm({(row["order"], row["measure"]): row.get(column) for row in rows})
            for row in rows:
                row[f"{column}_adjusted"] = raised.get((row["order"], row["measure"]))
        return rows


def agree(folder, values, differences):
    """Stops where a figure is not that of threehand's own tables."""
    if not os.path.exists(f"{folder}/characters.csv"):
        return False
    mine = {(row["order"], row["measure"]): row["value"] for row in values}
    for row in rungs.read(f"{folder}/characters.csv"):
        value = mine.get((row["variant"], row["measure"]))
        assert value is None or math.isclose(value, float(row["value"]), rel_tol=1e-9, abs_tol=1e-9), (folder, row, value)
    mine = {(row["order"], row["measure"]): row for row in differences}
    for row in rungs.read(f"{folder}/differences.csv"):
        found = mine.get((row["a"], row["measure"]))
        if found and found.get("se") and row["se"]:
            assert math.isclose(found["difference"], float(row["difference"]), rel_tol=1e-9, abs_tol=1e-9), (row, found)
            assert math.isclose(found["se"], float(row["se"]), rel_tol=1e-3), (row, found)
    return True


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
    for name in rung_names:
        rung, folder = Rung(f"{runs}/orders/{name}"), f"{runs}/orders/{name}"
        mine, of = list(rung.values(name)), rung.differences(name)
        checked = "as threehand says" if agree(folder, mine, of) else "unfinished, counted as far as it has got"
        print(f"{name}: {rung.blocks} blocks, {checked}", flush=True)
        values += mine
        differences += of
    for step in steps:
        count_step(f"{runs}/skill/{step}", step, values, differences)
    sample(runs)
    rungs.write("orders.csv", COLUMNS, values)
    rungs.write("differences.csv", DIFFERENCES, differences)
    return values, differences
