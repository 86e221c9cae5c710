"""The package with a game in Rust of one's own, as `examples/python-game` makes it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
import pickle
import threehand

game = threehand.Game("8-5-3")
assert "8-5-3" in threehand.games()
state = game.start(seed=7)
state.play(state.view().legal[0])
assert pickle.loads(pickle.dumps(state)) == state
batch = game.batch(8)
batch.step(batch.legal_mask().argmax(axis=1))


def first(view):
    return view.legal[0]


done = threehand.tournament("8-5-3", [first, "random"], blocks=3, out="run", records="all")
assert threehand.verify("run")["hands"] == done["hands"]
"""


def test_a_game_in_rust_of_ones_own_is_played_from_python(tmp_path):
    build = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", tmp_path / "site"]
    subprocess.run([*build, ROOT / "examples/python-game"], check=True)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, cwd=tmp_path, env=environment)
