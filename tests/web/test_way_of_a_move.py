"""How much of mossa one click enters: `scripts/way_of_a_move.py` counts it."""

from pathlib import Path

from scripts.way_of_a_move import MARKERS, MOST_FILES, browser_files, count, write


def test_a_click_goes_down_through_few_files() -> None:
    *_, warm = count("connect4", "alphabeta:depth=4")
    assert len(warm.files) <= MOST_FILES, sorted(warm.files)
    assert warm.steps_back() == []
    assert {"web/app.py", "web/board.py", "play/player.py", "kernel/specialise.py"} <= warm.files.keys()
    assert 0 < warm.before_kernel < 40


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
