"""Holds drawn worlds against the hands that they were drawn for.

    python -P python/worlds.py [WORLDS] [SEED]

Of random rules and random hands of every game, each world has to give the seat the same text, planes, turn and
legal actions, and has to play out to points that its bounds allow.
"""

from __future__ import annotations

import random
import sys

import threehand
from threehand import Game, State


def any_game(dice: random.Random) -> Game:
    """A game with random rules."""
    name = dice.choice(threehand.games())
    choices = Game(name).choices
    return Game(name, **{option: dice.choice(values) for option, values in choices.items()})


def any_hand(dice: random.Random) -> State:
    """A hand of a match that was played at random to some point of it, at which somebody is to move."""
    state = any_game(dice).start(dice.getrandbits(32))
    hands = dice.randrange(3)
    while True:
        stop = dice.randrange(70) if state.hand_number == hands else 1000
        while not state.over and stop > 0:
            state.play(dice.choice(state.legal))
            stop -= 1
        if not state.over:
            return state
        if state.match_over or state.hand_number == hands:
            return any_hand(dice)
        state = state.next_hand()


def hold(state: State, dice: random.Random, count: int) -> int:
    """Holds so many worlds of a seat against the hand; gives how many differ from it for another seat."""
    seat = dice.randrange(3)
    view = state.view(seat)
    text, planes, legal = view.text, view.planes(), view.legal
    others = [state.view(other).text for other in range(3) if other != seat]
    worlds = view.worlds()
    different = 0
    for world in worlds.draws(count, dice.getrandbits(32)):
        seen = world.view(seat)
        assert seen.text == text, f"{seen.text} is not {text}"
        assert (seen.planes() == planes).all() and seen.legal == legal
        assert world.turn == state.turn
        different += [world.view(other).text for other in range(3) if other != seat] != others
        while not world.over:
            world.play(dice.choice(world.legal))
        least, most, _ = state.game.bounds or (-(10**9), 10**9, 0)
        assert world.points is not None and all(least <= gained <= most for gained in world.points)
    if worlds.count == 1:
        assert different == 0
    return different


def main(worlds: int = 100_000, seed: int = 1) -> None:
    dice = random.Random(seed)
    each, hands, different = 20, 0, 0
    while hands * each < worlds:
        different += hold(any_hand(dice), dice, each)
        hands += 1
    print(f"{hands * each} worlds of {hands} hands: each looks the same to its seat, {different} are others")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
