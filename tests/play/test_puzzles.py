"""Puzzles: the answers to a person's moves, and the files that are shipped, checked by the rules alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mossa
from mossa.play.exact_player import exact
from mossa.play.puzzle_making import refuses_puzzles
from mossa.play.puzzles import PROOFS, Puzzle, attempt, puzzle_file, read_puzzles
from mossa.play.referee import final_utilities
from mossa.search.common.limits import Limits

SHIPPED = [path for path in sorted(Path(mossa.__file__).parent.glob("games/*/data/puzzles.json"))]
MATE = Puzzle("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1", ("a1a8",), "win", "mate", 1, 20, 1, 10)


def test_there_are_puzzles_of_every_game_that_can_have_some() -> None:
    assert {path.parents[1].name for path in SHIPPED} == {
        name for name in mossa.names() if not refuses_puzzles(mossa.game(name))
    }


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parents[1].name)
def test_a_solution_is_a_line_of_legal_moves_and_its_goal_is_reached(path: Path) -> None:
    game = mossa.game(path.parents[1].name)
    assert puzzle_file(game) == path
    found = read_puzzles(path)
    assert found
    head = json.loads(path.read_text("utf-8"))
    assert head["command"].startswith(f"mossa puzzles {game.name} --count ")
    assert head["licence"] == "Apache-2.0"
    assert path.stat().st_size < 20_000
    for puzzle in found:
        line = game.after(" ".join(puzzle.moves), puzzle.position).line
        assert len(puzzle.moves) % 2 == 1
        assert (puzzle.choices, puzzle.proof in PROOFS) == (len(line[0].legal), True)
        if puzzle.proof == "mate":
            assert len(puzzle.moves) == puzzle.plies
            assert final_utilities(line[-1])[line[0].mover] > 0
        assert attempt(game, puzzle, list(puzzle.moves[::2])).verdict == "solved"
    assert len({puzzle.position for puzzle in found}) == len(found)


@pytest.mark.parametrize("name", ["tictactoe", "connect4"])
def test_every_move_of_a_solution_is_the_only_right_one(name: str) -> None:
    """An exact value of every reply, by the solver, for games whose values are found at once."""
    game = mossa.game(name)

    def value(at: mossa.Position, seat: int) -> int:
        if at.is_over:
            worth = final_utilities(at)[seat]
        else:
            worth = exact(at, Limits(time=60)).value * (1 if at.mover == seat else -1)
        return (worth > 0) - (worth < 0)

    for puzzle in read_puzzles(puzzle_file(game))[:6]:
        at = game.position(puzzle.position)
        for i, text in enumerate(puzzle.moves):
            if i % 2 == 0 and not (puzzle.proof == "mate" and i + 1 == len(puzzle.moves)):
                values = [value(at.play(move), at.mover) for move in at.legal]
                best = 1 if puzzle.goal == "win" else 0
                if puzzle.proof == "solution":
                    assert max(values) == best
                    assert values.count(best) == 1
                assert value(at.play(text), at.mover) == best
            at = at.play(text)


@pytest.mark.parametrize("name", ["chess", "checkers"])
def test_in_an_ending_one_move_alone_keeps_the_result(name: str) -> None:
    """By the tables, after every reply."""
    game = mossa.game(name)
    bounds = game.rules.bounds
    assert bounds is not None

    def value(at: mossa.Position, seat: int) -> float:
        if at.is_over:
            return final_utilities(at)[seat]
        least, most = bounds(at.state)
        assert least == most
        return least if at.mover == seat else -least

    found = [one for one in read_puzzles(puzzle_file(game)) if one.proof == "table"]
    assert len(found) >= 8
    for puzzle in found:
        at = game.position(puzzle.position)
        best = 1 if puzzle.goal == "win" else 0
        for i, text in enumerate(puzzle.moves):
            if i % 2 == 0:
                kept = [move for move in at.legal if value(at.play(move), at.mover) == best]
                assert [at.write_move(move) for move in kept] == [text]
                assert max(value(at.play(move), at.mover) for move in at.legal) == best
            at = at.play(text)


def test_another_mate_at_once_is_as_good_and_a_wrong_move_is_wrong() -> None:
    game = mossa.game("chess")
    assert attempt(game, MATE, []).verdict == "ask"
    assert attempt(game, MATE, ["a1a8"]).verdict == "solved"
    assert attempt(game, MATE, ["Rb8"]).verdict == "solved"
    wrong = attempt(game, MATE, ["h2h3"])
    assert (wrong.verdict, wrong.at.text) == ("wrong", MATE.position)
    with pytest.raises(mossa.MossaError, match="no more moves"):
        attempt(game, MATE, ["a1a8", "a1a8"])
    with pytest.raises(mossa.MossaError, match="not a legal move"):
        attempt(game, MATE, ["a1h8"])


def test_the_level_is_what_it_takes() -> None:
    assert [Puzzle("", (), "win", "mate", 1, 1, 1, nodes).level for nodes in (1, 100, 101, 5000, 50_000, 10**6)] == [
        1, 1, 2, 3, 4, 5
    ]  # fmt: skip
    assert not MATE.is_beyond
    assert Puzzle("", (), "win", "mate", 1, 1, 1, 300_000).is_beyond
    assert Puzzle.from_dict(MATE.as_dict()) == MATE
    with pytest.raises(mossa.MossaError, match="not a puzzle"):
        Puzzle.from_dict({"moves": []})


def test_what_is_no_file_of_puzzles_says_so(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text('{"puzzles": 3}', "utf-8")
    with pytest.raises(mossa.MossaError, match="is not a file of puzzles"):
        read_puzzles(path)
