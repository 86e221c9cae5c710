"""What only the hands themselves show, from the tournaments in hands/: what follows a missed contract, and whether
matches collapse at their end. Writes aftermath.csv and swings.csv.

The collapse is held against the same hands in another order. Two nulls: `any` order, and the orders in which each hand
stays with its dealer, so that who was to take what keeps its turn, and the first hand, in which nobody bleeds, stays
first (`rotation`). Under either an order counts only if
the match would not have ended before its last hand; the order as played always does, so all orders that count are
equally likely if what happens in a hand does not depend on what came before."""

import csv
import math
import random
from collections import defaultdict

import rungs
import study

ORDERS = ("9-2-5", "9-5-2")
TARGET = 15
# Orders drawn for each match and null.
DRAWN = 10
# An order that counts is looked for so often.
TRIES = 400
AFTERMATH = ("rung", "order", "measure", "blocks", "value", "lo", "hi", "p")
SWINGS = ("rung", "order", "null", "measure", "blocks", "matches", "played", "lo", "hi", "shuffled", "excess", "excess_lo",
          "excess_hi", "p", "p_adjusted")
NULLS = ("any", "rotation")


def matches(path):
    """By block the matches of a tournament: of each hand the dealer, the points by seat and the contracts by seat."""
    blocks = defaultdict(lambda: defaultdict(list))
    with open(path, newline="") as file:
        rows = csv.reader(file)
        at = {name: i for i, name in enumerate(next(rows))}
        match, lineup, hand, seat, dealer, contract, points = (
            at[name] for name in ("match", "lineup", "hand", "seat", "dealer", "contract", "points"))
        for row in rows:
            played = blocks[int(row[match])][row[lineup]]
            if int(row[hand]) == len(played):
                played.append((int(row[dealer]), [0, 0, 0], [0, 0, 0]))
            played[int(row[hand])][1][int(row[seat])] = int(row[points])
            played[int(row[hand])][2][int(row[seat])] = int(row[contract])
    return [list(block.values()) for _, block in sorted(blocks.items())]


def mean_over_blocks(per_block, null=0.0):
    """A ratio of sums over blocks of (x, n), with its interval and the p-value of `null`."""
    figure, n = study.Figure.ratio(per_block), len(per_block)
    value, se = figure.value, study.error(figure.adds)
    half = study.half_width(se, n)
    return {"blocks": n, "value": value, "lo": value - half, "hi": value + half,
            "p": study.t_test(value - null, se, n)}


def follows(blocks, wanted):
    """Sums over blocks of what `wanted` makes of a seat's two hands on end; None where it is not about them."""
    per_block = []
    for block in blocks:
        n, total = 0, 0.0
        for hands in block:
            for (_, points, contracts), (_, after, _) in zip(hands, hands[1:]):
                for seat in range(3):
                    found = wanted(contracts[seat], points[seat], after[seat])
                    if found is not None:
                        n, total = n + 1, total + found
        per_block.append((total, n))
    return per_block


AFTER = {
    "points_after_missed_5": lambda c, p, a: a if c == 5 and p < 0 else None,
    "lost_again_after_missed_5": lambda c, p, a: float(a < 0) if c == 5 and p < 0 else None,
    "lost_6_in_two_hands_from_5": lambda c, p, a: float(p + a <= -6) if c == 5 else None,
    "points_after_missed_2": lambda c, p, a: a if c == 2 and p < 0 else None,
    "points_after_made_2": lambda c, p, a: a if c == 2 and p >= 0 else None,
}


def totals(points):
    scores, rows = [0, 0, 0], []
    for hand in points:
        scores = [s + p for s, p in zip(scores, hand)]
        rows.append(scores)
    return rows


def ends_at_last(rows):
    return all(max(map(abs, scores)) < TARGET for scores in rows[:-1])


def spread(scores):
    return max(scores) - min(scores)


def figures(points, rows):
    """What is measured of a match, as played or in another order."""
    n, end = len(rows), rows[-1]
    winner = max(range(3), key=lambda seat: end[seat])
    led = [scores[winner] > max(scores[seat] for seat in range(3) if seat != winner) for scores in rows]
    decided = n
    while decided > 1 and led[decided - 2]:
        decided -= 1
    behind = [max(scores) - scores[winner] for scores in rows[:-1]]
    deepest = max(behind, default=0)
    swings = [spread(hand) for hand in points]
    late, early = swings[-2:], swings[:-2]
    found = {
        "decided_at_share": decided / n,
        "decided_in_last_hand": float(decided == n),
        "decided_in_last_two_hands": float(decided >= n - 1),
        "winner_was_behind_by": deepest,
        "winner_behind_two_hands_before_the_end": float(behind[-2] if n > 2 else 0),
        "gap_at_half_of_gap_at_end": spread(rows[n // 2 - 1]) / spread(end),
        "gap_of_last_two_hands": float(spread(end) - (spread(rows[-3]) if n > 2 else 0)),
    }
    if early:
        found["late_swings_less_early"] = sum(late) / 2 - sum(early) / len(early)
    for left in (1, 2, 3, 4):
        if n > left:
            scores = rows[-1 - left]
            best = max(scores)
            if scores.count(best) == 1:
                found[f"leader_wins_with_{left}_to_go"] = float(scores[winner] == best)
    return found


def reordered(dealers, points, null, rng):
    """The same hands in an order that counts, and whether one was found."""
    for _ in range(TRIES):
        drawn = points[:]
        if null == "any":
            rng.shuffle(drawn)
        else:
            for dealer in range(3):
                at = [i for i, d in enumerate(dealers) if i and d == dealer]
                hands = [points[i] for i in at]
                rng.shuffle(hands)
                for i, hand in zip(at, hands):
                    drawn[i] = hand
        rows = totals(drawn)
        if ends_at_last(rows):
            return drawn, rows
    return None


def count_swings(blocks, seed):
    """Per null and measure the sums over blocks: n, as played, in other orders."""
    rng = random.Random(seed)
    sums = {null: defaultdict(lambda: [[0, 0.0, 0.0] for _ in blocks]) for null in NULLS}
    left_out = {"short or extended": 0, "any": 0, "rotation": 0}
    for number, block in enumerate(blocks):
        for hands in block:
            dealers, points = [hand[0] for hand in hands], [hand[1] for hand in hands]
            rows = totals(points)
            if len(points) < 4 or not ends_at_last(rows) or rows[-1].count(max(rows[-1])) > 1:
                left_out["short or extended"] += 1
                continue
            played = figures(points, rows)
            for null in NULLS:
                drawn = [reordered(dealers, points, null, rng) for _ in range(DRAWN)]
                if None in drawn:
                    left_out[null] += 1
                    continue
                others = defaultdict(list)
                for other in drawn:
                    for measure, value in figures(*other).items():
                        others[measure].append(value)
                for measure, value in played.items():
                    if others[measure]:
                        row = sums[null][measure][number]
                        row[0] += 1
                        row[1] += value
                        row[2] += sum(others[measure]) / len(others[measure])
    return sums, left_out


def count(runs, rung_names):
    after, swings = [], []
    for rung in rung_names:
        for order in ORDERS:
            blocks = matches(f"{runs}/hands/{rung}/{order}/hands.csv")
            key = {"rung": rung, "order": order, "blocks": len(blocks)}
            for measure, wanted in AFTER.items():
                after.append(key | {"measure": measure} | mean_over_blocks(follows(blocks, wanted)))
            worst = max(max(0, -p) for block in blocks for hands in block
                        for _, points, contracts in hands for c, p in zip(contracts, points) if c == 2)
            after.append(key | {"measure": "worst_missed_2", "value": worst})
            sums, left_out = count_swings(blocks, f"{rung} {order}")
            total = sum(map(len, blocks))
            print(f"{rung} {order}: {total} matches; left out {left_out}", flush=True)
            for null in NULLS:
                rows = []
                for measure, per_block in sorted(sums[null].items()):
                    n = sum(row[0] for row in per_block)
                    played = mean_over_blocks([(row[1], row[0]) for row in per_block])
                    excess = mean_over_blocks([(row[1] - row[2], row[0]) for row in per_block])
                    rows.append(key | {"null": null, "measure": measure, "matches": n, "played": played["value"],
                                       "lo": played["lo"], "hi": played["hi"],
                                       "shuffled": played["value"] - excess["value"], "excess": excess["value"],
                                       "excess_lo": excess["lo"], "excess_hi": excess["hi"], "p": excess["p"]})
                adjusted = rungs.holm({row["measure"]: row["p"] for row in rows})
                swings += [row | {"p_adjusted": adjusted.get(row["measure"])} for row in rows]
    study.write_dicts("aftermath.csv", AFTERMATH, after)
    study.write_dicts("swings.csv", SWINGS, swings)
    return after, swings
