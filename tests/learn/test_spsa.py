"""SPSA: parameters, specs, a run on a function that is known, a run of games, and going on with it."""

import math
import random
from pathlib import Path

import pytest

from mossa import MossaError
from mossa.jobs import LATER, Place
from mossa.learn.learning_record import LearningRecord
from mossa.learn.spsa import Parameter, TuningSettings, _Chunks, changed_spec, tune
from mossa.play.referee import GameTerms

ONE = Parameter.parse("null_depth=3:1:9:1")
SETTINGS = TuningSettings(
    "tictactoe", "alphabeta:memory=1", (ONE,), steps=3, pairs=2, terms=GameTerms(nodes=50), plies=2, rate=0.5, seed=3
)


@pytest.mark.parametrize(
    "text",
    ["margin", "margin=5", "margin=5:1", "=5:1:9", "margin=0:1:9", "margin=5:9:1", "margin=5:1:9:0", "margin=5:1:9:1:1"]
    + ["margin=x:1:9", "margin=nan:1:9", "margin=5:1:inf"],
)
def test_wrong_parameters(text: str) -> None:
    with pytest.raises(MossaError, match="a parameter is written NAME=START:LEAST:MOST"):
        Parameter.parse(text)


def test_whole_numbers() -> None:
    assert ONE.is_whole
    assert not Parameter.parse("exploration=0.5:0:2").is_whole


def test_a_spec_is_changed() -> None:
    assert changed_spec("alphabeta", {"null_depth": 4.0}) == "alphabeta:null_depth=4"
    assert changed_spec("uci:stockfish,Hash=1", {"Hash": 2.0}) == "uci:stockfish,Hash=2"


def test_values_climb_a_hill() -> None:
    """Where the better player wins as Elo says, both values come near the top of a known hill."""
    parameters = (Parameter("a", 10.0, 0.0, 100.0, 5.0), Parameter("b", 90.0, 0.0, 100.0, 5.0))
    settings = object.__new__(TuningSettings)
    fields = {"game": "", "player": "p", "parameters": parameters, "steps": 400, "pairs": 8, "rate": 0.02, "seed": 1}
    for name, value in fields.items():
        object.__setattr__(settings, name, value)

    def height(spec: str) -> float:
        a, b = (float(part.split("=")[1]) for part in spec.split(":")[1].split(","))
        return -((a - 60) ** 2 + (b - 30) ** 2) / 10

    draws, values = random.Random(1), {"a": 10.0, "b": 90.0}
    chunks = _Chunks(settings, values, 0)
    waiting = []
    for pair in chunks:
        if pair is not LATER:
            waiting.append(pair)
            continue
        for one in reversed(waiting):  # they may end in any order
            wins = 1 / (1 + 10 ** ((height(one.lower) - height(one.upper)) / 400))
            chunks.take(one, sum(1 if draws.random() < wins else -1 for _ in range(2)))
        waiting = []
    assert chunks.step == 400
    assert math.hypot(values["a"] - 60, values["b"] - 30) < 15


def test_a_run_goes_on_and_does_not_depend_on_the_processes(tmp_path: Path) -> None:
    whole, parts, shared = (tmp_path / f"{name}.jsonl" for name in ("whole", "parts", "shared"))
    found = tune(SETTINGS, record=LearningRecord(whole))
    assert [step.number for step in found] == [1, 2, 3]
    assert found[-1].pairs == 6
    assert all(1 <= step.values["null_depth"] <= 9 and 0 <= step.points <= 1 for step in found)
    assert tune(SETTINGS, record=LearningRecord(shared), place=Place(2)) == found
    assert shared.read_bytes() == whole.read_bytes()
    lines = whole.read_bytes().splitlines(keepends=True)
    parts.write_bytes(b"".join(lines[:2]) + lines[2][:9])  # killed in the middle of a line
    heard = []
    assert tune(SETTINGS, record=LearningRecord(parts, resume=True), on_step=heard.append) == found == heard
    assert parts.read_bytes() == whole.read_bytes()


def test_what_cannot_be_tuned() -> None:
    for change, sentence in (
        ({"parameters": ()}, "tuning changes at least one parameter"),
        ({"parameters": (ONE, ONE)}, "none twice"),
        ({"game": "trio", "player": "maxn"}, "trio is not a game for two"),
        ({"parameters": (Parameter("no_such", 1, 0, 2, 1),)}, "has no setting 'no_such'"),
        ({"parameters": (Parameter("table", 1, 0, 2, 1),)}, "table is a whole number from 0 to 1, not '2'"),
        ({"rate": 0.0}, "a rate above 0"),
    ):
        given = {name: getattr(SETTINGS, name) for name in SETTINGS.__dataclass_fields__}
        with pytest.raises(MossaError, match=sentence):
            TuningSettings(**{**given, **change})
