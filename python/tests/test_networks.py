"""Networks from files play as they were trained."""

import itertools
import json

import numpy as np
import pytest

import threehand

INPUTS = len(threehand.PLANES) * 52


def layers_of(*sizes, seed=1, of=0.2):
    dice = np.random.default_rng(seed)
    return [(dice.normal(size=(b, a)) * of, dice.normal(size=b)) for a, b in itertools.pairwise(sizes)]


def plays(layers):
    """What a file of these layers plays, in whole numbers."""
    layers = [
        (np.rint(weights * 1024).T, np.rint(biases * 1024 * (256 if number else 1)))
        for number, (weights, biases) in enumerate(layers)
    ]

    def network(planes, mask):
        numbers = planes.reshape(len(planes), -1).astype(float)
        for place, (weights, biases) in enumerate(layers):
            if place:
                numbers = np.clip(numbers // (4 if place == 1 else 1024), 0, 32767)
            numbers = numbers @ weights + biases
        return np.where(mask == 1, numbers, -np.inf).argmax(axis=1)

    return threehand.bot(network, batch=256)


@pytest.mark.parametrize("name", ["9-2-5", "three-legged-kitty", "three-kings", "hearts"])
@pytest.mark.parametrize("hidden", [(), (40,), (30, 20)])
def test_a_file_plays_what_its_layers_say(name, hidden, tmp_path):
    game, file = threehand.Game(name), tmp_path / "mine.network"
    layers = layers_of(INPUTS, *hidden, game.action_count)
    threehand.save_network(file, game, layers)
    how = {"blocks": 4, "max_hands": 4}
    theirs = threehand.tournament(name, [f"policy:network={file}", "greedy"], **how)
    mine = threehand.tournament(name, [plays(layers), "greedy"], **how)
    theirs, mine = (result.tables["summary"] for result in (theirs, mine))
    theirs.pop("bot"), mine.pop("bot")
    assert theirs == mine


def test_a_run_goes_on_with_the_same_network_alone(tmp_path):
    game, file = threehand.Game("9-2-5"), tmp_path / "mine.network"
    bots = [f"policy:network={file}", "random"]
    how = {"blocks": 5, "max_hands": 3, "out": tmp_path / "run"}
    threehand.save_network(file, game, layers_of(INPUTS, 20, game.action_count))
    done = threehand.tournament("9-2-5", bots, **how)
    assert threehand.tournament("9-2-5", bots, **how)["results_hash"] == done["results_hash"]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert ":sha256=" in manifest["stands_for"][0]
    threehand.save_network(file, game, layers_of(INPUTS, 20, game.action_count, seed=2))
    with pytest.raises(threehand.RunError, match="`stands_for` is"):
        threehand.tournament("9-2-5", bots, **how)


def test_what_does_not_fit_is_refused(tmp_path):
    game, file = threehand.Game("9-2-5"), tmp_path / "mine.network"
    for layers, text in [
        ([], "has 266 actions, and the network speaks for 884"),
        (layers_of(INPUTS, 20), "has 266 actions, and the network speaks for 20"),
        (layers_of(INPUTS - 1, 266), r"layer 0: weights \[out, 884\]"),
        (layers_of(INPUTS, 9) + layers_of(8, 266), r"layer 1: weights \[out, 9\] .* not \[266, 8\] and \[266\]"),
        (layers_of(INPUTS, 266, of=100), "layer 0: a weight is beyond 32, or no number"),
        ([(np.full((266, INPUTS), np.nan), np.zeros(266))], "or no number"),
    ]:
        with pytest.raises(ValueError, match=text):
            threehand.save_network(file, game, layers)
    assert not file.exists()
    threehand.save_network(file, game, layers_of(INPUTS, 266))
    good = file.read_bytes()
    for change, text in [
        (lambda bytes: bytes[:-1], "bytes of weights where"),
        (lambda bytes: bytes.replace(b"game 9-2-5", b"game 9-5-2"), "`game 9-5-2` where `game 9-2-5` is needed"),
        (lambda bytes: bytes.replace(b"planes 1\n", b"planes 0\n"), "`planes 0` where `planes 1` is needed"),
        (lambda bytes: bytes.replace(b"layers 884 266", b"layers 884 0 266"), "begins in another way"),
        (lambda bytes: bytes.replace(b"layers 884 266", b"layers 266 884"), "266 inputs, and a view has 884"),
        (lambda bytes: bytes.replace(b"\n\n", b"\n", 1)[:60], "begins in another way"),
    ]:
        file.write_bytes(change(good))
        with pytest.raises(ValueError, match=text):
            threehand.tournament("9-2-5", [f"policy:network={file}", "random"], blocks=1)
    file.write_bytes(good)
    with pytest.raises(ValueError, match="`game 9-2-5` where `game three-kings` is needed"):
        threehand.tournament("three-kings", [f"policy:network={file}", "random"], blocks=1)
