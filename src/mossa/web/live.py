"""The lab without a server: in a page that runs Python itself (Pyodide), these answers stand in for those of `app`.

`scripts/live_lab.py` makes a folder with such a page. What needs NumPy is answered with a sentence there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

from mossa.kernel.errors import MossaError
from mossa.play.user_errors import user_error

from .catalogue import Catalogue
from .lab import Lab

__all__ = ["answer"]

RUNS: dict[str, Callable[[Lab, dict[str, Any]], Any]] = {
    "run": Lab.run,
    "open": Lab.open,
    "boards": Lab.boards,
    "compare": Lab.compare,
    "decide": Lab.decide,
    "queens": Lab.queens,
    "class": Lab.class_exercise,
    "guess": Lab.guess,
    "ordering": Lab.ordering,
}
"""What is posted to `/api/lab/NAME`."""


@lru_cache(maxsize=1)
def _lab() -> Lab:
    return Lab(Catalogue())


def answer(address: str, body: str | None = None) -> tuple[int, str, str]:
    """Status, media type and text of the answer to a request of the lab's pages; with a body it is a POST."""
    try:
        found = _found(address, None if body is None else json.loads(body))
    except Exception as error:
        return 400, "application/json", json.dumps({"error": _sentence(error)})
    if isinstance(found, bytes):
        return 200, "image/svg+xml", found.decode()
    return 200, "application/json", json.dumps(found)


def _sentence(error: Exception) -> str:
    missing = error if isinstance(error, ModuleNotFoundError) else error.__cause__
    if isinstance(missing, ModuleNotFoundError):
        return f"this needs {missing.name}, which a page does not have"
    known = error if isinstance(error, MossaError) else user_error(error)
    return str(known) if known is not None else f"this is a fault of mossa: {type(error).__name__}: {error}"


def _found(address: str, body: dict[str, Any] | None) -> Any:
    parts, lab = urlsplit(address), _lab()
    asked = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    path = parts.path.removeprefix("/api/lab").strip("/")
    if body is None and path == "":
        return lab.listing()
    if body is not None and path in RUNS:
        return RUNS[path](lab, body)
    if body is None and (nodes := re.fullmatch(r"trace/([^/]+)", path)):
        return lab.nodes(nodes[1])
    if body is None and (step := re.fullmatch(r"trace/([^/]+)/(\d+)", path)):
        key, number, language = step[1], int(step[2]), asked.get("lang", "en")
        if "since" in asked:
            return lab.changes(key, int(asked["since"]), number, language)
        if "svg" in asked or "as" in asked:
            return lab.drawing(key, number, language, asked.get("as", "svg"))
        return lab.step(key, number, language)
    if exercise := re.fullmatch(r"exercise/([^/]+)", path):
        return lab.exercise(exercise[1]) if body is None else lab.check(exercise[1], body)
    raise MossaError(f"the lab has no page {address}")
