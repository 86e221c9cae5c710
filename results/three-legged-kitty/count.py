"""Counts what the runs of `run` say of Three-Legged Kitty, and holds the pages to it: see `main` of study.py."""

import csv
import pathlib
import sys
from collections import Counter, defaultdict

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from chart import Chart
from study import FIGURES, OPTIONS, Figure, Question, Sums, answers, bots_of, cell, differences, main, number
from study import options, options_table, questions_table, real, rows, table, told, winners, write

GAME = "three-legged-kitty"
FAIL = 5  # what each of the others scores by the rules as published
PENALTIES = HEIGHTS = range(1, 11)
KINDS = ["suit", "NT", "Null"]
VARIANTS = ["flat_one", "overpay-true", "must_open", "same_dealer", "high_bidder_passes", "shared", "deck-32"]
WATCHED = {"made_cat": "difference", "points_cat": "points", "hands": "hands", "won_first_left": "difference"}

ASKED = [
    Question("margin", "Do contracts earn what they cost?", "points of the Cat less those of each other", "higher", "points"),
    Question("won", "… and win matches?", "matches won by the Cat of the first hand, against a third", "higher", "share", 1 / 3),
    Question("failed", "Is the Cat up more often than down?", "contracts failed, against a half", "lower", "share", 1 / 2),
    Question("high_margin", "Do bids of 10 pay more than 6 to 9?", "that margin with 10, less with 6 to 9", "higher", "points"),
    Question("high_made", "… and fail more often?", "made with 10, less with 6 to 9", "lower", "difference"),
    Question("nt_made", "Is NT made less often than a suit?", "made in NT, less in suits of the same number", "lower", "difference"),
    Question("null_margin", "Is Null worth bidding?", "margin with Null, less with others of the same number", "higher", "points"),
    Question("opener_cat", "Is the first to speak the Cat less often?", "hands in which the opener is the Cat, against a third", "lower", "share", 1 / 3),
    Question("opener_points", "Does it help to open?", "points a hand of the opener less those of the others", "higher", "points"),
    Question("opener_won", "… and to open the match?", "matches won by the first opener, against a third", "higher", "share", 1 / 3),
    Question("fail_margin", "Does a penalty of 10 for 1 make the Cat worth less?", "margin, 10 less 1", "lower", "points"),
    Question("fail_10_number", "Is 5 too mild? 10 for 5: lower bids", "number bid", "lower", "points", of=("fail-10", "number_bid")),
    Question("fail_10_made", "… more contracts made", "contracts made", "higher", "difference", of=("fail-10", "made_cat")),
    Question("fail_10_hands", "… shorter matches", "hands a match", "lower", "points", of=("fail-10", "hands")),
    Question("fail_10_leader", "… a first contract decides less", "won by the leader after 1 hand", "lower", "difference", of=("fail-10", "leader_wins_after_1")),
    Question("fail_10_out", "… more hands passed out", "hands that all pass", "higher", "difference", of=("fail-10", "passed_out")),
    Question("fail_1_number", "Is 5 too harsh? 1 for 5: higher bids", "number bid", "higher", "points", of=("fail-1", "number_bid")),
    Question("fail_1_made", "… fewer contracts made", "contracts made", "lower", "difference", of=("fail-1", "made_cat")),
    Question("fail_1_hands", "… longer matches", "hands a match", "higher", "points", of=("fail-1", "hands")),
    Question("flat_number", "Does an opening for one card sell high bids?", "number bid, `flat_one` less published", "higher", "points", of=("flat_one", "number_bid")),
    Question("flat_cards", "… for less", "cards paid, the same", "lower", "points", of=("flat_one", "cards_paid")),
    Question("flat_points", "… that are worth less", "points of the Cat, the same", "lower", "points", of=("flat_one", "points_cat")),
    Question("deck_made", "Do 32 cards make contracts harder?", "contracts made, 32 cards less 52", "lower", "difference", of=("deck-32", "made_cat")),
]

PENALTY_MEASURES = [
    ("margin", "margin", "points"),
    ("points_cat", "Cat", "points"),
    ("points_left", "each other", "points"),
    ("made_cat", "made", "share"),
    ("number_bid", "bid", "points"),
    ("passed_out", "all pass", "share"),
    ("hands", "hands a match", "hands"),
    ("leader_wins_after_1", "won by the leader after 1 hand", "share"),
    ("comeback", "won by the last at half-length", "share"),
    ("won_first_left", "won by the first opener", "share"),
]


def read_published(folder):
    """Sums by block of the game as published: pairs of a sum and what it is divided by, by name."""
    won, blocks = winners(folder)
    sums = Sums()
    add = sums.add
    with open(folder / "hands.csv", newline="") as file:
        for row in csv.DictReader(file):
            block, lineup, seat, dealer = (int(row[key]) for key in ("match", "lineup", "seat", "dealer"))
            opener = (dealer + 1) % 3
            if row["role"] not in ("cat", "out") or (row["role"] == "out" and seat != dealer):
                continue
            if row["hand"] == "0":
                add("opener_won", block, won[block, lineup, opener])
            if row["role"] == "out":
                add("opener_points", block, 0)
                continue
            bid = row["contract"]
            kind = "NT" if bid.endswith("NT") else "Null" if bid.endswith("Null") else "suit"
            height = int(bid[: -len(kind)] if kind != "suit" else bid[:-1])
            cat, made = int(row["points"]), row["points"] != "0"
            margin, opens = cat - FAIL * (not made), seat == opener
            add("margin", block, margin)
            add("failed", block, not made)
            add("opener_cat", block, opens)
            # The opener less the mean of the others: the margin as Cat, half of it turned round as another.
            add("opener_points", block, margin if opens else -margin / 2)
            level = "high" if height == 10 else "middle" if height > 5 else "low"
            for key in [(height, kind), (height, "all"), (level, "all")]:
                add(("made", *key), block, made)
                add(("margin", *key), block, margin)
            if kind != "Null":
                add(("margin", height, "other"), block, margin)
            if row["hand"] == "0":
                add("won", block, won[block, lineup, seat])
    return sums.pairs(blocks)


def standardised(sums, what, kind, other):
    """One kind of contract less another of the same number, by the weights of Mantel and Haenszel."""
    whole, weights, held = None, 0.0, [0.0] * len(sums["margin"])
    for height in HEIGHTS:
        a, b = sums.get((what, height, kind)), sums.get((what, height, other))
        if a is None or b is None:
            continue
        n, m = sum(y for _, y in a), sum(y for _, y in b)
        part = (Figure.ratio(a) - Figure.ratio(b)).times(n * m / (n + m))
        whole = whole.plus(part) if whole else part
        weights += n * m / (n + m)
        held = [x + y for x, (_, y) in zip(held, a)]
    if whole is None:
        return None
    whole = whole.times(1 / weights)
    whole.blocks = sum(held) ** 2 / sum(x * x for x in held)
    return whole


def published(sums):
    """The figures of the questions about the game as published."""
    of = lambda name, share=False: Figure.ratio(sums.get(name, []), share)

    def between(what, a, b):
        a, b = of((what, a, "all")), of((what, b, "all"))
        return a - b if a and b else None

    return {
        "margin": of("margin"),
        "won": of("won", True),
        "failed": of("failed", True),
        "high_margin": between("margin", "high", "middle"),
        "high_made": between("made", "high", "middle"),
        "nt_made": standardised(sums, "made", "NT", "suit"),
        "null_margin": standardised(sums, "margin", "Null", "other"),
        "opener_cat": of("opener_cat", True),
        "opener_points": of("opener_points"),
        "opener_won": of("opener_won", True),
    }


def contracts(bot, sums):
    """The lines of contracts.csv."""
    whole = sum(y for _, y in sums["failed"])
    for height in HEIGHTS:
        for kind in ["all", *KINDS]:
            made = Figure.ratio(sums.get(("made", height, kind), []), True)
            if made is None:
                continue
            margin = Figure.ratio(sums["margin", height, kind])
            hands = int(sum(y for _, y in sums["made", height, kind]))
            cat, other = height * made.value, FAIL * (1 - made.value)
            yield [bot, len(made.adds), height, kind, hands, hands / whole, made.value, *made.interval(), cat, other,
                   margin.value, *margin.interval()]


def margins(path):
    """What the Cat scores more than each other, by penalty, from what the blocks add."""
    sums = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    with open(path) as file:
        for line in file:
            if ",points_cat," not in line and ",points_left," not in line:
                continue
            block, _, variant, measure, n, x, *_ = line.split(",")
            pair = sums[variant][block]
            if measure == "points_cat":
                pair[0] += int(x)
                pair[1] += int(n)
            else:
                pair[0] -= int(x)
    return {penalty_of(variant): Figure.ratio(blocks.values()) for variant, blocks in sums.items()}


def penalty_of(variant):
    return FAIL if variant == GAME else int(variant.removeprefix("fail-"))


def penalties(bot, folder, margin):
    """The lines of penalties.csv."""
    character = {(penalty_of(row["variant"]), row["measure"]): row for row in rows(folder / "characters.csv")}
    for penalty in PENALTIES:
        figure = margin[penalty]
        yield [bot, len(figure.adds), penalty, "margin", figure.value, *figure.interval()]
        for name, _, _ in PENALTY_MEASURES[1:]:
            row = character[penalty, name]
            yield [bot, int(row["blocks"]), penalty, name, *(real(row[key]) for key in ("value", "lo", "hi"))]


def count(folder, runs, bots):
    found, lines = {}, defaultdict(list)
    for bot in bots:
        run = runs / bot.replace(":", "-")
        sums = read_published(run / "published")
        compared = differences(run / "penalties/differences.csv") | differences(run / "options/differences.csv")
        margin = margins(run / "penalties/block_values.csv")
        figures = published(sums) | {"fail_margin": margin[10] - margin[1]}
        found[bot] = {q.key: compared[q.of] if q.of else told(figures.get(q.key), q.null) for q in ASKED}
        lines["contracts"] += contracts(bot, sums)
        lines["penalties"] += penalties(bot, run / "penalties", margin)
        lines["options"] += options(bot, run / "options/differences.csv", VARIANTS, WATCHED)
    write(folder / "figures.csv", FIGURES, answers(ASKED, bots, found))
    contract = "bot blocks number kind hands share made lo hi cat other margin margin_lo margin_hi".split()
    write(folder / "contracts.csv", contract, lines["contracts"])
    write(folder / "penalties.csv", "bot blocks fail_points measure value lo hi".split(), lines["penalties"])
    write(folder / "options.csv", OPTIONS, lines["options"])


def of_contracts(folder, bots):
    """Two tables: contracts that `heuristic` and the two strongest bots come to, and all."""
    lines, whole, found = [], [], rows(folder / "contracts.csv")
    kinds = Counter((row["bot"], row["number"]) for row in found)
    for row in found:
        name = f"{row['number']}, {'all' if row['kind'] == 'all' else 'in a suit' if row['kind'] == 'suit' else row['kind']}"
        made = cell(*(real(row[key]) for key in ("made", "lo", "hi")), "share")
        margin = cell(*(real(row[key]) for key in ("margin", "margin_lo", "margin_hi")), "points", True)
        points = [number(float(row[key]), 2) for key in ("cat", "other")]
        share = number(100 * float(row["share"]), 1) + " %"
        if row["kind"] != "all" or kinds[row["bot"], row["number"]] > 2:
            whole.append([f"`{row['bot']}`", name, f"{int(row['hands']):,}", made, *points, margin])
        if row["bot"] in ("heuristic", *bots[-2:]) and row["kind"] != "all" and float(row["share"]) >= 0.05:
            lines.append([f"`{row['bot']}`", name, share, made, *points, margin])
    head = ["bot", "contract", "of its hands", "made", "Cat", "each other", "margin"]
    return [table(head, lines), table([*head[:2], "hands", *head[3:]], whole)]


def of_penalties(folder, bots):
    """Two tables: the curve with `heuristic` and `policy`, and all."""
    by = {(row["bot"], int(row["fail_points"]), row["measure"]): row for row in rows(folder / "penalties.csv")}

    def shown(bot, penalty, measure, unit):
        row = by[bot, penalty, measure]
        return cell(*(real(row[key]) for key in ("value", "lo", "hi")), unit, measure == "margin")

    few = [PENALTY_MEASURES[i] for i in (0, 3, 4, 6)]
    two = ("heuristic", "policy")
    curve = [[str(p), *(shown(bot, p, name, unit) for bot in two for name, _, unit in few)] for p in PENALTIES]
    whole = [[f"`{bot}`", str(p), *(shown(bot, p, name, unit) for name, _, unit in PENALTY_MEASURES)] for bot in bots for p in PENALTIES]
    head = ["penalty", *(f"`{bot}`: {words}" for bot in two for _, words, _ in few)]
    return [table(head, curve), table(["bot", "penalty", *(words for _, words, _ in PENALTY_MEASURES)], whole)]


def of_nulls(folder):
    """What a Null brings at each height, where it promises more than nothing."""
    by = {(row["bot"], int(row["height"]), row["measure"]): row for row in rows(folder / "nulls.csv")}
    lines = []
    for bot in dict.fromkeys(bot for bot, *_ in by):
        for height in range(1, 9):
            shown = lambda name, unit, sign=False: cell(
                *(real(by[bot, height, name][key]) for key in ("value", "lo", "hi")), unit, sign)
            if (bot, height, "made") not in by:
                continue
            promising = by[bot, height, "promising"]
            lines.append([f"`{bot}`", f"Null {height}", number(100 * FAIL / (FAIL + height), 1) + " %",
                          f"{int(float(by[bot, height, 'made']['n'])):,} of {int(float(promising['n'])):,}",
                          shown("promised", "share"), shown("made", "share"), shown("margin", "points", True),
                          shown("stands", "share"), shown("less", "points", True)])
    return table(["bot", "contract", "breaks even if made in", "calls where more is promised", "promised", "made",
                  "margin if nobody bids over it", "nobody does", "margin of bidding it, less that of the own call"], lines)


def tables(folder):
    bots = bots_of(folder)
    asked = questions_table(ASKED, bots, folder / "figures.csv")
    head = ["option", "contracts made, in points of share", "points of the Cat", "hands a match", "won by the first opener, in points of share"]
    flipped = options_table(folder / "options.csv", VARIANTS, WATCHED, head)
    return [asked, flipped, *of_contracts(folder, bots), *of_penalties(folder, bots), of_nulls(folder)]


def draw(folder):
    bots = [bot for bot in bots_of(folder) if bot != "random"]
    chart = Chart("What a failed Cat pays each of the others", "bars are 95 % intervals; all three seats are played by the same bot")
    margin = chart.panel("points a hand of the Cat less those of each other", PENALTIES, -6, 6, 2)
    made = chart.panel("contracts made, %", PENALTIES, 0, 100, 20)
    for row in rows(folder / "penalties.csv"):
        if row["bot"] in bots and row["measure"] in ("margin", "made_cat"):
            panel, scale = (margin, 1) if row["measure"] == "margin" else (made, 100)
            ends = [scale * real(row[key]) if row[key] else None for key in ("value", "lo", "hi")]
            panel.point(row["bot"], int(row["fail_points"]), *ends)
    chart.write(folder / "penalty.svg", bots)


if __name__ == "__main__":
    main(__file__, count, draw, tables)
