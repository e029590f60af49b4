"""The line so far: Go with superko against rules of its own that keep the past, and every algorithm on it."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from tests.small_games import written  # noqa: F401
from tests.user_files import NIM

import mossa
from mossa import Game, MossaError, u64
from mossa.core.conformance import check
from mossa.core.explanation import explainer
from mossa.core.line import Line, seen
from mossa.play.match import Match, run
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.solver import solve
from mossa.search.common.limits import Limits
from mossa.search.common.perft import perft
from mossa.search.montecarlo.uct import MonteCarlo
from mossa.search.nplayers.engine import NPlayers
from mossa.search.textbook import run as run_textbook

GO = str(Path(__file__).resolve().parents[2] / "docs" / "examples" / "go.py")
SOURCE = Path(GO).read_text()
Write = Callable[[str], Game]
Board = tuple[str, ...]
"""A naive board: a sign for each point."""


def go(columns: int, rows: int) -> Game:
    """Go on a board of this size."""
    return mossa.game(f"{GO}:columns={columns},rows={rows}")


class NaiveGo:
    """The rules again, with sets of points and the whole past in the state."""

    def __init__(self, columns: int, rows: int) -> None:
        self.points = columns * rows
        self.near = [
            [q for q in range(self.points) if abs(q % columns - p % columns) + abs(q // columns - p // columns) == 1]
            for p in range(self.points)
        ]

    def chain(self, board: Board, point: int) -> set[int]:
        """The points of one sign that hang together."""
        found, waiting = set(), [point]
        while waiting:
            at = waiting.pop()
            if at not in found:
                found.add(at)
                waiting += [q for q in self.near[at] if board[q] == board[point]]
        return found

    def is_free(self, board: Board, chain: set[int]) -> bool:
        """Has a chain a liberty?"""
        return any(board[q] == "." for p in chain for q in self.near[p])

    def after(self, board: Board, point: int, sign: str) -> Board | None:
        """The board after a stone; None for suicide."""
        new = list(board)
        new[point] = sign
        for q in self.near[point]:
            if new[q] not in (sign, ".") and not self.is_free(tuple(new), chain := self.chain(tuple(new), q)):
                for taken in chain:
                    new[taken] = "."
        return tuple(new) if self.is_free(tuple(new), self.chain(tuple(new), point)) else None

    def moves(self, board: Board, past: frozenset[Board], sign: str) -> dict[int, Board]:
        """The boards after each stone that may be set."""
        found = {p: self.after(board, p, sign) for p in range(self.points) if board[p] == "."}
        return {p: new for p, new in found.items() if new is not None and new not in past}

    def count(self, depth: int, board: Board, past: frozenset[Board], sign: str, passes: int) -> int:
        """perft."""
        if depth == 0:
            return 1
        if passes == 2:
            return 0
        other = "O" if sign == "X" else "X"
        total = self.count(depth - 1, board, past, other, passes + 1)
        for new in self.moves(board, past, sign).values():
            total += self.count(depth - 1, new, past | {new}, other, 0)
        return total

    def score(self, board: Board) -> int:
        """Black's area less White's."""
        total = 0
        for p, sign in enumerate(board):
            borders = {board[q] for e in self.chain(board, p) for q in self.near[e]} - {"."}
            owner = sign if sign != "." else borders.pop() if len(borders) == 1 else "."
            total += (owner == "X") - (owner == "O")
        return total

    def value(self) -> int:
        """The score of the game, by minimax over every line."""

        @cache
        def best(board: Board, past: frozenset[Board], sign: str, passes: int) -> int:
            if passes == 2:
                return self.score(board)
            other = "O" if sign == "X" else "X"
            found = [best(board, past, other, passes + 1)]
            found += [best(new, past | {new}, other, 0) for new in self.moves(board, past, sign).values()]
            return max(found) if sign == "X" else min(found)

        empty = (".",) * self.points
        return best(empty, frozenset({empty}), "X", 0)


@pytest.mark.parametrize(("columns", "rows", "depth"), [(2, 1, 8), (3, 1, 8), (4, 1, 7), (2, 2, 6), (3, 2, 5)])
def test_moves_are_counted_as_by_rules_that_keep_the_past(columns: int, rows: int, depth: int) -> None:
    game, naive = go(columns, rows), NaiveGo(columns, rows)
    empty = (".",) * naive.points
    counts = [naive.count(ply, empty, frozenset({empty}), "X", 0) for ply in range(1, depth + 1)]
    assert [perft(game, game.rules.start(), ply) for ply in range(1, depth + 1)] == counts
    assert perft(game, game.rules.start(), 4, compiled=False) == counts[3]


def test_random_games_are_those_of_rules_that_keep_the_past() -> None:
    game, naive, refused = go(3, 2), NaiveGo(3, 2), 0
    for seed in range(40):
        chooser = random.Random(seed)
        at, board = game.start(), (".",) * 6
        past, plies = {board}, 0
        while not at.is_over and plies < 120:
            sign = "X" if at.mover == 0 else "O"
            expected = naive.moves(board, frozenset(past), sign)
            assert {move for move in at.legal if move < 6} == set(expected)
            refused += len(naive.moves(board, frozenset(), sign)) - len(expected)
            move = chooser.choice([one for one in at.legal if one < 6] or [6])
            board = expected.get(move, board)
            at, plies = at.play(move), plies + 1
            past.add(board)
    assert refused > 20


@pytest.mark.parametrize(("columns", "rows"), [(2, 1), (3, 1)])
def test_the_value_is_that_of_minimax_over_every_line(columns: int, rows: int) -> None:
    game = go(columns, rows)
    expected = NaiveGo(columns, rows).value()
    assert solve(game, game.rules.start()).score == expected
    assert solve(game, game.rules.start(), compiled=False).score == expected


def test_the_smallest_square_board_is_won_by_one_point() -> None:
    game = go(2, 2)  # Tromp and Farnebäck, "Combinatorics of Go": Black wins by one under area rules with superko
    assert solve(game, game.rules.start()).score == 1


def test_engines_and_textbook_agree() -> None:
    game = go(3, 2)
    state = game.rules.start()
    slow, fast = (Searcher(game, compiled=compiled).search(state, Limits(depth=4)) for compiled in (False, True))
    assert (slow.move, slow.value, slow.nodes) == (fast.move, fast.value, fast.nodes)
    slow, fast = (MonteCarlo(game, seed=1, compiled=compiled).search(state, Limits(nodes=60)) for compiled in (0, 1))
    assert (slow.candidates, slow.pv, slow.held) == (fast.candidates, fast.pv, fast.held)
    line = go(3, 1)
    for name in ("minimax", "alphabeta", "maxn", "paranoid"):
        value = run_textbook(name, line.rules, depth=6, trace=False).value
        assert (value[0] if isinstance(value, tuple) else value) == run_textbook("minimax", line.rules, depth=6).value
    engine = NPlayers(line, "paranoid").search(line.rules.start(), Limits(depth=6), deepening=False)
    assert engine.value == run_textbook("minimax", line.rules, depth=6, trace=False).value


def test_a_line_belongs_to_a_position() -> None:
    game, chooser, refused = go(3, 2), random.Random(5), 0
    for _ in range(40):
        at = game.start()
        while not at.is_over and len(at.line) < 60:
            fresh = game.position(at.text)  # the same board, without a past
            for move in set(fresh.legal) - set(at.legal):
                refused += 1
                boards = [one.text.split()[0] for one in at.line]
                assert fresh.play(move).text.split()[0] in boards
                with pytest.raises(MossaError, match="is not a legal move here"):
                    at.play(fresh.write_move(move))
            assert set(at.legal) <= set(fresh.legal)
            at = at.play(chooser.choice(at.legal))
    assert refused > 5


def test_positions_with_their_line_travel() -> None:
    game = go(2, 2)
    at = game.after("a1 b1 pass a2")
    again = pickle.loads(pickle.dumps(at))
    assert again == at
    assert again.legal == at.legal
    assert pickle.loads(pickle.dumps(game)) is game
    fresh = game.position(at.text)
    assert fresh.state.state == at.state.state
    assert fresh != at  # it has no past
    assert fresh.state.line.length == 1
    assert len({fresh.state.line.keys}) == 1


def test_the_key_knows_which_states_there_were() -> None:
    game = go(3, 2)
    key = game.rules.key
    one, other = game.after("a1 c2 b1 a2").state, game.after("b1 a2 a1 c2").state
    assert one.state == other.state
    assert key(one) != key(other)  # between them there were other boards
    passed = game.after("pass a1 b1"), game.after("pass a1 b1")
    assert key(passed[0].state) == key(passed[1].state)
    assert key(game.position(game.after("a1 c2").text).state) != key(game.after("a1 c2").state)


def test_a_line_forgets(written: Write) -> None:  # noqa: F811
    """With two states only the simple ko is forbidden."""
    game = written(SOURCE.replace("line=LONGEST + 1 if TINY else 1024", "line=2"))
    state = game.rules.start()
    for expected in (1, 2, 3, 4):
        assert state.line.length == expected
        keys = set(state.line.keys)
        assert len(keys) == min(expected, 2)
        assert game.rules.own["line_key"](state.state) in keys
        state = game.rules.play(state, expected)
    one, other = (game.after(moves).state for moves in ("a1 e5 b1 d5", "b1 d5 a1 e5"))
    assert game.rules.key(one) != game.rules.key(other)
    assert check(game, games=2).ok


def test_what_is_beside_the_protocol_gets_the_games_own_state(written: Write) -> None:  # noqa: F811
    game = written(
        SOURCE
        + """

def ahead(state):
    \"\"\"Stones more than the other.\"\"\"
    return bit_count(state.mine) - bit_count(state.other)


FEATURES = {"ahead": ahead}
def book_move(state, seed): return PASS if state.mine == 0 else None
"""
    )
    at = game.after("a1")
    assert game.extra("book_move", "book")(at.state, u64(0)) == 25
    assert game.extra("book_move", "book")(at.play("b1").state, u64(0)) is None
    explain = explainer(game)
    assert explain is not None
    assert "ahead" in str(explain(at.state).as_dict())
    rules = game.rules.replace(evaluate=game.extra("FEATURES", "features")["ahead"])
    weighed = mossa.Game(game.name, game.title, game.about, rules, game.parameters, game.modules)
    slow, fast = (Searcher(weighed, compiled=c).search(at.state, Limits(depth=2)) for c in (False, True))
    assert (slow.value, slow.nodes) == (fast.value, fast.nodes)


def test_a_match_ends_and_the_referee_keeps_the_line() -> None:
    score = run(Match(f"{GO}:columns=3,rows=3", ("mcts:nodes=30", "random"), 4))
    assert score.games == 4
    assert score.illegal == 0


def test_seen() -> None:
    line = Line((u64(1), u64(2), u64(2)), 2, u64(0))
    assert seen(line, u64(1))
    assert not seen(line, u64(3))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            [(", line=LONGEST + 1 if TINY else 1024", "")],
            r"has allowed\(state, move, line\), but its facts name no line",
        ),
        ([("def allowed(", "def permitted(")], r"say line=\d+, so its rules need allowed\(…\)"),
        ([("else 1024", "else 5000")], "line is the number of states that are remembered, from 0 up to 4096"),
        (
            [
                ("line=LONGEST", "chance=True, line=LONGEST"),
                ("def score", "def probability(s, m): return 1\n\n\ndef score"),
            ],
            "FACTS.line is for games without chance where all is seen",
        ),
    ],
)
def test_what_does_not_fit_is_one_sentence(
    written: Write,  # noqa: F811
    changes: list[tuple[str, str]],
    sentence: str,
) -> None:
    text = SOURCE
    for change in changes:
        text = text.replace(*change)
    with pytest.raises(MossaError, match=sentence):
        written(text)


@pytest.mark.parametrize("asked", ["state", "7"])
def test_a_key_asked_of_a_line_that_is_not_there_is_one_sentence(asked: str, tmp_path: Path) -> None:
    """By the check, which interprets, and by an engine, which compiles: both name the line of the rules."""
    text = f"{NIM}\n\nfrom mossa import seen\n\n\ndef evaluate(state):\n    return 1 if seen({asked}, u64(3)) else 0\n"
    path = tmp_path / "mygame.py"
    path.write_text(text)
    game, place = mossa.game(str(path)), f"mygame.py, line {len(text.splitlines())}"
    sentence = "a key is asked of a line that is not there: ask the one that"
    assert any(sentence in fault and place in fault for fault in check(game, games=1).faults)
    with pytest.raises(MossaError, match=f"{place}.*{sentence}"):
        Searcher(game).search(game.rules.start(), Limits(depth=1))


def test_conformance_finds_what_allowed_does_wrong(written: Write) -> None:  # noqa: F811
    small = SOURCE.replace('"rows", 5', '"rows", 1').replace('"columns", 5', '"columns", 3')
    assert check(written(small), games=3, compiled=False).ok
    stuck = written(small.replace("return move == PASS or not", "return not"))
    assert any("allowed forbids every move" in fault for fault in check(stuck, compiled=False).faults)
    astray = written(small.replace("seen(line, line_key", "seen(state, line_key"))
    faults = check(astray, compiled=False).faults
    assert any("a key is asked of a line that is not there" in fault for fault in faults)


def test_without_the_fact_allowed_may_be_anything(written: Write) -> None:  # noqa: F811
    from tests.small_games import TAKE

    game = written(TAKE + "def allowed(square): return square > 0\n")
    assert game.rules.allowed is None
    assert not game.rules.own
