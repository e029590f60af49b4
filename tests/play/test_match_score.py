"""The score of a match and its sequential test."""

from mossa.play.match import Match, run
from mossa.play.match_score import MatchScore
from mossa.play.record import GameRecord
from mossa.play.sprt import Sprt


def figures(match_score: MatchScore) -> tuple[int, int, int]:
    return match_score.wins, match_score.draws, match_score.losses


def test_illegal_moves_and_timeouts_are_counted() -> None:
    match_score = MatchScore(("a", "b"))
    match_score.add(0, [GameRecord("tictactoe", ("a", "b"), ("99",), result=(-1, 1), ended="illegal", by=0)], 0)
    match_score.add(0, [GameRecord("tictactoe", ("b", "a"), (), result=(-1, 1), ended="time", by=0, late=0.4)], 1)
    assert (figures(match_score), match_score.illegal, match_score.timeouts, match_score.faults) == ((1, 0, 1), 1, 1, 1)
    assert match_score.groups == {0: [0.0, 1.0]}
    assert match_score.late == match_score.as_dict()["late"] == 0.4


def test_a_test_ends_a_match() -> None:
    match = Match("tictactoe", ("minimax:depth=2", "random"), games=400, seed=2)
    match_score = run(match, test=Sprt.parse("0,100"))
    assert match_score.verdict == "elo1"
    assert match_score.games < 200
    told = match_score.as_dict()["sprt"]
    assert told["accepted"] == "elo1"
    assert told["llr"] > 2.9
    level = MatchScore(("a", "b"), test=Sprt(0, 100))
    level.groups = {i: [0.5, 0.5] if i % 2 else [0.5, 0.0] for i in range(60)}
    assert level.verdict == "elo0"
    level.groups[60] = [1.0]  # half a pair does not count
    assert level.likelihood < -2.9
