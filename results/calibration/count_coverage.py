"""The promises of all pools by kind and number of blocks, and those that are surely broken."""

import csv
import sys
from collections import defaultdict
from pathlib import Path

kinds = defaultdict(list)
broken = []
for path in sorted(Path(sys.argv[1]).glob("*/coverage.csv")):
    with path.open() as file:
        for row in csv.DictReader(file):
            pool = path.parent.name.removeprefix(row["game"] + "-")
            kinds[row["promise"], int(row["blocks"])].append(row)
            if row["kept"] == "no":
                broken.append([row["game"], pool, row["promise"], row["figure"], row["blocks"],
                               row["runs"], row["printed"], row["missed_below"],
                               row["missed_above"], f"{float(row['missed_share']):.4f}"])

with open("coverage.csv", "w") as file:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["promise", "blocks", "promises", "printed", "missed_share", "worst",
                  "broken", "unsure", "wide"])
    for (promise, blocks), rows in kinds.items():
        shares = [float(row["missed_share"]) for row in rows if row["missed_share"]]
        said = [row["kept"] for row in rows]
        mean = [f"{sum(shares) / len(shares):.4f}", f"{max(shares):.4f}"] if shares else ["", ""]
        counts = [said.count(word) for word in ("no", "unsure", "wide")]
        out.writerow([promise, blocks, len(rows), len(shares), *mean, *counts])

with open("broken.csv", "w") as file:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["game", "pool", "promise", "figure", "blocks", "runs", "printed",
                  "missed_below", "missed_above", "missed_share"])
    out.writerows(sorted(broken, key=lambda row: -float(row[-1])))
