"""n queens: the counts of the course, both methods alike, and the steps of backtracking."""

import pytest

from mossa import MossaError
from mossa.search.textbook.queens import backtracking, brute_force

SOLUTIONS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352}


@pytest.mark.parametrize("size", SOLUTIONS)
def test_number_of_solutions(size):
    found = backtracking(size)
    assert len(found.solutions) == SOLUTIONS[size]
    assert all(sorted(board) == list(range(size)) for board in found.solutions)
    if size < 7:
        slow = brute_force(size)
        assert slow.solutions == found.solutions
        assert slow.looked == size**size


def test_eight_queens():
    fast, slow = backtracking(8), brute_force(8)
    assert (fast.looked, slow.looked) == (2057, 16_777_216)
    assert fast.solutions == slow.solutions


def test_the_steps_of_backtracking():
    trace = backtracking(4, trace=True).trace
    kinds = [event.kind for event in trace.events]
    assert kinds.count("enter") == trace.nodes == 17
    assert kinds.count("leaf") == trace.value == 2
    words = [trace.sentence(event) for event in trace.events]
    assert words[:3] == ["enter the root", "enter 1", "at 1, 1 is cut: the queen in column 1 attacks it"]
    assert "□ 1" in trace.text()
    assert trace.svg().startswith("<svg")


def test_too_many_queens():
    for method, wrong in ((backtracking, 0), (backtracking, 13), (brute_force, 9)):
        with pytest.raises(MossaError, match="queens, not"):
            method(wrong)
