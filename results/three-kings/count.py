"""Counts what the runs of `run` say of Three Kings, and holds the pages to it: see `main` of study.py."""

import itertools
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from chart import Chart
from study import OPTIONS, Figure, Sums, bots_of, cell, differences, main, options, options_table
from study import questions_table, reals, rows, table, winners, write, write_figures

SOURCES = {"tricks": "points from tricks but the last", "melds": "… from melds", "last trick": "… from the last trick",
           "predictions": "… from predictions"}
SHARES = {"predicts": "hands with a prediction", "hit_last": "predictions of the last trick that come true",
          "hit_ace": "… of the ace"}
# How often the lead wins the last trick.
STAYS = {"stays_first": "first hand: nine cards", "stays": "later: a tenth card"}
RULINGS = ["melds-all", "meld_order-set_over_seq", "ace_last_total-6", "ace_predict_total-12", "pending-worst",
           "qualify-touched", "first_deal-set", "prediction_slots-separate", "set_points-10", "set_points-20"]
WATCHED = {"hands": "hands", "points_lead": "points", "won_first_left": "difference", "leader_wins_after_4": "difference"}
LONG = ("three-kings", "set_points-10", "set_points-20")
LENGTHS = {"hands": "hands a match", "hands_median": "median", "hands_p95": "95th percentile",
           "lead_changes": "changes of lead", "leader_wins_after_4": "won by the leader after 4 hands",
           "comeback": "won by the last at half-length"}


def melds():
    """The melds of the list, each as a record writes it."""
    for rank in "KT8642":
        yield from (" ".join(rank + suit for suit in three) for three in itertools.combinations("CSHD", 3))
    for run in ("KQJ", "JT9", "987", "765", "543"):
        yield from (" ".join(rank + suit for rank in run) for suit in "CSHD")


MELDS = frozenset(melds())


class Hand:
    """What a record says of where its points come from."""

    def __init__(self, record):
        self.points = record["points"]
        self.place = "later" if record["carry"] else "first"
        self.lead = record["carry"].get("last_trick_winner", (record["dealer"] + 1) % 3)
        actions = record["actions"]
        plays = [words[5:] for _, words in (action.split(" ", 1) for action in actions) if words.startswith("play ")]
        meld = sum(cards in MELDS for cards in plays)
        predictions = [action.split() for action in actions if action.endswith((" last", " ace"))]
        predictor, _, self.kind = predictions[-1] if predictions else (None, None, None)
        leader, led = actions[-3][0], plays[-3]
        ace = len(led) == 2 and led[0] == "A"
        # The last trick has its own score in place of the 1 of any other.
        tricks = len(plays) // 3 - 1
        rest = sum(self.points) - tricks - meld
        # Whoever won the last trick, only one of these comes to the points that are left.
        ends = set()
        for winner in "012":
            trick = (5 if winner == leader else -3) if ace else 2
            hit = winner == predictor and (self.kind == "last" or (ace and winner == leader))
            brought = {None: 0, "last": 5, "ace": 10}[self.kind] * (1 if hit else -1)
            if trick + brought == rest:
                ends.add((trick, brought))
        assert len(ends) == 1, record
        ((trick, self.brought),) = ends
        self.sources = dict(zip(SOURCES, (tricks, meld, trick, self.brought)))


def read_published(folder):
    """Sums by block of the game as published: pairs of a sum and what it is divided by, by name."""
    won, blocks = winners(folder)
    sums = Sums()
    before, match = None, None
    with open(folder / "records.jsonl") as file:
        for record in map(json.loads, file):
            hand, block, last = Hand(record), record["match"], match
            match = block, record["lineup"]
            add = lambda name, x: sums.add(name, block, x)
            for source, points in hand.sources.items():
                add(source, points)
            add("end_less_melds", hand.sources["last trick"] + hand.brought - hand.sources["melds"])
            add("predicts", hand.kind is not None)
            if hand.kind:
                miss = min(hand.brought, 0)
                add(f"predict_{hand.kind}", hand.brought)
                add(f"predict_{hand.kind}_twice", hand.brought + miss)
                add(f"hit_{hand.kind}", not miss)
            points = hand.points[hand.lead]
            add(f"lead_{hand.place}", points - (sum(hand.points) - points) / 2)
            if hand.place == "first":
                add("won_forehand", won[(*match, hand.lead)])
            if last == match:
                # This hand's lead won the last trick of the hand before.
                add("stays_first" if before.place == "first" else "stays", before.lead == hand.lead)
                if before.place == "first":
                    add("won_winner", won[(*match, hand.lead)])
            before = hand
    return sums.pairs(blocks)


def count(folder, runs, bots):
    found, published, lengths, flips = {}, [], [], []
    for bot in bots:
        run = runs / bot.replace(":", "-")
        is_share = lambda name: name.startswith(("hit", "stays", "won", "predicts"))
        figures = {name: Figure.ratio(pairs, is_share(name)) for name, pairs in read_published(run / "published").items()}
        figures["tenth"] = figures["lead_later"] - figures["lead_first"]
        figures["stays_tenth"] = figures["stays"] - figures["stays_first"]
        figures = {name: figure.row() for name, figure in figures.items()}
        found[bot] = figures, differences(run / "rulings/differences.csv")
        for name in [*SOURCES, *SHARES, *STAYS]:
            if name in figures:
                published.append(figures[name] | {"bot": bot, "measure": name})
        for row in rows(run / "rulings/characters.csv"):
            if row["measure"] in LENGTHS and row["variant"] in LONG:
                lengths.append(row)
        flips += options(bot, run / "rulings/differences.csv", RULINGS, WATCHED)
    write_figures(folder, found)
    write(folder / "published.csv", "bot blocks measure value lo hi", published)
    write(folder / "lengths.csv", "bot blocks variant measure value lo hi", lengths)
    write(folder / "options.csv", OPTIONS, flips)


def tables(folder):
    bots = bots_of(folder)
    head = ["ruling", "hands a match", "points of the lead", "won by forehand, in percentage points",
            "won by the leader after 4 hands, in percentage points"]
    flipped = options_table(folder / "options.csv", RULINGS, WATCHED, head)
    shown = lambda row, unit: cell(*reals(row, "value", "lo", "hi"), unit)
    by = {(row["bot"], row["measure"]): row for row in rows(folder / "published.csv")}
    sources = [
        [words, *(shown(by[bot, name], unit) if (bot, name) in by else "–" for bot in bots)]
        for names, unit in ((SOURCES, "points"), (SHARES, "share")) for name, words in names.items()
    ]
    by = {(row["bot"], row["variant"], row["measure"]): row for row in rows(folder / "lengths.csv")}
    unit = lambda name: "hands" if name.startswith(("hands", "lead_changes")) else "share"
    lengths = [[f"`{bot}`", long, *(shown(by[bot, long, name], unit(name)) for name in LENGTHS)] for bot in bots for long in LONG]
    return [questions_table(folder), flipped, table(["a hand, all three seats", *(f"`{bot}`" for bot in bots)], sources),
            table(["bot", "variant", *LENGTHS.values()], lengths)]


def draw(folder):
    chart = Chart("Where the points of a hand come from, and whether the lead stays",
                  "bars are 95 % intervals; all three seats are played by the same bot")
    points = chart.panel("points a hand of all three together", SOURCES, -8, 16, 4)
    stays = chart.panel("last tricks won by the lead, %", STAYS.values(), 20, 44, 4)
    for row in rows(folder / "published.csv"):
        value, lo, hi = reals(row, "value", "lo", "hi")
        if row["measure"] in SOURCES:
            points.point(row["bot"], row["measure"], value, lo, hi)
        elif row["measure"] in STAYS:
            stays.point(row["bot"], STAYS[row["measure"]], 100 * value, 100 * lo, 100 * hi)
    chart.write(folder / "lead.svg", bots_of(folder))


if __name__ == "__main__":
    main(__file__, count, draw, tables)
