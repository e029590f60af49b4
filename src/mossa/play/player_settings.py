"""Reading the spec of a player, and the settings that several players share."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mossa.core.parameters import parse_settings
from mossa.kernel.errors import MossaError

from .player import Setting

__all__ = [
    "BOOK",
    "HIGHEST_ELO",
    "LIMITS",
    "LOWEST_ELO",
    "MAX_SKILL",
    "PONDER",
    "POSITIONAL",
    "SEED",
    "STRENGTH",
    "WEIGHTS",
    "did_you_mean",
    "number",
    "one_of",
    "read_settings",
    "split_spec",
    "whole_number",
]


def whole_number(about: str, least: int, most: int) -> Setting:
    """A setting that is a whole number from `least` to `most`."""

    def read(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise ValueError
        return value

    return Setting(read, f"a whole number from {least} to {most}", about)


def number(about: str, most: float = 1e6) -> Setting:
    """A setting that is a number from 0 to `most`."""

    def read(text: str) -> float:
        value = float(text)
        if not 0 <= value <= most:
            raise ValueError
        return value

    return Setting(read, f"a number from 0 to {most:.0f}", about)


def one_of(about: str, words: Iterable[str]) -> Setting:
    """A setting that is one of a few words."""
    choices = {word: word for word in words}
    return Setting(_choice_of(choices), f"one of {', '.join(choices)}", about)


def _choice_of(choices: Mapping[str, str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError
        return choices[text]

    return read


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise ValueError
    return value


LIMITS: Mapping[str, Setting] = {
    "time": Setting(_seconds, "a number of seconds above 0", "seconds a move"),
    "depth": whole_number("plies", 1, 10_000),
    "nodes": whole_number("nodes a move", 1, 10**17),
}
WEIGHTS = Setting(str, "a JSON file", "a JSON file of weights {feature: weight}, in place of the evaluation")
POSITIONAL = ""
"""The key of the first value of a spec if it is given without one, as in `uci:stockfish`."""
LOWEST_ELO, HIGHEST_ELO = 500, 3000
"""The range of Elo that a spec can give, from a novice to Deep Blue."""
MAX_SKILL = 18
"""The greatest skill of `mossa.play.limited_strength`."""


def _skill(text: str) -> float:
    value = float(text)
    if not 0 <= value <= MAX_SKILL:
        raise ValueError
    return value


STRENGTH: Mapping[str, Setting] = {
    "elo": whole_number("strength in Elo", LOWEST_ELO, HIGHEST_ELO),
    "skill": Setting(_skill, f"a number from 0 to {MAX_SKILL}", "strength as a skill, in place of elo"),
}
PONDER = Setting(lambda text: ("false", "true").index(text) == 1, "true or false", "think on the opponent's time")
BOOK = Setting(lambda text: ("false", "true").index(text) == 1, "true or false", "play openings from the game's book")
SEED = whole_number("seed of its random choices", 0, 2**64 - 1)


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the settings of a spec; a first value without a key has the key POSITIONAL.

    The name is empty where only settings are given.

    >>> split_spec("alphabeta:time=0.1,threads=2")
    ('alphabeta', {'time': '0.1', 'threads': '2'})
    >>> split_spec("uci:stockfish,UCI_Elo=2500")
    ('uci', {'': 'stockfish', 'UCI_Elo': '2500'})
    >>> split_spec("elo=1500")
    ('', {'elo': '1500'})
    """
    name, colon, rest = spec.strip().partition(":")
    if not colon and "=" in name:
        return "", parse_settings(name, "player")
    first, _, others = rest.partition(",")
    if first.strip() and "=" not in first:
        return name.strip(), {POSITIONAL: first.strip()} | parse_settings(others, f"player {name.strip()}")
    return name.strip(), parse_settings(rest, f"player {name.strip()}")


def read_settings(
    name: str,
    given: Mapping[str, str],
    accepted: Mapping[str, Setting],
    other_setting: Callable[[str], Setting | None] = lambda key: None,
) -> dict[str, Any]:
    """The parsed values of the settings of a spec; a MossaError names a wrong one and what is accepted."""
    values = {}
    for key, text in given.items():
        setting = accepted.get(key) or (other_setting(key) if key != POSITIONAL else None)
        if setting is None:
            takes = "; ".join(f"{k} ({one.about})" for k, one in accepted.items()) or "none"
            if key == POSITIONAL:
                raise MossaError(f"player {name}: settings are written key=value, not {text!r}; it takes: {takes}")
            raise MossaError(f"player {name} has no setting {key!r}{did_you_mean(key, accepted)}; it takes: {takes}")
        try:
            values[key] = setting.read(text)
        except ValueError:
            raise MossaError(f"player {name}: {key} is {setting.accepts}, not {text!r}") from None
    return values


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """` (did you mean …?)` if a word is nearly one of these."""
    found = difflib.get_close_matches(word, list(words), 1, 0.5)
    return f" (did you mean {found[0]}?)" if found else ""
