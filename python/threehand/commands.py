"""The commands that read and go on with folders of runs, as functions.

Each starts the command of its name in a process of its own, so that it does what the command does, and gives what the
command prints with ``--json``. Keywords are the flags of the command, with underscores for dashes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

from threehand._native import RunError
from threehand.runs import BotFailedWarning, PathLike, words_of


def merge(*folders: PathLike, out: PathLike | None = None, force: bool = False, so_far: bool = False) -> dict[str, Any]:
    """Puts the shards of a run together in the folder ``out``; gives the summary.

    With ``so_far`` and without ``out`` it writes nothing: the summary is that of the blocks that the shards have.
    """
    return _printed("merge", folders, "--json", "--quiet", out=out, force=force, so_far=so_far)[-1]


def resume(folder: PathLike, *, blocks: int | None = None, threads: int | None = None) -> dict[str, Any]:
    """Goes on with the run of a folder, to so many ``blocks`` in all; gives the summary.

    A run with a function of Python goes on by its own call.
    """
    return _printed("resume", [folder], "--json", "--quiet", blocks=blocks, threads=threads)[-1]


def rate(*folders: PathLike, anchor: str | None = None, so_far: bool = False) -> dict[str, Any]:
    """Rates the bots of several tournaments on one scale, with ``so_far`` also of unfinished ones."""
    return _printed("rate", folders, "--json", anchor=anchor, so_far=so_far)[-1]


def verify(path: PathLike, *, again: bool = False, threads: int | None = None) -> dict[str, Any]:
    """Audits the folder of a run or a file of records, with ``again`` by playing the run again.

    Raises :class:`threehand.RunError` with the first fault.
    """
    return _printed("verify", [path], "--json", "--quiet", again=again, threads=threads)[-1]


def report(
    folder: PathLike,
    *,
    out: PathLike | None = None,
    charts: PathLike | None = None,
    annotate: str | None = None,
    so_far: bool = False,
) -> Path:
    """Writes the page of a run, with ``so_far`` also of an unfinished one; gives its path."""
    out = None if out is None else os.fsdecode(out)
    _printed("report", [folder], "--quiet", out=out, charts=charts, annotate=annotate, so_far=so_far)
    return Path(folder, "report.html") if out is None else Path(out)


def check(game: PathLike, **flags: object) -> dict[str, Any]:
    """Says what a game is, what happens in it, and what looks wrong: ``check("mine.toml")``."""
    return _printed("check", [game], "--json", "--quiet", **flags)[-1]


def replay(path: PathLike, **flags: object) -> list[dict[str, Any]]:
    """Recorded hands, replayed by the rules: ``replay("runs/a", match=17, annotate="pimc:worlds=32")``."""
    return _printed("replay", [path], "--json", **flags)


def _printed(command: str, paths: Any, *switches: str, **flags: object) -> list[dict[str, Any]]:
    """What a command prints: an object of JSON a line."""
    program = [sys.executable, "-P", "-m", "threehand"]
    words = [*program, *words_of(command, flags), *switches, "--", *map(os.fsdecode, paths)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, encoding="utf-8") as process:
        try:
            out, said = process.communicate()
        except KeyboardInterrupt:  # The command has it too, and notes how far it got.
            process.communicate()
            raise
    said = said.strip().removeprefix("error: ")
    code = process.returncode
    if code == 3 and out:
        warnings.warn(said, BotFailedWarning, stacklevel=4)
    elif code == 130:
        raise KeyboardInterrupt(said)
    elif code == 2:
        raise ValueError(said)
    elif code != 0:
        raise RunError(said or f"{command} ended with exit code {code}")
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]
