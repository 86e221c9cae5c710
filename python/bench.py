"""Decisions a second of processor time: medians of rounds, as python/README.md quotes them.

python -P python/bench.py

Of a batch of each game; and of Oh Hell with seven cards, hand by hand, here and in OpenSpiel if it is installed.
"""

import random
import statistics
import time
from collections.abc import Callable

import numpy as np

import threehand

OH_HELL = """
format = 1
name = "oh-hell-of-seven"
steps = ["bid"]
deal = { hand = 7, turn_up = true }
trump.by = "turn_up"
bid.hook = true
score = { trick = 1, made = 10, exact = true }
match.hands = 1
"""


def rate(game: str, size: int, *, seen: bool, rounds: int = 15, seconds: float = 0.3) -> float:
    """Decisions a second; with ``seen`` each with its planes and its mask."""
    batch = threehand.Game(game).batch(size, seed=1)
    actions = np.empty(size, np.int32)
    mask = np.empty((size, batch.game.action_count), np.uint8)
    planes = np.empty((size, len(threehand.PLANES), 4, 13), np.uint8)
    rates = []
    for _ in range(rounds):
        steps, began = 0, time.thread_time()
        while time.thread_time() - began < seconds:
            for _ in range(16):
                if seen:
                    batch.legal_mask(mask)
                    batch.planes(planes)
                batch.sample(actions)
                batch.step(actions)
            steps += 16
        rates.append(steps * size / (time.thread_time() - began))
    return statistics.median(rates)


def ours() -> int:
    """A hand of Oh Hell at random; gives how many decisions it had."""
    hand = threehand.Game(OH_HELL).start(random.getrandbits(60))
    while not hand.over:
        hand.play(random.choice(hand.legal))
    return 24


def theirs() -> int:
    """The same with OpenSpiel, which deals card by card; the deal is no decision."""
    import pyspiel

    game = pyspiel.load_game("oh_hell(players=3,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=7)")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    return 24


def hands_rate(play: Callable[[], int], *, rounds: int = 15, hands: int = 200) -> float:
    """Decisions a second of hands that are played one after another."""
    rates = []
    for _ in range(rounds):
        began = time.thread_time()
        decisions = sum(play() for _ in range(hands))
        rates.append(decisions / (time.thread_time() - began))
    return statistics.median(rates)


def main() -> None:
    print("| game | with planes and mask | without |")
    print("|---|---|---|")
    for game in threehand.games():
        seen, bare = (rate(game, 512, seen=seen) / 1e6 for seen in (True, False))
        print(f"| {game} | {seen:.1f} M | {bare:.1f} M |", flush=True)
    batch = rate(OH_HELL, 512, seen=False)
    print(f"Oh Hell: {batch:,.0f} in a batch, {hands_rate(ours):,.0f} hand by hand", end="", flush=True)
    try:
        print(f", {hands_rate(theirs):,.0f} with OpenSpiel")
    except ModuleNotFoundError:
        print("; OpenSpiel is not installed")


if __name__ == "__main__":
    main()
