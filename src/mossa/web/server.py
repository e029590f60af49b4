"""Starting the server: on loopback or, with a token, elsewhere; at a given port or a free one."""

from __future__ import annotations

import ipaddress
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from mossa.kernel.errors import MossaError

__all__ = ["LOOPBACK", "PORT", "is_loopback", "start"]

PORT = 8642
"""The default port, if it is free."""
SWITCH_INTERVAL = 0.002
"""The interpreter's switch interval in seconds: players written in Python must not delay the pages."""


LOOPBACK = "127.0.0.1"


def start(
    port: int | None = None,
    files: Sequence[str] = (),
    *,
    host: str = LOOPBACK,
    folder: Path | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Serve the site until Ctrl-C; `say` gets its address. Without a port: 8642 or, if that is taken, a free one.

    `files` are user-defined rules, `folder` is where games are stored (by default the user's data folder).
    At a `host` other than loopback the site asks for a token, which is drawn anew and part of that address.
    """
    import uvicorn

    from .app import make_app
    from .guard import LARGEST_MESSAGE

    token = None if is_loopback(host) else secrets.token_urlsafe(16)
    app = make_app(files, folder, token)
    listening = _listen(host, port)
    sys.setswitchinterval(SWITCH_INTERVAL)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=4 * LARGEST_MESSAGE,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = uvicorn.Server(config)
    name = LOOPBACK if token is None else socket.gethostname() if host in ("0.0.0.0", "::") else host
    name = f"[{name}]" if ":" in name else name
    say(f"http://{name}:{listening.getsockname()[1]}/" + (f"?token={token}" if token is not None else ""))
    # The games are described now, so that the first page need not wait.
    threading.Thread(target=app.state.handlers.describe, daemon=True).start()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


def is_loopback(host: str) -> bool:
    """Is this an address that only this machine reaches?

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket at an address of this machine."""
    if port is not None and not 0 <= port < 1 << 16:
        raise MossaError(f"a port is a number from 0 (any free one) to 65535, not {port}")
    for wanted in (PORT, 0) if port is None else (port,):
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
        except OSError as error:
            listening.close()
            why = error.strerror
        else:
            listening.listen(128)
            return listening
    raise MossaError(f"the site cannot be at {host}, port {port if port is not None else PORT}: {why}")
