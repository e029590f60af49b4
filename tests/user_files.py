"""What users bring: files of their own, read as modules or as games."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

__all__ = ["NIM", "added", "changed", "module"]

NIM = '''"""Take one to three matches; whoever takes the last one wins."""

from typing import NamedTuple

from mossa import Facts, u64

FACTS = Facts(players=2, utility=(-1, 1), widest=3, longest=10)
LEAST = 1


class State(NamedTuple):
    matches: int
    turn: int


def start():
    return State(10, 0)


def mover(state):
    return state.turn


def moves(state):
    for take in range(LEAST, 4):
        if take <= state.matches:
            yield take


def play(state, move):
    return State(state.matches - move, 1 - state.turn)


def utility(state, player):
    return -1 if player == state.turn else 1
'''
"""A whole game, to be broken in many ways."""


def changed(*changes: tuple[str, str]) -> str:
    """NIM with some of it replaced."""
    text = NIM
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def added(text: str, *changes: tuple[str, str]) -> str:
    """NIM with functions added, and some of it replaced."""
    return changed(("def moves", f"{text}\n\n\ndef moves"), *changes)


def module(folder: Path, text: str, name: str = "user_rules") -> Any:
    """A file with this text, imported; not from the bytecode of the file of this name that was there a moment ago."""
    (folder / f"{name}.py").write_text(text)
    sys.path.insert(0, str(folder))
    leaves_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        importlib.invalidate_caches()
        sys.modules.pop(name, None)
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = leaves_bytecode
