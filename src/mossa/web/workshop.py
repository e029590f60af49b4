"""The evaluation workshop: one page's weights of a game's named features, its matches, and what it learns.

The page says which weights it has; the server says what the position is worth by them. A match or a run that learns
goes on piece by piece: each takes its turn among the searches of all visitors, so that nobody waits long for another.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np
from starlette.concurrency import run_in_threadpool

from mossa.core.explanation import half_away
from mossa.core.features import Features, require_features
from mossa.core.game import Game
from mossa.kernel.errors import MossaError
from mossa.learn.linear_games import LinearGames
from mossa.learn.state_categories import Categories, categorise
from mossa.learn.weight_learning import METHODS, LearningRound, LearningSettings, WeightLearning
from mossa.play.elo import elo_difference
from mossa.play.game_text import display_move
from mossa.play.score_text import show_score
from mossa.play.seeded_random import derive_seed

from .catalogue import Catalogue
from .followed_line import FollowedLine
from .messages import REPORTS, Message, Page, action_of
from .page_work import PageWork
from .player_pool import PlayerPool
from .scene_json import draw_moves, draw_scene, path_of
from .turns import Client
from .workers import Workers

__all__ = ["Workshop", "Workshops"]

DEPTH = 2
"""Plies that the players of matches and runs look ahead."""
GAMES = 40
"""Games in a round of a run that learns: few, so that the curve shows how it learns."""
MEASURED = (10, 100)
"""Pairs of games that measure after a round, at least and at most: as many as take PIECE seconds."""
LONGEST_RUN = 120.0
"""Seconds of a run that learns."""
FIRST_PAIRS, MOST_PAIRS, LAST_PAIRS = 2, 100, 500
"""Pairs of games in the first piece of a match, in the greatest one, and in the whole match."""
PIECE = 0.1
"""Seconds that a piece of a match should take."""
FIRST_GAMES, MOST_CATEGORISED, LONGEST_PIECE = 200, 3200, 1.0
"""Categories of states come from this many games at first, then from four times as many, up to the greatest number, as
long as that takes no more seconds than this."""
SMALL_GAME, SOLVED = 16, 600
"""In games of no more moves than this, so many states are solved exactly."""
MOST_ROWS = 16
"""Categories that the page shows: those of the most states."""
MOST_WORKSHOPS = 500
"""Pages whose game is remembered."""
MOVE_SEED = 1

Weights = dict[str, float]


class Workshops:
    """Which game each page of the workshop is about, by its id."""

    def __init__(self, catalogue: Catalogue, pool: PlayerPool, workers: Workers) -> None:
        self._catalogue, self._pool, self._workers = catalogue, pool, workers
        self._games: OrderedDict[str, str] = OrderedDict()

    async def begin(self, request: Message) -> Message:
        """A page for the `game` of a request: its id and the features."""
        spec = request.get("game")
        if not isinstance(spec, str):
            raise MossaError("the workshop asks for a field game, the name of one")
        game = await run_in_threadpool(self._catalogue.game, spec)
        features, id = require_features(game), secrets.token_urlsafe(9)
        self._games[id] = spec
        while len(self._games) > MOST_WORKSHOPS:
            self._games.popitem(last=False)
        return {
            "id": id,
            "game": game.name,
            "title": game.title,
            "seats": list(game.rules.player_names),
            "methods": list(METHODS),
            "features": [
                {"name": name, "about": features.about(name), "own": features.weights[name]} for name in features.names
            ],
        }

    def find(self, id: str, client: str) -> Workshop:
        """What the page of this id watches."""
        spec = self._games.get(id)
        if spec is None:
            raise MossaError("this workshop is no longer open: load the page again")
        return Workshop(id, self._catalogue.game(spec), self._pool, self._workers, (client, id))


class Workshop(PageWork):
    """One page. All of this runs in the event loop; games are played in threads."""

    def __init__(self, id: str, game: Game, pool: PlayerPool, workers: Workers, client: Client) -> None:
        self.id, self.game, self.client = id, game, client
        self.features: Features = require_features(game)
        self._pool = pool
        self._followed = FollowedLine([game.start()], [], workers, client)
        self._player: LinearGames | None = None
        self._alone = asyncio.Lock()
        """Held by the work under way."""
        super().__init__()
        self._asked = 0

    # The interface that everything has that a page watches

    def join(self, page: Page) -> None:
        """The page comes; it asks for what it shows, and is told how much there usually is of each feature."""

        async def tell() -> None:
            found = await self._think(page, lambda: self._games().usual_sizes(MOVE_SEED))
            page.send({"type": "usual", "sizes": self.features.named(found.tolist())})

        self._spawn(page, tell(), threading.Event())

    def leave(self, page: Page) -> None:
        """The page goes, and what it had begun ends, also what waits for its turn."""
        self._stopped.set()
        self._tasks.cancel()

    async def handle(self, page: Page, message: Message) -> None:
        """Do what the page asks for, or raise a MossaError that says why not."""
        done = action_of(ACTIONS, message)(self, page, message)
        if done is not None:
            await done

    # Requests of the page

    async def _look(self, page: Page, message: Message) -> None:
        """A position, and what it is worth by the `weights`."""
        line = await self._followed.positions(message.get("moves"))
        weights, at = self._weights(message, "weights"), line[-1]
        side = 1 if at.mover == 0 else -1
        values = [side * value for value in self.features.values(at.state)]
        parts = {name: weights[name] * value for name, value in zip(self.features.names, values, strict=True)}
        score, scene = half_away(sum(parts.values())), at.scene()
        page.send(
            {
                "type": "looked",
                "moves": message["moves"],
                "scene": draw_scene(scene),
                "legal": [] if at.is_over else draw_moves(at, scene),
                "result": None if at.result is None else list(at.result),
                "values": dict(zip(self.features.names, values, strict=True)),
                "parts": parts,
                "score": score,
                "shown": show_score(self.game, score),
                "mover": None if at.is_over else at.mover,
            }
        )
        self._asked += 1
        if not at.is_over:
            self._spawn(page, self._advising(page, at, weights, self._asked), threading.Event())

    async def _advising(self, page: Page, at: Any, weights: Weights, asked: int) -> None:
        """The best move by these weights, unless something else was asked for meanwhile."""

        def choose() -> int | None:
            return self._games().choose(at.state, weights, MOVE_SEED) if asked == self._asked else None

        move = await self._think(page, choose)
        if move is not None and asked == self._asked:
            text, names = at.write_move(move), {cell.name for cell in at.scene().cells}
            path = path_of(text, names)
            page.send({"type": "advised", "move": text, "told": display_move(at, move), "path": path})

    def _match(self, page: Page, message: Message) -> None:
        """These weights against others, until the match is over or stopped."""
        first, second = self._weights(message, "weights"), self._weights(message, "against")
        stop = self._restart()
        self._spawn(page, self._playing(page, first, second, stop), stop)

    async def _playing(self, page: Page, first: Weights, second: Weights, stop: threading.Event) -> None:
        seed, pairs, points = secrets.randbits(53), FIRST_PAIRS, np.zeros(0)
        while len(points) < LAST_PAIRS and not stop.is_set():
            began = time.monotonic()
            pairs = min(pairs, LAST_PAIRS - len(points))
            piece = derive_seed(seed, len(points))
            more = await self._think(page, partial(self._played, first, second, pairs, piece))
            if stop.is_set():
                return
            points = np.concatenate([points, more])
            took = time.monotonic() - began
            pairs = max(1, min(MOST_PAIRS, round(pairs * PIECE / took))) if took > PIECE else min(MOST_PAIRS, 2 * pairs)
            difference = elo_difference(points.tolist())
            page.send(
                {
                    "type": "match",
                    "games": 2 * len(points),
                    "most": 2 * LAST_PAIRS,
                    "score": difference.score,
                    "elo": difference.elo,
                    "error": difference.error,
                    "done": len(points) >= LAST_PAIRS,
                }
            )
            await asyncio.sleep(max(0.0, REPORTS - took))

    def _played(self, first: Weights, second: Weights, pairs: int, seed: int) -> Any:
        return self._games().match(first, second, pairs, seed)

    def _learn(self, page: Page, message: Message) -> None:
        """Learn from these weights on, round by round, until the time is over or the page says stop."""
        method = message.get("method")
        if not isinstance(method, str) or method not in METHODS:
            raise MossaError(f"a method is one of {', '.join(METHODS)}")
        start = self._weights(message, "weights")
        settings = LearningSettings(self.game.name, method, start, DEPTH, GAMES, seed=secrets.randbits(53))
        stop = self._restart()
        self._spawn(page, self._learning(page, settings, stop), stop)

    async def _learning(self, page: Page, settings: LearningSettings, stop: threading.Event) -> None:
        run = await self._think(page, partial(self._begin_run, settings))
        began, last = time.monotonic(), None
        while not stop.is_set():
            round_began = time.monotonic()
            last = await self._think(page, partial(_next_round, run, last, began, stop))
            if last is None or stop.is_set():
                return
            done = last.seconds >= LONGEST_RUN
            page.send({"type": "learnt", "method": settings.method, "done": done, **_point(last)})
            if done:
                return
            await asyncio.sleep(max(0.0, REPORTS - (time.monotonic() - round_began)))

    def _begin_run(self, settings: LearningSettings) -> WeightLearning:
        """A run whose measurements take about as long as a piece of a match."""
        games, own = self._games(), self.features.weights
        games.match(own, own, 1, 0)  # compiles
        began = time.perf_counter()
        games.match(own, own, FIRST_PAIRS, 0)
        pairs = round(FIRST_PAIRS * PIECE / (time.perf_counter() - began))
        return WeightLearning(self.game, replace(settings, pairs=max(MEASURED[0], min(MEASURED[1], pairs))))

    def _categorise(self, page: Page, message: Message) -> None:
        """The states of games of the game's own weights by the `features` named: what each category is worth."""
        names = message.get("features")
        if not isinstance(names, list) or not names or not all(name in self.features.names for name in names):
            raise MossaError(f"categories ask for a list features, some of {', '.join(self.features.names)}")
        stop = self._restart()
        self._spawn(page, self._categorising(page, list(dict.fromkeys(names)), stop), stop)

    async def _categorising(self, page: Page, names: list[str], stop: threading.Event) -> None:
        games, exact = FIRST_GAMES, SOLVED if self.game.facts.horizon <= SMALL_GAME else 0
        count = partial(categorise, self.game, names, depth=DEPTH, exact=exact, seconds=LONGEST_PIECE)
        await self._think(page, partial(count, games=2))  # compiles
        while not stop.is_set():
            work = partial(count, games=games)
            took, found = await self._think(page, partial(_timed, work))
            if stop.is_set():
                return
            done = 4 * games > MOST_CATEGORISED or 4 * took > LONGEST_PIECE
            page.send({"type": "categories", "done": done, **_table(found)})
            if done:
                return
            games *= 4

    def _stop(self, page: Page, message: Message) -> None:
        """End the match, the run or the categories."""
        self._stopped.set()
        page.send({"type": "idle"})

    # Help

    def _weights(self, message: Message, field: str) -> Weights:
        """The weights in a field of a message; those that it leaves out are 0."""
        given = message.get(field)
        return self.features.named(self.features.vector(self.features.require(given, field)))

    def _games(self) -> LinearGames:
        """The players, made in a thread when they are first needed."""
        if self._player is None:
            self._player = LinearGames(self.game, depth=DEPTH)
        return self._player

    async def _think(self, page: Page, work: Callable[[], Any]) -> Any:
        """Do some work in a thread when it is this page's turn; one at a time, for the players have one memory."""
        async with self._alone:
            return await self._pool.think(self.client, work, partial(self._compiling, page), PIECE)


ACTIONS: Mapping[str, Callable[[Workshop, Page, Message], Awaitable[None] | None]] = {
    "look": Workshop._look,
    "match": Workshop._match,
    "learn": Workshop._learn,
    "categorise": Workshop._categorise,
    "stop": Workshop._stop,
}
"""By the field `do` of a message."""


def _next_round(
    run: WeightLearning, last: LearningRound | None, began: float, stop: threading.Event
) -> LearningRound | None:
    """The next round of a run, unless it was stopped while it waited for its turn."""
    return None if stop.is_set() else run.next_round(last, began)


def _point(made: LearningRound) -> Message:
    """A point of the curve."""
    return {
        "round": made.number,
        "games": made.games,
        "seconds": made.seconds,
        "loss": made.loss,
        "weights": made.weights,
        "before": {"elo": made.before.elo, "error": made.before.error},
        "own": {"elo": made.own.elo, "error": made.own.error},
    }


def _timed(work: Callable[[], Categories]) -> tuple[float, Categories]:
    """The seconds that some work takes, and what it finds."""
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


def _table(found: Categories) -> Message:
    """Categories for the page: those of the most states, and the errors in other games."""
    return {
        "features": list(found.features),
        "games": found.games,
        "more": max(0, len(found.categories) - MOST_ROWS),
        "rows": [{**asdict(one), "value": one.value} for one in found.categories[:MOST_ROWS]],
        "losses": {"categories": found.loss, "linear": found.linear_loss, "constant": found.constant_loss},
    }
