"""Chunks are shared out among processes of this machine."""

import threading
from contextlib import closing

import pytest
from tests.jobs import work

from mossa import MossaError
from mossa.jobs import Job, Place, WorkReport, share_out


def test_every_chunk_is_done_once() -> None:
    report = WorkReport()
    found = dict(share_out(Job(work.square, work.begin, (100,)), range(20), Place(2), report=report))
    assert found == {number: 100 + number * number for number in range(20)}
    assert (report.workers, report.chunks, report.lost) == (2, 20, 0)


def test_chunks_are_asked_for_as_workers_need_them() -> None:
    asked: list[int] = []

    def chunks():
        for number in range(1000):
            asked.append(number)
            yield number

    with closing(share_out(Job(work.square, work.begin, (0,)), chunks(), Place(1))) as finished:
        for _ in range(10):
            next(finished)
    assert len(asked) < 20


def test_an_error_ends_the_work() -> None:
    with pytest.raises(MossaError, match="three is refused"):
        list(share_out(Job(work.fail, work.begin, (0,)), range(20), Place(2)))
    with pytest.raises(ZeroDivisionError):
        list(share_out(Job(work.break_down, work.begin, (0,)), range(20), Place(2)))
    with pytest.raises(MossaError, match="a worker process died"):
        list(share_out(Job(work.square, work.refuse, (0,)), range(20), Place(1)))


def test_a_stop_is_passed_on() -> None:
    stop = threading.Event()
    timer = threading.Timer(1.0, stop.set)
    timer.start()
    assert list(share_out(Job(work.until_stopped, work.begin, (0,)), range(20), Place(2), stop=stop)) == []
    timer.join()
