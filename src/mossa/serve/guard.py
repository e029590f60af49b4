"""Who may ask: pages of this site in a browser of this machine. How much they may send.

The server listens on loopback, but any page of any site that the user visits could still send requests there. So the
name in the address must be one of this machine (against DNS rebinding), and a request that a page makes must come from
a page of this site.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LARGEST_BODY", "LARGEST_MESSAGE", "Guard"]

LARGEST_BODY = 64 * 1024
"""Bytes of a request."""
LARGEST_MESSAGE = 4 * 1024
"""Bytes of a message to a board."""
HOSTS = ("127.0.0.1", "localhost", "::1")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Middleware: refuses strangers and what is too large, and tells browsers to trust nothing from elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        why_not = refusal(scope)
        if why_not:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": why_not})
            else:
                await JSONResponse({"error": why_not}, 403)(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in HEADERS.items()),
                ]
            await send(message)

        await self.app(scope, receive, send_guarded)


def refusal(scope: Scope) -> str:
    """Why a request is refused; nothing if it is not."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if _hostname(f"//{host}") not in HOSTS:
        return "this server answers only to its own machine: use http://127.0.0.1"
    origin = headers.get("origin")
    asks = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
    if asks and origin is not None and origin.lower() != f"http://{host}".lower():
        return "this request comes from a page of another site"
    if asks and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return "this request comes from a page of another site"
    return ""


def _hostname(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
