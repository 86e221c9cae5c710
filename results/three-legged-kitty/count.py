"""Counts what the runs of `run` say of Three-Legged Kitty, and holds the pages to it: see `main` of study.py."""

import csv
import pathlib
import re
import sys
from collections import Counter, defaultdict

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from chart import Chart
from study import OPTIONS, Figure, Sums, bots_of, cell, differences, less, main, number, options, options_table
from study import questions_table, reals, rows, table, winners, write, write_figures

FAIL = 5  # what each of the others scores by the rules as published
PENALTIES = HEIGHTS = range(1, 11)
KINDS = {"": "in a suit", "NT": "NT", "Null": "Null"}
VARIANTS = ["flat_one", "overpay-true", "must_open", "same_dealer", "high_bidder_passes", "shared", "deck-32"]
WATCHED = {"made_cat": "difference", "points_cat": "points", "hands": "hands", "won_first_left": "difference"}
# What is shown of each penalty, after the margin.
CURVE = {"points_cat": ("Cat", "points"), "points_left": ("each other", "points"), "made_cat": ("made", "share"),
         "number_bid": ("bid", "points"), "passed_out": ("all pass", "share"), "hands": ("hands a match", "hands"),
         "leader_wins_after_1": ("won by the leader after 1 hand", "share"),
         "comeback": ("won by the last at half-length", "share"),
         "won_first_left": ("won by the first opener", "share")}


def read_published(folder):
    """Sums by block of the game as published: pairs of a sum and what it is divided by, by name."""
    won, blocks = winners(folder)
    sums = Sums()
    with open(folder / "hands.csv", newline="") as file:
        for row in csv.DictReader(file):
            block, lineup, seat, dealer = (int(row[key]) for key in ("match", "lineup", "seat", "dealer"))
            if row["role"] != "cat" and (row["role"] != "out" or seat != dealer):
                continue
            add = lambda name, x: sums.add(name, block, x)
            opener = (dealer + 1) % 3
            if row["hand"] == "0":
                add("opener_won", won[block, lineup, opener])
            if row["role"] == "out":
                add("opener_points", 0)
                continue
            height, kind = re.fullmatch(r"(\d+)(?:[CDHS]|(NT|Null))", row["contract"]).groups(default="")
            height, made = int(height), row["points"] != "0"
            margin = int(row["points"]) - FAIL * (not made)
            add("margin", margin)
            add("failed", not made)
            add("opener_cat", seat == opener)
            # The opener less the mean of the others: the margin as Cat, half of it turned round as another.
            add("opener_points", margin if seat == opener else -margin / 2)
            if row["hand"] == "0":
                add("won", won[block, lineup, seat])
            level = "high" if height == 10 else "middle" if height > 5 else "low"
            for key in ((height, kind), (height, "all"), level):
                add(("made", key), made)
                add(("margin", key), margin)
            if kind != "Null":
                add(("margin", (height, "other")), margin)
    return sums.pairs(blocks)


def of_same_number(sums, what, kind, other):
    """One kind of contract less another of the same number, by the weights of Mantel and Haenszel."""
    parts, held = [], [0] * len(sums["margin"])
    for height in HEIGHTS:
        a, b = (sums.get((what, (height, each))) for each in (kind, other))
        if a and b:
            n, m = (sum(y for _, y in pairs) for pairs in (a, b))
            parts.append((n * m / (n + m), Figure.ratio(a) - Figure.ratio(b)))
            held = [x + y for x, (_, y) in zip(held, a)]
    if not parts:
        return None
    weights = sum(weight for weight, _ in parts)
    value = sum(weight * part.value for weight, part in parts) / weights
    adds = [sum(weight * add for (weight, _), add in zip(parts, adds)) / weights for adds in zip(*(part.adds for _, part in parts))]
    return Figure(value, adds, sum(held) ** 2 / sum(x * x for x in held))


def published(sums):
    """The figures of the questions about the game as published."""
    shares = ("won", "failed", "opener_cat", "opener_won")
    found = {name: Figure.ratio(pairs, name in shares) for name, pairs in sums.items() if isinstance(name, str)}
    for what in ("margin", "made"):
        if (what, "high") in sums and (what, "middle") in sums:
            found[f"high_{what}"] = Figure.ratio(sums[what, "high"]) - Figure.ratio(sums[what, "middle"])
    found["nt_made"] = of_same_number(sums, "made", "NT", "")
    found["null_margin"] = of_same_number(sums, "margin", "Null", "other")
    return {name: figure.row() for name, figure in found.items() if figure}


def contracts(bot, sums):
    """The lines of contracts.csv."""
    whole = sum(y for _, y in sums["failed"])
    for height in HEIGHTS:
        for kind in ["all", *KINDS]:
            if ("made", (height, kind)) in sums:
                made = Figure.ratio(sums["made", (height, kind)], True).row()
                margin = Figure.ratio(sums["margin", (height, kind)]).row()
                hands = sum(y for _, y in sums["made", (height, kind)])
                line = {"bot": bot, "number": height, "kind": kind or "suit", "hands": hands, "share": hands / whole}
                yield made | line | {f"margin_{key}": margin.get(key) for key in ("value", "lo", "hi")}


def count(folder, runs, bots):
    found, lines = {}, defaultdict(list)
    for bot in bots:
        run = runs / bot.replace(":", "-")
        sums = read_published(run / "published")
        by = {}
        for row in rows(run / "penalties/characters.csv"):
            if row["measure"] in CURVE:
                row["fail_points"] = re.sub(r"\D", "", row["variant"]) or FAIL
                by[int(row["fail_points"]), row["measure"]] = row
        lines["penalties"] += [by[penalty, name] for penalty in PENALTIES for name in CURVE if (penalty, name) in by]
        compared = [differences(run / part / "differences.csv") for part in ("penalties", "options")]
        found[bot] = published(sums) | {"fail_margin": less(margin(by, 10), margin(by, 1))}, compared[0] | compared[1]
        lines["contracts"] += contracts(bot, sums)
        lines["options"] += options(bot, run / "options/differences.csv", VARIANTS, WATCHED)
    write_figures(folder, found)
    contract = "bot blocks number kind hands share value lo hi margin_value margin_lo margin_hi"
    write(folder / "contracts.csv", contract, lines["contracts"])
    write(folder / "penalties.csv", "bot blocks fail_points measure value lo hi", lines["penalties"])
    write(folder / "options.csv", OPTIONS, lines["options"])


def margin(by, *key):
    """The points of the Cat less those of each other."""
    return less(by[(*key, "points_cat")], by[(*key, "points_left")])


def shown(row, unit, sign=False, of=""):
    return cell(*reals(row, of + "value", of + "lo", of + "hi"), unit, sign)


def of_contracts(folder):
    lines, found = [], rows(folder / "contracts.csv")
    kinds = Counter((row["bot"], row["number"]) for row in found)
    for row in found:
        if row["kind"] != "all" or kinds[row["bot"], row["number"]] > 2:
            name = f"{row['number']}, {KINDS.get(row['kind'].replace('suit', ''), 'all')}"
            share = number(100 * float(row["share"]), 1) + " %"
            cells = [shown(row, "share"), shown(row, "points", True, "margin_")]
            lines.append([f"`{row['bot']}`", name, f"{int(row['hands']):,}", share, *cells])
    return table(["bot", "contract", "hands", "of its hands", "made", "margin"], lines)


def of_penalties(folder):
    by, lines = penalties(folder), []
    for bot, penalty in dict.fromkeys((bot, penalty) for bot, penalty, _ in by):
        cells = (shown(by[bot, penalty, name], unit) for name, (_, unit) in CURVE.items())
        lines.append([f"`{bot}`", str(penalty), shown(margin(by, bot, penalty), "points", True), *cells])
    return table(["bot", "penalty", "margin", *(words for words, _ in CURVE.values())], lines)


def penalties(folder):
    return {(row["bot"], int(row["fail_points"]), row["measure"]): row for row in rows(folder / "penalties.csv")}


def of_nulls(folder):
    """What a Null brings at each height, where it promises more than nothing."""
    by = {(row["bot"], row["height"], row["measure"]): row for row in rows(folder / "nulls.csv")}
    units = {"promised": "share", "made": "share", "margin": "points", "stands": "share", "less": "points"}
    lines = [[f"`{bot}`", f"Null {height}", *(shown(by[bot, height, name], unit, unit == "points") for name, unit in units.items())]
             for bot, height, measure in by if measure == "made"]
    return table(["bot", "contract", "promised", "made", "margin if nobody bids over it", "nobody does",
                  "margin of bidding it, less that of the own call"], lines)


def tables(folder):
    head = ["option", "contracts made, in percentage points", "points of the Cat", "hands a match", "won by the first opener, in percentage points"]
    flipped = options_table(folder / "options.csv", VARIANTS, WATCHED, head)
    return [questions_table(folder), flipped, of_contracts(folder), of_penalties(folder), of_nulls(folder)]


def draw(folder):
    bots = [bot for bot in bots_of(folder) if bot != "random"]
    chart = Chart("What a failed Cat pays each of the others", "bars are 95 % intervals; all three seats are played by the same bot", 480)
    margins = chart.panel("points a hand of the Cat less those of each other", PENALTIES, -6, 6, 2)
    made = chart.panel("contracts made, %", PENALTIES, 0, 100, 20)
    by = penalties(folder)
    for bot in bots:
        for penalty in PENALTIES:
            margins.point(bot, penalty, *reals(margin(by, bot, penalty), "value", "lo", "hi"))
            made.point(bot, penalty, *(100 * end for end in reals(by[bot, penalty, "made_cat"], "value", "lo", "hi")))
    chart.write(folder / "penalty.svg", bots)


if __name__ == "__main__":
    main(__file__, count, draw, tables)
