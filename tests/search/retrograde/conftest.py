"""What the tests of endgame tables share."""

import shutil
from pathlib import Path

import pytest

from mossa.games.checkers import indexing
from mossa.games.checkers.endgame import OWN


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped tables with up to three pieces."""
    for name, _ in indexing.slices(3):
        shutil.copy(OWN / f"{name}.table", tmp_path)
    return tmp_path
