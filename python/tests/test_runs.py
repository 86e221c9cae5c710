"""Experiments in Python are those of the command."""

import functools
import json
import math
import os
import pickle
import signal
import subprocess
import threading

import numpy as np
import pytest

import threehand
from threehand.runs import Table

COMMAND = os.environ.get("THREEHAND_BIN", "threehand")


def command(*words):
    """What the command prints with --json."""
    done = subprocess.run([COMMAND, *words, "--json", "--quiet"], capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="session", autouse=True)
def _has_command():
    try:
        subprocess.run([COMMAND, "--version"], check=True, capture_output=True)
    except OSError:
        pytest.fail("set THREEHAND_BIN to the program `threehand` of the same version")


def same(result, printed):
    """Both say the same, but for the time that the run took."""
    result, printed = dict(result), dict(printed)
    assert list(result) == list(printed)
    for summary in (result, printed):
        assert 0 < summary.pop("seconds", 1) < 600
    assert result == printed


CASES = {
    "tournament": (
        lambda **how: threehand.tournament("9-2-5", ["heuristic", "greedy", "random"], blocks=40, seed=5, **how),
        "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 40 --seed 5",
    ),
    "rules": (
        lambda **how: threehand.tournament(
            "9-2-5", "greedy,random", rules={"contracts": [9, 5, 2]}, blocks=20, threads=2, **how
        ),
        "tournament --game 9-2-5 --bots greedy,random --rules contracts=9-5-2 --blocks 20 --threads 2",
    ),
    "compare": (
        lambda **how: threehand.compare(
            "kitty", ["random", "greedy"], ["three-legged-kitty", "kitty:overpay=true"], blocks=20, **how
        ),
        "compare --game kitty --bots random,greedy --variants three-legged-kitty,kitty:overpay=true --blocks 20",
    ),
    "sprt": (
        lambda **how: threehand.sprt(
            "three-kings", ["heuristic", "random"], test="sprt", share=(0.5, 0.6), blocks=400, **how
        ),
        "sprt --game three-kings --bots heuristic,random --test sprt --share 0.5,0.6 --blocks 400",
    ),
    "plan": (
        lambda **how: threehand.sprt("9-2-5", ["greedy", "random"], plan=True, **how),
        None,
    ),
}


@pytest.mark.parametrize("case", [case for case in CASES if CASES[case][1]])
def test_the_result_is_what_the_command_prints(case):
    call, words = CASES[case]
    same(call(), command(*words.split()))


def test_a_plan_plays_nothing_but_a_probe():
    plan = CASES["plan"][0]()
    assert plan.tables == {} and "seconds" in json.dumps(plan)


def test_tables_are_those_of_the_folder(tmp_path):
    import csv

    result = CASES["tournament"][0](out=tmp_path / "run")
    files = {file.stem for file in (tmp_path / "run").glob("*.csv")} - {"hands", "matches"}
    assert set(result.tables) >= files - set() and "summary" in result.tables
    for name, table in result.tables.items():
        with open(tmp_path / "run" / f"{name}.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        frame, arrow = table.pandas(), table.arrow()
        assert list(frame.columns) == arrow.column_names == list(rows[0] if rows else frame.columns)
        assert len(frame) == arrow.num_rows == len(rows)
        for row, values in zip(rows, zip(*table.values(), strict=True), strict=True):
            for text, value in zip(row.values(), values, strict=True):
                if isinstance(value, float):
                    assert math.isclose(float(text), value)
                elif isinstance(value, bool):
                    assert text == str(value).lower()
                else:
                    assert text == ("" if value is None else str(value))
    back = pickle.loads(pickle.dumps(result))
    assert back == result and back.tables == result.tables
    assert isinstance(back.tables["summary"], Table)


def test_several_runs_go_on_side_by_side_with_the_same_results():
    results = []
    call = CASES["tournament"][0]
    threads = [threading.Thread(target=lambda: results.append(call())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        same(result, call())


def test_numbers_of_numpy_are_numbers():
    numbers = {"seed": 2, "blocks": 3, "threads": 1, "max_hands": 8}
    call = functools.partial(threehand.tournament, "9-2-5", ["greedy", "random"])
    whole = call(**numbers)
    for kind in (np.int64, np.uint8):
        same(call(**{name: kind(number) for name, number in numbers.items()}), whole)
    assert call(blocks=np.int32(2), strict=np.False_, rules={"contracts": np.array([9, 5, 2]).tolist()})
    for name in numbers:
        with pytest.raises(TypeError, match=f"{name} is a number, not True"):
            call(**{name: True})
        with pytest.raises(TypeError, match=rf"{name} is a number, not \[1\]"):
            call(**{name: [1]})
    for bots, text in [(None, "None"), ([3], "3 is no bot"), ({"random", "greedy"}, "a list of specs")]:
        with pytest.raises(TypeError, match=text):
            threehand.tournament("9-2-5", bots)
    for flags in [{"variants": {"9-2-5", "9-5-2"}}, {"variants": b"9-2-5"}, {"variants": "9-2-5", "out": b"x"}]:
        with pytest.raises(TypeError, match="a text, or a list in order"):
            threehand.compare("9-2-5", "random", **flags)
    assert call(rules={})["results_hash"] == call()["results_hash"]


def test_progress_is_told():
    heard = []
    CASES["tournament"][0](progress=heard.append)
    assert heard[-1].blocks == heard[-1].all == 40 and heard[-1].hands > 0
    assert "heuristic" in heard[-1].standing


def test_a_callback_that_raises_ends_the_run():
    class Enough(Exception):
        pass

    def stop(progress):
        raise Enough

    with pytest.raises(Enough):
        threehand.tournament("9-2-5", ["greedy", "random"], blocks=10**7, progress=stop)


def test_ctrl_c_loses_nothing_and_the_same_call_goes_on(tmp_path):
    def call(**how):
        return threehand.tournament("9-2-5", ["heuristic", "greedy"], blocks=20_000, **how)

    def interrupt(progress):
        if progress.blocks < progress.all:
            os.kill(os.getpid(), signal.SIGINT)

    # A shell starts what runs in the background without the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    whole = call(out=tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt, match=r"interrupted after .* to go on: the same call"):
        call(out=tmp_path / "run", progress=interrupt)
    begun = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert begun["command"].startswith("threehand tournament --game=9-2-5")
    heard = []
    same(call(out=tmp_path / "run", progress=heard.append), whole)
    assert heard[0].blocks > 1


def test_what_is_wrong_is_said_as_the_command_says_it(tmp_path):
    for wrong, text in [
        (lambda: threehand.tournament("9-2-6", "random"), "--game: no game is called `9-2-6`"),
        (lambda: threehand.tournament("9-2-5", "rando,greedy"), "did you mean `random`?"),
        (lambda: threehand.tournament("9-2-5", "random,greedy", blocks=0), "--blocks"),
        (lambda: threehand.sprt("9-2-5", ["greedy"]), "bots"),
        (lambda: threehand.compare("9-2-5", "random", variants="9-2-6"), "9-2-6"),
    ]:
        with pytest.raises(ValueError) as raised:
            wrong()
        assert text in str(raised.value) and "\n" not in str(raised.value)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(threehand.RunError) as raised:
        threehand.tournament("9-2-5", "greedy,random", blocks=2, out=tmp_path / "file" / "run")
    assert "\n" not in str(raised.value) and (tmp_path / "file").read_text() == "mine"
