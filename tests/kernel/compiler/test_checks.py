"""Checked mode: where Python raises an exception, compiled code stops with a sentence; elsewhere it means the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.user_files import module as user_file

from mossa.kernel import MossaError, u64
from mossa.kernel.compiler.backend import host
from mossa.kernel.compiler.program import Program
from mossa.kernel.compiler.types import INT
from mossa.kernel.memory import Bytes, Ints
from mossa.kernel.specialise import specialise
from mossa.kernel.traps import CheckError

HEAD = """import math
from mossa import u64
from mossa.kernel.bits import replace
from mossa.kernel.constant_table import ConstantTable

TABLE = ConstantTable([4, 5, 6])
BIG = 2**62


"""
TOP = 2**63 - 1
OUTGROWS = "which does not fit into 64 bits"
UNASSIGNED = "x is read before anything was assigned to it"
NESTED = "for i in range(n):\n        if i > 2:\n            x = i\n    x += 1\n    return x"
LATE = (
    "for i in range(n):\n        if i == 1:\n            return x\n        if n > 2:\n            x = i\n    return 9"
)
ASSERTED = "k = n + 1\n    assert n > 2 and k\n    return n"
SUMMED = "return sum(n for i in range(4))"
LONG = "tuple(n + k for k in range(40))"
WIDE = f"board = {LONG}"
MATCHED = "match n:\n        case 1 | 2:\n            x = (n, 5)\n    return x[1]"

# body of f(n), an n that passes, one that does not, and the sentence
CHECKED: list[tuple[str, Any, Any, str]] = [
    ("return (1, 2, 3)[n]", -3, 3, "`(1, 2, 3)[n]`: index 3 of a tuple of 3"),
    ("return (1, 2, 3)[n]", 2, -4, "`(1, 2, 3)[n]`: index -4 of a tuple of 3"),
    ("return (1, 2, 3, 4, 5, 6)[n]", -6, 6, "`(1, 2, 3, 4, 5, 6)[n]`: index 6 of a tuple of 6"),
    ("return (1, 2, 3)[u64(n)]", 2, -1, "`(1, 2, 3)[u64(n)]`: index 18446744073709551615 of a tuple of 3"),
    ("return replace((1, 2), n, 9)[0]", 1, 2, "`replace((1, 2), n, 9)`: index 2 of a tuple of 2"),
    ("return replace((1, 2), n, 9)[0]", 0, -1, "`replace((1, 2), n, 9)`: index -1 of a tuple of 2"),
    ("return TABLE[n]", 2, 3, "`TABLE[n]`: index 3 of a table of 3"),
    ("return TABLE[n]", 0, -1, "`TABLE[n]`: index -1 of a table of 3"),
    ("return 7 // n", 2, 0, "`7 // n` is 7 // 0: a division by 0"),
    ("return 7 % n", 2, 0, "`7 % n` is 7 % 0: a division by 0"),
    ("return divmod(7, n)[1]", 2, 0, "`divmod(7, n)` is 7 // 0: a division by 0"),
    ("return u64(7) // n", 2, 0, "`u64(7) // n` is 7 // 0: a division by 0"),
    ("return 1 / n", 2, 0, "`1 / n` is 1.0 / 0.0: a division by 0"),
    ("return 2.5 % n", 2, 0, "`2.5 % n` is 2.5 % 0.0: a division by 0"),
    (f"return (n - {TOP} - 1) // -1", 1, 0, f"`(n - {TOP} - 1) // -1` is {-TOP - 1} // -1, {OUTGROWS}"),
    ("return n + 1", TOP - 1, TOP, f"`n + 1` is {TOP} + 1, {OUTGROWS}"),
    ("return n - 2", -TOP + 1, -TOP, f"`n - 2` is {-TOP} - 2, {OUTGROWS}"),
    ("return n * n", 3 * 10**9, 4 * 10**9, f"`n * n` is 4000000000 * 4000000000, {OUTGROWS}"),
    ("return n ** 3", 2 * 10**6, 3 * 10**6, f"`n ** 3` is 3000000 * 9000000000000, {OUTGROWS}"),
    ("n += BIG\n    return n", 2**62 - 1, 2**62, f"`n += BIG` is {2**62} + {2**62}, {OUTGROWS}"),
    ("return n + BIG * 2", None, 0, f"`BIG * 2` is {2**62} * 2, {OUTGROWS}"),
    ("return -n", TOP, -TOP - 1, f"`-n` of {-TOP - 1} is {TOP + 1}, {OUTGROWS}"),
    ("return abs(n)", TOP, -TOP - 1, f"`abs(n)` of {-TOP - 1} is {TOP + 1}, {OUTGROWS}"),
    ("return sum((n, n))", 2**62 - 1, 2**62, f"`sum((n, n))` is {2**62} + {2**62}, {OUTGROWS}"),
    (SUMMED, 2**60, 2**61, f"`sum((n for i in range(4)))` is {3 * 2**61} + {2**61}, {OUTGROWS}"),
    ("return 1 << n", 62, 63, f"`1 << n` is 1 << 63, {OUTGROWS}"),
    ("return 1 << n", 0, 200, f"`1 << n` is 1 << 200, {OUTGROWS}"),
    ("return 0 << n", 200, -1, "`0 << n` is 0 << -1: a shift by a negative number"),
    ("return -1 << n", 63, 64, f"`-1 << n` is -1 << 64, {OUTGROWS}"),
    ("return 2 ** n", 62, 63, f"`2 ** n` is 1 << 63, {OUTGROWS}"),
    ("return n >> n", 200, -2, "`n >> n` is -2 >> -2: a shift by a negative number"),
    ("return u64(1) << n", 63, 64, "`u64(1) << n` is 1 << 64: a word is shifted by 0 to 63 places"),
    ("return u64(1) >> n", 63, -1, "`u64(1) >> n` is 1 >> -1: a word is shifted by 0 to 63 places"),
    ("return int(u64(n))", TOP, -1, f"`int(u64(n))` is {2**64 - 1}, {OUTGROWS} with a sign"),
    ("return int(n * 1e10)", 9, TOP, f"`int(n * 10000000000.0)` is the int of {TOP * 1e10}, {OUTGROWS}"),
    ("return math.floor(n / 0.5)", 9, TOP, f"`math.floor(n / 0.5)` is the int of {2.0**64}, {OUTGROWS}"),
    ("return math.sqrt(n)", 0, -4, "`math.sqrt(n)` is math.sqrt of -4.0, which has none"),
    ("return math.log(n)", 1, 0, "`math.log(n)` is math.log of 0.0, which has none"),
    ("return max(i for i in range(n))", 1, 0, "max of nothing"),
    ("return len(range(0, 10, n))", -1, 0, "a range with a step of 0"),
    ("assert n > 2, 'too few'\n    return n", 3, 2, "too few"),
    ("assert n > 2, f'{n} of {n + 1}, {{}} {str(n)}'\n    return n", 3, 2, "2 of 3, {} {str(n)}"),
    (ASSERTED, 3, 2, "the assertion `n > 2 and k` does not hold (n = 2, k = 3)"),
    ("assert n > 2.5\n    return u64(n)", 3, 2, "the assertion `n > 2.5` does not hold (n = 2)"),
    ("if n > 2:\n        raise ValueError(f'no card {n}')\n    return n", 2, 3, "ValueError: no card 3"),
    ("if n > 2:\n        raise KeyError\n    return n", 2, 3, "KeyError"),
    ("if n > 2:\n        x = 1\n    return x", 3, 2, UNASSIGNED),
    ("if n > 2:\n        x = 1\n    y = x\n    return x + y", 3, 2, UNASSIGNED),
    ("for i in range(n):\n        pass\n    return i", 1, 0, "i is read before anything was assigned to it"),
    ("while n > 0:\n        x = n\n        n -= 1\n    return x", 1, 0, UNASSIGNED),
    (NESTED, 4, 3, UNASSIGNED),
    (LATE, 3, 2, UNASSIGNED),
    (MATCHED, 1, 3, UNASSIGNED),
    (f"{WIDE}\n    return board[n]", -40, 40, "`board[n]`: index 40 of a tuple of 40"),
    (f"{WIDE}\n    return replace(board, n, 7)[5]", 5, 40, "`replace(board, n, 7)`: index 40 of a tuple of 40"),
    (f"{WIDE}\n    if n > 2:\n        x = board\n    return x[3]", 3, 2, UNASSIGNED),
    (f"for i in range(n):\n        x = {LONG}\n    return x[3]", 3, 0, UNASSIGNED),
    (f"for i in range(n):\n        if i > 2:\n            x = {LONG}\n    return x[3]", 4, 3, UNASSIGNED),
]  # fmt: skip


def rules(body: str, folder: Path) -> Any:
    """A file with a function `f(n)`."""
    return user_file(folder, f"{HEAD}def f(n):\n    {body}\n")


@pytest.mark.parametrize(("body", "good", "bad", "sentence"), CHECKED)
def test_what_is_checked(body: str, good: Any, bad: Any, sentence: str, tmp_path: Path, folder: Path) -> None:
    slow = rules(body, tmp_path).f
    kernel = specialise(slow, {}, name="checked", checked=True)
    if good is not None:
        assert kernel(good) == slow(good)
    with pytest.raises(CheckError) as wrong:
        kernel(bad)
    place, said = str(wrong.value).split(": ", 1)
    assert said == sentence
    assert place.startswith("user_rules.py, line ")
    line = int(place.rpartition(" ")[2])
    assert HEAD.count("\n") + 2 <= line <= HEAD.count("\n") + 2 + body.count("\n")
    if good is not None:
        assert kernel(good) == slow(good)  # nothing is left of the failure


def test_the_line_is_that_of_the_mistake(tmp_path: Path, folder: Path) -> None:
    text = "k = 0\n    while k < 5:\n        k += (\n            1 // (3 - k)\n        )\n    return k"
    with pytest.raises(CheckError, match=f"line {HEAD.count(chr(10)) + 5}: "):
        specialise(rules(text.replace("(3 - k)", "(n - k)"), tmp_path).f, {}, name="checked", checked=True)(1)


def test_a_failure_deep_in_other_functions_ends_them_all(tmp_path: Path, folder: Path) -> None:
    text = (
        f"{HEAD}def down(n):\n    return 7 // n if n < 1 else down(n - 1) + 1\n\n\ndef f(n):\n    return down(n) * 2\n"
    )
    kernel = specialise(user_file(tmp_path, text).f, {}, name="checked", checked=True)
    for _ in range(3):
        with pytest.raises(CheckError, match="`7 // n` is 7 // 0: a division by 0"):
            kernel(500)
    assert kernel(-2) == -8


def store(vector: Bytes, n: int) -> int:
    vector[0] = n
    return vector[0]


def test_numbers_that_do_not_fit_into_their_vector(folder: Path) -> None:
    kernel = specialise(store, {}, name="checked", checked=True)
    assert kernel(Bytes(1), 255) == 255
    for wrong in (256, -1):
        with pytest.raises(CheckError, match=f": {wrong} does not fit into an item of Bytes"):
            kernel(Bytes(1), wrong)


def moves(n: int) -> Any:
    for i in range(n):
        yield i


def test_more_moves_than_declared(folder: Path) -> None:
    kernel = specialise(moves, {"game": {"WIDEST": 3}}, name="checked", checked=True)
    assert kernel(3, Ints(8), 0) == 3
    with pytest.raises(CheckError, match=r"line \d+: moves lists more than the 3 items declared \(widest\)"):
        kernel(4, Ints(8), 0)
    with pytest.raises(MossaError, match="declares widest=3 in FACTS"):
        specialise(moves, {"game": {"WIDEST": 3}}, name="unchecked", checked=False)(4, Ints(8), 0)


FINE = [
    "return -n >> 200",
    "return n + u64(2**64 - 1)",
    "return u64(n) * u64(2**63 + 1)",
    "return (1 << 64) - 1 > n and u64(n) < 1 << 64 and n > -(1 << 70) and u64(n) != 1 << 64",
    "x = 1\n    if n > 2:\n        x = 2\n    return x",
    "if n > 2:\n        x = 1\n    return x if n > 2 else 0",
    "for i in range(n):\n        x = i\n    return n",
    "return sum(i * j for i in range(n) for j in range(3) if j)",
    "assert isinstance(n, int) and len({n}) == 1, 'not compiled'\n    return n",
    "assert str(n)\n    return n",
    f"return sum(1 for i in range(-{TOP} - 1, -{TOP} + 4, 2))",
]


@pytest.mark.parametrize("body", FINE)
def test_what_is_no_mistake(body: str, tmp_path: Path, folder: Path) -> None:
    slow = rules(body, tmp_path).f
    kernel = specialise(slow, {}, name="checked", checked=True)
    for n in (1, 2, 5):
        assert kernel(n) == slow(n)


@pytest.mark.parametrize("body", [*FINE, *dict.fromkeys(body for body, *_ in CHECKED)])
def test_unchecked_code_has_no_checks(body: str, tmp_path: Path) -> None:
    from mossa.kernel.binding import Graph

    program = Program(Graph(rules(body, tmp_path).f, {}), host())
    program.entry("symbol", (INT,))
    text = program.module.text()
    assert not any(word in text for word in ("trap", "leave", "setjmp", "with.overflow"))


def test_checked_kernels_are_stored_beside_the_others(tmp_path: Path, folder: Path) -> None:
    file = rules("return n + 1", tmp_path)
    for checked in (True, False):
        assert specialise(file.f, {}, name="mine", checked=checked)(1) == 2
    assert sorted(path.name.split(".")[0] for path in folder.iterdir()) == ["mine", "mine-checked"]
    # A line more at the top: the sentences of a checked kernel change, the code of the other does not.
    file = user_file(tmp_path, f"# a comment\n{HEAD}def f(n):\n    return n + 1\n")
    for checked in (True, False):
        assert specialise(file.f, {}, name="mine", checked=checked)(1) == 2
    assert sorted(path.name.split(".")[0] for path in folder.iterdir()) == ["mine", "mine-checked", "mine-checked"]
    with pytest.raises(CheckError, match=f"line {HEAD.count(chr(10)) + 3}: "):
        specialise(file.f, {}, name="mine", checked=True)(TOP)


@pytest.mark.parametrize(("said", "checked"), [("1", True), ("yes", True), ("0", False), ("", False), (None, False)])
def test_the_environment_asks_for_checks(
    said: str | None, checked: bool, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MOSSA_CHECKED", raising=False)
    if said is not None:
        monkeypatch.setenv("MOSSA_CHECKED", said)
    kernel: Callable[[int], int] = specialise(rules("return n + 1", tmp_path).f, {}, name="mine")
    if checked:
        with pytest.raises(CheckError):
            kernel(TOP)
    else:
        assert kernel(TOP) == -TOP - 1


def test_words_and_floats_are_written_as_they_are(tmp_path: Path, folder: Path) -> None:
    body = "word = u64(n)\n    real = n / 4\n    odd = n % 2 == 1\n    assert word < 5 or real > odd\n    return n"
    with pytest.raises(CheckError, match=r"\(word = 18446744073709551613, real = -0.75, odd = True\)"):
        specialise(rules(body, tmp_path).f, {}, name="checked", checked=True)(-3)
    assert u64(-3) == 18446744073709551613
