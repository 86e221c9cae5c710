"""What the rungs say together: tests and verdicts over figures whose cards are independent."""

import math

import study

LEVEL = 0.05
RUNGS_THAT_AGREE = 3


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
