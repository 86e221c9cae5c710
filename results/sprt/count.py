"""Decisions and blocks of many sequential tests: a row for each game, pair and test."""

import csv
import json
import sys
from collections import defaultdict

tests = defaultdict(list)
for line in sys.stdin:
    line = json.loads(line)
    result = line["result"]
    tests[line["game"], result["a"], result["b"], result["test"], result["on"]].append(result)
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["game", "a", "b", "tests", "better", "not_better", "undecided", "blocks_mean",
              "blocks_least", "blocks_most", "difference_mean", "test", "on"])
for (game, a, b, test, on), results in tests.items():
    said = [result["decision"] for result in results]
    blocks = [result["blocks"] for result in results]
    differences = [result["difference"] for result in results]
    counts = [said.count(word) for word in ("better", "not_better", "undecided")]
    out.writerow([game, a, b, len(results), *counts, f"{sum(blocks) / len(blocks):.1f}",
                  min(blocks), max(blocks), f"{sum(differences) / len(differences):.4f}", test, on])
