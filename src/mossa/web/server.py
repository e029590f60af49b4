"""Starting the server: on loopback or, with a token, elsewhere; at a given port or a free one."""

from __future__ import annotations

import os
import re
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from mossa.core.files import data_folder
from mossa.kernel.errors import MossaError

from .guard import is_loopback
from .ownership import Ownership
from .process_memory import return_large_blocks

__all__ = ["LOOPBACK", "PORT", "configuration", "listen", "start"]

PORT = 8642
"""The default port, if it is free."""
SWITCH_INTERVAL = 0.002
"""The interpreter's switch interval in seconds: players written in Python must not delay the pages."""
ACCEPTED_AT_ONCE = 64
"""Connections that asyncio accepts before it does anything else: fewer than there are file descriptors to spare
(`connections.RESERVE`), so that those that must make room are closed in time."""
MOST_UNREAD = 8
"""Messages of a page that wait until they are read."""

LOOPBACK = "127.0.0.1"
TOKEN = "MOSSA_TOKEN"
"""The environment variable with the token of a site that other machines reach."""


def start(
    port: int | None = None,
    files: Sequence[str] = (),
    *,
    host: str = LOOPBACK,
    folder: Path | None = None,
    warm: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Serve the site until Ctrl-C; `say` gets its address. Without a port: 8642 or, if that is taken, a free one.

    `files` are user-defined rules, `folder` is where games are stored (by default the user's data folder).
    With `warm` the engines of the games are compiled in the background from the start.
    At a `host` other than loopback the site asks for a token, part of that address: $MOSSA_TOKEN, or a new one.
    A folder that another server uses raises `Owned`, which has the address of that one.
    """
    import uvicorn

    from .app import make_app

    token = None if is_loopback(host) else _token()
    with closing(Ownership(folder or data_folder())) as ownership, listen(host, port) as listening:
        app = make_app(files, folder, token, warm=warm)
        address = _address(host, listening.getsockname()[1], token)
        ownership.announce(address)
        say(address)
        # The games are described now, so that the first page need not wait.
        threading.Thread(target=app.state.handlers.describe, daemon=True).start()
        with suppress(KeyboardInterrupt):
            uvicorn.Server(configuration(app)).run(sockets=[listening])


def _token() -> str:
    """What a browser must know: that of the environment, or a new one."""
    given = os.environ.get(TOKEN)
    if given is None:
        return secrets.token_urlsafe(16)
    if not re.fullmatch(r"[\w.-]{16,200}", given, re.ASCII):
        raise MossaError(f"{TOKEN} is a token of 16 letters, digits, -, _ and . or more")
    return given


def configuration(app: Any) -> Any:
    """uvicorn's, for the site."""
    import uvicorn

    from .connections import timed_protocol
    from .guard import LARGEST_MESSAGE

    return_large_blocks()
    sys.setswitchinterval(SWITCH_INTERVAL)
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        http=timed_protocol(app.state.connections),
        proxy_headers=False,  # a client that names another address would evade the limits of each client
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_max_queue=MOST_UNREAD,
        ws_per_message_deflate=False,  # a compressor for each connection would take time and memory
        timeout_graceful_shutdown=2,
        server_header=False,
        backlog=ACCEPTED_AT_ONCE,
    )


def _address(host: str, port: int, token: str | None) -> str:
    """The address that a browser opens."""
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}:{port}/" + (f"?token={token}" if token is not None else "")


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at an address of this machine; without a port at PORT or, if that is taken, a free one."""
    if port is not None and not 0 <= port < 1 << 16:
        raise MossaError(f"a port is a number from 0 (any free one) to 65535, not {port}")
    for wanted in (PORT, 0) if port is None else (port,):
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        # On Windows, SO_REUSEADDR would share the port with a server that has it.
        listening.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        try:
            listening.bind((host, wanted))
        except OSError as error:
            listening.close()
            why = error.strerror
        else:
            listening.listen(128)
            return listening
    raise MossaError(f"the site cannot be at {host}, port {port if port is not None else PORT}: {why}")
