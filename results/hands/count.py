"""Counts what happens in the hands of a run folder: its hands.csv, and its records.jsonl."""

import csv
import json
import sys
from collections import Counter, defaultdict

run = sys.argv[1]
manifest = json.load(open(f"{run}/manifest.json"))
kitty = manifest["game"] == "three-legged-kitty"
base = lambda bot: bot.split("#")[0]

hands, matches, cat, bids, made = Counter(), set(), Counter(), defaultdict(Counter), Counter()
for row in csv.DictReader(open(f"{run}/hands.csv")):
    matches.add((row["match"], row["lineup"]))
    if row["seat"] == "0":
        hands["all"] += 1
        hands["out"] += row["role"] == "out"
    if row["role"] == "cat":
        bot = base(row["bot"])
        cat[bot] += 1
        made[bot] += int(row["points"]) > 0
        bids[bot][row["contract"]] += 1

print(f"{manifest['game']}: {', '.join(map(base, manifest['bots']))}")
print(f"  hands a match {hands['all'] / len(matches):.2f}")
if kitty:
    print(f"  passed out {100 * hands['out'] / hands['all']:.2f} % of {hands['all']} hands")
    for bot in cat:
        most = ", ".join(
            f"{bid} {100 * n / cat[bot]:.1f} %" for bid, n in bids[bot].most_common(8)
        )
        share = 100 * cat[bot] / hands["all"]
        print(f"  {bot}: Cat in {share:.1f} %, makes {100 * made[bot] / cat[bot]:.1f} %; bids {most}")
else:
    MELDS = [set(c + s for c, s in zip(run_ranks, [suit] * 3))
             for run_ranks in ("JQK", "9TJ", "789", "567", "345") for suit in "CDHS"]
    SETS = set("KT8642")
    is_meld = lambda cards: set(cards) in MELDS or (
        cards[0][0] in SETS and len({card[0] for card in cards}) == 1)
    seats, counts = Counter(), defaultdict(Counter)
    for line in open(f"{run}/records.jsonl"):
        record = json.loads(line)
        for seat in range(3):
            seats[base(record["bots"][seat])] += 1
        for action in record["actions"]:
            seat, verb, *words = action.split()
            count = counts[base(record["bots"][int(seat)])]
            count["melds"] += verb == "play" and len(words) == 3 and is_meld(words)
            count["exchanges"] += verb == "exchange"
            count["predicts last"] += action.endswith("predict last")
            count["predicts ace"] += action.endswith("predict ace")
    for bot, count in counts.items():
        figures = ", ".join(f"{what} {n / seats[bot]:.4f}" for what, n in count.items())
        print(f"  {bot}, a hand: {figures}")
print()
