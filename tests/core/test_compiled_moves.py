"""Positions ask compiled rules when interpreted ones have taken long: nobody can tell but by the time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import mossa
from mossa.core import compiled_moves
from mossa.core.compiled_moves import CompiledMoves
from mossa.core.game import COMPILE_AFTER, LOOK_AFTER, Game, InterpretedMoves
from mossa.core.position import Position

OWN = [name for name in mossa.names() if not mossa.game(name).rules.sampled]
MOST_PLIES = 60


@pytest.fixture
def compiled(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game whose positions ask compiled rules; interpreted again after the test."""
    game = mossa.game(request.param)
    interpreted = game.interpreted
    interpreted.compiled = CompiledMoves(game)
    yield game
    interpreted.compiled = None


def line(start: Position, seed: int) -> list[Position]:
    """A random game, its first moves given as numbers and as texts in turn."""
    rng, at, positions = random.Random(seed), start, [start]
    while not at.is_over and len(positions) < MOST_PLIES:
        at = at.play(rng.choice(at.moves if len(positions) % 2 else at.legal))
        positions.append(at)
    return positions


@pytest.mark.parametrize("compiled", OWN, indirect=True)
def test_both_give_the_same(compiled: Game) -> None:
    fast = line(compiled.start(), 1)
    compiled.interpreted.compiled = None
    slow = line(compiled.start(), 1)
    assert len(fast) == len(slow) > 1
    for one, other in zip(fast, slow, strict=True):
        assert one == other
        assert type(one.state) is type(other.state)
        assert [type(part) for part in one.state] == [type(part) for part in other.state]
        assert (one.legal, one.moves, one.is_over, one.result) == (
            other.legal,
            other.moves,
            other.is_over,
            other.result,
        )


@pytest.mark.parametrize("compiled", ["chess"], indirect=True)
def test_texts_are_read_as_before(compiled: Game) -> None:
    at = compiled.start().play("Nf3").play("d7d5").play("g3")
    assert at.history == ("g1f3", "d7d5", "g2g3")
    with pytest.raises(mossa.MossaError, match="e9"):
        at.play("e9")


def test_it_is_compiled_when_that_has_paid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """First the cache is asked; without a kernel there, a compilation waits until it has paid."""
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path))
    compiled_moves.kernel_for.cache_clear()
    game = mossa.game("tictactoe")
    interpreted = InterpretedMoves(game)
    interpreted.took(LOOK_AFTER / 2)
    interpreted.took(LOOK_AFTER)
    assert interpreted.compiled is None
    interpreted.took(COMPILE_AFTER)
    assert interpreted.compiled is not None
    assert interpreted.compiled.legal(game.rules.start()) == tuple(range(9))
    compiled_moves.kernel_for.cache_clear()
    again = InterpretedMoves(game)
    again.took(LOOK_AFTER)
    assert again.compiled is not None


def test_rules_of_a_user_stay_interpreted(tmp_path: Path) -> None:
    """What is wrong in them must be said."""
    source = Path(mossa.__file__).parents[2] / "docs" / "examples" / "breakthrough.py"
    file = tmp_path / "mine.py"
    file.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    interpreted = InterpretedMoves(mossa.game(str(file)))
    interpreted.took(10 * COMPILE_AFTER)
    assert interpreted.compiled is None


def test_rules_that_cannot_be_compiled_stay_interpreted() -> None:
    game = mossa.game("tictactoe")
    texts = replace(game, rules=game.rules.replace(play=lambda state, move: {0: state}[0]))
    interpreted = InterpretedMoves(texts)
    interpreted.took(COMPILE_AFTER)
    interpreted.took(COMPILE_AFTER)
    assert interpreted.compiled is None
