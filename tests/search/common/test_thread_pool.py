"""Work in threads that stay: each piece ends once, tells what it raised, and leaves its thread to the next."""

import multiprocessing
import threading

import pytest

from mossa.search.common.thread_pool import ThreadTask, Worker


def workers() -> int:
    return sum(isinstance(thread, Worker) for thread in threading.enumerate())


def test_pieces_one_after_the_other_need_no_new_thread() -> None:
    done: list[int] = []
    ThreadTask(lambda: done.append(-1)).wait()
    before = workers()
    for i in range(50):
        assert ThreadTask(lambda i=i: done.append(i)).wait()  # type: ignore[misc]
    assert done == [-1, *range(50)]
    assert workers() == before


def test_pieces_at_once_run_beside_each_other() -> None:
    meeting = threading.Barrier(3, timeout=20)
    pieces = [ThreadTask(lambda: meeting.wait() and None) for _ in range(3)]
    assert all(piece.wait() and piece.failure is None for piece in pieces)


def test_waiting_ends_in_time() -> None:
    released = threading.Event()
    piece = ThreadTask(lambda: released.wait() and None)
    assert not piece.wait(0.001)
    released.set()
    assert piece.wait()
    assert piece.wait()


def test_what_is_raised_is_kept_and_the_thread_lives_on() -> None:
    piece = ThreadTask(lambda: 1 // 0 and None)
    assert piece.wait()
    assert isinstance(piece.failure, ZeroDivisionError)
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
