"""The memory of a thread: its class can be pickled, and the engine is found by another process; reductions."""

from __future__ import annotations

import pickle

import pytest
from tests.processes import python
from tests.search.alphabeta.two_player_games import TWO_PLAYER_GAMES

import mossa
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.memory import REDUCTION_ROW, reductions


@pytest.mark.parametrize("name", TWO_PLAYER_GAMES)
def test_memory_has_a_class_that_another_process_finds(name: str) -> None:
    (memory,) = Searcher(mossa.game(name), compiled=False).memories
    assert pickle.loads(pickle.dumps(type(memory))) is type(memory)


@pytest.mark.slow
def test_another_process_finds_the_engine() -> None:
    script = """if True:
        import mossa
        from mossa.kernel.specialise import compilation_listeners
        from mossa.search.alphabeta.deepening import search
        from mossa.search.common.limits import Limits
        compilation_listeners.append(print)
        chess = mossa.game("chess")
        search(chess, chess.rules.start(), Limits(depth=1))
    """
    python(script)  # unless some test before compiled it
    assert python(script) == ""


def test_reductions_grow_with_depth_and_number() -> None:
    table = reductions(90, 190)
    assert len(table) == REDUCTION_ROW * REDUCTION_ROW
    assert table[REDUCTION_ROW * 1 + 1] == 0
    assert table[REDUCTION_ROW * 10 + 10] == int(0.9 + 2.302585**2 / 1.9) == 3
    for at in range(1, REDUCTION_ROW):
        row, column = table[REDUCTION_ROW * at : REDUCTION_ROW * at + REDUCTION_ROW], table[at::REDUCTION_ROW]
        assert list(row) == sorted(row)
        assert list(column) == sorted(column)
