"""The package is compiled as the workspace is, but for what it alone has."""

import pathlib
import tomllib

import pytest

PYTHON = pathlib.Path(__file__).parent.parent
OWN = {"threehand-python", "numpy", "pyo3"}
ELSEWHERE = {"threehand-research", "threehand-benches", "threehand-fuzz"}


@pytest.mark.parametrize("name", ["release", "dev"])
def test_profiles_are_those_of_the_workspace(name):
    files = [folder / "Cargo.toml" for folder in (PYTHON, PYTHON.parent)]
    profiles = [tomllib.loads(file.read_text())["profile"][name] for file in files]
    mine, theirs = (profile.pop("package") for profile in profiles)
    assert profiles[0] == profiles[1]
    assert {crate: mine[crate] for crate in mine.keys() - OWN} == {
        crate: theirs[crate] for crate in theirs.keys() - ELSEWHERE
    }
