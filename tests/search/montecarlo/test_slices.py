"""Slices of simulations: counted to the number, shared among threads, ended by each limit."""

import threading
import time
from types import SimpleNamespace

import pytest

from mossa.search.montecarlo import slices
from mossa.search.montecarlo.slices import FIRST, run_slices
from mossa.search.montecarlo.tree_search import Halt


def simulator(halt, counts, seconds=0.0):
    """A stand-in for a kernel: counts, and looks at the signals."""

    def simulate(thread, count):
        done = 0
        while done < count and not halt.stop and not halt.pause:
            time.sleep(seconds)
            done += 1
        counts[thread] += done
        return done

    return simulate


@pytest.mark.parametrize("threads", [1, 3])
def test_as_many_as_asked_for(threads):
    halt, counts, told = Halt(stop=0, pause=0), [0] * threads, []

    def between(simulated):
        told.append(simulated)
        return False

    none = threading.Event()
    assert run_slices(simulator(halt, counts), threads, halt, (None, 1000, none), between) == 1000 == sum(counts)
    assert told[0] == FIRST
    assert told[-1] == 1000
    assert min(counts) > 300 - FIRST


def test_it_ends_when_nothing_is_left_to_do_or_the_time_is_over_or_it_is_stopped():
    halt, counts, event = Halt(stop=0, pause=0), [0, 0], threading.Event()
    simulate = simulator(halt, counts, 0.0001)
    assert run_slices(simulate, 2, halt, (None, None, event), lambda simulated: True) >= FIRST // 2
    assert run_slices(simulate, 2, halt, (0.05, None, event), lambda simulated: False) > 0
    assert halt.stop != 0
    threading.Timer(0.05, event.set).start()
    assert run_slices(simulate, 2, halt, (60, None, event), lambda simulated: False) > 0
    assert halt.stop == 2  # at once, where 1 is the clock
    assert run_slices(simulate, 2, halt, (60, None, event), lambda simulated: False) == 0


def test_the_least_that_threads_must_do_is_not_waited_for_without_end(monkeypatch):
    """A stand-in that heeds the clock only after 10 million simulations, which would take it hours."""
    halt = Halt(stop=0, pause=0)

    def simulate(thread, count):
        done = 0
        while halt.stop < 2 and done < 10_000_000:
            time.sleep(0.001)
            done += 1
        return done

    monkeypatch.setattr(slices, "GRACE", 0.05)
    assert run_slices(simulate, 2, halt, (0.05, None, threading.Event()), lambda simulated: False) < 10_000_000


def test_it_ends_in_time_even_if_nobody_else_watches_the_clock(monkeypatch):
    """The clock is one that only simulations move on; the thread that watches the real one would wait for it."""
    now = 0.0

    def simulate(thread, count):
        nonlocal now
        now += 0.001 * count
        return count

    monkeypatch.setattr(slices, "time", SimpleNamespace(perf_counter=lambda: now))
    none = threading.Event()
    done = run_slices(simulate, 1, Halt(stop=0, pause=0), (20, None, none), lambda simulated: False)
    assert 20_000 <= done <= 20_000 + FIRST


def test_what_a_thread_raises_is_raised():
    def simulate(thread, count):
        if thread == 1:
            raise ZeroDivisionError
        return count

    with pytest.raises(ZeroDivisionError):
        run_slices(simulate, 2, Halt(stop=0, pause=0), (None, 100, threading.Event()), lambda simulated: False)
