"""The page of the package says what is so."""

import pathlib
import re

import pytest

import threehand

PAGE = (pathlib.Path(__file__).parent.parent / "README.md").read_text()


def test_the_python_on_the_page_runs(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) >= 4
    names = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert capsys.readouterr().out


def test_the_page_names_the_planes():
    assert f"uint8[n, {len(threehand.PLANES)}, 4, 13]" in PAGE
    table = " ".join(re.findall(r"^\| (.*?) \|", PAGE, re.M))
    for plane in threehand.PLANES:
        assert plane in table or plane.split()[1] in table, plane


def test_every_name_has_a_text():
    for name in threehand.__all__:
        thing = getattr(threehand, name)
        if callable(thing):
            assert thing.__doc__, name
    for kind in (
        threehand.Game,
        threehand.State,
        threehand.View,
        threehand.Worlds,
        threehand.Bot,
        threehand.Batch,
    ):
        for name in dir(kind):
            if not name.startswith("_"):
                assert getattr(kind, name).__doc__, f"{kind.__name__}.{name}"


def test_stubs_name_what_there_is():
    stubs = (pathlib.Path(threehand.__file__).parent / "_native.pyi").read_text()
    for kind in (
        threehand.Game,
        threehand.State,
        threehand.View,
        threehand.Worlds,
        threehand.Bot,
        threehand.Batch,
    ):
        part = stubs.split(f"class {kind.__name__}:")[1].split("\nclass ")[0].split("\ndef ")[0]
        told = set(re.findall(r"def (\w+)", part))
        there = {name for name in dir(kind) if not name.startswith("_")}
        assert {name for name in told if not name.startswith("_")} == there


@pytest.mark.parametrize("name", threehand.games())
def test_every_action_has_a_number_and_a_text(name):
    game = threehand.Game(name)
    texts = [game.action_text(action) for action in range(game.action_count)]
    assert [game.action_index(text) for text in texts] == list(range(game.action_count))
