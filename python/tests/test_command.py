"""The command that the package brings along does as the program does."""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from importlib.metadata import metadata
from pathlib import Path

import pytest

import threehand

PROGRAM = os.environ.get("THREEHAND_BIN") or shutil.which("threehand")
MODULE = [sys.executable, "-P", "-m", "threehand"]
SCRIPT = [str(Path(sysconfig.get_path("scripts")) / "threehand")]
COMMANDS = pytest.mark.parametrize("command", [MODULE, SCRIPT], ids=["module", "script"])
RUN = "tournament --game 9-2-5 --bots heuristic,greedy --quiet"


def done(command, words, **how):
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 300, **how}
    return subprocess.run([*command, *words.split()], **how)


@COMMANDS
@pytest.mark.parametrize(
    "words, code",
    [
        ("--version", 0),
        ("", 2),
        ("--help", 0),
        ("list games", 0),
        ("rules kitty", 0),
        ("tournament --help", 0),
        ("tournament --game 9-2-6 --bots random", 2),
        ("tournament --gam", 2),
        ("verify no-such-folder", 1),
        ("tournament --game 9-2-5 --bots cmd:no,random --external no=false --blocks 2 --quiet", 3),
    ],
)
def test_it_prints_what_the_program_prints(command, words, code, tmp_path):
    ours, theirs = (done(each, words, cwd=tmp_path) for each in (command, [PROGRAM]))
    assert ours.returncode == theirs.returncode == code
    assert (ours.stdout, ours.stderr) == (theirs.stdout, theirs.stderr)


@COMMANDS
def test_a_folder_is_that_of_the_program(command, tmp_path):
    assert threehand.__version__ in done(command, "--version").stdout.decode()
    for name, each in [("ours", command), ("theirs", [PROGRAM])]:
        assert done(each, f"{RUN} --blocks 20 --out {name}", cwd=tmp_path).returncode == 0
    ours, theirs = (json.loads((tmp_path / name / "manifest.json").read_text()) for name in ("ours", "theirs"))
    assert ours["command"] == f"threehand {RUN} --blocks 20 --out ours"
    assert ours["results_hash"] == theirs["results_hash"]
    assert done(command, "verify ours", cwd=tmp_path).returncode == 0


def test_the_package_says_what_it_is():
    about = metadata("threehand")
    assert about["Version"] == threehand.__version__ and about["License-Expression"] == "MIT OR Apache-2.0"
    assert about.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert about["Author"] and about["Keywords"] and about.get_all("Classifier") and about.get_all("Project-URL")


SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def heed():
    """Lets signals be heeded: some are ignored from the start where tests run in the background, or under nohup."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def interrupted(command, folder, number):
    """A run that is sent a signal in its midst."""
    words = f"{RUN} --blocks 1000000 --out {folder}"
    pipe = subprocess.PIPE
    run = subprocess.Popen([*command, *words.split()], stdout=pipe, stderr=pipe, preexec_fn=heed)
    try:
        while not (folder / "progress.json").exists():
            assert run.poll() is None
            time.sleep(0.01)
        run.send_signal(number)
        out, err = run.communicate(timeout=60)
    finally:
        run.kill()
    return run.returncode, out.decode().partition(" · ")[0], err.decode()


@COMMANDS
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_a_run_in_order(command, number, tmp_path):
    ours, theirs = (
        interrupted(each, tmp_path / name, number) for name, each in [("ours", command), ("its", [PROGRAM])]
    )
    assert ours[:2] == theirs[:2] == (128 + number, "9-2-5")
    for code, _, said in (ours, theirs):
        assert said.startswith("interrupted after ") and "to go on: threehand resume" in said, (code, said)
    assert done(command, f"verify {tmp_path}/ours").returncode == done([PROGRAM], f"verify {tmp_path}/its").returncode


@COMMANDS
def test_ctrl_c_ends_what_is_no_run_at_once(command):
    words, silent = "bench --game 9-2-5 --rounds 60000", subprocess.DEVNULL
    for each in (command, [PROGRAM]):
        run = subprocess.Popen([*each, *words.split()], stdout=silent, stderr=silent, preexec_fn=heed)
        try:
            time.sleep(1.5)
            assert run.poll() is None
            run.send_signal(signal.SIGINT)
            assert run.wait(10) == -signal.SIGINT
        finally:
            run.kill()


@COMMANDS
def test_nobody_has_to_read_to_the_end(command, tmp_path):
    for each in (command, [PROGRAM]):
        run = subprocess.Popen([*each, "rules", "kitty"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdout.close()
        assert (run.wait(60), run.stderr.read()) == (0, b"")
    with open("/dev/full", "w") as disk:
        full = [done(each, "list games", stdout=disk) for each in (command, [PROGRAM])]
    assert full[0].returncode == full[1].returncode == 1 and full[0].stderr == full[1].stderr


@COMMANDS
def test_a_closed_output_gets_into_no_file(command, tmp_path):
    for name, each in [("ours", command), ("its", [PROGRAM])]:
        words = f"{RUN} --blocks 20 --out {tmp_path}/{name}"
        shell = ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *each, *words.split()]
        assert subprocess.run(shell).returncode == 0
        assert done(command, f"verify {tmp_path}/{name}").returncode == 0


def test_a_run_with_a_limit_starts_anew_as_the_same_command(tmp_path):
    words = "tournament --game 9-2-5 --bots pimc:worlds=10000,random --blocks 1 --move-seconds 1 --quiet --out run"
    run = done(MODULE, words, cwd=tmp_path)
    assert run.returncode == 3, run.stderr
    assert len(json.loads((tmp_path / "run/forfeits.json").read_text())) > 1
