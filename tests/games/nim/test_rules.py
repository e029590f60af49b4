"""Nim against the theory."""

from functools import cache, reduce
from itertools import product
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import positions

import mossa
from mossa import MossaError

GAME = mossa.game("nim")

SPECS = ["nim", "nim:misere=1", "nim:heaps=1-3-5-7", "nim:heaps=7,misere=1", "nim:heaps=2-2-1-1-1,misere=1"]


def wins(rules):
    """Does the mover win? By the recursive definition."""

    @cache
    def win(state):
        if rules.is_over(state):
            return rules.utility(state, rules.mover(state)) > 0
        return any(not win(rules.play(state, move)) for move in rules.moves(state))

    return win


def wins_by_theory(heaps, misere):
    if misere and all(heap <= 1 for heap in heaps):
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


@pytest.mark.parametrize("spec", SPECS)
def test_all_positions_agree_with_the_theory(spec):
    game = mossa.game(spec)
    win, misere = wins(game.rules), game.parameters["misere"].value
    first = game.rules.start().heaps
    for heaps in product(*(range(heap + 1) for heap in first)):
        for turn in range(2):
            assert win(type(game.rules.start())(heaps, turn)) == wins_by_theory(heaps, misere)


def test_the_winning_moves_of_3_4_5():
    win = wins(GAME.rules)
    start = GAME.start()
    assert [text for text in start.moves if not win(start.play(text).state)] == ["a2"]


@pytest.mark.parametrize("spec", SPECS)
@given(data=st.data())
def test_random_games(spec, data):
    game = mossa.game(spec)
    position = data.draw(positions(game))
    assert game.position(position.text) == position
    assert position.is_over == (sum(position.state.heaps) == 0)
    for number, text in zip(position.legal, position.moves, strict=True):
        assert position.read_move(text.upper()) == number
    if position.is_over:
        took_last = 1 - position.mover
        assert position.result.winners == ((took_last,) if game.parameters["misere"].value == 0 else (position.mover,))


def test_heaps_keep_their_place():
    position = GAME.after("b4 a1")
    assert position.text == "2-0-5 first"
    assert position.moves == ("a1", "a2", "c1", "c2", "c3", "c4", "c5")
    assert GAME.position("2-0-5") == position
    assert GAME.position("2-0-5 SECOND").mover == 1


@pytest.mark.parametrize("heaps", ["0", "100", "3-", "3-a", "3-0-5", "-".join("1" * 27)])
def test_wrong_heaps(heaps):
    with pytest.raises(MossaError, match="parameter heaps takes up to 26 heaps of 1 to 99 matches"):
        mossa.game(f"nim:heaps={heaps}")
