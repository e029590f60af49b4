"""Puzzles are made: by tables, by the search for a forced win, by the solution of a game."""

from __future__ import annotations

import pytest

import mossa
from mossa.play.puzzle_making import GLANCE, PuzzleMaker, refuses_puzzles
from mossa.search.alphabeta.endgame_play import perfect_result

NO_PIECES = str.maketrans("", "", "12345678/")


@pytest.fixture(scope="module")
def chess() -> PuzzleMaker:
    return PuzzleMaker(mossa.game("chess"))


def test_a_mate_with_one_key(chess: PuzzleMaker) -> None:
    found = chess.puzzle(mossa.game("chess").position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
    assert found is not None
    assert (found.moves, found.goal, found.proof, found.plies) == (("a1a8",), "win", "mate", 1)


@pytest.mark.parametrize(
    "text",
    [
        "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1",  # two keys
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",  # no short win
        "6k1/8/8/8/8/8/8/R3K2R b - - 0 1",  # the other side wins
    ],
)
def test_no_puzzle_without_one_right_move(chess: PuzzleMaker, text: str) -> None:
    assert chess.puzzle(mossa.game("chess").position(text)) is None


def test_a_pawn_ending_by_the_tables(chess: PuzzleMaker) -> None:
    found = chess.puzzle(mossa.game("chess").position("8/8/8/8/8/7P/K3k3/8 w - - 0 1"))
    assert found is not None
    assert (found.moves[0], found.goal, found.proof, found.plies) == ("h3h4", "win", "table", 25)


def test_every_second_game_is_a_position_of_an_ending() -> None:
    game = mossa.game("chess")
    maker = PuzzleMaker(game, 1, endings=("KPK", "KNKN"))
    (found,) = maker.of_game(1)
    assert found.proof == "table"
    assert sorted(found.position.split()[0].lower().translate(NO_PIECES)) == list("kkp")
    assert found.depth > GLANCE
    assert (found.goal, found.plies is None) in {("win", False), ("draw", True)}
    assert list(maker.of_game(1)) == [found]
    at = game.position(found.position)
    values = [-perfect_result(game, after.state).value for after in map(at.play, at.legal) if not after.is_over]
    assert values.count(1.0 if found.goal == "win" else 0.0) == 1


def test_a_win_by_threats_is_proven_by_the_game_itself() -> None:
    game = mossa.game("gomoku")
    maker = PuzzleMaker(game)
    found = maker.certify(game.after("h8 a1 i8 c4 k8 e2"))  # an open four between the three
    assert found is not None
    assert (game.after("h8 a1 i8 c4 k8 e2").write_move(found.move), found.proof, found.plies) == ("j8", "threats", 3)
    assert found.unique
    assert maker.certify(game.after("h8 a1 i8 c4 j8 e2")) is None  # two ends
    assert maker.certify(game.after("h8 a1")) is None


def test_an_ending_needs_a_table() -> None:
    chess = mossa.game("chess")
    with pytest.raises(mossa.MossaError, match="has no endgame 'KXK'"):
        PuzzleMaker(chess, endings=("KXK",))
    with pytest.raises(mossa.MossaError, match="there are no endgame tables for hex"):
        PuzzleMaker(mossa.game("hex"), endings=("KPK",))


def test_the_only_move_that_draws() -> None:
    game = mossa.game("tictactoe")
    found = PuzzleMaker(game).puzzle(game.after("a1"))
    assert found is not None
    assert (found.moves[0], found.goal, found.proof) == ("b2", "draw", "solution")


def test_a_game_leads_to_the_same_puzzles_every_time() -> None:
    game = mossa.game("connect4")
    first, again = (list(PuzzleMaker(game, 3).of_game(1)) for _ in range(2))
    assert first == again
    assert list(PuzzleMaker(game, 3).of_game(1, lambda puzzle: False)) == []


def test_who_has_no_puzzles() -> None:
    assert refuses_puzzles(mossa.game("othello")) == ""
    for name in ("kuhn", "backgammon", "trio", "mastermind", "rps"):
        assert "has no puzzles" in refuses_puzzles(mossa.game(name))
    with pytest.raises(mossa.MossaError, match="has no puzzles"):
        PuzzleMaker(mossa.game("pig"))
