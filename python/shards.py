"""A run in a thousand shards on a Dask cluster whose workers are killed at random, against the run of one process.

    python -P python/shards.py [SHARDS [WORKERS [SECONDS]]]

Kills a worker every so many seconds, 1 unless given: it starts again, and the next that is free plays its shard on.
Prints times and memory; the exit code is 1 if the bytes are not those of one run. The program is that of the variable
THREEHAND_BIN of the environment, or `threehand`.
"""

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from dask.distributed import Client, LocalCluster

from threehand import dask

PROGRAM = os.environ.get("THREEHAND_BIN", "threehand")
COMMAND = "tournament --game 9-2-5 --bots random,greedy,heuristic --hands none --blocks"
BLOCKS_OF_A_SHARD = 50


def kill_workers(cluster: LocalCluster, workers: int, seconds: float, over: threading.Event, killed: list[int]) -> None:
    """Kills a worker every so many seconds, until all is over."""
    dice = random.Random(1)
    while not over.wait(seconds):
        # Dask restarts a worker, but none that was killed at its start.
        cluster.scale(workers)
        here = [nanny.pid for nanny in cluster.workers.values() if nanny.pid]
        if here:
            killed.append(dice.choice(here))
            with suppress(ProcessLookupError):
                os.kill(killed[-1], signal.SIGKILL)


def megabytes(who: int) -> str:
    return f"{resource.getrusage(who).ru_maxrss / 1024:.0f} MB"


def main(shards: int = 1000, workers: int = 4, seconds: float = 1.0) -> int:
    command = f"{COMMAND} {shards * BLOCKS_OF_A_SHARD}"
    with tempfile.TemporaryDirectory() as place:
        began = time.monotonic()
        one = Path(place, "one")
        subprocess.run(
            [PROGRAM, *command.split(), "--out", one, "--threads", "1", "--quiet"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        print(f"one process, one thread: {time.monotonic() - began:.0f} s, {megabytes(resource.RUSAGE_CHILDREN)}")
        over, killed, began = threading.Event(), [], time.monotonic()
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
            Client(cluster) as client,
        ):
            killer = threading.Thread(target=kill_workers, args=(cluster, workers, seconds, over, killed))
            killer.start()
            try:
                result = dask.run(command, shards, client, out=Path(place, "parts"), program=PROGRAM, progress=None)
            finally:
                over.set()
                killer.join()
        seconds = time.monotonic() - began
        print(f"{shards} shards on {workers} workers, {len(killed)} times one was killed: {seconds:.0f} s")
        print(f"memory of this process with the scheduler: {megabytes(resource.RUSAGE_SELF)}")
        is_same = all(
            file.read_bytes() == (result.folder / file.name).read_bytes()
            for file in one.iterdir()
            if file.suffix == ".csv"
        )
        print("the same bytes" if is_same else "other bytes")
        return 0 if is_same else 1


if __name__ == "__main__":
    kinds = (int, int, float)
    sys.exit(main(*(kind(word) for kind, word in zip(kinds, sys.argv[1:], strict=False))))
