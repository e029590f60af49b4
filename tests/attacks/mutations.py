"""Mutations: what people and programs send by mistake or on purpose, made of what is right.

A change is three numbers: what is done, and to what. Hypothesis draws them, so that a failure shrinks to few of them.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from mossa import MossaError

__all__ = ["FACTOR", "INPUTS", "Changes", "attack", "both", "mutated_bytes", "mutated_json", "mutated_text"]

Changes = list[tuple[int, int, int]]
SIZE = 1 << 16
CHANGES: st.SearchStrategy[Changes] = st.lists(
    st.tuples(st.integers(0, 11), st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), min_size=1, max_size=4
)
NASTY: tuple[str, ...] = (
    *(
        "",
        " ",
        "\n",
        "\r\n",
        "\t",
        "\0",
        "\x1b[2J",
        "\u2028",
        "\u200b",
        "\ufeff",
        "\ud800",
        "𝟙",
        "٣",
        "²",
        "½",
        "İ",
        "ß",
    ),
    *("0", "-0", "-1", "1", "00", "1.5", "1e309", "-1e309", "nan", "inf", "Infinity", "NaN", "0x1F", "1_000", "+1"),
    *("99999999999999999999", "-9223372036854775809", "18446744073709551616", "9" * 5000, "1" * 400, "0." + "3" * 400),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "()",
        "[]",
        "{}",
        "((",
        "))",
        '"',
        "'",
        "\\",
        "/",
        "|",
        ",",
        ",,",
        ":",
        "::",
        "=",
        "==",
    ),
    *(";", "#", "--", "-", "?", "*", "%s", "%", "{0}", "{x}", "$HOME", "~", "..", "../../etc/passwd", "/dev/null", "."),
    *("null", "true", "None", "__class__", "a" * 3000, "(" * 3000, "[" * 3000, "1. " * 800, "e4 " * 500, "é" * 50),
)
"""Pieces that readers stumble over."""
NASTY_JSON: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308, -1e308),
    *(
        "",
        "x",
        "a1",
        "\ud800",
        "\0",
        "9" * 5000,
        [],
        {},
        [[]],
        [None],
        [1, 2],
        ["a1", "b2"],
        {"a": 1},
        [[[[]]]],
        "null",
    ),
)


def mutated_text(text: str, changes: Changes, others: Sequence[str] = ()) -> str:
    """The text after some changes; `others` are texts of which pieces may be put into it."""
    for what, where, which in changes:
        at = where * (len(text) + 1) // SIZE
        length = 1 + which % 12
        piece = NASTY[which % len(NASTY)]
        words = [(found.start(), found.end()) for found in re.finditer(r"\w+", text)] or [(at, at)]
        first, last = words[where % len(words)]
        if what == 0:
            text = text[:at] + text[at + length :]
        elif what == 1:
            text = text[: at + length] + text[at:]
        elif what == 2:
            text = text[:at] + piece + text[at:]
        elif what in (3, 4):  # the likeliest
            text = text[:first] + piece + text[last:]
        elif what == 5:
            other_first, other_last = words[which % len(words)]
            text = text[:first] + text[other_first:other_last] + text[last:]
        elif what == 6:
            text = text[:at] + chr(32 + which % 500) + text[at + 1 :]
        elif what == 7:
            text = text[:at]
        elif what == 8:
            text = (text[first:last] + " ") * (2 + which % 60)
        elif what == 9:
            other = others[which % len(others)] if others else text
            text = text[:at] + other[where % (len(other) + 1) :]
        elif what == 10:
            text = text[:first] + text[first:last].swapcase() + text[last:]
        else:
            text = text[:first] + text[last:]
        text = text[:6000]
    return text


def mutated_json(value: Any, changes: Changes) -> Any:
    """A JSON value after some changes."""
    value = json.loads(json.dumps(value))
    for what, where, which in changes:
        at, places = value, []
        while isinstance(at, dict | list) and at:  # every container of one way to a leaf
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            key = keys[where % len(keys)]
            places.append((at, key))
            at, where = at[key], where // 7
        if not places:
            return copy.deepcopy(NASTY_JSON[which % len(NASTY_JSON)])
        holder, key = places[which % len(places)]
        if what < 7:
            holder[key] = copy.deepcopy(NASTY_JSON[which % len(NASTY_JSON)])
        elif what < 9 and isinstance(holder[key], str):
            holder[key] = mutated_text(holder[key], [(which % 12, where, which)])
        elif what == 9:
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(0, copy.deepcopy(holder[key]))
        else:
            holder[NASTY[which % len(NASTY)]] = copy.deepcopy(holder[key])
    return value


def mutated_bytes(data: bytes, changes: Changes) -> bytes:
    """A file after some damage."""
    for what, where, which in changes:
        at, length = where * (len(data) + 1) // SIZE, 1 + which % 400
        if what < 3:
            data = data[:at] + bytes([data[at] ^ (1 << which % 8)]) + data[at + 1 :] if at < len(data) else data
        elif what < 6:
            data = data[:at] + bytes(min(length, len(data) - at)) + data[at + length :]
        elif what < 8:
            data = data[:at]
        elif what < 10:
            data = data[:at] + bytes(which % 256 for _ in range(length)) + data[at:]
        else:
            data = data[:at] + data[at + length :]
    return data


SEED = 20261119
FACTOR = 25
"""One of this many inputs is tried in the fast run."""
INPUTS = {
    "positions": 12_000,
    "moves": 9_000,
    "games": 5_000,
    "players": 7_000,
    "specs": 6_000,
    "uci": 1_500,
    "gtp": 3_000,
    "nboard": 1_000,
    "files": 3_000,
    "messages": 1_500,
    "requests": 1_500,
    "sockets": 2_000,
    "commands": 2_000,
}
both = pytest.mark.parametrize(
    "part", [pytest.param(FACTOR, id="quick"), pytest.param(1, marks=pytest.mark.slow, id="whole")]
)


def attack(name: str, part: int, kinds: int, tried: Callable[[int, Changes], None]) -> None:
    """Call `tried` with a number below `kinds` and changes, as often as INPUTS says: a MossaError is all it raises."""
    count = 0

    @seed(SEED)
    @settings(
        max_examples=INPUTS[name] // part,
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, kinds - 1), CHANGES)
    def run(kind: int, changes: Changes) -> None:
        nonlocal count
        count += 1
        with suppress(MossaError):
            tried(kind, changes)

    run()
    assert count >= INPUTS[name] // part
