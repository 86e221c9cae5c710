"""The games for OpenSpiel: ``import threehand.open_spiel`` registers

``threehand_nine_two_five``, ``threehand_three_legged_kitty``, ``threehand_three_kings``, and ``threehand_file`` for
games from a file, whose path is the parameter ``file``.

One hand is a game of OpenSpiel. The parameter ``rules`` has the rule options that differ from the defaults, apart
by blanks, with colons, since OpenSpiel keeps "=" for itself::

    pyspiel.load_game("threehand_nine_two_five", {"rules": "contracts:9-5-2 kitty:discard_then_take"})
    pyspiel.load_game("threehand_file", {"file": "mine.toml"})

The deal is eight chance nodes of 256 outcomes each: the bytes of a seed, the lowest first. The hand is then
``threehand.Game.start(seed)``. What is returned are the points of the hand. The information state string is
:attr:`threehand.View.text`, the tensor :meth:`threehand.View.planes`.

OpenSpiel's ``ISMCTSBot`` of ``open_spiel.python.algorithms.ismcts`` searches exact worlds: those of
``resample_from_infostate``, or of :func:`resampler`, which counts the worlds of a view once and has a seed of its own::

    bot.set_resampler(threehand.open_spiel.resampler(seed=1))

The bots of the same names that OpenSpiel has in C++ crash on games written in Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

from threehand import PLANES, Game, State, View

_BYTES = 8
_OUTCOMES = [(byte, 1 / 256) for byte in range(256)]


def _type_of(short: str, long: str, **parameters: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short,
        long_name=long,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=3,
        min_num_players=3,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": "", **parameters},
    )


class _Hand(pyspiel.Game):
    """A hand of one of the games."""

    name: ClassVar[str]
    game_type: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        rules = str(params.get("rules", ""))
        options = dict(option.partition(":")[::2] for option in rules.split())
        self.rules = Game(params.get("file", self.name), **options)
        bounds = self.rules.bounds
        if bounds is None:
            raise ValueError(f"{self.rules.name} does not say what no hand exceeds")
        least, most, decisions = bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count,
            max_chance_outcomes=256,
            num_players=3,
            min_utility=float(least),
            max_utility=float(most),
            utility_sum=None,
            max_game_length=decisions,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self) -> HandState:
        return HandState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(params)


class NineTwoFive(_Hand):
    """A hand of 9-2-5."""

    name = "9-2-5"
    game_type = _type_of("threehand_nine_two_five", "9-2-5")


class ThreeLeggedKitty(_Hand):
    """A hand of Three-Legged Kitty."""

    name = "three-legged-kitty"
    game_type = _type_of("threehand_three_legged_kitty", "Three-Legged Kitty")


class ThreeKings(_Hand):
    """A hand of Three Kings."""

    name = "three-kings"
    game_type = _type_of("threehand_three_kings", "Three Kings")


class OfFile(_Hand):
    """A hand of a game from a file."""

    name = ""
    game_type = _type_of("threehand_file", "A game from a file", file="")


class HandState(pyspiel.State):
    """A hand, or the bytes of its seed so far."""

    def __init__(self, game: _Hand) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.seed: list[int] = []
        self.hand: State | None = None

    def view(self, player: int) -> View | None:
        """What a player knows; nothing before the deal."""
        return None if self.hand is None else self.hand.view(player)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> HandState:
        """A world that the player can't tell from this one, each equally likely; see :func:`resampler`."""
        view = self.view(player)
        if view is None:
            raise ValueError("there are no worlds before the deal")
        return self.in_world(view.worlds().draw(int(probability_sampler() * 2**53)))

    def in_world(self, hand: State) -> HandState:
        """A copy whose hand is this one."""
        world = self.clone()
        world.hand = hand
        return world

    def current_player(self) -> int:
        if self.hand is None:
            return pyspiel.PlayerId.CHANCE
        turn = self.hand.turn
        return pyspiel.PlayerId.TERMINAL if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        assert self.hand is not None
        return sorted(self.hand.legal) if player == self.hand.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self.hand is not None:
            self.hand.play(int(action))
            return
        self.seed.append(int(action))
        if len(self.seed) == _BYTES:
            self.hand = self.rules.start(int.from_bytes(bytes(self.seed), "little"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return self.rules.action_text(int(action))

    def is_terminal(self) -> bool:
        return self.hand is not None and self.hand.over

    def returns(self) -> list[float]:
        points = None if self.hand is None else self.hand.points
        return [float(gained) for gained in points or (0, 0, 0)]

    def __str__(self) -> str:
        if self.hand is None:
            return f"seed {self.seed}"
        return "\n".join(self.hand.view(seat).text for seat in range(3))


class Observer:
    """What a player knows, as a tensor of planes and as a text."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self.tensor = np.zeros(len(PLANES) * 52, np.float32)
        shaped = self.tensor.reshape(len(PLANES), 4, 13)
        self.dict = {name.replace(" ", "_"): shaped[place] for place, name in enumerate(PLANES)}

    def set_from(self, state: HandState, player: int) -> None:
        view = state.view(player)
        self.tensor[:] = 0 if view is None else view.planes().reshape(-1)

    def string_from(self, state: HandState, player: int) -> str:
        view = state.view(player)
        return f"seat {player} before the deal" if view is None else view.text


def resampler(seed: int = 0) -> Callable[[HandState, int], HandState]:
    """Draws a world that the player can't tell from the state, each equally likely.

    The history of what is drawn is that of the state it was drawn for: it is there to be searched and not to be
    saved. The worlds of a view are counted once, however many are drawn one after another.
    """
    dice = random.Random(seed)
    last: tuple[str, Any] | None = None

    def draw(state: HandState, player: int) -> HandState:
        nonlocal last
        view = state.view(player)
        if view is None:
            raise ValueError("there are no worlds before the deal")
        if last is None or last[0] != view.text:
            last = (view.text, view.worlds())
        return state.in_world(last[1].draw(dice.getrandbits(64)))

    return draw


for _game in (NineTwoFive, ThreeLeggedKitty, ThreeKings, OfFile):
    pyspiel.register_game(_game.game_type, _game)
