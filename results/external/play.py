"""OpenSpiel's ISMCTS and a flat UCB in Python against bots of the laboratory, whole matches at equal time.

    python play.py [--blocks N] [--milliseconds MS] [--games GAME …] [--bots BOT …] [--against SPEC …] [--seed S]

Each decision of the Python bots has as much processor time as `champion:budget=50ms` is made for. Both play for
the points of the hand and play worlds out at random, as OpenSpiel's own evaluator does.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Callable

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
OPPONENTS = ["heuristic", "pimc", "champion:budget=50ms"]
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
            SIMULATIONS["openspiel-ismcts"] += 1
        DECISIONS["openspiel-ismcts"] += 1
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
        SIMULATIONS["flat-ucb"] += count
        DECISIONS["flat-ucb"] += 1
        return legal[max(range(len(legal)), key=lambda arm: tried[arm])]

    return decide


PLAYERS = {"openspiel-ismcts": openspiel_ismcts, "flat-ucb": flat_ucb}
SIMULATIONS = dict.fromkeys(PLAYERS, 0)
DECISIONS = dict.fromkeys(PLAYERS, 0)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--blocks", type=int, default=4)
    asked.add_argument("--milliseconds", type=float, default=50)
    asked.add_argument("--games", nargs="+", default=list(NAMES), choices=list(NAMES))
    asked.add_argument("--bots", nargs="+", default=list(PLAYERS), choices=list(PLAYERS))
    asked.add_argument("--against", nargs="+", default=OPPONENTS)
    asked.add_argument("--seed", type=int, default=1)
    asked = asked.parse_args()
    seconds = asked.milliseconds / 1000
    for game in asked.games:
        for name in asked.bots:
            spec = threehand.bot(PLAYERS[name](seconds), name=name)
            for opponent in asked.against:
                result = threehand.tournament(
                    game, [spec, opponent], format="abb", blocks=asked.blocks, seed=asked.seed
                )
                mine = result["bots"][0]
                row = {"game": game, "bot": name, "against": opponent, "matches": mine["matches"]}
                row |= {key: mine[key] for key in ("win_share", "lo", "hi", "points_per_hand")}
                print(json.dumps(row), flush=True)
    for name in asked.bots:
        print(json.dumps({"bot": name, "simulations_a_decision": round(SIMULATIONS[name] / max(DECISIONS[name], 1))}))


if __name__ == "__main__":
    main()
