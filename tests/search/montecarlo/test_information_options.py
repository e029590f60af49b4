"""The options of information-set search: defaults, what a game or a user sets, wrong values."""

from pathlib import Path

import pytest

import mossa
from mossa.kernel.errors import MossaError
from mossa.search.montecarlo.information_options import NUMBERS, SWITCHES, chosen_options

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


def test_defaults_the_game_s_and_those_given(tmp_path):
    file = tmp_path / "dice.py"
    file.write_text((EXAMPLES / "liars_dice.py").read_text() + '\nINFORMATION_SETS = {"regret": 0, "even": 0.4}\n')
    defaults = {name: float(default) for name, (default, _) in (SWITCHES | NUMBERS).items()}
    assert chosen_options(mossa.game("kuhn"), {}) == defaults
    assert chosen_options(mossa.game(str(file)), {"even": 0.1}) == defaults | {"regret": 0.0, "even": 0.1}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"depth": 3}, "has no option 'depth'; it has regret"),
        ({"even": 1.5}, "a number from 0 to 1, not 1.5"),
        ({"exploration": -1}, "a number from 0 to 1000000, not -1"),
        ({"regret": 0.5}, "is 0 or 1, not 0.5"),
    ],
)
def test_wrong_options(options, sentence):
    with pytest.raises(MossaError, match=sentence):
        chosen_options(mossa.game("kuhn"), options)
