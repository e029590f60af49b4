"""Values as scores: the inverse of what scores are worth, and what boards are told of proven wins."""

import pytest
from tests.play.test_mcts_player import CONNECT4, mcts

import mossa
from mossa.play.player import ask
from mossa.play.players import player
from mossa.play.score_text import expected_utility, plies_to_end
from mossa.play.value_score import value_score, with_scores
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

TICTACTOE = mossa.game("tictactoe")


@pytest.mark.parametrize("score", [-620, -120, 0, 7, 350, 700])
def test_it_is_the_inverse_of_the_expected_utility(score: int) -> None:
    for game in (mossa.game("chess"), mossa.game("othello"), CONNECT4):
        assert value_score(game, expected_utility(game, score)) == score


def test_every_candidate_has_a_line_with_its_score() -> None:
    at = CONNECT4.after("4 4 3")
    found = ask(mcts("mcts:nodes=3000"), at, Limits(), 0, multipv=3)
    scored = with_scores(at, found)
    assert found.score is None
    assert scored.score == scored.lines[0][0] == value_score(CONNECT4, found.value)
    assert [line[0] for _, line in scored.lines] == [move for move, _ in found.candidates]
    assert scored.lines[0][1] == found.pv
    assert with_scores(at, scored) is scored


@pytest.mark.parametrize(("moves", "plies"), [("a1 a2 b1 b2", 1), ("a1 a2 b2", -4), ("a1 b1", 5), ("a1", None)])
def test_a_proven_win_has_its_distance_and_a_loss_too(moves: str, plies: int | None) -> None:
    at = TICTACTOE.after(moves)
    found = ask(player("mcts:nodes=30000", TICTACTOE), at, Limits(), 0)
    assert found.exact
    scored = with_scores(at, found).score
    assert scored is not None
    assert plies_to_end(TICTACTOE, scored) == plies


def test_a_result_without_a_line_has_one_of_its_move() -> None:
    at = TICTACTOE.start()
    assert with_scores(at, SearchResult(4, 0.5)).lines == ((value_score(TICTACTOE, 0.5), (4,)),)
