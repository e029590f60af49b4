"""Estimates that are made once only."""

from __future__ import annotations

from typing import Any

import pytest

import mossa
from mossa.core.compiled import specialise
from mossa.kernel.hashtable import SCORE_LIMIT, make_table
from mossa.kernel.words import u64
from mossa.search.engines.estimates import judge
from mossa.search.engines.memory import JUDGED, Memory, Signal, make_memory
from mossa.search.engines.options import make_options

GAMES = ("chess", "checkers", "othello")


def fresh(name: str) -> tuple[Any, Any, Memory]:
    game = mossa.game(name)
    plain = specialise(judge, game, compiled=False)
    return game, plain, make_memory(game, make_table(1), Signal(stop=0), make_options())


@pytest.mark.parametrize("name", GAMES)
def test_an_estimate_kept_is_the_estimate(name: str) -> None:
    game, plain, memory = fresh(name)
    state = game.rules.start()
    for _ in range(6):
        assert [plain(state, memory) for _ in range(2)] == [game.rules.evaluate(state)] * 2
        state = game.rules.play(state, next(iter(game.rules.moves(state))))
    assert sum(1 for word in memory.judged.array.tolist() if word) == 6


def test_the_second_time_what_was_kept_is_told() -> None:
    game, plain, memory = fresh("chess")
    state = game.rules.start()
    plain(state, memory)
    place = int(state.key & (JUDGED - 1))
    memory.judged[place] = memory.judged[place] >> 24 << 24 | u64(SCORE_LIMIT - 77)
    assert plain(state, memory) == -77


def test_chess_is_judged_anew_when_the_quiet_time_is_longer() -> None:
    """The key is the same, but an advantage that makes no progress fades."""
    game, plain, memory = fresh("chess")
    soon, late = (game.position(f"4k3/8/8/8/8/8/4P3/R3K3 w - - {quiet} 60").state for quiet in (0, 90))
    assert soon.key == late.key
    assert plain(soon, memory) > plain(late, memory) == game.rules.evaluate(late)
