"""Experiments: the commands ``threehand tournament``, ``compare`` and ``sprt`` as functions.

Each takes the settings of its command by the names of their flags, with underscores for dashes, and gives
the summary that the command prints with ``--json``. The experiment is lived in this process, on as many
threads as it is asked to, without the lock of the interpreter. Ctrl-C ends it in order: what is in its folder
stays, and the same call goes on with it.
"""

from __future__ import annotations

import os
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from threehand import _native
from threehand._native import Game
from threehand.functions import Bots, in_run, is_list

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Rules = Mapping[str, object] | Iterable[str] | None
PathLike = str | os.PathLike[str]


class BotFailedWarning(UserWarning):
    """A bot failed and forfeited matches; the run went on to its end."""


@dataclass(frozen=True)
class Progress:
    """How far an experiment has got."""

    blocks: int
    """Blocks so far."""
    all: int
    """All blocks; a sequential test may not need the last ones."""
    hands: int
    """Finished hands so far."""
    standing: str
    """Who leads, in words."""


class Table(dict[str, list[Any]]):
    """A table of a run: its columns by their names, each a list with a value a row.

    Numbers are ``int`` and ``float``; what is undefined is ``None``.
    """

    def pandas(self) -> pandas.DataFrame:
        """The table as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(dict(self))

    def polars(self) -> polars.DataFrame:
        """The table as a data frame of Polars."""
        import polars

        return polars.DataFrame(dict(self), infer_schema_length=None)

    def _repr_html_(self) -> str:
        rows = [list(self), *zip(*self.values(), strict=True)]
        cells = ["".join(f"<td>{'' if value is None else escape(_shown(value))}</td>" for value in row) for row in rows]
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    def arrow(self) -> pyarrow.Table:
        """The table as a table of Arrow."""
        import pyarrow

        return pyarrow.table(dict(self))


class Result(dict[str, Any]):
    """What the command prints with ``--json``, with the tables that a folder of the run holds."""

    def __init__(self, summary: Mapping[str, Any], tables: Mapping[str, Table], answer: str = "") -> None:
        super().__init__(summary)
        self.answer = answer
        """What came out in sentences, a line each."""
        self.tables = dict(tables)
        """The tables by their names: that of ``ratings.csv`` is ``tables["ratings"]``."""

    def __repr__(self) -> str:
        numbers = [
            f"{name}={self[name]!r}" for name in ("variant", "decision", "blocks", "matches", "hands") if name in self
        ]
        return f"<threehand.Result {', '.join(numbers)}; tables {', '.join(self.tables)}>"

    def _repr_html_(self) -> str:
        return (
            f"<p>{escape(self.answer).replace(chr(10), '<br>')}</p>"
            + next(iter(self.tables.values()), Table())._repr_html_()
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, (dict(self), self.tables, self.answer)


def _shown(value: object) -> str:
    """A value of a table for a reader."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _plain(value: Any) -> Any:
    """The number of Python for a number of NumPy, which is not imported for this."""
    numpy = sys.modules.get("numpy")
    return value.item() if numpy is not None and isinstance(value, numpy.generic) else value


def _text(value: object) -> str:
    value = _plain(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "-".join(map(str, value))
    if isinstance(value, Game):
        return value.variant
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _listed(value: object) -> str:
    """What a flag of several items takes: items, or names with their values, apart by commas."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return ",".join(f"{name}={_text(item)}" for name, item in value.items())
    if isinstance(value, Iterable):
        return ",".join(map(_text, value))
    raise TypeError(f"{value!r} is no list")


_NUMBERS = {"seed", "blocks", "first", "max_hands", "threads", "t0", "t1", "alpha", "beta"}
_LISTS = {"rules", "bots", "variants", "margin", "share"}


def words_of(command: str, settings: Mapping[str, object]) -> list[str]:
    """The words of the command that does the same."""
    words = [command]
    for name, value in settings.items():
        flag = "--" + name.replace("_", "-")
        value = _plain(value)
        if name in _NUMBERS and (isinstance(value, bool) or not isinstance(value, (int, float, str, types.NoneType))):
            raise TypeError(f"{name} is a number, not {value!r}")
        if isinstance(value, (bytes, set, frozenset)):
            raise TypeError(f"{name} can't be {value!r}: a text, or a list in order")
        if value is None or value is False or (isinstance(value, (tuple, list, dict)) and not value):
            continue
        if value is True:
            words.append(flag)
        elif name == "external":
            words += [f"{flag}={label}={program}" for label, program in dict(value).items()]
        elif name == "export":
            files = [value] if isinstance(value, (str, os.PathLike)) else value
            words += [f"{flag}={_text(file)}" for file in files]
        else:
            words.append(f"{flag}={_listed(value) if name in _LISTS else _text(value)}")
    return words


def _to_stderr(progress: Progress) -> None:
    line = f"{progress.blocks} of {progress.all} blocks · {progress.hands} hands"
    if sys.stderr.isatty() or "ipykernel" in sys.modules:
        end = "\n" if progress.blocks == progress.all else ""
        print(f"\r{line}", end=end, file=sys.stderr, flush=True)


def _place(error: BaseException) -> str:
    """An exception in a line, with the place that raised it."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    line = f"{type(error).__name__}: {text}" if text else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    return f"{line} ({frames[-1].filename}:{frames[-1].lineno})" if frames else line


def _variants(settings: Mapping[str, Any], game: str | PathLike | Game) -> dict[str, Any]:
    """The settings of variants, a :class:`Game` for each file among them.

    Raises :class:`ValueError` for one of another game, or one that the rules of the run would change.
    """

    @cache
    def base() -> Game:
        return game if isinstance(game, Game) else Game(game)

    def of_game(item: object) -> object:
        item = Game(item) if isinstance(item, os.PathLike) else item
        if isinstance(item, Game):
            if (item.name, item.file_text) != (base().name, base().file_text):
                raise ValueError(f"the variant {item!r} is of another game than {base()!r}")
            if base().options or settings["rules"]:
                raise ValueError(f"the variant {item!r} has rules of its own: give the game without options")
        return item

    asked = {name: settings[name] for name in ("variants", "against") if settings.get(name) is not None}
    for name, items in asked.items():
        if isinstance(items, Mapping):
            asked[name] = {label: of_game(item) for label, item in items.items()}
        elif is_list(items):
            asked[name] = [of_game(item) for item in items]
        else:
            asked[name] = of_game(items)
    return asked


def _run(command: str, arguments: dict[str, Any]) -> Result:
    """Runs a command by the arguments of its function."""
    settings = arguments | arguments.pop("flags")
    progress = settings.pop("progress")
    if progress is True:
        progress = _to_stderr
    hear = None
    if progress:
        told = progress

        def hear(blocks: int, all: int, hands: int, standing: str) -> None:
            told(Progress(blocks, all, hands, standing))

    bots, functions = in_run(settings["bots"])
    game, files = settings["game"], []
    if isinstance(game, str) and "\n" in game:
        game = Game(game)
    settings |= _variants(settings, game)
    if isinstance(game, Game):
        files = [game.file_text] if game.file_text else []
        options = [f"{name}={value}" for name, value in game.options.items()]
        rules = settings["rules"]
        settings["rules"] = ",".join([*options, *([_listed(rules)] if rules else [])]) or None
        game = game.name
    words = words_of(command, {**settings, "game": game, "bots": bots})
    summary, answer, tables, failed = _native.run(words, hear, functions=functions, files=files)
    if failed is not None:
        text, raised = failed
        warning = BotFailedWarning(text if raised is None else f"{text}; the first by {_place(raised)}")
        warning.__cause__ = raised
        warnings.warn(warning, stacklevel=3)
    named = {file.removesuffix(".csv"): Table(columns) for file, columns in tables}
    return Result(summary, named, answer)


def tournament(
    game: str | PathLike | Game,
    bots: Bots,
    *,
    rules: Rules = None,
    external: Mapping[str, str] | None = None,
    seed: int = 1,
    blocks: int | None = None,
    first: int | None = None,
    format: str | None = None,
    max_hands: int | None = None,
    matches: str | None = None,
    hands: str | None = None,
    records: str | None = None,
    compress: bool = False,
    strict: bool = False,
    anchor: str | None = None,
    shard: str | None = None,
    threads: int | None = None,
    out: PathLike | None = None,
    force: bool = False,
    export: str | Iterable[str] = (),
    plan: bool = False,
    progress: Callable[[Progress], object] | bool = False,
    **flags: object,
) -> Result:
    """Bots against each other, every line-up on the same cards: 1000 ``blocks`` if nothing else is asked for.

    ``game`` is a name, a :class:`Game`, or the path or the text of a file. Each of ``bots`` is a spec, a
    :class:`Bot`, or a function of a view: see :func:`threehand.bot`. ``external`` has the commands of programs that
    play as the bots ``cmd:LABEL``, by their labels.

    ``flags`` are the other flags of the command: what is wrong with them is said in the command's words.

    ``progress`` is called with a :class:`Progress` some five times a second; with ``True`` a line on
    standard error shows it, on a terminal or below the cell of a notebook.

    Raises :class:`ValueError` for a setting that is wrong, :class:`BotFailed` for a bot that fails in a
    ``strict`` run, :class:`KeyboardInterrupt` for Ctrl-C, and :class:`RunError` for all else that keeps the
    run from its end. A bot that fails in another run forfeits its match, and a :class:`BotFailedWarning`
    says so.
    """
    return _run("tournament", locals())


def compare(
    game: str | PathLike | Game,
    bots: Bots,
    variants: str | Iterable[str | Game] | Mapping[str, str | Game],
    *,
    rules: Rules = None,
    external: Mapping[str, str] | None = None,
    seed: int = 1,
    blocks: int | None = None,
    against: str | None = None,
    margin: str | Mapping[str, float] | None = None,
    block_values: bool = False,
    max_hands: int | None = None,
    shard: str | None = None,
    threads: int | None = None,
    out: PathLike | None = None,
    force: bool = False,
    export: str | Iterable[str] = (),
    plan: bool = False,
    progress: Callable[[Progress], object] | bool = False,
    **flags: object,
) -> Result:
    """Rule variants against each other: same cards, same bots. Otherwise as :func:`tournament`."""
    return _run("compare", locals())


def sprt(
    game: str | PathLike | Game,
    bots: Bots,
    *,
    rules: Rules = None,
    external: Mapping[str, str] | None = None,
    seed: int = 1,
    blocks: int | None = None,
    test: str | None = None,
    on: str | None = None,
    share: str | tuple[float, float] | None = None,
    t0: float | None = None,
    t1: float | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    max_hands: int | None = None,
    shard: str | None = None,
    threads: int | None = None,
    out: PathLike | None = None,
    force: bool = False,
    export: str | Iterable[str] = (),
    plan: bool = False,
    progress: Callable[[Progress], object] | bool = False,
    **flags: object,
) -> Result:
    """Whether the first bot is better than the second, in as few blocks as it takes. Otherwise as
    :func:`tournament`."""
    return _run("sprt", locals())
