"""Batches, worlds and hands are copied, pickled, compared and shown."""

import copy
import pickle

import numpy as np
import pytest

import threehand
from threehand import Game

games = pytest.mark.parametrize("name", ["9-2-5", "three-legged-kitty", "three-kings", "hearts"])


def stepped(name, steps, size=5):
    batch = Game(name).batch(size, seed=3)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


@games
def test_a_batch_comes_back_from_copies_and_pickle(name):
    for steps in (0, 37, 150):
        batch = stepped(name, steps)
        others = [batch.clone(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
        assert all((other.points == batch.points).all() and (other.ended == batch.ended).all() for other in others)
        for _ in range(120):
            actions = batch.sample()
            for other in others:
                assert (other.sample() == actions).all() and (other.planes() == batch.planes()).all()
                other.step(actions)
            batch.step(actions)
            assert all((other.points == batch.points).all() for other in others)


def test_what_is_not_of_a_batch_is_refused():
    _, seed, samples, places = stepped("9-2-5", 30).__reduce__()[1]
    with pytest.raises(ValueError, match="place 0: the hand is over, or of other rules"):
        threehand._native.restore_batch(Game("9-2-5", contracts=[9, 5, 2]), seed, samples, places)
    with pytest.raises(ValueError):
        threehand._native.restore_batch(Game("three-kings"), seed, samples, places)
    with pytest.raises(ValueError):
        threehand._native.restore_batch(Game("9-2-5"), seed, samples, [])


@games
def test_a_place_of_a_batch_is_a_state_with_all_cards(name):
    batch = stepped(name, 40)
    planes = batch.all_planes()
    assert planes.shape == (5, 3, len(threehand.PLANES), 4, 13) and (planes[:, 0] == batch.planes()).all()
    for place in range(5):
        state = batch[place]
        assert state == batch[place] and state.turn == batch.turn[place] and state != batch[(place + 1) % 5]
        for step in range(3):
            assert (planes[place, step] == state.view((state.turn + step) % 3).planes()).all()
    with pytest.raises(IndexError):
        batch[5]
    assert len(list(batch)) == 5


@games
def test_states_are_equal_where_all_is_the_same(name):
    first, second = Game(name).start(4), Game(name).start(4)
    assert first == second == pickle.loads(pickle.dumps(first)) and first != "state"
    first.play(first.legal[0])
    assert first != second
    second.play(second.legal[0])
    assert first == second != Game(name).start(5)
    with pytest.raises(TypeError, match="unhashable"):
        hash(first)


@games
def test_worlds_come_back_from_pickle(name):
    view = stepped(name, 30)[0].view()
    worlds = view.worlds()
    for back in (pickle.loads(pickle.dumps(worlds)), copy.deepcopy(worlds)):
        assert back.count == worlds.count and back.view == view
        assert back.draw(7) == worlds.draw(7)


def test_what_is_shown_is_short_and_pages_are_safe():
    state = Game("9-2-5").start(1)
    view = state.view()
    assert repr(view) == "<threehand.View 9-2-5, seat 1: seat 1 to move>" and str(view) == view.text
    assert repr(view.worlds()).startswith("<threehand.Worlds of seat 1: ")
    result = threehand.tournament("9-2-5", ["greedy", "random"], blocks=2)
    assert repr(result).startswith("<threehand.Result variant='9-2-5', blocks=2, matches=12, hands=")
    assert len(repr(result)) < 200
    table = result.tables["summary"]
    assert table.polars().shape == table.pandas().shape == (2, len(table))
    assert result._repr_html_().count("<tr>") == 3
    assert type(table)({"<b>": [None, 1.23456789]})._repr_html_() == (
        "<table><tr><td>&lt;b&gt;</td></tr><tr><td></td></tr><tr><td>1.235</td></tr></table>"
    )
    for shown in (state, view):
        page = shown._repr_html_()
        assert page.startswith("<pre") and "<" not in page[4:-6].replace("<pre", "") and "seat" in page
    assert np.array(list(map(len, (repr(state), repr(view))))).max() < 80
