"""Keys that mix states of different worth are found; keys that merge states of one worth are not blamed."""

from pathlib import Path

import pytest
from tests.user_files import added, changed

import mossa
from mossa.core.conformance import KEYS, check, glaring_fault

LONGER = (("longest=10", "longest=30"), ("State(10, 0)", "State(30, 0)"))
CHANCE = '''"""A coin, then a choice; `key` forgets what the coin showed."""

from typing import NamedTuple

from mossa import CHANCE, Facts, u64

FACTS = Facts(players=1, chance=True, zero_sum=False, utility=(0, 3), widest=2, longest=2)


class State(NamedTuple):
    coin: int
    chosen: int


def start():
    return State(-1, -1)


def mover(state):
    return CHANCE if state.coin < 0 else 0


def is_over(state):
    return state.chosen >= 0


def moves(state):
    yield 0
    yield 1


def probability(state, move):
    return 0.5


def play(state, move):
    return State(move, -1) if state.coin < 0 else State(state.coin, move)


def utility(state, player):
    return 2 * state.coin + state.chosen


def key(state):
    return u64(1 + (state.coin < 0) + 7 * (state.chosen + 1))
'''


def faults(folder: Path, text: str) -> list[str]:
    path = folder / "mygame.py"
    path.write_text(text)
    return check(mossa.game(str(path)), compiled=False).faults


@pytest.mark.parametrize("divisor", [2, 3, 4, 7])
def test_a_key_that_mixes_is_found(divisor: int, tmp_path: Path) -> None:
    found = faults(tmp_path, added(f"def key(state):\n    return u64(state.matches // {divisor})", *LONGER))
    assert any(fault.startswith(KEYS) and "but the first is worth" in fault for fault in found), found


def test_with_chance_too(tmp_path: Path) -> None:
    (fault,) = [fault for fault in faults(tmp_path, CHANCE) if fault.startswith(KEYS)]
    assert "worth 1 and the second 3" in fault or "worth 3 and the second 1" in fault


@pytest.mark.parametrize("text", ["state.matches", "state.matches % 4 > 0", "5 if state.matches % 4 else 3"])
def test_a_key_by_worth_is_sound(text: str, tmp_path: Path) -> None:
    """Whose turn it is does not matter to the mover, and all that matters is the remainder by four."""
    rules = added(f"def key(state):\n    return u64(1 * ({text}))", *LONGER)
    assert [fault for fault in faults(tmp_path, rules) if fault.startswith(KEYS)] == []


def test_no_search_answers_for_it(tmp_path: Path) -> None:
    path = tmp_path / "mixed.py"
    path.write_text(added("def key(state):\n    return u64(state.matches // 4)", *LONGER))
    game = mossa.game(str(path))
    for ask in (game.start().best, lambda: mossa.play.solve(game.start())):
        with pytest.raises(mossa.MossaError, match=r"states of one key are worth the same: .*: correct the rules of "):
            ask()
    path.write_text(changed(*LONGER))
    assert glaring_fault(mossa.game(str(path))) == ""
    assert mossa.game(str(path)).start().best().moves == ("2",)
