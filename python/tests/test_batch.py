"""Batches step as the hands in them would."""

import numpy as np
import pytest

import threehand
from threehand import Batch, Game

games = pytest.mark.parametrize("name", threehand.games())


@games
def test_a_batch_plays_the_matches_of_its_seed(name):
    game, size = Game(name), 4
    batch = game.batch(size, seed=9)
    states = [game.start(9, place) for place in range(size)]
    following = size
    for _ in range(1500):
        mask, planes, turn = batch.legal_mask(), batch.planes(), batch.turn
        actions = batch.sample()
        for place, state in enumerate(states):
            view = state.view()
            assert turn[place] == state.turn
            assert (mask[place] == state.mask()).all() and (planes[place] == view.planes()).all()
        batch.step(actions)
        for place, state in enumerate(states):
            state.play(int(actions[place]))
            assert tuple(batch.points[place]) == (state.points or (0, 0, 0))
            assert batch.ended[place] == state.over + state.match_over
            if state.match_over:
                states[place] = game.start(9, state.match_number + size)
                following += 1
            elif state.over:
                states[place] = state.next_hand()
    assert following > size or name == "three-kings"


@games
def test_arrays_have_the_shapes_and_types_that_are_said(name):
    game = Game(name)
    batch = Batch(game, 3)
    assert len(batch) == 3 and batch.game == game
    for array, shape, kind in [
        (batch.legal_mask(), (3, game.action_count), np.uint8),
        (batch.planes(), (3, len(threehand.PLANES), 4, 13), np.uint8),
        (batch.turn, (3,), np.uint8),
        (batch.points, (3, 3), np.int32),
        (batch.ended, (3,), np.uint8),
        (batch.sample(), (3,), np.int32),
    ]:
        assert (array.shape, array.dtype) == (shape, kind)


def test_arrays_can_be_given_and_must_fit():
    batch = Game("9-2-5").batch(2)
    out = np.full((2, 266), 9, np.uint8)
    assert batch.legal_mask(out) is out and set(out.flat) == {0, 1}
    with pytest.raises(ValueError, match=r"shape \[2, 17, 4, 13\], not of shape \[2, 17, 4, 12\]"):
        batch.planes(np.zeros((2, 17, 4, 12), np.uint8))
    with pytest.raises(TypeError, match=r"out is an array of dtype uint8 and .*, not of dtype float32"):
        batch.planes(np.zeros((2, 17, 4, 13), np.float32))
    with pytest.raises(TypeError, match=r"out is an array of dtype int32 .*, not of type list"):
        batch.sample([0, 0])
    with pytest.raises(ValueError, match="contiguous"):
        batch.legal_mask(np.zeros((2, 532), np.uint8)[:, ::2])


def test_what_is_not_legal_is_refused_and_changes_nothing():
    batch = Game("9-2-5").batch(2)
    before = batch.planes()
    for wrong, text in [([0, 200], "place 1: "), ([0, -1], "no action -1"), ([0], "1 actions for")]:
        with pytest.raises(ValueError, match=text):
            batch.step(wrong)
    assert (batch.planes() == before).all()
    batch.step(np.array([0, 1], np.int64))


def test_the_same_seed_draws_the_same_actions():
    first, second = (Game("three-kings").batch(5, seed=2) for _ in range(2))
    for _ in range(200):
        actions = first.sample()
        assert (actions == second.sample()).all()
        first.step(actions)
        second.step(actions)


def test_only_whole_numbers_are_actions():
    batch = Game("9-2-5").batch(2)
    before = batch.planes()
    lists = [[1.0, 1.9], [True, False], [True, 1], [np.True_, 1], (False, 1), ["1", "1"], [None, 1], [2**70, 1]]
    for wrong in (*lists, *(np.array(items, kind) for items in lists[:2] for kind in (np.float32, bool, object))):
        with pytest.raises(TypeError, match="actions are whole numbers, not"):
            batch.step(wrong)
    for wrong in ([1, 2**32 + 1], np.array([1, 2**63 + 1], np.uint64), np.array([1, -(2**32)])):
        with pytest.raises(ValueError, match=r"place 1: there is no action -?[0-9]+"):
            batch.step(wrong)
    with pytest.raises(ValueError, match="one dimension"):
        batch.step([[0, 1]])
    with pytest.raises(ValueError, match="0 actions for"):
        batch.step([])
    assert (batch.planes() == before).all()
    for kind in (np.uint8, np.int16, np.uint32, np.int64, np.uint64):
        batch.step(batch.sample().astype(kind))
    batch.step(batch.sample().astype(np.int64).repeat(2)[::2])
    batch.step(batch.sample().tolist())


def test_planes_tell_high_scores_apart():
    game = Game("three-legged-kitty", target=200)
    bot, state, most = threehand.Bot("heuristic"), game.start(seed=4), 0
    while not state.match_over:
        state = state.next_hand() if state.over else state
        facts = state.view(0).planes()[-1].reshape(-1).astype(int)
        scores = [facts[46 + seat] * 256 + facts[49 + seat] - 32768 for seat in range(3)]
        assert tuple(scores) == state.scores
        most = max(most, *scores)
        while not state.over:
            state.play(bot.decide(state.view()))
    assert most > 127
