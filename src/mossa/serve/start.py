"""Starting the server: on loopback, at a given port or a free one."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from mossa.kernel.errors import MossaError

__all__ = ["PORT", "start"]

PORT = 8642
"""Where the site is if that is free and nobody wants it elsewhere."""
SWITCH = 0.002
"""Seconds a thread keeps Python to itself: players written in Python must not keep pages waiting."""


def start(
    port: int | None = None,
    files: Sequence[str] = (),
    *,
    folder: Path | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Serve the site until Ctrl-C; `say` is told its address. Without a port: 8642 or, if that is taken, a free one.

    `files` are rules files of the user's own, `folder` is where games are kept (by default the user's data folder).
    """
    import uvicorn

    from .app import make_app
    from .guard import LARGEST_MESSAGE

    app = make_app(files, folder)
    listening = _listen(port)
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=4 * LARGEST_MESSAGE,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = uvicorn.Server(config)
    say(f"http://127.0.0.1:{listening.getsockname()[1]}/")
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


def _listen(port: int | None) -> socket.socket:
    """A socket on loopback."""
    if port is not None and not 0 <= port < 1 << 16:
        raise MossaError(f"a port is a number from 0 (any free one) to 65535, not {port}")
    for wanted in (PORT, 0) if port is None else (port,):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", wanted))
        except OSError as error:
            listening.close()
            why = error.strerror
        else:
            listening.listen(128)
            return listening
    raise MossaError(f"the site cannot be at port {port}: {why}")
