"""What a game shows to a network, and what `predict` answers: checked, each mistake in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.search.montecarlo.forest import forest, meaningless, tree_number
from tests.user_files import NIM

import mossa
from mossa import MossaError
from mossa.core.conformance import check
from mossa.core.network_rules import FeaturesCheck, Predictor, features_of_states, require_features

SHOWN = (
    NIM.replace("longest=10)", "longest=10, features=(2, 10), actions=4)")
    + """

def features(state):
    for i in range(10):
        yield 1 if i < state.matches else 0
    for i in range(10):
        yield state.turn / 2
"""
)
PREDICT = """

def predict(batch):
    import numpy as np
    return np.zeros((len(batch), 4)), np.zeros(len(batch))
"""


def faults(folder: Path, text: str, compiled: bool = False) -> list[str]:
    """What the conformance test says of a file."""
    path = folder / "shown.py"
    path.write_text(text)
    return check(mossa.game(str(path)), games=3, compiled=compiled).faults


def test_a_file_of_ones_own_may_have_a_network(tmp_path: Path) -> None:
    assert faults(tmp_path, SHOWN + PREDICT, compiled=True) == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("i < state.matches else 0", "i < state.matches else float('nan')", "features yields nan: it yields finite"),
        (
            "for i in range(10):\n        yield state",
            "for i in range(9):\n        yield state",
            "features yields 19 numbers",
        ),
        ("for i in range(10):\n        yield state", "for i in range(99):\n        yield state", "21 numbers or more"),
        ("actions=4", "actions=3", "action gives 3 for the move 3: FACTS declares actions from 0 to 2"),
        ("np.zeros(len(batch))", "np.zeros(2)", "gives values of the shape \\(2,\\) for"),
        (
            "np.zeros((len(batch), 4))",
            "np.zeros((len(batch), 5))",
            "gives policies of the shape \\(1, 5\\) for 1 states",
        ),
        ("np.zeros(len(batch))", "np.full(len(batch), np.inf)", "gives a number that is not finite"),
        ("np.zeros(len(batch))", "np.arange(len(batch)) / 9", "gives other values for a state in a batch"),
        (
            "return np.zeros((len(batch), 4)), ",
            "return ",
            "predict of .* gives ndarray: it gives \\(policies, values\\)",
        ),
    ],
)
def test_each_mistake_is_found(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert old in SHOWN + PREDICT
    found = faults(tmp_path, (SHOWN + PREDICT).replace(old, new))
    with pytest.raises(AssertionError, match=why):
        raise AssertionError(found)


def test_two_moves_are_two_actions(tmp_path: Path) -> None:
    found = faults(tmp_path, SHOWN + "\n\ndef action(state, move):\n    return 0\n")
    assert "two legal moves are one action: action gives [0, 0, 0]" in found[0]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (", features=(2, 10), actions=4", "", "has features\\(state\\) if its facts say the shape"),
        (", actions=4", "", "features=\\(…\\) needs actions=…"),
        ("(2, 10)", "(2, 0)", "features is the shape of what features\\(state\\) yields"),
    ],
)
def test_facts_and_features_belong_together(tmp_path: Path, old: str, new: str, why: str) -> None:
    path = tmp_path / "shown.py"
    path.write_text(SHOWN.replace(old, new))
    with pytest.raises(MossaError, match=why):
        mossa.game(str(path))


def test_a_game_without_features_is_refused() -> None:
    with pytest.raises(MossaError, match="nim has nothing to show to a network"):
        require_features(mossa.game("nim"))


def test_compiled_features_are_the_interpreted_ones() -> None:
    game = forest(players=3)
    test = FeaturesCheck(game)
    for number in range(1, 30):
        assert test.difference(tree_number(game, number)) is None


def test_features_of_many_states() -> None:
    game = mossa.game("connect4")
    found = features_of_states(game, [game.after("4 4 5").state, game.start().state])
    assert found.shape == (2, 5, 6, 7)
    assert found[0, 0].tolist() == [[0] * 7, [0, 0, 0, 1, 0, 0, 0], *[[0] * 7] * 4]  # of the second player, who moves
    assert found[0, 1].tolist() == [[0, 0, 0, 1, 1, 0, 0], *[[0] * 7] * 5]
    assert found[1, 4].tolist() == [[1] * 7, *[[0] * 7] * 5]


def test_values_are_of_the_mover_first() -> None:
    game = forest(players=3)
    predictor = Predictor(game, meaningless(game))
    policies, values = predictor(features_of_states(game, [tree_number(game, n) for n in (1, 2)]))
    assert (policies.shape, values.shape) == ((2, 3), (2, 3))

    def certain(batch: Any) -> tuple[Any, Any]:
        return np.zeros((len(batch), 7)), np.full((len(batch), 1), 5.0)

    four = Predictor(mossa.game("connect4"), certain)
    assert four(np.zeros((2, 210), np.float32))[1].tolist() == [[1, -1], [1, -1]]  # no more than the greatest utility
