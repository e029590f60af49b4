"""Rules as beginners and mischief write them: each is refused in one sentence, or means the same as in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.user_files import module as user_file

from mossa import MossaError
from mossa.kernel.specialise import specialise

HEAD = """from typing import NamedTuple
import math
from enum import IntEnum
from mossa import u64
from mossa.kernel.bits import *
from mossa.kernel.memory import *

T = (1, 2)
F = 2.5
X = "abc"


class S(NamedTuple):
    a: int
    b: tuple


class E(IntEnum):
    X = 1


def two(a, b):
    return a - b


"""
BROKEN = [
    "return x[1:2]",
    "return 'a'",
    "return 'a' == 'b'",
    "return X",
    "return X[0]",
    "return n.real",
    "return E.Y",
    "return E(1)",
    "return E.X.name",
    "return S(1, T).c",
    "return S.a",
    "return T[n:]",
    "return T['a']",
    "return replace(n, 1, 2)",
    "return replace(T, 1.5, 2)",
    "return replace(T, 0, 2.5)",
    "return replace(T, 0)",
    "return ~2.5",
    "return -T",
    "return not T",
    "return T < T",
    "return T == n",
    "return n == None",
    "return None + 1",
    "return (yield n)",
    "return len(n)",
    "return sum(n)",
    "return any(n)",
    "return tuple(n)",
    "return min()",
    "return max(T, T)",
    "return zip(T, T)",
    "return range(3)",
    "return enumerate(n)",
    "x = range(n)\n    return len(x)",
    "return math.sqrt('a')",
    "return math.sqrt(-1.0)",
    "return math.log(0.0)",
    "return math.pow(n)",
    "return math.inf",
    "return math.foo",
    "return math",
    "for i in range(n, 3, 0): pass",
    "for i in range(1.5): pass",
    "for i in T: T = i",
    "while T: n += 1; break",
    "return [1][0]",
    "return {}",
    "return int('3')",
    "return float('3')",
    "return u64(T)",
    "return bool(T)",
    "return abs(T)",
    "return divmod(n, 2.5)",
    "return divmod(n)",
    "return 1 << 2.5",
    "return 2.5 & 1",
    "return n if n else T",
    "x = T\n    x = 3\n    return x",
    "x.y = 3",
    "n[0] = 1",
    "n += T",
    "(n, m) = T; return m",
    "n, m = n",
    "return T + 1",
    "return T * n",
    "return T * 2",
    "return (*T, n)",
    "return (*n,)",
    "return two(*T)",
    "return f",
    "return f(n, n)",
    "return bit_count(2.5)",
    "return bit_count(T)",
    "return parallel_extract(n)",
    "return lowest_bit(True)",
    "match n:\n        case 'a': return 1\n        case S(): return 2\n    return 3",
    "match n:\n        case {}: return 1",
    "match T:\n        case [a, *b]: return a",
    "match T:\n        case [a, b]: return a + b",
    "async def g(): pass",
    "return (await n)",
    "return n @ n",
    "return n if True else undefined_name",
    "del n",
    "with n: pass",
    "assert n, 'x'\n    return n",
    "raise ValueError(n)",
    "raise",
    "print(n)",
    "return print",
    "return n // 0",
    "return n % 0",
    "return 1 / 0",
    "return 5 // 0",
    "return 2 ** 100",
    "return 10 ** 30",
    "return 1 << 100",
    "return n ** -1",
    "return 2.0 ** 0.5",
    "return 2.0 ** n",
    "return int(1e300)",
    "return int(math.inf)",
    "return u64(math.nan)",
    "x: int\n    return x",
    "x: int = 3\n    return x",
    "if n: return 1\n    elif n > 2: return 2.5",
    "return lambda: 3",
    "return all(T[i] > 0 for i in range(2) for j in range(i))",
    "return sum(T, F)",
    "return sum((F, n))",
    "return max(i for i in range(0))",
    "return min(T[0], F)",
    "return max(u64(1), F)",
    "return u64(1) if n else 2.5",
    "return (u64(1), 2)[n]",
    "return (True, 2)[n]",
    "return (1, 2.5)[n]",
    "return ((1, 2), (3, 4))[n][1]",
    "return ()[n]",
    "return ()",
    "return not None",
    "return None",
    "return n is None",
    "return n is n",
    "return n in range(3)",
    "return n in n",
    "global n",
    "n = n = 3; return n",
    "a = b = n; return a + b",
    "n: list = 3; return n",
    "return f'{n}'",
    "return ...",
    "return b'a'",
    "return 3j",
    "return n.a.b",
    "return S(1, T)._replace(1)",
    "return S(1, T)._asdict()",
    "return S(1, T)[n]",
    "return S(a=1, b=T)[1][n]",
    "return S(**{})",
    "continue",
    "x = yield",
    "return __name__",
    "return n,",
    "return Ints(3)",
    "return Ints",
    "return u64",
    "return int.from_bytes(b'a', 'big')",
    "import math as m; return m.pi",
    "pass",
    "return n and T",
    "return T or n",
    "return [*T]",
    "return n.bit_length()",
    "return E.X + 1",
    "return E.X is E.X",
    "return sorted(T)",
    "return hash(n)",
    "return round(2.5)",
    "return pow(2, 3)",
    "return isinstance(n, int)",
    "return map(abs, T)",
    "return n if n > 0 else -n if n < -5 else (n, n)",
]
DIFFERENT = {
    *("raise ValueError(n)", "raise", "return n // 0", "return n % 0", "return 1 / 0", "return 5 // 0"),
    *("return 2 ** 100", "return 10 ** 30", "return 1 << 100", "return int(1e300)", "return int(math.inf)"),
    *("return u64(math.nan)", "return max(i for i in range(0))"),
}
"""Where Python raises, or gives what does not fit into 64 bits."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("body", BROKEN)
def test_no_traceback(body: str, tmp_path: Path) -> None:
    try:
        rules = user_file(tmp_path, f"{HEAD}def f(n):\n    {body}\n")
    except SyntaxError:
        return
    try:
        found = specialise(rules.f, {}, name="broken")(1)
    except MossaError as error:
        refused = str(error)
    else:
        assert body in DIFFERENT or found == rules.f(1)
        return
    assert refused.startswith("user_rules.py, line ")
