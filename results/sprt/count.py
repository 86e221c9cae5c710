"""Decisions and blocks of many sequential tests: a row for each game and pair."""

import csv
import json
import sys
from collections import defaultdict

tests = defaultdict(list)
for line in sys.stdin:
    line = json.loads(line)
    result = line["result"]
    tests[line["game"], result["a"], result["b"]].append(result)
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["game", "a", "b", "tests", "better", "not_better", "undecided",
              "blocks_mean", "blocks_least", "blocks_most", "t_mean"])
for (game, a, b), results in tests.items():
    said = [result["decision"] for result in results]
    blocks = [result["blocks"] for result in results]
    t = [result["t"] for result in results]
    counts = [said.count(word) for word in ("better", "not_better", "undecided")]
    out.writerow([game, a, b, len(results), *counts, f"{sum(blocks) / len(blocks):.1f}",
                  min(blocks), max(blocks), f"{sum(t) / len(t):.3f}"])
