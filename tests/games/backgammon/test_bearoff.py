"""The exact bear-off against GNU Backgammon's databases and a naive recursion."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from tests.games.backgammon.naive_moves import results

from mossa import MossaError, u64
from mossa.games.backgammon import bearoff
from mossa.games.backgammon.bearoff import ALL, FEW, FIFTEEN, near_of, number, number_of, one_sided, two_sided
from mossa.games.backgammon.notation import on_board
from mossa.kernel.memory import Reals
from mossa.search.retrograde import default_folder

DATA = Path(__file__).parents[2] / "data" / "backgammon"


def test_the_numbering_is_one_to_one_and_moves_lower_it() -> None:
    assert [number_of(near_of(i)) for i in range(0, ALL, 13)] == list(range(0, ALL, 13))
    assert number([0, 0, 0, 0, 0, 6]) == FEW - 1
    assert number([15, 0, 0, 0, 0, 0]) == FIFTEEN
    assert number([0, 0, 0, 0, 0, 15]) == ALL - 1
    assert number([0, 1, 2, 0, 0, 1]) > number([1, 0, 2, 0, 0, 1]) > number([0, 0, 2, 0, 0, 1])


@pytest.mark.parametrize("line", (DATA / "one_sided.jsonl").read_text().splitlines(), ids=lambda line: line[15:21])
def test_one_side_is_that_of_gnu_backgammon(line: str) -> None:
    oracle = json.loads(line)
    found = one_sided(oracle["points_1to6"])
    assert found.mean == pytest.approx(oracle["mean_rolls"], abs=6e-4)
    assert found.deviation == pytest.approx(oracle["sd"], abs=1e-3)
    assert found.effective_pips == pytest.approx(oracle["epc"], abs=5e-3)
    for n, chance in enumerate(found.chances):
        assert 100 * chance == pytest.approx(oracle["pct_off_in_n_rolls"].get(str(n), 0.0), abs=1e-2)


def test_two_sides_are_those_of_gnu_backgammon() -> None:
    with (DATA / "two_sided.csv").open() as file:
        for row in csv.DictReader(file):
            own, other = ([int(n) for n in row[f"{who}_points_1to6"].split()] for who in ("on_roll", "opponent"))
            found = two_sided(own, other)
            assert found.cubeless == pytest.approx(float(row["cubeless_equity"]), abs=1.5e-4)
            assert found.own == pytest.approx(float(row["owned_cube"]), abs=1.5e-4)
            assert found.centred == pytest.approx(float(row["centered_cube"]), abs=1.5e-4)
            assert found.other == pytest.approx(float(row["opp_cube"]), abs=1.5e-4)


ROLLS = [(i, j, Fraction(1 if i == j else 2, 36)) for i in range(1, 7) for j in range(1, i + 1)]

GONE = tuple([15] + [0] * 25)


@cache
def naive_mean(points: tuple[int, ...]) -> Fraction:
    """Rolls to bear off, by recursion over the naive generator."""
    if points == GONE:
        return Fraction(0)
    return 1 + sum(
        weight * min(naive_mean(after) for after, _ in results((points, GONE), i, j)) for i, j, weight in ROLLS
    )


@cache
def naive_chance(own: tuple[int, ...], other: tuple[int, ...]) -> Fraction:
    """That the player on roll is off first."""
    if other == GONE:
        return Fraction(0)
    return sum(
        weight
        * max(
            Fraction(1) if after == GONE else 1 - naive_chance(other, after) for after, _ in results((own, GONE), i, j)
        )
        for i, j, weight in ROLLS
    )


def test_two_checkers_by_hand() -> None:
    """All bear-offs with two checkers, and pairs of those, as fractions."""
    for pair in combinations_with_replacement(range(1, 7), 2):
        points = tuple(13 if p == 0 else pair.count(p) for p in range(26))
        assert one_sided([pair.count(p) for p in range(1, 7)]).mean == pytest.approx(
            float(naive_mean(points)), abs=1e-6
        )
        against = tuple(13 if p == 0 else (2, 5).count(p) for p in range(26))
        found = two_sided([pair.count(p) for p in range(1, 7)], [0, 1, 0, 0, 1, 0])
        assert found.cubeless == pytest.approx(float(2 * naive_chance(points, against) - 1), abs=1e-6)


def test_chances_at_home() -> None:
    chances = Reals(5)
    one, fifteen = [1, *[0] * 24], [0, 0, 0, 0, 0, 15, *[0] * 19]
    bearoff.chances_at_home(on_board(fifteen, one), chances)
    assert list(chances.array) == pytest.approx([1, 1, 0, 0, 0])
    bearoff.chances_at_home(on_board(one, fifteen), chances)
    misses = 1 - one_shot_off(fifteen)
    assert list(chances.array) == pytest.approx([0, 0, 0, misses, 0], abs=1e-6)
    bearoff.chances_at_home(on_board([0, 2, *[0] * 23], [0, 2, *[0] * 23]), chances)
    assert chances[0] == pytest.approx((1 + two_sided([0, 2, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0]).cubeless) / 2)


def one_shot_off(checkers: list[int]) -> float:
    """The chance that one roll takes off a checker."""
    points = (15 - sum(checkers), *checkers)
    return float(sum(weight for i, j, weight in ROLLS if any(after[0] for after, _ in results((points, GONE), i, j))))


@pytest.mark.parametrize("points", [[1, 2], [0, 0, 0, 0, 0, 16], [-1, 0, 0, 0, 0, 0]])
def test_bear_offs_that_are_none(points: list[int]) -> None:
    with pytest.raises(MossaError, match="six numbers of checkers"):
        one_sided(points)


def test_a_damaged_file_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    monkeypatch.setenv("MOSSA_DATA", str(tmp_path))
    made = bearoff.stored("trial", lambda: np.arange(3.0))
    path = default_folder("backgammon") / "trial.bearoff"
    assert bearoff.stored("trial", lambda: np.zeros(3)).tolist() == made.tolist()
    path.write_bytes(path.read_bytes()[:-1])
    assert bearoff.stored("trial", lambda: np.ones(3)).tolist() == [1, 1, 1]
    assert bearoff.stored("trial", lambda: np.zeros(3)).tolist() == [1, 1, 1]


def test_tables_are_made_and_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    monkeypatch.setenv("MOSSA_DATA", str(tmp_path))
    monkeypatch.setattr(bearoff, "MAKERS", {"trial": lambda: np.arange(3.0)})
    said: list[str] = []
    assert bearoff.make_tables(False, said.append) == [("trial", 3)]
    assert bearoff.make_tables(True, said.append) == [("trial", 3)]
    monkeypatch.setattr(bearoff, "MAKERS", {"trial": lambda: np.ones(3)})
    with pytest.raises(MossaError, match=r"trial bear-off table in .* is wrong"):
        bearoff.make_tables(True, said.append)
    assert said == ["trial bear-off …"] * 3


def test_near_of_is_a_side() -> None:
    assert near_of(0) == u64(15)
    assert near_of(ALL - 1) == u64(15 << 24)
