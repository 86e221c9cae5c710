"""The vector environment of Gymnasium plays the hands of its seed."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import threehand
from threehand.gymnasium import VectorEnv


def lowest(mask):
    return mask.argmax(axis=1)


@pytest.mark.parametrize("whole_match", [False, True])
def test_an_episode_is_that_of_the_hands_of_its_seed(whole_match):
    for place in range(6):
        state, seat, rewards = threehand.Game("9-2-5").start(7, place), place % 3, []
        one = VectorEnv("9-2-5", 6, opponent=lowest, whole_match=whole_match)
        observations, _ = one.reset(seed=7)
        while True:
            while not state.over and state.turn != seat:
                state.play(int(state.mask().argmax()))
            if state.over:
                gained = state.points[seat]
                break
            assert (observations["observation"][place] == state.view().planes()).all()
            assert (observations["action_mask"][place] == state.mask()).all()
            actions = observations["action_mask"].argmax(axis=1)
            state.play(int(actions[place]))
            observations, reward, over, _, _ = one.step(actions)
            rewards.append(reward[place])
        assert sum(rewards) == rewards[-1] == gained
        assert over[place] == (state.match_over if whole_match else True)


def test_spaces_hold_what_is_seen_and_runs_are_those_of_their_seeds():
    def play(seed, **how):
        env = VectorEnv("three-kings", 9, **how)
        assert isinstance(env, gymnasium.vector.VectorEnv)
        observations, _ = env.reset(seed=seed)
        dice, total = np.random.default_rng(3), np.zeros(9)
        for _ in range(100):
            assert observations in env.observation_space
            actions = (observations["action_mask"] * dice.random((9, env.game.action_count))).argmax(axis=1)
            assert actions.astype(np.int64) in env.action_space
            observations, rewards, over, truncated, _ = env.step(actions)
            assert not truncated.any() and (rewards[~over] == 0).all()
            total += rewards
        return total.tolist()

    assert play(4) == play(4) != play(5)
    assert play(4, opponent=lowest) != play(4)
    with pytest.raises(RuntimeError, match="reset"):
        VectorEnv().step([0] * 256)


def test_places_that_wait_do_not_move():
    batch = threehand.Game("9-2-5").batch(4, seed=2)
    before = batch.planes()
    where = np.array([True, False, False, True])
    batch.step(np.where(where, batch.sample(), -1), where=where)
    assert [(batch.planes()[place] != before[place]).any() for place in range(4)] == where.tolist()
    for wrong in ([True] * 4, np.ones(4, np.uint8), np.ones((2, 2), bool)):
        with pytest.raises(TypeError, match="where is an array of one dimension and dtype bool"):
            batch.step(batch.sample(), where=wrong)
    with pytest.raises(ValueError, match="where has 3 truths for a batch of 4"):
        batch.step(batch.sample(), where=np.ones(3, bool))
