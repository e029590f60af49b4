import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mossa
from mossa.search.equilibrium.extensive_form import unfold
from mossa.search.equilibrium.normal_form import (
    NormalForm,
    eliminate,
    equilibria,
    normal_form,
    pure_equilibria,
    saddle_points,
    solve_zero_sum,
)

PENNIES = NormalForm.of([[1, -1], [-1, 1]])
SEXES = NormalForm.of([[3, 0], [0, 2]], [[2, 0], [0, 3]])
CHICKEN = NormalForm.of([[0, -1], [1, -10]], [[0, 1], [-1, -10]])


def tables(players, most=4, low=-3, high=3):
    """Tables of whole numbers, with plenty of ties."""

    def of(shape):
        cells = st.lists(st.integers(low, high), min_size=math.prod(shape), max_size=math.prod(shape))
        return st.tuples(*[cells.map(lambda c: np.reshape(c, shape))] * players)

    return st.tuples(*[st.integers(1, most)] * players).flatmap(of)


def test_reading_rock_paper_scissors():
    form = normal_form(mossa.game("rps").rules)
    assert form.names == (("rock", "paper", "scissors"),) * 2
    assert form.payoffs[0].tolist() == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert form.zero_sum
    found = solve_zero_sum(form.payoffs[0])
    assert found.values == pytest.approx((0, 0), abs=1e-12)
    assert found.row == pytest.approx([1 / 3] * 3)
    assert found.column == pytest.approx([1 / 3] * 3)
    assert pure_equilibria(form) == []


def test_reading_any_table():
    form = normal_form(mossa.game("matrix:payoffs=[3,3 0,5 1,1; 5,0 1,1 2,7],rows=[up down]").rules)
    assert form.payoffs.tolist() == [[[3, 0, 1], [5, 1, 2]], [[3, 5, 1], [0, 1, 7]]]
    assert form.names == (("up", "down"), ("c1", "c2", "c3"))


def test_kuhn_in_the_normal_form():
    """[Kuhn50]: 27 and 64 choices, of which 8 and 4 are left when the weakly dominated are crossed out."""
    form = normal_form(mossa.game("kuhn").rules)
    assert form.payoffs.shape == (2, 27, 64)
    assert solve_zero_sum(form.payoffs[0]).values[0] == pytest.approx(-1 / 18)
    assert eliminate(form)[0] == []
    assert [len(choices) for choices in eliminate(form, weak=True)[1]] == [8, 4]


def test_the_normal_form_grows_out_of_hand(leduc):
    with pytest.raises(mossa.MossaError, match="4,299,816,960,000 cells: more than 1,000,000"):
        normal_form(mossa.game("kuhn:players=3").rules)
    with pytest.raises(mossa.MossaError, match="about 10\\^"):
        normal_form(leduc)


@given(st.tuples(*[st.integers(-9, 9)] * 4))
def test_two_by_two_in_closed_form(cells):
    a, b, c, d = cells
    value = solve_zero_sum([[a, b], [c, d]]).values[0]
    lower, upper = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    wanted = lower if lower == upper else (a * d - b * c) / (a + d - b - c)
    assert value == pytest.approx(wanted, abs=1e-9)


@given(tables(1, 6).map(lambda t: t[0]) | tables(2, 6).map(lambda t: t[0]))
def test_the_mixed_choices_hold_the_value(table):
    table = np.atleast_2d(table)
    found = solve_zero_sum(table)
    assert found.row.sum() == pytest.approx(1)
    assert found.column.sum() == pytest.approx(1)
    assert min(found.row) >= 0
    assert min(found.column) >= 0
    assert (found.row @ table).min() == pytest.approx(found.values[0], abs=1e-8)
    assert (table @ found.column).max() == pytest.approx(found.values[0], abs=1e-8)


@settings(max_examples=10)
@given(tables(2, 4).map(lambda t: t[0]))
def test_fictitious_play_comes_to_the_value(table):
    """Fictitious play: each player answers what the other did so far. It gives bounds of the value that close in
    [Robinson51]."""
    rows, columns = np.zeros(len(table)), np.zeros(table.shape[1])
    rows[0] = columns[0] = 1
    for _ in range(2000):
        rows[(table @ columns).argmax()] += 1
        columns[(rows @ table).argmin()] += 1
    value = solve_zero_sum(table).values[0]
    lower, upper = (rows @ table).min() / rows.sum(), (table @ columns).max() / columns.sum()
    assert lower - 1e-9 <= value <= upper + 1e-9
    assert upper - lower < 0.5


@given(st.integers(2, 3).flatmap(tables))
def test_pure_equilibria_by_brute_force(payoffs):
    form = NormalForm.of(*payoffs)
    wanted = []
    for cell in itertools.product(*map(range, payoffs[0].shape)):
        stable = True
        for player, payoff in enumerate(payoffs):
            for other in range(payoff.shape[player]):
                elsewhere = (*cell[:player], other, *cell[player + 1 :])
                stable = stable and payoff[elsewhere] <= payoff[cell]
        if stable:
            wanted.append(cell)
    assert pure_equilibria(form) == wanted


@given(tables(2).map(lambda t: t[0]))
def test_saddle_points(table):
    found = saddle_points(table)
    lower, upper = table.min(axis=1).max(), table.max(axis=0).min()
    assert bool(found) == (lower == upper)
    assert all(table[cell] == lower for cell in found)


def test_known_tables():
    assert pure_equilibria(NormalForm.of([[3, 0], [5, 1]], [[3, 5], [0, 1]])) == [(1, 1)]
    assert pure_equilibria(SEXES) == [(0, 0), (1, 1)]
    assert pure_equilibria(CHICKEN) == [(0, 1), (1, 0)]
    assert pure_equilibria(PENNIES) == []
    assert saddle_points([[2, 1], [3, 2]]) == [(1, 1)]


def test_three_players_pure():
    """Only if all agree do they get anything; elsewhere the odd one out gains by joining the others."""
    agree = np.zeros((2, 2, 2))
    agree[0, 0, 0] = agree[1, 1, 1] = 1
    assert pure_equilibria(NormalForm.of(agree, agree, agree)) == [(0, 0, 0), (1, 1, 1)]


def test_mixed_equilibria_of_known_tables():
    assert len(equilibria(PENNIES)) == 1
    mixed = equilibria(SEXES)[-1]
    assert len(equilibria(SEXES)) == 3
    assert mixed.row == pytest.approx([3 / 5, 2 / 5])
    assert mixed.column == pytest.approx([2 / 5, 3 / 5])
    assert mixed.values == pytest.approx((6 / 5, 6 / 5))
    assert len(equilibria(CHICKEN)) == 3


@given(tables(2))
def test_every_table_has_an_equilibrium_and_nobody_gains_by_leaving(payoffs):
    mine, theirs = payoffs
    found = equilibria(NormalForm.of(mine, theirs))
    assert found
    for values, row, column in found:
        assert (mine @ column).max() <= values[0] + 1e-7
        assert (row @ theirs).max() <= values[1] + 1e-7
        assert (row @ mine @ column, row @ theirs @ column) == pytest.approx(values)


def test_mixed_equilibria_of_larger_tables_are_refused():
    with pytest.raises(mossa.MossaError, match="too many supports"):
        equilibria(NormalForm.of(np.zeros((12, 12))))
    with pytest.raises(mossa.MossaError, match="two players"):
        equilibria(NormalForm.of(*[np.zeros((2, 2, 2))] * 3))


def test_elimination_step_by_step():
    """Right is crossed out, then bottom, then left."""
    form = NormalForm.of([[1, 1, 0], [0, 0, 2]], [[0, 2, 1], [3, 1, 0]])
    steps, left = eliminate(form)
    assert [tuple(step) for step in steps] == [(1, 2, 1), (0, 1, 0), (1, 0, 1)]
    assert left == ((0,), (1,))
    assert pure_equilibria(form) == [(0, 1)]


@given(tables(2))
def test_strict_elimination_keeps_every_pure_equilibrium(payoffs):
    form = NormalForm.of(*payoffs)
    steps, left = eliminate(form)
    assert len(steps) + sum(map(len, left)) == sum(form.payoffs.shape[1:])
    assert all(choice in left[player] for cell in pure_equilibria(form) for player, choice in enumerate(cell))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([[1, 2], [3]],), "all rows equally long"),
        (([["a"]],), "made of numbers"),
        (([[math.nan]],), "finite"),
        (([[]],), "at least one cell"),
        (([[1]], [[1, 2]]), "same shape"),
        (([1, 2],), "dimensions"),
    ],
)
def test_wrong_tables(arguments, sentence):
    with pytest.raises(mossa.MossaError, match=sentence):
        NormalForm.of(*arguments)


def test_wrong_names_and_shapes():
    with pytest.raises(mossa.MossaError, match="names do not fit"):
        NormalForm.of([[1, 2]], names=[["a"], ["b"]])
    with pytest.raises(mossa.MossaError, match="rows and columns"):
        solve_zero_sum([1, 2])


def test_a_player_with_nothing_to_choose():
    """MIN's only card: one choice; the table is a column."""
    form = normal_form(unfold(mossa.game("cards:max=[h6],min=[h4 | s4]").rules))
    assert form.payoffs.shape == (2, 1, 1)
    assert form.payoffs[0, 0, 0] == 1
