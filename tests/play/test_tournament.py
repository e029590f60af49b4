"""Tournaments: everybody against everybody."""

import threading
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from mossa.kernel.errors import MossaError
from mossa.play.tournament import CrossTable, read_tournament, run_tournament, tournament_of

WORDS: dict[str, Any] = {
    "games": ["tictactoe", "nim"],
    "players": ["random", "minimax:depth=2", "alphabeta-textbook:depth=3"],
    "rounds": 2,
    "seed": 3,
}


def test_everybody_plays_everybody_at_every_game() -> None:
    heard: list[tuple[str, Sequence[str]]] = []
    played = tournament_of(WORDS)
    table = run_tournament(played, on_position=lambda seated, at: heard.append((at.game.name, seated)))
    data = table.as_dict()
    assert (data["played"], data["total"]) == (12, 12)
    pairs = set(permutations(WORDS["players"], 2))
    assert set(heard) == {(game, pair) for game in ("tictactoe", "nim") for pair in pairs}  # each in both seats
    assert all(row["games"] == 8 for row in data["rows"])
    for i, row in enumerate(data["cross"]):
        for j, cell in enumerate(row):
            mirrored = data["cross"][j][i]
            assert (cell is None) == (i == j)
            assert cell is None or cell == mirrored[::-1]
    assert data["rows"][-1]["player"] == "random"
    assert {row["player"]: row["elo"] for row in data["rows"]}["random"] == 0
    by_game = [data["by_game"][name][1][0] for name in WORDS["games"]]
    assert [sum(cell) for cell in by_game] == [2, 2]


def test_what_was_broken_off_goes_on(tmp_path: Path) -> None:
    played, stop = tournament_of(WORDS), threading.Event()

    def halt(table: CrossTable) -> None:
        if table.played == 5:
            stop.set()

    assert run_tournament(played, folder=tmp_path, progress=halt, stop=stop).played == 5
    whole = run_tournament(played, folder=tmp_path).as_dict()
    assert whole == run_tournament(played).as_dict()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"players": ["random"]}, "at least two players"),
        ({"players": ["random", "random"]}, "all different"),
        ({"players": ["random", "nobody"]}, "there is no player"),
        ({"players": "random"}, "a list of texts"),
        ({"games": []}, "at least one game"),
        ({"games": ["trio"]}, "not a game for two"),
        ({"rounds": 0}, "rounds is a whole number"),
        ({"time": "x"}, "number of seconds"),
        ({"time": 1, "clock": "5"}, "not both"),
        ({"depth": -1}, "depth is a whole number"),
        ({"size": 1}, "no field 'size'"),
    ],
)
def test_a_wrong_tournament_is_one_sentence(change: dict[str, Any], told: str) -> None:
    with pytest.raises(MossaError, match=told):
        tournament_of({**WORDS, **change})


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text('game = "nim"\nplayers = ["random", "minimax"]\nclock = "5+0.1"\n')
    assert read_tournament(path).terms.control is not None
    path.write_text("game = ")
    with pytest.raises(MossaError, match="is no TOML"):
        read_tournament(path)
    with pytest.raises(MossaError, match="cannot be read"):
        read_tournament(tmp_path / "nothing")


def test_a_gauntlet_is_the_first_players_against_the_others(tmp_path: Path) -> None:
    players = ["minimax", "random", "random:seed=1", "random:seed=2"]
    for first, pairs in ((1, 3), (2, 4)):
        planned = tournament_of({"game": "tictactoe", "players": players, "gauntlet": first})
        met = [match.players for match in planned.matches()]
        assert met == [(hero, other) for hero in players[:first] for other in players[first:]]
        assert len(met) == pairs
    with pytest.raises(MossaError, match="in a gauntlet of 4 players at most 3 meet the rest"):
        tournament_of({"game": "tictactoe", "players": players, "gauntlet": 4})


def test_openings_of_a_tournament_and_its_games_as_pgn(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_text("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n")
    path = tmp_path / "cup.toml"
    path.write_text('game = "chess"\nplayers = ["random", "random:seed=1"]\nopenings = "book.epd"\n')
    run_tournament(read_tournament(path), folder=tmp_path / "games")
    written = (tmp_path / "games" / "match-001.pgn").read_text()
    assert written.count('[FEN "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"]') == 2
    path.write_text('games = ["chess", "nim"]\nplayers = ["random", "random:seed=1"]\nopenings = "book.epd"\n')
    with pytest.raises(MossaError, match="openings is the name of a file with openings of the one game"):
        read_tournament(path)
