"""Shards on a Dask cluster come to the bytes of one run, also when a worker is killed.

The program is that of the environment variable THREEHAND_BIN, or the one that cargo has built.
"""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

distributed = pytest.importorskip("dask.distributed")

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "tournament --game 9-2-5 --bots random,greedy,heuristic --blocks 3000"


def find_program() -> str:
    built = [ROOT / "target" / profile / "threehand" for profile in ("release", "debug")]
    named = os.environ.get("THREEHAND_BIN")
    for path in [Path(named)] if named else built:
        if path.is_file():
            return str(path.resolve())
    pytest.fail("build the program, or name it in THREEHAND_BIN")


def load_module():
    """The module as a plain file, so that the package need not be built."""
    spec = importlib.util.spec_from_file_location("threehand_dask", ROOT / "python/threehand/dask.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


PROGRAM = find_program()
dask = load_module()


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of one run."""
    folder = tmp_path_factory.mktemp("one") / "run"
    subprocess.run([PROGRAM, *COMMAND.split(), "--out", str(folder), "--quiet"], check=True, stdout=subprocess.DEVNULL)
    return folder


def hash_of(folder: Path) -> str:
    return json.loads((folder / "manifest.json").read_text())["results_hash"]


def stat_of(pid: int) -> list[str]:
    """What the system says of a process: its state, its parent, ... Its name may hold blanks and brackets."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def parent_of(pid: int) -> int:
    return int(stat_of(pid)[1])


def lives(pid: int) -> bool:
    """Whether a process still runs. Who is dead stays as a zombie until a parent asks for its exit code."""
    try:
        return stat_of(pid)[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def players(folder: Path) -> list[int]:
    """The processes that play a shard into this folder."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
        except OSError:
            continue
        if str(folder).encode() in words and b"--shard" in words:
            found.append(int(entry.name))
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_ten_shards_with_a_killed_worker_have_the_hash_of_one_run(client, whole, tmp_path):
    said = []

    def kill_a_worker():
        shard = tmp_path / "2"
        while not (shard / "progress.json").exists():
            time.sleep(0.005)
        [player] = players(shard)
        worker = parent_of(player)
        assert worker in client.run(os.getpid).values()
        os.kill(worker, signal.SIGKILL)
        said.append(player)

    killer = threading.Thread(target=kill_a_worker)
    killer.start()
    progress = []
    result = dask.run(
        COMMAND, 10, client, out=tmp_path, program=PROGRAM, progress=lambda done, of: progress.append((done, of))
    )
    killer.join()
    assert said, "no worker was killed"
    assert not lives(said[0]), "the shard has outlived its worker"
    assert result.results_hash == hash_of(whole)
    assert result.folder == tmp_path / "whole" and hash_of(result.folder) == result.results_hash
    assert progress == [(done, 10) for done in range(1, 11)]
    assert (result.folder / "summary.csv").read_bytes() == (whole / "summary.csv").read_bytes()
    # The same call plays nothing again.
    before = (tmp_path / "2/manifest.json").stat().st_mtime_ns
    again = dask.run(COMMAND.split(), 10, client, out=tmp_path, program=PROGRAM, progress=None)
    assert again.results_hash == result.results_hash
    assert (tmp_path / "2/manifest.json").stat().st_mtime_ns == before


def test_tables_are_those_of_the_folder_with_and_without_pyarrow(whole, monkeypatch):
    tables = dask.Tables(whole)
    assert {"summary", "matches", "hands", "crosstable"} <= set(tables)
    with pytest.raises(KeyError):
        tables["no such table"]
    monkeypatch.setitem(sys.modules, "pyarrow.csv", None)
    rows = tables["summary"]
    assert [row["bot"] for row in rows] == ["random", "greedy", "heuristic"]
    monkeypatch.undo()
    pytest.importorskip("pyarrow")
    table = tables["summary"]
    assert table.column("bot").to_pylist() == ["random", "greedy", "heuristic"]
    assert [str(share) for share in table.column("blocks").to_pylist()] == [row["blocks"] for row in rows]


def test_what_is_wrong_is_said_in_the_words_of_the_program(client, tmp_path):
    wrong = "tournament --game 9-2-5 --bots gredy,random"
    with pytest.raises(ValueError, match="did you mean `greedy`"):
        dask.run(wrong, 2, client, out=tmp_path, program=PROGRAM, progress=None)
    with pytest.raises(dask.Failed, match="No such file"):
        dask.run(COMMAND, 2, client, out=tmp_path, program="no-such-program", retries=1, progress=None)
    (tmp_path / "file").write_text("")
    with pytest.raises(dask.Failed, match=r"shard ./2: error: .*Not a directory"):
        dask.run(COMMAND, 2, client, out=tmp_path / "file", program=PROGRAM, retries=1, progress=None)
    with pytest.raises(ValueError, match="1 shard or more"):
        dask.run(COMMAND, 0, client, out=tmp_path, program=PROGRAM)
