"""A zero-sum matrix game solved by the simplex method, in compiled code: the stage of a game with simultaneous moves.

The row player gets a[i, j]. With all payoffs shifted above 0, the column player's programme is: the greatest sum of q
with A q ≤ 1, q ≥ 0. Its optimum is 1/value; q · value is his strategy, and the dual variables (times the value) are the
row player's [GaleKuhnTucker51].
"""

from __future__ import annotations

from mossa.kernel.memory import Reals

__all__ = ["solve_matrix", "tableau_size"]

TINY = 1e-11
"""Less than this counts as 0 in the tableau."""
GREEDY_PIVOTS = 200
"""After this many pivots by the greatest gain, Bland's rule, which cannot cycle, takes over."""
MOST_PIVOTS = 5000


def tableau_size(rows: int, columns: int) -> int:
    """Numbers that the tableau of a matrix takes."""
    return (rows + 1) * (rows + columns + 1) + rows


def solve_matrix(payoffs: Reals, rows: int, columns: int, tableau: Reals, row_mix: Reals, column_mix: Reals) -> float:
    """The value to the row player; the strategies go into `row_mix` and `column_mix`. Payoffs lie row after row."""
    least: float = payoffs[0]
    for i in range(rows * columns):
        least = min(least, payoffs[i])
    shift = 1.0 - least
    width = rows + columns + 1
    goal = rows * width  # the last row: what each column would gain
    basis = goal + width  # which column is basic in each row
    for i in range(rows):
        for j in range(width):
            tableau[i * width + j] = 0.0
        for j in range(columns):
            tableau[i * width + j] = payoffs[i * columns + j] + shift
        tableau[i * width + columns + i] = 1.0
        tableau[i * width + width - 1] = 1.0
        tableau[basis + i] = float(columns + i)
    for j in range(width):
        tableau[goal + j] = -1.0 if j < columns else 0.0
    for pivot in range(MOST_PIVOTS):
        column = entering(tableau, goal, width, pivot >= GREEDY_PIVOTS)
        if column < 0:
            break
        turn(tableau, rows, width, leaving(tableau, rows, width, basis, column), column, basis)
    total: float = tableau[goal + width - 1]
    value = 1.0 / total
    for i in range(rows):
        row_mix[i] = max(0.0, tableau[goal + columns + i]) * value
    for j in range(columns):
        column_mix[j] = 0.0
    for i in range(rows):
        j = int(tableau[basis + i])
        if j < columns:
            column_mix[j] = max(0.0, tableau[i * width + width - 1]) * value
    return value - shift


def entering(tableau: Reals, goal: int, width: int, first: bool) -> int:
    """The column that gains most, or the first that gains; −1 if none does."""
    best, chosen = -TINY, -1
    for j in range(width - 1):
        if tableau[goal + j] < best:
            best, chosen = tableau[goal + j], j
            if first:
                return chosen
    return chosen


def leaving(tableau: Reals, rows: int, width: int, basis: int, column: int) -> int:
    """The row that limits the column most; of equal ones that of the lowest basic column."""
    chosen, least = -1, 0.0
    for i in range(rows):
        slope = tableau[i * width + column]
        if slope > TINY:
            ratio = tableau[i * width + width - 1] / slope
            if chosen < 0 or ratio < least or (ratio == least and tableau[basis + i] < tableau[basis + chosen]):
                chosen, least = i, ratio
    return chosen


def turn(tableau: Reals, rows: int, width: int, row: int, column: int, basis: int) -> int:
    """Make a column basic in a row."""
    scale = tableau[row * width + column]
    for j in range(width):
        tableau[row * width + j] = tableau[row * width + j] / scale
    for i in range(rows + 1):
        factor = tableau[i * width + column]
        if i != row and factor != 0.0:
            for j in range(width):
                tableau[i * width + j] -= factor * tableau[row * width + j]
    tableau[basis + row] = float(column)
    return column
