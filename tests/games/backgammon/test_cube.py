"""The cube: Janowski's formulas and limits known by hand."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import MossaError
from mossa.games.backgammon.bearoff import two_sided
from mossa.games.backgammon.cube import EFFICIENCY, Chances, Cube, Stakes, money

chances = st.tuples(*[st.floats(0, 1)] * 5).map(
    lambda c: Chances(c[0], c[0] * c[1], c[0] * c[1] * c[2], (1 - c[0]) * c[3], (1 - c[0]) * c[3] * c[4])
)


def janowski(p: float, won: float, lost: float, owner: int, x: float) -> float:
    """The closed form for money [Janowski93]: `won` and `lost` are the average points of a win and of a loss."""
    drop, cash = (lost - 0.5) / (won + lost + 0.5), (lost + 1) / (won + lost + 0.5)
    corners = [(0.0, -lost)] + [(drop, -1.0)] * (owner <= 0) + [(cash, 1.0)] * (owner >= 0) + [(1.0, won)]
    for (left, low), (right, high) in itertools.pairwise(corners):
        if p <= right:
            live = low + (high - low) * (p - left) / (right - left)
            break
    return x * live + (1 - x) * (p * (won + lost) - lost)


@pytest.mark.parametrize("owner", [-1, 0, 1])
@given(chances, st.floats(0, 1))
def test_money_is_janowskis_closed_form(owner: int, of: Chances, x: float) -> None:
    (_, gammon, backgammon), (_, lost_gammon, lost_backgammon) = of.kinds()
    won, lost = 1 + gammon + 2 * backgammon, 1 + lost_gammon + 2 * lost_backgammon
    found = Cube(of, money(), 1, owner, x).value
    assert found == pytest.approx(janowski(of.win, won, lost, owner, x), abs=1e-4)


@pytest.mark.parametrize(
    ("of", "no_double", "double_take"),
    [  # positions in contact, as GNU Backgammon 1.07 judges them without lookahead (`hint`)
        (Chances(0.607, 0.122, 0.004, 0.093, 0.001), 0.350, 0.224),
        (Chances(0.661, 0.194, 0.008, 0.066, 0.002), 0.632, 0.682),
        (Chances(0.634, 0.207, 0.014, 0.065, 0.002), 0.579, 0.596),
        (Chances(0.783, 0.153, 0.008, 0.053, 0.000), 0.909, 1.202),
        (Chances(0.711, 0.088, 0.002, 0.031, 0.001), 0.686, 0.765),
        (Chances(0.687, 0.330, 0.014, 0.098, 0.002), 0.843, 1.023),
    ],
)
def test_money_is_that_of_gnu_backgammon(of: Chances, no_double: float, double_take: float) -> None:
    found = Cube(of, money()).decision
    assert found.no_double == pytest.approx(no_double, abs=3e-3)
    assert found.double_take == pytest.approx(double_take, abs=3e-3)


def test_take_points_without_gammons() -> None:
    even = Chances(0.5)
    assert Cube(even, money(), efficiency=0.0).take_point == pytest.approx(0.25)
    assert Cube(even, money(), efficiency=1.0).take_point == pytest.approx(0.20, abs=1e-4)
    assert 0.20 < Cube(even, money()).take_point < 0.25


@pytest.mark.parametrize(
    ("win", "gammons", "words"),
    [
        (0.50, 0.0, "no double, take"),
        (0.75, 0.0, "double, take"),
        (0.90, 0.0, "double, drop"),
        (0.98, 0.6, "too good to double, drop"),
    ],
)
def test_decisions_for_money(win: float, gammons: float, words: str) -> None:
    assert Cube(Chances(win, gammons), money()).decision.words == words


def test_beavers_and_jacoby() -> None:
    assert Cube(Chances(0.3), money(beavers=True)).decision.words == "no double, beaver"
    gammonish = Chances(0.98, 0.6)
    assert Cube(gammonish, money(jacoby=True)).decision.words == "double, drop"
    assert Cube(gammonish, money(jacoby=True), 2, 1).decision.words == "too good to double, drop"
    assert Cube(gammonish, money(), 2, -1).decision.words == "no cube"


@given(chances)
def test_who_owns_the_cube_is_better_off(of: Chances) -> None:
    his, centred, other = (Cube(of, money(), 1, owner).value for owner in (1, 0, -1))
    assert his >= centred - 1e-9 >= other - 2e-9
    assert Cube(of.flipped, money(), 1, 0).value == pytest.approx(-centred, abs=1e-9)


def test_a_last_roll_as_the_exact_table_has_it() -> None:
    """Two checkers on the ace point, two left for the other: the cube is as good as dead after the roll."""
    own, other = [0, 0, 0, 0, 2, 0], [1, 0, 0, 0, 0, 0]
    exact = two_sided(own, other)
    cube = Cube(Chances((1 + exact.cubeless) / 2), money(), 1, -1, efficiency=0.0)
    assert cube.value == pytest.approx(exact.cubeless)
    assert exact.other == pytest.approx(exact.cubeless, abs=1e-6)


def test_chances_that_are_none() -> None:
    with pytest.raises(MossaError, match="chances are"):
        Chances(0.3, 0.4)


def test_efficiency_is_between() -> None:
    """The mixture lies between the dead cube and the live one."""
    cube = Cube(Chances(0.7, 0.1), Stakes(float, lambda who, cube: cube < 64))
    low, high = sorted((cube.dead(0.7, 1, 0), cube.live(0.7, 1, 0)))
    assert low <= cube.value <= high
    assert 0 < EFFICIENCY < 1
