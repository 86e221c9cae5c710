"""OpenSpiel's ISMCTS and a flat UCB in Python against bots of the laboratory, whole matches at about equal time.

    python play.py FILE [--blocks N] [--milliseconds MS] [--games GAME …] [--bots BOT …] [--against SPEC …]

Appends a line to FILE for each block, and goes on where it was stopped. One of the Python bots plays against two of the
other bot, each in all three seats on the same cards: a block has three matches. Each decision of the Python bots has so
much processor time. Both play for the points of the hand and play worlds out at random, as OpenSpiel's own evaluator
does.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
import time
from collections.abc import Callable
from itertools import product

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import threehand
import threehand.open_spiel as spiel

NAMES = {
    "9-2-5": "threehand_nine_two_five",
    "three-legged-kitty": "threehand_three_legged_kitty",
    "three-kings": "threehand_three_kings",
}
OPPONENTS = ["heuristic", "champion:budget=10ms", "pimc"]
Decide = Callable[[threehand.View, int], int]


def seen_as_state(view: threehand.View, seed: int) -> spiel.HandState:
    """A state of OpenSpiel in which the seat knows what this view tells: a world, since the hand is hidden."""
    state = pyspiel.load_game(NAMES[view.game.name]).new_initial_state()
    for byte in seed.to_bytes(8, "little"):
        state.apply_action(byte)
    state.hand = view.worlds().draw(seed)
    return state


def openspiel_ismcts(seconds: float) -> Decide:
    """The search of OpenSpiel's `ISMCTSBot`, one simulation after another until the time is up."""

    def decide(view: threehand.View, seed: int) -> int:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        end = time.thread_time() + seconds
        state = seen_as_state(view, seed)
        dice = np.random.RandomState(seed % 2**32)
        game = state.get_game()
        bot = ismcts.ISMCTSBot(
            game=game,
            evaluator=mcts.RandomRolloutEvaluator(1, dice),
            uct_c=game.max_utility() - game.min_utility(),
            max_simulations=1,
            random_state=dice,
        )
        bot.set_resampler(spiel.resampler(seed))
        bot.reset()
        root = bot.create_new_node(state)
        while time.thread_time() < end or not root.child_info:
            bot.run_simulation(bot.sample_root_state(state))
            COUNTS["simulations"] += 1
        count_decision(end - seconds)
        return max(root.child_info, key=lambda action: root.child_info[action].visits)

    return decide


def flat_ucb(seconds: float) -> Decide:
    """UCB1 over the legal actions, each tried in a world of its own that is played out at random."""

    def decide(view: threehand.View, seed: int) -> int:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        end = time.thread_time() + seconds
        dice, worlds = random.Random(seed), view.worlds()
        least, most, _ = view.game.bounds
        tried, sums, count = [0] * len(legal), [0.0] * len(legal), 0
        while time.thread_time() < end or count < len(legal):
            if count < len(legal):
                arm = count
            else:
                arm = max(
                    range(len(legal)),
                    key=lambda arm: sums[arm] / tried[arm] + math.sqrt(2 * math.log(count) / tried[arm]),
                )
            world = worlds.draw(dice.getrandbits(64))
            world.play(legal[arm])
            while not world.over:
                world.play(dice.choice(world.legal))
            sums[arm] += (world.points[view.seat] - least) / (most - least)
            tried[arm] += 1
            count += 1
        COUNTS["simulations"] += count
        count_decision(end - seconds)
        return legal[max(range(len(legal)), key=lambda arm: tried[arm])]

    return decide


PLAYERS = {"openspiel-ismcts": openspiel_ismcts, "flat-ucb": flat_ucb}
COUNTS = {"decisions": 0, "simulations": 0, "seconds": 0.0}
COLUMNS = "game bot against block matches won hands points points_against decisions simulations seconds seconds_against".split()


def count_decision(start: float) -> None:
    COUNTS["decisions"] += 1
    COUNTS["seconds"] += time.thread_time() - start


def play(game: str, bot: str, against: str, block: int, seconds: float) -> dict[str, object]:
    """A block of three matches, as a row of the file."""
    COUNTS.update(decisions=0, simulations=0, seconds=0.0)
    spec = threehand.bot(PLAYERS[bot](seconds), name=bot)
    start = time.process_time()
    result = threehand.tournament(game, [spec, against], format="abb", first=block, blocks=1, threads=1, strict=True)
    took = time.process_time() - start
    mine, theirs = result["bots"]
    hands = result["hands"]
    return {
        "game": game,
        "bot": bot,
        "against": against,
        "block": block,
        "matches": mine["matches"],
        "won": round(mine["win_share"] * mine["matches"], 6),
        "hands": hands,
        "points": round(mine["points_per_hand"] * hands),
        "points_against": round(theirs["points_per_hand"] * 2 * hands),
        "decisions": COUNTS["decisions"],
        "simulations": COUNTS["simulations"],
        "seconds": round(COUNTS["seconds"], 3),
        "seconds_against": round(took - COUNTS["seconds"], 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--blocks", type=int, default=12)
    parser.add_argument("--milliseconds", type=float, default=20)
    parser.add_argument("--games", nargs="+", default=list(NAMES), choices=list(NAMES))
    parser.add_argument("--bots", nargs="+", default=list(PLAYERS), choices=list(PLAYERS))
    parser.add_argument("--against", nargs="+", default=OPPONENTS)
    asked = parser.parse_args()
    with open(asked.file, "a+", newline="", encoding="utf-8") as file:
        file.seek(0)
        written = {(row["game"], row["bot"], row["against"], int(row["block"])) for row in csv.DictReader(file)}
        rows = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if file.tell() == 0:
            rows.writeheader()
        for against, block, game, bot in product(asked.against, range(asked.blocks), asked.games, asked.bots):
            if (game, bot, against, block) not in written:
                rows.writerow(play(game, bot, against, block, asked.milliseconds / 1000))
                file.flush()


if __name__ == "__main__":
    main()
