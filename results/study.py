"""What the scripts of the studies share: figures over blocks, questions with a verdict over bots, tables and their check.

The statistics are those of docs/statistics.md, with two approximations by the normal distribution: Student's t is D. L.
Wallace's (Annals of Mathematical Statistics 30, 1959), and the interval of a share is E. B. Wilson's (Journal of the
American Statistical Association 22, 1927) for as many trials as its error over blocks is worth. Python 3 alone.
"""

import csv
import math
import pathlib
import re
import sys
from collections import defaultdict
from fractions import Fraction
from statistics import NormalDist

FEWEST = 30  # blocks, if they are not half of all, below which there is no interval
SKEWED = 1 / 12  # squared skewness of a mean from which there is no interval
LEVEL = 0.05
BOTS_THAT_AGREE = 3


class Figure:
    """A number, and what each block adds to its error by the delta method."""

    def __init__(self, value, adds, blocks, share=False):
        self.value, self.adds, self.blocks, self.share = value, adds, blocks, share

    @classmethod
    def ratio(cls, pairs, share=False):
        """The sum of the first of each block's pair divided by that of the second; None without any."""
        whole = sum(y for _, y in pairs)
        if not whole:
            return None
        value, mean = sum(x for x, _ in pairs) / whole, whole / len(pairs)
        effective = whole**2 / sum(y * y for _, y in pairs)
        return cls(value, [(x - value * y) / mean for x, y in pairs], effective, share)

    def __sub__(self, other):
        adds = [a - b for a, b in zip(self.adds, other.adds)]
        return Figure(self.value - other.value, adds, min(self.blocks, other.blocks))

    def row(self):
        """A row of a table: without a standard error and an interval where there is none."""
        n, squares = len(self.adds), sum(a * a for a in self.adds)
        row = {"blocks": n, "value": self.value}
        few = squares <= 1e-18 or self.blocks < min(FEWEST, n / 2)
        if few or (not self.share and sum(a**3 for a in self.adds) ** 2 / squares**3 >= SKEWED):
            return row
        se = math.sqrt(squares / n / (n - 1))
        lo, hi = interval(self.value, se, n, self.share)
        return row | {"se": se, "lo": lo, "hi": hi}


def less(a, b):
    """A row less another, with an interval as wide as both together: it holds however the two depend on each other."""
    row = {"blocks": int(a["blocks"]), "value": real(a["value"]) - real(b["value"])}
    if None in reals(a, "lo") + reals(b, "lo"):
        return row
    half = sum(real(each["hi"]) - real(each["lo"]) for each in (a, b)) / 2
    return row | {"se": half / t_quantile(row["blocks"]), "lo": row["value"] - half, "hi": row["value"] + half}


def t_quantile(blocks):
    """How many standard errors a 95 % interval reaches to each side."""
    n = blocks - 1
    z = NormalDist().inv_cdf(0.975) * (8 * n + 3) / (8 * n + 1)
    return math.sqrt(n * math.expm1(z * z / n))


def p_of(t, blocks):
    """Both tails of Student's t."""
    n = blocks - 1
    return math.erfc((8 * n + 1) / (8 * n + 3) * math.sqrt(n * math.log1p(t * t / n) / 2))


def interval(value, se, blocks, share):
    far = t_quantile(blocks) * se
    if not share:
        return value - far, value + far
    spread = value * (1 - value)
    k = far * far / spread
    half = math.sqrt(k * spread + k * k / 4)
    return tuple((value + k / 2 + side * half) / (1 + k) for side in (-1, 1))


class Sums:
    """By name and block what is summed up, and what it is divided by."""

    def __init__(self):
        self.of = defaultdict(lambda: defaultdict(lambda: [0, 0]))

    def add(self, name, block, x):
        pair = self.of[name][block]
        pair[0] += x
        pair[1] += 1

    def pairs(self, blocks):
        return {name: [found.get(block, (0, 0)) for block in blocks] for name, found in self.of.items()}


def winners(folder):
    """By match, line-up and seat of a tournament the share of the win; and its blocks in order."""
    key = lambda row: tuple(int(row[name]) for name in ("match", "lineup", "seat"))
    found = {key(row): float(row["won"]) for row in rows(folder / "matches.csv")}
    return found, sorted({match for match, _, _ in found})


def holm(ps):
    """The p-values after Holm's correction for their number; None stays None."""
    order = sorted((i for i, p in enumerate(ps) if p is not None), key=lambda i: ps[i])
    adjusted, least = [None] * len(ps), 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, ps[i] * (len(order) - rank)))
        adjusted[i] = least
    return adjusted


def differences(path):
    """By variant and measure the rows of a comparison's differences.csv."""
    keys = {"value": "difference", "se": "se", "lo": "lo", "hi": "hi", "p": "p"}
    return {
        (row["a"], row["measure"]): {"blocks": row["blocks"]} | {key: real(row[name]) for key, name in keys.items()}
        for row in rows(path)
    }


FIGURES = "question bot blocks null value se lo hi p p_adjusted"


def write_figures(folder, found):
    """figures.csv, with Holm's correction over the questions of a bot: `found` has by bot the rows by question and
    `differences`. In questions.csv `null` is the value without an effect, and `of` a variant's measure."""
    lines = []
    for bot, (figures, compared) in found.items():
        of_bot = []
        for q in rows(folder / "questions.csv"):
            row = compared.get((q["variant"], q["of"]), {}) if q["of"] else figures.get(q["question"], {})
            null, (value, se, p) = float(Fraction(q["null"])), reals(row, "value", "se", "p")
            if "p" not in row and se:
                p = p_of((value - null) / se, int(row["blocks"]))
            of_bot.append(row | {"question": q["question"], "bot": bot, "null": null, "p": p})
        for row, adjusted in zip(of_bot, holm([row["p"] for row in of_bot])):
            lines.append(row | {"p_adjusted": adjusted})
    write(folder / "figures.csv", FIGURES, lines)


def verdict(found, most):
    """What the bots say together; `found` has (sign, whether significant, whether tested) of each bot.

    A sign is +1 in the direction that was named before, -1 against it. `most` says how far intervals reach.
    """
    tested = sum(tested for _, _, tested in found)
    ups, downs = (sum(significant for sign, significant, _ in found if sign == way) for way in (1, -1))
    if not tested:
        return "not tested"
    if ups >= BOTS_THAT_AGREE and not downs:
        return f"**yes**, on {ups} of {tested}"
    if downs >= BOTS_THAT_AGREE and not ups:
        return f"**no, the reverse**, on {downs} of {tested}"
    if ups and downs:
        return f"depends on the bots: yes on {ups}, the reverse on {downs} of {tested}"
    if ups or downs:
        return f"{'yes' if ups else 'the reverse'} on {ups or downs} of {tested} only"
    return f"no difference shows on {tested}: {most}"


def number(value, digits, sign=False):
    """A number as pages show it."""
    value = round(value, digits) or 0.0
    return f"{value:{'+' if sign and value else ''}.{digits}f}".replace("-", "−")


def cell(value, lo, hi, unit, sign=False):
    """A figure with its interval. Units: points, hands, share, difference (of two shares)."""
    if value is None:
        return "–"
    scale, digits = {"points": (1, 2), "hands": (1, 2), "share": (100, 1), "difference": (100, 1)}[unit]
    signed = sign or unit == "difference"
    open_end = (lo is None) != (hi is None)
    half = scale * (hi - lo) / 2 if lo is not None and hi is not None else 0.0
    if half < 1e-9 and not open_end:
        lo = None
    elif not open_end:
        # As many digits as the interval takes, and three more at most.
        digits = next((more for more in range(digits, digits + 3) if half >= 0.6 * 10**-more), digits + 3)
    shown = number(scale * value, digits, signed) + (" %" if unit == "share" else "")
    if open_end:
        end, words = (lo, "or more") if hi is None else (hi, "or less")
        return f"{shown} ({number(scale * end, digits, signed)} {words})"
    if lo is None:
        return shown
    below, above = scale * (value - lo), scale * (hi - value)
    if max(below, above) > 1.2 * min(below, above):
        return f"{shown} ({number(scale * lo, digits, signed)} to {number(scale * hi, digits, signed)})"
    return f"{shown} ± {number((below + above) / 2, digits)}"


def questions_table(folder):
    """The table of questions, measures, figures by bot and verdicts. Bold is significant."""
    by = {(row["question"], row["bot"]): row for row in rows(folder / "figures.csv")}
    bots = bots_of(folder)
    lines = []
    for q in rows(folder / "questions.csv"):
        cells, found, reach = [], [], []
        for bot in bots:
            row = by[q["question"], bot]
            null, value, lo, hi, adjusted = reals(row, "null", "value", "lo", "hi", "p_adjusted")
            if value is None:
                cells.append("–")
                continue
            shown = cell(value, lo, hi, q["unit"], q["unit"] == "points")
            significant = adjusted is not None and adjusted < LEVEL
            cells.append(f"**{shown}**" if significant else shown)
            sign = 1 if (value > null) == (q["direction"] == "higher") else -1
            found.append((sign, significant, adjusted is not None))
            if adjusted is not None:
                reach.append(max(abs(lo - null), abs(hi - null)))
            elif value == 0 == null:
                # Every block came to the same under both: no error.
                reach.append(0.0)
        unit = "difference" if q["unit"] == "share" else q["unit"]
        lines.append([q["words"], f"{q['measure']}: {q['direction']}", *cells, verdict(found, at_most(reach, unit))])
    return table(["question", "measure: named direction", *(f"`{bot}`" for bot in bots), "so?"], lines)


OPTIONS = "bot blocks variant measure difference lo hi no_more_than margin p_adjusted p_same_adjusted"


def options(bot, path, variants, measures):
    """The rows of a table of variants: what is watched of each, less the same of the one it is compared with."""
    found = {(row["a"], row["measure"]): row for row in rows(path)}
    lines = [found[variant, measure] for variant in variants for measure in measures]
    adjusted = [holm([real(row[name]) for row in lines]) for name in ("p", "p_same")]
    for row, p, same in zip(lines, *adjusted):
        yield row | {"bot": bot, "variant": row["a"], "p_adjusted": p, "p_same_adjusted": same}


def options_table(path, variants, measures, head):
    """A row a variant: the difference with `heuristic`, and what the bots say together. `measures` have units."""
    by = defaultdict(list)
    for row in rows(path):
        by[row["variant"], row["measure"]].append(row)
    lines = []
    for variant in variants:
        cells = []
        for measure, unit in measures.items():
            found = by[variant, measure]
            heuristic = next(row for row in found if row["bot"] == "heuristic")
            cells.append(f"{cell(*reals(heuristic, 'difference', 'lo', 'hi'), unit, True)}; {of_option(found, unit)}")
        lines.append([f"`{variant}`", *cells])
    return table(head, lines)


def of_option(found, unit):
    """What the bots say together of a difference for which a margin was named."""
    below = lambda row, name: row[name] != "" and float(row[name]) < LEVEL
    ups = [float(row["difference"]) > 0 for row in found if below(row, "p_adjusted")]
    same = sum(below(row, "p_same_adjusted") or float(row["difference"]) == 0 for row in found)
    if len(set(ups)) == 2:
        return f"depends: higher on {sum(ups)}, lower on {len(ups) - sum(ups)}"
    way = "higher" if any(ups) else "lower"
    if len(ups) >= BOTS_THAT_AGREE:
        return f"**{way} on {len(ups)}**"
    if same >= BOTS_THAT_AGREE:
        return f"same on {same}"
    if ups:
        return f"{way} on {len(ups)} only"
    # Where every block came to the same under both, the difference is 0 without an error.
    bounds = [(row["no_more_than"], float(row["difference"])) for row in found]
    reach = [float(bound or 0) for bound, difference in bounds if bound or difference == 0]
    return f"none shows, {at_most(reach, unit)}" if reach else "not tested"


def at_most(reach, unit):
    """How large a difference may yet be on the three bots that say most, or on all where there are fewer."""
    if not reach:
        return "–"
    most = sorted(reach)[:BOTS_THAT_AGREE]
    # A bound is rounded up.
    step = {"points": 0.01, "hands": 0.01, "difference": 0.001}[unit]
    shown = cell(math.ceil(most[-1] / step - 1e-9) * step, None, None, unit).lstrip("+")
    return f"{shown} at most on {len(most)}"


TABLE = re.compile(r"^\|.*(?:\n\|.*)+", re.M)
CODE = re.compile(r"(?s)```.*?```|`[^`]*`")
# A figure that needs a table has a point or a per cent sign; and its error, where it has one.
NUMBER = re.compile(r"(?:\d[\d,]*\.\d+|\d[\d,]*(?= %))(?: %)?(?: ± \d[\d,]*\.?\d*)?")


def check(folder, tables, rewrite=False):
    """What is wrong with the pages of a folder: their tables have to be these, and their prose and the line of
    the index may only have figures of them. To rewrite puts the tables in the place of those with the same heads."""
    head = lambda each: each.split("\n")[0]
    due = {head(each): each for each in tables}
    known = {"95 %", *NUMBER.findall("\n".join(tables))}
    # A figure may stand without its error, and the first of two percentages without its sign.
    known |= {figure.split(" ± ")[0] for figure in known}
    known |= {figure.removesuffix(" %") for figure in known}
    wrong, shown = [], set()
    index = (folder.parent / "README.md").read_text().splitlines()
    prose = {"../README.md": "\n".join(line for line in index if f"]({folder.name}/README.md)" in line)}
    for page in sorted(folder.glob("*.md")):
        text = page.read_text()
        if rewrite:
            text = TABLE.sub(lambda found: due.get(head(found[0]), found[0]), text)
            page.write_text(text)
        wrong += [f"{page.name}: the CSVs say otherwise: {head(found)}" for found in TABLE.findall(text) if found != due.get(head(found))]
        shown |= {head(found) for found in TABLE.findall(text)}
        prose[page.name] = TABLE.sub("", text)
    wrong += [f"on no page: {each}" for each in due if each not in shown]
    figures = ((page, figure) for page, text in prose.items() for figure in NUMBER.findall(CODE.sub("", text)))
    return wrong + [f"{page}: {figure} is in no table" for page, figure in figures if figure not in known]


def main(file, count, draw, tables):
    """`count.py RUNS BOT …` counts and draws, `count.py --check` holds the pages against the CSVs,
    and `count.py --write` draws, and puts the tables into the pages."""
    folder = pathlib.Path(file).resolve().parent
    words = sys.argv[1:] or ["--check"]
    if not words[0].startswith("--"):
        count(folder, pathlib.Path(words[0]), words[1:])
    if words != ["--check"]:
        draw(folder)
    wrong = check(folder, tables(folder), rewrite=words == ["--write"])
    print("\n".join(wrong) or f"{folder.name}: the pages say what the CSVs say")
    sys.exit(bool(wrong))


def bots_of(folder):
    return list(dict.fromkeys(row["bot"] for row in rows(folder / "figures.csv")))


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def write(path, columns, lines):
    with open(path, "w", newline="") as file:
        out = csv.DictWriter(file, columns.split(), extrasaction="ignore", lineterminator="\n")
        out.writeheader()
        out.writerows({name: short(value) for name, value in row.items()} for row in lines)


def short(value):
    """A number with six digits; a whole one and a word as they are."""
    try:
        return value if str(value).isdigit() else f"{float(value):.6g}"
    except (TypeError, ValueError):
        return value


def real(value):
    return None if value in ("", None) else float(value)


def reals(row, *names):
    return [real(row.get(name)) for name in names]


def table(head, lines):
    """A Markdown table."""
    first, *others = ["| " + " | ".join(line) + " |" for line in [head, *lines]]
    return "\n".join([first, "|" + "---|" * len(head), *others])
