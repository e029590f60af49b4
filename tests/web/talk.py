"""Talking with the boards of a site in this process."""

import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import anyio
from starlette.testclient import TestClient, WebSocketTestSession

__all__ = ["HERE", "Page", "begin", "watch"]

HERE = "http://127.0.0.1:8642"
LONGEST_WAIT = 200.0
"""Seconds after which no fitting message is expected any more: compilation on a busy machine takes less."""


class Page:
    """A page that watches a board."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket

    def say(self, **words: Any) -> None:
        self.socket.send_json(words)

    def hear(self, kind: str, fits: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """The next message of a kind that fits; others are skipped."""
        return self.hear_one(kind, fits=fits)

    def hear_one(self, *kinds: str, fits: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """The next message of one of these kinds that fits; others are skipped. If none comes, the test fails."""
        skipped: Counter[str] = Counter()
        until = time.monotonic() + LONGEST_WAIT
        while (message := self._receive(until - time.monotonic())) is not None:
            if message["type"] in kinds and fits(message):
                return message
            skipped[message["type"]] += 1
        raise AssertionError(f"no fitting {' or '.join(kinds)} came in {LONGEST_WAIT:g} s; there were {dict(skipped)}")

    def _receive(self, seconds: float) -> dict[str, Any] | None:
        """The next message; None after these seconds, where `receive_json` would wait for ever."""

        async def receive() -> Any:
            with anyio.move_on_after(seconds):
                return await self.socket._send_rx.receive()

        message = self.socket.portal.call(receive)
        if message is None:
            return None
        self.socket._raise_on_close(message)
        told: dict[str, Any] = json.loads(message["text"])
        return told

    def ready(self) -> dict[str, Any]:
        """The state at which a person is to move, or the game has ended."""
        return self.hear("state", lambda state: state["yours"] or state["ended"])


def begin(client: TestClient, game: str, *seats: str, **more: Any) -> str:
    """The id of a new game."""
    answer = client.post("/api/boards", json={"game": game, "seats": list(seats), "seconds": 0.2, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def watch(client: TestClient, id: str, **more: Any) -> WebSocketTestSession:
    """A connection to a board."""
    return client.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/{id}", **more)
