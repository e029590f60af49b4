"""mossa explain, tables, book."""

from pathlib import Path

import pytest
from tests.cli.commands import json_of, refusal, run


def test_an_evaluation_is_explained() -> None:
    told = json_of("explain", "chess", "--moves", "e4 e5")
    assert {"score", "expected", "features", "position", "phase"} <= set(told)
    assert {"name", "about", "white", "black", "balance", "middle_game", "ending"} == set(told["features"][0])
    assert "pawns for White" in run("explain", "chess").stdout
    assert "does not explain" in refusal("explain", "nim")


@pytest.mark.parametrize(("game", "moves", "unit"), [("othello", "f5", "discs"), ("connect4", "4", "points")])
def test_an_evaluation_is_explained_by_its_features(game: str, moves: str, unit: str) -> None:
    told = json_of("explain", game, "--moves", moves)
    assert told["features"]
    assert f"{unit} for {told['player']}" in run("explain", game).stdout


def test_tables_are_made_kept_and_checked(tmp_path: Path) -> None:
    words = ("tables", "chess", "3", "--only", "KQK", "--folder", str(tmp_path), "--threads", "1")
    made = json_of(*words)
    assert made["tables"] == [
        {"table": "KQK", "numbers": 59136, "wins": 18081, "draws": 2896, "losses": 25160, "longest": 20}
    ]
    assert json_of(*words)["kept"] == 1
    assert json_of(*words, "--verify")["positions"] == 59136
    for wrong, sentence in (
        (("tables", "chess", "3", "--only", "KXK", "--folder", str(tmp_path)), "has no endgame 'KXK'"),
        (("tables", "tictactoe"), "there are no endgame tables for tictactoe"),
        (("tables", "chess", "3", "--verify", "--folder", str(tmp_path / "none")), "there is no endgame table"),
    ):
        assert sentence in refusal(*wrong)


def test_books_are_shown_and_made(tmp_path: Path) -> None:
    shown = json_of("book", "show", "--moves", "e4 c5")
    assert shown["opening"] == "B20 Sicilian Defense"
    assert shown["moves"][0]["move"] == "Nf3"
    games, out = tmp_path / "games.pgn", tmp_path / "book.bin"
    games.write_text("1. e4 e5 1-0\n\n1. d4 Ke6 *\n")
    assert json_of("book", "make", str(out), str(games)) == {"book": str(out), "entries": 2, "left_out": 1}
    assert json_of("book", "show", str(out))["moves"] == [{"move": "e4", "weight": 2, "learn": 0}]
    games.write_text("nothing that is chess")
    assert "hold no moves" in refusal("book", "make", str(out), str(games))
    assert "is not a Polyglot book" in refusal("book", "show", str(games))
    assert "cannot be read" in refusal("book", "show", str(tmp_path / "none.bin"))


def test_backgammon_explained() -> None:
    told = json_of("explain", "backgammon:cube=1", "--position", "4HPwgCiYZ/AIAw")
    assert told["cube"]["words"] == "double, take"
    assert told["outcomes"]["win"] == pytest.approx(1 - told["outcomes"]["lose"])
    assert json_of("explain", "backgammon", "--position", "4HPwATDgc/ABMA", "--dice", "31")["best"] == "8/5 6/5"


def test_weights_of_ones_own_are_evaluated_explained_searched_and_drawn(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text('{"threats": -6, "middle": -2}')
    spec, weights = f"alphabeta:weights={tmp_path / 'w.json'}", ("--weights", str(tmp_path / "w.json"))
    told = json_of("explain", "connect4", "--moves", "4", *weights)
    assert (told["score"], [one["name"] for one in told["features"]]) == (-2, ["middle"])
    own, other = (json_of("best", "connect4", "--depth", "2", "--player", one) for one in ("alphabeta", spec))
    assert own["move"] == "4" != other["move"]
    drawn = json_of("lab", "minimax", "--game", "connect4", "--depth", "1", *weights)
    assert drawn["value"] == 0  # the middle loses, so something else is played
    assert json_of("best", "connect4", "--player", f"minimax:depth=1,weights={tmp_path / 'w.json'}")["move"] != "4"


def test_two_weight_vectors_play_a_match(tmp_path: Path) -> None:
    for name, weight in (("good", 6), ("bad", -6)):
        (tmp_path / f"{name}.json").write_text(f'{{"threats": {weight}, "middle": {weight}}}')
    specs = [f"alphabeta:depth=2,weights={tmp_path / name}.json" for name in ("good", "bad")]
    told = json_of("match", "connect4", *specs, "--games", "40", "--plies", "4")
    assert told["wins"] > told["losses"]
    assert told["elo"] > 0 < told["error"]


def test_wrong_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text('{"treats": 6}')
    weights = ("--weights", str(tmp_path / "w.json"))
    assert "connect4 has no feature 'treats'; its features: threats" in refusal("explain", "connect4", *weights)
    assert "has no feature" in refusal("best", "connect4", "--player", f"alphabeta:weights={tmp_path / 'w.json'}")
    assert "give --game too" in refusal("lab", "--example", "two-ply", *weights)
    assert "cannot be read" in refusal("lab", "--game", "connect4", "--weights", str(tmp_path / "none.json"))
    assert "names no features" in refusal("best", "nim", "--player", f"alphabeta:weights={tmp_path / 'w.json'}")
    spec = f"alphabeta:network=0,weights={tmp_path / 'w.json'}"
    assert "exclude each other" in refusal("best", "connect4", "--player", spec)


def test_with_a_perfect_evaluation_one_ply_is_enough() -> None:
    perfect, features = json_of("tables", "chess", "3", "--play", "2")["scores"]
    assert perfect["games"] == perfect["as_foretold"] == 2
    assert features["won"] < 2
    assert "in the plies foretold" in run("tables", "chess", "3", "--play", "1").stdout
    assert "how long a win takes" in refusal("tables", "checkers", "3", "--play", "1")
