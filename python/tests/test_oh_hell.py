"""Oh Hell for three is the game that OpenSpiel has by this name."""

import json
import os
import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

import threehand

HANDS = 10_000 if os.environ.get("THREEHAND_CHECKS") == "full" else 100
SUITS, RANKS = "DCHS", "23456789TJQKA"  # Both in OpenSpiel's order.
FILE = """
format = 1
name = "oh-hell-of-{tricks}"
steps = ["bid"]
deal = {{ hand = {tricks}, turn_up = true }}
trump.by = "turn_up"
bid.hook = true
score = {{ trick = 1, made = 10, exact = true }}
match.hands = 1
"""


def card(number):
    """A card by OpenSpiel's number."""
    return RANKS[number // 4] + SUITS[number % 4]


def deal(dealt, tricks):
    """The text of a deal in which cards were dealt one at a time, to seat 0 first."""
    hands = [" ".join(map(card, dealt[seat : 3 * tricks : 3])) for seat in range(3)]
    rest = [card(number) for number in [dealt[3 * tricks], *(n for n in range(52) if n not in dealt)]]
    return {"hands": hands, "rest": " ".join(rest)}


@pytest.mark.parametrize("tricks", [1, 4, 7, 13, 17])
def test_it_plays_as_openspiel_plays_it(tricks):
    theirs = pyspiel.load_game(f"oh_hell(players=3,num_suits=4,num_cards_per_suit=13,num_tricks_fixed={tricks})")
    ours = threehand.Game(FILE.format(tricks=tricks))
    meant = [f"play {card(number)}" for number in range(52)] + [f"bid {number}" for number in range(tricks + 1)]
    saved = ours.start(0).saved()
    dice = random.Random(tricks)
    for _ in range(HANDS):
        state, dealt = theirs.new_initial_state(), []
        while state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
        _, dealer, *dealt = state.history()
        assert len(dealt) == 3 * tricks + 1
        hand = threehand.restore(json.dumps(saved | {"dealer": dealer, "deal": deal(dealt, tricks)}), game=ours)
        while not state.is_terminal():
            assert state.current_player() == hand.turn
            legal = state.legal_actions()
            assert {meant[action] for action in legal} == set(hand.words)
            action = dice.choice(legal)
            state.apply_action(action)
            hand.play(meant[action])
        assert hand.over and list(hand.points) == state.returns()
