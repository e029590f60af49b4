"""How many connections there are, and which are closed."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from mossa.web.connections import Connections, most_connections


class Wire:
    """A transport that only knows whether it is open."""

    def __init__(self, port: int) -> None:
        self.port, self.aborted = port, False

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return ("127.0.0.1", self.port)

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted


def scope(port: int, kind: str = "http") -> dict[str, Any]:
    return {"type": kind, "client": ("127.0.0.1", port)}


def run(test: Callable[[Connections], Coroutine[Any, Any, None]]) -> None:
    async def inside() -> None:
        await test(Connections())

    asyncio.run(inside())


def test_where_there_are_too_many_the_one_that_waits_longest_makes_room() -> None:
    async def test(connections: Connections) -> None:
        connections.most = 3
        wires = [Wire(port) for port in range(1, 6)]
        for wire in wires[:3]:
            connections.made(wire)  # type: ignore[arg-type]
        connections.began(scope(1))
        connections.made(wires[3])  # type: ignore[arg-type]
        assert [wire.aborted for wire in wires] == [False, True, False, False, False]
        for port in (3, 4):
            connections.began(scope(port, "websocket"))
        connections.made(wires[4])  # type: ignore[arg-type]
        assert [wire.aborted for wire in wires] == [False, True, False, False, True]  # all others are busy

    run(test)


def test_a_connection_without_a_request_is_closed_and_a_websocket_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(connections: Connections) -> None:
        wires = [Wire(port) for port in range(1, 5)]
        for wire in wires:
            connections.made(wire)  # type: ignore[arg-type]
        connections.began(scope(1))
        connections.began(scope(2, "websocket"))
        connections.began(scope(3))
        connections.ended(scope(3))  # and then says nothing more
        for one in connections.open.values():
            one.since -= 11
        connections._sweep()
        assert [wire.aborted for wire in wires] == [False, False, True, True]
        for one in connections.open.values():
            one.since -= 181
        connections._sweep()
        assert [wire.aborted for wire in wires] == [True, False, True, True]

    run(test)


def test_some_file_descriptors_stay_free(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    limits = [1024, 1024]
    monkeypatch.setattr(resource, "getrlimit", lambda what: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda what, wanted: limits.__setitem__(0, wanted[0]))
    assert most_connections() == 1024 - 256
    limits[1] = resource.RLIM_INFINITY
    assert most_connections() == 4096
    assert limits[0] == 4096 + 256
