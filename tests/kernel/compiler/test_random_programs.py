"""Random programs mean the same compiled and interpreted.

There are long ones, compiled as kernels are, and very many short ones, compiled hundreds at a time.
`MOSSA_PROGRAMS=1000000 pytest -m slow tests/kernel/compiler/test_random_programs.py` tries more of the short ones;
`MOSSA_SEED` chooses others.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.compiler.compiled_together import compiled_together
from tests.kernel.compiler.random_programs import HEAD, ORACLE, differs, program
from tests.kernel.compiler.random_small_programs import SMALL_HEAD, SMALL_ORACLE, small_program
from tests.user_files import module

from mossa.kernel.memory import Ints, Reals, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

SEED = os.environ.get("MOSSA_SEED", "1")
LONG, BATCH, LONG_TRIES = 1000, 20, 8
"""Long programs, those that are compiled together, and lists of arguments for each."""
FEW_LONG = 200
"""As many are tried in every run of the tests, the others in the slow ones."""
SHORT, SHORT_BATCH, SHORT_TRIES = int(os.environ.get("MOSSA_PROGRAMS", "100000")), 250, 3
FEW_SHORT = 1000


def batches(count: int, size: int, few: int) -> list[Any]:
    """The number of the first program of each batch."""
    return [pytest.param(n, marks=[pytest.mark.slow] * (n >= few)) for n in range(0, count, size)]


def arguments(chooser: random.Random) -> tuple[Any, ...]:
    """Numbers large and small."""

    def whole(bits: int) -> int:
        return chooser.getrandbits(bits) >> chooser.randrange(bits)

    i, j, a, b, c = (whole(63) * chooser.choice((1, -1)) for _ in range(5))
    f = chooser.choice((0.0, 0.5, -3.75, 1e15, chooser.uniform(-100, 100)))
    return i, j, u64(whole(64)), u64(whole(64)), f, (a, b % 10, c % 100 - 50)


START = [[n * 3 - 10 for n in range(8)], [n << 60 for n in range(8)], [n / 4 - 1 for n in range(8)]]
"""What is in the vectors at first."""


def run(function: Any, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The result, and what was stored."""
    ints, words, reals = Ints(16), Words(16), Reals(16)
    ints.array[:8], words.array[:8], reals.array[:8] = START
    result = function(*given, 0, ints, words, reals)
    # Not-a-number differs from itself, and its sign does not matter.
    return int(result), ints.array.tolist(), words.array.tolist(), [repr(abs(x) if x != x else x) for x in reals.array]


@pytest.mark.parametrize("first", batches(LONG, BATCH, FEW_LONG))
@pytest.mark.filterwarnings("ignore")  # `(3 in …) is` and the like: the programs are random
def test_random_programs(first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path))
    numbers = range(first, min(first + BATCH, LONG))
    texts = [program(f"{SEED} {n}", n) for n in numbers]
    parameters = "i, j, x, y, f, t, z, ints, words, reals"
    entry = [f"def entry(k, {parameters}):"]
    entry += [f"    if k == {n}:\n        return program_{n}({parameters})" for n in numbers]
    compiled = module(tmp_path, HEAD + "\n\n\n".join([*(a for a, _ in texts), "\n".join([*entry, "    return 0"])]))
    kernel = specialise(compiled.entry, {}, name="random programs")
    space = dict(ORACLE)
    exec("\n\n\n".join(b for _, b in texts), space)
    for n, (text, _) in zip(numbers, texts, strict=True):
        chooser = random.Random(f"{SEED} {n} arguments")
        for _ in range(LONG_TRIES):
            given = arguments(chooser)
            said = f"seed {SEED}, program {n}, arguments {given}:\n{text}"
            differs[0] = False
            expected = run(space[f"program_{n}"], given)
            assert run(lambda *rest, n=n: kernel(n, *rest), given) == expected, said
            if not differs[0]:
                assert run(getattr(compiled, f"program_{n}"), given) == expected, f"interpreted, {said}"


@pytest.mark.parametrize("first", batches(SHORT, SHORT_BATCH, FEW_SHORT))
@pytest.mark.filterwarnings("ignore")
def test_short_random_programs(first: int, tmp_path: Path) -> None:
    numbers = range(first, min(first + SHORT_BATCH, SHORT))
    texts = [small_program(SEED, n) for n in numbers]
    names = [f"program_{n}" for n in numbers]
    everything = "\n    ".join(["def everything():", *names])
    rules = module(tmp_path, SMALL_HEAD + "\n\n\n".join([*(a for a, _ in texts), everything]))
    interpreted = [getattr(rules, name) for name in names]
    kernels = compiled_together(
        rules.everything, interpreted, quickly=first >= FEW_SHORT and first // SHORT_BATCH % 10 > 0
    )
    space = dict(SMALL_ORACLE)
    exec("\n\n\n".join(b for _, b in texts), space)
    chooser = random.Random(f"{SEED} {first} arguments")
    given = [arguments(chooser) for _ in range(50)]
    for n, kernel, slow, (text, _) in zip(numbers, kernels, interpreted, texts, strict=True):
        for each in chooser.sample(given, SHORT_TRIES):
            differs[0] = False
            expected = run(space[f"program_{n}"], each)
            assert run(kernel, each) == expected, f"seed {SEED}, short program {n}, arguments {each}:\n{text}"
            if not differs[0]:
                assert run(slow, each) == expected, f"interpreted, seed {SEED}, {n}, {each}:\n{text}"
