"""Bots that are written in Python play in tournaments."""

import random

import pytest

import threehand

GREEDY = threehand.Bot("greedy")


def first(view):
    return view.words[0]


def by_the_book(view):
    # At Three Kings it draws nothing.
    return GREEDY.decide(view)


def dice(view, seed):
    return random.Random(seed).choice(view.legal)


def broken(view):
    if view.seen()["phase"] == "play":
        raise RuntimeError("out of\nideas")
    return view.legal[0]


def cheat(view):
    return "play 9C"


def test_a_function_plays_as_the_bot_it_asks_does():
    mine, theirs = (
        threehand.tournament("three-kings", [bot, "random"], blocks=5, seed=3) for bot in (by_the_book, "greedy")
    )
    mine, theirs = (result.tables["summary"] for result in (mine, theirs))
    assert mine["bot"] == ["python:call=by_the_book", "random"]
    assert {name: values for name, values in mine.items() if name != "bot"} == {
        name: values for name, values in theirs.items() if name != "bot"
    }


@pytest.mark.parametrize("game", threehand.games())
def test_what_it_draws_from_the_seed_is_the_same_each_time(game):
    hashes = {
        threehand.tournament(game, [dice, first], blocks=3, max_hands=20, threads=threads)["results_hash"]
        for threads in (1, 2, 2)
    }
    assert len(hashes) == 1


def test_an_exception_forfeits_with_its_text(tmp_path):
    with pytest.warns(threehand.BotFailedWarning, match="python:call=broken failed in 12 matches"):
        threehand.tournament("9-2-5", [broken, "random"], blocks=2, out=tmp_path / "run", records="all")
    records = (tmp_path / "run" / "records.jsonl").read_text()
    assert "RuntimeError: out of" in records
    with pytest.raises(threehand.BotFailed, match="stopped at the first failure"):
        threehand.tournament("9-2-5", [broken, "random"], blocks=2, strict=True)


def test_an_action_that_is_not_legal_forfeits(tmp_path):
    with pytest.warns(threehand.BotFailedWarning):
        threehand.tournament("9-2-5", [cheat, "random"], blocks=1, out=tmp_path / "run", records="all")
    assert "`play 9C` is not legal" in (tmp_path / "run" / "records.jsonl").read_text()


def test_names_have_to_be_specs():
    with pytest.raises(ValueError, match="is no name for a bot"):
        threehand.tournament("9-2-5", [lambda view: 0, "random"])
    assert threehand.bot(lambda view: view.legal[0], name="low") == "python:call=low"
    assert "python" not in threehand.Game("9-2-5").bots
    with pytest.raises(ValueError, match="is the name of a bot that Python has registered"):
        threehand.tournament("9-2-5", ["python:call=nobody", "random"])
