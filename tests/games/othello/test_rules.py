"""The rules of Othello against an independent twin and published counts."""

import random
from itertools import product

import pytest
from tests.random_play import play_out

import mossa
from mossa.core.conformance import check
from mossa.core.kernel_rules import kernel_for
from mossa.games.othello.rules import State
from mossa.kernel.memory import Ints, Words
from mossa.search.common.perft import perft

OTHELLO = mossa.game("othello")

RULES = OTHELLO.rules

PERFT = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056)
"""Leaves at depth 1 … 10, a forced pass counted as a move (OEIS A124004)."""


class Twin:
    """Othello by the book: a list of rows, and a walk along each line."""

    def __init__(self) -> None:
        self.board = [["."] * 8 for _ in range(8)]
        self.board[3][3] = self.board[4][4] = "O"
        self.board[3][4] = self.board[4][3] = "X"
        self.side = "X"

    def turned(self, row: int, column: int, side: str) -> list[tuple[int, int]]:
        found = []
        for down, right in product((-1, 0, 1), repeat=2):
            line = []
            y, x = row + down, column + right
            while 0 <= y < 8 and 0 <= x < 8 and self.board[y][x] not in (".", side):
                line.append((y, x))
                y, x = y + down, x + right
            if 0 <= y < 8 and 0 <= x < 8 and self.board[y][x] == side and (down or right):
                found += line
        return found

    def squares(self, side: str) -> list[str]:
        cells = product(range(8), repeat=2)
        return ["abcdefgh"[x] + str(y + 1) for y, x in cells if self.board[y][x] == "." and self.turned(y, x, side)]

    def moves(self) -> list[str]:
        other = "XO"[self.side == "X"]
        return self.squares(self.side) or (["pass"] if self.squares(other) else [])

    def play(self, move: str) -> None:
        if move != "pass":
            row, column = int(move[1]) - 1, "abcdefgh".index(move[0])
            for y, x in [*self.turned(row, column, self.side), (row, column)]:
                self.board[y][x] = self.side
        self.side = "XO"[self.side == "X"]

    def text(self) -> str:
        return "".join("".join(row) for row in self.board).replace(".", "-") + " " + self.side

    def difference(self) -> int:
        discs = self.text()[:64]
        black, white = discs.count("X"), discs.count("O")
        return 64 - 2 * white if black > white else 2 * black - 64 if white > black else 0


def test_random_games_agree_with_the_twin():
    """The interpreted rules, move for move."""
    chooser = random.Random(1)
    for _ in range(60):
        twin, at = Twin(), RULES.start()
        while moves := twin.moves():
            assert [RULES.write_move(at, move) for move in RULES.legal(at)] == moves
            move = chooser.choice(moves)
            twin.play(move)
            at = RULES.play(at, RULES.read_move(at, move))
            assert RULES.write_position(at) == twin.text()
        assert RULES.legal(at) == []
        assert RULES.utilities(at) == (twin.difference(), -twin.difference())
        assert RULES.score(at, 1) == -twin.difference()


@pytest.mark.slow
def test_a_thousand_compiled_random_games_agree_with_the_twin():
    chooser = random.Random(2)
    kernel = kernel_for(play_out, OTHELLO)
    boards, played, choices, passes = Words(240), Ints(242), Ints(120), 0
    for _ in range(1000):
        for i in range(120):
            choices[i] = chooser.randrange(1 << 20)
        length = kernel(RULES.start(), choices, Ints(64), boards, played)
        twin = Twin()
        for ply in range(length):
            moves = twin.moves()
            move = RULES.write_move(RULES.start(), played[2 * ply + 1])
            assert len(moves) == played[2 * ply]
            assert move == moves[choices[ply] % len(moves)]
            twin.play(move)
            passes += move == "pass"
            after = State(boards[2 * ply], boards[2 * ply + 1], int(twin.side == "O"))
            assert RULES.write_position(after) == twin.text()
        assert twin.moves() == []
        assert played[2 * length] == twin.difference()
    assert passes > 300


def test_keeps_every_promise_of_the_protocol():
    assert check(OTHELLO, games=5).faults == []


@pytest.mark.parametrize("depth", range(1, 11))
def test_perft(depth):
    assert perft(OTHELLO, RULES.start(), depth) == PERFT[depth - 1]


@pytest.mark.parametrize("depth", range(1, 5))
def test_perft_interpreted(depth):
    assert perft(OTHELLO, RULES.start(), depth, compiled=False) == PERFT[depth - 1]


def test_squares_left_empty_go_to_the_winner():
    board = "X" * 10 + "-" * 17 + "XX" + "-" * 6 + "XO" + "-" * 27
    wiped = OTHELLO.position(board.replace("O", "X") + " O")
    assert wiped.is_over
    assert wiped.result == (64, -64)
    even = OTHELLO.position("XXXX" + "-" * 23 + "OO" + "-" * 6 + "OO" + "-" * 27 + " X")
    assert even.is_over
    assert even.result == (0, 0)


def test_a_forced_pass_is_a_move():
    at = OTHELLO.position("OXXX----" + "-" * 16 + "---XX---" + "---XX---" + "-" * 24 + " X")
    assert at.moves == ("pass",)
    after = at.play("pass")
    assert after.mover != at.mover
    assert after.text[:64] == at.text[:64]
    assert at.play("--") == at.play("PA") == after
