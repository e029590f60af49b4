"""Rules: what a game leaves out, what contradicts itself, and old names, refused with today's."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.user_files import NIM, module

import mossa
from mossa import MossaError
from mossa.core.old_names import FUNCTIONS
from mossa.core.rules import Rules


@pytest.fixture(name="nim")
def _nim(tmp_path: Path) -> Rules:
    """Rules with nothing but what is required."""
    return Rules.of([module(tmp_path, NIM)], "nim")


def test_what_a_game_leaves_out_is_none_or_its_default(nim: Rules) -> None:
    rules = nim
    assert rules.probability is None
    assert rules.score is None
    assert rules.sufficient is None
    assert rules.history_index(rules.start(), 7) == 7
    assert rules.scratch().layout == {}
    assert mossa.game("tree").rules.probability is not None


def test_rules_change_by_replacing(nim: Rules) -> None:
    other = nim.replace(evaluate=lambda state: 5)
    assert other.evaluate is not None
    assert other.evaluate(other.start()) == 5
    assert nim.evaluate is None
    with pytest.raises(AttributeError, match="use replace"):
        other.evaluate = None
    with pytest.raises(TypeError, match=r"unknown \['evaluates'\]"):
        other.replace(evaluates=max)
    with pytest.raises(TypeError, match=r"missing \['play'\]"):
        other.replace(play=None)


def test_a_game_without_an_end_of_its_own_ends_without_moves(nim: Rules) -> None:
    assert nim.ends_without_moves
    assert not mossa.game("tictactoe").rules.ends_without_moves
    stuck = nim.replace(moves=lambda state: iter(()))
    assert stuck.is_over(stuck.start())
    drawn = nim.replace(is_drawn=lambda state: True)
    assert drawn.is_over(drawn.start())
    assert not nim.is_over(nim.start())


def test_the_moves_of_a_state_that_may_have_ended() -> None:
    rules = mossa.game("tictactoe").rules
    assert len(rules.legal(rules.start())) == 9
    assert rules.legal(mossa.game("tictactoe").after("a1 a2 b1 b2 c1").state) == []
    assert rules.utilities(mossa.game("tictactoe").after("a1 a2 b1 b2 c1").state) == (1, -1)


@pytest.mark.parametrize("old", FUNCTIONS)
def test_an_old_name_is_refused_with_the_new_one(old: str, tmp_path: Path) -> None:
    (tmp_path / "mygame.py").write_text(f"{NIM}\n\ndef {old}(state):\n    return 0\n")
    with pytest.raises(MossaError) as refused:
        mossa.game(str(tmp_path / "mygame.py"))
    assert str(refused.value).endswith(f"mygame.py defines {old}, a name of mossa 0.1: call it {FUNCTIONS[old]} now")


def test_a_later_module_wins(tmp_path: Path) -> None:
    rules = module(tmp_path, NIM)
    better = SimpleNamespace(evaluate=lambda state: 3)
    found = Rules.of([rules, SimpleNamespace(evaluate=lambda state: 1), better], "nim")
    assert found.evaluate is better.evaluate
    assert found.player_names == ("player 1", "player 2")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"player_names": ("one",)}, "player_names of nim has 1 names for 2 players"),
        ({"is_over": bool, "is_drawn": bool}, "nim has is_over and is_drawn"),
        ({"order": 3}, "order of nim is a int: the protocol wants a function"),
    ],
)
def test_what_contradicts_itself(change: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(MossaError, match=sentence):
        Rules.of([module(tmp_path, NIM), SimpleNamespace(**change)], "nim")


def test_the_numbers_of_a_state_are_its_default_text() -> None:
    rules = mossa.game("nim").rules.replace(write_position=None)
    assert rules.write_position(rules.start()) == "3,4,5,0"
