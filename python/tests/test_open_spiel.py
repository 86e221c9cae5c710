"""OpenSpiel takes the games for its own."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import threehand
from threehand import open_spiel

NAMES = {
    "threehand_nine_two_five": "9-2-5",
    "threehand_three_legged_kitty": "three-legged-kitty",
    "threehand_three_kings": "three-kings",
}
games = pytest.mark.parametrize("name", NAMES)


def dealt(game, seed):
    state = game.new_initial_state()
    for byte in seed.to_bytes(8, "little"):
        state.apply_action(byte)
    return state


@games
def test_openspiel_plays_it_at_random_and_saves_it(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False, mask_test=False)


@games
def test_the_bytes_of_the_deal_are_its_seed(name):
    game = pyspiel.load_game(name)
    seed = random.Random(name).getrandbits(64)
    state, alone = dealt(game, seed), threehand.Game(NAMES[name]).start(seed)
    assert game.get_type().short_name == name and state.current_player() == alone.turn
    bot = threehand.Bot("heuristic")
    while not state.is_terminal():
        assert state.legal_actions() == sorted(alone.legal)
        assert state.information_state_string() == alone.view().text
        action = bot.decide(alone.view())
        assert state.action_to_string(state.current_player(), action) == alone.game.action_text(action)
        state.apply_action(action)
        alone.play(action)
    assert state.returns() == list(alone.points)


@games
def test_a_saved_state_comes_back(name):
    game = pyspiel.load_game(name)
    state = dealt(game, 77)
    for _ in range(6):
        state.apply_action(state.legal_actions()[-1])
    back = game.deserialize_state(state.serialize())
    assert str(back) == str(state) and back.history() == state.history()


@games
def test_an_observation_is_the_planes(name):
    game = pyspiel.load_game(name)
    state = dealt(game, 5)
    observation = make_observation(game)
    for player in range(3):
        observation.set_from(state, player)
        planes = state.hand.view(player).planes()
        assert (observation.tensor == planes.reshape(-1)).all()
        assert (observation.dict["hand"] == planes[0]).all()
    assert len(observation.dict) == len(threehand.PLANES)


def test_rules_are_a_parameter():
    game = pyspiel.load_game("threehand_nine_two_five", {"rules": "contracts:9-5-2 kitty:discard_then_take"})
    assert game.rules.options == {"contracts": "9-5-2", "kitty": "discard_then_take"}
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=False)


@games
def test_openspiels_ismcts_searches_exact_worlds(name):
    game = pyspiel.load_game(name)
    state = dealt(game, 9)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=20.0,
        max_simulations=30,
        random_state=np.random.RandomState(2),
    )
    for number in range(4):
        if number == 2:
            bot.set_resampler(open_spiel.resampler(seed=3))
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    # The bot itself holds every world against the state it was drawn for.


@games
def test_a_resampled_state_looks_the_same_and_is_another(name):
    state = dealt(pyspiel.load_game(name), 12)
    draw, me = open_spiel.resampler(seed=4), state.current_player()
    worlds = [draw(state, me) for _ in range(5)]
    again = [state.resample_from_infostate(me, random.Random(seed).random) for seed in (1, 1, 2)]
    assert again[0].hand == again[1].hand != again[2].hand
    for world in worlds + again:
        assert world.information_state_string(me) == state.information_state_string(me)
        assert world.legal_actions() == state.legal_actions()
    other = (me + 1) % 3
    assert len({world.information_state_string(other) for world in worlds}) == 5
