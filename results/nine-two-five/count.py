"""Counts what the runs of `run` say of 9-2-5, and holds the pages to it: see `main` of study.py."""

import math
import pathlib
import sys
from statistics import correlation

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import hexagons
from study import OPTIONS, bots_of, cell, differences, less, main, number, options, options_table, questions_table
from study import real, reals, rows, table, write, write_figures

BASE, OTHERS = "9-2-5", ("9-5-2", "8-3-5", "9-3-4", "8-4-4")
ORDERS = (BASE, *OTHERS)
ROLES = ("dealer", "left", "right")
CHAIRS = [f"won_first_{role}" for role in ROLES]
# The measures of the five orders, with the units of those that the notebook shows.
SHOWN = {"role_spread": "points", "unevenness": "points", "bled_to_dealer": "points", "hands": "hands",
         "lead_changes": "hands", "comeback": "share", "largest_swing": "points"}
COMPARED = {name: unit.replace("share", "difference") for name, unit in SHOWN.items() if name not in ("unevenness", "bled_to_dealer")}
MEASURES = [*SHOWN, *CHAIRS, *(f"{what}_{role}" for what in ("points", "made") for role in ROLES), "ended_top", "ended_bottom",
            "leader_wins_after_1", "leader_wins_after_2", "leader_wins_after_4", "leader_wins_after_8"]
# By bot the run that says what the better one gains over it.
SKILL = {"random": "random,greedy", "greedy": "greedy,heuristic", "heuristic": "heuristic:epsilon=0.1,heuristic",
         "policy": "heuristic,policy"}
SWEEP = {"random": "low", "greedy": "low", "heuristic": "high"}
SWEPT = ["points_dealer", "points_left", "points_right", "role_spread", "unevenness", "lead_changes", "comeback",
         "leader_wins_after_4", "skill", "hands", "largest_swing", "bled_to_dealer", "bled_to_dealer_max"]
WITH_ERRORS = ["role_spread", "chair_unevenness", "lead_changes", "skill", "unevenness", "comeback"]
# What makes an order better, which way, and the smallest difference that matters: a step.
STEPS = {"role_spread": -0.25, "chair_unevenness": -0.02, "lead_changes": 0.2, "skill": 0.02}
# How often each of these counts.
WEIGHTINGS = {"fairness of roles and chairs": (1, 1, 0, 0), "lead changes": (0, 0, 1, 0), "skill": (0, 0, 0, 1),
              "all four alike": (1, 1, 1, 1), "all four (lead changes three times)": (1, 1, 3, 1),
              "all four (skill three times)": (1, 1, 1, 3)}
SWINGS = {"decided_in_last_two_hands": ("the winner took the lead for good in the last two hands", "share"),
          "leader_wins_with_2_to_go": ("the leader wins, with two hands to go", "share"),
          "leader_wins_with_4_to_go": ("… with four hands to go", "share"),
          "winner_was_behind_by": ("the winner was behind at worst by, points", "points"),
          "gap_at_half_of_gap_at_end": ("gap from first to last at half-length, of the gap at the end", "share"),
          "gap_of_last_two_hands": ("gap that the last two hands bring, points", "points")}
AFTERMATH = {"points_after_missed_2": ("points after a missed 2", "points"), "points_after_made_2": ("… after a made 2", "points"),
             "points_after_missed_5": ("… after a missed 5", "points"),
             "lost_again_after_missed_5": ("a missed 5 is followed by a loss", "share")}
FIRST_HAND = ("random", "greedy", "heuristic", "policy")


def by_key(path, *names):
    return {tuple(row[name] for name in names): row for row in rows(path)}


def figures(folder, bot, orders):
    """The rows of the questions that are not of a comparison."""
    role = {role: orders[BASE, f"points_{role}"] for role in ROLES}
    found = {"dealer": role["dealer"], "dealer_left": less(role["dealer"], role["left"]),
             "right_dealer": less(role["right"], role["dealer"]), "right_left": less(role["right"], role["left"])}
    after = by_key(folder / "aftermath.csv", "rung", "order", "measure")
    if (bot, BASE, "points_after_missed_2") in after:
        lost = (after[bot, order, "lost_again_after_missed_5"] for order in (BASE, "9-5-2"))
        found |= {"turned": after[bot, BASE, "points_after_missed_2"], "lost_again": less(*lost)}
        swings = by_key(folder / "swings.csv", "rung", "order", "null", "measure")
        for question, measure in (("equilibrium", "gap_at_half_of_gap_at_end"), ("rush", "gap_of_last_two_hands")):
            row = swings[bot, BASE, "rotation", measure]
            found[question] = {"value": row["excess"], "lo": row["excess_lo"], "hi": row["excess_hi"], "p": row["p"], "blocks": row["blocks"]}
    return found


def sweep(path, bot):
    """The lines of sweep.csv: of each order a bot's measures, and how far the chairs' shares of matches are from a third."""
    orders = {}
    for row in rows(path):
        if row["bot"] == bot and row["value"]:
            order = orders.setdefault(row["variant"], {"rung": bot, "order": row["variant"], "blocks": row["blocks"]})
            order[row["measure"]], order[f"{row['measure']}_se"] = reals(row, "value", "se")
    for order in orders.values():
        chance = sum(order[f"{chair}_se"] ** 2 for chair in CHAIRS) / 3
        square = sum((order[chair] - 1 / 3) ** 2 for chair in CHAIRS) / 3
        # The error is that of a figure well above 0; near 0 it is an upper bound.
        yield order | {"chair_unevenness": math.sqrt(max(0.0, square - chance)), "chair_unevenness_se": math.sqrt(chance)}


def count(folder, runs, bots):
    found, values, compared = {}, [], []
    for bot in bots:
        run = runs / "orders" / bot
        character = [row for row in rows(run / "characters.csv") if row["measure"] in MEASURES]
        of_orders = differences(run / "differences.csv")
        compared += options(bot, run / "differences.csv", OTHERS, MEASURES)
        if bot in SKILL:
            path = runs / "skill" / SKILL[bot]
            of_orders |= {key: row for key, row in differences(path / "differences.csv").items() if key[1] == "skill"}
            character += [row for row in rows(path / "characters.csv") if row["measure"] == "skill" and row["value"]]
            compared += options(bot, path / "differences.csv", OTHERS, ["skill"])
        values += [row | {"rung": bot, "order": row["variant"]} for row in character]
        found[bot] = figures(folder, bot, {(row["variant"], row["measure"]): row for row in character}), of_orders
    write_figures(folder, found)
    write(folder / "orders.csv", "rung order measure blocks value lo hi", values)
    write(folder / "differences.csv", OPTIONS, compared)
    lines = [line for bot, run in SWEEP.items() for line in sweep(runs / "sweep" / run / "characters.csv", bot)]
    errors = " ".join(f"{name}_se" for name in WITH_ERRORS)
    write(folder / "sweep.csv", f"rung order blocks chair_unevenness {' '.join(SWEPT)} {errors}", lines)
    flipped = []
    for path in sorted((runs / "options").iterdir()):
        of_bots = {row["bot"]: row["difference"] for row in rows(path / "differences.csv") if row["measure"] == "unevenness"}
        verdict = next(row["verdict"] for row in rows(path / "verdicts.csv") if row["measure"] == "unevenness")
        flipped.append(of_bots | {"option": path.name, "verdict": verdict})
    write(folder / "options.csv", "option random greedy heuristic verdict", flipped)


def shown(row, unit, sign=False):
    return cell(*reals(row, "value", "lo", "hi"), unit, sign)


def of_sweep(folder):
    """Two tables of all orders with `heuristic`: their places, and what is weighed."""
    orders = {row["order"]: row for row in rows(folder / "sweep.csv") if row["rung"] == "heuristic"}
    steps = {order: [float(row[name]) / step for name, step in STEPS.items()] for order, row in orders.items()}
    places = []
    for words, weights in WEIGHTINGS.items():
        score = lambda order: sum(weight * of for weight, of in zip(weights, steps[order]))
        ranked = sorted(orders, key=score, reverse=True)
        places.append([words, ", ".join(ranked[:3]), *(str(ranked.index(order) + 1) for order in ORDERS)])
    weighed = []
    for name in [*STEPS, "comeback"]:
        values, spreads = ([float(row[each]) for row in orders.values()] for each in (name, "role_spread"))
        ranks = [[sorted(each).index(value) for value in each] for each in (values, spreads)]
        step = abs(STEPS.get(name, 0))
        apart = [f"{step:g}", f"{(max(values) - min(values)) / step:.0f}"] if step else ["–", "–"]
        weighed.append([f"`{name}`", *apart, number(correlation(*ranks), 2, True)])
    return [table(["what counts", "best three of 102", *ORDERS], places),
            table(["measure", "one step", "steps from the first to the last of 102", "rank correlation with `role_spread`"], weighed)]


def of_fits(folder):
    """What weights that were fitted to an order are worth under it, and by how much they move its figures."""
    fits = by_key(folder / "fitted.csv", "order", "disturbed", "bots", "measure")
    less = "fitted less as it is"
    columns = {"before the fit": ("before the fit", "won", "share"),
               "one fitted to it wins from two as they are": ("fitted", "won", "share"),
               "… from two fitted to 9-2-5": ("fitted", "won_from_first", "share"),
               "decides otherwise": (less, "decides_otherwise", "share"),
               "best role less worst, as it is": ("as it is", "role_spread", "points"),
               "fitted": ("fitted", "role_spread", "points"), "roles off their mean, less": (less, "unevenness", "points")}
    lines = []
    for order, by in dict.fromkeys(key[:2] for key in fits):
        cells = [shown(fits.get((order, by, bots, name), {}), unit, name == "unevenness") for bots, name, unit in columns.values()]
        lines.append([order, by, *cells])
    return table(["order", "disturbed by", *columns], lines)


def tables(folder):
    heuristic, bots = "heuristic", [f"`{bot}`" for bot in bots_of(folder)]
    values = by_key(folder / "orders.csv", "rung", "order", "measure")
    compared = options_table(folder / "differences.csv", OTHERS, COMPARED, ["order", *(f"`{name}`" for name in COMPARED)])
    five = [[f"`{name}`", *(shown(values[heuristic, order, name], unit) for order in ORDERS)] for name, unit in SHOWN.items()]
    roles = [[order, role, *(shown(values[bot.strip("`"), order, f"points_{role}"], "points", True) for bot in bots)]
             for order in ORDERS for role in ROLES]
    first = [[f"`{bot}`", *(number(float(of[f"points_{role}"]) + owed, 1) for role, owed in zip(ROLES, (9, 2, 5)))]
             for bot in FIRST_HAND for of in rows(folder.parent / f"first-hand/{bot}.csv")[:1]]
    after = by_key(folder / "aftermath.csv", "rung", "order", "measure")
    follows = [[words, *(shown(after[heuristic, order, name], unit, unit == "points") for order in (BASE, "9-5-2"))]
               for name, (words, unit) in AFTERMATH.items()]
    swings = by_key(folder / "swings.csv", "rung", "order", "null", "measure")
    ends = []
    for name, (words, unit) in SWINGS.items():
        row = swings[heuristic, BASE, "rotation", name]
        ends.append([words, *(cell(real(row[each]), None, None, unit) for each in ("played", "shuffled"))])
    flipped = [[f"`{row['option']}`", ", ".join(number(float(row[bot]), 2, True) for bot in SWEEP),
                row["verdict"].replace("on too few rungs", "with one or two bots only")]
               for row in rows(folder / "options.csv")]
    return [questions_table(folder), *of_sweep(folder), compared, of_fits(folder),
            table([f"`{heuristic}`", *ORDERS], five), table(["order", "role", *bots], roles),
            table(["tricks in the first hand", *ROLES], first), table(["in the next hand", BASE, "9-5-2"], follows),
            table(["with `heuristic`", "as played", "shuffled"], ends),
            table(["option", "roles off their mean, 9-2-5 less 9-5-2: `random`, `greedy`, `heuristic`", "its verdict"], flipped)]


def draw(folder):
    """The map. The orders that have names have the figures of the page: those of 10,000 blocks."""
    orders = {row["order"]: row for row in rows(folder / "sweep.csv") if row["rung"] == "heuristic"}
    values = by_key(folder / "orders.csv", "rung", "order", "measure")
    for order in ORDERS:
        orders[order] |= {measure: values["heuristic", order, measure]["value"] for measure in ("role_spread", "lead_changes")}
    hexagons.draw(folder / "map.svg", list(orders.values()), ORDERS)


if __name__ == "__main__":
    main(__file__, count, draw, tables)
