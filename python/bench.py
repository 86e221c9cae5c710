"""Decisions of a batch a second of processor time: medians of rounds, as python/README.md quotes them.

python python/bench.py
"""

import statistics
import time

import numpy as np

import threehand


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


def main() -> None:
    print("| game | with planes and mask | without |")
    print("|---|---|---|")
    for game in threehand.games():
        seen, bare = (rate(game, 512, seen=seen) / 1e6 for seen in (True, False))
        print(f"| {game} | {seen:.1f} M | {bare:.1f} M |", flush=True)


if __name__ == "__main__":
    main()
