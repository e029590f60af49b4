"""The rules of checkers against published counts and a naive twin."""

import random
from functools import cache

import pytest
from tests.games.checkers import naive_rules as naive

import mossa
from mossa.core.conformance import check
from mossa.core.kernel_rules import KernelRules, kernel_for
from mossa.games.checkers.notation import by_colour
from mossa.games.checkers.rules import State
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Words
from mossa.kernel.words import u64
from mossa.search.common.perft import perft

CHECKERS = mossa.game("checkers")

PERFT = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128)
"""OEIS A133046."""

DISTINCT = (1, 7, 49, 216, 805, 2733)
"""Positions after n moves: OEIS A133047."""

DIVIDE = {"9-13": 1345, "9-14": 858, "10-14": 874, "10-15": 918, "11-15": 860, "11-16": 1299, "12-16": 1207}

game: KernelRules = slot("game")


def family(state: State, moves: Ints, words: Words) -> int:
    """The moves of a state and the words of its children."""
    n = game.moves(state, moves, 0)
    for i in range(n):
        child = game.play(state, moves[i])
        words[4 * i] = child.pieces
        words[4 * i + 1] = child.kings
        words[4 * i + 2] = u64(child.turn)
        words[4 * i + 3] = u64(child.quiet)
    return n


def test_keeps_the_protocol() -> None:
    report = check(CHECKERS, games=3)
    assert report.ok, report.lines


@pytest.mark.parametrize("depth", range(1, 12))
def test_perft(depth: int) -> None:
    assert perft(CHECKERS, CHECKERS.rules.start(), depth) == PERFT[depth - 1]


def test_perft_by_first_move() -> None:
    start = CHECKERS.start()
    assert {move: perft(CHECKERS, start.play(move).state, 4) for move in start.moves} == DIVIDE


def test_distinct_positions() -> None:
    states = {CHECKERS.rules.start()}
    for expected in DISTINCT:
        assert len(states) == expected
        states = {CHECKERS.rules.play(state, move) for state in states for move in CHECKERS.rules.legal(state)}


def naive_sets(board: naive.Board) -> tuple[tuple[int, int], tuple[int, int]]:
    sets = {piece: sum(1 << n - 1 for n, p in board.items() if p == piece) for piece in "bBwW"}
    return (sets["b"], sets["B"]), (sets["w"], sets["W"])


@cache
def squares(turn: int, move: int) -> tuple[int, ...]:
    text = CHECKERS.rules.write_move(CHECKERS.rules.start()._replace(turn=turn), move)
    return tuple(int(word) for word in text.replace("x", "-").split("-"))


@cache
def reversed_half(half: int) -> int:
    return int(f"{half:032b}"[::-1], 2)


def sides(pieces: int, kings: int, turn: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """`by_colour`, quickly, on plain words."""
    mine, theirs = pieces & 0xFFFFFFFF, pieces >> 32
    my_kings, their_kings = kings & 0xFFFFFFFF, kings >> 32
    if turn:
        mine, theirs, my_kings, their_kings = map(reversed_half, (theirs, mine, their_kings, my_kings))
    return (mine & ~my_kings, my_kings), (theirs & ~their_kings, their_kings)


@pytest.mark.slow
@pytest.mark.parametrize(("compiled", "games"), [(False, 25), (True, 975)])
def test_random_games_against_the_naive_twin(compiled: bool, games: int) -> None:
    kernel = kernel_for(family, CHECKERS, compiled)
    moves, words = Ints(CHECKERS.facts.widest), Words(4 * CHECKERS.facts.widest)
    for seed in range(games):
        chooser = random.Random(f"{compiled} {seed}")
        board, colour, quiet = naive.first_board(), "b", 0
        state = CHECKERS.rules.start()
        while quiet < 80:
            expected = naive.legal(board, colour)
            n = kernel(state, moves, words)
            numbers = moves.array[:n].tolist()
            found = [squares(state.turn, move) for move in numbers]
            assert sorted(found) == sorted(expected), (seed, board)
            if not expected:
                break
            choice = chooser.randrange(n)
            quiet = quiet + 1 if naive.quiet(board, found[choice]) else 0
            board, colour = naive.play(board, found[choice]), "w" if colour == "b" else "b"
            child = words.array[4 * choice : 4 * choice + 4].tolist()
            state = State(u64(child[0]), u64(child[1]), child[2], child[3])
            assert sides(*child[:3]) == naive_sets(board)
            assert (state.turn, state.quiet) == ("bw".index(colour), quiet)
        assert CHECKERS.rules.is_over(state)
        lost = not expected and quiet < 80
        assert CHECKERS.rules.utility(state, state.turn) == (-1 if lost else 0)
        assert by_colour(state) == naive_sets(board)


def test_capture_is_forced_and_made_to_its_end() -> None:
    position = CHECKERS.position("B:W18,26,27:B15,1")
    assert position.moves == ("15x22x31",)
    assert position.play("15x31").text == "W:W27:B1,K31"  # crowning ends the move: the king does not go on over 27


def test_a_king_may_come_back_to_where_it_began() -> None:
    position = CHECKERS.position("B:W6,7,14,15:BK2")
    assert set(position.moves) == {"2x9x18x11x2", "2x11x18x9x2"}
    assert position.play("2x2") == position.play("2x9x18x11x2")  # both ways capture the same


def test_most_captures() -> None:
    """A king can take nine pieces, and the number of that move is a legal one."""
    position = CHECKERS.position("W:B6,7,8,14,15,16,22,23,24:WK4")
    move = max(position.legal)
    assert position.write_move(move).count("x") == 9
    assert move < 2**24 - 1


def test_draw_after_forty_moves() -> None:
    position = CHECKERS.position("B:WK1:BK32:H78").play("32-28")
    assert not position.is_over
    assert position.play("1-6").result == (0, 0)
    short = mossa.game("checkers:draw_after=2").position("B:WK1:BK32").play("32-28").play("1-6")
    assert short.is_over


def test_who_cannot_move_loses() -> None:
    blocked = CHECKERS.position("W:W32:B28,27,24,23")
    assert blocked.is_over
    assert blocked.result == (1, -1)
    assert CHECKERS.position("B:W32:B").result == (-1, 1)
