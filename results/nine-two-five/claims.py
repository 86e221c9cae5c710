"""The claims of the game's author, each with the measures and directions that were named before anything was played:
verdicts.csv (differences of orders over rungs) and claims.csv (each claim by rung, with its verdict)."""

from collections import defaultdict

import rungs
import study
from orders import BASE, block_sums

VERDICTS = ("order", "measure", "verdict", "rungs", "higher_on", "lower_on", "smallest", "largest", "same_on", "margin",
            "heterogeneity_q", "heterogeneity_p_adjusted")
CLAIMS = ("claim", "says", "measure", "order", "claimed", "rung", "blocks", "figure", "lo", "hi", "p_adjusted", "verdict")

# Better is: even roles, even chairs, more changes of lead, more comebacks, more that play decides. What is claimed of
# the other order less 9-2-5.
BETTER = {"role_spread": "higher", "unevenness": "higher", "chair_unevenness": "higher", "lead_changes": "lower", "comeback": "lower",
          "skill": "lower"}
WORSE = {"9-5-2": "9-5-2 is worse than 9-2-5", "8-3-5": "8-3-5 is worse", "9-3-4": "9-3-4 is worse",
         "8-4-4": "8-4-4 is terrible"}
# Of 9-2-5 alone: claim, measure, and what is claimed of it.
ALONE = (
    ("dealer", "the dealer's 9 gets a ton of advantages", "points_dealer", "higher"),
    ("dealer", "the dealer's 9 gets a ton of advantages", "points_dealer-points_left", "higher"),
    ("dealer", "the dealer's 9 gets a ton of advantages", "won_first_dealer-third", "higher"),
    ("five", "5 is the hardest seat", "points_right-points_dealer", "lower"),
    ("five", "5 is the hardest seat", "points_right-points_left", "lower"),
    ("five", "5 is the hardest seat", "made_right-made_dealer", "lower"),
    ("five", "5 is the hardest seat", "made_right-made_left", "lower"),
)
# Of what follows a hand: how 9-2-5 is claimed to differ from 9-5-2, or from 0.
FOLLOWING = (
    ("run", "from 5 one comes to 2, which limits the damage", "points_after_missed_5", "9-2-5 less 9-5-2", "higher"),
    ("run", "from 5 one comes to 2, which limits the damage", "lost_again_after_missed_5", "9-2-5 less 9-5-2", "lower"),
    ("run", "from 5 one comes to 2, which limits the damage", "lost_6_in_two_hands_from_5", "9-2-5 less 9-5-2", "lower"),
    ("ship", "the dealer can always turn the ship around", "points_after_missed_2", "9-2-5", "higher"),
    ("ship", "the dealer can always turn the ship around", "points_after_missed_2", "9-2-5 less 9-5-2", "higher"),
)
# Of how matches end, against the same hands in another order.
COLLAPSE = (
    ("decided_in_last_two_hands", "higher"), ("gap_at_half_of_gap_at_end", "lower"), ("gap_of_last_two_hands", "higher"),
    ("late_swings_less_early", "higher"), ("leader_wins_with_2_to_go", "lower"), ("winner_was_behind_by", "higher"),
)


def sign(row, value="difference"):
    """+1 or −1 where the difference is significant, 0 where it is not, None where it was not tested."""
    if row.get("p_adjusted") is None:
        return None
    return 0 if row["p_adjusted"] >= rungs.LEVEL else (1 if row[value] > 0 else -1)


def same_on(rows):
    """The rungs on which a difference is smaller than its margin."""
    return [row["rung"] for row in rows
            if row.get("p_same_adjusted") is not None and row["p_same_adjusted"] < rungs.LEVEL]


def put_together(rows, value="difference", p_heterogeneity=None):
    """The verdict of the rows of one measure, a row a rung."""
    signs = [s for s in (sign(row, value) for row in rows) if s is not None]
    return rungs.verdict(signs, len(same_on(rows)), p_heterogeneity is not None and p_heterogeneity < rungs.LEVEL)


def over_rungs(differences):
    by = defaultdict(list)
    for row in differences:
        by[row["order"], row["measure"]].append(row)
    found = {key: rungs.heterogeneity([(row["difference"], row.get("se")) for row in rows]) for key, rows in by.items()}
    raised = rungs.holm({key: p for key, (_, p) in found.items()})
    verdicts = {}
    for (order, measure), rows in by.items():
        key = order, measure
        tested = [row for row in rows if row["p_adjusted"] is not None]
        verdicts[key] = {
            "order": order, "measure": measure, "verdict": put_together(rows, p_heterogeneity=raised.get(key)),
            "rungs": len(tested), "higher_on": " ".join(r["rung"] for r in rows if sign(r) == 1),
            "lower_on": " ".join(r["rung"] for r in rows if sign(r) == -1),
            "smallest": min((r["difference"] for r in tested), default=None),
            "largest": max((r["difference"] for r in tested), default=None),
            "same_on": " ".join(same_on(rows)), "margin": next((r["margin"] for r in rows if r.get("margin")), None),
            "heterogeneity_q": found[key][0], "heterogeneity_p_adjusted": raised.get(key)}
    return verdicts


def judged(claimed, verdict):
    """The verdict on a claim from the verdict on its measure."""
    other = {"higher": "lower", "lower": "higher"}[claimed]
    return {claimed: "holds", other: "the opposite holds", f"{claimed} on too few rungs": "holds on too few rungs",
            f"{other} on too few rungs": "the opposite on too few rungs"}.get(verdict, verdict)


def with_interval(figure, se, blocks):
    half = study.half_width(se, blocks)
    return {"blocks": blocks, "figure": figure, "lo": figure - half, "hi": figure + half,
            "p": study.t_test(figure, se, blocks)}


def alone(folder):
    """The contrasts under 9-2-5 of a rung, with their errors over blocks."""
    names = {name for *_, measure, _ in ALONE for name in measure.split("-")}
    values = block_sums(folder, names)
    found = {}
    for *_, measure, _ in ALONE:
        plus, _, minus = measure.partition("-")
        figure = study.Figure.ratio(values[BASE, plus])
        if minus:
            figure = figure.less(1 / 3) if minus == "third" else figure - study.Figure.ratio(values[BASE, minus])
        found[measure] = with_interval(figure.value, study.error(figure.adds), len(figure.adds))
    return found


def following(after, rung):
    by = {(row["order"], row["measure"]): row for row in after if row["rung"] == rung}
    found = {}
    for *_, measure, order, _ in FOLLOWING:
        row = by.get((BASE, measure))
        if row is None:
            continue
        if "less" in order:
            other = by["9-5-2", measure]
            # Half widths of two figures; their cards are the same, so this is rather too wide.
            half = sum(((r["hi"] - r["lo"]) / 2) ** 2 for r in (row, other)) ** 0.5
            se = half / study.half_width(1, row["blocks"])
            found[measure, order] = with_interval(row["value"] - other["value"], se, row["blocks"])
        else:
            found[measure, order] = {"figure": row["value"]} | {key: row[key] for key in ("blocks", "lo", "hi", "p")}
    return found


def corrected(by_rung):
    """Holm's correction within each rung."""
    for found in by_rung.values():
        raised = rungs.holm({key: row["p"] for key, row in found.items()})
        for key, row in found.items():
            row["p_adjusted"] = raised.get(key)


def count(runs, rung_names, differences, after, swings):
    verdicts = over_rungs(differences)
    study.write_dicts("verdicts.csv", VERDICTS, verdicts.values())
    rows = []
    for order, says in WORSE.items():
        for measure, claimed in BETTER.items():
            if (order, measure) not in verdicts:
                continue
            verdict = judged(claimed, verdicts[order, measure]["verdict"])
            rows += [{"claim": order, "says": says, "measure": measure, "order": f"{order} less {BASE}",
                      "claimed": claimed, "figure": row["difference"], "verdict": verdict}
                     | {c: row.get(c) for c in ("rung", "blocks", "lo", "hi", "p_adjusted")}
                     for row in differences if (row["order"], row["measure"]) == (order, measure)]

    def put(claim, says, measure, order, claimed, by_rung, key):
        found = [(rung, by_rung[rung][key]) for rung in by_rung if key in by_rung[rung]]
        verdict = judged(claimed, put_together([row for _, row in found], "figure"))
        rows.extend({"claim": claim, "says": says, "measure": measure, "order": order, "claimed": claimed, "rung": rung,
                     "verdict": verdict} | row for rung, row in found)

    by_rung = {rung: alone(f"{runs}/orders/{rung}") for rung in rung_names}
    corrected(by_rung)
    for claim, says, measure, claimed in ALONE:
        put(claim, says, measure, BASE, claimed, by_rung, measure)
    with_hands = list(dict.fromkeys(row["rung"] for row in after))
    by_rung = {rung: following(after, rung) for rung in with_hands}
    corrected(by_rung)
    for claim, says, measure, order, claimed in FOLLOWING:
        put(claim, says, measure, order, claimed, by_rung, (measure, order))
    for null in ("any", "rotation"):
        by_rung = {rung: {row["measure"]: {"blocks": row["blocks"], "figure": row["excess"], "lo": row["excess_lo"],
                                           "hi": row["excess_hi"], "p_adjusted": row["p_adjusted"]}
                          for row in swings if (row["rung"], row["order"], row["null"]) == (rung, BASE, null)}
                   for rung in with_hands}
        for measure, claimed in COLLAPSE:
            put(f"collapse {null}", "unsteady equilibria suddenly collapse", measure, f"less {null} order", claimed,
                by_rung, measure)
    study.write_dicts("claims.csv", CLAIMS, rows)
    return rows
