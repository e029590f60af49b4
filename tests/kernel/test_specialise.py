"""An entry function bound to its slots: compiled or interpreted, ready before it is called, known to the listeners."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from tests.processes import python

from mossa import MossaError
from mossa.kernel import cache
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import Kernel, classes, prepare, specialise
from mossa.kernel.words import u64

game = slot("game")


def weigh(things: Ints, n: int) -> int:
    """The sum of the weights of some things; it leaves a trace."""
    total = 0
    for i in range(n):
        total += game.weight(things[i]) * game.FACTOR
        things[i] = 0
    return total


def double(x: int) -> int:
    return 2 * x


SLOTS = {"game": {"weight": double, "FACTOR": 3}}


def test_compiled_and_interpreted() -> None:
    for compiled in (True, False):
        kernel = specialise(weigh, SLOTS, name="weigh", compiled=compiled)
        assert isinstance(kernel, Kernel) == compiled
        things = Ints(3)
        things[0], things[1], things[2] = 5, 7, 11
        assert kernel(things, 2) == 2 * 3 * 12
        assert things.array.tolist() == [0, 0, 11]


def test_what_is_prepared_is_compiled_but_not_run(folder: Path, said: list[str]) -> None:
    kernel = specialise(weigh, SLOTS, name="weigh")
    assert said == []  # nothing is compiled before its types are known
    things = Ints(3)
    things[0] = 5
    prepare(kernel, things, 1)
    assert said == ["compiling weigh (once on this machine)"]
    assert things[0] == 5
    assert kernel(things, 1) == 30
    assert len(said) == 1
    prepare(specialise(weigh, SLOTS, name="weigh", compiled=False), things, 1)
    assert len(said) == 1


def test_the_name_of_the_file(folder: Path, said: list[str]) -> None:
    specialise(weigh, SLOTS, name="./my game:size=4 weigh")(Ints(1), 1)
    (path,) = cache.files()
    assert path.name.startswith("--my-game-size-4-weigh.")


def test_each_type_of_arguments_has_its_code(folder: Path, said: list[str]) -> None:
    kernel = specialise(double, {}, name="double")
    results = [kernel(5), kernel(2.5), kernel(u64(2**63)), kernel(7)]
    assert [(type(one), one) for one in results] == [(int, 10), (float, 5.0), (u64, 0), (int, 14)]
    assert len(said) == 3


def test_a_refusal_is_a_sentence(folder: Path) -> None:
    with pytest.raises(MossaError, match=r"test_specialise.py, line \d+, column 12: .*\(listing cannot be comp"):
        specialise(listing, {}, name="listing")(3)


def listing(n: int) -> int:
    return {1: n}[1]


class Point(NamedTuple):
    x: int
    y: u64


def test_the_classes_of_arguments() -> None:
    assert classes((1, u64(2))) == (tuple, int, u64)
    assert classes((Point(1, u64(2)),)) == (tuple, (Point, int, u64))
    assert classes((Point(1, u64(2)),)) != classes(((1, u64(2)),))


def test_without_llvmlite_a_kernel_runs_interpreted_and_says_so() -> None:
    script = """
import sys
sys.modules["llvmlite"] = None
import mossa
from mossa.core.conformance import check
from mossa.kernel.specialise import compilation_listeners
said = []
compilation_listeners.append(said.append)
best = mossa.game("tictactoe").after("b2 a1 c1").best(depth=4)
print(best.player, best.moves, "llvmlite is not installed" in said[0])
report = check(mossa.game("tictactoe"), games=2)
print(report.ok, "compiled rules equal interpreted ones" in report.passed)
"""
    assert python(script).splitlines() == ["alphabeta ('a3',) True", "True False"]
