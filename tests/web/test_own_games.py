"""Rules of a user's own that hang, crash or take all memory: the site goes on, and the board says why."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.small_games import TAKE
from tests.web.talk import HERE, Page, begin, watch

from mossa import MossaError
from mossa.web.app import make_app
from mossa.web.own_games import describe_file

IMPATIENT = """
import sys
import mossa.web.own_game_process as process
import mossa.web.player_pool as pool
import mossa.web.site as site
process.PATIENCE, process.LOADING_TIME, pool.GRACE, site.READING_TIME = 2.0, 4.0, 5.0, 1.0
process.main(*sys.argv[1:])
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.own_games.COMMAND", (sys.executable, "-c", IMPATIENT))


def rules(tmp_path: Path, before_play: str = "") -> str:
    """A rules file in which some lines come before a move is played."""
    play = "def play(state, move): "
    assert play in TAKE
    file = tmp_path / "mine.py"
    file.write_text(TAKE.replace(play, f"def play(state, move):\n{before_play}    "))
    return str(file)


def site_of(file: str, folder: Path) -> TestClient:
    return TestClient(make_app([file], folder), base_url=HERE)


LOOP = """    while move == 2:
        pass
"""


@pytest.fixture
def looping(tmp_path: Path, folder: Path) -> Iterator[tuple[TestClient, str]]:
    file = rules(tmp_path, LOOP)
    with site_of(file, folder) as site:
        yield site, file


def test_an_endless_loop_in_the_rules_is_named_and_the_site_goes_on(looping: tuple[TestClient, str]) -> None:
    site, file = looping
    other = begin(site, "tictactoe", "human", "human")
    with watch(site, begin(site, file, "human", "human")) as mine, watch(site, other) as theirs:
        Page(mine).ready()
        Page(theirs).ready()
        Page(mine).say(do="move", move="2")
        began = time.monotonic()
        Page(theirs).say(do="move", move="b2")
        Page(theirs).ready()
        assert time.monotonic() - began < 1.5  # before the process of the other has ended
        assert "mine.py: play does not end (line" in Page(mine).hear("gone")["text"]
    with watch(site, begin(site, file, "human", "human")) as again:  # a process anew
        Page(again).ready()
        Page(again).say(do="move", move="1")
        assert len(Page(again).ready()["history"]) == 1


def test_an_endless_loop_in_an_interpreted_search_is_named(looping: tuple[TestClient, str]) -> None:
    site, file = looping
    with watch(site, begin(site, file, "human", "minimax")) as mine:
        Page(mine).ready()
        Page(mine).say(do="move", move="1")
        assert "mine.py: play does not end (line" in Page(mine).hear("gone")["text"]


def test_an_endless_loop_in_a_compiled_search_is_left_and_the_move_can_be_taken_back(
    looping: tuple[TestClient, str],
) -> None:
    site, file = looping
    with watch(site, begin(site, file, "human", "alphabeta")) as mine:
        Page(mine).ready()
        Page(mine).say(do="move", move="1")
        trouble = Page(mine).hear("state", lambda state: state["trouble"])["trouble"]
        assert re.search(r"play.* does not end|play.* in mine.py", trouble), trouble
        Page(mine).say(do="undo")
        assert Page(mine).ready()["history"] == []


def test_an_endless_loop_in_a_pasted_game_is_named(looping: tuple[TestClient, str]) -> None:
    site, file = looping
    refused = site.post("/api/boards/import", json={"game": file, "text": "1 2"})
    assert "mine.py: play does not end (line" in refused.json()["error"]


def test_rules_that_end_the_process_end_theirs_alone(tmp_path: Path, folder: Path) -> None:
    file = rules(tmp_path, "    if move == 2:\n        __import__('os')._exit(3)\n")
    with site_of(file, folder) as site, watch(site, begin(site, file, "human", "human")) as mine:
        Page(mine).ready()
        Page(mine).say(do="move", move="2")
        assert "the process of its rules ended" in Page(mine).hear("gone")["text"]
        assert site.get("/api/boards").status_code == 200


FULL = """    taken = []
    while move == 2:
        taken.append(bytearray({what}))
        time.sleep(0.02)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is known, and limited, on Linux")
@pytest.mark.parametrize("what", ['b"x" * (1 << 24)', "1 << 36"], ids=["more and more", "much at once"])
def test_rules_that_take_all_memory_are_told_of_in_one_sentence(
    what: str, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = IMPATIENT.replace("2.0, 4.0, 5.0, 1.0", "10.0, 20.0, 20.0, 10.0")
    small = small.replace("process.main", "process.MEMORY = 600 << 20\nprocess.main")
    monkeypatch.setattr("mossa.web.own_games.COMMAND", (sys.executable, "-c", small))
    file = rules(tmp_path, FULL.format(what=what))
    Path(file).write_text("import time\n" + Path(file).read_text())
    with site_of(file, folder) as site, watch(site, begin(site, file, "human", "human")) as mine:
        Page(mine).ready()
        Page(mine).say(do="move", move="2")
        told = Page(mine).hear_one("gone", "error")["text"]
        assert re.fullmatch(
            r"mine.py(: its rules take more than 0.59 GiB of memory|, line \d+, in play: it takes too much memory)",
            told,
        )
        assert site.get("/api/boards").status_code == 200
    with site_of(file, folder) as site, watch(site, begin(site, file, "human", "human")) as again:
        Page(again).ready()
        Page(again).say(do="move", move="1")
        assert len(Page(again).ready()["history"]) == 1


def test_games_of_their_own_are_stored_analysed_and_deleted(tmp_path: Path, folder: Path) -> None:
    file = rules(tmp_path)
    with site_of(file, folder) as site:
        id = begin(site, file, "human", "human")
        with watch(site, id) as mine:
            Page(mine).ready()
            Page(mine).say(do="move", move="1")
            Page(mine).ready()
    with site_of(file, folder) as site:
        with watch(site, id) as mine:
            assert len(Page(mine).ready()["history"]) == 1
        with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/study/{id}") as study:
            assert [move["text"] for move in Page(study).hear("study")["line"]] == ["1"]
        run = site.post("/api/lab/run", json={"game": file, "algorithm": "minimax", "depth": 2}).json()
        assert site.get(f"/api/lab/trace/{run['key']}/1").json()["step"] == 1
        assert site.delete(f"/api/boards/{id}").status_code == 200
        assert site.get("/api/boards").json()["boards"] == []
        started = site.post("/api/tournaments", json={"games": [file], "players": ["random", "random:seed=2"],
                                                      "rounds": 1, "time": 0.1})  # fmt: skip
        with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/tournament/{started.json()['id']}") as tournament:
            assert Page(tournament).hear("contest", lambda told: told["state"] == "done")["played"] == 1
    with site_of(file, folder) as site:
        (stored,) = site.get("/api/tournaments").json()["tournaments"]
        assert (stored["games"], stored["state"]) == ([file], "done")
        assert site.app.state.site.game_of(stored["id"]) == file  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("while True:\n    pass\n", "<module> does not end (line 1)"),
        ("import os\nos._exit(0)\n", "rules end the process"),
        ("a = 1\n", "wrong.py"),
    ],
)
def test_files_that_cannot_be_loaded_are_one_sentence(tmp_path: Path, code: str, why: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(code)
    with pytest.raises(MossaError, match=re.escape(why)):
        describe_file(str(file))
