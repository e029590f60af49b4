"""Verification: the shipped tables are right, and a wrong value is found."""

from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.games.checkers.endgame import OWN
from mossa.search.retrograde import verify
from mossa.search.retrograde.files import read_slice, write_slice
from mossa.search.retrograde.indexing import Indexing

CHECKERS = mossa.game("checkers")


def test_shipped_tables_are_right() -> None:
    assert verify(CHECKERS, 4, OWN, threads=2) == 6408836


def test_verification_finds_a_wrong_value(folder: Path) -> None:
    assert verify(CHECKERS, 3, folder) == 199520
    import numpy as np

    part = Indexing.of(CHECKERS).slices(3)[4]
    wrong = np.frombuffer(bytearray(read_slice(folder, "checkers", part)[1]), np.uint8)
    wrong[777] += 2
    write_slice(folder, "checkers", part, wrong)
    with pytest.raises(MossaError, match=r"the endgame table KK-M is wrong about B:W.* \(number"):
        verify(CHECKERS, 3, folder)
