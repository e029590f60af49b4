"""Kernels of several games in one process, each compiled by another process: their helpers must not be mixed up."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.processes import python

PROGRAM = """
import mossa
from mossa.search.alphabeta.deepening import search
from mossa.search.common.limits import Limits
for spec in {games}:
    game = mossa.game(spec)
    print(search(game, game.rules.start(), Limits(depth=5), memory_mib=1).nodes)
"""
GAMES = ["tictactoe", "connect4:columns=5,rows=4"]


def nodes(cache: Path, games: list[str]) -> list[str]:
    return python(PROGRAM.format(games=games), MOSSA_CACHE=cache).split()


@pytest.mark.slow
def test_kernels_from_different_processes_do_not_mix(tmp_path: Path) -> None:
    alone = [nodes(tmp_path, [game])[0] for game in GAMES]
    assert nodes(tmp_path, GAMES) == alone
    assert nodes(tmp_path, GAMES[::-1]) == alone[::-1]
