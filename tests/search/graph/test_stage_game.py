"""Matrix games by the simplex method, against scipy's linear programme."""

import numpy as np
import pytest

from mossa.kernel.memory import Reals
from mossa.kernel.specialise import specialise
from mossa.search.graph.stage_game import solve_matrix, tableau_size


def solved(table, compiled=False):
    """The value and both strategies."""
    rows, columns = table.shape
    tableau, row_mix, column_mix = Reals(tableau_size(rows, columns)), Reals(rows), Reals(columns)
    kernel = specialise(solve_matrix, {}, name="matrix", compiled=compiled)
    value = kernel(Reals(np.ascontiguousarray(table, float).ravel()), rows, columns, tableau, row_mix, column_mix)
    return value, row_mix.array, column_mix.array


def assert_solution(table, value, rows, columns):
    """Neither side can do better against the other's strategy."""
    for mix in (rows, columns):
        assert mix.min() >= 0
        assert mix.sum() == pytest.approx(1)
    assert (rows @ table).min() == pytest.approx(value, abs=1e-9)
    assert (table @ columns).max() == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_random_matrices(seed, compiled):
    draw = np.random.default_rng(seed)
    shape = draw.integers(1, 9, 2)
    table = draw.integers(-3, 4, shape).astype(float) if seed % 2 else draw.normal(size=shape)  # many are degenerate
    assert_solution(table, *solved(table, compiled))


def test_rock_paper_scissors_and_a_saddle_point():
    value, rows, columns = solved(np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert value == pytest.approx(0)
    np.testing.assert_allclose([rows, columns], np.full((2, 3), 1 / 3))
    assert solved(np.array([[3, 5], [1, 9]]))[0] == pytest.approx(3)
