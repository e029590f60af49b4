"""Parameters of a game: `COLUMNS = parameter("columns", 7, …)` at the top of its rules.

A parameter is an ordinary constant of the module, so compiled code sees a number. A game with other
parameters is the same source executed again with other values (`mossa.core.loading`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from mossa.kernel.errors import MossaError

__all__ = [
    "Parameter",
    "declared_parameters",
    "parameter",
    "parse_settings",
    "plain_name",
    "split_game",
    "with_parameters",
]

Value = TypeVar("Value", int, float, str)

DRIVE = re.compile(r"[A-Za-z]:(?=[\\/])")
"""The drive with which a path of Windows begins."""

_given: ContextVar[Mapping[str, str]] = ContextVar("given parameters", default={})  # noqa: B039 - never mutated


@dataclass(frozen=True)
class Parameter:
    """A declared parameter and its value in this copy of the rules."""

    name: str
    value: int | float | str
    default: int | float | str
    about: str
    least: float | None = None
    most: float | None = None


def parameter(name: str, default: Value, about: str, *, least: float | None = None, most: float | None = None) -> Value:
    """Declare a parameter of the rules in the calling module, and return its value."""
    text = _given.get().get(name)
    value = default
    if text is not None:
        try:
            value = type(default)(text)
        except ValueError:
            kind = {int: "a whole number", float: "a number"}.get(type(default), "a text")
            raise MossaError(f"parameter {name} takes {kind}, not {text!r}") from None
        if not isinstance(value, str) and not ((least is None or value >= least) and (most is None or value <= most)):
            raise MossaError(f"parameter {name} takes {_range(least, most)}, not {text}")
    module = sys._getframe(1).f_globals
    module.setdefault("__parameters__", {})[name] = Parameter(name, value, default, about, least, most)
    return value


def _range(least: float | None, most: float | None) -> str:
    if least is None:
        return f"a number up to {most}"
    return f"a number from {least} up" if most is None else f"a number from {least} to {most}"


def declared_parameters(*modules: object) -> dict[str, Parameter]:
    """The parameters that these modules declare, by name."""
    found: dict[str, Parameter] = {}
    for module in modules:
        found.update(vars(module).get("__parameters__", {}))
    return found


@contextmanager
def with_parameters(settings: Mapping[str, str]) -> Iterator[None]:
    """Rules that are executed in the block see these values."""
    token = _given.set(dict(settings))
    try:
        yield
    finally:
        _given.reset(token)


def split_game(spec: str) -> tuple[str, str]:
    r"""The name of a game, or the path of a rules file, and the text of its settings.

    >>> split_game("connect4:columns=5,rows=4")
    ('connect4', 'columns=5,rows=4')
    >>> split_game(r"C:\games\kayles.py:pins=15")
    ('C:\\games\\kayles.py', 'pins=15')
    """
    drive = DRIVE.match(spec)
    begin = drive.end() if drive else 0
    name, _, settings = spec[begin:].partition(":")
    return spec[:begin] + name, settings


def plain_name(game: str) -> str:
    """The name of a game, or that of its file without folder and ending; without its parameters.

    >>> plain_name("./games/kayles.py:pins=15")
    'kayles'
    """
    return re.split(r"[/\\]", split_game(game)[0])[-1].removesuffix(".py")


def parse_settings(text: str, what: str) -> dict[str, str]:
    """`key=value,key=value` as a dictionary; commas inside brackets belong to the value.

    >>> parse_settings("columns=5,rows=4", "connect4")
    {'columns': '5', 'rows': '4'}
    >>> parse_settings("tree=((1,2) (3 4))", "tree")
    {'tree': '((1,2) (3 4))'}
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    settings = {}
    for part in filter(str.strip, parts):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise MossaError(f"{what}: settings are written key=value,key=value, not {part.strip()!r}")
        if name.strip() in settings:
            raise MossaError(f"{what}: {name.strip()} is given twice")
        settings[name.strip()] = value.strip()
    return settings
