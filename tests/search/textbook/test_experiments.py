"""Ideal trees: the order of moves against theory."""

import pytest

from mossa import MossaError
from mossa.search.textbook import run
from mossa.search.textbook.experiments import ideal_tree, knuth_moore, order_effect, plot_order_effect

# Leaves on best-ordered trees, by branching and depth (Slagle and Dixon 1969; [KnuthMoore75]).
MINIMAL = {
    2: {1: 2, 2: 3, 3: 5, 4: 7, 5: 11, 6: 15, 7: 23, 8: 31},
    3: {1: 3, 2: 5, 3: 11, 4: 17, 5: 35, 6: 53, 7: 107, 8: 161},
    5: {1: 5, 2: 9, 3: 29, 4: 49, 5: 149, 6: 249, 7: 749},
    10: {1: 10, 2: 19, 3: 109, 4: 199, 5: 1099},
    20: {1: 20, 2: 39, 3: 419, 4: 799},
    35: {1: 35, 2: 69, 3: 1259},
    40: {1: 40, 2: 79, 3: 1639},
}
SIZES = [(b, d) for b, row in MINIMAL.items() for d in row]


@pytest.mark.parametrize(("branching", "depth"), SIZES)
def test_best_order_visits_exactly_the_minimal_tree(branching, depth):
    assert knuth_moore(branching, depth) == MINIMAL[branching][depth]
    for name in ("alphabeta", "alphabeta-hard", "alphabeta-list"):
        if branching**depth < 3000 or name == "alphabeta":
            assert run(name, ideal_tree(branching, depth, "best"), trace=False).leaves == MINIMAL[branching][depth]


@pytest.mark.parametrize(("branching", "depth"), [(b, d) for b, d in SIZES if b**d < 3000])
def test_worst_order_visits_everything(branching, depth):
    trace = run("alphabeta", ideal_tree(branching, depth, "worst"), trace=False)
    assert (trace.leaves, trace.cuts) == (branching**depth, 0)


def test_the_order_changes_nothing_but_the_cost():
    for branching, depth in ((2, 5), (3, 4), (4, 3)):
        best, worst = (run("minimax", ideal_tree(branching, depth, order), trace=False) for order in ("best", "worst"))
        assert best.value == worst.value
        assert run("alphabeta", ideal_tree(branching, depth, "best"), trace=False).best == "0"
        assert run("alphabeta", ideal_tree(branching, depth, "worst"), trace=False).best == str(branching - 1)


def test_random_order_lies_between_and_is_reproducible():
    rows = order_effect(4, 5, trees=4, seed=7)
    assert [row.depth for row in rows] == [1, 2, 3, 4, 5]
    for row in rows[1:]:
        assert row.best == row.knuth_moore < row.random < row.worst == row.all_leaves
    assert rows == order_effect(4, 5, trees=4, seed=7)
    assert rows != order_effect(4, 5, trees=4, seed=8)
    assert rows[-1].three_quarters == pytest.approx(4**3.75)


def test_the_plot(tmp_path):
    rows = order_effect(2, 3, trees=1)
    for name, start in (("plot.png", b"\x89PNG"), ("plot.svg", b"<?xml")):
        plot_order_effect(rows, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    for wrong in (tmp_path / "no" / "folder.png", tmp_path / "plot.xyz"):
        with pytest.raises(MossaError, match="cannot be written"):
            plot_order_effect(rows, wrong)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plot.png", "plot.svg"]
    with pytest.raises(MossaError, match="no rows"):
        plot_order_effect([], tmp_path / "plot.png")


def test_wrong_questions():
    for branching, depth, order, says in [
        (0, 3, "best", "from 1 up"),
        (3, 0, "best", "from 1 up"),
        (10, 20, "best", "at most 1,000,000 leaves"),
        (2, 2, "odd", "one of worst, random, best"),
    ]:
        with pytest.raises(MossaError, match=says):
            ideal_tree(branching, depth, order)
    with pytest.raises(MossaError, match="mean of 0 trees"):
        order_effect(2, 2, trees=0)
