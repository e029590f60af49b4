"""Grundy's game: the rules against Grundy numbers by their definition."""

from functools import cache, reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import positions

import mossa

GAME = mossa.game("grundy")

SPECS = [
    "grundy",
    "grundy:matches=1",
    "grundy:matches=2",
    "grundy:matches=10",
    "grundy:matches=23",
    "grundy:matches=60",
]

# OEIS A002188, piles of 0 to 60.
GRUNDY = [
    *(0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3),
    *(0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1, 2, 4, 1, 2, 4),
    *(1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0, 2, 1, 0, 2, 1, 5, 2, 1, 3),
    2,
]


def piles(position):
    return [int(size) for size in position.text.split("-")]


def test_the_grundy_numbers_by_their_definition():
    """The number of a pile is the least one that no split of it has."""
    numbers = []
    for size in range(61):
        reached = {numbers[part] ^ numbers[size - part] for part in range(1, (size + 1) // 2)}
        numbers.append(next(n for n in range(size + 1) if n not in reached))
    assert numbers == GRUNDY


@pytest.mark.parametrize("matches", range(1, 26))
def test_the_first_player_wins_exactly_where_the_theory_says(matches):
    rules = mossa.game(f"grundy:matches={matches}").rules

    @cache
    def win(state):
        """By the recursive definition of a winning position."""
        if rules.is_over(state):
            return rules.utility(state, rules.mover(state)) > 0
        return any(not win(rules.play(state, move)) for move in rules.moves(state))

    assert win(rules.start()) == (GRUNDY[matches] != 0)


def test_the_course_example():
    """One pile of 7: MAX loses, because MIN can reach 4-2-1 whatever MAX does."""

    @cache
    def wins(position):
        return any(not wins(position.play(move)) for move in position.legal)

    start = GAME.start()
    assert start.moves == ("7=6+1", "7=5+2", "7=4+3")
    assert not wins(start)
    for split in start.moves:
        assert not wins(start.play(split).play("4-2-1"))
    assert GAME.position("4-2-1").mover == 0
    assert GAME.after("6-1 4-2-1 3+1 2+1").result == (-1, 1)


@pytest.mark.parametrize("spec", SPECS)
@given(data=st.data())
def test_random_games(spec, data):
    game = mossa.game(spec)
    position = data.draw(positions(game))
    sizes = piles(position)
    assert sum(sizes) == game.parameters["matches"].value
    assert sizes == sorted(sizes, reverse=True)
    assert position.mover == (len(sizes) - 1) % 2
    assert game.position(position.text) == position
    splits = {(size, part) for size in sizes for part in range(1, size) if part < size - part}
    assert set(position.moves) == {f"{size}={size - part}+{part}" for size, part in splits}
    assert position.is_over == (max(sizes) <= 2)
    for number, text in zip(position.legal, position.moves, strict=True):
        after = position.play(number)
        for written in (
            text,
            text.partition("=")[2],
            "+".join(reversed(text.partition("=")[2].split("+"))),
            after.text,
        ):
            assert position.read_move(written) == number


@pytest.mark.parametrize("matches", [3, 7, 20, 60])
def test_the_longest_game_is_as_long_as_declared(matches):
    game = mossa.game(f"grundy:matches={matches}")
    at = game.start()
    while not at.is_over:
        assert len(at.moves) <= game.facts.widest
        at = at.play(at.legal[0])  # takes one match off
    assert len(at.history) == game.facts.longest
    assert len(game.start().moves) == game.facts.widest


@given(st.lists(st.integers(1, 12), min_size=1, max_size=3).filter(lambda sizes: sum(sizes) <= 14))
def test_any_position_agrees_with_the_theory(sizes):
    rules = mossa.game(f"grundy:matches={sum(sizes)}").rules

    @cache
    def win(state):
        return any(not win(rules.play(state, move)) for move in rules.moves(state))

    state = rules.read_position("-".join(map(str, sizes)))
    assert win(state) == (reduce(xor, (GRUNDY[size] for size in sizes)) != 0)
