"""The connections of the server: how many there are, and how long one may take to say what it wants.

uvicorn waits for the head of a request without end, and writes to a client that does not read without end. Either holds
a file descriptor for ever, of which a process often has 1,024. So a connection without a request is closed after some
seconds, an exchange that takes too long is broken off, and where there are too many connections the one that has been
without a request for longest makes room.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Busy", "Connections"]

HEAD_TIME = 10.0
"""Seconds in which the head of a request arrives."""
EXCHANGE_TIME = 180.0
"""Seconds for a request and its answer; WebSockets have none."""
CLOSING_TIME = 5.0
"""Seconds for the handshake that closes a WebSocket, before the connection is broken off."""
SWEEP = 1.0
"""Seconds between two looks at the connections."""
RESERVE = 256
"""File descriptors that connections leave free: for games, tables, processes."""
MOST = 4096
"""The most connections, where there are enough file descriptors."""

Peer = tuple[str, int]


class Connection:
    """One connection, from the accept to its end."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.since = time.monotonic()
        """When its last exchange ended, or the one under way began."""
        self.busy = ""
        """`http` or `websocket` while an exchange is under way."""


class Connections:
    """All connections by the address and port of the client, the oldest first."""

    def __init__(self) -> None:
        self.open: dict[Peer, Connection] = {}
        self.most = most_connections()
        self._sweeping = False

    def made(self, transport: asyncio.Transport) -> None:
        """A client has connected."""
        peer = transport.get_extra_info("peername")
        if not isinstance(peer, tuple):
            return
        if len(self.open) >= self.most:
            self._forget_closed()
        if len(self.open) >= self.most:
            idle = next((one for one in self.open.values() if not one.busy), None)
            (idle.transport if idle is not None else transport).abort()
            self._forget_closed()
        if not transport.is_closing():
            self.open[peer[:2]] = Connection(transport)
            if not self._sweeping:
                self._sweeping = True
                asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def began(self, scope: Scope) -> None:
        """A request has come."""
        self._mark(scope, scope["type"])

    def ended(self, scope: Scope) -> None:
        """Its answer was sent."""
        self._mark(scope, "")

    def abort_soon(self, scope: Scope) -> None:
        """Break off a connection whose client does not answer."""
        connection = self._find(scope)
        if connection is not None:
            asyncio.get_running_loop().call_later(CLOSING_TIME, connection.transport.abort)

    def _mark(self, scope: Scope, what: str) -> None:
        connection = self._find(scope)
        if connection is not None:
            connection.busy, connection.since = what, time.monotonic()

    def _find(self, scope: Scope) -> Connection | None:
        return self.open.get(tuple(scope.get("client") or ())[:2])

    def _sweep(self) -> None:
        now = time.monotonic()
        self._forget_closed()
        for one in self.open.values():
            allowed = {"": HEAD_TIME, "http": EXCHANGE_TIME}.get(one.busy)
            if allowed is not None and now - one.since > allowed:
                one.transport.abort()
        self._sweeping = bool(self.open)
        if self._sweeping:
            asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _forget_closed(self) -> None:
        # A WebSocket that is closing still holds its connection, until its client has answered or is given up.
        for peer in [peer for peer, one in self.open.items() if one.transport.is_closing()]:
            gone = self.open.pop(peer)
            asyncio.get_running_loop().call_later(CLOSING_TIME, gone.transport.abort)


class Busy:
    """Middleware: tells the connections when an exchange begins and when it ends."""

    def __init__(self, app: ASGIApp, connections: Connections) -> None:
        self.app, self.connections = app, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        self.connections.began(scope)
        try:
            await self.app(scope, receive, send)
        except asyncio.CancelledError:  # the server ends, and nobody waits for the rest
            pass
        finally:
            self.connections.ended(scope)


def most_connections() -> int:
    """How many connections the file descriptors of this process are enough for; the limit is raised if it can be."""
    try:
        import resource
    except ImportError:  # not on Unix
        return MOST
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + RESERVE
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
        allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if allowed == resource.RLIM_INFINITY else max(64, min(MOST, allowed - RESERVE))


def timed_protocol(connections: Connections) -> Any:
    """uvicorn's HTTP protocol, which tells the connections about each client."""
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class TimedProtocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            connections.made(transport)

    return TimedProtocol
