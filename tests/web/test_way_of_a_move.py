"""How much of mossa one click enters: `scripts/way_of_a_move.py` counts it."""

import json
import subprocess
import sys
from pathlib import Path

from scripts import way_of_a_move
from scripts.way_of_a_move import MARKERS, MOST_FILES, Way, browser_files, write


def test_a_click_goes_down_through_few_files() -> None:
    # in a process of its own: before Python 3.12 threads that are there already cannot be watched
    script = [sys.executable, way_of_a_move.__file__, "connect4", "alphabeta:nodes=20000", "--json"]
    warm = json.loads(subprocess.run(script, capture_output=True, check=True, text=True).stdout)
    assert len(warm["files"]) <= MOST_FILES, warm["files"]
    assert warm["steps_back"] == []
    assert {"web/app.py", "web/board.py", "play/player.py", "kernel/specialise.py"} <= set(warm["files"])
    assert 0 < warm["before_kernel"] < 40


def test_what_the_browser_loads_is_followed_through_its_imports() -> None:
    files = browser_files()
    assert files[0] == "play.html"
    assert {"style.css", "js/play.js", "js/board.js", "js/common.js"} <= set(files)


def test_the_table_is_written_between_its_markers(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Page\n\n{MARKERS[0]}\nold\n{MARKERS[1]}\n\nThe end.\n", "utf-8")
    for _ in range(2):
        write("| new |", page)
    assert page.read_text("utf-8") == f"# Page\n\n{MARKERS[0]}\n\n| new |\n\n{MARKERS[1]}\n\nThe end.\n"


def test_calls_up_into_a_higher_folder_are_steps_back() -> None:
    way = Way()
    way.enter(None, "web/app.py", "listen")
    way.enter("web/app.py", "play/player.py", "ask")
    way.enter("play/player.py", "web/board.py", "report")
    way.enter("core/position.py", "games/nim/rules.py", "play")  # the game is an argument of every layer
    way.enter("search/common/threads.py", "play/player.py", "heard")
    assert way.steps_back() == [("play/player.py", "web/board.py"), ("search/common/threads.py", "play/player.py")]
    assert way.calls == 5
