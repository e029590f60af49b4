import json
import threading
from pathlib import Path

import pytest

import mossa
from mossa import Game, MossaError
from mossa.play.clock import Control
from mossa.play.match import Match, Part, run
from mossa.play.match_score import MatchScore
from mossa.play.record import GameRecord
from mossa.play.referee import GameTerms
from mossa.play.sprt import Sprt

TICTACTOE = mossa.game("tictactoe")


def figures(match_score: MatchScore) -> tuple[int, int, int]:
    return match_score.wins, match_score.draws, match_score.losses


def test_alphabeta_never_loses_to_random_at_tic_tac_toe() -> None:
    match_score = run(Match("tictactoe", ("random", "alphabeta-textbook:depth=6"), games=12, seed=4))
    assert match_score.games == 12
    assert match_score.wins == 0
    assert match_score.losses >= 8
    assert match_score.illegal == match_score.timeouts == 0
    answer = match_score.as_dict()
    assert answer["elo"] < -100 < 0 < answer["error"]
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer


def test_a_match_can_be_repeated() -> None:
    match = Match("tictactoe", ("random", "random:seed=1"), games=30, seed=7)
    assert run(match).as_dict() == run(match).as_dict()
    other = Match("tictactoe", ("random", "random:seed=1"), games=30, seed=8)
    assert run(other).distinct != run(match).distinct


def test_sides_change_and_pairs_share_opening_and_dice(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    match = Match("kuhn", ("policy", "random"), games=8, seed=3)
    run(match, record=record)
    games = [GameRecord.from_dict(json.loads(line)["records"][0]) for line in record.read_text().splitlines()[1:]]
    assert [game.players for game in games] == [("policy", "random"), ("random", "policy")] * 4
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.moves[:2] == other.moves[:2]
    assert len({game.moves[:2] for game in games}) > 1


def test_random_opening_moves_vary_deterministic_players() -> None:
    plain = run(Match("tictactoe", ("alphabeta-textbook:depth=1",) * 2, games=8))
    varied = run(Match("tictactoe", ("alphabeta-textbook:depth=1",) * 2, games=8, plies=3))
    assert len(plain.distinct) == 1
    assert len(varied.distinct) >= 4
    with pytest.raises(MossaError, match="end every game"):
        run(Match("tictactoe", ("random", "random"), plies=9))


def test_several_processes_play_the_same_games() -> None:
    match = Match("tictactoe", ("random", "alphabeta-textbook:depth=2"), games=10, seed=2)
    alone, together = run(match), run(match, concurrency=2)
    assert together.as_dict() == alone.as_dict()
    assert together.distinct == alone.distinct


def test_stopping_early_keeps_what_was_played() -> None:
    stop = threading.Event()

    def after_three(match_score: MatchScore) -> None:
        if match_score.games == 3:
            stop.set()

    match_score = run(Match("tictactoe", ("random", "random"), games=50), progress=after_three, stop=stop)
    assert match_score.games == 3


def test_three_players_sit_everywhere(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    match = Match("trio", ("maxn:depth=1", "random"), games=6, seed=1)
    assert match.players == ("maxn:depth=1", "random", "random")
    match_score = run(match, record=record)
    assert match_score.games == sum(figures(match_score)) == 6
    games = [json.loads(line)["records"][0] for line in record.read_text().splitlines()[1:]]
    seats = [game["players"].index("maxn:depth=1") for game in games]
    assert seats == [0, 1, 2] * 2


def test_a_puzzle_is_played_by_all_with_the_same_dice(puzzle: Game) -> None:
    """The player that maximises the mean does better than the random one."""
    match_score = run(Match(puzzle.name, ("expectiminimax", "random"), games=60, seed=1))
    assert match_score.games == 60
    assert match_score.utility / 60 > 6
    assert match_score.wins > match_score.losses
    for one, other in match_score.distinct:
        assert one[1][1] == other[1][1]


def test_terms_reach_the_players() -> None:
    """With one node a move, a player that would play perfectly takes the first square."""
    match = Match("tictactoe", ("alphabeta-textbook", "alphabeta-textbook:depth=9"), games=2, terms=GameTerms(nodes=1))
    [*games] = run(match).distinct
    assert {moves for [(_, moves)] in games} == {("a1", "b1", "c1", "a2", "b2", "c2", "a3")}


@pytest.mark.parametrize(
    ("players", "settings", "sentence"),
    [
        (("random",), {}, "between 2 players, not 1"),
        (("random",) * 3, {}, "between 2 players, not 3"),
        (("random", "human"), {}, "a human plays with `mossa play`"),
        (("random", "random"), {"games": 0}, "at least 1 game"),
        (("random", "random"), {"plies": -1}, "0 random moves"),
        (("random", "nobody"), {}, "no player 'nobody'"),
    ],
)
def test_matches_that_cannot_be(players: tuple[str, ...], settings: dict[str, int], sentence: str) -> None:
    with pytest.raises(MossaError, match=sentence):
        run(Match("tictactoe", players, **settings))
    with pytest.raises(MossaError, match="at least one game at a time"):
        run(Match("tictactoe", ("random", "random")), concurrency=0)


def test_moves_are_noted(tmp_path: Path) -> None:
    """Score and depth always; times only where there is a time control, so that all else is the same in each run."""
    record, games = tmp_path / "match.jsonl", tmp_path / "games.pgn"
    players = ("alphabeta:depth=2", "random")
    run(Match("chess", players, 1, GameTerms(longest=6), openings=(("e4",),)), record=record, pgn=games)
    again = tmp_path / "again.jsonl"
    run(Match("chess", players, 1, GameTerms(longest=6), openings=(("e4",),)), record=again)
    assert record.read_bytes() == again.read_bytes()
    (noted,) = GameRecord.from_dict(json.loads(record.read_text().splitlines()[1])["records"][0]).notes[2:3]
    assert (noted.depth, noted.seconds, noted.clock) == (2, None, None)
    assert f"{{{noted.text(mossa.game('chess'))}}}" in games.read_text().replace("\n", " ")

    clocks = tmp_path / "clocks.jsonl"
    run(Match("tictactoe", ("alphabeta:depth=2", "random"), 2, GameTerms(Control.parse("60"))), record=clocks)
    one = GameRecord.from_dict(json.loads(clocks.read_text().splitlines()[1])["records"][0])
    assert len(one.notes) == len(one.moves)
    assert all(note.seconds is not None and note.seconds >= 0 for note in one.notes)
    left = [note.clock for note in one.notes[::2]]
    assert left == sorted(left, key=lambda seconds: -(seconds or 0))


def test_parts_share_out_the_groups() -> None:
    match = Match("tictactoe", ("random", "random:seed=1"), games=10)
    assert [match.size_of(Part(i, 3)) for i in (1, 2, 3)] == [4, 4, 2]
    assert run(match, part=Part(3, 3)).games == 2
    with pytest.raises(MossaError, match="a test needs all the games"):
        run(match, part=Part(1, 2), test=Sprt(0, 10))
    for text in ("0/3", "4/3", "1", "a/b", "-1/2", "1/"):
        with pytest.raises(MossaError, match="a part is written like 2/3"):
            Part.parse(text)
