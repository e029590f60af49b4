"""The score of a match and its sequential test."""

from mossa.play.match import Match, run
from mossa.play.match_score import MatchScore
from mossa.play.record import GameRecord
from mossa.play.sprt import Sprt


def figures(standing: MatchScore) -> tuple[int, int, int]:
    return standing.wins, standing.draws, standing.losses


def test_illegal_moves_and_timeouts_are_counted() -> None:
    standing = MatchScore(("a", "b"))
    standing.add(0, [GameRecord("tictactoe", ("a", "b"), ("99",), result=(-1, 1), ended="illegal", by=0)], 0)
    standing.add(0, [GameRecord("tictactoe", ("b", "a"), (), result=(-1, 1), ended="time", by=0)], 1)
    assert (figures(standing), standing.illegal, standing.timeouts, standing.faults) == ((1, 0, 1), 1, 1, 1)
    assert standing.groups == {0: [0.0, 1.0]}


def test_a_test_ends_a_match() -> None:
    match = Match("tictactoe", ("minimax:depth=2", "random"), games=400, seed=2)
    standing = run(match, test=Sprt.parse("0,100"))
    assert standing.verdict == "elo1"
    assert standing.games < 200
    told = standing.as_dict()["sprt"]
    assert told["accepted"] == "elo1"
    assert told["llr"] > 2.9
    level = MatchScore(("a", "b"), test=Sprt(0, 100))
    level.groups = {i: [0.5, 0.5] if i % 2 else [0.5, 0.0] for i in range(60)}
    assert level.verdict == "elo0"
    level.groups[60] = [1.0]  # half a pair does not count
    assert level.likelihood < -2.9
