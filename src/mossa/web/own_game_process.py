"""The process in which the rules of one file of a user's own are played: a site of its own, that can be ended.

The site that users see forwards to it what concerns that game (`own_games`). It says its port on standard output, and
ends with its standard input. Where something does not end, it says which function that is, and ends itself; likewise
where the rules take too much memory.
"""

from __future__ import annotations

import asyncio
import faulthandler
import json
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from mossa.kernel.errors import MossaError

from .app import make_app
from .catalogue import Catalogue
from .deadlines import limited, overdue, place, renew
from .messages import sentence
from .process_memory import limit_data, resident
from .server import LOOPBACK, configuration, listen

__all__ = ["describe", "main", "serve"]

PATIENCE = 10.0
"""Seconds without a sign of the event loop."""
LOADING_TIME = 20.0
"""Seconds to load the file and draw its picture."""
BEAT = 0.5
LOOK = 0.1
"""Seconds between two looks at what does not end, and at the memory."""
MEMORY = 2 << 30
"""Bytes in memory at which the process ends itself: more than twice what the tables of many boards take. Rules that ask
for much at once get a MemoryError, at half as much again."""


def describe(file: str) -> None:
    """Print what the first page shows of the game, as JSON; or the error."""
    with _watched(file):
        try:
            with limited(LOADING_TIME):
                catalogue = Catalogue((file,))
                (name,) = catalogue.files
                _say({"name": name, "about": catalogue.describe(name)})
        except Exception as error:  # rules may fail in any way
            _say({"error": sentence(error), "mistake": isinstance(error, MossaError)})


def serve(file: str, folder: str, token: str) -> None:
    """Serve the game until standard input ends."""
    with _watched(file):
        threading.Thread(target=_end_with_input, daemon=True).start()
        with limited(LOADING_TIME):
            app = make_app((file,), Path(folder), token, apart=True)
        outer = app.router.lifespan_context

        @asynccontextmanager
        async def beating(app: Any) -> AsyncIterator[None]:
            async with outer(app):
                beat = asyncio.create_task(_beat())
                try:
                    yield
                finally:
                    beat.cancel()

        app.router.lifespan_context = beating
        with listen(LOOPBACK, 0) as listening:
            _say({"port": listening.getsockname()[1]})
            import uvicorn

            with suppress(KeyboardInterrupt):
                uvicorn.Server(configuration(app)).run(sockets=[listening])


async def _beat() -> None:
    """Show that the event loop lives. Where not even the watchdog's thread runs, the interpreter writes where it is."""
    while True:
        renew(PATIENCE)
        faulthandler.dump_traceback_later(2 * PATIENCE, exit=True, file=sys.stderr)
        await asyncio.sleep(BEAT)


@contextmanager
def _watched(file: str) -> Iterator[None]:
    """A context in which a thread ends the process when something has not ended, or takes too much memory."""
    path = Path(file.partition(".py:")[0].removesuffix(".py") + ".py").resolve()
    limit_data(MEMORY + MEMORY // 2)

    def watch() -> None:
        while True:
            time.sleep(LOOK)
            late = overdue()
            if late is not None:
                _end(place(late, path))
            if resident() > MEMORY:
                _end(f"{path.name}: its rules take more than {MEMORY / 2**30:.2g} GiB of memory")

    threading.Thread(target=watch, daemon=True).start()
    yield
    faulthandler.cancel_dump_traceback_later()


def _end(why: str) -> None:
    _say({"stuck": why})
    os._exit(1)


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def _say(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


def main(what: str, file: str, folder: str = "", token: str = "") -> None:
    """`describe FILE`, or `serve FILE FOLDER TOKEN`."""
    if what == "describe":
        describe(file)
    else:
        serve(file, folder, token)


if __name__ == "__main__":
    main(*sys.argv[1:])
