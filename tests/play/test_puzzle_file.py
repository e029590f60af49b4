"""A file of puzzles grows game by game, and no level takes too much of it."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import mossa
from mossa.play.puzzle_file import LEVEL_SHARE, PuzzleFile
from mossa.play.puzzle_making import PuzzleMaker


def test_it_grows_and_stays_varied(tmp_path: Path) -> None:
    path, game = tmp_path / "puzzles.json", mossa.game("tictactoe")
    maker, told = PuzzleMaker(game, 5), list[int]()
    file = PuzzleFile.begin("tictactoe", 5, path)
    file.fill(maker, 6, 40, lambda: told.append(file.games))
    assert told == list(range(1, file.games + 1))
    assert max(Counter(one.level for one in file.puzzles).values()) <= math.ceil(LEVEL_SHARE * 6)
    again = PuzzleFile.begin("tictactoe", 5, path)
    assert (again.games, again.puzzles) == (file.games, file.puzzles)
    again.fill(maker, 6, 40)
    assert again.games == file.games  # there are enough


def test_a_run_that_is_stopped_keeps_whole_games(tmp_path: Path) -> None:
    file, maker = PuzzleFile("tictactoe", 1, tmp_path / "p.json"), PuzzleMaker(mossa.game("tictactoe"))
    maker.stop.set()
    file.fill(maker, 3, 9)
    assert (file.games, file.path is not None and file.path.exists()) == (0, False)
