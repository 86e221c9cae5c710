"""Bots that decide many views at once play as they do view by view."""

import json

import numpy as np
import pytest

import threehand

DICE = np.random.default_rng(4)
CARDS = DICE.integers(-50, 50, (len(threehand.PLANES) * 52, 32)).astype(float)


def scores(planes, mask):
    """What speaks for each action, in whole numbers, so that rows are the same however many there are."""
    of_actions = planes.reshape(len(planes), -1).astype(float) @ CARDS
    return np.where(mask == 1, of_actions[:, np.arange(mask.shape[1]) % 32], -np.inf)


def best(planes, mask):
    return scores(planes, mask).argmax(axis=1)


def alone(view):
    return int(best(view.planes()[None], view.mask()[None])[0])


def played(bot, batch, *others, game="9-2-5", command=threehand.tournament, **how):
    others = others or ("greedy",)
    return command(game, [threehand.bot(bot, "net", batch=batch), *others], **how)


@pytest.mark.parametrize("game", ["9-2-5", "three-legged-kitty", "three-kings", "hearts"])
def test_a_run_is_the_same_at_any_batch_and_number_of_threads(game, tmp_path):
    runs = [(alone, 0, 1), (best, 1, 1), (best, 7, 2), (best, 512, 1), (best, 50, 2)]
    for number, (bot, batch, threads) in enumerate(runs):
        out = tmp_path / str(number)
        how = {"blocks": 3, "max_hands": 4, "records": "all", "hands": "all", "threads": threads}
        played(bot, batch, "random", "greedy:epsilon=0.1", game=game, out=out, **how)
        files = {file.name: file.read_bytes() for file in out.iterdir() if file.suffix in (".csv", ".jsonl")}
        assert len(files) > 4
        if number == 0:
            first = files
        assert files == first


def test_compare_and_sprt_have_the_same_results_too():
    compare = {"variants": ["9-2-5", "9-5-2"], "command": threehand.compare, "blocks": 3, "max_hands": 4}
    sprt = {"command": threehand.sprt, "blocks": 8, "max_hands": 4}
    for how in (compare, sprt):
        tables = [played(bot, batch, **how).tables for bot, batch in [(alone, 0), (best, 3), (best, 400)]]
        assert tables[0] == tables[1] == tables[2] and tables[0]


def test_two_functions_decide_each_their_own_views():
    def worst(planes, mask):
        return np.where(mask == 1, scores(planes, mask), np.inf).argmin(axis=1)

    sizes = []

    def noting(planes, mask):
        sizes.append(len(planes))
        return best(planes, mask)

    bots = [threehand.bot(noting, "high", batch=100), threehand.bot(worst, "low", batch=30)]
    together = threehand.tournament("9-2-5", bots, blocks=8, max_hands=4)
    bots = [threehand.bot(noting, "high", batch=1), threehand.bot(worst, "low", batch=1)]
    assert together["results_hash"] == threehand.tournament("9-2-5", bots, blocks=8, max_hands=4)["results_hash"]
    assert max(sizes) > 20


def test_it_is_called_with_the_arrays_that_it_names():
    def dice(seed, mask, turn):
        assert seed.dtype == np.uint64 and turn.dtype == np.uint8 and mask.sum(axis=1).min() > 0
        assert set(turn) <= {0, 1, 2}
        legal = mask.argsort(axis=1, kind="stable")[:, ::-1]
        return legal[np.arange(len(seed)), seed % mask.sum(axis=1)]

    hashes = {played(dice, batch, blocks=4)["results_hash"] for batch in (1, 200)}
    assert len(hashes) == 1
    for wrong in (lambda view: 0, lambda planes, mask, table: 0, lambda *, cards: 0):
        with pytest.raises(TypeError, match=r"has to be called with some of \(planes, mask, turn, seed\)"):
            threehand.bot(wrong, "net", batch=8)
    with pytest.raises(TypeError, match=r"threehand\.bot\(function, batch=512\) has arrays"):
        threehand.tournament("9-2-5", [best, "greedy"], blocks=1)
    for wrong in (True, 8.0, -1, 1 << 30):
        with pytest.raises((TypeError, ValueError), match="batch"):
            threehand.bot(best, batch=wrong)


def test_only_the_rows_at_fault_forfeit():
    def failing(planes, mask, seed):
        if (seed % 301 == 0).any():
            raise RuntimeError("out of ideas")
        return np.where(seed % 307 == 0, mask.argmin(axis=1), np.where(seed % 311 == 0, 2**20, best(planes, mask)))

    results = []
    for batch in (1, 300):
        with pytest.warns(threehand.BotFailedWarning, match=r"the first by RuntimeError: out of ideas"):
            results.append(played(failing, batch, blocks=10))
    assert results[0]["results_hash"] == results[1]["results_hash"]
    forfeits = results[0].tables["summary"]["forfeits"][0]
    assert 3 < forfeits < 60


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (lambda mask: [0] * 99, "99 actions for 1 views"),
        (lambda mask: mask.argmax(axis=1) * 1.0, "actions are whole numbers, not float64"),
        (lambda mask: mask, "of one dimension"),
        (lambda mask: None, "one dimension"),
        (lambda mask: mask.argmax(axis=1) - 300, "9-2-5 has no action -"),
    ],
)
def test_what_is_no_answer_is_said(answer, text, tmp_path):
    def wrong(mask):
        return answer(mask)

    with pytest.warns(threehand.BotFailedWarning):
        played(wrong, 8, blocks=1, records="all", out=tmp_path / "run")
    assert text in (tmp_path / "run" / "records.jsonl").read_text()


def test_a_batch_is_no_part_of_a_run_and_the_code_is(tmp_path):
    done = played(best, 64, blocks=6, out=tmp_path / "run")
    assert played(best, 5, blocks=6, out=tmp_path / "run")["results_hash"] == done["results_hash"]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["stands_for"][0].startswith("python:call=net:sha256=")
    with pytest.raises(threehand.RunError, match="`stands_for` is"):
        played(lambda mask: mask.argmax(axis=1), 64, blocks=6, out=tmp_path / "run")


def test_a_function_that_fails_for_many_views_alone_is_slow_and_said_to_be(tmp_path):
    def one(mask):
        # What is open is closed with the exception, by a thread that may lose its turn then.
        log = open(tmp_path / "log", "a")  # noqa: SIM115
        log.write("asked")
        if len(mask) > 1:
            raise ValueError("one row")
        return [mask[0].argmax()]

    said = r"one failed for \d+ views at once, was .*; the first by ValueError: one row"
    with pytest.warns(threehand.BotFailedWarning, match=said):
        bots = [threehand.bot(one, batch=64), "random"]
        result = threehand.tournament("9-2-5", bots, blocks=40, max_hands=2, threads=2)
    assert result["matches"] > 0
