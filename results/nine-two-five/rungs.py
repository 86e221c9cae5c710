"""What the tables of this study share: means over blocks with their errors, tests, and verdicts over rungs. The
distributions are those of study.py, which the other studies count by."""

import csv
import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import study
from study import real as number, rows as read

LEVEL = 0.05
RUNGS_THAT_AGREE = 3


def write(path, columns, rows):
    """Writes rows of dictionaries; numbers with five digits."""
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(columns)
        for row in rows:
            out.writerow([shown(row.get(column)) for column in columns])


def shown(cell):
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.5g}"
    return cell


def t_test(value, se, blocks):
    """The two-sided p-value of a mean over so many blocks."""
    if not se:
        return None
    return study.p_of(value / se, blocks - 1)


def t_test_above(value, se, blocks):
    """The one-sided p-value of a mean being above 0."""
    if not se:
        return None
    p = t_test(value, se, blocks) / 2
    return p if value > 0 else 1 - p


def t_half_width(se, blocks):
    """Half a 95 % interval."""
    return study.t_quantile(1 - LEVEL / 2, blocks - 1) * se


def chi_square_test(q, df):
    """The chance of a chi-square as large as q."""
    if df % 2:
        p, term, start = math.erfc(math.sqrt(q / 2)), math.sqrt(2 * q / math.pi) * math.exp(-q / 2), 3
    else:
        p, term, start = math.exp(-q / 2), q / 2 * math.exp(-q / 2), 4
    for n in range(start, df + 1, 2):
        p, term = p + term, term * q / n
    return p


def holm(tests):
    """Holm's correction: of each key of `tests` its p-value, raised."""
    known = {key: p for key, p in tests.items() if p is not None}
    return dict(zip(known, study.holm(list(known.values()))))


def heterogeneity(differences):
    """Cochran's Q of differences with their errors on rungs whose cards are independent, with its p-value."""
    known = [(d, se) for d, se in differences if d is not None and se]
    if len(known) < 2:
        return None, None
    weights = [1 / se ** 2 for _, se in known]
    mean = sum(w * d for w, (d, _) in zip(weights, known)) / sum(weights)
    q = sum(w * (d - mean) ** 2 for w, (d, _) in zip(weights, known))
    return q, chi_square_test(q, len(known) - 1)


def verdict(signs, same, differ):
    """What the rungs say together. `signs` has +1, −1 or 0 of each rung on which the difference was tested, `same`
    is on how many of these it is smaller than its margin, and `differ` whether a test of heterogeneity says that it is
    another one from rung to rung."""
    above, below = signs.count(1), signs.count(-1)
    if not signs:
        return "not tested"
    if above >= RUNGS_THAT_AGREE and not below:
        return "higher"
    if below >= RUNGS_THAT_AGREE and not above:
        return "lower"
    if same >= RUNGS_THAT_AGREE and not above and not below:
        return "same within the margin"
    if differ or (above and below):
        return "depends on the bots"
    if not above and not below:
        return "no difference shows"
    return "higher on too few rungs" if above else "lower on too few rungs"


def ratio(blocks):
    """The ratio of two sums over blocks of (n, x), and each block's part in its error (delta method)."""
    total = sum(n for n, _ in blocks)
    value = sum(x for _, x in blocks) / total
    mean = total / len(blocks)
    return value, [(x - value * n) / mean for n, x in blocks]


def error(parts):
    """The standard error of a figure from what each block adds to its error."""
    n = len(parts)
    mean = sum(parts) / n
    return math.sqrt(sum((part - mean) ** 2 for part in parts) / (n - 1) / n)


def self_check():
    """Critical values as printed in tables of the distributions of Student and of chi-square."""
    for df, critical in ((9, 2.262157), (49, 2.009575), (199, 1.971957)):
        assert abs(t_half_width(1, df + 1) - critical) < 1e-5
    for df, critical in ((1, 3.841459), (2, 5.991465), (3, 7.814728), (4, 9.487729), (5, 11.070498)):
        assert abs(chi_square_test(critical, df) - 0.05) < 1e-6


self_check()
