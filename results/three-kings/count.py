"""Counts what the runs of `run` say of Three Kings, and holds the pages to it: see `main` of study.py."""

import itertools
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from chart import Chart
from study import FIGURES, OPTIONS, Figure, Question, Sums, answers, bots_of, cell, differences, main
from study import options, options_table, questions_table, real, rows, table, told, winners, write

GAME = "three-kings"
SOURCES = ["tricks", "melds", "last trick", "predictions"]
RULINGS = ["melds-all", "meld_order-set_over_seq", "ace_last_total-6", "ace_predict_total-12", "pending-worst",
           "qualify-touched", "first_deal-set", "prediction_slots-separate", "set_points-10", "set_points-20"]
WATCHED = {"hands": "hands", "points_lead": "points", "won_first_left": "difference", "leader_wins_after_4": "difference"}
LENGTHS = {"hands": "hands a match", "hands_median": "median", "hands_p95": "95th percentile",
           "lead_changes": "changes of lead", "leader_wins_after_4": "won by the leader after 4 hands",
           "comeback": "won by the last at half-length"}

ASKED = [
    Question("end_less_melds", "Is the last trick with its predictions worth more than melds?", "points a hand, less those of melds", "higher", "points"),
    Question("predict_last", "Does it pay to predict the last trick?", "points a prediction, in its hand", "higher", "points"),
    Question("predict_last_twice", "… with the penalty of the next set", "the same, a miss counted twice", "higher", "points"),
    Question("hit_last", "… and does it come true more often than not?", "predictions that come true, against a half", "higher", "share", 1 / 2),
    Question("predict_ace_twice", "Does it pay to predict an ace?", "points a prediction, a miss counted twice", "higher", "points"),
    Question("lead_later", "Does the tenth card with the lead score more?", "points of the lead less the others', after the first hand", "higher", "points"),
    Question("lead_first", "… and the lead alone?", "the same in the first hand", "higher", "points"),
    Question("tenth", "… and so the tenth card by itself?", "the first less the second", "higher", "points"),
    Question("stays", "Does the lead stay where it is?", "hands in which the lead wins the last trick, after the first, against a third", "higher", "share", 1 / 3),
    Question("stays_tenth", "… by the tenth card?", "that share less the same in the first hand", "higher", "difference"),
    Question("won_forehand", "Does it help to lead first of all?", "matches won by forehand, against a third", "higher", "share", 1 / 3),
    Question("won_winner", "Does the first hand's last trick win the match?", "matches won by its winner, against a third", "higher", "share", 1 / 3),
    Question("melds", "Does a wider list of melds bring more of them?", "tricks led with a meld, `melds=all` less published", "higher", "points", of=("melds-all", "melds_led")),
    Question("predict_12", "Is an ace for 12 predicted less?", "hands with a prediction, `ace_predict_total=12` less published", "lower", "difference", of=("ace_predict_total-12", "predicted")),
    Question("separate", "Do two places bring more predictions?", "the same, `prediction_slots=separate`", "higher", "difference", of=("prediction_slots-separate", "predicted")),
    Question("deal", "Does a new deal each set take from the lead?", "points of the lead, `first_deal=set` less published", "lower", "points", of=("first_deal-set", "points_lead")),
    Question("worst", "Do milder penalties shorten a match?", "hands a match, `pending=worst` less published", "lower", "hands", of=("pending-worst", "hands")),
    Question("touched", "Does a set end sooner where 15 need only be touched?", "the same, `qualify=touched`", "lower", "hands", of=("qualify-touched", "hands")),
    Question("set_10", "Is a match to 10 shorter?", "the same, `set_points=10`", "lower", "hands", of=("set_points-10", "hands")),
    Question("set_20", "… and to 20 longer?", "the same, `set_points=20`", "higher", "hands", of=("set_points-20", "hands")),
]


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
        self.is_first = not record["carry"]
        self.lead = record["carry"].get("last_trick_winner", (record["dealer"] + 1) % 3)
        plays, meld, self.predictor, kind = 0, 0, None, None
        actions = record["actions"]
        for action in actions:
            words = action[2:]
            if words.startswith("play "):
                plays += 1
                meld += len(words) > 7 and words[5:] in MELDS
            elif words == "predict last" or words == "predict ace":
                self.predictor, kind = int(action[0]), words[8:]
        leader, led = int(actions[-3][0]), actions[-3][7:]
        ace = len(led) == 2 and led[0] == "A"
        # The last trick has its own score in place of the 1 of any other.
        tricks = plays // 3 - 1
        rest = sum(self.points) - tricks - meld
        # Whoever won the last trick, only one of these comes to the points that are left.
        ends = set()
        for winner in range(3):
            trick = (5 if winner == leader else -3) if ace else 2
            hit = winner == self.predictor and (kind == "last" or (ace and winner == leader))
            brought = {None: 0, "last": 5, "ace": 10}[kind] * (1 if hit else -1)
            if trick + brought == rest:
                ends.add((trick, brought))
        assert len(ends) == 1, record
        self.kind = kind
        self.trick, self.brought = ends.pop()
        self.sources = dict(zip(SOURCES, (tricks, meld, self.trick, self.brought)))


def read_published(folder):
    """Sums by block of the game as published: pairs of a sum and what it is divided by, by name."""
    won, blocks = winners(folder)
    sums = Sums()
    add = sums.add
    before, before_key = None, None
    with open(folder / "records.jsonl") as file:
        for line in file:
            record = json.loads(line)
            hand, block = Hand(record), record["match"]
            key = (block, record["lineup"])
            for source, points in hand.sources.items():
                add(source, block, points)
            add("end_less_melds", block, hand.trick + hand.brought - hand.sources["melds"])
            add("predicts", block, hand.kind is not None)
            if hand.kind:
                miss = min(hand.brought, 0)
                add(f"predict_{hand.kind}", block, hand.brought)
                add(f"predict_{hand.kind}_twice", block, hand.brought + miss)
                add(f"hit_{hand.kind}", block, not miss)
            place = "first" if hand.is_first else "later"
            lead = hand.points[hand.lead]
            add(f"lead_{place}", block, lead - (sum(hand.points) - lead) / 2)
            if hand.is_first:
                add("won_forehand", block, won[(*key, hand.lead)])
            if before is not None and key == before_key:
                # This hand's lead won the last trick of the hand before.
                stays = before.lead == hand.lead
                add("stays_first" if before.is_first else "stays", block, stays)
                if before.is_first:
                    add("won_winner", block, won[(*key, hand.lead)])
            before, before_key = hand, key
    return sums.pairs(blocks)


def published(sums):
    """The figures of the questions about the game as published."""
    of = lambda name, share=False: Figure.ratio(sums.get(name, []), share)
    found = {q.key: of(q.key, q.unit == "share") for q in ASKED if q.key in sums}
    found["tenth"] = of("lead_later") - of("lead_first")
    found["stays_tenth"] = of("stays", True) - of("stays_first", True)
    return found


def count(folder, runs, bots):
    found, sources, places, lengths, flips = {}, [], [], [], []
    for bot in bots:
        run = runs / bot.replace(":", "-")
        sums = read_published(run / "published")
        figures = published(sums)
        compared = differences(run / "rulings/differences.csv")
        found[bot] = {q.key: compared[q.of] if q.of else told(figures.get(q.key), q.null) for q in ASKED}
        for source in [*SOURCES, "predicts", "hit_last", "hit_ace"]:
            figure = Figure.ratio(sums.get(source, []), source.startswith("hit") or source == "predicts")
            if figure:
                sources.append([bot, len(figure.adds), source, figure.value, *figure.interval()])
        for name in ("lead_first", "lead_later", "stays_first", "stays"):
            figure = Figure.ratio(sums[name], name.startswith("stays"))
            places.append([bot, len(figure.adds), name, figure.value, *figure.interval()])
        for row in rows(run / "rulings/characters.csv"):
            if row["measure"] in LENGTHS and row["variant"] in (GAME, "set_points-10", "set_points-20"):
                lengths.append([bot, int(row["blocks"]), row["variant"], row["measure"], *(real(row[k]) for k in ("value", "lo", "hi"))])
        flips += options(bot, run / "rulings/differences.csv", RULINGS, WATCHED)
    write(folder / "figures.csv", FIGURES, answers(ASKED, bots, found))
    write(folder / "sources.csv", "bot blocks source value lo hi".split(), sources)
    write(folder / "lead.csv", "bot blocks measure value lo hi".split(), places)
    write(folder / "lengths.csv", "bot blocks variant measure value lo hi".split(), lengths)
    write(folder / "options.csv", OPTIONS, flips)


def tables(folder):
    bots = bots_of(folder)
    names = [f"`{bot}`" for bot in bots]
    asked = questions_table(ASKED, bots, folder / "figures.csv")
    head = ["ruling", "hands a match", "points of the lead", "won by forehand, in points of share", "won by the leader after 4 hands, in points of share"]
    flipped = options_table(folder / "options.csv", RULINGS, WATCHED, head)

    by = {(row["bot"], row["source"]): row for row in rows(folder / "sources.csv")}
    words = dict(zip(SOURCES, ("points from tricks but the last", "… from melds", "… from the last trick", "… from predictions")))
    words |= {"predicts": "hands with a prediction", "hit_last": "predictions of the last trick that come true", "hit_ace": "… of the ace"}
    ends = lambda row: (real(row[key]) for key in ("value", "lo", "hi"))
    unit = lambda source: "points" if source in SOURCES else "share"
    sources = [
        [name, *(cell(*ends(by[bot, source]), unit(source)) if (bot, source) in by else "–" for bot in bots)]
        for source, name in words.items()
    ]
    by = {(row["bot"], row["variant"], row["measure"]): row for row in rows(folder / "lengths.csv")}
    units = {"hands": "hands", "hands_median": "hands", "hands_p95": "hands", "lead_changes": "hands"}
    lengths = [
        [f"`{bot}`", variant, *(cell(*ends(by[bot, variant, name]), units.get(name, "share")) for name in LENGTHS)]
        for bot in bots
        for variant in (GAME, "set_points-10", "set_points-20")
    ]
    return [asked, flipped, table(["a hand, all three seats", *names], sources),
            table(["bot", "variant", *LENGTHS.values()], lengths)]


def draw(folder):
    bots = bots_of(folder)
    chart = Chart("Where the points of a hand come from, and whether the lead stays", "bars are 95 % intervals; all three seats are played by the same bot")
    points = chart.panel("points a hand of all three together", SOURCES, -8, 16, 4, joined=False)
    places = {"stays_first": "first hand: nine cards", "stays": "later: a tenth card"}
    stays = chart.panel("last tricks won by the lead, % (the line is a third)", places.values(), 20, 44, 4, joined=False)
    stays.even = 100 / 3
    for row in rows(folder / "sources.csv"):
        if row["source"] in SOURCES:
            points.point(row["bot"], row["source"], *(real(row[key]) for key in ("value", "lo", "hi")))
    for row in rows(folder / "lead.csv"):
        if row["measure"] in places:
            stays.point(row["bot"], places[row["measure"]], *(100 * float(row[key]) if row[key] else None for key in ("value", "lo", "hi")))
    chart.write(folder / "lead.svg", bots)


if __name__ == "__main__":
    main(__file__, count, draw, tables)
