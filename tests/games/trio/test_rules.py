"""The rules of trio against naive ones; max^n and paranoid search differ."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.random_play import positions

import mossa
from mossa import MossaError
from mossa.search import textbook

GAME = mossa.game("trio")

SIZES = [4, 6, 8]

BOARDS = {size: mossa.game(f"trio:size={size}") for size in SIZES}

BLUE_DECIDES = "YYY--BRR-BRYRRR-"


class Naive:
    """The rules once more, on a dictionary of cells."""

    def __init__(self, size, text):
        self.cells = {(i % size, i // size): letter for i, letter in enumerate(text)}
        self.size, self.mover = size, "RYB"[(size * size - text.count("-") - 4) % 3]

    def turned(self, cell):
        turned = []
        for right, up in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
            run, (x, y) = [], (cell[0] + right, cell[1] + up)
            while self.cells.get((x, y), "-") not in ("-", self.mover):
                run.append((x, y))
                x, y = x + right, y + up
            if self.cells.get((x, y)) == self.mover:
                turned += run
        return turned

    def moves(self):
        empty = [cell for cell, letter in self.cells.items() if letter == "-"]
        turning = [cell for cell in empty if self.turned(cell)]
        near = [(x, y) for x, y in empty if any(self._ball(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))]
        return turning or near

    def _ball(self, x, y):
        return self.cells.get((x, y), "-") != "-"

    def after(self, cell):
        cells = self.cells | dict.fromkeys([cell, *self.turned(cell)], self.mover)
        return "".join(cells[i % self.size, i // self.size] for i in range(self.size**2))


def name(cell):
    return "abcdefgh"[cell[0]] + str(cell[1] + 1)


@pytest.mark.parametrize("size", SIZES)
@given(data=st.data())
@settings(max_examples=30)
def test_random_games_follow_the_naive_rules(size, data):
    game = BOARDS[size]
    position = data.draw(positions(game))
    naive = Naive(size, position.text)
    assert game.position(position.text) == position
    assert "RYB"[position.mover] == naive.mover
    if position.is_over:
        assert "-" not in position.text
        balls = [position.text.count(letter) for letter in "RYB"]
        assert position.result == tuple(3 * own - sum(balls) for own in balls)
        assert position.result.winners in ((), tuple(i for i in range(3) if balls[i] == max(balls)))
    else:
        assert sorted(position.moves) == sorted(map(name, naive.moves()))
        for cell in naive.moves():
            assert position.play(name(cell)).text == naive.after(cell)


@pytest.mark.parametrize("size", SIZES)
def test_every_game_fills_the_board(size):
    game, dice = BOARDS[size], random.Random(size)
    at = game.start()
    while not at.is_over:
        at = at.play(dice.choice(at.legal))
    assert len(at.history) == game.facts.longest == size * size - 4
    assert sum(at.result) == 0


def test_who_can_turn_a_ball_must():
    start = GAME.start()
    assert start.text == "-----RG--YB-----"
    assert start.moves == ("d2", "b4", "d4")
    assert start.play("d2").text == "-----RRR-YB-----"


def test_who_cannot_turn_a_ball_places_it_next_to_one():
    """Yellow has lost all his balls."""
    position = BOARDS[6].position("------" + "------" + "--RRR-" + "--RB--" + "------" + "------")
    assert position.mover == 1
    assert "".join(position.moves) == "b2c2d2e2f2b3f3b4e4f4b5c5d5e5"


def all_maxn(rules):
    """Every vector that max^n can give, whichever of equally good moves each player takes."""

    @cache
    def vectors(state):
        if rules.is_over(state):
            return frozenset([rules.utilities(state)])
        player = rules.mover(state)
        below = [vectors(rules.play(state, move)) for move in rules.moves(state)]
        sure = max(min(vector[player] for vector in some) for some in below)
        return frozenset(vector for some in below for vector in some if vector[player] >= sure)

    return vectors


def paranoid(rules, player):
    @cache
    def value(state):
        if rules.is_over(state):
            return rules.utility(state, player)
        best = max if rules.mover(state) == player else min
        return best(value(rules.play(state, move)) for move in rules.moves(state))

    return value


def test_maxn_and_paranoid_search_choose_differently():
    """The example of the package: whatever the others do among equals, max^n plays d1 and paranoid search d4."""
    position = GAME.position(BLUE_DECIDES)
    assert (position.mover, position.moves) == (2, ("d1", "d4"))
    vectors, value = all_maxn(GAME.rules), paranoid(GAME.rules, 2)
    assert vectors(position.play("d1").state) == {(5, -4, -1)}
    assert vectors(position.play("d4").state) == {(-4, 8, -4)}
    assert [value(position.play(move).state) for move in ("d1", "d4")] == [-10, -4]


def test_the_textbook_agrees():
    position = GAME.position(BLUE_DECIDES)
    selfish = textbook.run("maxn", GAME.rules, position.state)
    fearful = textbook.run("paranoid", GAME.rules, position.state)
    assert (selfish.value, selfish.best) == ((5, -4, -1), "d1")
    assert (fearful.value, fearful.best) == (-4, "d4")


@pytest.mark.parametrize("size", ["5", "2", "10"])
def test_wrong_sizes(size):
    with pytest.raises(MossaError, match="parameter size takes"):
        mossa.game(f"trio:size={size}")
