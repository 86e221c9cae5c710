"""What line-ups on the same cards did for a difference of win shares, counted from the rows of
tournaments of two bots: for each folder a row of the table.

Three ways to play as many matches, and the error of the difference under each:
  random    each match on its own cards, its line-up drawn from the six
  separate  each match on its own cards, each line-up as often as the others
  blocks    each line-up as often as the others, six on the same cards
And of the points a hand of the first bot: the error over hands as if they were separate, and that
over blocks."""

import csv
import json
import math
import sys
from collections import defaultdict
from statistics import fmean as mean, variance

names = ["game", "bot", "opponent", "blocks", "difference", "se_random", "se_separate", "se_blocks",
         "gain_even_lineups", "gain_same_cards", "gain", "rho",
         "points_per_hand", "se_hands", "se_points", "se_points_to_se_hands"]
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(names)
for run in sys.argv[1:]:
    manifest = json.load(open(f"{run}/manifest.json"))
    first, second = manifest["bots"]
    parts = defaultdict(lambda: defaultdict(float))
    for row in csv.DictReader(open(f"{run}/matches.csv")):
        sign = 1 if row["bot"] == first else -1
        parts[row["lineup"]][row["match"]] += sign * float(row["won"]) / 9
    lineups = [list(blocks.values()) for blocks in parts.values()]
    n = len(lineups[0])
    differences = [sum(block) for block in zip(*lineups)]
    within = sum(variance(part) for part in lineups)
    means = [mean(part) for part in lineups]
    # One match with its line-up drawn: six times its part. Six of them, where a block has six.
    between = 6 * sum((m - mean(means)) ** 2 for m in means)
    blocks = variance(differences)
    points, hands = defaultdict(float), defaultdict(int)
    all_points = []
    for row in csv.DictReader(open(f"{run}/hands.csv")):
        if row["bot"] == first:
            points[row["match"]] += float(row["points"])
            hands[row["match"]] += 1
            all_points.append(float(row["points"]))
    ratio = sum(points.values()) / sum(hands.values())
    residues = [points[block] - ratio * hands[block] for block in points]
    se_points = math.sqrt(variance(residues) / n) / (sum(hands.values()) / n)
    se_hands = math.sqrt(variance(all_points) / len(all_points))
    se = [math.sqrt(v / n) for v in (within + between, within, blocks)]
    gains = [(within + between) / within, within / blocks, (within + between) / blocks]
    rho = (blocks / within - 1) / 5
    figures = [mean(differences), *se, *gains, rho, ratio, se_hands, se_points, se_points / se_hands]
    out.writerow([manifest["game"], first, second, n, *(f"{figure:.5g}" for figure in figures)])
