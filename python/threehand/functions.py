"""Bots that are functions of a view, or of many views at once."""

from __future__ import annotations

import dis
import hashlib
import importlib.util
import inspect
import os
import re
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

from threehand._native import Bot, Game

Decide = Callable[..., Any]
Bots = str | Bot | Iterable[str | Bot | Decide]

_named: dict[str, tuple[Decide, int]] = {}


def bot(decide: Decide, name: str | None = None, *, batch: int = 0) -> str:
    """The spec of a bot that is written in Python; runs that begin later have it.

    ``decide(view)`` returns the number or the text of a legal action. If it has a parameter ``seed``, it is given
    a number, from which alone it may draw what is random, so that a run is a function of its seed.
    An exception forfeits the match, and the forfeit has its text. It is called on any thread, and for all
    matches alike: what it keeps in mind goes from match to match. A later function of the same name takes its place.

    With ``batch`` it decides up to so many views at once, and has arrays with a row for each: those that it has
    parameters for, ``planes`` (``uint8[n, 17, 4, 13]``), ``mask`` (``uint8[n, A]``, 1 where an action is legal),
    ``turn`` (``uint8[n]``, the seats) and ``seed`` (``uint64[n]``). It returns the numbers of ``n`` legal actions. Each
    must follow from its row alone: then a run has the same results whatever ``batch`` is. If it raises an exception,
    each row is shown to it alone.

    Raises :class:`TypeError` for what can't be called so.
    """
    if isinstance(batch, bool) or not isinstance(batch, int):
        raise TypeError(f"batch is a whole number, not {batch!r}")
    if not 0 <= batch <= 1 << 20:
        raise ValueError(f"a batch of {batch}: it is of 1 to 1048576 views")
    name = _name(decide, name, batch)
    _named[name] = decide, batch
    return f"python:call={name}"


def is_list(value: object) -> bool:
    """Whether a value is a list of items in order: no text, and no set."""
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, set, frozenset))


def in_run(bots: Bots) -> tuple[str, dict[str, tuple[Decide, str, int]]]:
    """The specs of a run's bots, and the functions that play in it: by name, with the SHA-256 of their code and the
    most views at once, 0 for a function of one.

    Raises :class:`ValueError` if two functions have one name.
    """
    own: dict[str, tuple[Decide, int]] = {}
    named = dict(_named)

    def spec(bot: str | Bot | Decide) -> str:
        if isinstance(bot, Bot):
            return bot.spec
        if isinstance(bot, str):
            return bot
        if not callable(bot):
            raise TypeError(f"{bot!r} is no bot: bots are specs, Bots and functions")
        known = ((name, batch) for name, (decide, batch) in named.items() if decide is bot)
        name, batch = next(known, None) or (_name(bot), 0)
        if own.setdefault(name, (bot, batch))[0] is not bot:
            raise ValueError(f"two functions are called `{name}`: name each with threehand.bot(function, name)")
        return f"python:call={name}"

    if not isinstance(bots, str):
        bots = [bots] if callable(bots) or isinstance(bots, Bot) else bots
        if not is_list(bots):
            raise TypeError(f"bots are a list of specs, Bots and functions, not {bots!r}")
        bots = ",".join(spec(bot) for bot in bots)
    asked = {name: given for name, given in {**named, **own}.items() if name in bots}
    return bots, {name: (_call(decide, batch), sha256(decide), batch) for name, (decide, batch) in asked.items()}


_ARRAYS = ("planes", "mask", "turn", "seed")


def _name(decide: Decide, name: str | None = None, batch: int = 0) -> str:
    """The name of a function that can play."""
    name = str(name or getattr(decide, "__name__", type(decide).__name__))
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise ValueError(
            f'`{name}` is no name for a bot: threehand.bot(function, "name") gives it one of letters, digits and _'
        )
    if any(is_kind(decide) for is_kind in (inspect.iscoroutinefunction, inspect.isgeneratorfunction)):
        raise TypeError(f"`{name}` is no plain function: it has to return an action")
    signature = _signature(decide)
    if signature is None:
        return name
    try:
        if batch:
            signature.bind(**dict.fromkeys(_arrays(signature)))
        else:
            signature.bind(None, **({"seed": 0} if "seed" in signature.parameters else {}))
    except TypeError:
        called = f"some of ({', '.join(_ARRAYS)})" if batch else "(view) or (view, seed)"
        with_arrays = not batch and "planes" in signature.parameters
        hint = "; threehand.bot(function, batch=512) has arrays" if with_arrays else ""
        raise TypeError(f"`{name}` has to be called with {called}, and takes {signature}{hint}") from None
    return name


def _arrays(signature: inspect.Signature | None) -> list[str]:
    """The arrays that a function of many views is called with."""
    return [name for name in _ARRAYS if signature is None or name in signature.parameters]


def _signature(decide: Decide) -> inspect.Signature | None:
    try:
        return inspect.signature(decide)
    except ValueError:  # Some functions in C do not say.
        return None


def called_with_arrays(decide: Decide) -> Decide:
    """A function of planes, mask, turn and seed that calls this one with those that it has parameters for."""
    names = _arrays(_signature(decide))
    return lambda *arrays: decide(**{name: arrays[_ARRAYS.index(name)] for name in names})


def _call(decide: Decide, batch: int) -> Decide:
    if batch:
        return called_with_arrays(decide)
    signature = _signature(decide)
    if signature is not None and "seed" in signature.parameters:
        return lambda view, seed: decide(view, seed=seed)
    return lambda view, seed: decide(view)


def sha256(decide: Decide) -> str:
    """The SHA-256 of a function's code: bytecode, constants and defaults, also of the functions and classes that it
    names, and the files of modules that it reads or imports, unless they come from an installed library. What lists,
    dictionaries and objects hold is no part of it.
    """
    digest = hashlib.sha256()
    for part in _parts(decide, set()):
        digest.update(part.encode(errors="surrogatepass") + b"\0")
    return digest.hexdigest()


_PLAIN = (str, bytes, int, float, complex, range, types.NoneType, types.EllipsisType, Bot)


def _parts(value: object, seen: set[int]) -> Iterator[str]:
    """The content of a value, as texts."""
    numpy = sys.modules.get("numpy")
    if isinstance(value, _PLAIN) or (numpy is not None and isinstance(value, numpy.generic)):
        yield f"{type(value).__name__} {value!r}"
    elif isinstance(value, Game):
        yield f"Game {value.variant} {value.file_text}"
    elif isinstance(value, (tuple, frozenset)):
        items = ["\1".join(_parts(item, seen)) for item in value]
        yield type(value).__name__
        yield from items if isinstance(value, tuple) else sorted(items)
    elif id(value) in seen:
        yield "again"
    else:
        seen.add(id(value))
        for inner in _inner(value):
            yield from _parts(inner, seen)


def _inner(value: object) -> Iterator[object]:
    """What the code of a function, a class or an object is made of."""
    yield type(value).__qualname__
    if isinstance(value, types.CodeType):
        yield from (value.co_code, value.co_names, value.co_varnames, value.co_freevars, value.co_consts)
    elif isinstance(value, (types.FunctionType, type)) and _is_of_library(value):
        yield from (value.__module__, value.__qualname__)
    elif isinstance(value, types.FunctionType):
        yield from (value.__code__, value.__defaults__, tuple(sorted((value.__kwdefaults__ or {}).items())))
        yield from _variables(value)
    elif isinstance(value, type):
        kept = (*_PLAIN, tuple, types.FunctionType, staticmethod, classmethod, property)
        for base in value.__mro__:
            names = [name for name, item in vars(base).items() if isinstance(item, kept)]
            yield base if base is not value else base.__qualname__
            if base is value:
                hidden = {"__module__", "__doc__", "__firstlineno__", "__static_attributes__"}
                yield from ((name, vars(base)[name]) for name in names if name not in hidden)
    elif isinstance(value, (staticmethod, classmethod, types.MethodType)):
        yield value.__func__
    elif isinstance(value, property):
        yield from (value.fget, value.fset)
    elif isinstance(value, partial):
        yield from (value.func, value.args, tuple(sorted(value.keywords.items())))
    elif isinstance(value, types.ModuleType):
        yield (value.__name__, *_sources(value.__name__))
    else:
        yield from (getattr(value, "__qualname__", ""), type(value))


_LIBRARIES = tuple(sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def _sources(module: str) -> Iterator[str]:
    """The SHA-256 of each file of a module and of what is in its package, unless it comes with an installed library."""
    name = module.partition(".")[0]
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):  # The program itself is none.
        return
    places = [] if spec is None else spec.submodule_search_locations or filter(None, [spec.origin])
    for place in map(Path, places):
        if not _is_installed(place):
            for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
                with suppress(OSError):
                    yield hashlib.sha256(file.read_bytes()).hexdigest()


def _is_installed(file: str | Path) -> bool:
    """Whether a file or a folder is of an installed library. Nothing of a library is read: it may be large."""
    return os.path.abspath(file).startswith(_LIBRARIES)


def _is_of_library(value: types.FunctionType | type) -> bool:
    module = sys.modules.get(value.__module__)
    if module is None or value.__module__ == "__main__":
        return False
    file = getattr(module, "__file__", None)
    return file is None or _is_installed(file)


def _variables(function: types.FunctionType) -> Iterator[tuple[object, ...]]:
    """The modules that a function imports, and the outer variables that it reads and never sets."""
    codes = [function.__code__]
    for code in codes:  # It grows by the functions within.
        codes += [inner for inner in code.co_consts if isinstance(inner, types.CodeType)]
    instructions = [instruction for code in codes for instruction in dis.get_instructions(code)]
    is_set = {each.argval for each in instructions if each.opname in ("STORE_GLOBAL", "STORE_DEREF")}
    named = {name for code in codes for name in code.co_names}
    variables = {name: value for name, value in list(function.__globals__.items()) if name in named}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # It has no value yet.
            variables[name] = cell.cell_contents
    imported = sorted({each.argval for each in instructions if each.opname == "IMPORT_NAME" and each.argval})
    yield from ((name, *_sources(name)) for name in imported)
    yield from sorted((item for item in variables.items() if item[0] not in is_set), key=itemgetter(0))
