"""mossa best, solve, rollout, perft, analyse."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import json_of, refusal, run

import mossa


def test_best() -> None:
    answer = json_of("best", "tictactoe", "--moves", "a1 b1 b2 c1", "--multipv", "2")
    assert {"move", "moves", "value", "depth", "nodes", "seconds", "pv", "candidates"} <= set(answer)
    assert (answer["move"], answer["value"], answer["pv"]) == ("c3", 1, ["c3"])
    assert answer["candidates"][0] == {"move": "c3", "value": 1}
    assert json_of("best", "tictactoe", "--position", "XX-OO----", "--player", "minimax:depth=1")["move"] == "c1"
    assert json_of("best", "tictactoe", "--depth", "2")["depth"] == 2
    assert json_of("best", "tictactoe", "--nodes", "100", "--player", "minimax")["nodes"] <= 101


def test_best_looks_for_a_win_first() -> None:
    """A search with guesses finds a longer mate here."""
    answer = json_of("best", "chess", "--position", "8/4p3/7R/n7/rp6/kp5Q/8/1K6 w - - 0 1", "--win", "5")
    assert (answer["player"], answer["exact"], answer["depth"], answer["value"]) == ("alphabeta:win=5", True, 5, 1)


def test_solve() -> None:
    answer = json_of("solve", "tictactoe")
    assert {"score", "value", "moves", "nodes", "seconds"} <= set(answer)
    assert (answer["score"], answer["value"], len(answer["moves"])) == (0, 0, 9)
    assert json_of("solve", "kuhn")["value"] == pytest.approx(-1 / 18)
    assert json_of("solve", "rps")["probabilities"] == {
        move: pytest.approx(1 / 3) for move in ("rock", "paper", "scissors")
    }


def test_solve_for_a_team() -> None:
    signal = str(Path(__file__).parents[2] / "docs" / "examples" / "signal.py")
    answer = json_of("solve", signal, "--team", "South, North")
    assert (answer["team"], round(answer["secret"], 9), round(answer["open"], 9)) == (["North", "South"], 0.5, 0)
    assert [one["share"] for one in answer["plans"]] == pytest.approx([0.5, 0.5])
    shown = run("solve", signal, "--team", "North South").stdout
    assert "North and South against the others: 0.5 if their plan is secret, 0 if it is known" in shown
    assert "no player 'West'; players: North, East, South" in refusal("solve", signal, "--team", "West")
    assert "from its start" in refusal("solve", signal, "--team", "North South", "--moves", "♠")
    assert "not all of them" in refusal("solve", "kuhn", "--team", "")


def test_rollout(tmp_path: Path) -> None:
    race, file = str(Path(__file__).parents[1] / "data" / "pigrace.py"), tmp_path / "race.json"
    words = ("rollout", race, "--trials", "60", "--threads", "1")
    answer = json_of(*words, "--file", str(file))
    low, high = answer["interval"]
    assert low < answer["value"] < high
    assert (answer["trials"], answer["player"]) == (60, mossa.game(race).rules.player_names[0])
    assert json_of(*words, "--file", str(file))["value"] == answer["value"]
    assert json_of(*words, "--seed", "2")["value"] != answer["value"]
    assert json_of(*words, "--plain")["error"] > answer["error"]
    assert "(60 trials)" in run(*words).stdout
    assert "holds another rollout" in refusal(*words, "--file", str(file), "--seed", "2")


def test_perft() -> None:
    answer = json_of("perft", "tictactoe", "5", "--interpreted")
    assert (answer["nodes"], answer["depth"]) == (15120, 5)
    parts = json_of("perft", "tictactoe", "3", "--divide", "--interpreted")["moves"]
    assert parts == dict.fromkeys(mossa.game("tictactoe").start().moves, 56)
    assert json_of("perft", "tictactoe", "0", "--interpreted")["nodes"] == 1


def test_a_game_is_analysed_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("a1 b2 c3 a3")
    out, plot = tmp_path / "said.txt", tmp_path / "game.svg"
    arguments = (
        "analyse",
        "tictactoe",
        str(tmp_path / "game.txt"),
        "--depth",
        "9",
        "--out",
        str(out),
        "--plot",
        str(plot),
    )
    answer = json.loads(run(*arguments, "--json").stdout)
    assert [one["mark"] for one in answer["positions"]] == ["", "", "", "??", ""]
    assert [one["??"] for one in answer["players"]] == [0, 1]
    assert "better" in out.read_text()
    assert "<svg" in plot.read_text()
    assert "a3??" in run(*arguments).stdout


def test_dice_in_a_position() -> None:
    start = "4HPwATDgc/ABMA"
    told = json_of("best", "backgammon", "--position", start, "--dice", "31", "--depth", "1", "--multipv", "3")
    assert told["move"] == "8/5 6/5"
    assert len(told["candidates"]) == 3
    moves = json_of("best", "backgammon", "--position", start, "--moves", "13", "--depth", "1")
    assert moves["move"] == told["move"]  # the order of the dice does not matter
    cube = ("best", "backgammon:cube=1", "--position", start, "--depth", "1")
    assert json_of(*cube)["move"] == "roll"
    assert json_of(*cube, "--dice", "31")["move"] == told["move"]  # to roll is the only way to dice
    for words, sentence in (
        (("backgammon", "--position", start, "--dice", "37"), "two numbers from 1 to 6"),
        (("backgammon", "--position", f"{start} 31", "--dice", "31"), "chance does not decide"),
        (("tictactoe", "--dice", "31"), "chance does not decide"),
    ):
        result = run("best", *words)
        assert result.exit_code == 2
        assert sentence in result.stderr
