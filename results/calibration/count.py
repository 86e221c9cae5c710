"""The promises of all pools by kind and number of blocks: coverage.csv."""

import csv
import sys
from collections import defaultdict
from pathlib import Path

kinds = defaultdict(list)
for path in sorted(Path(sys.argv[1]).glob("*/coverage.csv")):
    with path.open() as file:
        for row in csv.DictReader(file):
            kinds[row["promise"], int(row["blocks"])].append(row)

with open("coverage.csv", "w") as file:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["promise", "blocks", "promises", "printed", "missed_share", "worst", "broken", "unsure", "wide"])
    for (promise, blocks), rows in kinds.items():
        shares = [float(row["missed_share"]) for row in rows if row["missed_share"]]
        mean = [f"{sum(shares) / len(shares):.4f}", f"{max(shares):.4f}"] if shares else ["", ""]
        said = [row["kept"] for row in rows]
        out.writerow([promise, blocks, len(rows), len(shares), *mean, *map(said.count, ("no", "unsure", "wide"))])
