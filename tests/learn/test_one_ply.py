"""With a perfect e(n) one ply is enough: every won ending is won in exactly the plies of the table."""

import pytest

import mossa
from mossa import MossaError
from mossa.learn.one_ply import play_endings, won_endings
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.options import EXACT
from mossa.search.common.limits import Limits

CHESS = mossa.game("chess")


def test_a_table_makes_one_ply_perfect_and_a_sum_of_features_does_not() -> None:
    perfect, features = play_endings(CHESS, 3, 4)
    assert perfect.games == perfect.won == perfect.as_foretold == 4
    assert features.won < features.games


def test_the_move_of_one_ply_is_always_one_of_the_table() -> None:
    rules, searcher = CHESS.rules, Searcher(CHESS, memory_mib=1, options=EXACT)
    for state in won_endings(CHESS, 4, 30, 5):
        after = rules.play(state, searcher.search(state, Limits(depth=1)).move)
        left = 0 if rules.is_over(after) else rules.plies_to_end(after)
        assert left == rules.plies_to_end(state) - 1


def test_won_endings_are_won_and_no_move_leaves_the_tables() -> None:
    for state in won_endings(CHESS, 4, 6, 2):
        assert CHESS.rules.bounds(state) == (1, 1)
        for move in CHESS.rules.legal(state):
            least, most = CHESS.rules.bounds(CHESS.rules.play(state, move))
            assert least == most


def test_games_without_such_tables_are_refused() -> None:
    with pytest.raises(MossaError, match="no endgame tables"):
        won_endings(mossa.game("tictactoe"), 3, 1, 1)
    with pytest.raises(MossaError, match="how long a win takes"):
        won_endings(mossa.game("checkers"), 3, 1, 1)
