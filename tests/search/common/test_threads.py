"""Work that is watched: it ends with its first task, by the clock, by a stop, and its errors are the caller's."""

import multiprocessing
import threading

import pytest

from mossa import MossaError
from mossa.search.common.threads import ThreadTask, Worker, root_moves, run_threads


def test_the_first_task_ends_the_others() -> None:
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


# The pool: each task ends once, keeps what it raised, and leaves its thread to the next.


def workers() -> int:
    return sum(isinstance(thread, Worker) for thread in threading.enumerate())


def test_tasks_one_after_the_other_need_no_new_thread() -> None:
    done: list[int] = []
    ThreadTask(lambda: done.append(-1)).wait()
    before = workers()
    for i in range(50):
        assert ThreadTask(lambda i=i: done.append(i)).wait()  # type: ignore[misc]
    assert done == [-1, *range(50)]
    assert workers() == before


def test_tasks_at_once_run_beside_each_other() -> None:
    meeting = threading.Barrier(3, timeout=20)
    tasks = [ThreadTask(lambda: meeting.wait() and None) for _ in range(3)]
    assert all(task.wait() and task.failure is None for task in tasks)


def test_waiting_ends_in_time() -> None:
    released = threading.Event()
    task = ThreadTask(lambda: released.wait() and None)
    assert not task.wait(0.001)
    released.set()
    assert task.wait()
    assert task.wait()


def test_what_is_raised_is_kept_and_the_thread_lives_on() -> None:
    task = ThreadTask(lambda: 1 // 0 and None)
    assert task.wait()
    assert isinstance(task.failure, ZeroDivisionError)
    assert ThreadTask(lambda: None).wait()


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork")
def test_a_fork_has_workers_of_its_own() -> None:
    assert ThreadTask(lambda: None).wait()
    child = multiprocessing.get_context("fork").Process(target=_work_after_a_fork)
    child.start()
    child.join(20)
    assert child.exitcode == 0


def _work_after_a_fork() -> None:
    assert ThreadTask(lambda: None).wait(10)
