"""Interpreted rules that do not end: the watchdog ends them and names them."""

from __future__ import annotations

import pickle
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from tests.user_files import module

from mossa.kernel.binding import slot
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.endless import Watchdog, end_rules, register, rule_in, rules_running
from mossa.kernel.specialise import specialise
from mossa.kernel.traps import EndlessError

RULES = """
import time


def helper(n):
    while n > 0:
        n += 1


def loop(n):
    return helper(n)


def wait(n):
    for i in range(n):
        time.sleep(0.01)
    return n


def fails(n):
    return 1 // (n - n)


def moves(n):
    while True:
        yield n
"""
SENTENCE = r"loop \(user_rules.py, line 10\) does not end: it was stopped"
game: Any = slot("game")


def engine(n: int) -> int:
    return game.f(n) + 1


@pytest.fixture(name="rules")
def _rules(tmp_path: Path) -> Any:
    made = module(tmp_path, RULES)
    register([made])
    return made


def test_a_watchdog_ends_interpreted_rules(rules: Any) -> None:
    with pytest.raises(EndlessError, match=SENTENCE) as found, Watchdog(0.3):
        rules.loop(1)
    again = pickle.loads(pickle.dumps(found.value))
    assert (type(again), str(again)) == (EndlessError, str(found.value))


def test_a_watchdog_ends_compiled_rules(rules: Any, folder: Path) -> None:
    text = "def loop(n):\n    while n > 0:\n        n = n * 3 if n < 1 << 60 else n\n    return n\n"
    (folder.parent / "second").mkdir()
    second = module(folder.parent / "second", text, "second")
    kernel = specialise(engine, {"game": {"f": second.loop}}, name="endless")
    kernel.prepare(1)  # type: ignore[attr-defined]
    with pytest.raises(EndlessError, match=r"loop \(second.py, line 1\) does not end: it was stopped"), Watchdog(0.3):
        kernel(1)
    assert kernel(0) == 1


def test_rules_that_end_are_left_alone(rules: Any) -> None:
    with Watchdog(0.5):
        for _ in range(12):  # together longer than that, each of them not
            assert rules.wait(10) == 10
    with Watchdog(None):
        assert rules.wait(3) == 3


def test_a_table_may_take_its_time(rules: Any) -> None:
    table = ConstantTable(lambda: [rules.wait(100)])
    rules.fails.__globals__["table"] = table
    exec(compile("def first():\n    return table[0]", rules.__file__, "exec"), rules.__dict__)
    with Watchdog(0.3):
        assert rules.first() == 100


def test_rules_of_other_threads(rules: Any) -> None:
    said: list[BaseException] = []

    def work() -> None:
        try:
            rules.loop(1)
        except BaseException as error:
            said.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert rules_running(thread.ident or 0) == "loop (user_rules.py, line 10)"

    def ended(seconds: float) -> bool:
        thread.join(seconds)
        return not thread.is_alive()

    end_rules([thread.ident or 0], ended)
    (error,) = said
    assert isinstance(error, EndlessError)
    assert rules_running(thread.ident or 0) is None


def test_where_an_exception_was_raised(rules: Any) -> None:
    with pytest.raises(ZeroDivisionError) as found:
        rules.fails(3)
    assert rule_in(found.value.__traceback__) == "fails (user_rules.py, line 20)"
    with pytest.raises(ZeroDivisionError) as other:
        time.sleep(1 // 0)
    assert rule_in(other.value.__traceback__) is None
    assert rule_in(None) is None


def test_a_generator_that_is_asked_again_and_again_is_not_one_call(rules: Any) -> None:
    items, last = rules.moves(1), time.monotonic() + 1
    with Watchdog(0.5):
        while time.monotonic() < last:
            assert next(items) == 1
