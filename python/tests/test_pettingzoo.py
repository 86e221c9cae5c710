"""The environments are what PettingZoo's own tests ask for."""

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import threehand
from threehand.pettingzoo import Env, env

games = pytest.mark.parametrize("game", threehand.games())


@games
def test_pettingzoo_takes_it_for_an_environment(game):
    api_test(env(game), num_cycles=600, verbose_progress=False)
    api_test(env(game, whole_match=True), num_cycles=1500, verbose_progress=False)


@games
def test_the_same_seed_is_the_same_episode(game):
    seed_test(lambda: env(game), num_cycles=200)


@games
def test_it_is_rendered_in_each_of_its_modes(game, capsys):
    render_test(lambda **how: env(game, **how))
    assert "looks on" in capsys.readouterr().out


@games
def test_it_is_a_parallel_environment_too(game):
    parallel_api_test(turn_based_aec_to_parallel(env(game)), num_cycles=300)


@games
def test_rewards_are_the_points_of_hands(game):
    aec = Env(game)
    total = [0, 0, 0]
    aec.reset(seed=5)
    bot = threehand.Bot("heuristic")
    alone = threehand.Game(game).start(5)
    for agent in aec.agent_iter():
        _, reward, terminated, _, _ = aec.last()
        total[int(agent[-1])] += reward
        action = None if terminated else bot.decide(aec.hand.view())
        if action is not None:
            alone.play(action)
        aec.step(action)
    assert tuple(total) == alone.points


@games
def test_a_match_goes_on_to_its_end(game):
    aec = Env(game, whole_match=True)
    aec.reset(seed=3)
    bot, hands = threehand.Bot("heuristic"), 0
    for _ in aec.agent_iter(100_000):
        observation, _, terminated, _, _ = aec.last()
        assert observation["action_mask"].any() != terminated
        aec.step(None if terminated else bot.decide(aec.hand.view()))
        hands = max(hands, aec.hand.hand_number + 1)
    assert hands > 1 and aec.hand.match_over


def test_the_rules_can_be_chosen():
    assert Env("9-2-5", contracts=[9, 5, 2]).game.variant == "9-5-2"


def test_an_action_that_is_not_legal_ends_the_episode():
    aec = env("9-2-5")
    aec.reset(seed=1)
    aec.step(265)
    assert all(aec.terminations.values()) and -1 in aec.rewards.values()


def test_settings_that_do_not_exist_are_not_passed_over():
    with pytest.raises(ValueError, match="render_mode is one of human, ansi or None, not 'rgb_array'"):
        Env("9-2-5", render_mode="rgb_array")
    aec = Env("9-2-5")
    with pytest.warns(UserWarning, match=r"reset.. has no options"):
        aec.reset(seed=1, options={"dealer": 2})
    aec.reset(seed=1, options={})
    with pytest.raises(TypeError, match="an action is a whole number"):
        aec.step(1.9)
