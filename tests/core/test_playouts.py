"""Playouts: random games, compiled, the same with any number of threads, and each one can be played again."""

from __future__ import annotations

import itertools
import math

import pytest

import mossa
from mossa import MossaError
from mossa.core.kernel_rules import kernel_for
from mossa.core.playouts import play_out
from mossa.kernel.memory import Ints, Reals
from mossa.kernel.words import u64

GAMES = mossa.names()


@pytest.mark.parametrize("name", GAMES)
def test_each_game_of_a_batch_can_be_played_again(name: str) -> None:
    start = mossa.game(name).start()
    games = start.playout(6, seed=3)
    assert len(games) == 6
    assert start.game.facts.longest is None or games.finished == 6
    for number in (0, 1) if games.finished == 6 else ():
        last = games.position(number)
        assert last.is_over
        assert len(last.line) - 1 == games.lengths[number]
        assert last.result == tuple(games.results[number])


@pytest.mark.parametrize("name", ["tictactoe", "kuhn", "rps", "trio", "pig"])
def test_compiled_and_interpreted_are_the_same(name: str) -> None:
    game = mossa.game(name)
    found = []
    for compiled in (True, False):
        kernel, results, line = kernel_for(play_out, game, compiled), Reals(game.facts.players), Ints(50)
        for seed in range(20):
            length = kernel(game.rules.start(), u64(seed), 50, results, line, 50, Ints(game.facts.widest))
            found.append((length, results.array.tolist(), line.array[: abs(length)].tolist()))
    assert found[:20] == found[20:]


def test_the_seed_decides_and_threads_do_not() -> None:
    start = mossa.game("connect4").start()
    one, three = start.playout(3000, seed=5), start.playout(3000, seed=5, threads=3)
    assert one.results.tolist() == three.results.tolist()
    assert one.lengths.tolist() == three.lengths.tolist()
    assert one.lengths.tolist() != start.playout(3000, seed=6).lengths.tolist()


def test_all_moves_are_equally_likely() -> None:
    """The mean over random play of tic-tac-toe is known: MAX wins 0.585 of the games and loses 0.288."""

    def exact(position: mossa.Position) -> float:
        if position.result is not None:
            return position.result[0]
        return sum(exact(position.play(move)) for move in position.legal) / len(position.legal)

    position = mossa.game("tictactoe").after("b2 a1")
    games = position.playout(20_000, seed=1)
    assert games.mean[0] == pytest.approx(exact(position), abs=5 * games.error[0])
    assert games.error[0] == pytest.approx(0.006, abs=0.002)
    whole = mossa.game("tictactoe").start().playout(20_000, seed=1)
    assert whole.mean[0] == pytest.approx(0.585 - 0.288, abs=0.03)


def test_a_batch_of_positions() -> None:
    start = mossa.game("tictactoe").start()
    positions = [start, *(start.play(move) for move in start.legal)]
    batches = mossa.playouts(positions, 200, seed=9)
    assert [games.start for games in batches] == positions
    assert batches[0].results.tolist() == start.playout(200, seed=9).results.tolist()
    assert batches[2].position(7).line[1] == positions[2]
    last = batches[2].position(7)
    assert last.result == tuple(batches[2].results[7])
    assert mossa.playouts([], 5) == []


def test_a_finished_position_has_games_of_no_moves() -> None:
    over = mossa.game("tictactoe").after("a1 b1 a2 b2 a3")
    games = over.playout(3)
    assert games.lengths.tolist() == [0, 0, 0]
    assert games.mean == (1, -1)


def test_games_that_are_too_long_are_not_finished() -> None:
    games = mossa.game("pig").start().playout(50, seed=1, longest=3)
    assert games.finished == 0
    assert all(itertools.chain(games.lengths == 3))
    assert all(map(math.isnan, games.mean))
    assert games.error == (math.inf, math.inf)
    assert not games.position(0).is_over
    assert len(games.position(0).line) == 4


def test_wrong_use() -> None:
    start = mossa.game("tictactoe").start()
    with pytest.raises(MossaError, match="n of playouts is a whole number from 1 on, not 0"):
        start.playout(0)
    with pytest.raises(MossaError, match="threads of playouts"):
        start.playout(1, threads=0)
    with pytest.raises(MossaError, match="of one game: these positions are of several"):
        mossa.playouts([start, mossa.game("connect4").start()], 2)
    with pytest.raises(MossaError, match="numbered from 0: there is no number 4"):
        start.playout(4).position(4)
