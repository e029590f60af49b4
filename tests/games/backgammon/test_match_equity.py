"""Match equities against a published table, and cube decisions at match scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa.games.backgammon.cube import Chances, Cube
from mossa.games.backgammon.match_equity import at_score, match_equity, post_crawford

DATA = Path(__file__).parents[2] / "data" / "backgammon"

chances = st.tuples(*[st.floats(0, 1)] * 5).map(
    lambda c: Chances(c[0], c[0] * c[1], c[0] * c[1] * c[2], (1 - c[0]) * c[3], (1 - c[0]) * c[3] * c[4])
)


def test_the_table_is_near_a_published_one() -> None:
    published = json.loads((DATA / "kazaross.json").read_text())
    errors = [
        abs(match_equity(own + 1, other + 1) - chance)
        for own, row in enumerate(published["before"])
        for other, chance in enumerate(row)
    ]
    assert max(errors) < 0.007
    assert sum(errors) / len(errors) < 0.0012
    for other, chance in enumerate(published["after"]):
        assert 1 - post_crawford(other + 1) == pytest.approx(chance, abs=0.007)


def test_the_table_is_a_table() -> None:
    for own in range(1, 26):
        for other in range(1, 26):
            here = match_equity(own, other)
            assert here == pytest.approx(1 - match_equity(other, own))
            assert match_equity(own, other + 1) > here > match_equity(own + 1, other)


@pytest.mark.parametrize(
    ("own", "other", "of", "values", "words"),
    [  # as GNU Backgammon 1.07 judges two of the positions above, with the table of Kazaross: chances in percent
        (4, 2, Chances(0.634, 0.207, 0.014, 0.065, 0.002), (38.08, 42.08, 40.05), "double, drop"),
        (4, 2, Chances(0.687, 0.330, 0.014, 0.098, 0.002), (39.55, 50.85, 40.05), "double, drop"),
        (5, 5, Chances(0.634, 0.207, 0.014, 0.065, 0.002), (54.43, 54.58, 57.73), "double, take"),
        (5, 5, Chances(0.687, 0.330, 0.014, 0.098, 0.002), (56.59, 58.29, 57.73), "double, drop"),
        (3, 6, Chances(0.634, 0.207, 0.014, 0.065, 0.002), (75.73, 74.16, 79.94), "no double, take"),
        (3, 6, Chances(0.687, 0.330, 0.014, 0.098, 0.002), (77.22, 76.56, 79.94), "no double, take"),
        (6, 3, Chances(0.634, 0.207, 0.014, 0.065, 0.002), (33.00, 33.97, 35.21), "double, take"),
        (6, 3, Chances(0.687, 0.330, 0.014, 0.098, 0.002), (34.61, 37.70, 35.21), "double, drop"),
    ],
)
def test_scores_are_near_those_of_gnu_backgammon(
    own: int, other: int, of: Chances, values: tuple[float, ...], words: str
) -> None:
    found = Cube(of, at_score(own, other)).decision
    ours = [100 * value for value in (found.no_double, found.double_take, found.double_drop)]
    assert ours == pytest.approx(values, abs=0.55)
    assert found.words == words


def test_cubes_of_a_match() -> None:
    """The last point has no cube; two away against one, after Crawford, every double is right."""
    last = at_score(1, 1, crawford=True)
    assert Cube(Chances(0.7, 0.3), last).value == pytest.approx(0.7)
    assert not Cube(Chances(0.7), last).decision.available
    behind = at_score(2, 1, after=True)
    assert Cube(Chances(0.4), behind).decision.doubles
    # At two away each, a double makes the game the match: the cube is dead, the take point 50 - 20 of 100.
    both = at_score(2, 2)
    assert Cube(Chances(0.5), both).take_point == pytest.approx(1 - match_equity(1, 2), abs=1e-6)


@given(chances, st.integers(1, 11), st.integers(1, 11), st.sampled_from([1, 2, 4]), st.sampled_from([-1, 0, 1]))
def test_a_chance_to_win_a_match_is_one(of: Chances, own: int, other: int, cube: int, owner: int) -> None:
    stakes = at_score(own, other, crawford=min(own, other) == 1)
    here = Cube(of, stakes, cube, owner)
    assert -1e-9 <= here.value <= 1 + 1e-9
    assert -1e-9 <= here.decision.value <= 1 + 1e-9
