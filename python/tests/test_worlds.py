"""Drawn worlds look the same to their seat, under random rules and at random points."""

import importlib.util
import pathlib

FILE = pathlib.Path(__file__).parent.parent / "worlds.py"


def test_two_thousand_worlds_look_the_same_to_their_seats(capsys):
    spec = importlib.util.spec_from_file_location("worlds", FILE)
    worlds = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(worlds)
    worlds.main(2000, seed=3)
    said = capsys.readouterr().out
    assert said.startswith("2000 worlds of 100 hands") and int(said.split()[-3]) > 1000
