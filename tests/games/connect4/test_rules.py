"""The rules of Connect Four against a twin and known counts of positions."""

import csv
import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import play_out, positions

import mossa
from mossa import MossaError
from mossa.core.kernel_rules import kernel_for
from mossa.games.connect4.rules import has_four
from mossa.kernel.memory import Ints, Words

DATA = Path(__file__).parents[2] / "data" / "connect4"

GAME = mossa.game("connect4")

RULES = GAME.rules


def lines_of_four(columns, rows):
    """Every four cells (column, row) in a line."""
    for column in range(columns):
        for row in range(rows):
            for right, up in (1, 0), (0, 1), (1, 1), (1, -1):
                line = [(column + i * right, row + i * up) for i in range(4)]
                if all(x < columns and 0 <= y < rows for x, y in line):
                    yield line


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 5)), min_size=4, max_size=20))
def test_a_line_is_found_exactly_where_there_is_one(cells):
    stones = sum(1 << column * 7 + row for column, row in cells)
    assert has_four(stones) == any(cells.issuperset(line) for line in lines_of_four(7, 6))


def test_all_69_lines_are_found():
    lines = list(lines_of_four(7, 6))
    assert len(lines) == 69
    assert all(has_four(sum(1 << column * 7 + row for column, row in line)) for line in lines)


def test_positions_by_ply():
    """OEIS A212693."""
    states, counts = {RULES.start()}, []
    for _ in range(7):
        counts.append(len(states))
        states = {RULES.play(state, move) for state in states for move in RULES.legal(state)}
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422]


LINES = {cell: [line for line in lines_of_four(7, 6) if cell in line] for cell in product(range(7), range(6))}


class Twin:
    """The same game on a list of columns, each a text of stones from the bottom up; nothing shared."""

    def __init__(self):
        self.columns, self.winner, self.played = [""] * 7, "", 0

    def moves(self):
        return [] if self.winner else [column for column in range(7) if len(self.columns[column]) < 6]

    def play(self, column):
        stone = "XO"[self.played % 2]
        cell = column, len(self.columns[column])
        self.columns[column] += stone
        self.played += 1
        if any(all(self.columns[x][y : y + 1] == stone for x, y in line) for line in LINES[cell]):
            self.winner = stone

    def result(self):
        """Pons's score for the first player: 22 less the winner's stones."""
        worth = 22 - (self.played + 1) // 2 if self.winner else 0
        return worth if self.winner == "X" else -worth

    def words(self):
        """The stones of the player to move, and of both, as the rules lay them out."""
        own = "XO"[self.played % 2]
        at = [(column * 7 + row, stone) for column in range(7) for row, stone in enumerate(self.columns[column])]
        return sum(1 << bit for bit, stone in at if stone == own), sum(1 << bit for bit, _ in at)


@pytest.mark.parametrize(("compiled", "games"), [(False, 30), (True, 970)])
def test_a_thousand_random_games_agree_with_the_twin(compiled, games):
    chooser, ends = random.Random(games), set()
    kernel = kernel_for(play_out, GAME, compiled)
    boards, played, choices = Words(84), Ints(86), Ints(42)
    for _ in range(games):
        for i in range(42):
            choices[i] = chooser.randrange(1 << 20)
        length = kernel(RULES.start(), choices, Ints(7), boards, played)
        twin = Twin()
        for ply in range(length):
            moves = twin.moves()
            assert len(moves) == played[2 * ply]
            assert played[2 * ply + 1] == moves[choices[ply] % len(moves)]
            twin.play(played[2 * ply + 1])
            assert (boards[2 * ply], boards[2 * ply + 1]) == twin.words()
        assert twin.moves() == []
        assert played[2 * length] == twin.result()
        ends.add(twin.result())
    assert len(ends) > 10


@pytest.mark.parametrize(
    ("text", "result", "score"),
    [
        ("1212121", (1, -1), 18),
        ("1122334", (1, -1), 18),
        ("71212121", (-1, 1), -18),
        ("12233434474", (1, -1), 16),
        ("111111222222333333544444455555666666777777", (0, 0), 0),
    ],
    ids=["column", "row", "second player", "diagonal", "full board"],
)
def test_ends(text, result, score):
    """A win with four stones of 21 leaves 17: Pons's score is 18."""
    position = GAME.position(text)
    assert position.result == result
    assert RULES.score(position.state, 0) == score == -RULES.score(position.state, 1)


@pytest.mark.parametrize("path", sorted(DATA.glob("*.csv")), ids=lambda path: path.stem)
def test_positions_of_pons(path):
    with path.open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 50
    for line in lines:
        position = GAME.position(line["moves"])
        assert not position.is_over
        assert position.mover == len(line["moves"]) % 2
        assert GAME.position(position.text) == position
        low, high = GAME.facts.score
        assert low <= int(line["score"]) <= high


@given(data=st.data())
def test_the_board_can_be_mirrored(data):
    position = data.draw(positions(GAME))
    mirrored = GAME.after(" ".join(str(8 - int(column)) for column in position.history))
    assert mirrored.is_over == position.is_over
    assert mirrored.result == position.result
    assert mirrored.moves == tuple(str(8 - int(move)) for move in reversed(position.moves))


@pytest.mark.parametrize("text", ["", "start", "START"])
def test_the_empty_board(text):
    assert GAME.position(text) == GAME.start()
    assert GAME.start().text == "start"


def test_a_board_that_does_not_fit_a_word_is_refused():
    with pytest.raises(MossaError, match=r"10 columns of 6 rows are too many: .* at most 63"):
        mossa.game("connect4:columns=10,rows=6")
