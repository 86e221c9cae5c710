"""Bots that are written in Python play in tournaments."""

import functools
import json
import random
import re
import subprocess
import sys
import threading

import numpy as np
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
    failed = r"python:call=broken failed in 12 matches .*; the first by RuntimeError: out of ideas \(.*test_python_bots"
    with pytest.warns(threehand.BotFailedWarning, match=failed) as warned:
        threehand.tournament("9-2-5", [broken, "random"], blocks=2, out=tmp_path / "run", records="all")
    assert isinstance(warned[0].message.__cause__, RuntimeError)
    records = (tmp_path / "run" / "records.jsonl").read_text()
    assert "RuntimeError: out of" in records
    with pytest.raises(threehand.BotFailed, match="stopped at the first failure") as raised:
        threehand.tournament("9-2-5", [broken, "random"], blocks=2, strict=True)
    assert isinstance(raised.value.__cause__, RuntimeError)


def test_an_action_that_is_not_legal_forfeits(tmp_path):
    with pytest.warns(threehand.BotFailedWarning):
        threehand.tournament("9-2-5", [cheat, "random"], blocks=1, out=tmp_path / "run", records="all")
    assert "`play 9C` is not legal" in (tmp_path / "run" / "records.jsonl").read_text()


def test_names_have_to_be_specs():
    with pytest.raises(ValueError, match="is no name for a bot"):
        threehand.tournament("9-2-5", [lambda view: 0, "random"])
    assert threehand.bot(lambda view: view.legal[0], name="low") == "python:call=low"
    assert "python" not in threehand.Game("9-2-5").bots
    with pytest.raises(ValueError, match="Python has named no function `nobody`"):
        threehand.tournament("9-2-5", ["python:call=nobody", "random"])


def test_what_cannot_be_called_with_a_view_is_refused_before_the_run():
    async def late(view):
        return 0

    for wrong in (lambda: 0, lambda view, table: 0, lambda *, view: 0, late):
        with pytest.raises(TypeError, match="`bot`"):
            threehand.bot(wrong, name="bot")
    with pytest.raises(
        TypeError, match=r"`two` has to be called with \(view\) or \(view, seed\), and takes \(view, table"
    ):

        def two(view, table):
            return 0

        threehand.tournament("9-2-5", [two, "random"], blocks=1)
    assert threehand.bot(GREEDY.decide, name="in_rust") == "python:call=in_rust"


def test_a_truth_is_no_action(tmp_path):
    with pytest.warns(threehand.BotFailedWarning, match="not bool"):
        threehand.tournament("9-2-5", [lambda_named("true", lambda view: True), "random"], blocks=1)
    state = threehand.Game("9-2-5").start()
    for wrong in (True, np.True_, 1.0):
        with pytest.raises(TypeError, match="an action is a whole number"):
            state.play(wrong)
    state.play(np.int64(state.legal[0]))


def lambda_named(name, function):
    function.__name__ = name
    return function


def nth(number):
    """A bot of a factory: the bots have one name."""

    def factory(view):
        return view.legal[number % len(view.legal)]

    return factory


def summary(*bots, **how):
    return {bot["bot"]: bot["win_share"] for bot in threehand.tournament("9-2-5", list(bots), blocks=4, **how)["bots"]}


def test_two_functions_of_one_name_do_not_play_as_one():
    first, last = nth(0), nth(-1)
    with pytest.raises(ValueError, match=r"two functions are called `factory`: name each with threehand\.bot"):
        summary(first, last)
    both = summary(threehand.bot(first, "first"), threehand.bot(last, "last"))
    assert both == summary(first, last) and list(both) == ["python:call=first", "python:call=last"]
    assert both["python:call=first"] != both["python:call=last"]


def hash_of(bot):
    return threehand.tournament("9-2-5", [bot, "greedy"], blocks=4)["results_hash"]


def test_runs_side_by_side_keep_their_own_functions():
    alone = [hash_of(nth(number)) for number in (0, -1)]
    assert alone[0] != alone[1]
    together = {}
    start = threading.Barrier(2)

    def play(number):
        start.wait()
        together[number] = [hash_of(nth(number)) for _ in range(5)]

    threads = [threading.Thread(target=play, args=(number,)) for number in (0, -1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == {0: [alone[0]] * 5, -1: [alone[1]] * 5}


def test_an_edited_function_does_not_go_on_with_the_run_of_the_old_one(tmp_path):
    def call(source, **how):
        module = {}
        exec(source, module)
        return threehand.tournament("9-2-5", [module["mine"], "random"], blocks=3, out=tmp_path / "run", **how)

    source = "def first(words): return words[0]\ndef mine(view): return first(view.words)"
    done = call(source)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert re.fullmatch("python:call=mine:sha256=[0-9a-f]{64}", manifest["stands_for"][0])
    assert call("\n# The same, lower down.\n" + source)["results_hash"] == done["results_hash"]
    for edited in (source.replace("view.words", "view.words[::-1]"), source.replace("words[0]", "words[-1]")):
        with pytest.raises(threehand.RunError, match=r"`stands_for` is .* or --force to replace it"):
            call(edited)
    assert call(edited, force=True)["results_hash"] != done["results_hash"]


@pytest.mark.parametrize("batch", [0, 8])
def test_the_command_reads_a_folder_with_a_function_and_python_alone_plays_it(tmp_path, batch):
    def mine(view):
        return view.legal[0]

    def many(mask):
        return mask.argmax(axis=1)

    bots = [threehand.bot(many if batch else mine, "mine", batch=batch), "greedy"]
    whole = threehand.tournament("9-2-5", bots, blocks=6, records="all", out=tmp_path / "whole")
    for part in (1, 2):
        threehand.tournament("9-2-5", bots, blocks=6, records="all", shard=f"{part}/2", out=tmp_path / str(part))
    merged = threehand.merge(tmp_path / "1", tmp_path / "2", out=tmp_path / "merged")
    assert merged["results_hash"] == whole["results_hash"]
    assert threehand.verify(tmp_path / "merged")["hands"] == whole["hands"]
    assert threehand.rate(tmp_path / "merged")["ratings"][0]["bot"] in ("greedy", "python:call=mine")
    assert "python:call=mine" in threehand.report(tmp_path / "merged").read_text()
    assert threehand.resume(tmp_path / "merged")["results_hash"] == whole["results_hash"]
    line = r"^[^\n]*python:call=mine is a function of Python, and the call of threehand.tournament [^\n]*$"
    with pytest.raises(threehand.RunError, match=line):
        threehand.verify(tmp_path / "whole", again=True)
    with pytest.raises(ValueError, match="a run with a function of Python keeps its 6 blocks"):
        threehand.resume(tmp_path / "whole", blocks=8)


@pytest.mark.parametrize("batch", [0, 8])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_in_a_function_is_no_forfeit_and_the_same_call_goes_on(tmp_path, stop, batch):
    # What lists hold is no part of a function's code.
    asked, due = [], []

    def is_due():
        asked.append(None)
        if len(asked) in due:
            raise stop

    def alone(view):
        is_due()
        return view.legal[-1]

    def many(mask):
        is_due()
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)

    def play(out):
        bots = [threehand.bot(many if batch else alone, "mine", batch=batch), "random"]
        return threehand.tournament("9-2-5", bots, blocks=40, max_hands=4, threads=2, out=tmp_path / out)

    whole, count = play("whole"), len(asked)
    for number in (1, count // 2, count - 1):
        asked.clear()
        due[:] = [number]
        with pytest.raises(stop, match="; to go on: the same call" if stop is KeyboardInterrupt else None):
            play(str(number))
        assert len(asked) < count
        due.clear()
        assert play(str(number))["results_hash"] == whole["results_hash"]


LEVEL = 2


class Keen:
    level = 3

    def __call__(self, view):
        return view.legal[self.level]


def test_a_hash_is_that_of_all_the_code_of_a_function():
    from threehand.functions import sha256

    def reads():
        return [LEVEL for _ in range(LEVEL)]

    def counts():
        nonlocal seen
        seen += 1

    seen, keen = 0, Keen()
    made = {sha256(function) for function in (nth(0), nth(1), reads, counts, keen, functools.partial(nth, 1), print)}
    assert len(made) == 7 and {sha256(nth(0)), sha256(keen), sha256(reads)} < made
    before = [sha256(function) for function in (reads, counts, keen)]
    counts()
    global LEVEL
    LEVEL, Keen.level = 5, 4
    after = [sha256(function) for function in (reads, counts, keen)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, False]


def test_a_hash_holds_the_modules_of_ones_own_that_a_function_reads(tmp_path, monkeypatch):
    from threehand.functions import sha256

    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "strategy_of_mine.py"
    file.write_text("def choose(view):\n    return view.legal[0]\n")
    import strategy_of_mine

    def named(view):
        return strategy_of_mine.choose(view)

    def imports(view):
        import strategy_of_mine.deep

        return strategy_of_mine.deep

    def other(view):
        return np.argmax(view.legal)

    before = [sha256(function) for function in (named, imports, other)]
    file.write_text(file.read_text().replace("[0]", "[-1]"))
    after = [sha256(function) for function in (named, imports, other)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, True]


def test_a_hash_holds_numbers_of_numpy_ranges_and_games():
    from threehand.functions import sha256

    text = 'format = 1\nname = "short"\ndeal.hand = 5\nscore.trick = 1\nmatch.hands = 2\n'
    games = [threehand.Game(text), threehand.Game(text.replace("hands = 2", "hands = 3"))]
    for one, other in [(np.int64(0), np.int64(-1)), (range(3), range(9)), games]:
        assert sha256(lambda view, it=one: it) != sha256(lambda view, it=other: it)


def test_a_run_is_not_lost_by_an_exception_that_has_no_text():
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    def mute(view):
        raise Mute

    with pytest.warns(threehand.BotFailedWarning, match="the first by Mute"):
        assert threehand.tournament("9-2-5", [mute, "greedy"], blocks=2, max_hands=1)["matches"] == 12


@pytest.mark.parametrize("bots", ["[call, 'random']", "'pimc:worlds=1000,random'"])
def test_python_ends_in_order_while_a_thread_plays(bots):
    code = f"""
import threading, time, threehand
def call(view):
    time.sleep(0.001)
    return view.legal[0]
threading.Thread(target=threehand.tournament, args=("9-2-5", {bots}), daemon=True).start()
time.sleep(0.5)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_python_calls_at_its_end_may_play():
    code = """
import atexit
atexit.register(lambda: print(threehand.tournament("9-2-5", "greedy,random", blocks=2)["matches"]))
import threehand
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("12\n", "")
