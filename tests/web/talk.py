"""Talking with the boards of a site in this process."""

from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

__all__ = ["HERE", "Page", "begin", "watch"]

HERE = "http://127.0.0.1:8642"


class Page:
    """A page that watches a board."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket

    def say(self, **words: Any) -> None:
        self.socket.send_json(words)

    def hear(self, kind: str, fits: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """The next message of a kind that fits; others are skipped."""
        for _ in range(2000):
            message = self.socket.receive_json()
            if message["type"] == kind and fits(message):
                return message
        raise AssertionError(f"no fitting {kind} came")

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
