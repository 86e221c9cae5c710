"""Functions for folders do what the commands do."""

import json

import pytest

import threehand


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "whole"
    threehand.tournament("9-2-5", ["heuristic", "greedy"], blocks=20, out=folder, records="all")
    return folder


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def test_shards_are_merged_to_the_run(folder, tmp_path):
    for shard in (1, 2):
        threehand.tournament(
            "9-2-5", ["heuristic", "greedy"], blocks=20, shard=f"{shard}/2", out=tmp_path / str(shard), records="all"
        )
    whole = threehand.merge(tmp_path / "1", tmp_path / "2", out=tmp_path / "whole")
    assert whole["results_hash"] == manifest(folder)["results_hash"] == manifest(tmp_path / "whole")["results_hash"]
    assert threehand.resume(tmp_path / "whole", threads=1)["results_hash"] == whole["results_hash"]
    with pytest.raises(threehand.RunError, match="shard"):
        threehand.merge(tmp_path / "1", out=tmp_path / "half")
    assert threehand.merge(tmp_path / "1", so_far=True)["so_far"] == "10 of 20 blocks"
    assert threehand.resume(tmp_path / "whole", blocks=30)["results_hash"] != whole["results_hash"]
    assert manifest(tmp_path / "whole")["blocks"] == 30


def test_a_folder_is_verified_rated_and_reported(folder, tmp_path):
    assert threehand.verify(folder, again=True, threads=1)
    assert {bot["bot"] for bot in threehand.rate(folder, anchor="greedy=0")["ratings"]} == {"heuristic", "greedy"}
    page = threehand.report(folder, out=tmp_path / "page.html", charts=tmp_path / "charts")
    assert page == tmp_path / "page.html" and "</html>" in page.read_text() and any((tmp_path / "charts").iterdir())
    [hand] = threehand.replay(folder, match=3, lineup=1, hand=0)
    assert hand["match"] == 3 and sum(hand["points"]) == 0


def test_a_game_is_checked():
    checked = threehand.check("hearts", blocks=30, decisions=0)
    assert checked["game"] == "hearts"


def test_what_is_wrong_is_raised(tmp_path):
    with pytest.raises(threehand.RunError, match=r"^[^\n]*no-such-run[^\n]*$"):
        threehand.verify(tmp_path / "no-such-run")
    with pytest.raises(ValueError, match="--threads"):
        threehand.resume(tmp_path, threads=0)
    with pytest.raises(ValueError, match="--lineups"):
        threehand.replay(tmp_path, lineups=1)


def test_every_flag_of_a_command_is_a_keyword_of_its_function(tmp_path):
    play = threehand.tournament, threehand.sprt, threehand.compare
    for command, more in zip(play, ({}, {}, {"variants": "9-2-5,9-5-2"}), strict=True):
        old, new = (
            command("9-2-5", "greedy,random", max_hands=2, **{name: 4}, **more) for name in ("matches", "blocks")
        )
        assert old.tables == new.tables
    threehand.tournament("9-2-5", "greedy,random", blocks=4, matches="every=2", hands="none", out=tmp_path / "run")
    rows = (tmp_path / "run" / "matches.csv").read_text().splitlines()[1:]
    assert {row.split(",")[3] for row in rows} == {"0", "2"}
    for flags, line in [
        ({"match": 3}, "--match"),
        ({"hnads": "all"}, "--hands"),
        ({"move_seconds": 3}, "--move-seconds: a run with a limit .* use the command threehand"),
        ({"wait_lock": True}, "--wait-lock: only the command threehand"),
        ({"hands": 300}, "it is all, none or every=N; --blocks says how much is played"),
    ]:
        with pytest.raises(ValueError, match=rf"^[^\n]*{line}[^\n]*$"):
            threehand.tournament("9-2-5", "greedy,random", **flags)
