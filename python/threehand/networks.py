"""Networks as files, which the bot ``policy`` plays by."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import numpy as np

from threehand._native import PLANES, Game

_PLANES_VERSION = 1
# What 1.0 is as a weight, and between layers.
_WEIGHT, _ONE = 1024, 256


def save_network(
    path: str | os.PathLike[str], game: Game, layers: Iterable[tuple[Any, Any]], *, made: str = "by a program"
) -> None:
    """Writes a network as a file, by which ``policy:network=PATH`` plays in every command.

    Its inputs are the planes of a view, row by row, and its outputs speak for the actions by their numbers. ``layers``
    are pairs of weights ``[out, in]`` and biases ``[out]`` with ReLU between them, as those of ``torch.nn.Linear``:
    arrays of NumPy, or tensors of PyTorch. Weights are rounded to parts of 1024, and what is between layers to parts
    of 256 from 0 to 128, so that the file plays the same on every machine.

    Raises :class:`ValueError` for layers that do not fit the game or each other, and for weights beyond 32.
    """
    arrays = [tuple(map(_array, layer)) for layer in layers]
    size = len(PLANES) * 52
    sizes, body = [size], b""
    for number, (weights, biases) in enumerate(arrays):
        if weights.ndim != 2 or weights.shape[1] != size or biases.shape != weights.shape[:1]:
            shapes = f"{list(weights.shape)} and {list(biases.shape)}"
            raise ValueError(f"layer {number}: weights [out, {size}] and biases [out] are needed, not {shapes}")
        size = len(biases)
        sizes.append(size)
        body += _rounded(weights.T, _WEIGHT, "<i2", f"layer {number}: a weight")
        body += _rounded(biases, _WEIGHT * (_ONE if number else 1), "<i4", f"layer {number}: a bias")
    if not arrays or size != game.action_count:
        raise ValueError(f"{game.name} has {game.action_count} actions, and the network speaks for {size}")
    if "\n" in made:
        raise ValueError("what it was made by is a line")
    head = f"game {game.name}\nrules {game.rules_version}\nplanes {_PLANES_VERSION}\nlayers {' '.join(map(str, sizes))}"
    with open(path, "wb") as file:
        file.write(f"threehand network of planes\n{head}\nmade {made}\n\n".encode() + body)


def _array(values: Any) -> np.ndarray[Any, Any]:
    """The numbers of an array, or of a tensor on any device."""
    values = values.detach().cpu() if hasattr(values, "detach") else values
    return np.asarray(values, np.float64)


def _rounded(values: np.ndarray[Any, Any], one: int, kind: str, what: str) -> bytes:
    whole, most = np.rint(values * one), np.iinfo(kind).max
    if not (np.abs(whole) <= most).all():
        raise ValueError(f"{what} is beyond {(most + 1) / one:g}, or no number")
    return whole.astype(kind).tobytes()
