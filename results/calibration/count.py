"""Counts the rows of runs.csv of calibrations: where the p-values lie, in twentieths, what sprt said,
and the differences in units of their errors."""

import csv
import sys
from collections import Counter
from statistics import fmean, stdev

with open("p_values.csv", "w") as p_values, open("runs.csv", "w") as runs:
    twentieths = csv.writer(p_values, lineterminator="\n")
    twentieths.writerow(["game", "from", "to", "runs"])
    summary = csv.writer(runs, lineterminator="\n")
    summary.writerow(["game", "runs", "missed", "anytime_missed", "better", "not_better", "undecided",
                      "sprt_blocks_mean", "mean_z", "sd_z"])
    for path in sys.argv[1:]:
        rows = list(csv.DictReader(open(path)))
        game = rows[0]["game"]
        cells = Counter(min(int(20 * float(row["p"])), 19) for row in rows)
        for cell in range(20):
            twentieths.writerow([game, cell / 20, (cell + 1) / 20, cells[cell]])
        said = Counter(row["sprt"] for row in rows)
        z = [float(row["difference"]) / float(row["se"]) for row in rows]
        true = lambda column: sum(row[column] == "true" for row in rows)
        blocks = sum(int(row["sprt_blocks"]) for row in rows) / len(rows)
        summary.writerow([game, len(rows), true("missed"), true("anytime_missed"), said["better"],
                          said["not_better"], said["undecided"], f"{blocks:.1f}", f"{fmean(z):.4f}",
                          f"{stdev(z):.4f}"])
