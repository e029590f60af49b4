"""The back end: recursion, and tables that machine code points to."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.user_files import module as user_file

from mossa.kernel.memory import Float32s, Ints
from mossa.kernel.specialise import specialise


def climb(x: Float32s, n: int) -> float:
    """A recursive function that says it returns a float."""
    if n == 0:
        return 0
    return x[n - 1] + climb(x, n - 1)


def test_a_recursive_float_is_not_cut_to_an_int() -> None:
    x = Float32s(np.array([0.25, 0.5], np.float32))
    assert specialise(climb, {}, name="test climb")(x, 2) == 0.75


def test_a_recursive_function_of_a_module_nobody_knows_still_finds_itself(tmp_path: Path) -> None:
    text = "def f(n):\n    return 1 if n < 2 else n * f(n - 1)\n\n\ndef g(n):\n    return f(n) + 1\n"
    rules = user_file(tmp_path, text, "forgotten")
    del sys.modules["forgotten"]
    assert specialise(rules.g, {}, name="forgotten")(7) == 5041


TABLE = """from mossa.kernel.constant_table import ConstantTable

SQUARES = ConstantTable(lambda: [i * i * {} for i in range(5000)])


def f(n):
    return SQUARES[n]
"""


@pytest.mark.slow
def test_tables_outlive_the_module_they_came_from(folder: Path, tmp_path: Path, said: list[str]) -> None:
    kernels = []
    for by in (1, 2, 1, 2):
        rules = user_file(tmp_path, TABLE.format(by))
        kernels.append(specialise(rules.f, {}, name="table"))
        assert kernels[-1](4000) == 4000 * 4000 * by
        del rules
        sys.modules.pop("user_rules")
        gc.collect()
        _ = [Ints(5000) for _ in range(50)]  # whoever freed memory would see it overwritten
    assert [kernel(4999) // 4999**2 for kernel in kernels] == [1, 2, 1, 2]
    assert len(said) == 2
