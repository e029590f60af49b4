"""Slices of endgame tables: their order and sizes."""

from mossa.games.chess import endgame_slices as blocks
from mossa.games.chess import indexing as numbering
from mossa.search.retrograde.indexing import Slice, consecutive


def test_slices_come_after_what_they_lead_to() -> None:
    names = [name for name, _ in blocks.slices(5)]
    assert len(names) == len(set(names)) == 3 + 30 + 110
    for at, name in enumerate(names):
        assert numbering.below(name) <= set(names[:at]), name
    assert numbering.below("KRPKP") >= {"KRPK", "KRKP", "KPKP", "KQRKP", "KRPKQ"}


def test_slices_have_the_sizes_of_their_blocks() -> None:
    ends = {at for at, _ in blocks.layout()}
    for part in consecutive(blocks.slices(5)):
        assert isinstance(part, Slice)
        assert part.last in ends
