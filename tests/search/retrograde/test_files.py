"""Slices on disk: the published figures in their heads; damaged files are refused."""

from pathlib import Path

import pytest
from tests.search.retrograde.damages import DAMAGES

import mossa
from mossa import MossaError
from mossa.games.checkers.endgame import OWN
from mossa.search.retrograde import Outcome, Tables, verify
from mossa.search.retrograde.files import read_slice
from mossa.search.retrograde.indexing import Indexing

CHECKERS = mossa.game("checkers")


def test_king_against_king() -> None:
    """Ed Trice: 230 wins, 654 draws, 108 losses; the longest wins take 11 plies.

    He counts 32 of them; the naive twin, asked by repeated use of the definition, finds 34 as well.
    """
    part = Indexing.of(CHECKERS).slices(2)[0]
    head, codes = read_slice(OWN, "checkers", part)
    assert (head.wins, head.draws, head.losses, head.longest) == (230, 654, 108, 11)
    assert codes.count(12) == 34


def codes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.table"))}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files(folder: Path, damage: str) -> None:
    path = folder / "KK-M.table"
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    tables = Tables.open(CHECKERS, [folder])
    (fault,) = tables.faults
    assert "KK-M.table" in fault
    assert "\n" not in fault
    assert tables.probe(CHECKERS.position("W:WK1,K2:B12").state) is None
    assert tables.probe(CHECKERS.position("W:WK6,K9:BK15").state) == Outcome(1, 27)
    assert tables.moves(CHECKERS.position("W:WK1,K2:B12").state) == []
    with pytest.raises(MossaError, match="KK-M"):
        verify(CHECKERS, 3, folder)
