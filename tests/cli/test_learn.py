"""`mossa learn`: weights that other commands take, a record that survives a kill, refusals in one sentence."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.commands import json_of, refusal, run

from mossa.cli.learn import METHOD_NAMES
from mossa.learn.weight_learning import METHODS

KILLED = "import sys; from mossa.cli import main; sys.argv = ['mossa', *sys.argv[1:]]; main()"

OWN_GAME = '''"""Take one, two or three matches; who takes the last one loses."""
from typing import NamedTuple
from mossa import Facts
FACTS = Facts(players=2, utility=(-1, 1), widest=3, longest=30)
class State(NamedTuple):
    left: int
    turn: int
def start(): return State(30, 0)
def mover(state): return state.turn
def moves(state):
    for taken in range(1, min(3, state.left) + 1):
        yield taken
def play(state, move): return State(state.left - move, 1 - state.turn)
def is_over(state): return state.left == 0
def utility(state, player): return 1 if player == state.turn else -1
def lost(state: State) -> int:
    """one more than a multiple of four is left"""
    return 1 if state.left % 4 == 1 else 0
def many(state: State) -> int:
    """matches left"""
    return state.left
FEATURES = {"lost": lost, "many": many}
'''


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_methods_of_the_command_are_those_of_the_package() -> None:
    assert tuple(METHODS) == METHOD_NAMES


def test_weights_are_learnt_written_and_played_with() -> None:
    found = json_of("learn", "connect4", "--method", "td", "--games", "400", "--rounds", "3", "--plot", "curve.svg")
    assert found["rounds"] == len(found["curve"]) == 3
    assert found["games"] == 1200
    assert found["before"]["elo"] > found["before"]["error"]
    assert json.loads(Path(found["out"]).read_text()) == pytest.approx(found["weights"], abs=1e-5)
    assert "<svg" in Path("curve.svg").read_text()
    player = f"alphabeta:depth=2,weights={found['out']}"
    match = json_of("match", "connect4", player, "random", "--games", "10", "--plies", "2")
    assert match["wins"] == 10


def test_the_text_has_the_curve_and_the_weights() -> None:
    told = run("learn", "tictactoe", "--games", "40", "--rounds", "2", "--out", "mine.json").stdout
    for words in ("round", "Elo: weights before", "the game's own", "pairs", "learnt", "mine.json"):
        assert words in told


def test_a_game_of_ones_own_learns_its_theory() -> None:
    Path("matches.py").write_text(OWN_GAME)
    found = json_of(
        "learn", "./matches.py", "--depth", "1", "--rounds", "8", "--games", "400", "--method", "regression"
    )
    assert found["out"] == "matches.py-regression.json"
    assert found["weights"]["lost"] < -100
    assert found["before"]["elo"] > found["before"]["error"]


def test_a_run_goes_on_from_given_weights() -> None:
    Path("mine.json").write_text('{"threats": 3}')
    found = json_of("learn", "connect4", "--from", "mine.json", "--games", "40", "--rounds", "1")
    assert json.loads(Path(found["record"]).read_text().splitlines()[0])["learn"]["start"] == {
        "threats": 3,
        "middle": 0,
        "inner": 0,
    }


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_run_goes_on_as_if_nothing_had_happened() -> None:
    words = ["learn", "connect4", "--method", "hill-climbing", "--games", "400", "--threads", "1"]
    json_of(*words, "--rounds", "6", "--record", "whole.jsonl", "--out", "whole.json")
    cut = [*words, "--time", "600", "--record", "cut.jsonl", "--out", "cut.json"]
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, *cut], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        last = time.monotonic() + 60
        while time.monotonic() < last and len(_lines("cut.jsonl")) < 3:
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    text = "".join(_lines("cut.jsonl")[:4])  # it may have come far
    Path("cut.jsonl").write_text(text + '{"number": 4, "ga')
    assert set(json.loads(Path("cut.json").read_text())) == {"threats", "middle", "inner"}
    json_of(*words, "--rounds", "6", "--record", "cut.jsonl", "--out", "cut.json", "--resume")
    one, two = ([json.loads(line) for line in _lines(name)] for name in ("whole.jsonl", "cut.jsonl"))
    for line in (*one, *two):
        line.pop("seconds", None)
    assert one == two
    assert Path("cut.json").read_text() == Path("whole.json").read_text()


def _lines(name: str) -> list[str]:
    return Path(name).read_text().splitlines(keepends=True) if Path(name).exists() else []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nim"], "names no features"),
        (["backgammon"], "names no features"),
        (["connect4", "--from", "nothing.json"], "there is no file nothing.json"),
        (["connect4", "--method", "guessing"], "'guessing' is not one of"),
        (["connect4", "--time", "0"], "time"),
        (["connect4", "--games", "1"], "games"),
        (["connect4", "--out", "missing/mine.json", "--rounds", "1", "--games", "40"], "missing"),
    ],
)
def test_a_mistake_is_one_sentence(words: list[str], told: str) -> None:
    assert told in refusal("learn", *words)


def test_a_run_is_not_overwritten_and_not_mixed_with_another() -> None:
    words = ["learn", "tictactoe", "--games", "40", "--rounds", "1"]
    json_of(*words)
    assert "--resume" in refusal(*words)
    assert "other settings (seed 1)" in refusal(*words, "--seed", "2", "--resume")


def test_categories_are_told_beside_the_linear_sum_and_the_exact_value() -> None:
    words = ("categories", "tictactoe", "--features", "pairs,singles", "--games", "200", "--exact", "50")
    found = json_of(*words)
    assert found["features"] == ["pairs", "singles"]
    assert sum(one["solved"] for one in found["categories"]) >= 50
    told = run(*words).stdout
    for text in ("pairs", "linear sum", "exact", "mean squared error in other games"):
        assert text in told
    assert "no feature 'height'" in refusal("categories", "tictactoe", "--features", "height")
