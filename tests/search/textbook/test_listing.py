"""Listings: the line of the source that reported each event."""

from pathlib import Path

from mossa import game
from mossa.search.textbook import run
from mossa.search.textbook.listing import listing_of
from mossa.search.textbook.trace import Trace


def test_every_event_has_the_line_that_reported_it():
    for name, reports in (("minimax", "tree."), ("alphabeta", "tree."), ("alphabeta-list", "tree.")):
        trace = run(name, game("tree").rules)
        listing = listing_of(trace)
        assert listing is not None
        lines = dict(listing.lines)
        numbers = [listing.line_at(trace, step) for step in range(1, len(trace.events) + 1)]
        assert all(reports in lines[number] for number in numbers if number)
        assert len(set(numbers) - {0}) > 2
        assert listing.line_at(trace, 0) == 0


def test_docstrings_are_left_out():
    trace = run("alphabeta", game("tree").rules)
    listing = listing_of(trace)
    assert listing is not None
    assert not any('"""' in text for _, text in listing.lines)


def test_a_trace_from_a_file_has_no_listing(tmp_path: Path):
    file = tmp_path / "trace.json"
    run("minimax", game("tree").rules).save(file)
    assert listing_of(Trace.load(file)) is None
