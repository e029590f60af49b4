"""The normal form: all players choose at once, and a table gives their payoffs.

A simultaneous game is such a table. Every game can be written as one: each player chooses beforehand what he would do
at each of his information sets (`normal_form` makes both). For two players with opposite interests there is a value,
which each can guarantee by choosing at random with the right probabilities [Neumann28]; they are found by linear
programming [GaleKuhnTucker51]. In other tables an *equilibrium* [Nash50] is a choice for each player, pure or mixed,
such that no player gains by changing his alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mossa.core.rules import Rules
from mossa.kernel.errors import MossaError

from .extensive_form import Extensive, Floats, Side, unfold

__all__ = [
    "Elimination",
    "Equilibrium",
    "NormalForm",
    "eliminate",
    "equilibria",
    "normal_form",
    "pure_equilibria",
    "saddle_points",
    "solve_zero_sum",
]

MOST_CELLS = 1_000_000
"""The largest table that is written out."""
MOST_SUPPORTS = 200_000
"""The most pairs of supports that `equilibria` tries: enough for 9 × 9."""
TOLERANCE = 1e-9
"""Payoffs that differ by less, relative to the greatest, count as equal."""


@dataclass(frozen=True, eq=False)
class NormalForm:
    """A table of payoffs for any number of players.

    >>> dilemma = NormalForm.of([[3, 0], [5, 1]], [[3, 5], [0, 1]])
    >>> pure_equilibria(dilemma)
    [(1, 1)]
    """

    payoffs: Floats
    """[players, choices of player 0, choices of player 1, …]"""
    names: tuple[tuple[str, ...], ...]
    """What the choices of each player are called."""

    @classmethod
    def of(cls, *payoffs: ArrayLike, names: Sequence[Sequence[str]] = ()) -> NormalForm:
        """A table from one array for each player; a single one is the row player's in a zero-sum game of two."""
        arrays = [_numbers(array) for array in payoffs]
        arrays = [arrays[0], -arrays[0]] if len(arrays) == 1 else arrays
        shape = arrays[0].shape
        if any(array.shape != shape for array in arrays) or len(shape) != len(arrays):
            raise MossaError(
                f"a normal form of {len(arrays)} players takes {len(arrays)} tables of the same shape and as many "
                f"dimensions, not {', '.join(str(array.shape) for array in arrays)}"
            )
        called = names or [[str(number + 1) for number in range(count)] for count in shape]
        if [len(words) for words in called] != list(shape):
            raise MossaError(f"the names do not fit a table of {' × '.join(map(str, shape))} choices")
        return cls(np.stack(arrays), tuple(tuple(words) for words in called))

    @property
    def players(self) -> int:
        """How many players."""
        return len(self.payoffs)

    @property
    def zero_sum(self) -> bool:
        """Do the payoffs of every cell add up to 0?"""
        return bool(np.abs(self.payoffs.sum(axis=0)).max() <= self.tolerance)

    @property
    def tolerance(self) -> float:
        """Payoffs that differ by less count as equal."""
        return TOLERANCE * max(1.0, float(np.abs(self.payoffs).max()))


class Equilibrium(NamedTuple):
    """A mixed choice for each of two players, and what each gets on average."""

    values: tuple[float, float]
    row: Floats
    column: Floats


class Elimination(NamedTuple):
    """One step of the elimination of dominated choices."""

    player: int
    choice: int
    """What is crossed out (a number in the whole table)."""
    by: int
    """A choice of the same player that is better whatever the others do."""


def _numbers(array: ArrayLike) -> Floats:
    try:
        numbers = np.array(array, np.float64)
    except (TypeError, ValueError):
        raise MossaError("a table of payoffs is made of numbers, all rows equally long") from None
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise MossaError("a table of payoffs has at least one cell, and only finite numbers")
    return numbers


# ---- Reading a game


def normal_form(game: Rules | Extensive, most: int = MOST_CELLS) -> NormalForm:
    """The table of a game. If a player moves only once, his choices are his moves; otherwise a choice is a move for
    each of his sets.

    Choices that differ only at sets that the player's own earlier moves exclude are listed once (the reduced normal
    form). Refuses tables of more than `most` cells.

    >>> import mossa
    >>> normal_form(mossa.game("rps").rules).payoffs[0]
    array([[ 0., -1.,  1.],
           [ 1.,  0., -1.],
           [-1.,  1.,  0.]])
    """
    form = game if isinstance(game, Extensive) else unfold(game)
    counts = [_count(side) for side in form.sides]
    cells = math.prod(counts)
    if cells > most:
        raise MossaError(f"the normal form of this game has {_big(cells)} cells: more than {most:,}")
    choices = [_choices(side) for side in form.sides]
    reach: list[Any] = []  # einsum's operands: an array, then the names of its axes
    for player, plans in enumerate(choices):
        reach += [plans[:, form.sequence[:, player]], [player, form.players]]
    axes = list(range(form.players))
    payoffs = [
        np.einsum(*reach, form.chance * form.utility[:, player], [form.players], axes, optimize=True) for player in axes
    ]
    names = [[_name(form, side, plan) for plan in plans] for side, plans in zip(form.sides, choices, strict=True)]
    return NormalForm.of(*payoffs, names=names)


def _big(number: int) -> str:
    return f"{number:,}" if number < 10**15 else f"about 10^{len(str(number)) - 1}"


def _followers(side: Side) -> list[list[int]]:
    """[sequences] the sets that the player comes to right after each sequence."""
    after: list[list[int]] = [[] for _ in range(side.sequences)]
    for number, before in enumerate(side.before):
        after[before].append(number)
    return after


def _count(side: Side) -> int:
    """The number of pure choices of a player."""
    ways = [1] * side.sequences
    for number in reversed(range(side.sets)):
        ways[side.before[number]] *= sum(ways[side.first[number] : side.first[number + 1]])
    return ways[0]


def _choices(side: Side) -> Floats:
    """[choices, sequences] the plans, of zeros and ones, of all pure choices; the first moves vary slowest."""
    after = _followers(side)

    def extend(sequence: int) -> list[tuple[int, ...]]:
        ways = [[way for move in _moves(side, number) for way in extend(move)] for number in after[sequence]]
        return [(sequence, *(s for part in parts for s in part)) for parts in product(*ways)]

    chosen = extend(0)
    plans = np.zeros((len(chosen), side.sequences))
    for row, sequences in enumerate(chosen):
        plans[row, list(sequences)] = 1
    return plans


def _moves(side: Side, number: int) -> range:
    return range(int(side.first[number]), int(side.first[number + 1]))


def _name(form: Extensive, side: Side, plan: Floats) -> str:
    """The moves of a pure choice at the sets it leads to."""
    words = []
    for number in range(side.sets):
        for move, sequence in zip(side.moves[number], _moves(side, number), strict=True):
            if plan[sequence]:
                words.append(form.rules.write_move(side.example[number], move))
    return " ".join(words)


# ---- Solving a table


def solve_zero_sum(payoffs: ArrayLike) -> Equilibrium:
    """The value of a table of the row player's gains, and the best mixed choice of each player.

    The row player wants probabilities x and the greatest v such that x gets at least v in every column: a linear
    program. The column player solves the same problem on the table from his side.

    >>> found = solve_zero_sum([[3, -1], [-2, 4]])
    >>> round(found.values[0], 9), found.row.round(9).tolist(), found.column.round(9).tolist()
    (1.0, [0.6, 0.4], [0.5, 0.5])
    """
    table = _numbers(payoffs)
    if table.ndim != 2:
        raise MossaError(f"a zero-sum game of two is a table of rows and columns, not of {table.ndim} dimensions")
    value, row = _best_mix(table)
    _, column = _best_mix(-table.T)
    return Equilibrium((value, 0.0 - value), row, column)


def _best_mix(table: Floats) -> tuple[float, Floats]:
    from scipy.optimize import linprog

    rows, columns = table.shape
    scale = float(np.abs(table).max()) or 1.0  # the solver's tolerances are absolute
    found: Any = linprog(
        np.r_[np.zeros(rows), -1],
        A_ub=np.c_[-table.T / scale, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=np.r_[np.ones(rows), 0][None],
        b_eq=[1],
        bounds=[(0, 1)] * rows + [(None, None)],
        method="highs",
    )
    if found.status != 0:
        raise MossaError(f"the linear program was not solved: {found.message}")
    mix = np.maximum(found.x[:-1], 0)
    return float(found.x[-1]) * scale + 0.0, mix / mix.sum()


def pure_equilibria(form: NormalForm) -> list[tuple[int, ...]]:
    """All cells from which no player gains by changing his choice alone, for any number of players."""
    stable = np.ones(form.payoffs.shape[1:], bool)
    for player, payoff in enumerate(form.payoffs):
        stable &= payoff >= payoff.max(axis=player, keepdims=True) - form.tolerance
    return [tuple(cell) for cell in np.argwhere(stable).tolist()]


def saddle_points(payoffs: ArrayLike) -> list[tuple[int, int]]:
    """All cells of a zero-sum table that are the least of their row and the greatest of their column."""
    return [(cell[0], cell[1]) for cell in pure_equilibria(NormalForm.of(payoffs))]


def eliminate(form: NormalForm, *, weak: bool = False) -> tuple[list[Elimination], tuple[tuple[int, ...], ...]]:
    """Cross out dominated choices one by one until none is left: the steps, and the choices that remain to each player.

    A choice is dominated by another of the same player that gives him more against everything that is left; with
    `weak=True`, never less and somewhere more. What strict dominance leaves does not depend on the order and keeps
    every equilibrium; weak dominance may lose some.
    """
    left = [list(range(count)) for count in form.payoffs.shape[1:]]
    steps: list[Elimination] = []
    while step := _dominated(form, left, weak):
        left[step.player].remove(step.choice)
        steps.append(step)
    return steps, tuple(map(tuple, left))


def _dominated(form: NormalForm, left: list[list[int]], weak: bool) -> Elimination | None:
    for player in range(form.players):
        table = np.moveaxis(form.payoffs[player][np.ix_(*left)], player, 0)
        for i, j in product(range(len(table)), repeat=2):
            gain = table[j] - table[i]
            if (gain > form.tolerance).all() or (
                weak and (gain >= -form.tolerance).all() and (gain > form.tolerance).any()
            ):
                return Elimination(player, left[player][i], left[player][j])
    return None


def equilibria(form: NormalForm) -> list[Equilibrium]:
    """Equilibria of a table of two players, pure and mixed, by trying all pairs of supports of the same size.

    For each pair, the row player mixes his support so that all columns of the other support are equally good, and vice
    versa; it is an equilibrium if no choice outside the supports does better. Almost every table has only equilibria of
    this kind, and an odd number of them [LemkeHowson64]; a table with ties may have more than are found.
    """
    if form.players != 2:
        raise MossaError(f"mixed equilibria are looked for with two players, not {form.players}")
    mine, theirs = form.payoffs
    rows, columns = mine.shape
    if math.comb(rows + columns, rows) > MOST_SUPPORTS:
        raise MossaError(f"a table of {rows} × {columns} has too many supports to try them all")
    found: list[Equilibrium] = []
    for size in range(1, min(rows, columns) + 1):
        for some_rows, some_columns in product(combinations(range(rows), size), combinations(range(columns), size)):
            column = _indifferent(mine, some_rows, some_columns)
            row = _indifferent(theirs.T, some_columns, some_rows)
            if row is None or column is None:
                continue
            values = float(row @ mine @ column), float(row @ theirs @ column)
            stable = (mine @ column).max() <= values[0] + form.tolerance and (
                (row @ theirs).max() <= values[1] + form.tolerance
            )
            if stable and not any(np.allclose(row, e.row) and np.allclose(column, e.column) for e in found):
                found.append(Equilibrium(values, row, column))
    return found


def _indifferent(table: Floats, some_rows: tuple[int, ...], some_columns: tuple[int, ...]) -> Floats | None:
    """Probabilities of these columns that make these rows equally good; None if there are none, or many."""
    size = len(some_rows)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size] = table[np.ix_(some_rows, some_columns)]
    system[:size, size] = -1
    system[size, :size] = 1
    try:
        solution = np.linalg.solve(system, np.r_[np.zeros(size), 1])[:size]
    except np.linalg.LinAlgError:
        return None
    if not np.isfinite(solution).all() or (solution < -TOLERANCE).any():
        return None
    mix: Floats = np.zeros(table.shape[1])
    mix[list(some_columns)] = np.maximum(solution, 0)
    mix /= mix.sum()
    return mix
