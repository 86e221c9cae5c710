"""What the tables of this study share: tests and means over blocks, and verdicts over rungs."""

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
    study.write(path, columns, [[row.get(column) for column in columns] for row in rows], digits=5)


def t_test(value, se, blocks):
    """The two-sided p-value of a mean over so many blocks."""
    return study.p_of(value / se, blocks - 1) if se else None


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
    return dict(zip(tests, study.holm(list(tests.values()))))


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
    """What the rungs say together: `signs` has +1, −1 or 0 of each rung with a test, `same` is the number of rungs on
    which the difference is smaller than its margin, and `differ` the result of the test of heterogeneity."""
    above, below = signs.count(1), signs.count(-1)
    if not signs:
        return "not tested"
    if max(above, below) >= RUNGS_THAT_AGREE and not min(above, below):
        return "higher" if above else "lower"
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
    n, mean = len(parts), sum(parts) / len(parts)
    return math.sqrt(sum((part - mean) ** 2 for part in parts) / (n - 1) / n)


# Critical values as printed in tables of the distributions of Student and of chi-square.
for df, critical in ((9, 2.262157), (49, 2.009575), (199, 1.971957)):
    assert abs(t_half_width(1, df + 1) - critical) < 1e-5
for df, critical in ((1, 3.841459), (2, 5.991465), (3, 7.814728), (4, 9.487729), (5, 11.070498)):
    assert abs(chi_square_test(critical, df) - 0.05) < 1e-6
