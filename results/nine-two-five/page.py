"""Fills page.txt and notebook.txt from the tables: `page.py` writes README.md and notebook.md, `page.py --check` fails if
these are not what comes of it.

A figure of the page is written {table; key; …; key | column | form}. The keys are the first columns of the table; a
column `±` is half of `lo` to `hi`. A form is a number of decimals, with + where a sign is to be shown, % where a share is
to be shown in percent, p where a difference of shares is to be shown in points, and `third` where that is by how much a share lies above a
third."""

import math
import os
import pathlib
import re
import sys
import textwrap
from functools import cache
from itertools import zip_longest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import study
import sweep
from study import table

WIDTH = 119
KEYS = {"orders": 3, "differences": 3, "verdicts": 2, "sweep": 2, "ranking": 3, "swings": 4, "aftermath": 3,
        "options": 2, "front": 2,
        "first": 1, "together": 2, "fitted": 4}
SHORT = {"random": "`random`", "greedy": "`greedy`", "heuristic": "`heuristic`", "policy": "`policy`",
         "champion:budget=5ms": "`champion`"}
STEPS = {"random,greedy": "random", "greedy,heuristic": "greedy", "heuristic:epsilon=0.1,heuristic": "heuristic",
         "heuristic,policy": "policy"}
ORDERS = ("9-2-5", "9-5-2", "8-3-5", "9-3-4", "8-4-4")


@cache
def rows_by_key(name):
    rows = study.rows(f"{name}.csv")
    columns = list(rows[0])[:KEYS[name]]
    return {tuple(row[column] for column in columns): row for row in rows}


def form(value, how):
    decimals = int(re.sub(r"\D", "", how))
    value = float(value) * (100 if "%" in how or "p" in how else 1)
    words = f"{value:+.{decimals}f}" if "+" in how else f"{value:,.{decimals}f}"
    if not any(digit in words for digit in "123456789"):
        words = words.lstrip("+-")
    return words.replace("-", "−") + (" %" if "%" in how else "")


def half(row, how):
    return form((float(row["hi"]) - float(row["lo"])) / 2, how.replace("+", "")).removesuffix(" %")


def with_half(row, how, column="value"):
    """A figure with half its interval, where it has one."""
    return form(row[column], how) + (f" ± {half(row, how)}" if row["lo"] else "")


def figure(found):
    keys, column, how = (part.strip() for part in found.group(1).split("|"))
    name, *key = (part.strip() for part in keys.split(";"))
    row = rows_by_key(name)[tuple(key)]
    if how == "text":
        return row[column]
    if how == "third":
        return form(float(row[column]) - 1 / 3, "1p")
    return half(row, how) if column == "±" else form(row[column], how)


# Claim, measure, order, what is measured and which way it goes if the claim is true, form.
CLAIMS = (
    ("9-5-2", "unevenness", "9-5-2 is worse than 9-2-5", "unevenness of roles, points a hand (+)", "+2"),
    ("9-5-2", "role_spread", "", "best role less worst, points a hand (+)", "+2"),
    ("9-5-2", "chair_unevenness", "", "unevenness of chairs, points of share (+)", "+1p"),
    ("9-5-2", "lead_changes", "", "changes of lead a match (−)", "+2"),
    ("9-5-2", "skill", "", "skill: what better play wins, points of share (−)", "+1p"),
    ("8-3-5", "unevenness", "8-3-5 is worse", "unevenness of roles (+)", "+2"),
    ("8-3-5", "lead_changes", "", "changes of lead a match (−)", "+2"),
    ("9-3-4", "unevenness", "9-3-4 is worse", "unevenness of roles (+)", "+2"),
    ("9-3-4", "lead_changes", "", "changes of lead a match (−)", "+2"),
    ("8-4-4", "unevenness", "8-4-4 is terrible", "unevenness of roles (+)", "+2"),
    ("8-4-4", "lead_changes", "", "changes of lead a match (−)", "+2"),
    ("dealer", "points_dealer", "the 9 has a ton of advantages", "dealer's points a hand (+)", "+2"),
    ("dealer", "points_dealer-points_left", "", "the same less the 2's (+)", "+2"),
    ("five", "points_right-points_dealer", "5 is the hardest seat", "points of the 5 less the dealer's (−)", "+2"),
    ("five", "points_right-points_left", "", "the same less the 2's (−)", "+2"),
    ("run", "lost_again_after_missed_5", "5 is followed by 2, which limits the damage",
     "a missed 5 is followed by a loss, less under 9-5-2, points of share (−)", "+1p"),
    ("ship", "points_after_missed_2", "a bled dealer turns the ship around", "his points after a missed 2 (+)", "+2"),
    ("collapse rotation", "gap_at_half_of_gap_at_end", "unsteady equilibria",
     "gap at half-length as a share of the last, less in shuffled hands, points of share (−)", "+1p"),
    ("collapse rotation", "gap_of_last_two_hands", "collapse in a rush",
     "points of gap in the last two hands, less in shuffled hands (+)", "+2"),
)
# Claims of two forms in the table of claims: the one that stands on the page.
FIRST = {("ship", "points_after_missed_2"): "9-2-5"}


def claims():
    rows, lines = study.rows("claims.csv"), []
    for claim, measure, says, measured, how in CLAIMS:
        found = {STEPS.get(row["rung"], row["rung"]): row for row in rows
                 if (row["claim"], row["measure"]) == (claim, measure)
                 and row["order"] == FIRST.get((claim, measure), row["order"])}
        cells = [with_half(found[rung], how, "figure") if rung in found else "" for rung in SHORT]
        verdict = next(iter(found.values()))["verdict"]
        verdict = f"**{verdict}**" if verdict in ("holds", "the opposite holds") else verdict
        lines.append([says, measured, *cells, verdict])
    return table(["claim", "measured", *SHORT.values(), "verdict"], lines)


def ranking():
    places = {}
    for row in study.rows("ranking.csv"):
        # Fairness of roles ranks as fairness of roles and chairs.
        if row["rung"] == "heuristic" and row["weighting"] != "fairness of roles":
            places.setdefault(row["weighting"], {})[row["order"]] = row["rank"]
    lines = [[weighting, ", ".join(sorted(place, key=lambda order: int(place[order]))[:3]), *(place[order] for order in ORDERS)]
             for weighting, place in places.items()]
    return table(["what counts", "best three of 102", *ORDERS], lines)


def apart(measure):
    """How many of the smallest differences that matter the best of the 102 orders is from the worst."""
    values = [float(row[measure]) for row in study.rows("sweep.csv") if row["rung"] == "heuristic"]
    return f"{(max(values) - min(values)) / sweep.GOOD[measure][1]:.0f}"


def options():
    """The measures whose verdict an option changes, an option a line."""
    by = {}
    for row in study.rows("options.csv"):
        if row["option"] != "published":
            by.setdefault(row["option"], []).append(row)
    lines = []
    for option, rows in by.items():
        uneven = next(row for row in rows if row["measure"] == "unevenness")
        figures = ", ".join(form(uneven[bot], "+2") for bot in ("random", "greedy", "heuristic"))
        changed = "; ".join(f"{row['measure']}: {row['published']} → {row['verdict']}" for row in rows
                            if row["changes"] == "yes" and row["measure"] != "unevenness")
        verdict = uneven["verdict"] + (" (changes)" if uneven["changes"] == "yes" else "")
        lines.append([f"`{option}`", figures, verdict, changed or "none"])
    return table(["option", "9-2-5 less 9-5-2 in unevenness: `random`, `greedy`, `heuristic`", "its verdict",
                  "other verdicts that change"], lines)


def front():
    rows = [row for row in study.rows("front.csv") if row["rung"] == "heuristic"
            and (row["on_the_front"] == "yes" or row["order"] in ORDERS)]
    lines = [[row["order"], form(row["role_spread"], "2"), form(row["chair_unevenness"], "1%"), form(row["lead_changes"], "2"),
              form(row["skill"], "1%"), row["on_the_front"], row["surely_better_than_9_2_5_in"].replace(" ", ", ")]
             for row in sorted(rows, key=lambda row: float(row["role_spread"]))]
    return table(["order", "best role less worst", "unevenness of chairs", "lead changes", "skill", "on the front",
                  "surely better than 9-2-5 in"], lines)


def same():
    """What is the same within its margin on three bots, and what is left where no difference shows."""
    differences, lines = rows_by_key("differences"), []
    for row in study.rows("verdicts.csv"):
        bots = row["same_on"].split()
        if len(bots) >= 3:
            found = [differences[bot, row["order"], row["measure"]] for bot in bots]
            left = max(abs(float(of[end])) for of in found for end in ("lo", "hi"))
            share = "%" if float(row["margin"]) < 0.1 else ""
            lines.append([row["order"], f"`{row['measure']}`", form(row["margin"], "1" + share),
                          ", ".join(SHORT[bot] for bot in bots), form(left, ("1" if share else "2") + share)])
    return table(["order", "measure", "margin", "the same within it with", "widest difference of these bots that is left"], lines)


def search():
    """Points by role of each order, with bots that see contracts and score beside `heuristic`."""
    values, lines = rows_by_key("orders"), []
    bots = ("heuristic", "policy", "champion:budget=5ms")
    for order in ORDERS:
        for role in ("dealer", "left", "right"):
            old, new, best = (values[bot, order, f"points_{role}"] for bot in bots)
            # Their cards are independent.
            width = math.hypot(*((float(row["hi"]) - float(row["lo"])) / 2 for row in (old, new)))
            less = f"{form(float(new['value']) - float(old['value']), '+2')} ± {form(width, '2')}"
            lines.append([order, role, *(with_half(row, "+2") for row in (old, new, best)), less])
    return table(["order", "role", *(SHORT[bot] for bot in bots), "`policy` less `heuristic`"], lines)


def fitted():
    """What weights that were fitted to an order are worth under it, and by how much they move its figures."""
    rows, lines, less = rows_by_key("fitted"), [], "fitted less as it is"
    for order in dict.fromkeys(order for order, disturbed, *_ in rows if disturbed == "0"):
        cells = (("fitted", "won", "1%"), ("fitted", "won_from_first", "1%"), (less, "decides_otherwise", "1%"),
                 ("as it is", "role_spread", "2"), (less, "role_spread", "+2"), (less, "unevenness", "+3"))
        found = [(rows.get((order, "0", bots, measure)), how) for bots, measure, how in cells]
        lines.append([order, *(with_half(row, how) if row else "" for row, how in found)])
    return table(["order", "one fitted to it wins from two as they are", "… from two fitted to 9-2-5", "decides otherwise",
                  "best role less worst, as it is", "fitted less as it is", "unevenness, fitted less as it is"], lines)


def filled(name):
    with open(f"{name}.txt") as file:
        text = file.read()
    for of_page in (claims, ranking, fitted, options, front, same, search):
        text = text.replace(f"{{{of_page.__name__}}}", of_page())
    text = re.sub(r"\{apart; (\w+)\}", lambda found: apart(found.group(1)), text)
    return wrapped(re.sub(r"\{([^{}]*\|[^{}]*)\}", figure, text))


def wrapped(text):
    """Paragraphs and points of lists broken anew; figures make their lines longer or shorter."""
    lines, paragraph = [], []

    def flush():
        if paragraph:
            indent = "  " if paragraph[0].startswith("- ") else ""
            words = " ".join(line.strip() for line in paragraph)
            lines.extend(textwrap.wrap(words, WIDTH, subsequent_indent=indent, break_long_words=False,
                                       break_on_hyphens=False))
            paragraph.clear()

    for line in text.split("\n"):
        if line.startswith("- ") or not line or line[0] in "|#!":
            flush()
        if line and line[0] not in "|#!":
            paragraph.append(line)
        else:
            lines.append(line)
    flush()
    return "\n".join(lines)


PAGES = {"page": "README.md", "notebook": "notebook.md"}


def fill():
    for name, page in PAGES.items():
        with open(page, "w") as file:
            file.write(filled(name))


def check():
    for name, page in PAGES.items():
        with open(page) as file:
            lines = file.read().split("\n")
        for number, (due, found) in enumerate(zip_longest(filled(name).split("\n"), lines), 1):
            if due != found:
                sys.exit(f"{page}:{number}: the tables say\n{due}\nand the page\n{found}")


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    check() if sys.argv[1:] == ["--check"] else fill()
