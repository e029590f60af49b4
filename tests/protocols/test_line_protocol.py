"""Sessions in lines: who ends them, what is written after the other end has gone, numbers."""

import io

import pytest

from mossa import MossaError
from mossa.protocols.line_protocol import LineWriter, parse_number, parse_whole_number, run_session


class Engine:
    """Quits at a line that says so."""

    def __init__(self, send: LineWriter) -> None:
        self.send, self.handled, self.stopped = send, [], 0

    def handle(self, line: str) -> bool:
        self.handled.append(line)
        if line == "interrupt":
            raise KeyboardInterrupt
        self.send(line)
        return line != "quit"

    def stop(self) -> None:
        self.stopped += 1


@pytest.mark.parametrize("last", ["quit", "interrupt"])
def test_a_session_ends_and_the_search_with_it(last: str) -> None:
    send = LineWriter(io.StringIO())
    engine = Engine(send)
    run_session(engine, send, ["one", last, "never"])
    assert (engine.handled, engine.stopped) == (["one", last], 1)


def test_the_end_of_the_input_ends_a_session() -> None:
    stream = io.StringIO()
    engine = Engine(LineWriter(stream))
    run_session(engine, engine.send, ["one", "two"])
    assert (stream.getvalue(), engine.stopped) == ("one\ntwo\n", 1)


def test_a_session_ends_when_nobody_reads_its_answers() -> None:
    stream = io.StringIO()
    engine = Engine(LineWriter(stream))
    stream.close()
    run_session(engine, engine.send, ["one", "two", "three"])
    assert engine.handled == ["one"]
    assert not engine.send.is_open
    engine.send("nothing happens")


def test_whole_numbers() -> None:
    assert [parse_whole_number(text) for text in ("12", "-3", "007")] == [12, -3, 7]
    assert [parse_whole_number(text) for text in ("", "-", "1.5", "x", "1" * 16, "٣²")] == [None] * 6


def test_numbers_out_of_range_are_refused_by_name() -> None:
    assert parse_number("Hash", "16", 1, 32) == 16
    for text in ("0", "33", "many"):
        with pytest.raises(MossaError, match="Hash is a whole number from 1 to 32"):
            parse_number("Hash", text, 1, 32)
