"""Games inside one kernel: they are legal, they end as they should, and a seed makes them again."""

import itertools

import numpy as np
import pytest

import mossa
from mossa.kernel.layout import unflatten
from mossa.learn.selfplay import NOT_SEARCHED, SelfPlay, SelfPlayGame


def states(player: SelfPlay, played: SelfPlayGame) -> list:
    example = player.game.rules.start()
    return [unflatten(example, row) for row in played.states.tolist()]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tictactoe", "connect4", "checkers"])
def test_games_are_legal_and_end_as_they_should(name: str) -> None:
    player = SelfPlay(mossa.game(name))
    rules = player.game.rules
    for seed in range(10):
        played = player.play(seed, opening=3, depth=2, most=150)
        line = states(player, played)
        assert line[0] == rules.start()
        for before, after in itertools.pairwise(line):
            assert after in [rules.play(before, move) for move in rules.legal(before)]
        assert (played.scores[:3] == NOT_SEARCHED).all()
        ends = [rules.play(line[-1], move) for move in rules.legal(line[-1])]
        outcomes = set()
        for end in ends:
            if rules.is_over(end):
                outcomes.add(int((rules.score or rules.utility)(end, 0)))
            elif rules.bounds is not None and len(set(rules.bounds(end))) == 1:
                outcomes.add(rules.bounds(end)[0] * (1 if rules.mover(end) == 0 else -1))
        assert played.outcome in outcomes | {0}


def test_a_seed_makes_the_same_game_again() -> None:
    player = SelfPlay(mossa.game("checkers"))
    first, other, again = (player.play(seed, opening=6, depth=3, most=60) for seed in (1, 2, 1))
    assert np.array_equal(first.states, again.states)
    assert np.array_equal(first.scores, again.scores)
    assert not np.array_equal(first.states, other.states)


def test_who_is_far_behind_resigns() -> None:
    player = SelfPlay(mossa.game("checkers"))
    start = mossa.game("checkers").position("B:W21,22,32:B1-12").state
    long = player.play(1, opening=0, depth=3, start=start)
    short = player.play(1, opening=0, depth=3, start=start, resign=300)
    assert long.outcome == short.outcome == 1
    assert len(short.states) < len(long.states)


def test_games_without_an_end_are_drawn() -> None:
    checkers = mossa.game("checkers")
    player = SelfPlay(checkers)
    start = checkers.position("B:WK1,K2,K3:BK30,K31,K32").state
    played = player.play(1, opening=0, depth=1, start=start)
    assert played.outcome == 0
    assert len(played.states) <= 80
    assert player.play(1, opening=0, depth=1, start=start, most=5).outcome == 0
