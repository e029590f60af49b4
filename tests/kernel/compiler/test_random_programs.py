"""Random programs mean the same compiled and interpreted.

`MOSSA_PROGRAMS=100000 pytest tests/kernel/compiler/test_random_programs.py` tries more of them; `MOSSA_SEED`
chooses others.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.compiler.random_programs import HEAD, ORACLE, differs, program
from tests.user_files import module

from mossa.kernel.memory import Ints, Reals, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

COUNT = int(os.environ.get("MOSSA_PROGRAMS", "3000"))
SEED = os.environ.get("MOSSA_SEED", "1")
BATCH = 20
"""Programs that are compiled together."""
FEW = 200
"""As many are tried in every run of the tests, the others in the long one."""
TRIES = 8
"""Lists of arguments for each."""


def arguments(chooser: random.Random) -> tuple[Any, ...]:
    """Numbers large and small."""

    def whole(bits: int) -> int:
        return chooser.getrandbits(bits) >> chooser.randrange(bits)

    i, j, a, b, c = (whole(63) * chooser.choice((1, -1)) for _ in range(5))
    f = chooser.choice((0.0, 0.5, -3.75, 1e15, chooser.uniform(-100, 100)))
    return i, j, u64(whole(64)), u64(whole(64)), f, (a, b % 10, c % 100 - 50)


def run(function: Any, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The result, and what was stored."""
    ints, words, reals = Ints(16), Words(16), Reals(16)
    for n in range(8):
        ints[n], words[n], reals[n] = n * 3 - 10, u64(n) << 60, n / 4 - 1
    result = function(*given, 0, ints, words, reals)
    # Not-a-number differs from itself, and its sign does not matter.
    return int(result), ints.array.tolist(), words.array.tolist(), [repr(abs(x) if x != x else x) for x in reals.array]


@pytest.mark.parametrize(
    "first", [pytest.param(n, marks=[pytest.mark.slow] * (n >= FEW)) for n in range(0, COUNT, BATCH)]
)
@pytest.mark.filterwarnings("ignore")  # `(3 in …) is` and the like: the programs are random
def test_random_programs(first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path))
    numbers = range(first, min(first + BATCH, COUNT))
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
        for _ in range(TRIES):
            given = arguments(chooser)
            said = f"seed {SEED}, program {n}, arguments {given}:\n{text}"
            differs[0] = False
            expected = run(space[f"program_{n}"], given)
            assert run(lambda *rest, n=n: kernel(n, *rest), given) == expected, said
            if not differs[0]:
                assert run(getattr(compiled, f"program_{n}"), given) == expected, f"interpreted, {said}"
