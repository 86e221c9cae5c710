"""Plays the shards of a run as tasks of a Dask cluster, and merges them.

    from dask.distributed import Client
    from threehand import dask

    result = dask.run("tournament --game 9-2-5 --bots heuristic,greedy --blocks 100000", 40, Client(), out="runs/parts")
    result.tables["summary"]

Every worker needs the program ``threehand`` and the folder ``out``, at the same paths as this process. The workers need
no Python package of this project. The merged run has the same bytes as a run that one machine plays alone.
"""

from __future__ import annotations

import csv
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Failed", "Result", "Tables", "run"]

# The run has finished; in a run with exit code 3 a bot has failed, and its matches are forfeits.
_FINISHED = (0, 3)

# The command line is wrong, so that trying again is of no use.
_WRONG = 2


class Failed(RuntimeError):
    """A shard or the merger failed, and trying again did not help. The finished shards stay in the folder."""


class Tables(Mapping[str, Any]):
    """The CSV tables of a run's folder by name, such as ``"summary"``. A table is read when it is asked for.

    A table is a ``pyarrow.Table`` where pyarrow is installed. Else it is a list with a dict for each row, and all
    values are text.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = {path.stem: path for path in sorted(folder.glob("*.csv"))}

    def __getitem__(self, name: str) -> Any:
        path = self._paths[name]
        try:
            from pyarrow.csv import read_csv
        except ImportError:
            with open(path, newline="", encoding="utf-8") as file:
                return list(csv.DictReader(file))
        return read_csv(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


@dataclass(frozen=True)
class Result:
    """A run that was played in shards and merged."""

    folder: Path
    """The folder of the whole run."""
    results_hash: str
    """The hash of its results, which a run on one machine has, too."""
    tables: Tables
    """Its tables."""


def _say(done: int, shards: int) -> None:
    print(f"threehand: {done} of {shards} shards are finished", file=sys.stderr, flush=True)


def run(
    command: str | Sequence[str],
    shards: int,
    client: Any,
    *,
    out: str | Path,
    program: str = "threehand",
    threads: int = 1,
    retries: int = 3,
    progress: Callable[[int, int], None] | None = _say,
) -> Result:
    """Plays a run in shards on a Dask cluster, and merges them into the folder ``out/whole``.

    ``command`` is a subcommand of threehand with its flags, as a text or as words, without ``--shard`` and ``--out``.
    Shard k is played into ``out/k``, each on so many ``threads``. The same call goes on with shards that were stopped,
    and plays no finished shard again.

    A shard whose worker is lost stops, and is played on by another worker. A shard that fails is tried again up to
    ``retries`` times. ``progress`` is called with the number of finished shards and that of all.

    Raises ``ValueError`` if the command line is wrong, and ``Failed`` if a shard or the merger fails.
    """
    from dask.distributed import as_completed

    if shards < 1:
        raise ValueError(f"a run has 1 shard or more, not {shards}")
    words = shlex.split(command) if isinstance(command, str) else list(command)
    parent = Path(out).absolute()
    # A shard that another process plays is waited for, and no shard outlives its worker.
    flags = ["--threads", str(threads), "--quiet", "--wait-lock", "--die-with-parent"]

    def submit(shard: int) -> Any:
        place = ["--shard", f"{shard}/{shards}", "--out", str(parent / str(shard))]
        # A function of the standard library, which every worker has.
        return client.submit(
            subprocess.run,
            [program, *words, *place, *flags],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            pure=False,
        )

    playing = {submit(shard): shard for shard in range(1, shards + 1)}
    failures = dict.fromkeys(playing.values(), 0)
    done = 0
    queue = as_completed(list(playing))
    try:
        for future in queue:
            shard = playing.pop(future)
            told = _failure(future)
            if told is None:
                done += 1
                if progress is not None:
                    progress(done, shards)
                continue
            failures[shard] += 1
            if failures[shard] > retries:
                raise Failed(f"shard {shard}/{shards}: {told}")
            again = submit(shard)
            playing[again] = shard
            queue.add(again)
    finally:
        # A shard that is being played is not stopped by this: it ends, and the same call then finds it finished.
        client.cancel(list(playing))
    return _merge(program, parent)


def _failure(future: Any) -> str | None:
    """Why a shard has not finished, if it has not."""
    if future.status != "finished":
        # Such as KilledWorker, after several workers were lost, or that a worker has no such program.
        return str(future.exception()) if future.status == "error" else f"the task was {future.status}"
    ended = future.result()
    told = ended.stderr.strip() or f"exit code {ended.returncode}"
    if ended.returncode == _WRONG:
        raise ValueError(told)
    return None if ended.returncode in _FINISHED else told


def _merge(program: str, parent: Path) -> Result:
    whole = parent / "whole"
    words = [program, "merge", str(parent), "--out", str(whole), "--force", "--quiet"]
    ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if ended.returncode not in _FINISHED:
        raise Failed(ended.stderr.strip() or f"merge ended with exit code {ended.returncode}")
    manifest = json.loads((whole / "manifest.json").read_text(encoding="utf-8"))
    return Result(whole, manifest["results_hash"], Tables(whole))
