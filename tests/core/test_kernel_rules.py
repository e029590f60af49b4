"""What the engines find in their slot: every function and constant that `KernelRules` declares."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.user_files import NIM, module

import mossa
from mossa import MossaError
from mossa.core.declarations import OptionalFunction, interpreted
from mossa.core.kernel_rules import (
    SCORE_OF_GREATEST_UTILITY,
    KernelRules,
    constant,
    kernel_for,
    kernel_rules,
    never_drawn,
)
from mossa.core.protocol import GROUPS, MoveOrdering, Proofs, Pruning
from mossa.core.rules import Rules
from mossa.search.common.perft import count


def test_the_slot_holds_what_the_class_declares() -> None:
    own = {name for name in KernelRules.__annotations__ if name.islower()}
    constants = {name for name, value in vars(KernelRules).items() if isinstance(value, constant)}
    seen = {
        name
        for group in GROUPS
        if issubclass(KernelRules, group)
        for name, declared in vars(group).items()
        if isinstance(declared, staticmethod | OptionalFunction) and not isinstance(declared, interpreted)
    }
    for name in mossa.names():
        assert set(kernel_rules(mossa.game(name).rules)) == own | constants | seen, name


def test_a_function_is_the_games_own_or_the_declared_one() -> None:
    rules = mossa.game("nim").rules
    found = kernel_rules(rules)
    assert found["order"] is MoveOrdering.order.default
    assert found["sufficient"] is found["moves"] is rules.moves
    assert found["tactical"] is Pruning.tactical.default
    assert found["bounds"] is Proofs.bounds.default
    assert found["outcome"] is rules.utility
    own = kernel_rules(mossa.game("connect4").rules)
    assert own["order"] is mossa.game("connect4").rules.order
    assert own["outcome"] is mossa.game("connect4").rules.score


def test_where_a_game_ends(tmp_path: Path) -> None:
    rules = Rules.of([module(tmp_path, NIM)], "nim")
    drawn = rules.replace(is_drawn=lambda state: True)
    over = mossa.game("tictactoe").rules
    ends = [(found["is_over"], found["ENDS_WITHOUT_MOVES"]) for found in map(kernel_rules, (rules, drawn, over))]
    assert ends == [(never_drawn, True), (drawn.is_drawn, True), (over.is_over, False)]


def test_constants() -> None:
    chess = kernel_rules(mossa.game("chess").rules)
    assert {chess[name] for name in ("HAS_STRUCTURE", "HAS_EXCHANGE", "HAS_PASS", "REPETITION", "ALTERNATE")} == {True}
    assert (chess["HAS_SCORE"], chess["HAS_ESTIMATE"]) == (False, False)
    assert (chess["LEAST"], chess["MOST"], chess["WIN"]) == (-1.0, 1.0, SCORE_OF_GREATEST_UTILITY)
    backgammon = mossa.game("backgammon")
    assert kernel_rules(backgammon.rules)["WIN"] == SCORE_OF_GREATEST_UTILITY // backgammon.facts.utility[1]
    some = mossa.game("nim").rules.replace(structure=lambda state: 0)
    assert not kernel_rules(some)["HAS_STRUCTURE"]
    scored = mossa.game("nim").rules.replace(plies_to_end=lambda state: 0, score=lambda state, player: 0)
    assert not kernel_rules(scored)["HAS_PLIES_TO_END"]


def test_moves_are_generators(tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    path.write_text(f"{NIM}\n\ndef tactical(state):\n    return iter(())\n")
    with pytest.raises(MossaError, match=r"mygame.py, line .*: tactical has no `yield`"):
        kernel_rules(mossa.game(str(path)).rules)


def test_an_entry_bound_to_a_game() -> None:
    game = mossa.game("nim")
    kernel = kernel_for(count, game, compiled=False)
    assert kernel is kernel_for(count, game, compiled=False)
    assert kernel.__name__ == "count"
