"""The notebook runs from its question to its picture."""

import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("matplotlib")

FILE = pathlib.Path(__file__).parent.parent / "examples" / "roles.ipynb"


def test_the_notebook_runs_to_its_picture():
    notebook = nbformat.read(FILE, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert not [output for output in outputs if output["output_type"] == "error"]
