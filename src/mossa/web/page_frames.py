"""The pages of the site: what is alike in all of them is written here, around what `static/*.html` holds of each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

__all__ = ["STATIC", "RevalidatedFiles", "WrittenPage", "serve_page", "write_page"]

STATIC = Path(__file__).parent / "static"

FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="/static/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style.css">
<script src="/static/js/theme.js"></script>
<script type="module" src="/static/js/{script}.js"></script>
</head>
<body>
<a class="skip" href="#main" data-t="skip">Skip to content</a>
<header class="top" id="top"></header>
{main}</body>
</html>
"""
SCRIPTS = {"index": "home", "nope": "common"}
"""The script of a page that is not called as the page is."""
TITLES = {"lab": "mossa lab", "learn": "mossa learn", "puzzles": "mossa puzzles"}
"""The titles of pages that have one of their own before their scripts run."""


class WrittenPage(NamedTuple):
    """A page as it is sent."""

    text: str
    etag: str


def write_page(name: str) -> WrittenPage:
    """The page of this name, as its file is now."""
    return _written(name, (STATIC / f"{name}.html").stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _written(name: str, changed: int) -> WrittenPage:
    main = (STATIC / f"{name}.html").read_text(encoding="utf-8")
    text = FRAME.format(title=TITLES.get(name, "mossa"), script=SCRIPTS.get(name, name), main=main)
    return WrittenPage(text, f'"{sha256(text.encode()).hexdigest()[:32]}"')


def serve_page(name: str, status: int = 200) -> Callable[[Request], Awaitable[Response]]:
    """Serve one of the pages, or that the browser has it as it is; it fetches its data itself."""

    async def show(request: Request) -> Response:
        text, etag = write_page(name)
        known = status == 200 and etag in request.headers.get("if-none-match", "")
        headers = {"cache-control": "no-cache", "etag": etag}
        return Response(None, 304, headers) if known else HTMLResponse(text, status, headers)

    return show


class RevalidatedFiles(StaticFiles):
    """Static files that the browser revalidates each time: an update of mossa takes effect at once."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """The file, or that it is unchanged."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response
