"""What the subset promises is compiled, and means the same as in Python."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.user_files import module as user_file

from mossa.kernel.binding import slot
from mossa.kernel.compiler import calls, statements, subset
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

game: Any = slot("game")

PRIMES = (2, 3, 5, 7, 11, 13)
MASK = 2**64 - 1


class Colour(IntEnum):
    RED = 1
    GREEN = 2


class Point(NamedTuple):
    x: int
    y: int = 9


def webs(n: int) -> int:
    """Each definition of a variable has a type of its own."""
    x: Any = 0
    y = x - 3
    found = 1 if y < 0 else 2
    x = u64(5)
    if x - 6 > n:
        found += 10
    x = (n, n + 1)
    return found + int(x[1])


def chained(n: int) -> int:
    """The last operand is not computed if the first comparison fails."""
    out = 0
    if 0 < n < 12 // (n if n else 1) <= 6:
        out += 1
    if 1 < n != 3 < 9:
        out += 2
    return out


def matching(n: int) -> int:
    match n % 7, n > 9:
        case 0, False:
            return 100
        case (1 | 2) as low, _:
            return 200 + low
        case rest, True if rest > 4:
            return 300 + rest
        case rest, _:
            return rest
    return -1


def parameters(a: int, b: int = 4, *, c: int = 5, point: Point = Point(1)) -> int:  # noqa: B008
    return a + 10 * b + 100 * c + 1000 * point.y


def calls_of_all_kinds(n: int) -> int:
    pair = (n, 2)
    return parameters(n) + parameters(n, c=1) + parameters(*pair) * 3 + parameters(b=n, a=1, point=Point(y=n, x=0))


def over_generators(n: int) -> int:
    found = 1 if any(n % p == 0 for p in PRIMES) else 0
    found += 2 if all(n > p for p in PRIMES if p < 9) else 0
    found += 4 * sum(i * j for i in range(n % 5) for j in range(i) if i != j + 1)
    found += 1000 * max((p - n) ** 2 for p in PRIMES)
    squares = tuple(p * p for p in PRIMES if p > 2)
    return found + 10**6 * min(squares[i] % 9 for i in range(len(squares)))


def loops(n: int) -> int:
    total = 0
    for i, p in enumerate(PRIMES, 1):
        total += i * p
    for p, q in zip(PRIMES, range(n)):
        total = total * 3 + p * q
    for p in reversed(PRIMES[1:4]):
        total ^= p << 3
    for i in range(n, -n, -3):
        if i == 4:
            continue
        if i < -7:
            break
        total += i
    else:
        total += 10**6
    while total > 0 and (half := total // 2) > n:
        total = half - 1
    return total


def numbers(n: int) -> float:
    q, r = divmod(n * 7 - 20, -6)
    small = abs(q) + r + int(Colour.GREEN) + (n**3) % 11 + (2**n if n < 60 else 0)
    return small / 3 + math.sqrt(n) + math.floor(n / 3) - n % 0.7 + n // 0.7 + math.pi


def words(n: int) -> int:
    found = (u64(n) - 20) & MASK
    return int(found % 1000) + (1 if found == 2**64 - 1 else 0) + (5 if n in PRIMES else 0) + (n is None)


def assigned_later(n: int) -> int:
    """A variable that only later turns of a loop read."""
    total = 0
    for i in range(n):
        if i > 0:
            total += before * i  # noqa: F821
        before = i + 1  # noqa: F841
    return total


def unannotated(n):  # type: ignore[no-untyped-def]
    return 1 if n < 2 else n * unannotated(n - 1)


def through_another(n: int) -> Any:
    return 0.5 if n == 0 else back(n - 1)


def back(n: int) -> Any:
    return through_another(n) * 2


def negative_index(n: int) -> int:
    items = (n, n + 1, n + 2, n + 3, n + 4, n + 5)
    return items[-1] * 100 + items[n % 6 - 6] * 10 + PRIMES[n % 6 - 6] + (1, n)[n % 2 - 2]


def truths(n: int) -> int:
    first = n and n - 5
    second = n - 5 or 7
    third = not n or (n > 3 and n < 8)
    return first * 100 + second * 10 + third


FUNCTIONS = [
    *(webs, chained, matching, calls_of_all_kinds, over_generators, loops, numbers, words, assigned_later),
    *(unannotated, through_another, negative_index, truths),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_compiled_is_interpreted(function: Callable[..., Any]) -> None:
    compiled = specialise(function, {}, name="subset")
    for n in range(20):
        assert compiled(n) == function(n), n


def test_the_table_is_what_is_lowered() -> None:
    lowered = {name[1:] for name in dir(statements.Lowering) if name[1].isupper() and name[0] == "_"}
    assert lowered == {kind.__name__ for kind in subset.SUBSET}
    methods = {name.removeprefix("_call_") for name in dir(statements.Lowering) if name.startswith("_call_")}
    assert methods == set(subset.BUILTINS.values())
    assert not set(subset.SUBSET) & set(subset.OUTSIDE)
    assert calls.BUILTINS is subset.BUILTINS


@pytest.mark.parametrize("kind", [*subset.OUTSIDE, ast.Await, ast.Slice, ast.TryStar])
def test_what_is_not_in_the_table_is_refused(kind: type[ast.AST]) -> None:
    with pytest.raises(subset.Refused, match="is outside the compiled subset"):
        subset.check(kind.__new__(kind))  # without the parts that a node of this kind has


def read(n: int, items: tuple[int, ...]) -> int:
    return items[n]


def test_an_item_out_of_range_is_zero() -> None:
    compiled = specialise(read, {}, name="subset")
    for size in (1, 2, 5, 40):
        items = tuple(range(100, 100 + size))
        for n in range(-size, size):
            assert compiled(n, items) == items[n]
        for n in (size, size + 1, -size - 1, 2**62, -(2**63)):
            assert compiled(n, items) == 0


def test_a_result_of_many_parts(tmp_path: Path) -> None:
    text = "from typing import NamedTuple\nfrom mossa import u64\n\n\nclass State(NamedTuple):\n"
    text += "    x: int\n    y: u64\n\n\n"
    text += "def f(n):\n    return (State(n, u64(n)), n > 3, n / 2, None, (State(1, u64(2)),))\n"
    rules = user_file(tmp_path, text)
    expected = (rules.State(7, u64(7)), True, 3.5, None, (rules.State(1, u64(2)),))
    for _ in range(2):  # compiled, then from the cache
        found = specialise(rules.f, {}, name="parts")(7)
        assert found == expected
        assert [type(found[0]), type(found[0].y), type(found[1])] == [rules.State, u64, bool]


def swap(a: Ints, b: Words, state: Point) -> tuple[int, int]:
    a[0], b[0] = b[0], a[0]
    return state


def test_arguments_of_all_kinds() -> None:
    kernel, a, b = specialise(swap, {}, name="arguments"), Ints(1), Words(1)
    a[0], b[0] = -1, u64(5)
    assert kernel(a, b, Point(3, -4)) == Point(3, -4)
    assert (a[0], b[0]) == (5, u64(2**64 - 1))
    with pytest.raises(OverflowError):
        kernel(a, b, Point(2**63, 0))


def test_a_long_chain(tmp_path: Path) -> None:
    cases = "".join(f"    elif n == {k}:\n        return {k * k % 89}\n" for k in range(1, 400))
    calls = "".join(f"def g{k}(n):\n    return g{k - 1}(n) + 1\n\n\n" for k in range(1, 150))
    first = "def g0(n):\n    return n\n\n\n"
    text = f"{first}{calls}def f(n):\n    if n == 0:\n        return g149(n)\n{cases}    return -1\n"
    rules = user_file(tmp_path, text)
    compiled = specialise(rules.f, {}, name="chain")
    assert [compiled(n) for n in range(410)] == [rules.f(n) for n in range(410)]


def thirds(n: int) -> Iterator[int]:
    for i in range(12):
        yield 3 * i + n


def is_wanted(item: int, n: int) -> bool:
    return item % 2 == n % 2


def picked(n: int) -> Iterator[int]:
    """What another generator lists is filtered in place."""
    yield 100
    yield from (item + 1 for item in thirds(n) if is_wanted(item, n) if item != 6)
    yield from (item * item for item in range(5) if item != n)
    yield from (item for item in PRIMES)
    yield 200


def twice(n: int) -> Iterator[int]:
    yield from (i + j for i in thirds(n) for j in range(2))


def list_picked(n: int, out: Ints) -> int:
    return game.moves(n, out, 0)


def test_a_generator_filters_another_one() -> None:
    found = []
    for compiled in (False, True):
        kernel = specialise(list_picked, {"game": {"moves": picked}}, name="subset picked", compiled=compiled)
        for n in range(4):
            out = Ints(60)
            count = kernel(n, out)
            found.append(out.array[:count].tolist())
    assert found[:4] == found[4:]
    assert found[:4] == [list(picked(n)) for n in range(4)]
    with pytest.raises(MossaError, match="a second `for` behind a generator"):
        specialise(list_picked, {"game": {"moves": twice}}, name="subset twice")(0, Ints(60))
