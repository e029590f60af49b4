"""Sliding tiles for the tests of this folder."""

import pytest

from .puzzles import tiles


@pytest.fixture(scope="module")
def eight(tmp_path_factory):
    """The sliding puzzle with eight tiles."""
    return tiles(tmp_path_factory.mktemp("tiles"), 3)
