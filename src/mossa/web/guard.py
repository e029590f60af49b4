"""Which requests are allowed (those of this site's pages in a browser of this machine), and how much they may send.

The server listens on loopback, but any page of any site that the user visits could still send requests there. So the
name in the address must be one of this machine (against DNS rebinding), and a request that a page makes must come from
a page of this site.

If the server also listens on other addresses, a browser must know a token. It comes once in the address
(`/?token=…`) or is typed into the page that asks for it, and is stored in a cookie that no other site can send.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["COOKIE", "LARGEST_BODY", "LARGEST_MESSAGE", "Guard", "is_loopback", "read_body"]

LARGEST_BODY = 64 * 1024
"""Bytes of a request."""
BODY_TIME = 10.0
"""Seconds in which the body of a request arrives."""
LARGEST_MESSAGE = 16 * 1024
"""Bytes of a message to a board."""

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


COOKIE = "mossa_token"
TOKEN_TEXTS = {
    "en": ("This site asks for its token", "The terminal where it was started shows it.", "Token", "Go on"),
    "it": ("Questo sito chiede il suo token", "Lo mostra il terminale da cui è partito.", "Token", "Avanti"),
}
TOKEN_PAGE = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>mossa</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
</head><body><main><h1>{title}</h1><p>{help}</p>
<form method="get" action="/"><label>{label} <input name="token" autocomplete="off" required></label>
<button>{go}</button></form>
</main></body></html>"""


def is_loopback(host: str) -> bool:
    """Is this an address that only this machine reaches?

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """Middleware: refuses foreign requests, and tells browsers to load nothing from elsewhere.

    With a `token` any host name is accepted, but the token is required.
    """

    def __init__(self, app: ASGIApp, token: str | None = None) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        why_not = refusal(scope, everywhere=self.token is not None)
        if self.token is not None and not why_not:
            entry = self._entry(scope)
            if entry is not None and scope["type"] == "http":
                await entry(scope, receive, send)
                return
            if entry is not None:
                why_not = "this server asks for its token"
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

    def _has_token(self, scope: Scope) -> bool:
        """Does the cookie hold the token?"""
        try:
            cookies = SimpleCookie(Headers(scope=scope).get("cookie", ""))
        except CookieError:
            return False
        return COOKIE in cookies and self._is_token(cookies[COOKIE].value)

    def _is_token(self, word: str) -> bool:
        return secrets.compare_digest(word.encode(), (self.token or "").encode())

    def _entry(self, scope: Scope) -> Response | None:
        """The answer to a request with a token in its address or without the cookie; None if it may pass.

        A token does not stay in the address: whoever sees the screen or the history would have it.
        """
        query = scope.get("query_string", b"").decode("latin-1")
        given, known = parse_qs(query, keep_blank_values=True).get("token"), self._has_token(scope)
        right = given is not None and self._is_token(given[0])
        if given is not None and (right or known) and scope.get("method") in ("GET", "HEAD"):
            rest = urlencode([pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] != "token"])
            path = "/" + scope["path"].lstrip("/\\")  # two slashes would begin the name of another site
            answer = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
            if right:
                answer.set_cookie(COOKIE, given[0], httponly=True, samesite="strict", max_age=30 * 86400)
            return answer
        return None if known else self._door(scope)

    def _door(self, scope: Scope) -> Response:
        """The answer to a browser without the cookie: the page that asks for the token."""
        headers = Headers(scope=scope)
        if "text/html" not in headers.get("accept", ""):
            return JSONResponse({"error": "this server asks for its token"}, 403)
        language = "it" if headers.get("accept-language", "").startswith("it") else "en"
        title, help, label, go = TOKEN_TEXTS[language]
        page = TOKEN_PAGE.format(language=language, title=title, help=help, label=label, go=go)
        return HTMLResponse(page, 403, headers=HEADERS)


async def read_body(receive: Receive) -> bytes:
    """The body of a request, within limits."""
    body: bytes = b""
    try:
        async with asyncio.timeout(BODY_TIME):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnect
                body += message.get("body", b"")
                if len(body) > LARGEST_BODY:
                    raise HTTPException(413, f"a request has {LARGEST_BODY} bytes at most")
                if not message.get("more_body", False):
                    return body
    except TimeoutError:
        raise HTTPException(408, f"a request arrives within {BODY_TIME:g} s") from None


def refusal(scope: Scope, everywhere: bool = False) -> str:
    """Why a request is refused; nothing if it is not. `everywhere`: any host name is accepted."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if not everywhere and not is_loopback(_hostname(f"//{host}")):
        return "this server answers only to its own machine: use http://127.0.0.1"
    origin = headers.get("origin")
    asks = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
    if asks and origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
        return "this request comes from a page of another site"
    if asks and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return "this request comes from a page of another site"
    return ""


def _hostname(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
