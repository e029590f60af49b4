"""The root: a reduced move that mates is found; kernels of several games in one process do not mix."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.processes import python

import mossa

CHESS = mossa.game("chess")

PROGRAM = """
import mossa
from mossa.search.alphabeta.deepening import search
from mossa.search.common.limits import Limits
for spec in {games}:
    game = mossa.game(spec)
    print(search(game, game.rules.start(), Limits(depth=5), memory_mib=1).nodes)
"""

GAMES = ["tictactoe", "connect4:columns=5,rows=4"]


def test_a_quiet_sacrifice_that_mates_is_found_though_late_moves_of_the_root_are_reduced() -> None:
    at = CHESS.position("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1")
    assert at.write_move(at.best(depth=6).found.move) == "g3g6"


def nodes(cache: Path, games: list[str]) -> list[str]:
    return python(PROGRAM.format(games=games), MOSSA_CACHE=cache).split()


@pytest.mark.slow
def test_kernels_from_different_processes_do_not_mix(tmp_path: Path) -> None:
    alone = [nodes(tmp_path, [game])[0] for game in GAMES]
    assert nodes(tmp_path, GAMES) == alone
    assert nodes(tmp_path, GAMES[::-1]) == alone[::-1]
