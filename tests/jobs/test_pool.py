"""Workers that are asked again and again."""

from contextlib import closing

import pytest
from tests.jobs import work

from mossa import MossaError
from mossa.jobs import Job, Place, Pool


def test_rounds_come_in_order_from_the_same_workers() -> None:
    with closing(Pool(Job(work.square, work.begin, (100,)), Place(2))) as pool:
        for size in (5, 1, 0, 9):
            assert pool.map(range(size)) == [100 + number * number for number in range(size)]


def test_an_error_ends_the_pool() -> None:
    with closing(Pool(Job(work.fail, work.begin, (0,)), Place(2))) as pool:
        with pytest.raises(MossaError, match="three is refused"):
            pool.map(range(5))
        with pytest.raises(MossaError, match="the workers have stopped"):
            pool.map(range(2))
