"""Work that is watched: it ends with its first piece, by the clock, by a stop, and its errors are the caller's."""

import threading

import pytest

from mossa import MossaError
from mossa.search.common.threads import root_moves, run_threads


def test_the_first_piece_ends_the_others() -> None:
    halted, done = threading.Event(), []

    def helper() -> None:
        halted.wait()
        done.append("helper")

    run_threads([lambda: done.append("first"), helper], halted.set, threading.Event(), None)
    assert done == ["first", "helper"]


@pytest.mark.parametrize(("stopped", "seconds"), [(True, None), (False, 0.01)])
def test_work_without_end_is_halted(stopped: bool, seconds: float | None) -> None:
    halted, stop = threading.Event(), threading.Event()
    if stopped:
        stop.set()
    run_threads([lambda: halted.wait() and None], halted.set, stop, seconds)
    assert halted.is_set()


@pytest.mark.parametrize("guilty", [0, 1])
def test_an_error_in_a_thread_reaches_the_caller(guilty: int) -> None:
    pieces = [lambda: None, lambda: None]
    pieces[guilty] = lambda: 1 // 0
    with pytest.raises(ZeroDivisionError):
        run_threads(pieces, lambda: None, threading.Event(), None)


def test_choices() -> None:
    assert root_moves([3, 1, 2], ()) == [3, 1, 2]
    assert root_moves([3, 1, 2], (2, 3, 9)) == [3, 2]
    for moves, only in (([], ()), ([1], (2,))):
        with pytest.raises(MossaError, match="nothing to search"):
            root_moves(moves, only)
