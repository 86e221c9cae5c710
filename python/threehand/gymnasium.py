"""The games as a vector environment of Gymnasium: ``threehand.gymnasium.VectorEnv("9-2-5", 256)``.

At each place one agent learns: at place ``i`` that of seat ``i % 3``. The two others play by ``opponent``, a function
of arrays as :func:`threehand.bot` takes with ``batch``, and at random without one. An observation is a dictionary of

``observation``
    ``uint8[n, 17, 4, 13]``: what the agent knows, as :meth:`threehand.Batch.planes`;
``action_mask``
    ``int8[n, A]``: 1 where an action is legal.

An episode is a hand, or with ``whole_match`` a match. The reward is what the agent gained in the hands that ended since
its last action. The next episode begins at once (``AutoresetMode.SAME_STEP``). There is no last observation, since
nobody decides anything once a hand is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from threehand import PLANES, Batch, Game
from threehand.functions import called_with_arrays

Observation = dict[str, np.ndarray[Any, Any]]


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Hands of a game side by side; one agent learns in each."""

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str = "9-2-5",
        num_envs: int = 256,
        *,
        opponent: Callable[..., Any] | None = None,
        whole_match: bool = False,
        **options: object,
    ) -> None:
        self.game = Game(game, **options)
        self.num_envs = num_envs
        self._opponent = None if opponent is None else called_with_arrays(opponent)
        self._over = 2 if whole_match else 1
        self._seats = np.arange(num_envs) % 3
        self._batch: Batch | None = None
        self.single_action_space = spaces.Discrete(self.game.action_count)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (len(PLANES), 4, 13), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    @property
    def batch(self) -> Batch:
        """The hands that are played."""
        if self._batch is None:
            raise RuntimeError("call reset() first")
        return self._batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals the first matches of a seed; without one, of a seed that the generator of the environment draws."""
        super().reset(seed=seed)
        cards = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self._batch = self.game.batch(self.num_envs, cards)
        self._dice = np.random.default_rng([cards, 1])
        self._until_the_agents()
        return self._observations(), {}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        self.batch.step(actions)
        rewards, over = self._ended()
        more, also = self._until_the_agents()
        return self._observations(), rewards + more, over | also, np.zeros(self.num_envs, bool), {}

    def _ended(self) -> tuple[Any, Any]:
        """What the agents gained in the last step, and where an episode ended."""
        points = self.batch.points[np.arange(self.num_envs), self._seats]
        return points.astype(np.float64), self.batch.ended >= self._over

    def _until_the_agents(self) -> tuple[Any, Any]:
        """Plays on until all agents are to move."""
        rewards, over = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        while (others := self.batch.turn != self._seats).any():
            actions = np.zeros(self.num_envs, np.int32)
            mask = self.batch.legal_mask()[others]
            if self._opponent is None:
                actions[others] = (mask * self._dice.random(mask.shape)).argmax(axis=1)
            else:
                seeds = self._dice.integers(1 << 63, size=len(mask), dtype=np.uint64)
                planes, turn = self.batch.planes()[others], self.batch.turn[others]
                actions[others] = self._opponent(planes, mask, turn, seeds)
            self.batch.step(actions, where=others)
            more, also = self._ended()
            rewards, over = rewards + more, over | also
        return rewards, over

    def _observations(self) -> Observation:
        return {"observation": self.batch.planes(), "action_mask": self.batch.legal_mask().astype(np.int8)}
