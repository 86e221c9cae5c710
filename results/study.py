"""What studies share that count runs themselves: figures with errors over blocks, verdicts, tables, pages.

The statistics are those of docs/statistics.md: a figure is a ratio of sums over blocks, its error that of the
delta method, its interval Student's t, of shares on the logit. Python 3 alone, no package.
"""

import csv
import math
import pathlib
import re
import sys
from collections import defaultdict
from functools import cache

FEWEST = 30  # blocks, if they are not half of all, below which no interval is told
SKEWED = 1 / 12  # squared skewness of a mean from which no interval is told


class Figure:
    """A number, and what each block adds to its error."""

    def __init__(self, value, adds, blocks, share=False):
        self.value, self.adds, self.blocks, self.share = value, adds, blocks, share

    @classmethod
    def ratio(cls, pairs, share=False):
        """The sum of the first of each block's pair divided by that of the second; None without any."""
        pairs = list(pairs)
        whole = sum(y for _, y in pairs)
        if not whole:
            return None
        value, mean = sum(x for x, _ in pairs) / whole, whole / len(pairs)
        blocks = whole**2 / sum(y * y for _, y in pairs)
        return cls(value, [(x - value * y) / mean for x, y in pairs], blocks, share)

    def __sub__(self, other):
        return self.plus(other, -1)

    def plus(self, other, weight=1):
        adds = [a + weight * b for a, b in zip(self.adds, other.adds)]
        return Figure(self.value + weight * other.value, adds, min(self.blocks, other.blocks))

    def times(self, weight):
        return Figure(weight * self.value, [weight * a for a in self.adds], self.blocks)

    def less(self, number):
        """The same less a number that is known, such as a third."""
        return Figure(self.value - number, self.adds, self.blocks)

    @property
    def se(self):
        """The standard error; None where there is no spread, too few blocks or too much skewness."""
        n = len(self.adds)
        squares = sum(a * a for a in self.adds)
        if squares <= 1e-18 or self.blocks < min(FEWEST, n / 2):
            return None
        if sum(a**3 for a in self.adds) ** 2 / squares**3 >= SKEWED and not self.share:
            return None
        return error(self.adds)

    def interval(self):
        """The ends of the 95 % interval; None and None where there is none."""
        if self.se is None:
            return None, None
        far = half_width(self.se, len(self.adds))
        p = self.value
        if not self.share:
            return p - far, p + far
        trials = p * (1 - p) / self.se**2
        if min(p, 1 - p) * trials < 10:
            return clopper_pearson(p * trials, trials)
        logit, far = math.log(p / (1 - p)), far / (p * (1 - p))
        return tuple(1 / (1 + math.exp(-logit + side * far)) for side in (1, -1))

    def p(self):
        """The chance of a number at least as far from 0, were it 0."""
        return t_test(self.value, self.se, len(self.adds))


def error(adds):
    """The standard error of a figure from what each block adds to its error."""
    return math.sqrt(sum(a * a for a in adds) / len(adds) / (len(adds) - 1))


def half_width(se, blocks):
    """Half a 95 % interval, by Student's t."""
    return t_quantile(0.975, blocks - 1) * se


def t_test(value, se, blocks):
    """The two-sided p-value of a mean over so many blocks; None without an error."""
    return p_of(value / se, blocks - 1) if se else None


class Sums:
    """By name and block what is summed up, and what it is divided by."""

    def __init__(self):
        self.of = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))

    def add(self, name, block, x, y=1):
        pair = self.of[name][block]
        pair[0] += x
        pair[1] += y

    def pairs(self, blocks):
        return {name: [found.get(block, (0, 0)) for block in blocks] for name, found in self.of.items()}


def winners(folder):
    """By match, line-up and seat of a tournament the share of the win; and its blocks in order."""
    found = {tuple(int(row[key]) for key in ("match", "lineup", "seat")): float(row["won"]) for row in rows(folder / "matches.csv")}
    return found, sorted({match for match, _, _ in found})


def bots_of(folder):
    return list(dict.fromkeys(row["bot"] for row in rows(folder / "figures.csv")))


def beta(x, a, b):
    """The regularised incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(1 - x, b, a)
    front = math.exp(
        a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    )
    f, c, d = 1.0, 1.0, 0.0
    for step in range(400):
        m = step // 2
        if step == 0:
            term = 1.0
        elif step % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + term * d)
        c = 1 + term / c
        f *= c * d
        if abs(1 - c * d) < 1e-12:
            break
    return front * (f - 1) / a


def p_of(t, freedom):
    """Both tails of Student's t."""
    return beta(freedom / (freedom + t * t), freedom / 2, 0.5)


@cache
def t_quantile(chance, freedom):
    return bisect(lambda t: 1 - p_of(t, freedom) / 2 - chance, 0, 100)


def clopper_pearson(successes, trials):
    failures = trials - successes
    lo = bisect(lambda x: beta(x, successes, failures + 1) - 0.025, 0, 1) if successes > 1e-9 else 0.0
    hi = bisect(lambda x: beta(x, successes + 1, failures) - 0.975, 0, 1) if failures > 1e-9 else 1.0
    return lo, hi


def bisect(rises, lo, hi):
    for _ in range(60):
        middle = (lo + hi) / 2
        lo, hi = (middle, hi) if rises(middle) < 0 else (lo, middle)
    return (lo + hi) / 2


def holm(ps):
    """The p-values after Holm's correction for their number; None stays None."""
    order = sorted((i for i, p in enumerate(ps) if p is not None), key=lambda i: ps[i])
    adjusted, least = [None] * len(ps), 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, ps[i] * (len(order) - rank)))
        adjusted[i] = least
    return adjusted


def verdict(found, most):
    """What the rungs say together; `found` has (sign, whether significant, whether tested) of each rung.

    A sign is +1 in the direction that was named before, -1 against it. `most` says how far intervals reach.
    """
    tested = sum(1 for _, _, tested in found if tested)
    ups = sum(1 for sign, significant, _ in found if significant and sign > 0)
    downs = sum(1 for sign, significant, _ in found if significant and sign < 0)
    if not tested:
        return "not tested"
    if ups >= 3 and not downs:
        return f"**yes**, on {ups} of {tested}"
    if downs >= 3 and not ups:
        return f"**no, the reverse**, on {downs} of {tested}"
    if ups and downs:
        return f"depends on the bots: yes on {ups}, the reverse on {downs} of {tested}"
    if ups or downs:
        return f"{'yes' if ups else 'the reverse'} on {ups or downs} of {tested} only"
    return f"no difference shows on {tested}: {most}"


class Question:
    """What is asked: its words, the measure, and the direction that was named beforehand."""

    def __init__(self, key, words, measure, direction, unit, null=0.0, of=None):
        self.key, self.words, self.measure, self.direction = key, words, measure, direction
        # Of a comparison: the variant and the measure of differences.csv.
        self.unit, self.null, self.of = unit, null, of

    @property
    def sign(self):
        return {"higher": 1, "lower": -1}[self.direction]


FIGURES = ["question", "bot", "blocks", "null", "value", "se", "lo", "hi", "p", "p_adjusted"]


def answers(questions, bots, found):
    """The rows of figures.csv: `found` gives (blocks, value, se, lo, hi, p) by bot and question's key."""
    lines = []
    for bot in bots:
        of_bot = [(q, found[bot].get(q.key)) for q in questions]
        adjusted = holm([got and got[5] for _, got in of_bot])
        for (q, got), corrected in zip(of_bot, adjusted):
            lines.append([q.key, bot, got and got[0], q.null, *(got[1:] if got else [None] * 5), corrected])
    return lines


def told(figure, null=0.0):
    """What `answers` wants of a figure, with the p-value of it being `null`."""
    if figure is None:
        return None
    return (len(figure.adds), figure.value, figure.se, *figure.interval(), figure.less(null).p())


def differences(path):
    """By variant and measure, what `answers` wants of the differences that a comparison wrote."""
    get = lambda row, *names: tuple(real(row[name]) for name in names)
    return {
        (row["a"], row["measure"]): (int(row["blocks"]), *get(row, "difference", "se", "lo", "hi", "p"))
        for row in rows(path)
    }


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
    told = number(scale * value, digits, signed) + (" %" if unit == "share" else "")
    if open_end:
        end, words = (lo, "or more") if hi is None else (hi, "or less")
        return f"{told} ({number(scale * end, digits, signed)} {words})"
    if lo is None:
        return told
    below, above = scale * (value - lo), scale * (hi - value)
    if max(below, above) > 1.2 * min(below, above):
        return f"{told} ({number(scale * lo, digits, signed)} to {number(scale * hi, digits, signed)})"
    return f"{told} ± {number((below + above) / 2, digits)}"


def questions_table(questions, bots, path):
    """The table of questions, measures, figures by bot and verdicts. Bold is significant."""
    by = {(row["question"], row["bot"]): row for row in rows(path)}
    lines = []
    for q in questions:
        cells, found, reach = [], [], []
        for bot in bots:
            row = by.get((q.key, bot))
            value = row and real(row["value"])
            if value is None:
                cells.append("–")
                continue
            shown = cell(value, real(row["lo"]), real(row["hi"]), q.unit, q.unit == "points")
            adjusted = real(row["p_adjusted"])
            significant = adjusted is not None and adjusted < 0.05
            cells.append(f"**{shown}**" if significant else shown)
            sign = q.sign * (1 if value > q.null else -1)
            found.append((sign, significant, adjusted is not None))
            if adjusted is None and value == 0 == q.null:
                # Every block came to the same under both: no error.
                reach.append(0.0)
            if adjusted is not None:
                reach.append(max(abs(float(row[end]) - q.null) for end in ("lo", "hi")))
        unit = "difference" if q.unit == "share" else q.unit
        lines.append([q.words, f"{q.measure}: {q.direction}", *cells, verdict(found, at_most(reach, unit))])
    return table(["question", "measure: named direction", *(f"`{bot}`" for bot in bots), "so?"], lines)


OPTIONS = ["bot", "blocks", "option", "measure", "difference", "lo", "hi", "no_more_than", "margin"]
OPTIONS += ["p_adjusted", "p_same_adjusted"]


def options(bot, path, variants, measures):
    """The rows of options.csv of a bot: what is watched of each variant, less the same of the game as published."""
    found = {(row["a"], row["measure"]): row for row in rows(path)}
    lines = [found[variant, measure] for variant in variants for measure in measures]
    adjusted = [holm([real(row[name]) for row in lines]) for name in ("p", "p_same")]
    for row, p, same in zip(lines, *adjusted):
        keys = ("difference", "lo", "hi", "no_more_than", "margin")
        yield [bot, int(row["blocks"]), row["a"], row["measure"], *(real(row[key]) for key in keys), p, same]


def options_table(path, variants, measures, head):
    """A row a variant: the difference with `heuristic`, and what the bots say together. `measures` have units."""
    by = {}
    for row in rows(path):
        by.setdefault((row["option"], row["measure"]), []).append(row)
    lines = []
    for variant in variants:
        cells = []
        for measure, unit in measures.items():
            found = by[variant, measure]
            heuristic = next(row for row in found if row["bot"] == "heuristic")
            shown = cell(*(real(heuristic[key]) for key in ("difference", "lo", "hi")), unit, True)
            cells.append(f"{shown}; {of_option(found, unit)}")
        lines.append([f"`{variant}`", *cells])
    return table(head, lines)


def of_option(found, unit):
    """What the bots say together of a difference for which a margin was named."""
    below = lambda row, name: row[name] != "" and float(row[name]) < 0.05
    ups = [float(row["difference"]) > 0 for row in found if below(row, "p_adjusted")]
    same = sum(below(row, "p_same_adjusted") or float(row["difference"]) == 0 for row in found)
    if len(set(ups)) == 2:
        return f"depends: higher on {sum(ups)}, lower on {len(ups) - sum(ups)}"
    way = "higher" if any(ups) else "lower"
    if len(ups) >= 3:
        return f"**{way} on {len(ups)}**"
    if same >= 3:
        return f"same on {same}"
    if ups:
        return f"{way} on {len(ups)} only"
    # Where every block came to the same under both, the difference is 0 without an error.
    bounds = [(row["no_more_than"], float(row["difference"])) for row in found]
    reach = [float(bound or 0) for bound, difference in bounds if bound or difference == 0]
    return f"none shows, {at_most(reach, unit)}" if reach else "not tested"


def at_most(reach, unit):
    """How large a difference may yet be on the three rungs that say most, or on all where there are fewer."""
    if not reach:
        return "–"
    most = sorted(reach)[: 3][-1]
    # A bound is rounded up.
    step = {"points": 0.01, "hands": 0.01, "difference": 0.001}[unit]
    shown = cell(math.ceil(most / step - 1e-9) * step, None, None, unit).lstrip("+")
    return f"{shown} at most on {min(3, len(reach))}"


def number_words(text):
    """The figures of a text that need a table: those with a point or a per cent sign, with their error where they have
    one."""
    return re.findall(r"(?:\d[\d,]*\.\d+|\d[\d,]*(?= %))(?: %)?(?: ± \d[\d,]*\.?\d*)?", text)


def check(folder, tables, rewrite=False):
    """What is wrong with the pages of a folder: their tables have to be these, and their prose and the line of
    the index may only have figures of them. To rewrite puts the tables in the place of those with the same heads."""
    pages = {page: page.read_text() for page in sorted(folder.glob("*.md"))}
    wrong, due = [], {each.split("\n")[0]: each for each in tables}
    known = {"95 %", *number_words("\n".join(tables))}
    # A figure may stand without its error, and the first of two percentages without its sign.
    known |= {figure.split(" ± ")[0] for figure in known}
    known |= {figure.removesuffix(" %") for figure in known}
    shown = set()
    for page, text in pages.items():
        found, prose = on_page(text)
        for each in found:
            head = each.split("\n")[0]
            shown.add(head)
            if head not in due:
                wrong.append(f"{page.name}: no such table is counted: {head}")
            elif each != due[head]:
                text = text.replace(each, due[head])
                lines = zip(each.split("\n"), due[head].split("\n"))
                first = next((a for a, b in lines if a != b), "a row too many or too few")
                wrong.append(f"{page.name}: the CSVs say otherwise: {first}")
        for figure in number_words("\n".join(prose)):
            if figure not in known:
                wrong.append(f"{page.name}: {figure} is in no table")
        if rewrite:
            page.write_text(text)
    wrong += [f"on no page: {head}" for head in due if head not in shown]
    index = (folder.parent / "README.md").read_text().splitlines()
    for figure in number_words("\n".join(line for line in index if f"]({folder.name}/README.md)" in line)):
        if figure not in known:
            wrong.append(f"../README.md: {figure} is in no table")
    return wrong


def main(folder, count, draw, tables):
    """`count.py RUNS BOT …` counts and draws, `count.py --check` holds the pages against the CSVs,
    and `count.py --write` puts the tables into the pages."""
    folder = pathlib.Path(folder).resolve().parent
    words = sys.argv[1:]
    if not words:
        sys.exit("count.py RUNS BOT …, count.py --check or count.py --write")
    if not words[0].startswith("--"):
        count(folder, pathlib.Path(words[0]), words[1:])
        draw(folder)
    elif words[0] == "--write":
        draw(folder)
        check(folder, tables(folder), rewrite=True)
    wrong = check(folder, tables(folder))
    print("\n".join(wrong) or f"{folder.name}: the pages say what the CSVs say")
    sys.exit(bool(wrong))


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def write_dicts(path, columns, found):
    write(path, columns, [[row.get(column) for column in columns] for row in found], digits=5)


def write(path, columns, lines, digits=6):
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(columns)
        for line in lines:
            out.writerow([f"{cell:.{digits}g}" if isinstance(cell, float) else cell for cell in line])


def real(text):
    return float(text) if text else None


def table(head, lines):
    """A Markdown table."""
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(line) + " |" for line in lines])


def on_page(text):
    """The tables of a page, and its other lines without blocks of code."""
    tables, prose, code, before = [], [], False, ""
    for line in text.splitlines():
        code ^= line.startswith("```")
        if line.startswith("|"):
            tables += [] if before.startswith("|") else [[]]
            tables[-1].append(line)
        elif not code:
            prose.append(line)
        before = line
    return ["\n".join(lines) for lines in tables], prose
