"""Lines that a page names: what two lines share is not played again, a long one is followed by a worker."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import mossa
from mossa import MossaError
from mossa.web import followed_line
from mossa.web.followed_line import FollowedLine
from mossa.web.reading import FEW_MOVES, LONGEST


class Worker:
    """In place of the worker processes: it counts what it is asked for."""

    def __init__(self) -> None:
        self.asked = 0

    async def do(self, client: Any, function: Any, *args: Any) -> Any:
        self.asked += 1
        return function(*args)


def test_a_line_is_followed_from_where_the_last_one_left_it(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def follow(start: mossa.Position, moves: list[str]) -> mossa.Position:
        played.extend(moves)
        for move in moves:
            start = start.play(move)
        return start

    monkeypatch.setattr(followed_line, "follow", follow)
    worker: Any = Worker()
    followed = FollowedLine([mossa.game("connect4").start()], [], worker, ("", ""))

    def text(*moves: str) -> str:
        return asyncio.run(followed.positions(list(moves)))[-1].text

    assert text("4", "4", "3") == "443"
    assert text("4", "4", "5") == "445"
    assert text("4", "4") == "44"
    assert text() == "start"
    assert played == ["4", "4", "3", "5"]
    assert worker.asked == 0


def test_a_long_line_goes_to_a_worker() -> None:
    worker: Any = Worker()
    game = mossa.game("connect4")
    moves = [column for _ in range(6) for column in "1234567"]
    followed = FollowedLine([game.start()], [], worker, ("", ""))
    with pytest.raises(MossaError):  # somebody has won before
        asyncio.run(followed.positions(moves))
    assert worker.asked == (len(moves) > FEW_MOVES)


@pytest.mark.parametrize("moves", [None, "4 4", [4], ["4"] * (LONGEST + 1), ["4" * 201], ["9"]])
def test_what_is_no_line_is_one_sentence(moves: Any) -> None:
    worker: Any = Worker()
    followed = FollowedLine([mossa.game("connect4").start()], [], worker, ("", ""))
    with pytest.raises(MossaError):
        asyncio.run(followed.positions(moves))
