"""The games as PettingZoo environments: ``threehand.pettingzoo.env("9-2-5")``.

An agent is a seat: ``seat_0``, ``seat_1`` and ``seat_2``. An observation is a dictionary of

``observation``
    ``uint8[17, 4, 13]``: what the seat knows, as :meth:`threehand.View.planes`;
``action_mask``
    ``int8[action_count]``: 1 where an action is legal, and nothing if it is another seat's turn.

An episode is a hand, or with ``whole_match`` all hands of a match. The reward of a hand is what the seat
gained in it. ``reset(seed=S)`` deals match 0 of the seed ``S``, as ``threehand.Game.start``; each ``reset()``
after it deals the next match of that seed.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from threehand import PLANES, Game, State

Observation = dict[str, Any]


class Env(AECEnv[str, Observation, int | None]):
    """A game without the wrappers that :func:`env` adds."""

    def __init__(
        self,
        game: str = "9-2-5",
        *,
        whole_match: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.game = Game(game, **options)
        self.whole_match = whole_match
        self.render_mode = render_mode
        modes = ["human", "ansi"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is one of {', '.join(modes)} or None, not {render_mode!r}")
        self.metadata = {
            "name": f"threehand_{self.game.variant}",
            "render_modes": modes,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(3)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.game.action_count
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (len(PLANES), 4, 13), np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seed: int | None = None
        self._match = 0
        self._state: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    @property
    def hand(self) -> State:
        """The hand that is played, with all cards."""
        if self._state is None:
            raise RuntimeError("call reset() first")
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if options:
            # PettingZoo's own tests give options that no environment has.
            gymnasium.logger.warn(f"reset() has no options, so {options} changes nothing; env() takes the rules")
        if seed is not None:
            self._seed, self._match = seed, 0
        elif self._seed is None:
            self._seed = int(np.random.SeedSequence().generate_state(1)[0])
        else:
            self._match += 1
        self._state = self.game.start(self._seed, self._match)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        turn = self.hand.turn
        return self.agent_selection if turn is None else self.possible_agents[turn]

    def observe(self, agent: str) -> Observation:
        view = self.hand.view(self._seat[agent])
        return {"observation": view.planes(), "action_mask": view.mask().astype(np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        hand = self.hand
        hand.play(action)  # type: ignore[arg-type]
        points = hand.points
        if points is not None:
            self.rewards = dict(zip(self.possible_agents, points, strict=True))
            if self.whole_match and not hand.match_over:
                self._state = hand.next_hand()
            else:
                self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the seat to move sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode shows nothing")
            return None
        text = table_text(self.hand)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        self._state = None


def table_text(hand: State) -> str:
    """The table as the seat to move sees it, or once the hand is over as seat 0 does."""
    seen = hand.view(0 if hand.turn is None else None).seen()
    table = seen["table"]
    lines = [f"{hand.game.variant}, seat {seen['seat']} looks on; scores {seen['scores']}"]
    for seat, pile in enumerate(table["hands"]):
        hidden = f"{pile['hidden']} face down" if pile["hidden"] else ""
        cards = " ".join(filter(None, [pile["cards"], hidden])) or "no cards"
        notes = ", ".join(filter(None, [*table["notes"][seat], table["tally"][seat]]))
        lines.append(f"{'>' if seat == table['turn'] else ' '} seat {seat}: {cards}   {notes}")
    trick = ", ".join(f"seat {lay['seat']} {lay['cards']}" for lay in table["trick"])
    lines.append(f"  trick: {trick or 'none'}")
    for heap in table["heaps"]:
        pile = heap["pile"]
        hidden = f"{pile['hidden']} face down" if pile["hidden"] else ""
        lines.append(f"  {heap['name']}: {' '.join(filter(None, [pile['cards'], hidden]))}")
    return "\n".join(lines)


def env(
    game: str = "9-2-5",
    *,
    whole_match: bool = False,
    render_mode: str | None = None,
    **options: object,
) -> AECEnv[str, Observation, int | None]:
    """A game with PettingZoo's usual wrappers: an action that is not legal ends the episode, and its agent
    loses a point."""
    raw = Env(game, whole_match=whole_match, render_mode=render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
